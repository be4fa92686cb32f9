package copied

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/lostwrite/api"
)

func (r *Reconciler) retireMended(ctx context.Context, pods *corev1.PodList) error {
	for i := range pods.Items {
		pods.Items[i].Labels = map[string]string{"state": "retired"}
		if err := r.Update(ctx, &pods.Items[i]); err != nil {
			return err
		}
	}
	return nil
}

func (r *Reconciler) retireCopies(ctx context.Context, pods *corev1.PodList) error {
	for _, pod := range pods.Items {
		pod.Labels = map[string]string{"state": "retired"}
		if err := r.Update(ctx, &pod); err != nil {
			return err
		}
	}
	return nil
}

func setConditionMended(w *api.Widget, typ string, status metav1.ConditionStatus) {
	for i, c := range w.Status.Conditions {
		if c.Type == typ {
			c.Status = status
			w.Status.Conditions[i] = c
		}
	}
}

func setEntryMended(widgets map[string]api.Widget) {
	w := widgets["a"]
	w.Status.Phase = "Ready"
	widgets["a"] = w
}

func markReadyMended(w *api.Widget) { w.Status.Phase = "Ready" }

func (r *Reconciler) takenOutMended(ctx context.Context, w *api.Widget) error {
	status := w.Status
	status.Phase = "Ready"
	w.Status = status
	return r.Status().Update(ctx, w)
}

func (r *Reconciler) deepMended(ctx context.Context, w *api.Widget) error {
	changed := w.DeepCopy()
	controllerutil.AddFinalizer(changed, finalizer)
	return r.Update(ctx, changed)
}

func appendMended(conditions *[]metav1.Condition, condition metav1.Condition) {
	for i := range *conditions {
		if (*conditions)[i].Type == condition.Type {
			(*conditions)[i] = condition
			return
		}
	}
	*conditions = append(*conditions, condition)
}

func (r *Reconciler) hostMended(ctx context.Context, w *api.Widget, hosts []string) error {
	all := w.Spec.Hosts
	for _, host := range hosts {
		all = append(all, host)
	}
	w.Spec.Hosts = all
	return r.Update(ctx, w)
}

func (r *Reconciler) protectMended(ctx context.Context, w *api.Widget) error {
	finalizers := w.GetFinalizers()
	finalizers = append(finalizers, finalizer)
	w.SetFinalizers(finalizers)
	return r.Update(ctx, w)
}
