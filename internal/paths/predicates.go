package paths

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Bounds on what is known of how control comes to an operation where several ways come together: how many such places are looked at,
// the nearest first, and how many ways come together in one.
const (
	maxJoins = 4
	maxWays  = 4
)

// waysTo returns what each of the ways says of settings that come together before an operation, for each place where some do, in
// terms of the outermost function: control has come by one of them.
func (in *Info) waysTo(op *Op) (out [][][]answer) {
	for i := len(op.Path) - 1; i >= 0; i-- {
		for join := op.Path[i].Block(); join != nil && len(out) < maxJoins; join = join.Idom() {
			if len(join.Preds) < 2 || len(join.Preds) > maxWays || ir.LoopFrom(join) != nil {
				continue
			}
			out = append(out, ir.Map(join.Preds, func(from *ssa.BasicBlock) []answer {
				said := in.answersOn(from, join)
				for n := i; n > 0; n-- {
					said = in.outOf(said, op.Path[n].Parent(), op.Path[n-1].Common())
				}
				return said
			}))
		}
	}
	return out
}

// predicate is the term of what a function says of objects, if it is given nothing else but constants: the same as long as
// they stay as they are; nil if the call is none of such a function.
func (in *Info) predicate(call *ssa.Call) *identity.Term {
	args := ir.Args(call.Common())
	name, ok := in.predicateName(call, len(args))
	if !ok {
		return nil
	}
	some := false
	for _, arg := range args {
		_, constant := arg.(*ssa.Const)
		if !constant && !isAsked(arg) {
			return nil
		}
		some = some || !constant
	}
	if t := in.objects.Named(name, call); some && t != nil && t.Kind == identity.CallTerm {
		return t
	}
	return nil
}

// predicateName returns the name of the function that a call of so many arguments comes to, if what that says hangs on these alone.
func (in *Info) predicateName(call *ssa.Call, args int) (name string, ok bool) {
	if callee := in.lazy.Callee(call.Common()); callee != nil {
		return callee.String(), len(callee.Params) == args && in.isPredicate(callee)
	}
	fn, ok := ir.Called(call.Common()).(*types.Func)
	if !ok || call.Call.IsInvoke() {
		return "", false
	}
	f := in.factsFor(fn)
	return fn.FullName(), f != nil && len(f.Asks) > 0 && isBool(call.Type())
}

// isPredicate tells whether a function says yes or no, and whether only by what it is given.
func (in *Info) isPredicate(fn *ssa.Function) bool {
	results := fn.Signature.Results()
	return results.Len() == 1 && isBool(results.At(0).Type()) && !in.objects.Varies(fn) && !in.hasState(fn)
}

// A RemoteAsked is what a function that says yes or no, and only by what it is given, looks at of a parameter.
type RemoteAsked struct {
	Param  int
	Looked []string
}

// asks says what the function looks at that says yes or no of objects.
func (x *exporter) asks() {
	if !saysOfObjects(x.fn.Signature) || !x.in.isPredicate(x.fn) {
		return
	}
	for n, p := range x.fn.Params {
		if isAsked(p) {
			x.facts.Asks = append(x.facts.Asks, RemoteAsked{n, x.in.footprints.Look(p, nil).At.List()})
		}
	}
}

// asksObject tells whether a function says yes or no of an object whose method it is.
func asksObject(fn *types.Func) bool {
	return fn.Signature().Recv() != nil && saysOfObjects(fn.Signature())
}

// saysOfObjects tells whether functions of a signature say yes or no of an object.
func saysOfObjects(sig *types.Signature) bool {
	if sig.Results().Len() != 1 || !isBool(sig.Results().At(0).Type()) {
		return false
	}
	if recv := sig.Recv(); recv != nil && kube.IsObject(recv.Type()) {
		return true
	}
	for p := range sig.Params().Variables() {
		if kube.IsObject(p.Type()) {
			return true
		}
	}
	return false
}

// looksFor returns what a call of a function that says yes or no looks at of its argument of an index.
func (in *Info) looksFor(call *ssa.Call, n int) footprint.Set {
	if callee := in.lazy.Callee(call.Common()); callee != nil {
		return in.footprints.Look(callee.Params[n], nil).At
	}
	if f := in.factsFor(ir.Called(call.Common())); f != nil {
		for _, a := range f.Asks {
			if a.Param == n {
				return footprint.Of(a.Looked)
			}
		}
	}
	return footprint.Whole()
}

// hasState tells whether what a function of this package returns may hang on more than it is given: on a variable of a package, or on
// what a function does whose body isn't in view, those of the libraries aside.
func (in *Info) hasState(fn *ssa.Function) bool { return in.questions.stateful.Of(fn) }

func (in *Info) findState(fn *ssa.Function) bool {
	if len(fn.FreeVars) > 0 {
		return true
	}
	for instr := range ir.All[ssa.Instruction](fn.Blocks) {
		if slices.ContainsFunc(instr.Operands(nil), func(of *ssa.Value) bool { _, is := (*of).(*ssa.Global); return is }) {
			return true
		}
		call, ok := instr.(ssa.CallInstruction)
		if !ok || ir.IsBuiltin(call.Common(), "") {
			continue
		}
		callee, obj := in.lazy.Callee(call.Common()), ir.Called(call.Common())
		if callee != nil && in.hasState(callee) || callee == nil && (obj == nil || in.isOwn(obj)) {
			return true
		}
	}
	return false
}

// isAsked tells whether a value is an object, or what has the metadata of one.
func isAsked(v ssa.Value) bool {
	t := ir.Unwrap(v).Type()
	_, pointer := t.Underlying().(*types.Pointer)
	return (pointer || types.IsInterface(t)) && (kube.IsObject(t) || kube.IsMetadata(t))
}

// isPredicate tells whether an answer is that of a function, which may be another one when what it looks at has been changed.
func (a answer) isPredicate() bool { return a.setting.Kind == identity.CallTerm }

// lasts tells whether an answer is the same at a write and at a read after it: nothing that may come before the read sets what a
// function looks at that gives the answer, or reads it anew.
func (in *Info) lasts(a answer, write, read *Op) bool {
	if !a.isPredicate() {
		return true
	}
	args := ir.Args(a.setting.Call.Common())
	for n, of := range a.setting.Args {
		if _, constant := args[n].(*ssa.Const); constant {
			continue
		}
		if of.Kind != identity.LeafTerm || of.Leaf.Parent() != read.Path[0].Parent() || identity.Same(in.objects.Pointer(of.Leaf), write.pointer) ||
			!in.remains(of.Leaf, in.footprints.Bound(in.looksFor(a.setting.Call, n), a.setting.Call), write, read) {
			return false
		}
	}
	return true
}

// remains tells whether nothing that may come before a read sets one of the fields of an object, reads the object anew after
// a write, or puts the server's answer into it.
func (in *Info) remains(object ssa.Value, fields footprint.Set, write, read *Op) bool {
	first, last := write.Path[0], read.Path[0]
	precedes, follows := ir.MayPrecede(last), ir.MayFollow(first)
	set := in.footprints.Edits(flow.At(object, "")).Before(nil, func(by ssa.Instruction) bool {
		return by == ssa.Instruction(first) || by == ssa.Instruction(last) || precedes(by)
	})
	if set.Meets(fields) {
		return false
	}
	is := in.objects.Pointer(object)
	for _, op := range slices.Concat(in.of(last.Parent()).reads, in.Writes(last.Parent())) {
		at := op.Path[0]
		if identity.Same(op.pointer, is) && (at == first || at == last || follows(at) && precedes(at)) {
			return false
		}
	}
	return true
}
