package paths

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// recorded tells whether the program keeps a record of its own of what a write does, in a field of a struct, and asks that where
// it reads: expectations, the answers of updates, what was created and hasn't shown up yet. What the cache doesn't know, it knows.
func (in *Info) recorded(write, read *Op) bool {
	told := in.records.Of(write, in.toldOf)
	return len(told) > 0 && slices.ContainsFunc(read.Path, func(call ssa.CallInstruction) bool { return in.asksRecord(call.Parent(), told, 1) })
}

// toldOf returns the fields of which a method is called, or a map is filled, with what was written, in the functions that lead
// to the write.
func (in *Info) toldOf(write *Op) map[*types.Var]bool {
	told := map[*types.Var]bool{}
	for _, at := range write.Path {
		for instr := range ir.All[ssa.Instruction](at.Parent().Blocks) {
			in.questions.solver.Step()
			switch instr := instr.(type) {
			case *ssa.MapUpdate:
				if field := ir.FieldRead(instr.Map); field != nil && (in.isOfWritten(instr.Key, write) || in.isOfWritten(instr.Value, write)) {
					told[field] = true
				}
			case *ssa.Call:
				field, args := in.recordCalled(instr)
				if field != nil && len(ir.Uses(instr)) == 0 && slices.ContainsFunc(args, func(arg ssa.Value) bool { return in.isOfWritten(arg, write) }) {
					told[field] = true
				}
			}
		}
	}
	return told
}

// recordCalled returns the field of which a call calls a method that keeps something in memory, for all that can be seen: it
// takes no context, neither reads nor writes at the API, and is none of a work queue. Nil if there is none.
func (in *Info) recordCalled(call *ssa.Call) (*types.Var, []ssa.Value) {
	recv, args := ir.Receiver(call.Common())
	if recv == nil || len(args) == 0 || slices.ContainsFunc(args, func(arg ssa.Value) bool { return kube.IsContext(arg.Type()) }) {
		return nil, nil
	}
	field := fieldIn(recv)
	if field == nil || kube.IsOfQueue(ir.Symbol(call.Common())) {
		return nil, nil
	}
	if reads, writes := in.At(call); len(reads)+len(writes) > 0 {
		return nil, nil
	}
	return field, args
}

// fieldIn returns the field that a value is read from, or is the address of; nil if it is neither.
func fieldIn(v ssa.Value) *types.Var {
	if step := ir.StepOf(v); step.Kind == ir.FieldAddr {
		return step.Field
	}
	return ir.FieldRead(v)
}

// isOfWritten tells whether a value is what was written, what the server has answered to that, or a part of it.
func (in *Info) isOfWritten(v ssa.Value, write *Op) bool {
	if t := in.objects.Term(v); t != nil && (in.names(t, write.keys) || identity.Same(t, write.pointer)) {
		return true
	}
	for range payloadDepth {
		v = ir.Unwrap(v)
		switch step := ir.StepOf(v); step.Kind {
		case ir.Load:
			v, _, _ = ir.Base(step.From[0])
		case ir.FieldOf:
			v = step.From[0]
		case ir.Result:
			if slices.Contains(write.Path, ssa.CallInstruction(step.Call)) {
				return true // the server's answer, or what a function makes of that
			}
			recv, args := ir.Receiver(step.Call.Common())
			if recv == nil || len(args) > 0 {
				return false
			}
			v = recv // a getter's
		default:
			return write.Object != nil && v == ir.Unwrap(write.Object)
		}
	}
	return false
}

// asksRecord tells whether a function, or one that it calls, looks into one of some fields, or uses what a method of it says.
func (in *Info) asksRecord(fn *ssa.Function, fields map[*types.Var]bool, depth int) bool {
	asked := func(of ssa.Value) bool { field := fieldIn(of); return field != nil && fields[field] }
	for instr := range ir.All[ssa.Instruction](fn.Blocks) {
		in.questions.solver.Step()
		switch instr := instr.(type) {
		case *ssa.Lookup:
			if asked(instr.X) {
				return true
			}
		case *ssa.Range:
			if asked(instr.X) {
				return true
			}
		case *ssa.Call:
			if recv, _ := ir.Receiver(instr.Common()); recv != nil && asked(recv) && len(ir.Uses(instr)) > 0 {
				return true
			}
			if callee := in.lazy.Callee(instr.Common()); depth > 0 && callee != nil && in.asksRecord(callee, fields, depth-1) {
				return true
			}
		}
	}
	return false
}
