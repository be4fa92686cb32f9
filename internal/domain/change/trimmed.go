package change

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// isTrimmed tells whether an instruction takes what is at a path out of a copy of which other parts go on then: such as are
// changed too, or as others get. The copy is for somebody who isn't to see what is taken out, as to hash it or to show it.
func (o *own) isTrimmed(object ssa.Value, by ssa.Instruction, path string) bool {
	if !empties(by) || o.sendsOriginal(object, by) {
		return false
	}
	goesOn := func(other string) bool { return !meets([]string{other}, path) && o.isSeen(object, by, other) }
	for _, paths := range o.changes {
		for _, other := range paths {
			if goesOn(other) {
				return true
			}
		}
	}
	for _, other := range o.lent {
		if top, _, _ := strings.Cut(Fields(other), "."); !slices.Contains(kube.SettableMetadata(), top) && goesOn(other) { // which loggers get
			return true
		}
	}
	return false
}

// isForComparing tells whether the function compares a copy, or other parts of it, when it has changed that, and sends neither the copy
// nor then what it was made of: the copy is there for the comparison.
func (o *own) isForComparing(object ssa.Value, by ssa.Instruction) bool {
	if len(o.ops) > 0 || o.sendsOriginal(object, by) {
		return false
	}
	follows := ir.MayFollow(by)
	for at := range o.uses {
		if follows(at) && comparesDeeply(at) {
			return true
		}
	}
	return false
}

// comparesDeeply tells whether all that an instruction does with what it is given of an object is to compare it deeply, or to load
// it for that.
func comparesDeeply(at ssa.Instruction) bool {
	if call, ok := at.(*ssa.Call); ok {
		return kube.ComparesDeeply(ir.Symbol(call.Common()))
	}
	load, ok := at.(*ssa.UnOp)
	return ok && len(slices.Collect(ir.Refs[*ssa.MakeInterface](load))) > 0 && isCompared(load)
}

// sendsOriginal tells whether what a copy was made of is written when the copy has been changed.
func (o *own) sendsOriginal(copied ssa.Value, by ssa.Instruction) bool {
	made, ok := copied.(*ssa.Call)
	follows := ir.MayFollow(by)
	return ok && slices.ContainsFunc(o.t.writesIn(by.Parent()), func(write *ssa.Call) bool {
		return follows(write) && WrittenBy(write) == ir.Unwrap(CopyOf(made))
	})
}

// empties tells whether an instruction leaves nothing where it changes something: it sets the zero value, itself or by a
// setter, or leaves out an entry.
func empties(by ssa.Instruction) bool {
	switch by := by.(type) {
	case *ssa.Store:
		return ir.IsZero(by.Val) && !isSetting(by.Val)
	case *ssa.Call:
		if ir.IsBuiltin(by.Common(), "delete") || ir.IsBuiltin(by.Common(), "clear") {
			return true
		}
		recv, args := ir.Receiver(by.Common())
		return recv != nil && len(args) == 1 && ir.IsZero(args[0]) && !isSetting(args[0])
	}
	return false
}

// isSetting tells whether a value is a flag or a number, of which the zero value says something too.
func isSetting(v ssa.Value) bool {
	b, ok := v.Type().Underlying().(*types.Basic)
	return ok && b.Info()&(types.IsBoolean|types.IsNumeric) != 0
}
