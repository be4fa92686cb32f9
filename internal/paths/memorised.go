package paths

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// memorises tells whether a set or map in which a function puts what a list has is there for longer than a call of the function,
// and gets what that creates besides: who asks it doesn't miss what the list lacks.
func (in *Info) memorises(set ssa.Value, fn *ssa.Function) bool {
	term := in.objects.Term(set)
	return term != nil && in.outlives(set, maxOutlived) && in.memorised.Of(fn, in.findMemorised)[term.ID]
}

// maxOutlived bounds through how many calls a set is followed back.
const maxOutlived = 2

// maxCreates bounds how many creates of a function are looked at, all of which are to be seen.
const maxCreates = 8

// findMemorised returns the sets and maps in which a function puts something behind each of its creates, by the ids of their terms.
func (in *Info) findMemorised(fn *ssa.Function) map[string]bool {
	creates := slices.DeleteFunc(slices.Clone(in.of(fn).calls), func(call ssa.CallInstruction) bool { return !in.isCreate(call) })
	if len(creates) == 0 || len(creates) > maxCreates {
		return nil
	}
	behind := map[string]map[ssa.Instruction]bool{}
	note := func(put ssa.Instruction, into ssa.Value) {
		term := in.objects.Term(into)
		for _, create := range creates {
			if term != nil && ir.Before(create, put) {
				if behind[term.ID] == nil {
					behind[term.ID] = map[ssa.Instruction]bool{}
				}
				behind[term.ID][create] = true
			}
		}
	}
	for put := range ir.All[*ssa.MapUpdate](fn.Blocks) {
		note(put, put.Map)
	}
	for put := range ir.All[ssa.CallInstruction](fn.Blocks) {
		if into, _ := ir.Receiver(put.Common()); into != nil && kube.PutsIn(ir.Symbol(put.Common())) {
			note(put, into)
		}
	}
	all := map[string]bool{}
	for id, of := range behind {
		all[id] = len(of) == len(creates)
	}
	return all
}

// outlives tells whether a set or map is in a field of what a function is given, be it one of several there, or is what all of its
// callers have so.
func (in *Info) outlives(set ssa.Value, left int) bool {
	for inside := false; ; inside = true {
		switch v := set.(type) {
		case *ssa.Parameter:
			if inside || left == 0 {
				return inside
			}
			callers, all := in.lazy.Index().AllCallers(v.Parent())
			return all && len(callers) > 0 && len(callers) <= maxCallers && !slices.ContainsFunc(callers, func(call ssa.CallInstruction) bool {
				arg := ir.ArgFor(call.Common(), v)
				return arg == nil || !in.outlives(arg, left-1)
			})
		case *ssa.UnOp:
			set = v.X
		case *ssa.FieldAddr:
			set = v.X
		case *ssa.Lookup:
			set = v.X
		default:
			return false
		}
	}
}

// isCreate tells whether all that a call writes is created.
func (in *Info) isCreate(call ssa.CallInstruction) bool {
	_, writes := in.At(call)
	return len(writes) > 0 && !slices.ContainsFunc(writes, func(w *Op) bool { return w.Verb != kube.VerbCreate })
}
