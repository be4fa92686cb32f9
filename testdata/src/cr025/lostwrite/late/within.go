package late

import (
	"context"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/lostwrite/api"
)

// The conditions are a part of the object, or may be: the caller says so by what it passes.
func setOne(ctx context.Context, c client.Client, obj client.Object, conditions *[]metav1.Condition, one metav1.Condition) error {
	base := obj.DeepCopyObject().(client.Object)
	if !meta.SetStatusCondition(conditions, one) {
		return nil
	}
	return c.Status().Patch(ctx, obj, client.MergeFrom(base))
}

// So it is in a function literal.
func setOneIn(ctx context.Context, c client.Client, obj client.Object, conditions *[]metav1.Condition, one metav1.Condition, try func(func() error) error) error {
	return try(func() error {
		base := obj.DeepCopyObject().(client.Object)
		if !meta.SetStatusCondition(conditions, one) {
			return nil
		}
		return c.Status().Patch(ctx, obj, client.MergeFrom(base))
	})
}

// Here they are set before.
func setOneLate(ctx context.Context, c client.Client, obj client.Object, conditions *[]metav1.Condition, one metav1.Condition) error {
	if !meta.SetStatusCondition(conditions, one) {
		return nil
	}
	base := obj.DeepCopyObject().(client.Object)
	return c.Status().Patch(ctx, obj, client.MergeFrom(base)) // want `this Status\(\).Patch sends no change: .*\[lostwrite/late\]`
}

// What is counted is no part of a Widget.
type patches struct{ sent, failed [2]uint16 }

func (p *patches) count() { p.sent[0]++ }

func setCounted(ctx context.Context, c client.Client, w *api.Widget, counted *patches) error {
	base := w.DeepCopy()
	counted.count()
	return c.Status().Patch(ctx, w, client.MergeFrom(base)) // want `this Status\(\).Patch sends no change: .*\[lostwrite/late\]`
}

// What has a ledger is any object that hands out its entries.
type ledgered interface {
	client.Object
	Ledger() *ledger
}

type ledger struct {
	Entries []entry           `json:"entries,omitempty"`
	Totals  map[string]string `json:"totals,omitempty"`
}

type entry struct {
	Note string `json:"note,omitempty"`
}

// The entries that a method hands out may be the object's own.
func closeLedger(ctx context.Context, c client.Client, of ledgered, entries []entry) error {
	kept := of.Ledger()
	base := of.DeepCopyObject().(client.Object)
	kept.Entries = entries
	return c.Status().Patch(ctx, of, client.MergeFrom(base))
}

// So may be one of a list that a method has handed out a pointer to, and what a map there has.
func noteEach(ctx context.Context, c client.Client, of ledgered, note string) error {
	kept := of.Ledger()
	for i := range kept.Entries {
		at := &kept.Entries[i]
		base := of.DeepCopyObject().(client.Object)
		at.Note = note
		if err := c.Status().Patch(ctx, of, client.MergeFrom(base)); err != nil {
			return err
		}
	}
	base := of.DeepCopyObject().(client.Object)
	kept.Totals["note"] = note
	return c.Status().Patch(ctx, of, client.MergeFrom(base))
}

// Here they are set before.
func closeLedgerLate(ctx context.Context, c client.Client, of ledgered, entries []entry) error {
	kept := of.Ledger()
	kept.Entries = entries
	base := of.DeepCopyObject().(client.Object)
	return c.Status().Patch(ctx, of, client.MergeFrom(base)) // want `this Status\(\).Patch sends no change: .*\[lostwrite/late\]`
}

// What is set is nobody's but the function's.
func closeOwn(ctx context.Context, c client.Client, of ledgered, entries []entry) (ledger, error) {
	own := &ledger{}
	base := of.DeepCopyObject().(client.Object)
	own.Entries = entries
	return *own, c.Status().Patch(ctx, of, client.MergeFrom(base)) // want `this Status\(\).Patch sends no change: .*\[lostwrite/late\]`
}
