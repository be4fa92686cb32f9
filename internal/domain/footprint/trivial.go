package footprint

import (
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/change"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// trivial tells whether to set a field to a value is no change that anybody wants to be stored: it clears the field, or
// takes over what the same field of another object has, which may be what the server has. It isn't if that is of another
// kind than what is set, or was put together by the function.
func (f *Finder) trivial(v ssa.Value, path string, addr ssa.Value) bool {
	if ir.IsNone(v) || ir.IsMadeEmpty(v) {
		return true
	}
	name := path[strings.LastIndexByte(path, '.')+1:]
	for range maxFollowed {
		switch step := ir.StepOf(v); step.Kind {
		case ir.Load, ir.Alias, ir.Sliced:
			if len(step.From) != 1 {
				return false
			}
			if alloc, ok := step.From[0].(*ssa.Alloc); ok && step.Kind == ir.Load {
				stores, whole := f.objects.Stores(alloc)
				if len(whole) == 0 { // a struct of nothing but zero values, or empty ones
					return !slices.ContainsFunc(slices.Concat(slices.Collect(maps.Values(stores))...), func(v ssa.Value) bool { return !ir.IsNone(v) && !ir.IsMadeEmpty(v) })
				}
			}
			v = step.From[0]
		case ir.FieldAddr, ir.FieldOf:
			return step.Field.Name() == name && !ofOtherKind(v, addr) && !f.isComposed(v) && !setsBefore(v, addr)
		case ir.Result:
			of := change.CopyOf(step.Call)
			if of == nil {
				return false
			}
			v = of
		default:
			return false
		}
	}
	return false
}

// setsBefore tells whether a function sets something in what is at an address before it sets another one to that, and
// hands the object to nothing in between that may store it.
func setsBefore(from, addr ssa.Value) bool {
	of, path, _ := ir.Base(from)
	at, ok := addr.(ssa.Instruction)
	if !ok || path == "" {
		return false
	}
	return slices.ContainsFunc(ir.Defs(of), func(def ir.Def) bool {
		inside, ok := ir.PathIn(def.Path, path)
		return ok && inside != "" && def.Val != nil && !ir.IsNone(def.Val) && ir.Before(def.By, at) && !handedSince(of, def.By)
	})
}

// handedSince tells whether an object may be handed to a function after an instruction.
func handedSince(object ssa.Value, since ssa.Instruction) bool {
	refs := object.Referrers()
	if refs == nil {
		return true // a variable of the package
	}
	after := ir.MayFollow(since)
	for _, ref := range *refs {
		calls := []ssa.Instruction{ref}
		if as, ok := ref.(*ssa.MakeInterface); ok {
			calls = ir.Uses(as)
		}
		for _, call := range calls {
			if _, ok := call.(ssa.CallInstruction); ok && after(call) {
				return true
			}
		}
	}
	return false
}

// ofOtherKind tells whether two addresses are of parts of objects of different kinds; versions of a kind have its name.
func ofOtherKind(a, b ssa.Value) bool {
	one, _, _ := ir.Base(a)
	other, _, _ := ir.Base(b)
	if !kube.IsObject(one.Type()) || !kube.IsObject(other.Type()) || !ir.IsStruct(ir.Deref(one.Type())) || !ir.IsStruct(ir.Deref(other.Type())) {
		return false
	}
	its, others := kube.Named(one.Type()), kube.Named(other.Type())
	return its != nil && others != nil && its.Obj().Name() != others.Obj().Name()
}

// isComposed tells whether an address is of a field of a struct that a function puts together, field by field, and which
// nobody else can have filled, and whether it sets something there that is no taking over.
func (f *Finder) isComposed(addr ssa.Value) bool {
	base, path, _ := ir.Base(addr)
	made, ok := base.(*ssa.Alloc)
	if !ok || path == "" || !ir.IsStruct(ir.Deref(made.Type())) {
		return false
	}
	for _, ref := range ir.Uses(made) {
		store, isStore := ref.(*ssa.Store)
		if _, isPhi := ref.(*ssa.Phi); isPhi || isStore && store.Val == ssa.Value(made) {
			return false // somebody else has it
		}
	}
	composed := false
	for _, def := range ir.Defs(made) {
		_, above := ir.PathIn(path, def.Path)
		_, below := ir.PathIn(def.Path, path)
		switch {
		case !above && !below:
		case def.Val == nil || def.Path == "":
			return false // it may come from anywhere
		case ir.StepOf(def.Val).Kind == ir.Load:
			return false // so may this
		case !ir.IsNone(def.Val) && !ir.IsMadeEmpty(def.Val):
			composed = true
		}
	}
	return composed
}

// isMadeApart tells whether a value is a map that is made for something else than to be put into an object.
func isMadeApart(v ssa.Value) bool {
	made, ok := v.(*ssa.MakeMap)
	return ok && !slices.ContainsFunc(ir.Uses(made), func(ref ssa.Instruction) bool {
		store, ok := ref.(*ssa.Store)
		return ok && store.Val == v
	})
}
