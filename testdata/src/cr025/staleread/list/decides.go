package list

import (
	"context"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/staleread/api"
)

func (r *Reconciler) spare(w *api.Widget) *corev1.Pod {
	return &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, GenerateName: w.Name + "-", Labels: map[string]string{"widget": w.Name}}}
}

// Each round lacks the pod of the one before, and makes another.
func (r *Reconciler) fill(ctx context.Context, w *api.Widget) error {
	for {
		var pods corev1.PodList
		if err := r.List(ctx, &pods, client.InNamespace(w.Namespace), client.MatchingLabels{"widget": w.Name}); err != nil { // want `warning: .*how many there are decides what is done.*\[staleread/list\]`
			return err
		}
		if len(pods.Items) >= w.Spec.Size {
			return nil
		}
		if err := r.Create(ctx, r.spare(w)); err != nil {
			return err
		}
	}
}

// As many again as aren't seen.
func (r *Reconciler) topUp(ctx context.Context, w *api.Widget) error {
	if err := r.Create(ctx, r.spare(w)); err != nil {
		return err
	}
	var pods corev1.PodList
	if err := r.List(ctx, &pods, client.InNamespace(w.Namespace)); err != nil { // want `warning: .*\[staleread/list\]`
		return err
	}
	for i := 0; i < w.Spec.Size-len(pods.Items); i++ {
		if err := r.Create(ctx, r.spare(w)); err != nil {
			return err
		}
	}
	return nil
}

// The phase says that nothing runs.
func (r *Reconciler) finish(ctx context.Context, w *api.Widget) error {
	if err := r.Create(ctx, r.spare(w)); err != nil {
		return err
	}
	var pods corev1.PodList
	if err := r.List(ctx, &pods, client.InNamespace(w.Namespace)); err != nil { // want `warning: .*\[staleread/list\]`
		return err
	}
	running := 0
	for i := range pods.Items {
		if pods.Items[i].Status.Phase != corev1.PodSucceeded {
			running++
		}
	}
	w.Status.Phase = "Running"
	if running == 0 {
		w.Status.Phase = "Done"
	}
	return r.Status().Update(ctx, w)
}

// A helper says that there is none, and its caller makes a second one.
func (r *Reconciler) first(ctx context.Context, w *api.Widget) (*api.Gadget, error) {
	var all api.GadgetList
	if err := r.List(ctx, &all, client.InNamespace(w.Namespace)); err != nil { // want `warning: .*\[staleread/list\]`
		return nil, err
	}
	if len(all.Items) == 0 {
		return nil, nil
	}
	return &all.Items[0], nil
}

func (r *Reconciler) ensureFirst(ctx context.Context, w *api.Widget, serial string) error {
	g, err := r.first(ctx, w)
	if err != nil {
		return err
	}
	if g == nil {
		return r.Create(ctx, &api.Gadget{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, GenerateName: w.Name}, Serial: serial})
	}
	return nil
}

func (r *Reconciler) twice(ctx context.Context, w *api.Widget) error {
	if err := r.ensureFirst(ctx, w, "a"); err != nil {
		return err
	}
	return r.ensureFirst(ctx, w, "b")
}

// Slots are config maps of which there may be ten.
type Slots struct {
	clientset  kubernetes.Interface
	configMaps corelisters.ConfigMapLister
}

func (s *Slots) take(ctx context.Context, ns *corev1.Namespace, cm *corev1.ConfigMap) error {
	if _, err := s.clientset.CoreV1().ConfigMaps(ns.Name).Create(ctx, cm, metav1.CreateOptions{}); err != nil {
		return err
	}
	all, err := s.configMaps.ConfigMaps(ns.Name).List(labels.Everything()) // want `warning: .*\[staleread/list\]`
	if err != nil {
		return err
	}
	if len(all) >= 10 {
		ns.Labels = map[string]string{"full": "true"}
		_, err = s.clientset.CoreV1().Namespaces().Update(ctx, ns, metav1.UpdateOptions{})
	}
	return err
}

// Those that are deleted decide that it has failed.
func (r *Reconciler) wipe(ctx context.Context, w *api.Widget) error {
	if err := r.DeleteAllOf(ctx, &corev1.Secret{}, client.InNamespace(w.Namespace)); err != nil {
		return err
	}
	var left corev1.SecretList
	if err := r.List(ctx, &left, client.InNamespace(w.Namespace)); err != nil { // want `warning: .*\[staleread/list\]`
		return err
	}
	if len(left.Items) > 0 {
		w.Status.Phase = "Failed"
	}
	return r.Status().Update(ctx, w)
}

// All that are there are done, be one of them gone or not.
func (r *Reconciler) allDone(ctx context.Context, w *api.Widget, victim *corev1.Pod) error {
	if err := r.Delete(ctx, victim); err != nil {
		return err
	}
	var pods corev1.PodList
	if err := r.List(ctx, &pods, client.InNamespace(w.Namespace)); err != nil { // want `note: .*\[staleread/list\]`
		return err
	}
	done := 0
	for i := range pods.Items {
		if pods.Items[i].Status.Phase == corev1.PodSucceeded {
			done++
		}
	}
	if done == len(pods.Items) {
		w.Status.Phase = "Done"
	}
	return r.Status().Update(ctx, w)
}

