package paths

import (
	"cmp"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Besides returns the updates of a function that send an object as it was read, though it was to be changed: a struct holds the
// object, in which the package changes nothing, and beside it a copy, in which it does, and of which nothing else comes. keeps
// says what a write does with a field.
func (in *Info) Besides(fn *ssa.Function, keeps func(w *Op, field string) Keeping) (out []Replacement) {
	for call := range ir.All[ssa.CallInstruction](fn.Blocks) {
		op := in.operation(call)
		if op == nil || op.Verb != kube.VerbUpdate || op.Object == nil {
			continue
		}
		object := fieldRead(op.Object)
		if object.field == nil || !in.lazy.IsOwnField(object.field) || in.isSetElsewhere(object.field) {
			continue
		}
		fields, ok := ir.Deref(object.of.Type()).Underlying().(*types.Struct)
		if !ok {
			continue
		}
		for copied := range fields.Fields() {
			if copied == object.field || !types.Identical(copied.Type(), object.field.Type()) || !in.isCopyBeside(object.field, copied) {
				continue
			}
			if by, field := in.firstChange(copied, func(field string) bool { return keeps(op, field) == Stores }); by != nil {
				out = append(out, Replacement{op, by, field})
				break
			}
		}
	}
	return out
}

// isCopyBeside tells whether one field of structs always holds an object that nobody changes, and another a copy of that, with which
// nothing is done but to change and compare it.
func (in *Info) isCopyBeside(object, copied *types.Var) bool {
	if !in.lazy.IsOwnField(copied) || in.isSetElsewhere(copied) {
		return false
	}
	made := false
	for _, v := range in.lazy.Index().FieldAddrs(copied) {
		addr := v.(*ssa.FieldAddr) // see isSetElsewhere
		literal, _ := addr.X.(*ssa.Alloc)
		if len(ir.StoredAt(addr)) > 0 {
			if made = literal != nil && in.isMadeBeside(literal, object, copied); !made {
				return false
			}
		}
	}
	for load := range in.loadsOf(object) {
		if e := in.editsOf(flow.At(load, "")); len(e.set)+len(e.returned) > 0 {
			return false
		}
	}
	for load := range in.loadsOf(copied) {
		if !in.onlyChanged(load, payloadDepth) {
			return false
		}
	}
	return made
}

// loadsOf returns what the package loads from a field.
func (in *Info) loadsOf(field *types.Var) map[ssa.Value]bool {
	out := map[ssa.Value]bool{}
	for _, addr := range in.lazy.Index().FieldAddrs(field) {
		for _, use := range in.lazy.Index().Uses(addr) {
			if use.Does == ir.Loads {
				out[use.To] = true
			}
		}
	}
	return out
}

// isMadeBeside tells whether a struct gets an object that nobody changes for one field, and a copy of it for another.
func (in *Info) isMadeBeside(literal *ssa.Alloc, object, copied *types.Var) bool {
	kept, other := in.onlyStoredIn(literal, object.Name()), in.onlyStoredIn(literal, copied.Name())
	if kept == nil || other == nil {
		return false
	}
	call, ok := ir.Unwrap(other).(*ssa.Call)
	if !ok || len(*call.Referrers()) != 1 {
		return false
	}
	of := in.copied(call)
	if of == nil || !sameTerm(in.pointerTo(of), in.pointerTo(kept)) {
		return false
	}
	return in.staysAsRead(pointer(kept), func(by ssa.Instruction) bool {
		store, ok := by.(*ssa.Store)
		return ok && store.Val == kept
	}, maxHanded)
}

// staysAsRead tells whether nothing is set in an object in the function that has it, nor in those from which that has it, and nobody
// else gets it, but by some instructions.
func (in *Info) staysAsRead(v ssa.Value, but func(ssa.Instruction) bool, left int) bool {
	e := in.editsOf(flow.At(v, ""))
	if left == 0 || len(e.returned) > 0 {
		return false
	}
	for s := range e.set {
		if s.by == nil || !but(s.by) {
			return false
		}
	}
	p, given := v.(*ssa.Parameter)
	if !given {
		return isOwnObject(v)
	}
	calls, all := in.lazy.Index().AllCallers(p.Parent())
	return all && !slices.ContainsFunc(calls, func(call ssa.CallInstruction) bool {
		arg := ir.ArgFor(call.Common(), p)
		return arg == nil || !in.staysAsRead(pointer(arg), func(by ssa.Instruction) bool { return by == call }, left-1)
	})
}

// onlyChanged tells whether all that is done with an object, or a part of it, is to change it, or to compare it.
func (in *Info) onlyChanged(v ssa.Value, depth int) bool {
	if depth == 0 || v.Referrers() == nil || !in.questions.solver.Step() {
		return false
	}
	return !slices.ContainsFunc(*v.Referrers(), func(ref ssa.Instruction) bool {
		use := ir.UseOf(v, ref)
		switch use.Does {
		case ir.Converts, ir.Takes:
			return !in.onlyChanged(use.To, depth-1)
		case ir.Loads:
			return !isMap(use.To) || !in.onlyChanged(use.To, depth-1)
		case ir.Fills, ir.Compares:
			return false
		case ir.Passes:
			return !in.callChanges(v, use.Call, depth)
		}
		_, isDebug := ref.(*ssa.DebugRef)
		return !isDebug
	})
}

// callChanges tells whether all that a call does with an object is to change it, or to compare it.
func (in *Info) callChanges(v ssa.Value, call ssa.CallInstruction, depth int) bool {
	if callee := in.lazy.Callee(call.Common()); callee != nil {
		return !slices.ContainsFunc(callee.Params, func(p *ssa.Parameter) bool {
			return ir.ArgFor(call.Common(), p) == v && !in.onlyChanged(p, depth-1)
		})
	}
	known, mutates := kube.MutationOf(ir.Called(call.Common()))
	return kube.ComparesDeeply(ir.Symbol(call.Common())) || ir.IsBuiltin(call.Common(), "delete") ||
		mutates && !known.Reply && ir.Mutated(call.Common(), known) == v
}

// firstChange returns the first change of what is in a field of structs, by its place, and what it sets, of what a predicate tells; nil
// if there is none.
func (in *Info) firstChange(held *types.Var, counts func(field string) bool) (by ssa.Instruction, field string) {
	for load := range in.loadsOf(held) {
		for s := range in.editsOf(flow.At(load, "")).set {
			store, isStore := s.by.(*ssa.Store)
			if s.by == nil || s.path == "" || isStore && ir.FillsNil(store) || !counts(topOf(s.path)) {
				continue
			}
			if by == nil || cmp.Or(cmp.Compare(s.by.Pos(), by.Pos()), cmp.Compare(s.path, field)) < 0 {
				by, field = s.by, s.path
			}
		}
	}
	field, _, _ = strings.Cut(field, ".[") // the key may be one that the function is given
	return by, field
}
