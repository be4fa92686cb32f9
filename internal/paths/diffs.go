package paths

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A Twin is a call that makes a patch of two states of an object, or sends it, which are the very object both: it was changed
// by a function that returns what it is given.
type Twin struct {
	Call   ssa.CallInstruction
	Object ssa.Value
	Change ssa.Instruction // which is not sent
}

// A diff is what a call makes a patch of: the states before and after.
type diff struct{ from, to ssa.Value }

// Twins returns the calls in a function that find no difference, though the object has been changed.
func (in *Info) Twins(fn *ssa.Function) (out []Twin) {
	for call := range ir.All[ssa.CallInstruction](fn.Blocks) {
		for _, d := range in.diffsAt(call) {
			object := in.itself(d.from)
			if !identity.Same(object, in.itself(d.to)) || identity.Same(in.objects.Pointer(d.from), in.objects.Pointer(d.to)) { // see Losses
				continue
			}
			if change := in.changedBefore(object, call); change != nil {
				out = append(out, Twin{call, identity.Root(d.from), change})
				break
			}
		}
	}
	return out
}

// changedBefore returns the first change of an object that comes before a call in its function; nil if there is none.
func (in *Info) changedBefore(object *identity.Term, call ssa.CallInstruction) ssa.Instruction {
	h, before := in.footprints.Object(call.Parent(), object), ir.MayPrecede(call)
	if h == nil {
		return nil
	}
	for by := range ir.All[ssa.Instruction](call.Parent().Blocks) {
		if t := h.At[by]; t != nil && by != ssa.Instruction(call) && len(h.Groups(t.Sure)) > 0 && before(by) {
			return by
		}
	}
	return nil
}

// diffsAt returns what a call makes patches of, itself or by what it calls, in terms of its function.
func (in *Info) diffsAt(call ssa.CallInstruction) []diff {
	common := call.Common()
	if kube.DiffsJSON(ir.Symbol(common)) {
		return in.diffOfJSON(call)
	}
	if op := in.operation(call); op != nil {
		return diffOfPatch(op)
	}
	var out []diff
	for _, d := range in.diffsGiven(call) {
		from, to := ir.Arg(common, d.From), ir.Arg(common, d.To)
		if from != nil && to != nil {
			out = append(out, diff{from, to})
		}
	}
	return out
}

// diffsGiven returns the same of what a call of a function passes it, by the numbers of the parameters.
func (in *Info) diffsGiven(call ssa.CallInstruction) []RemoteDiff {
	if callee := in.lazy.Callee(call.Common()); callee != nil {
		return in.questions.diffs.Of(callee)
	}
	if f := in.factsFor(ir.Called(call.Common())); f != nil {
		return f.Diffs
	}
	return nil
}

// findDiffs returns which parameters of a function it makes patches of.
func (in *Info) findDiffs(fn *ssa.Function) (out []RemoteDiff) {
	if !slices.ContainsFunc(fn.Params, func(p *ssa.Parameter) bool { return kube.IsObject(p.Type()) }) {
		return nil
	}
	for call := range ir.All[ssa.CallInstruction](fn.Blocks) {
		for _, d := range in.diffsAt(call) {
			from, to := identity.ParamOf(in.objects.Pointer(d.from), fn), identity.ParamOf(in.objects.Pointer(d.to), fn)
			if is := (RemoteDiff{from, to}); from >= 0 && to >= 0 && from != to && !slices.Contains(out, is) {
				out = append(out, is)
			}
		}
	}
	return out
}

// diffOfPatch returns the base of a patch and the object that is patched, if the base is no copy.
func diffOfPatch(op *Op) []diff {
	from, to := op.base.Pointer, op.pointer
	if op.Verb != kube.VerbPatch || op.base.Copied != nil || from == nil || to == nil || from.Kind != identity.LeafTerm || to.Kind != identity.LeafTerm || identity.Same(from, to) {
		return nil
	}
	return []diff{{from.Leaf, to.Leaf}}
}

// diffOfJSON returns the objects of which the texts are made that a call makes a patch of, if nothing is set in them between.
func (in *Info) diffOfJSON(call ssa.CallInstruction) []diff {
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
		if h := in.footprints.Object(first.Parent(), in.itself(v)); h == nil || !h.IsUntouched(first, second) {
			return nil
		}
	}
	return []diff{{from, to}}
}

