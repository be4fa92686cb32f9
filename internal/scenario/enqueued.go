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
	return queue != nil && e.othersOn.Of(queue, e.hasOthers) && e.others(r, queue, maxKeySteps) == someOther
}

// hasOthers tells whether all that this package puts on the work queue in a field, but for the Keys of tombstones and what was taken
// off it, ends in the names of other objects than those that are told of, and that who takes something off goes by it.
func (x *index) hasOthers(queue *types.Var) bool {
	goesBy := false
	if queue.Exported() {
		return false
	}
	for _, addr := range x.code.Index().FieldAddrs(queue) {
		for load := range ir.Refs[*ssa.UnOp](addr) {
			for call := range ir.Refs[ssa.CallInstruction](load) {
				if recv, _ := ir.Receiver(call.Common()); recv != ssa.Value(load) || !x.solver.Step() {
					return false // somebody else has it
				}
				switch s := ir.Symbol(call.Common()); {
				case kube.AddsWork(s):
					_, args := ir.Receiver(call.Common())
					if len(args) == 0 || !x.isGivenBack(args[0], queue, maxKeySteps) && !x.isOther(args[0], maxKeySteps) {
						return false
					}
				case kube.TakesWork(s):
					goesBy = goesBy || x.goesBy(call, queue)
				}
			}
		}
	}
	return goesBy
}

// goesBy tells whether a function that takes an item off a work queue hands it to anybody but that queue.
func (x *index) goesBy(take ssa.CallInstruction, queue *types.Var) bool {
	for _, item := range ir.ResultsOf(take, 0) {
		for _, use := range ir.Uses(item) {
			call, ok := use.(ssa.CallInstruction)
			if _, debug := use.(*ssa.DebugRef); !debug && (!ok || queueOf(call) != queue) {
				return true
			}
		}
	}
	return false
}

// isGivenBack tells whether a value is the Key of a tombstone, or an item that was taken off that work queue, be it one that a
// function is passed.
func (x *index) isGivenBack(v ssa.Value, queue *types.Var, left int) bool {
	if p, ok := v.(*ssa.Parameter); ok && left > 0 {
		args, all := x.passedFor(p)
		back := func(arg ssa.Value) bool { return x.isGivenBack(arg, queue, left-1) }
		return all && slices.ContainsFunc(args, back) &&
			!slices.ContainsFunc(args, func(arg ssa.Value) bool { return !back(arg) && !x.isOther(arg, left-1) })
	}
	if s := ir.StepOf(v); s.Kind == ir.Result {
		return kube.TakesWork(ir.Symbol(s.Call.Common())) && queueOf(s.Call) == queue
	}
	field := ir.FieldRead(v)
	if field == nil || field.Name() != "Key" {
		return false
	}
	of := ir.StepOf(v).From[0]
	if at := ir.StepOf(of); at.Kind == ir.FieldAddr {
		of = at.From[0]
	}
	return kube.IsTombstone(ir.Deref(of.Type()))
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
func (x *index) isOther(v ssa.Value, left int) bool {
	v = ir.Unwrap(v)
	if left == 0 {
		return false
	}
	switch v := v.(type) {
	case *ssa.BinOp:
		return v.Op == token.ADD && x.isOther(v.Y, left-1)
	case *ssa.Lookup:
		label, constant := ir.Text(v.Index)
		return constant && !kube.LabelsItself(label) && isLabels(v.X)
	case *ssa.Parameter:
		args, all := x.passedFor(v)
		return all && !slices.ContainsFunc(args, func(arg ssa.Value) bool { return !x.isOther(arg, left-1) })
	}
	switch s := ir.StepOf(v); s.Kind {
	case ir.Load:
		switch at := ir.StepOf(s.From[0]); at.Kind {
		case ir.FieldAddr:
			return kube.RefersByName(at.From[0].Type(), at.Field.Name())
		case ir.Load: // the field has a pointer
			return x.isOther(s.From[0], left-1)
		}
	case ir.FieldOf:
		return kube.RefersByName(s.From[0].Type(), s.Field.Name())
	case ir.Result:
		callee := x.code.Callee(s.Call.Common())
		if callee == nil {
			return false
		}
		named := slices.DeleteFunc(slices.Clone(ir.Returned(callee, s.Index)), func(v ssa.Value) bool { return ir.StepOf(v).Kind == ir.Constant })
		return len(named) > 0 && !slices.ContainsFunc(named, func(v ssa.Value) bool { return !x.isOther(v, left-1) })
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
