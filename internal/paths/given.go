package paths

import (
	"go/token"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
)

// given returns what a function does with what it is given for a parameter.
func (in *Info) given(p *ssa.Parameter) *touch { return in.questions.given.Of(p) }

func (in *Info) findGiven(p *ssa.Parameter) *touch {
	for _, h := range in.objectsIn(p.Parent()) {
		if h.pointer.Leaf == ssa.Value(p) { // which function literals may have too
			return in.summed(p.Parent(), h)
		}
	}
	all := newTouch()
	in.toucher(func(ssa.Instruction) *touch { return all }, nil, flow.MaxParts).Of(p, "")
	return all
}

// madeBy returns the function that a call hands to its callee, and which makes the object of an operation there: which result of
// it that is. Nil if there is none.
func (in *Info) madeBy(object *identity.Term, callee *ssa.Function, common *ssa.CallCommon) (made *ssa.Function, n int) {
	if object == nil || object.Kind != identity.LeafTerm || callee == nil {
		return nil, 0
	}
	step := ir.StepOf(ir.Unwrap(object.Leaf))
	if step.Kind != ir.Result || step.Call.Parent() != callee {
		return nil, 0
	}
	p, ok := bound(step.Call.Call.Value).(*ssa.Parameter)
	if !ok || p.Parent() != callee || !ir.IsFunc(p.Type()) {
		return nil, 0
	}
	return ir.BodyOf(ir.ArgFor(common, p)), step.Index
}

// kindOfResult returns what a result of a function denotes, if that is one thing whatever it returns.
func (in *Info) kindOfResult(fn *ssa.Function, n int) (out kind.Denotation) {
	for i, v := range slices.DeleteFunc(ir.Returned(fn, n), ir.IsNil) {
		d := in.kindOf(v)
		if i > 0 && d != out {
			return kind.Denotation{}
		}
		out = d
	}
	return out
}

// summed is all that a function does with an object.
func (in *Info) summed(fn *ssa.Function, h *handled) *touch {
	all := newTouch()
	for _, t := range h.at {
		all.include(t, "")
		maps.Copy(all.sure, t.sure)
		all.back = append(all.back, t.back...)
	}
	for _, path := range in.putBack(fn, h) {
		delete(all.sure, path)
	}
	return all
}

// putBack returns the fields of an object that a function sets, and sets to what they were before it returns.
func (in *Info) putBack(fn *ssa.Function, h *handled) (out []string) {
	sets := map[string][]ssa.Instruction{}
	last := map[string]ssa.Instruction{}
	add := func(store *ssa.Store, at ssa.Instruction) {
		base, path, _ := ir.Base(store.Addr)
		if path == "" || strings.Count(path, ".") >= footprint.Depth || !identity.Same(in.objects.Pointer(base), h.pointer) {
			return
		}
		was, ok := in.loadOf(store.Val)
		if !ok {
			sets[path] = append(sets[path], at)
			return
		}
		if of, from, _ := ir.Base(was.X); from == path && identity.Same(in.objects.Pointer(of), h.pointer) {
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
func (in *Info) loadOf(v ssa.Value) (*ssa.UnOp, bool) {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil, false
	}
	if alloc, isVar := identity.Variable(load.X).(*ssa.Alloc); isVar {
		stored := in.objects.OnlyStored(alloc)
		load, ok = stored.(*ssa.UnOp)
		return load, ok && load.Op == token.MUL
	}
	return load, true
}

// handsOn is what is known of a parameter of which nothing is known.
var handsOn = &touch{sets: footprint.Whole(), sure: footprint.Set{}, keeps: footprint.Whole(), looks: footprint.Whole(), hands: true}

// callee goes on in the function of this package that a call calls, and with what that returns of what it is given.
func (f *toucher) callee(v ssa.Value, path string, callee *ssa.Function, call ssa.CallInstruction) {
	_, isGo := call.(*ssa.Go)
	for p := range ir.Given(callee, call.Common(), v) {
		inner := f.in.given(p)
		if inner == nil {
			continue
		}
		f.at(call).include(inner, path)
		f.at(call).sure.Under(path, inner.sure)
		f.at(call).hands = f.at(call).hands || isGo
		for _, r := range inner.back {
			for _, result := range ir.ResultsOf(call, r.result) {
				if r.path != "" && len(inner.back) == 1 && len(ir.Returned(callee, r.result)) == 1 {
					f.Of(result, footprint.Join(path, r.path)) // that part, and nothing else
				} else {
					f.may(result, footprint.Join(path, r.path))
				}
			}
		}
	}
}

// isPutBack tells whether a store puts a part of the object back where it is from, such as what append returns: nobody else has
// it then.
func (f *toucher) isPutBack(path string, store *ssa.Store) bool {
	base, steps := store.Addr, ""
	for addr, ok := base.(*ssa.FieldAddr); ok; addr, ok = base.(*ssa.FieldAddr) {
		base, steps = addr.X, footprint.Join(footprint.FieldOf(addr), steps)
	}
	of, known := f.First(base)
	return known && base != store.Addr && footprint.Join(of, steps) == path
}
