package ir

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// maxTurns bounds how many elements of a list are told one by one, maxListed how many slices are asked for them.
const maxTurns, maxListed = 64, 256

// An enumerator tells what is in the elements of slices, one by one. Each slice is asked once; one that is made of itself, in a
// loop, isn't known.
type enumerator struct {
	of     *Package
	fields []*types.Var // which lead from an element to what is asked for
	known  map[ssa.Value]listing
}

// A listing is what is in the elements of a slice, in their order, and whether that is known.
type listing struct {
	elements []ssa.Value
	ok       bool
}

// listed returns what is in each element of a slice, or in the field of it to which the fields lead: of a literal, of one that
// more is appended to, and of what a function of this package returns. What is appended on some paths only counts like the
// rest. Nil if it isn't known.
func (p *Package) listed(v ssa.Value, fields []*types.Var) []ssa.Value {
	l := &enumerator{p, fields, map[ssa.Value]listing{}}
	if found := l.list(v); found.ok && len(found.elements) <= maxTurns {
		return found.elements
	}
	return nil
}

func (l *enumerator) list(v ssa.Value) listing {
	if found, ok := l.known[v]; ok {
		return found
	}
	if len(l.known) == maxListed {
		return listing{}
	}
	l.known[v] = listing{} // as long as it is asked
	found := l.find(v)
	l.known[v] = found
	return found
}

func (l *enumerator) find(v ssa.Value) listing {
	switch v := v.(type) {
	case *ssa.Const:
		return listing{ok: v.IsNil()}
	case *ssa.MakeSlice:
		n, ok := v.Len.(*ssa.Const)
		return listing{ok: ok && n.Int64() == 0}
	case *ssa.ChangeType:
		return l.list(v.X)
	case *ssa.Slice:
		return l.sliced(v)
	case *ssa.Phi:
		return l.longest(v.Edges)
	case *ssa.Call:
		return l.result(&v.Call)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return l.stored(v)
		}
	}
	return listing{}
}

// sliced lists the whole of an array, or of none of it, as make with a constant capacity does.
func (l *enumerator) sliced(v *ssa.Slice) listing {
	array, ok := v.X.(*ssa.Alloc)
	if !ok || v.Low != nil {
		return listing{}
	}
	if high, ok := v.High.(*ssa.Const); ok && high.Int64() == 0 {
		return listing{ok: true}
	}
	of, ok := Deref(array.Type()).Underlying().(*types.Array)
	if !ok || v.High != nil || of.Len() > maxTurns {
		return listing{}
	}
	out := make([]ssa.Value, of.Len())
	for element := range Refs[*ssa.IndexAddr](array) {
		n, ok := element.Index.(*ssa.Const)
		if !ok {
			return listing{}
		}
		out[n.Int64()] = l.of.contentAt(element, l.fields)
	}
	return listing{out, !slices.Contains(out, nil)}
}

// longest lists the longest of several slices, if the others have no element that it hasn't, and in the same order.
func (l *enumerator) longest(of []ssa.Value) listing {
	all := Map(of, l.list)
	most := slices.MaxFunc(all, func(a, b listing) int { return len(a.elements) - len(b.elements) })
	for _, other := range all {
		if !other.ok || !isPartOf(other.elements, most.elements) {
			return listing{}
		}
	}
	return most
}

// isPartOf tells whether a list has the elements of another one, in the same order.
func isPartOf(part, whole []ssa.Value) bool {
	for _, v := range part {
		n := slices.Index(whole, v)
		if n < 0 {
			return false
		}
		whole = whole[n+1:]
	}
	return true
}

// result lists what append returns, or a function of this package that has one return.
func (l *enumerator) result(common *ssa.CallCommon) listing {
	if IsBuiltin(common, "append") && len(common.Args) == 2 {
		to, more := l.list(common.Args[0]), l.list(common.Args[1])
		if len(to.elements)+len(more.elements) > maxTurns {
			return listing{}
		}
		return listing{slices.Concat(to.elements, more.elements), to.ok && more.ok}
	}
	fn := l.of.Callee(common)
	if fn == nil || fn.Signature.Results().Len() != 1 {
		return listing{}
	}
	returns := slices.Collect(All[*ssa.Return](fn.Blocks))
	if len(returns) != 1 {
		return listing{}
	}
	return l.list(returns[0].Results[0])
}

// stored lists the one slice that is ever in a variable, or in a field that no other package can set.
func (l *enumerator) stored(load *ssa.UnOp) listing {
	var stored []ssa.Value
	if field := FieldRead(load); field == nil {
		stored = l.of.Index().StoredAt(load.X)
	} else if l.of.IsOwnField(field) {
		stored = l.of.Index().OfField(field)
	}
	if len(stored) != 1 {
		return listing{}
	}
	return l.list(stored[0])
}