// It comes back until there are none: the finalizer stays a moment longer.
func (r *Reconciler) finalize(ctx context.Context, w *api.Widget) (ctrl.Result, error) {
	if err := r.DeleteAllOf(ctx, &corev1.Secret{}, client.InNamespace(w.Namespace)); err != nil {
		return ctrl.Result{}, err
	}
	var left corev1.SecretList
	if err := r.List(ctx, &left, client.InNamespace(w.Namespace)); err != nil { // want `note: .*\[staleread/list\]`
		return ctrl.Result{}, err
	}
	if len(left.Items) > 0 {
		return ctrl.Result{Requeue: true}, nil
	}
	controllerutil.RemoveFinalizer(w, "shop.example.com/secrets")
	return ctrl.Result{}, r.Update(ctx, w)
}

// What is deleted again is gone.
func (r *Reconciler) wipeTwice(ctx context.Context, w *api.Widget) error {
	for range 2 {
		var left corev1.SecretList
		if err := r.List(ctx, &left, client.InNamespace(w.Namespace)); err != nil { // want `note: .*\[staleread/list\]`
			return err
		}
		if len(left.Items) > 0 {
			if err := r.DeleteAllOf(ctx, &corev1.Secret{}, client.InNamespace(w.Namespace)); err != nil {
				return err
			}
		}
	}
	return nil
}

// Each of those that are there is labelled; the new one has its label.
func (r *Reconciler) labelAll(ctx context.Context, w *api.Widget) error {
	if err := r.Create(ctx, r.spare(w)); err != nil {
		return err
	}
	var pods corev1.PodList
	if err := r.List(ctx, &pods, client.InNamespace(w.Namespace)); err != nil { // want `note: .*\[staleread/list\]`
		return err
	}
	for i := range pods.Items {
		pods.Items[i].Labels["widget"] = w.Name
		if err := r.Update(ctx, &pods.Items[i]); err != nil {
			return err
		}
	}
	return nil
}

// The pods of each colour are others than those of the round before.
func (r *Reconciler) colours(ctx context.Context, w *api.Widget, colours []string) error {
	for n, colour := range colours {
		var pods corev1.PodList
		if err := r.List(ctx, &pods, client.InNamespace(w.Namespace), client.MatchingLabels{"widget": w.Name, "colour": colour}); err != nil {
			return err
		}
		if len(pods.Items) == 0 {
			pod := r.spare(w)
			pod.Name = fmt.Sprintf("%s-%d", w.Name, n)
			pod.Labels["colour"] = colour
			if err := r.Create(ctx, pod); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *Reconciler) coloursElsewhere(ctx context.Context, w *api.Widget, colours []string) error {
	for _, colour := range colours {
		var pods corev1.PodList
		if err := r.List(ctx, &pods, ofColour(w, colour)...); err != nil {
			return err
		}
		if len(pods.Items) == 0 {
			if err := r.Create(ctx, r.spare(w)); err != nil {
				return err
			}
		}
	}
	return nil
}

func ofColour(w *api.Widget, colour string) []client.ListOption {
	out := []client.ListOption{client.InNamespace(w.Namespace)}
	if colour != "" {
		out = append(out, client.MatchingLabels{"colour": colour})
	}
	return out
}

// What still runs is waited for, and what was just started isn't in the list.
func (r *Reconciler) lastBackup(ctx context.Context, w *api.Widget) (ctrl.Result, error) {
	if err := r.startLast(ctx, w); err != nil {
		return ctrl.Result{}, err
	}
	busy, err := r.running(ctx, w)
	if err != nil {
		return ctrl.Result{}, err
	}
	if busy > 0 {
		return ctrl.Result{RequeueAfter: time.Second}, nil
	}
	controllerutil.RemoveFinalizer(w, "backup")
	return ctrl.Result{}, r.Update(ctx, w)
}

func (r *Reconciler) startLast(ctx context.Context, w *api.Widget) error {
	err := r.Create(ctx, &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name + "-last"}})
	return client.IgnoreAlreadyExists(err)
}

func (r *Reconciler) running(ctx context.Context, w *api.Widget) (n int, err error) {
	pods := &corev1.PodList{}
	if err = r.List(ctx, pods, client.InNamespace(w.Namespace)); err != nil { // want `warning: .*how many there are decides what is done.*\[staleread/list\]`
		return
	}
	for i := range pods.Items {
		if pods.Items[i].Status.Phase == corev1.PodRunning {
			n++
		}
	}
	return
}

// What isn't there yet is waited for.
func (r *Reconciler) firstBackup(ctx context.Context, w *api.Widget) (ctrl.Result, error) {
	if err := r.startLast(ctx, w); err != nil {
		return ctrl.Result{}, err
	}
	pods := &corev1.PodList{}
	if err := r.List(ctx, pods, client.InNamespace(w.Namespace)); err != nil { // want `note: .*\[staleread/list\]`
		return ctrl.Result{}, err
	}
	if len(pods.Items) == 0 {
		return ctrl.Result{RequeueAfter: time.Second}, nil
	}
	controllerutil.RemoveFinalizer(w, "backup")
	return ctrl.Result{}, r.Update(ctx, w)
}
