package paths

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A RemoteBuilt is what a function has set in the status of a new object that is its result of that index.
type RemoteBuilt struct {
	Result int
	Fields []string
}

// built says what the function has set in the status of a new object that is its nth result.
func (x *exporter) built(n int) {
	if fields := x.in.questions.built.Of(resultOf{x.fn, n}).List(); len(fields) > 0 {
		x.facts.Built = append(x.facts.Built, RemoteBuilt{n, fields})
	}
}

// builtBy returns what the function that a call calls has set in the status of the object which it has made and returns, if
// that is the one that is handled; nil if that is nothing.
func (in *Info) builtBy(call *ssa.Call, h *footprint.Object) footprint.Set {
	if h.Pointer.Kind != identity.LeafTerm {
		return nil
	}
	step := ir.StepOf(h.Pointer.Leaf)
	if step.Kind != ir.Result || step.Call != call || in.operation(call) != nil {
		return nil
	}
	if callee := in.lazy.Callee(call.Common()); callee != nil {
		return in.questions.built.Of(resultOf{callee, step.Index})
	}
	if f := in.factsFor(ir.Called(call.Common())); f != nil {
		for _, b := range f.Built {
			if b.Result == step.Index {
				return footprint.Of(b.Fields)
			}
		}
	}
	return nil
}

// findBuilt returns what a function has set in the status of the object that it returns, on all the ways to that, if it is
// always the same one, which is made there or by a function like it, and the function does nothing with it that may
// have to do with the API.
func (in *Info) findBuilt(of resultOf) footprint.Set {
	h, rets := in.footprints.HandsBack(of.fn, of.n)
	if h == nil {
		return nil
	}
	out := footprint.Set{}
	if _, isNew := h.Pointer.Leaf.(*ssa.Alloc); !isNew {
		call := ir.StepOf(h.Pointer.Leaf).Call
		if call == nil {
			return nil
		}
		if out.Add(in.builtBy(call, h)); len(out) == 0 {
			return nil // it may be anybody's
		}
	}
	for call := range ir.All[ssa.CallInstruction](of.fn.Blocks) {
		if op := in.operation(call); op != nil && identity.Same(op.pointer, h.Pointer) {
			return nil
		}
	}
	behind := func(ssa.Instruction) bool { return false }
	for at, t := range h.At {
		if call, ok := at.(ssa.CallInstruction); t.Hands || ok && in.mayWrite(call, h.Pointer, maxThrough) {
			return nil
		}
		onAll := !slices.ContainsFunc(rets, func(ret *ssa.Return) bool { return !ir.Before(at, ret) })
		if set := h.Status(t.Sure); onAll && len(set) > 0 {
			out.Add(set)
			others, after := behind, ir.MayFollow(at)
			behind = func(i ssa.Instruction) bool { return others(i) || after(i) }
		}
	}
	for at, t := range h.At {
		if out.Meets(t.Looks) || out.Meets(t.Keeps) || out.Meets(t.Sets) && !out.Meets(t.Sure) && behind(at) {
			return nil
		}
	}
	return out
}

// isBuilt tells whether a loss of what the function has set that made the object is one: the object is created, and what was
// set was there for nothing else.
func (l *Loss) isBuilt() bool { return l.How == Left && l.Write.Verb == kube.VerbCreate && l.Unused }
