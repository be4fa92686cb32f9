package paths

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// LeavesOut tells whether the function that lists objects skips some of them by their names or UIDs: as such as it has just
// written.
func (in *Info) LeavesOut(list *Op) bool {
	return in.leavesOut.Of(list.Call, func(ssa.CallInstruction) bool { return leavesOut(list) })
}

func leavesOut(list *Op) bool {
	found := false
	throughItems(list, func(walk *flow.Walk, of flow.Part, use ir.Use, by ssa.Instruction) bool {
		switch {
		case found:
		case of.Path != "":
			found = found || skips(by)
			if use.Does == ir.Loads || use.Does == ir.Converts {
				walk.Of(use.To, of.Path)
			}
		case use.Does == ir.Passes:
			name := ir.CalledName(use.Call.Common())
			if literal := deleting(use.Call); literal != nil {
				walk.Of(literal.Params[0], "")
			} else if strings.HasPrefix(name, "Get") && kube.Identifies(name) && use.To != nil {
				walk.Of(use.To, name)
			}
		case use.Does == ir.Takes && use.Field != nil:
			path := ""
			if name := use.Field.Name(); kube.Identifies(name) {
				path = name
			} else if !ir.Promotes(use.Field) && name != footprint.Items {
				return true
			}
			walk.Of(use.To, path)
		default:
			return false
		}
		return true
	})
	return found
}

// throughItems goes through the objects that a list brings: visit looks at what an instruction does with a part of them, goes
// on with that, and tells whether it has; else it goes on with the whole, and with the variables in which it is put.
func throughItems(list *Op, visit func(walk *flow.Walk, of flow.Part, use ir.Use, by ssa.Instruction) bool) {
	walk := flow.Walk{Left: flow.MaxParts, Names: true}
	walk.Visit = func(of flow.Part, by ssa.Instruction) {
		use := ir.UseOf(of.Value, by)
		switch {
		case visit(&walk, of, use, by):
		case use.Does == ir.Stores:
			if local, ok := use.Addr.(*ssa.Alloc); ok {
				walk.Of(local, "")
			}
		case use.To != nil && use.Does != ir.Compares:
			walk.Of(use.To, "")
		}
	}
	if list.Object != nil {
		walk.Of(identity.Root(list.Object), "")
	} else {
		walk.All(ir.ResultsOf(list.Call, 0), "")
	}
}

// deleting returns the function literal by which a call takes elements out of a slice, nil if it doesn't.
func deleting(call ssa.CallInstruction) *ssa.Function {
	if !kube.TakesOut(ir.Symbol(call.Common())) {
		return nil
	}
	return ir.BodyOf(call.Common().Args[1])
}

// skips tells whether the use of a name or UID that is the same as another, or that a set has, makes a loop go on with the
// next element, or an element be taken out.
func skips(by ssa.Instruction) bool {
	switch by := by.(type) {
	case *ssa.BinOp:
		_, constant := by.Y.(*ssa.Const)
		return !constant && by.X != by.Y && (by.Op == token.EQL && leadsNowhere(by, 0) || by.Op == token.NEQ && leadsNowhere(by, 1))
	case *ssa.Call:
		return kube.IsMember(ir.Symbol(by.Common())) && leadsNowhere(by, 0)
	case *ssa.Lookup:
		return leadsNowhere(by, 0)
	}
	return false
}

// leadsNowhere tells whether nothing is done in a loop if a condition holds, or, for side 1, if it doesn't; or whether a
// function literal just returns it.
func leadsNowhere(cond ssa.Value, side int) bool {
	for _, ref := range ir.Uses(cond) {
		switch ref := ref.(type) {
		case *ssa.If:
			to := ref.Block().Succs[side]
			if len(to.Instrs) == 1 && len(to.Succs) == 1 {
				if isNoted(to) {
					continue
				}
				to = to.Succs[0]
			}
			if to.Dominates(ref.Block()) || len(to.Succs) == 1 && to.Succs[0].Dominates(ref.Block()) && countsOn(to) {
				return true
			}
		case *ssa.Return:
			return side == 0 && ref.Parent().Parent() != nil
		}
	}
	return false
}

// countsOn tells whether a block only counts a loop on: adds one to what the block behind it, the loop's first, compares.
func countsOn(b *ssa.BasicBlock) bool {
	branch, ok := b.Succs[0].Instrs[len(b.Succs[0].Instrs)-1].(*ssa.If)
	if !ok {
		return false
	}
	compared, ok := branch.Cond.(*ssa.BinOp)
	return ok && !slices.ContainsFunc(b.Instrs, func(instr ssa.Instruction) bool {
		sum, adds := instr.(*ssa.BinOp)
		_, jump := instr.(*ssa.Jump)
		return !jump && !(adds && isOneMore(sum) && sum.X == compared.X)
	})
}
