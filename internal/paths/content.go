package paths

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
)

// A contented is a field of an object of which a poll wants that it is a constant, and ends then.
type contented struct{ path, is string }

// contentOf returns what the function that is polled wants of the object that a read in it fills.
func contentOf(r *Op) (out []contented) {
	if r.Object == nil {
		return nil
	}
	for ret := range ir.All[*ssa.Return](r.Path[0].Parent().Blocks) {
		if len(ret.Results) != 2 || !ir.IsNil(ret.Results[1]) {
			continue
		}
		of, is := ir.Compared(ret.Results[0], token.EQL)
		load, ok := of.(*ssa.UnOp)
		if is == nil || !ok {
			continue
		}
		addr, ok := load.X.(*ssa.FieldAddr)
		if base, _, _ := ir.Base(load.X); ok && base == pointer(r.Object) {
			out = append(out, contented{pathOf(addr), is.String()})
		}
	}
	return out
}

// ContentBefore tells whether a poll may be content with the object as it was before a write, which sets to something else what the
// poll wants to be a constant.
func (in *Info) ContentBefore(p *Pair) bool {
	if p.Read.Polled == nil || len(p.Read.Polled.content) == 0 || p.Write.Object == nil || len(p.Write.Path) != 1 {
		return false
	}
	precedes := ir.MayPrecede(p.Write.Call)
	for set := range in.editsOf(flow.At(pointer(p.Write.Object), "")).set {
		store, ok := set.by.(*ssa.Store)
		if !ok || !precedes(store) {
			continue
		}
		value, ok := store.Val.(*ssa.Const)
		if ok && slices.ContainsFunc(p.Read.Polled.content, func(c contented) bool { return c.path == set.path && c.is != value.String() }) {
			return true
		}
	}
	return false
}
