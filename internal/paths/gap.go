package paths

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Skips tells whether all that comes of it in the function around a read that this finds nothing is that something isn't done: nothing
// is done instead, nor kept in a memory, and there is no result by which callers may go but an error, or whether to come back.
func (in *Info) Skips(r *Op) bool {
	_, ok := in.gap(r)
	return ok && !in.settles(r.Call, false)
}

// SkipsStatus tells whether that which isn't done then is to write statuses, and nothing else.
func (in *Info) SkipsStatus(r *Op) bool {
	left, ok := in.gap(r)
	return ok && len(left) > 0 && in.allWrite(left, func(_ ssa.CallInstruction, w *Op) bool { return w.Sub == status })
}

// Resends tells whether all that is done with a deleted object which a read still finds is to update it, which is refused, and whether
// the functions that lead to the read fail then.
func (in *Info) Resends(p *Pair) bool {
	r := p.Read
	left, ok := in.gap(r)
	if !ok || len(left) == 0 || !in.allEnd(r.Path[:len(r.Path)-1]) {
		return false
	}
	_, writes := in.At(r.Path[0]) // as the function sees them which comes to the delete, too
	if len(r.Path) == 1 {
		_, writes = in.After(r.Path[0])
	}
	return in.allWrite(left, func(by ssa.CallInstruction, w *Op) bool {
		return w.Verb == kube.VerbUpdate && in.failure(by).Ends && slices.ContainsFunc(writes, func(seen *Op) bool { return seen.Call == w.Call && SameObject(seen, p.Write) })
	})
}

// gap returns what is done in the function around a read if this finds something, and isn't if it finds nothing; not ok if something
// else is done then, or said.
func (in *Info) gap(r *Op) (left []ssa.Instruction, ok bool) {
	results := r.Call.Parent().Signature.Results()
	for v := range results.Variables() {
		if !kube.IsError(v.Type()) && !kube.IsResult(v.Type()) {
			return nil, false
		}
	}
	none := success(r.Call)
	if r.remote != nil || r.Via == kube.Store || len(none) == 0 || none[len(none)-1] != zero {
		return nil, false
	}
	none[len(none)-1] = failure(kube.NotFound)
	if r.Via == kube.Lister { // which returns nil then
		none[0] = zero
	} else if !slices.ContainsFunc(ir.ResultsOf(r.Call, len(none)-1), func(err ssa.Value) bool { return len(ir.Uses(err)) > 0 }) {
		return nil, false // it shows in what is left of the object
	}
	missing, found, ok := in.sides(absence{r.Call, knot(none)}, nowhere)
	if !ok || missing.cut || found.cut || !within(missing.done, found.done) || len(missing.refused) > 0 {
		return nil, false
	}
	for instr := range found.done {
		if store, ok := instr.(*ssa.Store); !missing.done[instr] && !(ok && inObject(store.Addr)) { // which nobody sees unless it is written
			left = append(left, instr)
		}
	}
	return left, true
}

// allWrite tells whether all of some instructions are calls that write to the API, and something is so of all that they write.
func (in *Info) allWrite(some []ssa.Instruction, is func(by ssa.CallInstruction, w *Op) bool) bool {
	return !slices.ContainsFunc(some, func(instr ssa.Instruction) bool {
		call, ok := instr.(ssa.CallInstruction)
		if !ok {
			return true
		}
		_, writes := in.At(call)
		return len(writes) == 0 || slices.ContainsFunc(writes, func(w *Op) bool { return !is(call, w) })
	})
}
