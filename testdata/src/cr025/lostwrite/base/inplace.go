package base

import (
	"context"
	"reflect"
	"slices"

	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
)

func ready(yes bool) metav1.Condition {
	c := metav1.Condition{Type: "Ready", Status: metav1.ConditionFalse, Reason: "Waits"}
	if yes {
		c.Status, c.Reason = metav1.ConditionTrue, "Runs"
	}
	return c
}

// judge sets the condition in the list that is there.
func judge(w *api.Widget, yes bool) { meta.SetStatusCondition(&w.Status.Conditions, ready(yes)) }

// The copy of the status has the same list.
func (r *Reconciler) judged(ctx context.Context, w *api.Widget, yes bool) error {
	was := w.Status
	judge(w, yes)                                   // rests
	if equality.Semantic.DeepEqual(was, w.Status) { // want `this compares Status.Conditions of the api.Widget with itself: what was copied is the struct or slice only, which has the very elements that are changed in place meanwhile, so that Status\(\).Update at line \d+ is not made for a change of what is there already \[lostwrite/base\]`
		return nil
	}
	return r.Status().Update(ctx, w)
}

// So has the slice.
func (r *Reconciler) judgedList(ctx context.Context, key client.ObjectKey, yes bool) error {
	var w api.Widget
	if err := r.Get(ctx, key, &w); err != nil {
		return err
	}
	was := w.Status.Conditions
	meta.SetStatusCondition(&w.Status.Conditions, ready(yes)) // rests
	if !reflect.DeepEqual(was, w.Status.Conditions) {         // want `this compares Status.Conditions of the api.Widget with itself: .*\[lostwrite/base\]`
		return r.Status().Update(ctx, &w)
	}
	return nil
}

// put is what many write themselves.
func put(status *api.Status, condition metav1.Condition) {
	for i := range status.Conditions {
		if status.Conditions[i].Type == condition.Type {
			status.Conditions[i].Status = condition.Status
			status.Conditions[i].Reason = condition.Reason
			return
		}
	}
	status.Conditions = append(status.Conditions, condition)
}

func (r *Reconciler) judgedOurselves(ctx context.Context, w *api.Widget, yes bool) error {
	was := w.Status
	if yes {
		put(&w.Status, ready(true)) // rests
	} else {
		put(&w.Status, ready(false))
	}
	if !equality.Semantic.DeepEqual(was, w.Status) { // want `this compares Status.Conditions of the api.Widget with itself: .*\[lostwrite/base\]`
		return r.Status().Update(ctx, w)
	}
	return nil
}

// The list is copied, too.
func (r *Reconciler) judgedMended(ctx context.Context, w *api.Widget, yes bool) error {
	was := w.DeepCopy().Status
	judge(w, yes)
	if equality.Semantic.DeepEqual(was, w.Status) {
		return nil
	}
	return r.Status().Update(ctx, w)
}

func (r *Reconciler) judgedListMended(ctx context.Context, w *api.Widget, yes bool) error {
	was := slices.Clone(w.Status.Conditions)
	judge(w, yes)
	if !reflect.DeepEqual(was, w.Status.Conditions) {
		return r.Status().Update(ctx, w)
	}
	return nil
}

// What is set is in the struct.
func (r *Reconciler) counted(ctx context.Context, w *api.Widget, n int) error {
	was := w.Status
	w.Status.Made = n
	if !equality.Semantic.DeepEqual(was, w.Status) {
		return r.Status().Update(ctx, w)
	}
	return nil
}

// The phase is another one whenever the condition is.
func (r *Reconciler) judgedWithPhase(ctx context.Context, w *api.Widget, yes bool) error {
	was := w.Status
	w.Status.Phase = "Waiting"
	if yes {
		w.Status.Phase = "Running"
	}
	judge(w, yes)
	if !equality.Semantic.DeepEqual(was, w.Status) {
		return r.Status().Update(ctx, w)
	}
	return nil
}

// The list gets longer, or another one takes its place.
func (r *Reconciler) noticed(ctx context.Context, w *api.Widget, condition metav1.Condition) error {
	was := w.Status
	w.Status.Conditions = append(w.Status.Conditions, condition)
	if !equality.Semantic.DeepEqual(was, w.Status) {
		return r.Status().Update(ctx, w)
	}
	return nil
}

