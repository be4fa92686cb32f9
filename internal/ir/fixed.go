package ir

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// SetsDefault tells whether an instruction stores what is always the same, or the address of a variable of a package, where there
// was nothing, nil or a constant before, as a test says which is right before it, of what is stored there or of what that points
// to.
func SetsDefault(store *ssa.Store) bool {
	if _, variable := store.Val.(*ssa.Global); !variable && !(&fixing{maxFixed}).is(store.Val) {
		return false
	}
	x, was := equalBefore(store)
	if _, constant := was.(*ssa.Const); !constant {
		return false
	}
	if size, ok := x.(*ssa.Call); ok && IsBuiltin(&size.Call, "len") && IsZero(was) {
		x = size.Call.Args[0]
	}
	if load, ok := x.(*ssa.UnOp); ok && load.Op == token.MUL && LoadsFrom(load.X, store.Addr) {
		return true
	}
	return LoadsFrom(x, store.Addr)
}

// maxFixed bounds how many values are looked at to find out what one is made of.
const maxFixed = 300

// A fixing is one look at what a value is made of.
type fixing struct{ left int }

// is tells whether a value is made of constants only: a constant, a literal of such, or what a function of the package returns
// that is given no others.
func (f *fixing) is(v ssa.Value) bool {
	if f.left--; f.left < 0 {
		return false
	}
	step := StepOf(v)
	if uses := v.Referrers(); (step.Kind == Load || step.Kind == Sliced || step.Kind == Result) && len(*uses) != 1 {
		return false // something may be changed of it
	}
	switch step.Kind {
	case Constant:
		return true
	case Alias:
		return len(step.From) > 0 && f.all(step.From)
	case Variable:
		made, ok := v.(*ssa.Alloc)
		return ok && !slices.ContainsFunc(Defs(made), func(def Def) bool { return def.Val == nil || !f.is(def.Val) })
	case Load, Sliced:
		return f.is(step.From[0])
	case Made:
		made, ok := v.(*ssa.MakeMap)
		return ok && !slices.ContainsFunc(slices.Collect(Refs[*ssa.MapUpdate](made)), func(put *ssa.MapUpdate) bool { return !f.is(put.Key) || !f.is(put.Value) })
	case Result:
		callee := step.Call.Call.StaticCallee()
		if callee == nil {
			return false
		}
		returned := Returned(callee, step.Index)
		return len(returned) > 0 && f.all(returned) && f.all(step.Call.Call.Args)
	}
	return false
}

func (f *fixing) all(values []ssa.Value) bool {
	return !slices.ContainsFunc(values, func(v ssa.Value) bool { return !f.is(v) })
}
