package paths

import (
	"go/constant"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// SkipsFresh tells whether the function that lists objects goes on with the next one, before it does anything, where a part
// of the status has nothing in it yet: as that of an object which has just been created.
func (in *Info) SkipsFresh(list *Op) bool {
	return in.skipsFresh.Of(list.Call, func(ssa.CallInstruction) bool { return in.findSkipping(list) })
}

func (in *Info) findSkipping(list *Op) bool {
	found := false
	throughItems(list, func(walk *flow.Walk, of flow.Part, use ir.Use, by ssa.Instruction) bool {
		switch {
		case found:
		case of.Path != "" && use.Does == ir.Passes:
			if tellsNothing(use.Call.Common()) && use.To != nil {
				walk.Of(use.To, of.Path)
			}
		case of.Path != "":
			holds, known := ofNothing(of.Value, by)
			if !known && use.To != nil && use.Does != ir.Compares {
				walk.Of(use.To, of.Path)
			}
			found = found || known && skipsAtOnce(by, holds)
		case use.Does == ir.Takes && use.Field != nil:
			switch name := use.Field.Name(); {
			case name == status:
				walk.Of(use.To, status)
			case name == footprint.Items || ir.Promotes(use.Field):
				walk.Of(use.To, "")
			}
		case use.Does == ir.Passes:
			for p := range ir.Given(in.lazy.Callee(use.Call.Common()), use.Call.Common(), of.Value) {
				walk.Of(p, "")
			}
		default:
			return false
		}
		return true
	})
	return found
}

// Empties tells whether all that the function of a write sets in its object are zero values, and it has just created that: to
// who adds up what is in a list it is the same as if the object weren't there.
func (in *Info) Empties(write *Op) bool {
	object, sets := identity.Root(write.Object), false
	if object == nil || write.remote != nil || !in.justCreated(object, write.Call) {
		return false
	}
	for store := range ir.All[*ssa.Store](write.Call.Parent().Blocks) {
		if of, path, _ := ir.Base(store.Addr); of != object || path == "" {
			continue
		}
		if !ir.IsNone(store.Val) {
			return false
		}
		sets = true
	}
	return sets
}

// justCreated tells whether a function always creates an object before a call: it is what the server answered then, or a copy
// of that.
func (in *Info) justCreated(object ssa.Value, before ssa.CallInstruction) bool {
	if of, _ := identity.CopyOf(object); of != nil {
		object = of
	}
	for call := range ir.All[ssa.CallInstruction](before.Parent().Blocks) {
		op := in.operation(call)
		if op != nil && op.Verb == kube.VerbCreate && ir.Before(call, before) && (ir.StepOf(object).Call == call || op.Via == kube.Client && identity.Root(op.Object) == object) {
			return true
		}
	}
	return false
}

// tellsNothing tells whether a call that is given nothing, or an empty list, returns nothing.
func tellsNothing(common *ssa.CallCommon) bool {
	return ir.IsBuiltin(common, "len") || kube.AsksForCondition(ir.Symbol(common))
}

// ofNothing tells whether what an instruction tells of a value holds if that is the zero value of its type, and whether it
// tells that.
func ofNothing(v ssa.Value, by ssa.Instruction) (holds, known bool) {
	switch by := by.(type) {
	case *ssa.If:
		return false, true
	case *ssa.UnOp:
		return true, by.Op == token.NOT
	case *ssa.BinOp:
		to, ok := by.Y.(*ssa.Const)
		switch {
		case !ok || by.X != v:
			return false, false
		case to.IsNil():
			return by.Op == token.EQL, true
		case to.Value.Kind() == constant.String && constant.StringVal(to.Value) == "": // of a phase it may soon be the other
			return constant.Compare(constant.MakeString(""), by.Op, to.Value), true
		case to.Value.Kind() == constant.Int:
			return constant.Compare(constant.MakeInt64(0), by.Op, to.Value), true
		case to.Value.Kind() == constant.Bool:
			return constant.Compare(constant.MakeBool(false), by.Op, to.Value), true
		}
	}
	return false, false
}

// skipsAtOnce tells whether a loop, of which nothing else has been done, goes on with the next element if a condition holds
// or if it doesn't; or whether a function literal takes such an element out.
func skipsAtOnce(by ssa.Instruction, holds bool) bool {
	side := 1
	if holds {
		side = 0
	}
	switch by := by.(type) {
	case *ssa.If:
		to := by.Block().Succs[side]
		return to.Dominates(by.Block()) && undone(by.Block())
	case ssa.Value:
		return slices.ContainsFunc(ir.Uses(by), func(ref ssa.Instruction) bool {
			branch, ok := ref.(*ssa.If)
			return ok && leadsNowhere(by, side) && undone(branch.Block())
		})
	}
	return false
}

// undone tells whether nothing is done in the round of a loop that comes to a block before that, or in the block.
func undone(b *ssa.BasicBlock) bool {
	for block := range ir.LoopOf(b) {
		if block != b && b.Dominates(block) {
			continue
		}
		if slices.ContainsFunc(block.Instrs, acts) {
			return false
		}
	}
	return true
}

// acts tells whether an instruction does something that others see: what is stored in a variable of the round isn't seen.
func acts(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.Store:
		local, _, _ := ir.Base(instr.Addr)
		_, ok := local.(*ssa.Alloc)
		return !ok || !ir.InLoop(local.(*ssa.Alloc).Block())
	case *ssa.MapUpdate, *ssa.Send, *ssa.Go, *ssa.Defer, *ssa.Return:
		return true
	case ssa.CallInstruction:
		return !tellsNothing(instr.Common()) && !kube.OnlyTells(ir.Called(instr.Common()))
	}
	return false
}
