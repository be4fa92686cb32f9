package identity

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A Base is the state of an object that a patch is the difference to. The zero Base is not known.
type Base struct {
	// Made is the call that makes the patch of its base, or, of a function that is called, the call of that function.
	Made ssa.CallInstruction
	// Copied is the call of DeepCopy that makes the base, or of a function which does; nil if the base is no copy.
	Copied ssa.CallInstruction

	Pointer *Term // the base itself
	held    *Term // the field that the patch is in, if no more is known of it
	Of      *Term // what it is a copy of
	Shared  *Term // that of which only the struct is copied, by an instruction, so that both have the same maps
	By      ssa.Instruction
	// Changed is the call that makes the base as a copy, if that is filled or changed afterwards: then it is not known, but
	// for a patch of the very copy.
	Changed *ssa.Call
}

// Known tells whether the base is known.
func (b Base) Known() bool { return b.Pointer != nil || b.Of != nil || b.Shared != nil }

// Terms returns what the base is made of; nil for what isn't known.
func (b Base) Terms() []*Term { return []*Term{b.Pointer, b.Of, b.held, b.Shared} }

func equalBases(a, b Base) bool {
	return a.Made == b.Made && a.Copied == b.Copied && a.Changed == b.Changed && Equal(a.Pointer, b.Pointer) && Equal(a.Of, b.Of) && Equal(a.held, b.held) && Equal(a.Shared, b.Shared)
}

// BaseOf returns the base of the patch that a value is.
func (f *Finder) BaseOf(v ssa.Value) Base { return f.bases.Of(v) }

func (f *Finder) findBase(v ssa.Value) Base {
	step := ir.StepOf(v)
	switch step.Kind {
	case ir.Alias:
		var all Base
		for i, from := range step.From {
			b := f.BaseOf(from)
			if i > 0 && !equalBases(all, b) {
				return Base{}
			}
			all = b
		}
		return all
	case ir.Load:
		switch at := Variable(step.From[0]).(type) {
		case *ssa.Alloc:
			if stored := f.OnlyStored(at); stored != nil {
				return f.BaseOf(stored)
			}
		case *ssa.FieldAddr:
			if alloc, ok := Variable(at.X).(*ssa.Alloc); ok {
				if stored := f.OnlyStoredIn(alloc, ir.FieldAt(at).Name()); stored != nil {
					return f.BaseOf(stored)
				}
			}
			if field := ir.FieldAt(at); kube.IsPatch(field.Type()) {
				return f.unheld(Base{held: f.pointerField(at.X, field)})
			}
		}
	case ir.Result:
		return f.patchBase(step.Call)
	}
	return Base{}
}

// patchBase returns the base of the patch that a call makes: client.MergeFrom and kin, or a function of this package that
// returns what they make.
func (f *Finder) patchBase(call *ssa.Call) Base {
	_, args := ir.Receiver(call.Common())
	if kube.IsMergeFrom(ir.Symbol(call.Common())) && len(args) > 0 {
		return f.baseIs(args[0], call)
	}
	callee := f.lazy.Callee(call.Common())
	if callee == nil || callee.Signature.Results().Len() != 1 {
		return Base{}
	}
	returned := ir.Returned(callee, 0)
	if len(returned) != 1 {
		return Base{}
	}
	return f.LiftBase(f.BaseOf(returned[0]), callee, call)
}

// baseIs is the base that an object, or a copy of it, makes.
func (f *Finder) baseIs(v ssa.Value, made *ssa.Call) Base {
	return f.traced(Base{Made: made, Pointer: f.Pointer(v)})
}

// traced is a base of which the pointer is known, with what it is a copy of, if it is one: made where it is, or kept in a
// field by a function of this package that makes a struct.
func (f *Finder) traced(b Base) Base {
	p := b.Pointer
	if p == nil || b.Of != nil || b.Shared != nil {
		return b
	}
	if b = f.Helped(b); b.Of != nil {
		return b
	}
	if from, by := f.shallowCopy(p); from != nil {
		b.Shared, b.By = f.Pointer(from), by
		return b
	}
	if call, ok := p.Leaf.(*ssa.Call); ok && p.Kind == LeafTerm {
		if of := f.Copied(call); of != nil {
			if !f.staysCopy(call, copyDepth) {
				return Base{Made: b.Made, Changed: call}
			}
			b.Copied, b.Of = call, f.Pointer(of)
		}
	}
	if p.Kind != FieldTerm || p.Args[0].Kind != LeafTerm {
		return b
	}
	maker := MadeBy(p.Args[0].Leaf)
	if maker == nil {
		return b
	}
	if callee := f.lazy.Callee(maker.Common()); callee != nil {
		if kept := f.keptBase(callee, p.Name); kept.Known() {
			kept.Made = b.Made
			return f.LiftBase(kept, callee, maker)
		}
		return b
	}
	if kept := f.foreignBase(maker, p.Name); kept.Known() {
		kept.Made = b.Made
		return kept
	}
	return b
}

