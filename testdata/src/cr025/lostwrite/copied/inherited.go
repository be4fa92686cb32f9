package copied

import (
	"context"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
)

// scope has the object itself.
type scope struct {
	widget api.Widget
	client client.Client
	tries  int
}

func (s scope) ready() {
	s.widget.Status.Phase = "Ready" // want `^error: this changes widget.Status.Phase of the function's own copy of the scope, which is passed by value`
	s.tries = 0
}

func (s *scope) readyMended() { s.widget.Status.Phase = "Ready" }

// The scope is returned, or the object written.
func (s scope) with(phase string) scope {
	s.widget.Status.Phase = phase
	return s
}

func (s scope) store(ctx context.Context) error {
	s.widget.Status.Phase = "Ready"
	return s.client.Status().Update(ctx, &s.widget)
}

// It has a pointer to the object.
type pointing struct{ widget *api.Widget }

func (p pointing) ready() { p.widget.Status.Phase = "Ready" }

// conditions sets one in a list that is the object's only as long as it isn't longer.
func (r *Reconciler) conditions(ctx context.Context, w *api.Widget) error {
	conditions := w.Status.Conditions
	meta.SetStatusCondition(&conditions, metav1.Condition{Type: "Ready"}) // want `this makes the list of conditions longer or shorter in a variable of the function's own only`
	return r.Status().Update(ctx, w)
}

func (r *Reconciler) conditionsMended(ctx context.Context, w *api.Widget) error {
	meta.SetStatusCondition(&w.Status.Conditions, metav1.Condition{Type: "Ready"})
	return r.Status().Update(ctx, w)
}

// It is put back, looked at, or of the function's own.
func (r *Reconciler) conditionsBack(ctx context.Context, w *api.Widget) error {
	conditions := w.Status.Conditions
	meta.RemoveStatusCondition(&conditions, "Ready")
	w.Status.Conditions = conditions
	return r.Status().Update(ctx, w)
}

func hasNone(w *api.Widget) bool {
	conditions := w.Status.Conditions
	meta.RemoveStatusCondition(&conditions, "Ready")
	return len(conditions) == 0
}

func made() {
	var conditions []metav1.Condition
	meta.SetStatusCondition(&conditions, metav1.Condition{Type: "Ready"})
}

// Whether there is anything to change is what is asked for.
func isReady(w *api.Widget) bool {
	conditions := w.Status.Conditions
	return !meta.SetStatusCondition(&conditions, metav1.Condition{Type: "Ready", Status: metav1.ConditionTrue})
}
