package work

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// shutsIn tells whether a send to each of the channels in a map or a list keeps those who receive from leaving: it is done
// with a lock held, without which nobody takes a channel out. Who goes while the send waits for it waits for the lock.
func (in *Info) shutsIn(send ssa.Instruction, channels *types.Var) bool {
	locks := heldAt(send, kube.Locks)
	if channels == nil || len(locks) == 0 {
		return false
	}
	leaves := 0
	for _, fn := range in.pkg.Functions() {
		for call := range ir.All[*ssa.Call](fn.Blocks) {
			if !ir.IsBuiltin(&call.Call, "delete") || ir.FieldRead(call.Call.Args[0]) != channels {
				continue
			}
			waits := false
			for lock := range heldAt(call, kube.LocksAlone) {
				waits = waits || locks[lock]
			}
			if leaves++; !waits || drains(fn) {
				return false
			}
		}
	}
	return leaves > 0
}

// drains tells whether a function may see to it that somebody receives until it has the lock: it starts a goroutine, or receives.
func drains(fn *ssa.Function) bool {
	for instr := range ir.All[ssa.Instruction](fn.Blocks) {
		_, starts := instr.(*ssa.Go)
		_, chooses := instr.(*ssa.Select)
		if passing, ok := ir.PassingOf(instr); starts || chooses || ok && !passing.Sends {
			return true
		}
	}
	return false
}

// heldAt returns the fields that are the locks which a function has certainly taken where it comes to an instruction, and given
// back nowhere before it.
func heldAt(at ssa.Instruction, takes func(kube.Symbol) bool) map[*types.Var]bool {
	held, given := map[*types.Var]bool{}, map[*types.Var]bool{}
	for call := range ir.All[*ssa.Call](at.Parent().Blocks) {
		recv, _ := ir.Receiver(&call.Call)
		lock, ok := recv.(*ssa.FieldAddr)
		if !ok {
			continue
		}
		switch symbol := ir.Symbol(&call.Call); {
		case takes(symbol) && ir.Before(call, at):
			held[ir.FieldAt(lock)] = true
		case kube.Unlocks(symbol) && ir.MayFollow(call)(at):
			given[ir.FieldAt(lock)] = true
		}
	}
	for lock := range given {
		delete(held, lock)
	}
	return held
}
