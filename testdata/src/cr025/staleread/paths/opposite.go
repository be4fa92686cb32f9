package paths

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Settings are made once.
type Settings struct {
	Publish bool
	Dry     bool
}

// Switched does what its settings say.
type Switched struct {
	client.Client
	settings *Settings
}

// NewSwitched makes one.
func NewSwitched(c client.Client) *Switched {
	return &Switched{Client: c, settings: &Settings{Publish: true}}
}

// What one setting switches on is not there for what it switches off.
func (r *Switched) opposite(ctx context.Context, w *api.Widget) error {
	if r.settings.Publish {
		if err := r.publish(ctx, w); err != nil {
			return err
		}
	}
	return r.withdraw(ctx, w)
}

func (r *Switched) publish(ctx context.Context, w *api.Widget) error {
	return r.Create(ctx, &corev1.Service{ObjectMeta: w.ObjectMeta})
}

func (r *Switched) withdraw(ctx context.Context, w *api.Widget) error {
	if r.settings.Publish {
		return nil
	}
	svc := &corev1.Service{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), svc); err != nil {
		return client.IgnoreNotFound(err)
	}
	return r.Delete(ctx, svc)
}

// Both are switched on by it.
func (r *Switched) alike(ctx context.Context, w *api.Widget) error {
	if r.settings.Publish {
		if err := r.Create(ctx, &corev1.Endpoints{ObjectMeta: w.ObjectMeta}); err != nil {
			return err
		}
	}
	return r.count(ctx, w)
}

func (r *Switched) count(ctx context.Context, w *api.Widget) error {
	if !r.settings.Publish {
		return nil
	}
	endpoints := &corev1.Endpoints{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), endpoints); client.IgnoreNotFound(err) != nil { // want `Endpoints.*\[staleread/get\]`
		return err
	}
	w.Status.Made = len(endpoints.Subsets)
	return r.Status().Update(ctx, w)
}

// It is set in between.
func (r *Switched) set(ctx context.Context, w *api.Widget) error {
	if !r.settings.Dry {
		if err := r.Create(ctx, &corev1.Secret{ObjectMeta: w.ObjectMeta}); err != nil {
			return err
		}
		r.settings.Dry = true
	}
	if r.settings.Dry {
		secret := &corev1.Secret{}
		if err := r.Get(ctx, client.ObjectKeyFromObject(w), secret); client.IgnoreNotFound(err) != nil { // want `Secret.*\[staleread/get\]`
			return err
		}
		w.Status.Made = len(secret.Data)
	}
	return r.Status().Update(ctx, w)
}

// The spec of an object is a setting, its status is none.
func (r *Switched) ofObject(ctx context.Context, w *api.Widget, suspended *corev1.Node) error {
	if suspended.Spec.Unschedulable {
		if err := r.publish(ctx, w); err != nil {
			return err
		}
	}
	return r.schedule(ctx, w, suspended)
}

func (r *Switched) schedule(ctx context.Context, w *api.Widget, node *corev1.Node) error {
	if node.Spec.Unschedulable {
		return nil
	}
	svc := &corev1.Service{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), svc); err != nil {
		return client.IgnoreNotFound(err)
	}
	return r.Delete(ctx, svc)
}

func isShown(node *corev1.Node, config *Settings) bool {
	return config.Publish && !node.Spec.Unschedulable
}

// A function asks for both: what is done where one of them is not isn't done too.
func (r *Switched) byHelper(ctx context.Context, w *api.Widget, node *corev1.Node) error {
	if isShown(node, r.settings) {
		if err := r.publish(ctx, w); err != nil {
			return err
		}
	}
	return r.hide(ctx, w, node)
}

func (r *Switched) hide(ctx context.Context, w *api.Widget, node *corev1.Node) error {
	if !node.Spec.Unschedulable {
		return nil
	}
	svc := &corev1.Service{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), svc); err != nil {
		return client.IgnoreNotFound(err)
	}
	return r.Delete(ctx, svc)
}

// One that says no says nothing of either.
func (r *Switched) unshown(ctx context.Context, w *api.Widget, node *corev1.Node) error {
	if !isShown(node, r.settings) {
		if err := r.Create(ctx, &corev1.Endpoints{ObjectMeta: w.ObjectMeta}); err != nil {
			return err
		}
	}
	if node.Spec.Unschedulable {
		return nil
	}
	endpoints := &corev1.Endpoints{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), endpoints); client.IgnoreNotFound(err) != nil { // want `Endpoints.*\[staleread/get\]`
		return err
	}
	w.Status.Made = len(endpoints.Subsets)
	return r.Status().Update(ctx, w)
}

func isGuaranteed(pod *corev1.Pod) bool { return pod.Status.QOSClass == "Guaranteed" }

func isBurstable(pod *corev1.Pod) bool { return pod.Status.QOSClass == "Burstable" }

// Somebody else says in the status which of them it is.
func (r *Reconciler) byClass(ctx context.Context, pod *corev1.Pod) error {
	if isGuaranteed(pod) {
		if err := r.Create(ctx, &corev1.Secret{ObjectMeta: pod.ObjectMeta}); err != nil {
			return err
		}
	}
	if isBurstable(pod) {
		secret := &corev1.Secret{}
		if err := r.Get(ctx, client.ObjectKeyFromObject(pod), secret); err != nil {
			return client.IgnoreNotFound(err)
		}
		return r.Delete(ctx, secret)
	}
	return nil
}
