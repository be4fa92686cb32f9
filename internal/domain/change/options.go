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
		return slices.ContainsFunc(ir.Variadic(v), func(option ssa.Value) bool { return shares(ir.Unwrap(option)) })
	case ir.Alias:
		return t.allShare(s.From)
	case ir.Load:
		once := t.pkg.SetOnce(v)
		return once != nil && t.sharing.Of(once)
	case ir.Result:
		common := s.Call.Common()
		if ir.IsBuiltin(common, "append") { // the last one that says something of it decides
			return t.sharing.Of(common.Args[1]) || t.sharing.Of(common.Args[0]) && !slices.ContainsFunc(ir.Variadic(common.Args[1]), mayUnshare)
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

// shares tells whether an option makes a read hand out what the cache holds.
func shares(option ssa.Value) bool {
	if kube.SharesRead(option.Type()) {
		return ir.IsTrue(option)
	}
	literal, ok := option.(*ssa.Alloc)
	return ok && slices.ContainsFunc(ir.PartsOf(literal), func(part ssa.Value) bool {
		f := ir.StepOf(part).Field
		return f != nil && kube.SharesReadField(literal.Type(), f.Name()) && !slices.ContainsFunc(ir.StoredAt(part), mayBeFalse) && len(ir.StoredAt(part)) > 0
	})
}

// mayUnshare tells whether an option may say after one before it that the read is to copy: one that has a field for that.
func mayUnshare(option ssa.Value) bool {
	option = ir.Unwrap(option)
	if literal, ok := option.(*ssa.Alloc); ok {
		return !shares(option) && slices.ContainsFunc(ir.PartsOf(literal), func(part ssa.Value) bool {
			f := ir.StepOf(part).Field
			return f != nil && kube.SharesReadField(literal.Type(), f.Name())
		})
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
