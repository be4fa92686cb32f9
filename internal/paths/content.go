package paths

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A contented is a field of an object of which a poll wants that it is a constant, and ends then.
type contented struct{ path, is string }

// contentOf returns what the function that is polled wants of the object that a read in it fills.
func contentOf(r *Op) (out []contented) {
	if r.Object == nil || asksMore(r.Path[0]) {
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
		if base, _, _ := ir.Base(load.X); ok && base == identity.Root(r.Object) {
			out = append(out, contented{pathOf(addr), ir.Exactly(is)})
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
	object := identity.Root(p.Write.Object)
	for _, c := range p.Read.Polled.content {
		if in.setsOther(p.Write.Call, object, c) {
			return true
		}
	}
	return false
}

// setsOther tells whether a field of an object is certainly another constant than a poll wants when the object is written, and was
// whatever it was before.
func (in *Info) setsOther(write ssa.CallInstruction, object ssa.Value, c contented) bool {
	precedes, set := ir.MayPrecede(write), false
	for e := range in.footprints.Edits(flow.At(object, "")).Set {
		if e.By != nil && (!footprint.PathIn(e.Path, c.path) && !footprint.PathIn(c.path, e.Path) || !precedes(e.By)) {
			continue
		}
		store, ok := e.By.(*ssa.Store)
		if !ok {
			return false
		}
		value, ok := store.Val.(*ssa.Const)
		if !ok || ir.Exactly(value) == c.is {
			return false
		}
		set = set || store.Block().Dominates(write.Block())
	}
	return set && !isCompared(write.Parent(), object, c.path)
}

// isCompared tells whether a function compares a field of an object with something.
func isCompared(fn *ssa.Function, object ssa.Value, path string) bool {
	for op := range ir.All[*ssa.BinOp](fn.Blocks) {
		for _, side := range []ssa.Value{op.X, op.Y} {
			load, ok := side.(*ssa.UnOp)
			if !ok {
				continue
			}
			addr, ok := load.X.(*ssa.FieldAddr)
			if base, _, _ := ir.Base(load.X); ok && pathOf(addr) == path && identity.Root(base) == object {
				return true
			}
		}
	}
	return false
}

// asksMore tells whether the function around a call branches by something else than an error.
func asksMore(call ssa.CallInstruction) bool {
	for branch := range ir.All[*ssa.If](call.Parent().Blocks) {
		compared, ok := branch.Cond.(*ssa.BinOp)
		if !ok || !kube.IsError(compared.X.Type()) {
			return true
		}
	}
	return false
}
