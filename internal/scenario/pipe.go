package scenario

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// filled returns the work queue or channel that an instruction puts something on.
func (x *index) filled(i ssa.Instruction) ir.Pipe { return x.pipe(i, true, kube.AddsWork) }

// emptied returns the work queue or channel that an instruction takes something from.
func (x *index) emptied(i ssa.Instruction) ir.Pipe { return x.pipe(i, false, kube.TakesWork) }

// pipe returns the channel that an instruction sends to, or receives from, or the work queue of which it calls such a
// method.
func (x *index) pipe(i ssa.Instruction, sends bool, is func(kube.Symbol) bool) ir.Pipe {
	if passing, ok := ir.PassingOf(i); ok {
		if passing.Sends == sends {
			return x.code.Index().Pipe(passing.Chan)
		}
	} else if call, ok := i.(ssa.CallInstruction); ok && (sends || call.Value() != nil) && is(ir.Symbol(call.Common())) {
		if recv, _ := ir.Receiver(call.Common()); recv != nil {
			return x.code.Index().Pipe(recv)
		}
	}
	return ir.Pipe{}
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
