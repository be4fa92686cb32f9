package scenario

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A Pipe is a work queue or a channel, by what identifies it in the package: the field or variable that holds it, or the
// call that makes it. The zero Pipe is one that is not known.
type Pipe struct {
	id any // a *types.Var or an ssa.Value
}

// String names it: work queue pods, channel events.
func (p Pipe) String() string {
	kind, name := "work queue", ""
	var t types.Type
	switch id := p.id.(type) {
	case *types.Var:
		name, t = " "+id.Name(), id.Type()
	case ssa.Value:
		t = id.Type()
	}
	if _, channel := ir.Deref(t).Underlying().(*types.Chan); channel {
		kind = "channel"
	}
	return kind + name
}

// maxHops is how far a queue or channel is followed back.
const maxHops = 10

// pipe follows a work queue or channel back to what identifies it.
func (x *index) pipe(v ssa.Value) Pipe {
	var last Pipe
	for range maxHops {
		var from []ssa.Value
		switch step := ir.StepOf(v); step.Kind {
		case ir.Alias:
			from = step.From
			if free, ok := v.(*ssa.FreeVar); ok && len(from) == 0 {
				from = x.boundTo(free)
			}
		case ir.FieldOf:
			last, from = Pipe{step.Field}, x.code.Index().OfField(step.Field)
		case ir.Load:
			if at := ir.StepOf(step.From[0]); at.Kind == ir.FieldAddr {
				last, from = Pipe{at.Field}, x.code.Index().OfField(at.Field)
				break
			}
			last, from = Pipe{x.code.Index().Place(step.From[0])}, x.code.Index().Contents(step.From[0])
		case ir.Param:
			for _, call := range x.code.Index().Callers(v.(*ssa.Parameter).Parent()) {
				from = append(from, ir.ArgFor(call.Common(), v.(*ssa.Parameter)))
			}
		case ir.Result, ir.Made:
			return Pipe{v}
		}
		if len(from) != 1 || from[0] == nil {
			return last // several may be in it: it is what they have in common
		}
		v = from[0]
	}
	return last
}

// boundTo returns what the method values of the package have for the receiver of a wrapper that the compiler makes of
// them, if that is the same.
func (x *index) boundTo(free *ssa.FreeVar) []ssa.Value {
	var out []ssa.Value
	for _, fn := range x.funcs {
		for closure := range ir.All[*ssa.MakeClosure](fn.Blocks) {
			if closure.Fn == free.Parent() && len(closure.Bindings) == 1 {
				out = append(out, closure.Bindings[0])
			}
		}
	}
	return out
}

// filled returns the work queue or channel that an instruction puts something on.
func (x *index) filled(i ssa.Instruction) Pipe {
	if passing, ok := ir.PassingOf(i); ok {
		if passing.Sends {
			return x.pipe(passing.Chan)
		}
	} else if call, ok := i.(ssa.CallInstruction); ok && kube.AddsWork(ir.Symbol(call.Common())) {
		if recv, _ := ir.Receiver(call.Common()); recv != nil {
			return x.pipe(recv)
		}
	}
	return Pipe{}
}

// emptied returns the work queue or channel that an instruction takes something from.
func (x *index) emptied(i ssa.Instruction) Pipe {
	if passing, ok := ir.PassingOf(i); ok {
		if !passing.Sends {
			return x.pipe(passing.Chan)
		}
	} else if call, ok := i.(*ssa.Call); ok && kube.TakesWork(ir.Symbol(call.Common())) {
		if recv, _ := ir.Receiver(call.Common()); recv != nil {
			return x.pipe(recv)
		}
	}
	return Pipe{}
}

// taken returns what an instruction takes from a work queue or channel, if evaluation assumes what that is.
func (f *frame) taken(i ssa.Instruction) (Value, bool) {
	v, ok := f.e.items[i]
	if !ok {
		return Value{}, false
	}
	if tuple, ok := i.(ssa.Value).Type().(*types.Tuple); ok {
		out := Value{Kind: Tuple, Tuple: []Value{v}}
		for range tuple.Len() - 1 {
			out.Tuple = append(out.Tuple, unknown(false))
		}
		return out, true
	}
	return v, true
}
