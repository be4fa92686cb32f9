package footprints

import (
	"context"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Phases are conditions of Widgets.
type Phases struct{ client.Client }

func (p *Phases) finish(ctx context.Context, key client.ObjectKey) (*api.Widget, error) {
	var w, now api.Widget
	if err := p.Get(ctx, key, &w); err != nil {
		return nil, err
	}
	meta.SetStatusCondition(&w.Status.Conditions, metav1.Condition{Type: "Built", Status: metav1.ConditionTrue, Reason: "Built"})
	if err := p.Status().Update(ctx, &w); err != nil {
		return nil, err
	}
	err := p.Get(ctx, key, &now) // want `Get after the Status\(\).Update.*api.Widget.*\[staleread/get\]`
	return &now, err
}

// A loop asks for the condition that was set.
func (p *Phases) built(ctx context.Context, key client.ObjectKey) (bool, error) {
	var w, now api.Widget
	if err := p.Get(ctx, key, &w); err != nil {
		return false, err
	}
	meta.SetStatusCondition(&w.Status.Conditions, metav1.Condition{Type: "Built", Status: metav1.ConditionTrue, Reason: "Built"})
	if err := p.Status().Update(ctx, &w); err != nil {
		return false, err
	}
	if err := p.Get(ctx, key, &now); err != nil { // want `warning: Get after the Status\(\).Update.*api.Widget.*Status.Conditions\[Built\] decides what is done.*\[staleread/get\]`
		return false, err
	}
	for _, c := range now.Status.Conditions {
		if c.Type == "Built" {
			return c.Status == metav1.ConditionTrue, nil
		}
	}
	return false, nil
}

// A loop asks for one that was not.
func (p *Phases) sold(ctx context.Context, key client.ObjectKey) (bool, error) {
	var w, now api.Widget
	if err := p.Get(ctx, key, &w); err != nil {
		return false, err
	}
	meta.SetStatusCondition(&w.Status.Conditions, metav1.Condition{Type: "Built", Status: metav1.ConditionTrue, Reason: "Built"})
	if err := p.Status().Update(ctx, &w); err != nil {
		return false, err
	}
	if err := p.Get(ctx, key, &now); err != nil {
		return false, err
	}
	for _, c := range now.Status.Conditions {
		if c.Type == "Sold" {
			return c.Status == metav1.ConditionTrue, nil
		}
	}
	return false, nil
}