// Helped is a base of which the pointer is to a helper, with the object that the helper is made of.
func (f *Finder) Helped(b Base) Base {
	if b.Pointer == nil || b.Pointer.Kind != LeafTerm {
		return b
	}
	if made := MadeBy(b.Pointer.Leaf); made != nil && kube.MakesHelper(ir.Symbol(made.Common())) && len(made.Call.Args) > 0 {
		b.Copied, b.Of = made, f.Pointer(made.Call.Args[0])
	}
	return b
}

// foreignBase returns the base that a field holds, itself or as a patch, of the struct which a function of another package
// makes.
func (f *Finder) foreignBase(maker *ssa.Call, field string) Base {
	facts := f.calls.Facts(ir.Called(maker.Common()))
	if facts == nil {
		return Base{}
	}
	for _, r := range facts.Bases {
		of := f.ImportedPointer(&r.Of, maker.Common())
		switch {
		case r.Field == field && r.Shared:
			return f.foreignShallow(r, maker)
		case r.Field != field || of == nil:
		case r.Copied:
			return Base{Made: maker, Copied: maker, Of: of}
		default:
			return Base{Made: maker, Pointer: of}
		}
	}
	return Base{}
}

// unheld is the base of a patch that is in a field, where the function is known that makes the struct.
func (f *Finder) unheld(b Base) Base {
	if b.held == nil || b.held.Kind != FieldTerm || b.held.Args[0].Kind != LeafTerm {
		return Base{}
	}
	maker := MadeBy(b.held.Args[0].Leaf)
	if maker == nil {
		return b
	}
	if callee := f.lazy.Callee(maker.Common()); callee != nil {
		if made := f.MadeIn(callee); made != nil && f.StaysSet(made, b.held.Name) {
			if stored := f.OnlyStoredIn(made, b.held.Name); stored != nil {
				return f.LiftBase(f.BaseOf(stored), callee, maker)
			}
		}
		return Base{}
	}
	return f.foreignBase(maker, b.held.Name)
}

// keptBase returns the base that a field holds of the struct which a function makes.
func (f *Finder) keptBase(maker *ssa.Function, field string) Base {
	returned := slices.DeleteFunc(ir.Returned(maker, 0), ir.IsNil)
	if len(returned) != 1 {
		return Base{}
	}
	kept, ok := f.storedPointer(f.Pointer(returned[0]), field)
	if !ok {
		return Base{}
	}
	return f.traced(Base{Pointer: kept})
}

// LiftBase says a base in a function in terms of a call of it.
func (f *Finder) LiftBase(b Base, callee *ssa.Function, call ssa.CallInstruction) Base {
	if b.held != nil {
		return f.unheld(Base{held: f.LiftPointer(b.held, callee, call.Common())})
	}
	if !b.Known() {
		return Base{}
	}
	out := Base{Pointer: f.LiftPointer(b.Pointer, callee, call.Common()), Of: f.LiftPointer(b.Of, callee, call.Common())}
	if out.Shared = f.LiftPointer(b.Shared, callee, call.Common()); !out.Known() {
		return Base{}
	}
	out.Made, out.Copied, out.By = b.Made, b.Copied, b.By
	if b.By != nil && ir.Within(b.By.Parent(), callee) {
		out.By = call
	}
	if b.Made != nil && ir.Within(b.Made.Parent(), callee) {
		out.Made = call
	}
	if b.Copied != nil && ir.Within(b.Copied.Parent(), callee) {
		out.Copied = call
	}
	return f.traced(out) // the caller may know what it gives, or what is in the field, for a copy
}

// IsOf tells whether a base is the very object that a term points to.
func (f *Finder) IsOf(b Base, object *Term) bool {
	return Same(b.Pointer, object) || b.Changed != nil && Same(f.Pointer(b.Changed), object)
}
