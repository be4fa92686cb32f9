package paths

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Emptied tells whether a retry puts what a refused write returned in the place of the object that the next try writes: what a
// clientset returns with an error is an object without anything in it, not nil, so that the next try is about an object without a name.
// What is read by that object's name afterwards finds nothing.
func (in *Info) Emptied(r *Retry, w *Op) bool {
	call, ok := w.Path[0].(*ssa.Call)
	if !ok || w.Via != kube.Clientset || len(w.Path) != 1 || w.Where != "" || w.Object == nil || ir.IsNil(w.Object) {
		return false
	}
	empty := ir.ResultsOf(call, 0)
	if slices.ContainsFunc(empty, isFilledAgain) {
		return false
	}
	if phi, ok := w.Object.(*ssa.Phi); ok && r.fn == nil {
		return r.loop[phi.Block()] && !slices.ContainsFunc(phi.Block().Preds, func(b *ssa.BasicBlock) bool {
			return r.loop[b] && !slices.Contains(empty, phi.Edges[slices.Index(phi.Block().Preds, b)])
		})
	}
	load, ok := w.Object.(*ssa.UnOp)
	if !ok || r.fn == nil || call.Parent() != r.fn {
		return false
	}
	cell, ok := load.X.(*ssa.FreeVar)
	return ok && !isSetElsewhere(cell, call) && in.keepsEmpty(call, cell, empty)
}

// isFilledAgain tells whether what a call returned is given to something that may fill it, or stored through.
func isFilledAgain(result ssa.Value) bool {
	return slices.ContainsFunc(ir.Uses(result), func(ref ssa.Instruction) bool {
		switch ref := ref.(type) {
		case ssa.CallInstruction, *ssa.FieldAddr, *ssa.MakeInterface:
			return true
		case *ssa.Store:
			return ref.Addr == result
		}
		return false
	})
}

// isSetElsewhere tells whether another function than the one that a captured variable is captured by sets it too, after its
// declaration, or whether what it holds is changed as a whole, or given to somebody else than the write.
func isSetElsewhere(cell *ssa.FreeVar, write *ssa.Call) bool {
	of := ir.Binding(cell)
	if of == nil || of.Referrers() == nil {
		return true
	}
	for _, ref := range ir.Uses(of) {
		made, ok := ref.(*ssa.MakeClosure)
		if !ok {
			continue
		}
		for n, bound := range made.Bindings {
			other := made.Fn.(*ssa.Function).FreeVars[n]
			if bound == of && other != cell && slices.ContainsFunc(ir.Uses(other), func(ref ssa.Instruction) bool {
				store, ok := ref.(*ssa.Store)
				return ok && store.Addr == ssa.Value(other)
			}) {
				return true
			}
		}
	}
	for load := range ir.Refs[*ssa.UnOp](cell) {
		if slices.ContainsFunc(ir.Uses(load), func(ref ssa.Instruction) bool {
			store, ok := ref.(*ssa.Store)
			call, calls := ref.(*ssa.Call)
			return ok && store.Addr == ssa.Value(load) || calls && call != write && (call.Call.IsInvoke() || call.Call.StaticCallee() == nil || ir.CalledName(call.Common()) != "DeepCopy")
		}) {
			return true
		}
	}
	return false
}

// keepsEmpty tells whether a variable around a function may still hold what a refused call returned when that returns. Another
// object that is put there comes of a read by the name of what it holds, or else it may be the right one.
func (in *Info) keepsEmpty(call *ssa.Call, cell *ssa.FreeVar, empty []ssa.Value) bool {
	var put, others []*ssa.Store
	for store := range ir.Refs[*ssa.Store](cell) {
		switch {
		case store.Addr != ssa.Value(cell):
			return false
		case slices.Contains(empty, store.Val):
			put = append(put, store)
		default:
			others = append(others, store)
		}
	}
	if len(put) != 1 || slices.ContainsFunc(others, func(s *ssa.Store) bool { return !in.isReadBy(s.Val, cell) }) {
		return false
	}
	var holds []*state
	w, s := in.outcome(call, failure(kube.Conflict))
	know(s, call, []abs{nonzero, failure(kube.Conflict)})
	w.each = func(s *state, instr ssa.Instruction) bool {
		if instr == put[0] {
			holds = append(holds, s.clone())
		}
		return instr != put[0]
	}
	w.run(s)
	if len(holds) == 0 {
		return false
	}
	kept := false
	w.each = func(_ *state, instr ssa.Instruction) bool {
		return !slices.ContainsFunc(others, func(s *ssa.Store) bool { return s == instr })
	}
	w.onExit = func(*state, *ssa.Return) { kept = true }
	w.run(holds...)
	return kept
}

// isReadBy tells whether an object, or what it is a copy of, is what a read returns that is asked by a field of what a variable holds.
func (in *Info) isReadBy(object ssa.Value, cell *ssa.FreeVar) bool {
	of, call := identity.CopyOf(object)
	if call == nil {
		of = object
	}
	read := ir.StepOf(of).Call
	return read != nil && in.operation(read) != nil && slices.ContainsFunc(read.Call.Args, func(arg ssa.Value) bool {
		field, ok := arg.(*ssa.UnOp)
		if !ok || field.Op != token.MUL {
			return false
		}
		base, _, _ := ir.Base(field.X)
		load, ok := base.(*ssa.UnOp)
		return ok && load.X == ssa.Value(cell)
	})
}
