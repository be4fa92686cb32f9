package identity

import (
	"cmp"
	"go/constant"
	"go/token"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Term returns the term of a value.
func (f *Finder) Term(v ssa.Value) *Term { return f.terms.Of(v) }

// Leaf returns the term of a value that is only itself.
func (f *Finder) Leaf(v ssa.Value) *Term {
	n, ok := f.leaves[v]
	if !ok {
		n = len(f.leaves)
		f.leaves[v] = n
	}
	return &Term{Kind: LeafTerm, Leaf: v, ID: "#" + strconv.Itoa(n)}
}

func (f *Finder) makeTerm(v ssa.Value) *Term {
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value == nil {
			return Text("nil")
		}
		if v.Value.Kind() == constant.String {
			return Text(constant.StringVal(v.Value))
		}
		return Text(v.Value.ExactString())
	case *ssa.MakeInterface:
		return cmp.Or(f.termOfOption(v), f.Term(v.X))
	case *ssa.ChangeInterface, *ssa.ChangeType, *ssa.TypeAssert:
		return f.Term(ir.StepOf(v).From[0])
	case *ssa.Convert:
		return f.Term(v.X)
	case *ssa.FreeVar:
		if b := cmp.Or(ir.Binding(v), f.receiverOf(v.Parent())); b != nil {
			return f.Term(b)
		}
	case *ssa.Phi:
		return f.termOfPhi(v, f.Term)
	case *ssa.FieldAddr:
		return f.termOfField(v.X, v.Field)
	case *ssa.Field:
		return f.termOfField(v.X, v.Field)
	case *ssa.IndexAddr:
		return compose(CallTerm, "index", f.Term(v.X), f.Term(v.Index))
	case *ssa.Lookup:
		return cmp.Or(f.termOfEntry(v), f.Leaf(v))
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return f.termOfLoad(v)
		}
	case *ssa.BinOp:
		if v.Op == token.ADD {
			x, y := f.Term(v.X), f.Term(v.Y)
			if b, ok := v.Type().Underlying().(*types.Basic); !ok || b.Info()&types.IsString == 0 {
				return compose(CallTerm, "sum", x, y)
			}
			return concat(x, y)
		}
	case *ssa.Slice:
		return f.termOfSlice(v)
	case *ssa.MakeMap:
		return cmp.Or(f.termOfMap(v), f.Leaf(v))
	case *ssa.Extract:
		return f.termOfExtract(v)
	case *ssa.Call:
		if t := f.termOfCall(v); t != nil {
			return t
		}
	}
	return f.Leaf(v)
}

// termOfPhi is the term of its edges, if they all have the same, where of gives that of each.
func (f *Finder) termOfPhi(v *ssa.Phi, of func(ssa.Value) *Term) *Term {
	found := pending
	for _, e := range v.Edges {
		switch t := of(e); {
		case IsPending(t): // goes round
		case IsPending(found):
			found = t
		case !Same(found, t):
			return f.Leaf(v)
		}
	}
	if found == nil {
		return f.Leaf(v)
	}
	return found
}

// termOfField is the term of a field of a struct or of what a pointer points to. That of a local struct which is set once is
// what it is set to.
func (f *Finder) termOfField(x ssa.Value, n int) *Term {
	field := ir.Field(x.Type(), n)
	if ir.Promotes(field) {
		return f.Term(x)
	}
	var t *Term
	known := false
	if alloc, ok := Variable(x).(*ssa.Alloc); ok && !kube.IsObject(alloc.Type()) {
		if f.isRekeyed(alloc) {
			return nil // which of them it is hangs on where it is read
		}
		t, known = f.storedTerm(alloc, field.Name())
	}
	if !known {
		t = f.FieldOf(field.Name(), f.Term(x))
	}
	if t != nil && t.Kind == FieldTerm && t.Field == nil && t.Name == field.Name() {
		t.Field = field
	}
	return t
}

// termOfLoad is the term of what is at an address.
func (f *Finder) termOfLoad(v *ssa.UnOp) *Term {
	switch x := Variable(v.X).(type) {
	case *ssa.Alloc:
		if ir.IsStruct(v.Type()) {
			if f.isRekeyed(x) {
				return f.Leaf(firstLike(v, x))
			}
			return f.termOfLocal(x)
		}
		if stored := cmp.Or(f.OnlyStored(x), lastStored(v)); stored != nil {
			return f.Term(stored)
		}
		if v.X == ssa.Value(x) {
			return f.Leaf(f.firstAlike(v, x))
		}
		return f.Leaf(v)
	case *ssa.Global:
		return f.Leaf(x)
	case *ssa.FieldAddr, *ssa.IndexAddr:
		return f.Term(x)
	default:
		if ir.IsStruct(v.Type()) {
			return f.Term(x)
		}
		return f.Leaf(v)
	}
}
