package paths

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/change"
	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Unplaced returns the writes of a function that come to nothing: what is to be stored was changed in a copy of a part of the
// object, and the write, made because that differs from the part now, sends the object, into which nobody has put it. keeps says
// what a write does with a field.
func (in *Info) Unplaced(fn *ssa.Function, keeps func(w *Op, field string) Keeping) (out []Replacement) {
	if !in.writesAny(in.of(fn)) {
		return nil
	}
	for _, c := range in.effects.Compared(fn) {
		h := in.footprints.Object(fn, in.objects.Pointer(c.Object))
		if h == nil || in.isOut(fn, h) || !isOwnObject(h.Pointer.Leaf) {
			continue
		}
		set := in.setApart(h)
		if set.Meets(footprint.Set{c.Path: true}) {
			continue
		}
		for _, test := range c.Tests {
			w := in.sentBehind(fn, h, test)
			if w != nil && keeps(w, topOf(c.Path)) == Stores && !slices.ContainsFunc(set.List(), func(field string) bool { return keeps(w, topOf(field)) != Drops }) {
				out = append(out, Replacement{w, c.By, footprint.PathTo(c.Field)})
				break
			}
		}
	}
	return out
}

// isOwnObject tells whether an object is one that the function has in a variable, or that a call has returned: not one of several, nor
// what something holds.
func isOwnObject(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Alloc, *ssa.Call:
		return true
	case *ssa.Extract:
		_, returned := v.Tuple.(*ssa.Call)
		return returned
	}
	return false
}

func topOf(path string) string { return footprint.Set{path: true}.Top() }

// setApart returns what is set of an object, or may be, otherwise than by a read that fills it.
func (in *Info) setApart(h *footprint.Object) footprint.Set {
	set := footprint.Set{}
	for at, t := range h.At {
		call, isCall := at.(ssa.CallInstruction)
		if isCall && slices.ContainsFunc(in.readsAt(call), func(r *Op) bool { return len(r.Path) == 1 && identity.Same(r.pointer, h.Pointer) }) {
			continue
		}
		if t.Hands {
			return footprint.Whole()
		}
		set.Add(t.Sets)
	}
	return set
}

func (in *Info) readsAt(call ssa.CallInstruction) []*Op {
	reads, _ := in.At(call)
	return reads
}

// sentBehind returns the write of an object that is made only where two things differ; nil if there is none.
func (in *Info) sentBehind(fn *ssa.Function, h *footprint.Object, test change.Test) *Op {
	for branch := range ir.Refs[*ssa.If](test.Cond) {
		differ := branch.Block().Succs[0]
		if test.Equal {
			differ = branch.Block().Succs[1]
		}
		if len(differ.Preds) != 1 {
			continue
		}
		f := in.of(fn)
		for _, call := range f.calls {
			if !differ.Dominates(call.Block()) {
				continue
			}
			_, writes := f.events[call].operations()
			for _, w := range writes {
				isWhole := w.Verb == kube.VerbUpdate || w.Verb == kube.VerbPatch && identity.Same(w.base.Of, h.Pointer)
				if isWhole && w.sent == nil && identity.Same(w.pointer, h.Pointer) {
					return w
				}
			}
		}
	}
	return nil
}
