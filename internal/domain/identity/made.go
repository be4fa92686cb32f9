package identity

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// MadeIn returns the struct that a function makes and returns, nil if it isn't one alone.
func (f *Finder) MadeIn(maker *ssa.Function) *ssa.Alloc {
	if maker.Signature.Results().Len() == 0 {
		return nil
	}
	returned := slices.DeleteFunc(ir.Returned(maker, 0), ir.IsNil)
	if len(returned) != 1 {
		return nil
	}
	made, _ := Variable(Root(returned[0])).(*ssa.Alloc)
	return made
}

// MadeBy returns the call of which a value is the first result, nil if it is none.
func MadeBy(v ssa.Value) *ssa.Call {
	if extract, ok := v.(*ssa.Extract); ok && extract.Index == 0 {
		v = extract.Tuple
	}
	call, _ := v.(*ssa.Call)
	return call
}

// KeptObject returns the object that a call has given to the function which makes a struct, and that this keeps in a field of
// it for good; nil if it is none.
func (f *Finder) KeptObject(maker *ssa.Call, field string) *Term {
	if maker == nil || !slices.Contains(ObjectFields(ir.ResultType(maker, 0)), field) {
		return nil
	}
	callee := f.lazy.Callee(maker.Common())
	if callee == nil {
		return f.foreignBase(maker, field).Pointer
	}
	made := f.MadeIn(callee)
	if made == nil || !f.StaysSet(made, field) {
		return nil
	}
	if stored := f.OnlyStoredIn(made, field); stored != nil && kube.IsObject(stored.Type()) {
		return f.LiftPointer(f.Pointer(stored), callee, maker.Common())
	}
	return nil
}

// PutInto returns what a function of the package puts into the field that a term is of, of the struct that it makes; the term itself if
// it is none.
func (f *Finder) PutInto(p *Term) *Term {
	if p.Kind != FieldTerm || p.Args[0].Kind != LeafTerm {
		return p
	}
	maker := MadeBy(p.Args[0].Leaf)
	if maker == nil {
		return p
	}
	callee := f.lazy.Callee(maker.Common())
	if callee == nil {
		return p
	}
	made := f.MadeIn(callee)
	if made == nil || !f.StaysSet(made, p.Name) {
		return p
	}
	if kept, ok := f.storedPointer(f.Pointer(made), p.Name); ok {
		return f.LiftPointer(kept, callee, maker.Common())
	}
	return p
}
