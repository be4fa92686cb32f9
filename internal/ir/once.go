package ir

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// KeptFrom tells whether an instruction is seldom come to twice: a test of what is in a package variable, or in a field of
// the receiver, lets control come there only as long as that is zero, and behind the instruction it is set.
func KeptFrom(site ssa.Instruction) bool {
	for b := site.Block(); b.Idom() != nil; b = b.Idom() {
		branch, ok := Last(b.Idom()).(*ssa.If)
		if !ok || len(b.Preds) != 1 {
			continue
		}
		if kept, empty := keptIn(branch); kept != nil && branch.Block().Succs[empty] == b && isFilled(kept, site) {
			return true
		}
	}
	return false
}

// keptIn returns the address of what a branch compares with the zero value, if that is kept for the next time, in a package
// variable or a field of the receiver, and which way control goes as long as it is zero. Nil if it isn't.
func keptIn(branch *ssa.If) (kept ssa.Value, empty int) {
	cond := branch.Cond
	empty = 1
	if not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT {
		cond, empty = not.X, 0
	}
	if compared, ok := cond.(*ssa.BinOp); ok {
		if !IsZero(compared.Y) {
			return nil, 0
		}
		cond = compared.X
		if compared.Op == token.EQL {
			empty = 1 - empty
		}
	}
	load, ok := cond.(*ssa.UnOp)
	if !ok {
		return nil, 0
	}
	switch at := load.X.(type) {
	case *ssa.Global:
		return at, empty
	case *ssa.FieldAddr:
		fn := branch.Parent()
		if fn.Signature.Recv() != nil && at.X == ssa.Value(fn.Params[0]) {
			return at, empty
		}
	}
	return nil, 0
}

// isFilled tells whether what is kept at an address is set behind an instruction, in its function.
func isFilled(kept ssa.Value, site ssa.Instruction) bool {
	follows := MayFollow(site)
	for store := range All[*ssa.Store](site.Parent().Blocks) {
		if follows(store) && samePlace(store.Addr, kept) {
			return true
		}
	}
	return false
}

// samePlace tells whether two addresses are one, or of one field of the same struct.
func samePlace(a, b ssa.Value) bool {
	x, isField := a.(*ssa.FieldAddr)
	y, also := b.(*ssa.FieldAddr)
	return a == b || isField && also && x.X == y.X && x.Field == y.Field
}
