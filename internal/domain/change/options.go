package change

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// hasSharing tells whether a list of options has, on every path and whatever else is in it, the one by which a read hands out what
// the cache holds: in a literal, in what is appended, or in what a function returns in any case.
func (t *tracer) hasSharing(v ssa.Value) bool {
	switch s := ir.StepOf(v); s.Kind {
	case ir.Sliced:
		shared, _ := lastWord(ir.Variadic(v))
		return shared
	case ir.Alias:
		return t.allShare(s.From)
	case ir.Load:
		once := t.pkg.SetOnce(v)
		return once != nil && t.sharing.Of(once)
	case ir.Result:
		common := s.Call.Common()
		if ir.IsBuiltin(common, "append") {
			_, said := lastWord(ir.Variadic(common.Args[1]))
			return t.sharing.Of(common.Args[1]) || t.sharing.Of(common.Args[0]) && !said
		}
		if callee := t.pkg.Callee(common); callee != nil {
			return t.allShare(ir.Returned(callee, s.Index))
		}
		known := t.factsFor(common)
		return known != nil && slices.Contains(known.Shares, s.Index)
	}
	return false
}

func (t *tracer) allShare(lists []ssa.Value) bool {
	return len(lists) > 0 && !slices.ContainsFunc(lists, func(list ssa.Value) bool { return !t.sharing.Of(list) })
}

// sharingResults returns the results of a function that are such lists.
func (t *tracer) sharingResults(fn *ssa.Function) (out []int) {
	for n := range fn.Signature.Results().Len() {
		if kube.IsReadOptions(fn.Signature.Results().At(n).Type()) && t.allShare(ir.Returned(fn, n)) {
			out = append(out, n)
		}
	}
	return out
}

// lastWord tells whether one of the options makes a read hand out what the cache holds, and whether one may say anything of it: the
// last one that does decides.
func lastWord(options []ssa.Value) (shared, said bool) {
	for _, option := range slices.Backward(options) {
		if option = ir.Unwrap(option); shares(option) {
			return true, true
		}
		if mayUnshare(option) {
			return false, true
		}
	}
	return false, false
}

// shares tells whether an option makes a read hand out what the cache holds.
func shares(option ssa.Value) bool {
	if kube.SharesRead(option.Type()) {
		return ir.IsTrue(option)
	}
	pointers := sharingParts(option)
	return len(pointers) > 0 && !slices.ContainsFunc(pointers, mayBeFalse)
}

// sharingParts returns what is stored in the field of an option's literal that says whether a read copies.
func sharingParts(option ssa.Value) (stored []ssa.Value) {
	if literal, ok := option.(*ssa.Alloc); ok {
		for _, part := range ir.PartsOf(literal) {
			if f := ir.StepOf(part).Field; f != nil && kube.SharesReadField(literal.Type(), f.Name()) {
				stored = append(stored, ir.StoredAt(part)...)
			}
		}
	}
	return stored
}

// mayUnshare tells whether an option that isn't known to share may say that the read is to copy: one that has a field for that, is
// made for it, or may be any.
func mayUnshare(option ssa.Value) bool {
	if _, ok := option.(*ssa.Alloc); ok {
		return len(sharingParts(option)) > 0
	}
	if kube.SharesRead(option.Type()) || types.IsInterface(option.Type()) {
		return true
	}
	s, ok := ir.Deref(option.Type()).Underlying().(*types.Struct)
	return ok && slices.ContainsFunc(slices.Collect(s.Fields()), func(f *types.Var) bool { return kube.SharesReadField(ir.Deref(option.Type()), f.Name()) })
}

// mayBeFalse tells whether what a pointer points to may be false: a variable in which nothing but true is ever stored isn't.
func mayBeFalse(pointer ssa.Value) bool {
	variable, ok := pointer.(*ssa.Alloc)
	if !ok {
		_, called := pointer.(*ssa.Call) // such as ptr.To(true)
		return !called || slices.ContainsFunc(ir.Args(pointer.(*ssa.Call).Common()), func(arg ssa.Value) bool { return !ir.IsTrue(arg) })
	}
	stored := ir.StoredAt(variable)
	return len(stored) == 0 || slices.ContainsFunc(stored, func(v ssa.Value) bool { return !ir.IsTrue(v) })
}
