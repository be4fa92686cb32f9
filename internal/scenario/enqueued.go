package scenario

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// enqueues notes that the tombstone's Key is put on a work queue.
func (f *frame) enqueues(i ssa.Instruction, args []Value) {
	if n := slices.IndexFunc(args, Value.isKey); n >= 0 {
		f.res.Enqueued = append(f.res.Enqueued, Fault{Kind: WrongKey, Cause: args[n].Cause, Instr: i})
	}
}

// NamesOthers tells whether an execution puts on the work queue of a call, which is in a field, the names of other objects, and never
// that of the one which it is given: what a label says, or an owner reference. What it does else makes no difference.
func (e *Evaluator) NamesOthers(r *Result, queued ssa.Instruction) bool {
	queue := queueOf(queued)
	return queue != nil && e.others(r, queue, maxKeySteps) == someOther
}

// What is put on a queue.
const (
	nothing = iota
	someOther
	unsure // the key of the object itself, or what isn't known
)

func (e *Evaluator) others(r *Result, queue *types.Var, left int) int {
	if r.Truncated || left == 0 {
		return unsure
	}
	puts := nothing
	for _, effect := range r.Effects {
		call, ok := effect.Instr.(ssa.CallInstruction)
		if ok {
			e.execute(&effect, call)
		}
		switch {
		case ok && kube.AddsWork(ir.Symbol(call.Common())):
			_, args := ir.Receiver(call.Common())
			if of := queueOf(call); of != queue && of != nil {
				continue
			}
			if len(args) == 0 || !e.isOther(args[0], maxKeySteps) {
				return unsure
			}
			puts = someOther
		case effect.Call != nil && effect.Call != r:
			puts = max(puts, e.others(effect.Call, queue, left-1))
		}
	}
	return puts
}

// queueOf returns the field in which the work queue is that a call puts something on, nil if it is in none.
func queueOf(call ssa.Instruction) *types.Var {
	if call, ok := call.(ssa.CallInstruction); ok {
		if recv, _ := ir.Receiver(call.Common()); recv != nil {
			return ir.FieldRead(recv)
		}
	}
	return nil
}

// isOther tells whether a text certainly ends in the name of another object than the one that a function is given.
func (e *Evaluator) isOther(v ssa.Value, left int) bool {
	v = ir.Unwrap(v)
	if left == 0 {
		return false
	}
	switch v := v.(type) {
	case *ssa.BinOp:
		return v.Op == token.ADD && e.isOther(v.Y, left-1)
	case *ssa.Lookup:
		label, constant := ir.Text(v.Index)
		return constant && !kube.LabelsItself(label) && isLabels(v.X)
	case *ssa.Parameter:
		args, all := e.passedFor(v)
		return all && !slices.ContainsFunc(args, func(arg ssa.Value) bool { return !e.isOther(arg, left-1) })
	}
	switch s := ir.StepOf(v); s.Kind {
	case ir.Load:
		if at := ir.StepOf(s.From[0]); at.Kind == ir.FieldAddr {
			return kube.RefersByName(at.From[0].Type(), at.Field.Name())
		}
	case ir.FieldOf:
		return kube.RefersByName(s.From[0].Type(), s.Field.Name())
	case ir.Result:
		callee := e.code.Callee(s.Call.Common())
		if callee == nil {
			return false
		}
		named := slices.DeleteFunc(slices.Clone(ir.Returned(callee, s.Index)), func(v ssa.Value) bool { return ir.StepOf(v).Kind == ir.Constant })
		return len(named) > 0 && !slices.ContainsFunc(named, func(v ssa.Value) bool { return !e.isOther(v, left-1) })
	}
	return false
}

// isLabels tells whether a map is the labels or annotations of an object.
func isLabels(m ssa.Value) bool {
	if field := ir.FieldRead(m); field != nil {
		return kube.GetsMap("Get" + field.Name())
	}
	s := ir.StepOf(m)
	return s.Kind == ir.Result && kube.GetsMap(ir.CalledName(s.Call.Common()))
}
