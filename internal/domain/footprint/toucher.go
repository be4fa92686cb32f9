package footprint

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A toucher follows an object through a function.
type toucher struct {
	flow.Walk
	finder  *Finder
	at      func(ssa.Instruction) *Touch
	pointer *identity.Term // of the object, if it isn't a parameter that may be a part of one
	perhaps bool           // what is followed may be something else
}

// toucher returns what follows an object, through no more parts than are left.
func (f *Finder) toucher(at func(ssa.Instruction) *Touch, pointer *identity.Term, left int) *toucher {
	t := &toucher{finder: f, at: at, pointer: pointer}
	t.Walk = flow.Walk{Left: left, Visit: t.visit, Beyond: t.lost}
	return t
}

// lost sees that it can't be followed what becomes of a part of the object.
func (f *toucher) lost(p flow.Part) {
	if refs := p.Value.Referrers(); refs != nil && len(*refs) > 0 {
		f.at((*refs)[0]).Hands = true
	}
}

// visit sees what an instruction does with a part of the object.
func (f *toucher) visit(of flow.Part, ref ssa.Instruction) {
	v, path := of.Value, of.Path
	switch ref := ref.(type) {
	case *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.TypeAssert, *ssa.IndexAddr, *ssa.Slice:
		f.Of(ref.(ssa.Value), path)
	case *ssa.Extract:
		if ref.Index == 0 {
			f.Of(ref, path)
		}
	case *ssa.Phi:
		if path != "" && slices.ContainsFunc(ref.Edges, isMadeApart) {
			f.may(ref, path)
		} else if path != "" {
			f.Of(ref, path)
		} else if f.pointer == nil || !identity.Same(f.finder.objects.Pointer(ref), f.pointer) {
			f.at(ref).Keeps[""] = true
		}
	case *ssa.FieldAddr:
		f.Of(ref, Join(path, FieldOf(ref)))
	case *ssa.Field, *ssa.UnOp:
		f.loaded(ref.(ssa.Value), path)
	case *ssa.Lookup:
		if ref.X == v { // what a map has for an object is another one
			f.loaded(ref, path)
		}
	case *ssa.Store:
		f.store(v, path, ref)
	case *ssa.MapUpdate:
		if ref.Map == v {
			f.set(ref, path, true)
		} else if ir.Changeable(v) {
			f.at(ref).Keeps[path] = true
		}
	case *ssa.Return:
		if ir.Changeable(v) {
			f.at(ref).Back = append(f.at(ref).Back, Returning(of, ref)...)
		}
	case ssa.CallInstruction:
		f.call(v, path, ref)
	case *ssa.Send:
		f.at(ref).Hands = true
	}
}

// loaded follows what is loaded from a part of an object: what refers to the object's memory, as such; a struct may be
// kept.
func (f *toucher) loaded(v ssa.Value, path string) {
	if field, ok := v.(*ssa.Field); ok {
		if name := ir.Field(field.X.Type(), field.Field); name != nil && !ir.Promotes(name) {
			path = Join(path, name.Name())
		}
	}
	f.at(v.(ssa.Instruction)).Looks[path] = true
	switch {
	case ir.Changeable(v):
		f.Of(v, path)
	case ir.IsStruct(v.Type()):
		f.kept(v, path, v.(ssa.Instruction))
	}
}

// kept notes that a copy of a part of an object is kept, if it is: not only compared, told or looked at.
func (f *toucher) kept(v ssa.Value, path string, at ssa.Instruction) {
	if v.Referrers() == nil {
		return
	}
	for _, ref := range ir.Uses(v) {
		switch ref := ref.(type) {
		case *ssa.BinOp, *ssa.FieldAddr, *ssa.Field, *ssa.If:
		case *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.TypeAssert, *ssa.Extract:
			f.kept(ref.(ssa.Value), path, at)
		case *ssa.Store:
			if ref.Val == v && !ir.PassedOnlyTo(ref, kube.LeavesAlone) && !f.finder.objects.KeepsBase(ref) {
				f.at(at).Keeps[path] = true
			}
		case ssa.CallInstruction:
			if op, ok := f.finder.calls.Operation(ref); ok && op.Copies {
				continue // a copy that is made to be written
			}
			if kube.IsUnstructured(v.Type()) {
				f.set(ref, path, false) // its content is the object's
			}
			if f.finder.objects.CallLeaves(v, ref) {
				continue // such as a base that a helper is given
			}
			if !f.looksOnly(ref) {
				f.at(at).Keeps[path] = true
			}
			if obj := ir.Called(ref.Common()); obj != nil && obj.Pkg() != nil && f.finder.lazy.Callee(ref.Common()) == nil && !kube.IsLibrary(obj.Pkg().Path()) && !f.looksOnly(ref) {
				f.set(ref, path, false) // its maps and slices are the object's
			}
		default:
			f.at(at).Keeps[path] = true
		}
	}
}

// looksOnly tells whether a call only looks at what it is given, as far as what is stored is concerned.
func (f *toucher) looksOnly(call ssa.CallInstruction) bool {
	obj, name := ir.Called(call.Common()), ir.CalledName(call.Common())
	return kube.LeavesAlone(obj) || kube.IsMergeFrom(kube.SymbolOf(obj)) || f.finder.lazy.Callee(call.Common()) == nil && kube.IsGetter(name)
}

// set notes that a part of the object is set.
func (f *toucher) set(at ssa.Instruction, path string, sure bool) {
	f.at(at).Sets[path] = true
	if sure && !f.perhaps {
		f.at(at).Sure[path] = true
	}
}

func (f *toucher) store(v ssa.Value, path string, store *ssa.Store) {
	switch {
	case store.Addr == v:
		f.set(store, path, path != "" && !f.finder.trivial(store.Val, path, store.Addr))
	case ir.Changeable(v) && !f.holds(store) && !f.isPutBack(path, store) && !ir.PassedOnlyTo(store, kube.LeavesAlone) && !(path == "" && f.finder.keepsFor(store)):
		f.at(store).Keeps[path] = true
	}
}

// holds tells whether a store puts the pointer to the object into a variable of the function that never has another: what
// is loaded from there is the object too.
func (f *toucher) holds(store *ssa.Store) bool {
	alloc, ok := store.Addr.(*ssa.Alloc)
	return ok && f.pointer != nil && f.finder.objects.OnlyStored(alloc) == store.Val && identity.Same(f.finder.objects.Pointer(store.Val), f.pointer)
}

// isPutBack tells whether a store puts a part of the object back where it is from, such as what append returns: nobody else has
// it then.
func (f *toucher) isPutBack(path string, store *ssa.Store) bool {
	base, steps := store.Addr, ""
	for addr, ok := base.(*ssa.FieldAddr); ok; addr, ok = base.(*ssa.FieldAddr) {
		base, steps = addr.X, Join(FieldOf(addr), steps)
	}
	of, known := f.First(base)
	return known && base != store.Addr && Join(of, steps) == path
}

// may follows what a function returns, which may be a part of what it was given.
func (f *toucher) may(v ssa.Value, path string) {
	before := f.perhaps
	f.perhaps = true
	f.Of(v, path)
	f.perhaps = before
}
