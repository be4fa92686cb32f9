package scenario

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A Keyed says that a function does nothing for an object in a parameter (the receiver counts) but to put its key on the
// work queue in another.
type Keyed struct {
	Param int
	Queue int
	// Made says that the parameter is a key, or whatever else is put there, and that the queue is in what the other has.
	Made bool
}

// maxKeySteps bounds how far a key is followed back.
const maxKeySteps = 5

// A Queued is a work queue on which the key of an object is put, or its name, which may be that of another kind.
type Queued struct {
	On   ssa.Value
	Name bool
}

// Queues returns the work queues on which an execution puts the key of the object that the function is given; false if
// it does anything else.
func (e *Evaluator) Queues(r *Result) (queues []Queued, only bool) {
	return e.queues(r, maxKeySteps)
}

func (e *Evaluator) queues(r *Result, left int) (queues []Queued, only bool) {
	for _, effect := range r.Effects {
		call, ok := effect.Instr.(ssa.CallInstruction)
		if !ok || r.Truncated || left == 0 {
			return nil, false
		}
		common := call.Common()
		e.execute(&effect, call)
		recv, args := ir.Receiver(common)
		fn, _ := ir.Called(common).(*types.Func)
		switch {
		case kube.AddsWork(ir.Symbol(common)) && recv != nil && e.isOwnKey(args[0], maxKeySteps):
			queues = append(queues, Queued{On: recv})
		case kube.AddsWork(ir.Symbol(common)) && recv != nil && isOwnName(args[0]):
			queues = append(queues, Queued{On: recv, Name: true})
		case effect.Call != nil && effect.Call != r:
			inner, only := e.queues(effect.Call, left-1)
			if !only {
				return nil, false
			}
			for _, queue := range inner {
				if p, ok := queue.On.(*ssa.Parameter); ok {
					queue.On = ir.ArgFor(common, p)
				}
				if queue.On == nil {
					return nil, false
				}
				queues = append(queues, queue)
			}
		case fn != nil:
			facts := e.facts(fn)
			if facts == nil {
				return nil, false
			}
			n := slices.IndexFunc(facts.Keys, func(k Keyed) bool {
				if k.Made {
					return e.isOwnKey(ir.Arg(common, k.Param), maxKeySteps)
				}
				return isGiven(ir.Arg(common, k.Param), maxKeySteps)
			})
			if n < 0 || ir.Arg(common, facts.Keys[n].Queue) == nil {
				return nil, false
			}
			queues = append(queues, Queued{On: ir.Arg(common, facts.Keys[n].Queue)})
		default:
			return nil, false
		}
	}
	return queues, len(queues) > 0
}

// execute executes the function of this package that has an effect, if it wasn't worth it before.
func (e *Evaluator) execute(effect *Effect, call ssa.CallInstruction) {
	if callee := e.code.Callee(call.Common()); effect.Call == nil && callee != nil {
		effect.Call = e.Call(callee, unknowns(len(callee.Params)), nil)
	}
}

// isOwnKey tells whether a value is the key that client-go makes of what the function is given.
func (e *Evaluator) isOwnKey(v ssa.Value, left int) bool {
	s := ir.StepOf(ir.Unwrap(v))
	if s.Kind != ir.Result || s.Index != 0 || left == 0 {
		return false
	}
	common := s.Call.Common()
	if kube.MakesKey(ir.Symbol(common)) {
		return isGiven(common.Args[0], left)
	}
	if kube.KeyOfDeleted(ir.Symbol(common)) {
		deleted, _ := ir.Receiver(common)
		if of := ir.StepOf(deleted); of.Kind == ir.Load { // a parameter of which fields are read is in a variable
			stored := ir.StoredAt(of.From[0])
			return len(stored) == 1 && isGiven(stored[0], left)
		}
		return isGiven(deleted, left)
	}
	callee := e.code.Callee(common)
	if callee == nil || len(common.Args) != 1 || !isGiven(common.Args[0], left) {
		return false
	}
	keys := slices.DeleteFunc(slices.Clone(ir.Returned(callee, 0)), func(v ssa.Value) bool { return ir.StepOf(v).Kind == ir.Constant })
	return len(keys) > 0 && !slices.ContainsFunc(keys, func(key ssa.Value) bool { return !e.isOwnKey(key, left-1) })
}

