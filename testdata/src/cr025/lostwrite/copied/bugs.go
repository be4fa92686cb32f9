// Package copied has copies of objects that are changed, and of which the change gets nowhere.
package copied

import (
	"context"
	"errors"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/lostwrite/api"
)

const finalizer = "shop.example.com/widget"

// Reconciler makes Widgets.
type Reconciler struct{ client.Client }

// The value of the range is changed, and the elements are written.
func (r *Reconciler) retire(ctx context.Context, pods *corev1.PodList) error {
	for _, pod := range pods.Items {
		pod.Labels = map[string]string{"state": "retired"} // want `this changes Labels of a copy of the corev1.Pod, which nothing uses afterwards: the element itself stays as it is`
	}
	for i := range pods.Items {
		if err := r.Update(ctx, &pods.Items[i]); err != nil {
			return err
		}
	}
	return nil
}

// A part of an object is a copy too; zalando/postgres-operator pkg/cluster/k8sres.go line 617 at commit a7aaad0a.
func setCondition(w *api.Widget, typ string, status metav1.ConditionStatus) {
	for _, c := range w.Status.Conditions {
		if c.Type == typ {
			c.Status = status // want `this changes Reason and Status of a copy of the metav1.Condition`
			c.Reason = "Set"  // rests
		}
	}
}

func setByIndex(w *api.Widget, i int) {
	c := w.Status.Conditions[i]
	c.Status = metav1.ConditionTrue // want `this changes Status of a copy of the metav1.Condition, which nothing uses afterwards: the element itself`
}

func setEntry(widgets map[string]api.Widget) {
	w := widgets["a"]
	w.Status.Phase = "Ready" // want `this changes Status.Phase of a copy of the api.Widget`
}

// What is passed by value is the function's own.
func markReady(w api.Widget) {
	w.Status.Phase = "Ready" // want `this changes Status.Phase of the function's own copy of the api.Widget, which is passed by value`
}

func setPhase(w *api.Widget, phase string) { w.Status.Phase = phase }

func (r *Reconciler) setter(ctx context.Context, list *api.Gadget, widgets []api.Widget) error {
	for _, w := range widgets {
		setPhase(&w, "Ready") // want `this changes Status.Phase of a copy of the api.Widget`
	}
	return r.Update(ctx, list)
}

// The status is taken out, changed, and not put back.
func (r *Reconciler) takenOut(ctx context.Context, w *api.Widget) error {
	status := w.Status
	status.Phase = "Ready" // want `this changes Phase of a copy of the api.Status, which nothing uses afterwards: what was copied stays as it is`
	return r.Status().Update(ctx, w)
}

// The original is written.
func (r *Reconciler) deep(ctx context.Context, w *api.Widget) error {
	changed := w.DeepCopy()
	controllerutil.AddFinalizer(changed, finalizer) // want `this changes Finalizers, Labels and Spec.Size of a DeepCopy, which nothing uses afterwards: neither the original nor the API server gets the change`
	changed.Spec.Size = 3                           // rests
	if changed.Labels == nil {
		changed.Labels = map[string]string{}
	}
	changed.Labels["a"] = "b" // rests
	return r.Update(ctx, w)
}

// The pointer is to the value of the range, and no element is changed; openshift/oadp-operator pkg/credentials/credentials.go
// line 62 until pull request 170.
func addVolume(ds *appsv1.DaemonSet) error {
	var found *corev1.Container
	for _, container := range ds.Spec.Template.Spec.Containers {
		if container.Name == "node" {
			found = &container
		}
	}
	if found == nil {
		return errors.New("no container")
	}
	found.VolumeMounts = append(found.VolumeMounts, corev1.VolumeMount{Name: "keys"}) // want `this changes VolumeMounts of a copy of the corev1.Container, which nothing uses afterwards: the element itself`
	return nil
}

// The containers are as they were; aquasecurity/trivy-operator pkg/vulnerabilityreport/builder.go lines 169 and 172 until
// commit 88064c7f, and openshift/oadp-operator controllers/nonadmin_controller.go line 171 until commit fb62869f.
func mount(spec *corev1.PodSpec, mounts []corev1.VolumeMount) {
	for _, container := range spec.Containers {
		container.VolumeMounts = append(container.VolumeMounts, mounts...) // want `this changes VolumeMounts of a copy of the corev1.Container`
	}
}

// The labels are taken away from the value of the range, and the element is updated; rook/rook
// pkg/daemon/ceph/osd/remove.go line 203 at commit d0c3b9ce.
func (r *Reconciler) detach(ctx context.Context, claims *corev1.PersistentVolumeClaimList, labels map[string]string) error {
	for i, claim := range claims.Items {
		claim.SetLabels(labels) // want `this changes Labels of a copy of the corev1.PersistentVolumeClaim`
		if err := r.Update(ctx, &claims.Items[i]); err != nil {
			return err
		}
	}
	return nil
}

// The metadata is passed by value; fluxcd/flagger pkg/canary/hpa_reconciler.go line 159 at commit 15bd6ad5.
func updateMeta(update, read metav1.ObjectMeta) {
	update.Annotations = read.Annotations // want `this changes Annotations and Labels of the function's own copy of the metav1.ObjectMeta, which is passed by value`
	update.Labels = read.Labels           // rests
}

// A Shelf is a part of something.
type Shelf struct{ Height int }

// DeepCopyInto copies the Shelf.
func (s *Shelf) DeepCopyInto(out *Shelf) { *out = *s }

// The receiver is a copy; kubernetes/kubernetes staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/meta.go line 49,
// issue 105155.
func (s Shelf) setHeight(height int) {
	s.Height = height // want `^error: this changes Height of the function's own copy of the Shelf, which is passed by value`
}

// appendTo appends to a slice that it was passed by value.
func appendTo(conditions []metav1.Condition, condition metav1.Condition) {
	for i := range conditions {
		if conditions[i].Type == condition.Type {
			conditions[i] = condition
			return
		}
	}
	conditions = append(conditions, condition) // want `what this appends is in a slice of the function's own, which nothing uses afterwards`
}

// The list of the object is another one by then.
func (r *Reconciler) host(ctx context.Context, w *api.Widget, hosts []string) error {
	all := w.Spec.Hosts
	for _, host := range hosts {
		all = append(all, host) // want `what this appends is in a slice of the function's own`
	}
	return r.Update(ctx, w)
}

// So it is with what a getter returns.
func (r *Reconciler) protect(ctx context.Context, w *api.Widget) error {
	finalizers := w.GetFinalizers()
	finalizers = append(finalizers, finalizer) // want `what this appends is in a slice of the function's own`
	return r.Update(ctx, w)
}
