package change

import (
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// stored sees that a part of the object, or a pointer to it, is stored at an address: in a variable that holds nothing
// else, it goes on with what is loaded from that.
func (o *own) stored(addr ssa.Value, path string, by ssa.Instruction) {
	variable, ok := addr.(*ssa.Alloc)
	if !ok || ir.IsStruct(ir.Deref(variable.Type())) || len(ir.StoredAt(variable)) != 1 {
		o.put[addr] = path
		o.read(by, path)
		return
	}
	o.kept = o.kept || variable.Block() != by.Block() // or else it is a new one in each round
	for _, ref := range ir.Uses(variable) {
		switch use := ir.UseOf(variable, ref); use.Does {
		case ir.Loads:
			o.Of(use.To, path)
		case ir.Fills:
		default:
			if literal, ok := ref.(*ssa.MakeClosure); ok {
				o.captured(literal, variable, path)
			} else {
				o.lend(ref, path)
			}
		}
	}
}

// captured sees that a function literal captures the object, or a variable that a pointer to it is in: what it does with
// it is done by the calls that it is passed to, if these call it before they return.
func (o *own) captured(literal *ssa.MakeClosure, v ssa.Value, path string) {
	calls, ok := runBy(literal)
	if !ok {
		o.lend(literal, path)
		return
	}
	for _, call := range calls {
		o.read(call, path)
	}
	for _, name := range ir.Captured(literal, v) {
		names := []ssa.Value{name}
		if !o.has(v) {
			names = nil
			for _, use := range o.t.places.Uses(name) {
				if use.Does == ir.Loads {
					names = append(names, use.To)
				} else {
					o.lend(literal, path) // another one is put in its place
				}
			}
		}
		inner := o.t.followAll(names, o.deep)
		for _, lent := range inner.lent {
			o.lent = append(o.lent, ir.Below(path, lent))
		}
		for _, foreign := range inner.foreign {
			o.foreign = append(o.foreign, ir.Below(path, foreign))
		}
		inner.kept = true // its names are of one thing
		o.inside = append(o.inside, inside{inner, calls, path})
	}
}

// runBy returns the calls that a function literal is passed to, and whether each calls it before it returns, and it goes
// nowhere else.
func runBy(literal ssa.Value) (calls []ssa.CallInstruction, ok bool) {
	for _, use := range (*ir.Index)(nil).Uses(literal) {
		switch use.Does {
		case ir.Converts:
			more, ok := runBy(use.To)
			if !ok {
				return nil, false
			}
			calls = append(calls, more...)
		case ir.Passes:
			if use.Call.Value() == nil || !runsNow(literal, use.Call) {
				return nil, false
			}
			calls = append(calls, use.Call)
		default:
			return nil, false
		}
	}
	return calls, true
}

// runsNow tells whether a call calls a function literal that takes part in it before it returns.
func runsNow(literal ssa.Value, call ssa.CallInstruction) bool {
	obj := ir.Called(call.Common())
	if obj == nil {
		return call.Common().Value == literal
	}
	now, beside := kube.Runs(obj)
	op, ok := ir.Operation(call.Common())
	return now && !beside || ok && op.Verb >= kube.VerbCreateOrUpdate
}
