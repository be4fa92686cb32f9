package weighed

import (
	"context"
	"reflect"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/staleread/api"
)

// A merge patch has the whole list: what the update added to it isn't in the old one.
func (r *R) listed(ctx context.Context, w *api.Widget) error {
	w.Spec.Hosts = append(w.Spec.Hosts, "a")
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	now := &api.Widget{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), now); err != nil { // want `warning: .*what is written is made of its Spec.Hosts; .*\[staleread/get\]`
		return err
	}
	base := now.DeepCopy()
	now.Spec.Hosts = append(now.Spec.Hosts, "b")
	return r.Patch(ctx, now, client.MergeFrom(base))
}

// So has one of a copy.
func (r *R) conditions(ctx context.Context, w *api.Widget) error {
	meta.SetStatusCondition(&w.Status.Conditions, metav1.Condition{Type: "Made"})
	if err := r.Status().Update(ctx, w); err != nil {
		return err
	}
	now := &api.Widget{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), now); err != nil { // want `warning: .*what is written is made of its Status.Conditions.*\[staleread/get\]`
		return err
	}
	wanted := now.DeepCopy()
	meta.SetStatusCondition(&wanted.Status.Conditions, metav1.Condition{Type: "Ready"})
	return r.Status().Patch(ctx, wanted, client.MergeFrom(now))
}

// What doesn't hang on the old value is sent if it differs from that, and nothing goes back to what it was.
func (r *R) phases(ctx context.Context, w *api.Widget) error {
	if err := r.setPhase(ctx, w, "Started"); err != nil {
		return err
	}
	return r.setPhase(ctx, w, "Failed")
}

func (r *R) setPhase(ctx context.Context, w *api.Widget, phase string) error {
	now := &api.Widget{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), now); err != nil { // want `note: .*\[staleread/get\]`
		return err
	}
	base := now.DeepCopy()
	now.Status.Phase = phase
	if err := r.Status().Patch(ctx, now, client.MergeFrom(base)); err != nil {
		return err
	}
	w.Status.Phase = now.Status.Phase // the server's answer
	return nil
}

// Of a map a merge patch has the keys that differ: with one key after another, none is the other's.
func (r *R) keyed(ctx context.Context, w *api.Widget) error {
	if err := r.keep(ctx, w, "a"); err != nil {
		return err
	}
	return r.keep(ctx, w, "b")
}

// Twice the same key: it is sent again.
func (r *R) keyedTwice(ctx context.Context, w *api.Widget) error {
	if err := r.keep(ctx, w, "a"); err != nil {
		return err
	}
	return r.keep(ctx, w, "a")
}

func (r *R) keep(ctx context.Context, w *api.Widget, key string) error {
	now := w.DeepCopy()
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), now); err != nil { // want `note: .*\[staleread/get\]`
		return err
	}
	base := now.DeepCopy()
	labels := now.GetLabels()
	if labels == nil {
		labels = map[string]string{}
	}
	labels[key] = "kept"
	now.SetLabels(labels)
	w.SetLabels(labels) // the same object's
	return r.Patch(ctx, now, client.MergeFrom(base))
}

// The object and its copy differ in what is set between, which is no field of the first write: nothing comes of it.
func (r *R) differs(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	w.Status.Phase = "Made"
	if err := r.Status().Update(ctx, w); err != nil {
		return err
	}
	now := &api.Widget{}
	if err := r.Get(ctx, key, now); err != nil {
		return err
	}
	base := now.DeepCopy()
	now.Status.Made = 3
	if !reflect.DeepEqual(base.Status, now.Status) {
		return r.Status().Patch(ctx, now, client.MergeFrom(base))
	}
	return nil
}

// The phase that is wanted is the one that was there before.
func (r *R) back(ctx context.Context, w *api.Widget) error {
	w.Status.Phase = "Resting"
	if err := r.Status().Update(ctx, w); err != nil {
		return err
	}
	now := &api.Widget{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), now); err != nil { // want `warning: .*its Status.Phase decides what is done.*\[staleread/get\]`
		return err
	}
	base := now.DeepCopy()
	now.Status.Phase = "Working"
	if !reflect.DeepEqual(base.Status, now.Status) {
		return r.Status().Patch(ctx, now, client.MergeFrom(base))
	}
	return nil
}

// What isn't found is created again, which fails, since it is there.
func (r *R) remade(ctx context.Context, cm *corev1.ConfigMap) error {
	if err := r.ensure(ctx, cm, "a"); err != nil {
		return err
	}
	return r.ensure(ctx, cm, "b")
}

func (r *R) ensure(ctx context.Context, of *corev1.ConfigMap, key string) error {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: of.Namespace, Name: of.Name + "-init"}}
	data := map[string]string{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(cm), cm); err == nil { // want `note: .*\[staleread/get\]`
		data = cm.Data
	} else if !apierrors.IsNotFound(err) {
		return err
	}
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, cm, func() error {
		data[key] = "set"
		cm.Data = data
		return nil
	})
	return err
}

// The old copy hasn't the key that is to be taken off, so that nothing is sent.
func (r *R) marked(ctx context.Context, w *api.Widget) error {
	if err := r.keep(ctx, w, "working"); err != nil {
		return err
	}
	now := &api.Widget{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), now); err != nil { // want `warning: .*what is written is made of its Labels\[working\].*\[staleread/get\]`
		return err
	}
	base := now.DeepCopy()
	delete(now.Labels, "working")
	return r.Patch(ctx, now, client.MergeFrom(base))
}

// The copy that is sent has what was set since the base was copied, and that is nothing which is looked at.
func (r *R) upgrade(ctx context.Context, w *api.Widget) error {
	patch := client.MergeFrom(w.DeepCopy())
	w.Spec.Colour = "red"
	if err := r.Patch(ctx, w.DeepCopy(), patch); err != nil {
		return err
	}
	now := &api.Widget{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), now); err != nil {
		return err
	}
	if now.Labels["first"] != "" {
		return r.Delete(ctx, &api.Gadget{ObjectMeta: w.ObjectMeta})
	}
	return nil
}
