package paths

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// An encoded is a call that makes text of a part of an object.
type encoded struct {
	part
	call ssa.CallInstruction
}

// compares tells whether a call is given the same part of the object and of a copy of it: they differ in what is set.
func (w *weigher) compares(out encoded) bool {
	return w.object != nil && w.object.kind == leafTerm && slices.ContainsFunc(out.call.Common().Args, func(arg ssa.Value) bool {
		return arg != out.Value && w.Has(arg, out.Path)
	})
}

// writes goes on with what a function of the libraries makes of a part of an object. Of a struct that becomes text, that
// is all that isn't set before.
func (w *weigher) writes(out encoded) {
	if w.compares(out) {
		set := w.in.setIn(w.object.leaf)
		for _, path := range set.inside(out.Path).list() {
			if !set[""] { // what isn't known to be set isn't shown to be old
				w.results(out.call, path)
			}
		}
		return
	}
	s, ok := ir.Deref(pointer(out.Value).Type()).Underlying().(*types.Struct)
	if !ok || out.Path == "" || strings.Contains(out.Path, ".") || kube.IsBuffer(pointer(out.Value).Type()) {
		w.results(out.call, out.Path)
		return
	}
	for field := range s.Fields() {
		path := joined(out.Path, field.Name())
		if !slices.ContainsFunc(w.set[path], func(at ssa.Instruction) bool { return ir.Before(w.decided(at), out.call) }) {
			w.results(out.call, path)
		}
	}
}

// decided returns the instruction from which on a field has the value that another one stores: the one itself, or the
// comparison by which it is stored if the field has another.
func (w *weigher) decided(at ssa.Instruction) ssa.Instruction {
	store, ok := at.(*ssa.Store)
	if !ok || len(at.Block().Preds) != 1 {
		return at
	}
	branch, ok := ir.Last(at.Block().Preds[0]).(*ssa.If)
	if !ok || branch.Block().Succs[0] != at.Block() {
		return at
	}
	if compared, ok := branch.Cond.(*ssa.BinOp); ok && (valueOf(compared.X) == valueOf(store.Val) || valueOf(compared.Y) == valueOf(store.Val)) {
		return branch
	}
	return at
}
