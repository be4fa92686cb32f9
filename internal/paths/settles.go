package paths

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// OnlySettles tells whether whatever a reconcile does because of a read is done anew by the next one: behind it, in the functions that
// lead to it and in those that call them, nothing is written but a status, nothing is done to others, and nothing goes on by itself.
func (in *Info) OnlySettles(r *Op) bool {
	if r.Where != "" {
		return false
	}
	for _, call := range r.Path {
		if !in.onlySettlesBehind(call) {
			return false
		}
	}
	return in.settled.Of(r.Path[0].Parent(), in.endsSettled)
}

// endsSettled tells whether a function is the reconcile, or comes back to it in any case with nothing done on the way that lasts.
func (in *Info) endsSettled(fn *ssa.Function) bool {
	seen, todo := map[*ssa.Function]bool{}, []*ssa.Function{fn}
	for len(todo) > 0 {
		fn, todo = todo[len(todo)-1], todo[:len(todo)-1]
		if seen[fn] || fn.Name() == reconcile && fn.Signature.Recv() != nil && kube.Reconciles(fn.Signature.Recv().Type()) {
			continue
		}
		seen[fn] = true
		callers := in.lazy.Index().Callers(fn)
		if len(callers) == 0 || len(seen) > maxSettling {
			return false
		}
		for _, call := range callers {
			if !in.onlySettlesBehind(call) {
				return false
			}
			todo = append(todo, call.Parent())
		}
	}
	return true
}

// maxSettling bounds how many functions may lie between a reconcile and what it does.
const maxSettling = 40

// onlySettlesBehind tells whether nothing lasts of what may come after a call in its function.
func (in *Info) onlySettlesBehind(call ssa.CallInstruction) bool {
	return in.settling.Of(call, func(call ssa.CallInstruction) bool {
		events, follows := in.of(call.Parent()).events, ir.MayFollow(call)
		for instr := range ir.All[ssa.Instruction](call.Parent().Blocks) {
			if instr == call || !follows(instr) {
				continue
			}
			switch instr := instr.(type) {
			case *ssa.Go, *ssa.Send:
				return false
			case ssa.CallInstruction:
				if e := events[instr]; e != nil {
					if _, writes := e.operations(); slices.ContainsFunc(writes, lasts) {
						return false
					}
				} else if in.acts(instr) {
					return false
				}
			}
		}
		return true
	})
}

// lasts tells whether a write is of more than a status, which the next reconcile sets anew.
func lasts(w *Op) bool { return w.Via != kube.Subresource || w.Sub != status }