// difference returns what a call's patch of two states of an object changes: what is set in the object between them, or in
// the copies that they are. Nil if the call makes no such patch.
func (in *Info) difference(call *ssa.Call) footprint.Set {
	if kube.DiffsJSON(ir.Symbol(call.Common())) {
		from, first := madeTextOf(call.Call.Args[0])
		to, _ := madeTextOf(call.Call.Args[1])
		if from == nil || to == nil {
			return nil
		}
		return in.between(identity.Root(from), identity.Root(to), first, call)
	}
	changed := footprint.Set{}
	for _, d := range in.diffsGiven(call) {
		from, to := ir.Arg(call.Common(), d.From), ir.Arg(call.Common(), d.To)
		if from == nil || to == nil {
			return nil
		}
		one := in.between(identity.Root(from), identity.Root(to), nil, call)
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
func (in *Info) between(from, to ssa.Value, made, call *ssa.Call) footprint.Set {
	source, first := identity.CopyOf(from)
	other, second := identity.CopyOf(to)
	since := copiedFor(to, from)
	switch {
	case from == to && made != nil && made.Parent() == call.Parent():
		set, _ := in.footprints.SetBefore(to, call, call, made)
		return set
	case since != nil && (other != from || made == nil || in.stays(from, made, second)),
		since == nil && source != nil && source == other && in.stays(source, first, second):
		set, _ := in.footprints.SetBefore(to, call, call, since)
		also, _ := in.footprints.SetBefore(from, call, call, since)
		set.Add(also)
		return set
	}
	return nil
}

// stays tells whether nothing is set in an object between two calls, whichever is made first.
func (in *Info) stays(object ssa.Value, first, second *ssa.Call) bool {
	if first.Parent() != second.Parent() {
		return false
	}
	if !ir.Before(first, second) {
		first, second = second, first
	}
	behind, before := ir.MayFollow(first), ir.MayPrecede(second)
	for e := range in.footprints.Edits(flow.At(object, "")).Set {
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

// maxVariables bounds how many variables a value is followed through.
const maxVariables = 10

// itself returns what a pointer points to, by way of functions that return what they are given.
func (in *Info) itself(v ssa.Value) *identity.Term {
	for range maxVariables {
		step := ir.StepOf(identity.Root(v))
		if step.Kind != ir.Result {
			break
		}
		given := in.returnsGiven(step.Call, step.Index)
		if given == nil {
			break
		}
		v = given
	}
	return in.objects.Pointer(v)
}

// returnsGiven returns the argument of a call that is its result n, wherever the function returns; nil if none is.
func (in *Info) returnsGiven(call *ssa.Call, n int) ssa.Value {
	if callee := in.lazy.Callee(call.Common()); callee != nil {
		if param := in.parameterReturned(callee, n); param >= 0 {
			return ir.Arg(call.Common(), param)
		}
		return nil
	}
	if f := in.factsFor(ir.Called(call.Common())); f != nil {
		for _, s := range f.Same {
			if s.Result == n {
				return ir.Arg(call.Common(), s.Param)
			}
		}
	}
	return nil
}

// parameterReturned returns the number of the parameter, an object, that a function returns as its result n; -1 if it may return
// something else.
func (in *Info) parameterReturned(fn *ssa.Function, n int) int {
	param := -1
	for i, result := range slices.DeleteFunc(ir.Returned(fn, n), ir.IsNil) {
		is := identity.ParamOf(in.objects.Pointer(result), fn)
		if i > 0 && is != param {
			return -1
		}
		param = is
	}
	return param
}

// diffs says which parameters the function makes patches of, and which it returns.
func (x *exporter) diffs() {
	x.facts.Diffs = x.in.questions.diffs.Of(x.fn)
	for n := range x.fn.Signature.Results().Len() {
		if !kube.IsObject(x.fn.Signature.Results().At(n).Type()) {
			continue
		}
		if param := x.in.parameterReturned(x.fn, n); param >= 0 {
			x.facts.Same = append(x.facts.Same, RemoteSame{n, param})
		}
	}
}

// A RemoteDiff is that a function makes a patch of two of its parameters, the states of an object before and after.
type RemoteDiff struct{ From, To int }

// A RemoteSame is that a result of a function is what it is given for a parameter.
type RemoteSame struct{ Result, Param int }
