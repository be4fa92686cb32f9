package footprint

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Objects returns the objects that a function has pointers to, in the order of its instructions.
func (f *Finder) Objects(fn *ssa.Function) []*Object { return f.touched.Of(fn) }

// Object returns the object of a function to which a pointer points, nil if it has none.
func (f *Finder) Object(fn *ssa.Function, pointer *identity.Term) *Object {
	for _, h := range f.Objects(fn) {
		if identity.Same(h.Pointer, pointer) {
			return h
		}
	}
	return nil
}

// AddTouches adds what is done in a function with a value, which is the part of an object with that path.
func (f *Finder) AddTouches(h *Object, v ssa.Value, path string) {
	f.toucher(h.Touch, nil, flow.MaxParts).Of(v, path)
}

func (f *Finder) findObjects(fn *ssa.Function) []*Object {
	var out []*Object
	byTerm := map[string]*Object{}
	left := flow.MaxParts
	object := func(t *identity.Term, like *Object) *Object {
		h := byTerm[t.ID]
		if h == nil {
			h = &Object{Pointer: t, At: map[ssa.Instruction]*Touch{}}
			if like != nil {
				h.What, h.Type = like.What, like.Type
			}
			byTerm[t.ID] = h
			out = append(out, h)
		}
		return h
	}
	add := func(v ssa.Value) {
		if !kube.IsObject(v.Type()) {
			return
		}
		t := f.objects.Pointer(v)
		if t == nil || identity.IsPending(t) {
			return
		}
		h := object(t, &Object{What: f.kinds.Of(v)})
		if ir.IsStruct(ir.Deref(v.Type())) {
			h.Type = v.Type()
		}
		follow := f.toucher(h.Touch, t, left)
		follow.Of(v, "")
		left = follow.Left
		f.broughtBack(v, h.Touch)
	}
	for _, p := range fn.Params {
		add(p)
	}
	for _, p := range fn.FreeVars {
		add(p)
	}
	for v := range ir.All[ssa.Instruction](fn.Blocks) {
		if value, ok := v.(ssa.Value); ok {
			add(value)
		}
	}
	f.touchesInside(fn, object)
	f.carriers(fn, byTerm)
	for _, literal := range fn.AnonFuncs {
		f.literalTouches(literal, byTerm)
	}
	return out
}

// literalTouches adds what a function literal does with the objects around it to the calls that it is handed to.
func (f *Finder) literalTouches(literal *ssa.Function, byTerm map[string]*Object) {
	refs := literal.Referrers()
	if refs == nil {
		return
	}
	inside := f.Objects(literal)
	for _, made := range *refs {
		closure, ok := made.(*ssa.MakeClosure)
		if !ok {
			continue
		}
		uses := ir.Uses(closure)
		for n := 0; n < len(uses); n++ {
			use := uses[n]
			if named, ok := use.(*ssa.ChangeType); ok { // as a type of functions has it that a call takes
				uses = append(slices.Clip(uses), ir.Uses(named)...)
				continue
			}
			for _, i := range inside {
				h := byTerm[i.Pointer.ID]
				if h == nil {
					continue
				}
				at := h.Touch(use)
				for _, t := range i.At {
					at.include(t, "")
				}
				if _, isCall := use.(ssa.CallInstruction); !isCall {
					at.Hands = true // it is kept, and called some time
				}
			}
		}
	}
}
