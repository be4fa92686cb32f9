package identity

import (
	"cmp"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Names of the terms of what chooses by labels.
const (
	SelectsAll  = "labels"
	SelectsOne  = "label"
	SelectsKeys = "has labels"
	ofFields    = "fields"
)

// Selecting is the term of what the options in a struct that is made for a list, or the selector in one, choose by; nil if that
// isn't known.
func (f *Finder) Selecting(of *Term) *Term {
	if of == nil || of.Kind != LeafTerm {
		return nil
	}
	alloc, ok := of.Leaf.(*ssa.Alloc)
	if !ok {
		return nil
	}
	var chosen []*Term
	for _, field := range kube.SelectingFields(alloc.Type()) {
		if fields, whole := f.Stores(alloc); len(whole) == 0 && len(fields[field]) == 1 {
			t := f.Term(fields[field][0])
			chosen = append(chosen, cmp.Or(f.Selecting(t), t))
		}
	}
	if len(chosen) == 0 {
		return nil
	}
	return compose(CallTerm, SelectsAll, chosen...)
}

// intoSelector tells whether a store puts a value in a field of a selector that is made there.
func intoSelector(store *ssa.Store) bool {
	field, ok := store.Addr.(*ssa.FieldAddr)
	return ok && kube.SelectingFields(field.X.Type()) != nil
}

// termOfOption is the term of an option of a list as an interface, of which the type says what it asks for; nil if its value says
// all.
func (f *Finder) termOfOption(v *ssa.MakeInterface) *Term {
	switch t := v.X.Type(); {
	case kube.AsksForKeys(t):
		return compose(CallTerm, SelectsKeys, f.Term(v.X))
	case kube.AsksForFields(t):
		return compose(CallTerm, ofFields, f.Term(v.X))
	}
	return nil
}

// termOfSelector is the term of what a function makes that chooses by labels; nil for other functions.
func (f *Finder) termOfSelector(s kube.Symbol, recv ssa.Value, args []ssa.Value) *Term {
	var of []*Term
	if recv != nil {
		of = append(of, f.Term(recv))
	}
	of = append(of, ir.Map(args, f.Term)...)
	switch kube.SelectionOf(s) {
	case kube.SelectsAll:
		return compose(CallTerm, SelectsAll, of...)
	case kube.SelectsOne:
		if len(of) >= 3 {
			return compose(CallTerm, SelectsOne, of[:3]...)
		}
	}
	return nil
}
