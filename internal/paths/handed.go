package paths

import (
	"cmp"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// setByHanded adds what is set in an object since an instruction by functions that the one which writes it is handed, and calls
// without the object: a literal of a caller, say, has that itself. The calls of path lead to the write, or to the inner call in a literal.
// As changes, it returns the object's parameter if callers that are not in the path hand them over.
func (in *Info) setByHanded(object ssa.Value, at footprint.Set, path []ssa.CallInstruction, inner ssa.CallInstruction, from ssa.Instruction) (footprint.Set, *ssa.Parameter) {
	given, ok := object.(*ssa.Parameter)
	if !ok {
		return at, nil // which no caller has
	}
	call := path[len(path)-1]
	if from.Parent() == inner.Parent() {
		call = inner
	}
	for _, p := range in.calledSince(call, from) {
		object, fn := ssa.Value(given), ssa.Value(p)
		for i := ir.Home(p, path); ; i-- {
			o, isParam := object.(*ssa.Parameter)
			f, isHanded := fn.(*ssa.Parameter)
			if !isParam || !isHanded || o.Parent() != f.Parent() || o.Parent() != path[i].Parent() {
				break
			}
			if i == 0 {
				if slices.ContainsFunc(in.lazy.Index().Passed(f), capturesObject) {
					return at, given
				}
				break // a clock, say
			}
			common := path[i-1].Common()
			object, fn = identity.Root(ir.ArgFor(common, o)), in.setOnce(bound(ir.ArgFor(common, f)))
		}
		literal := ir.BodyOf(fn)
		if object == nil || literal == nil {
			continue // a clock, say, or what ends a context: who isn't given the object seldom has it
		}
		at.Add(in.footprints.Edits(flow.At(object, "")).Before(nil, func(by ssa.Instruction) bool { return ir.Within(by.Parent(), literal) }))
	}
	return at, nil
}

// capturesObject tells whether what is passed is a literal that has an object from around it, or the variable with one.
func capturesObject(passed ssa.Value) bool {
	literal, ok := ir.Unwrap(passed).(*ssa.MakeClosure)
	return ok && slices.ContainsFunc(literal.Bindings, func(v ssa.Value) bool {
		return kube.IsObject(v.Type()) || kube.IsObject(ir.Deref(v.Type()))
	})
}

// calledSince returns the parameters of a function that it calls between an instruction and a call, and which are not given an
// object: what a function sets in one that it is given is known otherwise.
func (in *Info) calledSince(call ssa.CallInstruction, from ssa.Instruction) (out []*ssa.Parameter) {
	since := ir.MayPrecedeSince(call, from)
	for other := range ir.All[ssa.CallInstruction](call.Parent().Blocks) {
		common := other.Common()
		if common.IsInvoke() || takesObject(common) || !since(other) {
			continue
		}
		if p, ok := in.setOnce(bound(common.Value)).(*ssa.Parameter); ok && ir.IsFunc(p.Type()) && !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	return out
}

// setOnce returns what is loaded from a variable that is set once, around a literal say, or else the value itself.
func (in *Info) setOnce(v ssa.Value) ssa.Value {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		if alloc, ok := identity.Variable(load.X).(*ssa.Alloc); ok {
			return cmp.Or(in.objects.OnlyStored(alloc), v)
		}
	}
	return v
}

func takesObject(common *ssa.CallCommon) bool {
	return slices.ContainsFunc(common.Args, func(arg ssa.Value) bool { return kube.IsObject(arg.Type()) })
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
