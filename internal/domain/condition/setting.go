package condition

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/ir"
)

// answerTo returns what a condition says of a setting that is true, or false; of none, if it asks for something else.
func (f *Finder) answerTo(cond ssa.Value, yes bool) Answer {
	if field, is := ir.Compared(cond, token.EQL); is != nil {
		return Answer{f.settingOf(field), ir.Exactly(is), yes}
	}
	if field, is := ir.Compared(cond, token.NEQ); is != nil {
		return Answer{f.settingOf(field), ir.Exactly(is), !yes}
	}
	return Answer{f.settingOf(cond), "", yes}
}

// settingOf returns the term of a value that is a parameter, or a field which nothing in the package sets: of a configuration, or of
// an object, of whose status nothing around the field is set either. Nil if it is none.
func (f *Finder) settingOf(cond ssa.Value) *identity.Term {
	if p, ok := cond.(*ssa.Parameter); ok && isChoice(p.Type()) {
		return f.objects.Leaf(p)
	}
	if ir.FieldRead(cond) == nil {
		return nil
	}
	t := f.objects.Term(cond)
	set := false
	for of := t; of != nil && of.Kind == identity.FieldTerm; of = of.Args[0] {
		if of.Field == nil {
			return nil
		}
		set = set || f.isSet(of.Field)
		if set && (of == t || of.Name == status) {
			return nil
		}
	}
	if t == nil || t.Kind != identity.FieldTerm {
		return nil
	}
	return t
}

// isChoice tells whether a type is one of which parameters choose what a function does: flags, texts and numbers.
func isChoice(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&(types.IsBoolean|types.IsString|types.IsInteger) != 0
}

// isSet tells whether the package sets a field elsewhere than in a literal.
func (f *Finder) isSet(field *types.Var) bool {
	index := f.lazy.Index()
	return slices.ContainsFunc(index.FieldAddrs(field), func(addr ssa.Value) bool {
		at, ok := addr.(*ssa.FieldAddr)
		return ok && !isLiteral(at.X) && len(index.StoredAt(addr)) > 0
	})
}

func isLiteral(v ssa.Value) bool {
	_, ok := v.(*ssa.Alloc)
	return ok
}

// status is the field of an object that controllers tell of it in.
const status = "Status"
