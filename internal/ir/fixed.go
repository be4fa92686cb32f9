package ir

import (
	"go/constant"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// FillsNil tells whether an instruction stores an empty map or slice where there was nil before, as a test says on the only way
// to it, and does nothing else with it: who reads it reads the same.
func FillsNil(store *ssa.Store) bool {
	if !isEmpty(store.Val) {
		return false
	}
	return hadNil(store)
}

// hadNil tells whether there was nil where an instruction stores something, as a test says on the only way to it.
func hadNil(store *ssa.Store) bool {
	for b := range wayTo(store.Block()) {
		if x, y := equalAt(b); IsNil(y) && LoadsFrom(x, store.Addr) || IsNil(x) && LoadsFrom(y, store.Addr) {
			return true
		}
	}
	return false
}

// FillsEmpty tells whether an instruction stores the address of a new struct of which no field is set to anything but zero where
// there was nil before, as a test says on the only way to it.
func FillsEmpty(store *ssa.Store) bool {
	made, ok := store.Val.(*ssa.Alloc)
	if !ok || !IsStruct(Deref(made.Type())) {
		return false
	}
	for ref := range Refs[ssa.Instruction](made) {
		if ref != ssa.Instruction(store) && !zeroes(ref) {
			return false
		}
	}
	return hadNil(store)
}

// zeroes tells whether an instruction takes a field of a new struct, which is only set to zero.
func zeroes(instr ssa.Instruction) bool {
	field, ok := instr.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	for ref := range Refs[ssa.Instruction](field) {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr != ssa.Value(field) || !IsZero(ref.Val) {
				return false
			}
		case *ssa.FieldAddr:
			if !zeroes(ref) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// SetsDefault tells whether an instruction stores what is always the same, or the address of a variable of a package, where there
// was nothing, nil or a constant before, as a test says which is right before it, or behind which only others come, of what is
// stored there or of what that points to; or a number or text where that was no such constant, or a greater or smaller one. It is no
// default if what is stored makes a difference before it is.
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
		if x, was := equalAt(b); hadConstant(store, x, was) || isBounded(store, b) {
			return true
		}
	}
	return false
}

// isBounded tells whether a number or text is stored where a test right before a block has compared what was there with a constant.
func isBounded(store *ssa.Store, b *ssa.BasicBlock) bool {
	stored, ok := store.Val.(*ssa.Const)
	if !ok || stored.Value == nil || stored.Value.Kind() == constant.Bool || len(b.Preds) != 1 {
		return false
	}
	branch, ok := Last(b.Preds[0]).(*ssa.If)
	if !ok {
		return false
	}
	test, ok := branch.Cond.(*ssa.BinOp)
	return ok && hadConstant(store, test.X, test.Y)
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
