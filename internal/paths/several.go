package paths

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/use"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A reconcile that creates several objects in a loop is brought back by the event of the first, which the controller hears of while
// it makes the others, and which is worked off as soon as it is done: the cache has the first then, and not yet the last.

// bringsBack tells whether the event of an object that is created brings the reconcile back: it is one of a kind that the controller
// owns, and is seen to be given an owner.
func (in *Info) bringsBack(create *Op) bool {
	root := create.Path[0].Parent()
	isOwned := func(object ssa.Value) bool { return in.kindOf(object).Kind == create.What.Kind }
	return slices.ContainsFunc(use.Owned(in.lazy, root.Signature.Recv().Type()), isOwned) && in.setsOwners(root)
}

// setsOwners tells whether a function sets owner references, or one that it calls.
func (in *Info) setsOwners(fn *ssa.Function) bool {
	for fn := range ir.Reachable(in.callees, fn) {
		for call := range ir.All[ssa.CallInstruction](fn.Blocks) {
			if kube.IsOwnerName(ir.Symbol(call.Common()).Name) {
				return true
			}
		}
		for store := range ir.All[*ssa.Store](fn.Blocks) {
			if addr, ok := store.Addr.(*ssa.FieldAddr); ok && ir.FieldAt(addr).Name() == owners {
				return true
			}
		}
	}
	return false
}

// owners is the field of an object's metadata that names its owners.
const owners = "OwnerReferences"

// makesMore tells whether a loop in one of the functions that lead to a create goes on when that has succeeded, and doesn't list anew.
func (in *Info) makesMore(create, list *Op) bool {
	return slices.ContainsFunc(create.Path, func(call ssa.CallInstruction) bool {
		loop := ir.LoopOf(call.Block())
		lists := func(call ssa.CallInstruction) bool { return loop[call.Block()] }
		return loop != nil && !slices.ContainsFunc(list.Path, lists) && in.roundAfter(call, loop, zero)
	})
}
