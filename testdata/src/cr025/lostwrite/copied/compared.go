package copied

import (
	"context"
	"reflect"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv1 "k8s.io/api/autoscaling/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
)

// compare sets the phase in a copy of the status, which differs from the status then.
func (r *Reconciler) compare(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	status := w.Status
	status.Phase = "Ready" // rests
	if reflect.DeepEqual(status, w.Status) {
		return nil
	}
	return r.Status().Update(ctx, w) // want `this Status\(\).Update does not store the change of Status.Phase: it is made in a copy of a part of the apis?.*Widget`
}

func (r *Reconciler) compareMended(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	status := w.Status
	status.Phase = "Ready"
	if reflect.DeepEqual(status, w.Status) {
		return nil
	}
	w.Status = status
	return r.Status().Update(ctx, w)
}

// The copy is filled by a function.
func (r *Reconciler) point(ctx context.Context, key client.ObjectKey, to string) error {
	var hpa autoscalingv1.HorizontalPodAutoscaler
	if err := r.Get(ctx, key, &hpa); err != nil {
		return err
	}
	ref := hpa.Spec.ScaleTargetRef
	pointTo(&ref, to)
	if ref != hpa.Spec.ScaleTargetRef {
		return r.Update(ctx, &hpa) // want `this Update does not store the change of Spec.ScaleTargetRef: `
	}
	return nil
}

func pointTo(ref *autoscalingv1.CrossVersionObjectReference, name string) {
	if ref.Kind != "Deployment" {
		ref.Kind = "Deployment"
	}
	ref.Name = name
}

func (r *Reconciler) pointMended(ctx context.Context, key client.ObjectKey, to string) error {
	var hpa autoscalingv1.HorizontalPodAutoscaler
	if err := r.Get(ctx, key, &hpa); err != nil {
		return err
	}
	ref := hpa.Spec.ScaleTargetRef
	pointTo(&ref, to)
	if ref != hpa.Spec.ScaleTargetRef {
		hpa.Spec.ScaleTargetRef = ref
		return r.Update(ctx, &hpa)
	}
	return nil
}

// The copy is a deep one, and there is a patch.
func (r *Reconciler) reason(ctx context.Context, key client.ObjectKey, reasons []string) error {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, key, pod); err != nil {
		return err
	}
	base := pod.DeepCopy()
	status := pod.Status.DeepCopy()
	for _, reason := range reasons {
		status.Reason += reason
	}
	addCondition(status, "Checked")
	if !equality.Semantic.DeepEqual(*status, pod.Status) {
		return r.Status().Patch(ctx, pod, client.MergeFrom(base)) // want `this Status\(\).Patch does not store the change of Status.Conditions`
	}
	return nil
}

func addCondition(status *corev1.PodStatus, typ corev1.PodConditionType) {
	status.Conditions = append(status.Conditions, corev1.PodCondition{Type: typ, Status: corev1.ConditionTrue})
}

func (r *Reconciler) reasonMended(ctx context.Context, key client.ObjectKey) error {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, key, pod); err != nil {
		return err
	}
	base := pod.DeepCopy()
	status := pod.Status.DeepCopy()
	addCondition(status, "Checked")
	if !equality.Semantic.DeepEqual(status, &pod.Status) {
		status.DeepCopyInto(&pod.Status)
		return r.Status().Patch(ctx, pod, client.MergeFrom(base))
	}
	return nil
}

// The copy is what was there before, without what doesn't matter.
func (r *Reconciler) before(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	before := w.Status
	w.Status.Phase = "Ready"
	before.Made = w.Status.Made
	if reflect.DeepEqual(before, w.Status) {
		return nil
	}
	return r.Status().Update(ctx, w)
}

// A function has the object, and may set what is there.
func (r *Reconciler) observe(ctx context.Context, key client.ObjectKey, into func(*api.Widget)) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	before := w.Status
	into(w)
	before.Made = 0
	if reflect.DeepEqual(before, w.Status) {
		return nil
	}
	return r.Status().Update(ctx, w)
}