// isOwnName tells whether a value is the name of the object that the function is given, with its namespace before it or not.
func isOwnName(v ssa.Value) bool {
	v = ir.Unwrap(v)
	sum, ok := v.(*ssa.BinOp)
	if !ok {
		return isOwn(v, "Name")
	}
	before, ok := sum.X.(*ssa.BinOp)
	return ok && ir.StepOf(before.Y).Kind == ir.Constant && isOwn(before.X, "Namespace") && isOwn(sum.Y, "Name")
}

// isOwn tells whether a value is what the metadata of the object have in a field that the function is given.
func isOwn(v ssa.Value, name string) bool {
	var meta ssa.Value
	switch s := ir.StepOf(v); s.Kind {
	case ir.Load:
		if at := ir.StepOf(s.From[0]); at.Kind == ir.FieldAddr && at.Field.Name() == name {
			meta = at.From[0]
		}
	case ir.Result:
		if ir.CalledName(s.Call.Common()) == "Get"+name {
			meta, _ = ir.Receiver(s.Call.Common())
		}
	}
	if meta == nil || !kube.IsMetadata(meta.Type()) {
		return false
	}
	if s := ir.StepOf(meta); s.Kind == ir.FieldAddr {
		meta = s.From[0]
	}
	return isGiven(meta, maxKeySteps)
}

// isGiven tells whether a value is, or may be, what the function is given.
func isGiven(v ssa.Value, left int) bool {
	if _, ok := v.(*ssa.Parameter); ok || v == nil {
		return ok
	}
	s := ir.StepOf(v)
	return s.Kind == ir.Alias && left > 0 && slices.ContainsFunc(s.From, func(from ssa.Value) bool { return isGiven(from, left-1) })
}

// keyed returns what a function puts on the queues that it is given.
func (in *Info) keyed(fn *ssa.Function, n int) []Keyed {
	args := unknowns(len(fn.Params))
	args[n] = TheObject
	queues, only := in.Queues(in.Call(fn, args, nil))
	if !only || len(queues) != 1 || queues[0].Name {
		return nil
	}
	if p, ok := queues[0].On.(*ssa.Parameter); ok && p.Parent() == fn {
		return []Keyed{{Param: n, Queue: ir.ParamIndex(p)}}
	}
	return nil
}

// puts returns the parameter in which the queue is on which a function puts what another is, if that is all that it does.
func (in *Info) puts(fn *ssa.Function, n int) []Keyed {
	puts := func(instr ssa.Instruction) *ssa.Parameter {
		call, ok := instr.(ssa.CallInstruction)
		if !ok || !kube.AddsWork(ir.Symbol(call.Common())) {
			return nil
		}
		recv, args := ir.Receiver(call.Common())
		if recv == nil || len(args) == 0 || ir.Unwrap(args[0]) != ssa.Value(fn.Params[n]) {
			return nil
		}
		if step := ir.StepOf(recv); step.Kind == ir.Load {
			recv, _, _ = ir.Base(step.From[0])
		}
		p, _ := recv.(*ssa.Parameter)
		return p
	}
	if !slices.ContainsFunc(ir.Uses(fn.Params[n]), func(ref ssa.Instruction) bool {
		boxed, ok := ref.(*ssa.MakeInterface)
		return puts(ref) != nil || ok && slices.ContainsFunc(ir.Uses(boxed), func(ref ssa.Instruction) bool { return puts(ref) != nil })
	}) {
		return nil
	}
	r := in.Whatever(fn)
	if r.Truncated || len(r.Effects) != 1 {
		return nil
	}
	if p := puts(r.Effects[0].Instr); p != nil {
		return []Keyed{{Param: n, Queue: ir.ParamIndex(p), Made: true}}
	}
	return nil
}

// Whatever executes a function of which nothing is known that it is given.
func (in *Info) Whatever(fn *ssa.Function) *Result {
	return in.Call(fn, unknowns(len(fn.Params)), nil)
}
