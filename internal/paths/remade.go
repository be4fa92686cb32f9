package paths

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// onlyNames tells whether all that it decides whether a set or map has a key is that objects of that very name are created: who
// takes one for missing that is there is told so by the server, and has no second one.
func (in *Info) onlyNames(cond ssa.Value, yes, no arm) bool {
	key := in.terms.of(askedFor(cond))
	if key == nil {
		return false
	}
	makes := false
	for _, arms := range [][2]arm{{yes, no}, {no, yes}} {
		for deed := range arms[0].done {
			if arms[1].done[deed] || fillsVariable(deed) {
				continue
			}
			if makes = in.createsAs(deed, key); !makes {
				return false
			}
		}
	}
	return makes
}

// askedFor returns the key of which a condition says whether a set or a map has it; nil if it is no such condition.
func askedFor(cond ssa.Value) ssa.Value {
	for {
		not, ok := cond.(*ssa.UnOp)
		if !ok {
			break
		}
		cond = not.X
	}
	if has, ok := cond.(*ssa.Extract); ok {
		cond = has.Tuple.(ssa.Value)
	}
	switch asks := cond.(type) {
	case *ssa.Lookup:
		return asks.Index
	case *ssa.Call:
		if _, args := ir.Receiver(asks.Common()); kube.IsMember(ir.Symbol(asks.Common())) && len(args) == 1 {
			return args[0]
		}
	}
	return nil
}

// createsAs tells whether all that an instruction writes is objects that it creates under a name.
func (in *Info) createsAs(deed ssa.Instruction, name *Term) bool {
	call, ok := deed.(ssa.CallInstruction)
	if !ok {
		return false
	}
	_, writes := in.At(call)
	return len(writes) > 0 && !slices.ContainsFunc(writes, func(w *Op) bool {
		return w.Verb != kube.VerbCreate || !slices.ContainsFunc(w.keys, func(k *Term) bool { return k.kind == pairTerm && sameTerm(k.args[1], name) })
	})
}