// What is written where they differ is a note of that.
func (r *Reconciler) drift(ctx context.Context, key client.ObjectKey) error {
	d := &appsv1.Deployment{}
	if err := r.Get(ctx, key, d); err != nil {
		return err
	}
	want := d.Spec.DeepCopy()
	want.Paused = true
	if !equality.Semantic.DeepEqual(*want, d.Spec) {
		d.Annotations = map[string]string{"drift": "true"}
		return r.Update(ctx, d)
	}
	return nil
}

// A function puts the copy into the object.
func (r *Reconciler) through(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	status := w.Status
	status.Phase = "Ready"
	if reflect.DeepEqual(status, w.Status) {
		return nil
	}
	replace(w, status)
	return r.Status().Update(ctx, w)
}

func replace(w *api.Widget, status api.Status) { w.Status = status }

// The copy goes into another object, too.
func (r *Reconciler) carry(ctx context.Context, key client.ObjectKey, to *api.Widget) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	status := w.Status
	status.Phase = "Ready"
	to.Status = status
	if reflect.DeepEqual(status, w.Status) {
		return nil
	}
	return r.Status().Update(ctx, w)
}

// It is compared with the status of another one.
func (r *Reconciler) other(ctx context.Context, key client.ObjectKey, like *api.Widget) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	status := w.Status
	status.Made = like.Status.Made
	if !reflect.DeepEqual(status, like.Status) {
		return r.Status().Update(ctx, w)
	}
	return nil
}

// Somebody else has the object, and may set something there meanwhile.
func (r *Reconciler) outside(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	r.watch(w)
	before := w.Status
	r.tick()
	before.Made = 0
	if reflect.DeepEqual(before, w.Status) {
		return nil
	}
	return r.Status().Update(ctx, w)
}

var watched *api.Widget

func (r *Reconciler) watch(w *api.Widget) { watched = w }

func (r *Reconciler) tick() { watched.Status.Phase = "Seen" }

// What is changed of the copy is in what the object refers to, too.
func (r *Reconciler) shared(ctx context.Context, key client.ObjectKey, parent *api.Widget) error {
	w := &api.Widget{}
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	spec, before := w.Spec, len(w.Spec.Rooms)
	enlarge(&spec)
	if reflect.DeepEqual(spec, w.Spec) && before == len(w.Spec.Rooms) {
		return nil
	}
	return r.Update(ctx, w)
}

func enlarge(spec *api.Spec) { spec.Rooms["hall"] = &api.Room{Size: 2} }

// What reads the object sets something in it besides, that differs from the copy then.
func (r *Reconciler) compareLoaded(ctx context.Context, key client.ObjectKey) error {
	w := &api.Widget{}
	if err := r.loadReady(ctx, key, w); err != nil {
		return err
	}
	plain := w.Status
	plain.Phase = ""
	if reflect.DeepEqual(plain, w.Status) {
		return nil
	}
	return r.Status().Update(ctx, w)
}

func (r *Reconciler) loadReady(ctx context.Context, key client.ObjectKey, w *api.Widget) error {
	if err := r.Get(ctx, key, w); err != nil {
		return err
	}
	w.Status.Phase = "Ready"
	return nil
}

// Others have changed the object that a map holds.
func (r *Reconciler) compareHeld(ctx context.Context, held map[string]*api.Widget, key string) error {
	w := held[key]
	plain := w.Status
	plain.Phase = ""
	if reflect.DeepEqual(plain, w.Status) {
		return nil
	}
	return r.Status().Update(ctx, w)
}

// It is one of two, and changed under its other name.
func (r *Reconciler) compareEither(ctx context.Context, a, b *api.Widget, first bool) error {
	w := a
	if first {
		w = b
	}
	plain := w.Status
	plain.Phase = ""
	a.Status.Phase = "Ready"
	if reflect.DeepEqual(plain, w.Status) {
		return nil
	}
	return r.Status().Update(ctx, w)
}