func putAnew(w *api.Widget, condition metav1.Condition) {
	conditions := slices.Clone(w.Status.Conditions)
	meta.SetStatusCondition(&conditions, condition)
	w.Status.Conditions = conditions
}

func (r *Reconciler) judgedAnew(ctx context.Context, w *api.Widget, yes bool) error {
	was := w.Status
	putAnew(w, ready(yes))
	if !equality.Semantic.DeepEqual(was, w.Status) {
		return r.Status().Update(ctx, w)
	}
	return nil
}

func (r *Reconciler) judgedFirst(ctx context.Context, w *api.Widget, yes bool) error {
	was := w.Status
	w.Status.Conditions = slices.Clone(w.Status.Conditions)
	judge(w, yes)
	if !equality.Semantic.DeepEqual(was, w.Status) {
		return r.Status().Update(ctx, w)
	}
	return nil
}

func (r *Reconciler) unjudged(ctx context.Context, w *api.Widget) error {
	was := w.Status
	meta.RemoveStatusCondition(&w.Status.Conditions, "Ready")
	if !equality.Semantic.DeepEqual(was, w.Status) {
		return r.Status().Update(ctx, w)
	}
	return nil
}

// There is no condition yet.
func (r *Reconciler) judgedEmpty(ctx context.Context, w *api.Widget, yes bool) error {
	w.Status.Conditions = nil
	was := w.Status
	judge(w, yes)
	if !equality.Semantic.DeepEqual(was, w.Status) {
		return r.Status().Update(ctx, w)
	}
	return nil
}

func (r *Reconciler) judgedNew(ctx context.Context, name string) error {
	w := &api.Widget{ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: "shop"}}
	was := w.Status
	judge(w, true)
	if !equality.Semantic.DeepEqual(was, w.Status) {
		return r.Status().Update(ctx, w)
	}
	return nil
}

// What sets it says whether it is another one.
func (r *Reconciler) judgedTold(ctx context.Context, w *api.Widget, yes bool) error {
	was := w.Status
	changed := meta.SetStatusCondition(&w.Status.Conditions, ready(yes))
	w.Status.Made++
	if changed || !equality.Semantic.DeepEqual(was, w.Status) {
		return r.Status().Update(ctx, w)
	}
	return nil
}

func (r *Reconciler) judgedToldFirst(ctx context.Context, w *api.Widget, yes bool) error {
	was := w.Status
	if meta.SetStatusCondition(&w.Status.Conditions, ready(yes)) {
		return r.Status().Update(ctx, w)
	}
	if !equality.Semantic.DeepEqual(was, w.Status) {
		return r.Status().Update(ctx, w)
	}
	return nil
}

// It is written anyway.
func (r *Reconciler) judgedAlways(ctx context.Context, w *api.Widget, yes bool) error {
	was := w.Status
	judge(w, yes)
	if !equality.Semantic.DeepEqual(was, w.Status) {
		return r.Status().Update(ctx, w)
	}
	return r.save(ctx, w)
}

func (r *Reconciler) save(ctx context.Context, w *api.Widget) error { return r.Status().Update(ctx, w) }

func (r *Reconciler) judgedLast(ctx context.Context, w *api.Widget, yes bool) (err error) {
	defer func() { err = r.save(ctx, w) }()
	was := w.Status
	judge(w, yes)
	if !equality.Semantic.DeepEqual(was, w.Status) {
		return r.Status().Update(ctx, w)
	}
	return nil
}

// The condition is another one's.
func (r *Reconciler) judgedOther(ctx context.Context, w, other *api.Widget, yes bool) error {
	was := w.Status
	judge(other, yes)
	w.Status.Made++
	if !equality.Semantic.DeepEqual(was, w.Status) {
		return r.Status().Update(ctx, w)
	}
	return nil
}

// What is read anew may have another list.
func (r *Reconciler) judgedReread(ctx context.Context, w *api.Widget, yes bool) error {
	was := w.Status
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil {
		return err
	}
	judge(w, yes)
	if !equality.Semantic.DeepEqual(was, w.Status) {
		return r.Status().Update(ctx, w)
	}
	return nil
}
