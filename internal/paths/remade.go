package paths

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// onlyNames returns the kind of objects if all that it decides whether a set or map has a key is that such are created under that very
// name: who takes one for missing that is there is told so by the server, and has no second one.
func (in *Info) onlyNames(cond ssa.Value, yes, no arm) (of kind.Kind) {
	key := in.objects.Term(membershipOf(cond).key)
	if key == nil {
		return kind.Kind{}
	}
	for _, arms := range [][2]arm{{yes, no}, {no, yes}} {
		for deed := range arms[0].done {
			if arms[1].done[deed] || fillsVariable(deed) {
				continue
			}
			made := in.createdAs(deed, key)
			if !made.Known() || of.Known() && of != made {
				return kind.Kind{}
			}
			of = made
		}
	}
	return of
}

// A membership is what a condition asks: whether a set or map has a key. The zero membership is no such condition's.
type membership struct {
	set, key ssa.Value
	lacks    bool // it holds if it doesn't have it
}

// membershipOf returns what a condition asks of a set or map.
func membershipOf(cond ssa.Value) (m membership) {
	for not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT; not, ok = cond.(*ssa.UnOp) {
		cond, m.lacks = not.X, !m.lacks
	}
	if has, ok := cond.(*ssa.Extract); ok && has.Index == 1 {
		cond = has.Tuple
	}
	switch asks := cond.(type) {
	case *ssa.Lookup:
		m.set, m.key = asks.X, asks.Index
	case *ssa.Call:
		if set, args := ir.Receiver(asks.Common()); kube.IsMember(ir.Symbol(asks.Common())) && len(args) == 1 {
			m.set, m.key = set, args[0]
		}
	}
	return m
}

// createdAs returns the kind of the objects if all that an instruction writes is such, which it creates under a name.
func (in *Info) createdAs(deed ssa.Instruction, name *identity.Term) (of kind.Kind) {
	call, ok := deed.(ssa.CallInstruction)
	if !ok {
		return kind.Kind{}
	}
	_, writes := in.At(call)
	for _, w := range writes {
		named := slices.ContainsFunc(w.keys, func(k *identity.Term) bool { return k.Kind == identity.PairTerm && identity.Same(k.Args[1], name) })
		if w.Verb != kube.VerbCreate || !named || of.Known() && of != w.What.Kind {
			return kind.Kind{}
		}
		of = w.What.Kind
	}
	return of
}

// listedKind returns the kind of the objects that a list has, be it one that the client fills or a slice.
func listedKind(list ssa.Value) kind.Kind {
	t := list.Type()
	if slice, ok := t.Underlying().(*types.Slice); ok {
		t = slice.Elem()
	}
	return kind.OfType(t).Kind
}
