package copied

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"ctrllint.test/cr025/lostwrite/api"
)

// What is appended has just been put into the object, by the function that is given both: the other list is only left over.
func (r *Reconciler) announce(ctx context.Context, w *api.Widget, known []metav1.Condition, types []string) error {
	byType := map[string]*metav1.Condition{}
	for _, t := range types {
		added := metav1.Condition{Type: t, Status: metav1.ConditionTrue}
		putInto(w, added)
		known = append(known, added)
		byType[t] = &added
	}
	w.Status.Made = len(byType)
	return r.Status().Update(ctx, w)
}

func putInto(w *api.Widget, condition metav1.Condition) {
	for i := range w.Status.Conditions {
		if w.Status.Conditions[i].Type == condition.Type {
			w.Status.Conditions[i] = condition
			return
		}
	}
	w.Status.Conditions = append(w.Status.Conditions, condition)
}

// It goes into the object afterwards.
func (r *Reconciler) announceLater(ctx context.Context, w *api.Widget, hosts []string) error {
	all := w.Spec.Hosts
	for _, host := range hosts {
		all = append(all, host)
		w.Status.Phase = host
	}
	return r.Status().Update(ctx, w)
}

// Who is told of it, or only looks at it, puts it nowhere.
func (r *Reconciler) announceNowhere(ctx context.Context, w *api.Widget, known []metav1.Condition, types []string) error {
	for _, t := range types {
		added := metav1.Condition{Type: t, Status: metav1.ConditionTrue}
		log.FromContext(ctx).Info("added", "condition", added)
		if !isTrue(&added) {
			continue
		}
		known = append(known, added) // want `what this appends is in a slice of the function's own`
	}
	return r.Status().Update(ctx, w)
}

func isTrue(condition *metav1.Condition) bool { return condition.Status == metav1.ConditionTrue }

// Where it is put into the object, it isn't appended.
func (r *Reconciler) announceEither(ctx context.Context, w *api.Widget, types []string) error {
	known := w.Status.Conditions
	for _, t := range types {
		added := metav1.Condition{Type: t, Status: metav1.ConditionTrue}
		if t == "Ready" {
			putInto(w, added)
		} else {
			known = append(known, added) // want `what this appends is in a slice of the function's own`
		}
	}
	return r.Status().Update(ctx, w)
}

// Of two, one is lost.
func (r *Reconciler) announceOne(ctx context.Context, w *api.Widget, first, second metav1.Condition) error {
	known := w.Status.Conditions
	putInto(w, first)
	known = append(known, first, second) // want `what this appends is in a slice of the function's own`
	return r.Status().Update(ctx, w)
}
