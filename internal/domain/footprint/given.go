package footprint

import (
	"go/token"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
)

// given returns what a function does with what it is given for a parameter.
func (f *Finder) given(p *ssa.Parameter) *Touch { return f.params.Of(p) }

func (f *Finder) findGiven(p *ssa.Parameter) *Touch {
	for _, h := range f.Objects(p.Parent()) {
		if h.Pointer.Leaf == ssa.Value(p) { // which function literals may have too
			return f.summed(p.Parent(), h)
		}
	}
	all := newTouch()
	f.toucher(func(ssa.Instruction) *Touch { return all }, nil, flow.MaxParts).Of(p, "")
	return all
}

// summed is all that a function does with an object.
func (f *Finder) summed(fn *ssa.Function, h *Object) *Touch {
	all := newTouch()
	for _, t := range h.At {
		all.include(t, "")
		maps.Copy(all.Sure, t.Sure)
		all.Back = append(all.Back, t.Back...)
	}
	for _, path := range f.putBack(fn, h) {
		delete(all.Sure, path)
	}
	return all
}

// putBack returns the fields of an object that a function sets, and sets to what they were before it returns.
func (f *Finder) putBack(fn *ssa.Function, h *Object) (out []string) {
	sets := map[string][]ssa.Instruction{}
	last := map[string]ssa.Instruction{}
	add := func(store *ssa.Store, at ssa.Instruction) {
		base, path, _ := ir.Base(store.Addr)
		if path == "" || strings.Count(path, ".") >= Depth || !identity.Same(f.objects.Pointer(base), h.Pointer) {
			return
		}
		was, ok := f.loadOf(store.Val)
		if !ok {
			sets[path] = append(sets[path], at)
			return
		}
		if of, from, _ := ir.Base(was.X); from == path && identity.Same(f.objects.Pointer(of), h.Pointer) {
			last[path] = at
		}
	}
	for store := range ir.All[*ssa.Store](fn.Blocks) {
		add(store, store)
	}
	for deferred := range ir.All[*ssa.Defer](fn.Blocks) {
		if literal := ir.BodyOf(deferred.Call.Value); literal != nil && literal.Parent() == fn {
			for store := range ir.All[*ssa.Store](literal.Blocks) {
				add(store, deferred)
			}
		}
	}
	for _, path := range slices.Sorted(maps.Keys(last)) {
		at := last[path]
		_, isDeferred := at.(*ssa.Defer)
		behind := ir.MayFollow(at)
		if len(sets[path]) > 0 && !slices.ContainsFunc(sets[path], func(set ssa.Instruction) bool {
			return isDeferred != ir.Before(at, set) || !isDeferred && (behind(set) || !endsBehind(set, at))
		}) {
			out = append(out, path)
		}
	}
	return out
}

// endsBehind tells whether a function comes by an instruction before it returns, if it comes by the one before that.
func endsBehind(set, at ssa.Instruction) bool {
	behind := ir.MayFollow(set)
	for ret := range ir.All[*ssa.Return](at.Parent().Blocks) {
		if behind(ret) && !ir.Before(at, ret) {
			return false
		}
	}
	return true
}

// loadOf returns what loads a value, by way of a variable that has no other.
func (f *Finder) loadOf(v ssa.Value) (*ssa.UnOp, bool) {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil, false
	}
	if alloc, isVar := identity.Variable(load.X).(*ssa.Alloc); isVar {
		stored := f.objects.OnlyStored(alloc)
		load, ok = stored.(*ssa.UnOp)
		return load, ok && load.Op == token.MUL
	}
	return load, true
}
