package ir

import (
	"go/token"
	"iter"

	"golang.org/x/tools/go/ssa"
)

// FuncOf returns the function that a value is, of a function literal with what it captures; nil if it is none.
func FuncOf(v ssa.Value) *ssa.Function {
	switch v := v.(type) {
	case *ssa.Function:
		return v
	case *ssa.MakeClosure:
		return v.Fn.(*ssa.Function)
	}
	return nil
}

// BodyOf returns the function of this package that a value certainly is; nil if it is none, or of another package.
func BodyOf(v ssa.Value) *ssa.Function {
	if fn := FuncOf(Unwrap(v)); fn != nil && len(fn.Blocks) > 0 {
		return fn
	}
	return nil
}

// All yields the instructions of a kind in blocks, in their order.
func All[T ssa.Instruction](blocks []*ssa.BasicBlock) iter.Seq[T] {
	return func(yield func(T) bool) {
		for _, b := range blocks {
			for _, instr := range b.Instrs {
				if i, ok := instr.(T); ok && !yield(i) {
					return
				}
			}
		}
	}
}

// Refs yields the instructions of a kind that use a value.
func Refs[T ssa.Instruction](v ssa.Value) iter.Seq[T] {
	return func(yield func(T) bool) {
		for _, ref := range (*Index)(nil).Referrers(v) {
			if i, ok := ref.(T); ok && !yield(i) {
				return
			}
		}
	}
}

// Uses returns the instructions that use a value; none of a package variable, a constant or a function, of whose uses go/ssa
// keeps no list.
func Uses(v ssa.Value) []ssa.Instruction { return (*Index)(nil).Referrers(v) }

// A Passing is a send to a channel or a receive from it, outside of select.
type Passing struct {
	Chan    ssa.Value
	Sends   bool
	Val     ssa.Value // what is sent
	CommaOk bool      // it is asked whether the channel was closed, as range does
}

// PassingOf returns what an instruction passes through a channel, false if nothing.
func PassingOf(instr ssa.Instruction) (Passing, bool) {
	switch i := instr.(type) {
	case *ssa.Send:
		return Passing{Chan: i.Chan, Sends: true, Val: i.X}, true
	case *ssa.UnOp:
		if i.Op == token.ARROW {
			return Passing{Chan: i.X, CommaOk: i.CommaOk}, true
		}
	}
	return Passing{}, false
}
