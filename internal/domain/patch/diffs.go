package patch

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// States are what a call makes a patch of: an object before and after.
type States struct{ From, To ssa.Value }

// Params are the numbers of the parameters of which a function makes a patch: an object before and after.
type Params struct{ From, To int }

// Diffs returns what a call makes patches of, itself or by what it calls, in terms of its function.
func (f *Finder) Diffs(call ssa.CallInstruction) []States {
	common := call.Common()
	if kube.DiffsJSON(ir.Symbol(common)) {
		return f.diffOfJSON(call)
	}
	if op, ok := f.calls.Operation(call); ok {
		return diffOfPatch(op)
	}
	var out []States
	for _, d := range f.diffsGiven(call) {
		from, to := ir.Arg(common, d.From), ir.Arg(common, d.To)
		if from != nil && to != nil {
			out = append(out, States{from, to})
		}
	}
	return out
}

// diffsGiven returns the same of what a call of a function passes it, by the numbers of the parameters.
func (f *Finder) diffsGiven(call ssa.CallInstruction) []Params {
	if callee := f.lazy.Callee(call.Common()); callee != nil {
		return f.ParamsOf(callee)
	}
	return f.calls.Diffs(ir.Called(call.Common()))
}

// ParamsOf returns which parameters of a function it makes patches of.
func (f *Finder) ParamsOf(fn *ssa.Function) []Params { return f.diffs.Of(fn) }

func (f *Finder) findDiffs(fn *ssa.Function) (out []Params) {
	if !slices.ContainsFunc(fn.Params, func(p *ssa.Parameter) bool { return kube.IsObject(p.Type()) }) {
		return nil
	}
	for call := range ir.All[ssa.CallInstruction](fn.Blocks) {
		for _, d := range f.Diffs(call) {
			from, to := identity.ParamOf(f.objects.Pointer(d.From), fn), identity.ParamOf(f.objects.Pointer(d.To), fn)
			if is := (Params{from, to}); from >= 0 && to >= 0 && from != to && !slices.Contains(out, is) {
				out = append(out, is)
			}
		}
	}
	return out
}

// diffOfPatch returns the base of a patch and the object that is patched, if the base is no copy.
func diffOfPatch(op footprint.Operation) []States {
	from, to := op.Base.Pointer, op.Pointer
	if op.Verb != kube.VerbPatch || op.Base.Copied != nil || from == nil || to == nil || from.Kind != identity.LeafTerm || to.Kind != identity.LeafTerm || identity.Same(from, to) {
		return nil
	}
	return []States{{from.Leaf, to.Leaf}}
}

// diffOfJSON returns the objects of which the texts are made that a call makes a patch of, if nothing is set in them between.
func (f *Finder) diffOfJSON(call ssa.CallInstruction) []States {
	args := call.Common().Args
	from, first := madeTextOf(args[0])
	to, second := madeTextOf(args[1])
	if from == nil || to == nil || first.Parent() != second.Parent() {
		return nil
	}
	if !ir.Before(first, second) {
		first, second = second, first
	}
	for _, v := range []ssa.Value{from, to} {
		if h := f.footprints.Object(first.Parent(), f.Itself(v)); h == nil || !h.IsUntouched(first, second) {
			return nil
		}
	}
	return []States{{from, to}}
}

// difference returns what a call's patch of two states of an object changes: what is set in the object between them, or in
// the copies that they are. Nil if the call makes no such patch.
func (f *Finder) difference(call *ssa.Call) footprint.Set {
	if kube.DiffsJSON(ir.Symbol(call.Common())) {
		from, first := madeTextOf(call.Call.Args[0])
		to, _ := madeTextOf(call.Call.Args[1])
		if from == nil || to == nil {
			return nil
		}
		return f.between(identity.Root(from), identity.Root(to), first, call)
	}
	changed := footprint.Set{}
	for _, d := range f.diffsGiven(call) {
		from, to := ir.Arg(call.Common(), d.From), ir.Arg(call.Common(), d.To)
		if from == nil || to == nil {
			return nil
		}
		one := f.between(identity.Root(from), identity.Root(to), nil, call)
		if one == nil {
			return nil
		}
		changed.Add(one)
	}
	if len(changed) == 0 {
		return nil
	}
	return changed
}

// between returns what is set between two states of an object, before a call: in the object itself since the first of them
// was made text, or one was copied from the other; or in the copies of a third that both are. Nil if they are neither.
func (f *Finder) between(from, to ssa.Value, made, call *ssa.Call) footprint.Set {
	source, first := identity.CopyOf(from)
	other, second := identity.CopyOf(to)
	since := CopiedFor(to, from)
	switch {
	case from == to && made != nil && made.Parent() == call.Parent():
		set, _ := f.footprints.SetBefore(to, call, call, made)
		return set
	case since != nil && (other != from || made == nil || f.stays(from, made, second)),
		since == nil && source != nil && source == other && f.stays(source, first, second):
		set, _ := f.footprints.SetBefore(to, call, call, since)
		also, _ := f.footprints.SetBefore(from, call, call, since)
		set.Add(also)
		return set
	}
	return nil
}

// stays tells whether nothing is set in an object between two calls, whichever is made first.
func (f *Finder) stays(object ssa.Value, first, second *ssa.Call) bool {
	if first.Parent() != second.Parent() {
		return false
	}
	if !ir.Before(first, second) {
		first, second = second, first
	}
	behind, before := ir.MayFollow(first), ir.MayPrecede(second)
	for e := range f.footprints.Edits(flow.At(object, "")).Set {
		if e.By == nil || behind(e.By) && before(e.By) {
			return false
		}
	}
	return true
}

// madeTextOf returns the object that a text is made of as JSON, and the call that does it; nil if it isn't such a text.
func madeTextOf(text ssa.Value) (ssa.Value, *ssa.Call) {
	made := identity.MadeBy(text)
	if made == nil || !kube.EncodesJSON(ir.Symbol(made.Common())) {
		return nil, nil
	}
	of := ir.Unwrap(made.Call.Args[0])
	if stored := ir.StoredAt(of); len(stored) == 1 { // the address of a pointer
		of = stored[0]
	}
	if !kube.IsObject(of.Type()) {
		return nil, nil
	}
	return of, made
}
