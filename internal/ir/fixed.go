package ir

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// SetsDefault tells whether an instruction stores what is always the same, or the address of a variable of a package, where there
// was nothing, nil or a constant before, as a test says which is right before it, or behind which only others come, of what is
// stored there or of what that points to. It is no default if what is stored makes a difference before it is.
func SetsDefault(store *ssa.Store) bool {
	if _, variable := store.Val.(*ssa.Global); !variable && !(&fixing{maxFixed}).is(store.Val) {
		return false
	}
	if isTakenFor(store) {
		return false
	}
	for b := range wayTo(store.Block()) {
		if b != store.Block() && slices.ContainsFunc(b.Instrs, isCall) {
			return false // it may be done first
		}
		if x, was := equalAt(b); hadConstant(store, x, was) {
			return true
		}
	}
	return false
}

func isCall(instr ssa.Instruction) bool {
	call, ok := instr.(ssa.CallInstruction)
	return ok && !IsBuiltin(call.Common(), "")
}

// hadConstant tells whether two equal values say that there was a constant where an instruction stores something.
func hadConstant(store *ssa.Store, x, was ssa.Value) bool {
	if _, known := was.(*ssa.Const); !known {
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

// isTakenFor tells whether a test that comes before a constant is stored finds out whether it is there already: then more hangs on
// it the next time.
func isTakenFor(store *ssa.Store) bool {
	stored, ok := store.Val.(*ssa.Const)
	if !ok || stored.Value == nil {
		return false
	}
	for test := range All[*ssa.BinOp](store.Parent().Blocks) {
		other, ok := test.Y.(*ssa.Const)
		if ok && (test.Op == token.EQL || test.Op == token.NEQ) && LoadsFrom(test.X, store.Addr) && Before(test, store) &&
			other.Value != nil && other.Value.ExactString() == stored.Value.ExactString() {
			return true
		}
	}
	return false
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
