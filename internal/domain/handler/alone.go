package handler

import (
	"go/constant"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// isAlone tells whether an event handler at an address is the only one that ever sees the objects of an informer: it is given
// to private ones alone whose stores nobody has, which never hand objects to it again by a resync, and it leaves the old
// object of an update alone, and keeps none for others.
func isAlone(handler ssa.Value) bool {
	informers, others := 0, false
	handedOn(handler, uses{
		stored: func(types.Type, int) bool {
			others = true
			return false
		},
		passed: func(call ssa.CallInstruction, v ssa.Value) {
			if keepsStore(call, v) {
				others = true
			}
			informers++
		},
		returned: func(*ssa.Return) { others = true },
		captured: func(*ssa.MakeClosure, ssa.Value) []ssa.Value {
			others = true
			return nil
		},
	})
	return informers > 0 && !others && !handsOut(handler)
}

// keepsStore tells whether a call that is passed an event handler may do anything else than make a private informer of which
// the store is dropped, and which doesn't resync.
func keepsStore(call ssa.CallInstruction, handler ssa.Value) bool {
	symbol := ir.Symbol(call.Common())
	n, resync := kube.PrivateHandler(symbol), kube.ResyncArg(symbol)
	if n < 0 || resync < 0 || ir.Written(call.Common(), n) != handler ||
		slices.ContainsFunc(ir.ResultsOf(call, 0), func(store ssa.Value) bool { return len(ir.Uses(store)) > 0 }) {
		return true
	}
	period, ok := ir.Written(call.Common(), resync).(*ssa.Const)
	return !ok || period.Value == nil || constant.Sign(period.Value) != 0
}

// handsOut tells whether a function of an event handler at an address may look at the old object of an update, which is what an
// event before has handed out, or puts an object where others may find it.
func handsOut(handler ssa.Value) bool {
	t := ir.Deref(handler.Type())
	for field := range ir.Refs[*ssa.FieldAddr](handler) {
		_, role := kube.EventField(t, field.Field)
		for store := range ir.Refs[*ssa.Store](field) {
			fn := ir.FuncOf(ir.Unwrap(store.Val))
			if fn == nil {
				return true
			}
			params := ir.Behind(fn).Params
			if len(params) == 0 || isSpread(params[len(params)-1]) {
				return true
			}
			if kube.IsUpdateRole(role) && (len(params) < 2 || !isLeft(params[len(params)-2])) {
				return true
			}
		}
	}
	return false
}

// isSpread tells whether a value, or what it is asserted to be, is put into a field, a map, a channel or another goroutine.
func isSpread(v ssa.Value) bool {
	seen := map[ssa.Value]bool{v: true}
	for todo := []ssa.Value{v}; len(todo) > 0 && len(seen) < flow.MaxParts; todo = todo[1:] {
		for _, ref := range ir.Uses(todo[0]) {
			switch ref := ref.(type) {
			case *ssa.MapUpdate, *ssa.Send, *ssa.Select, *ssa.Go:
				return true
			case *ssa.Store:
				switch ref.Addr.(type) {
				case *ssa.FieldAddr, *ssa.Global:
					if ref.Val == todo[0] {
						return true
					}
				}
			case *ssa.TypeAssert, *ssa.Extract, *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.Phi:
				if to := ref.(ssa.Value); !seen[to] {
					seen[to] = true
					todo = append(todo, to)
				}
			}
		}
	}
	return false
}

// isLeft tells whether nothing is done with a value but to assert of what type it is.
func isLeft(v ssa.Value) bool {
	return !slices.ContainsFunc(ir.Uses(v), func(ref ssa.Instruction) bool {
		assert, ok := ref.(*ssa.TypeAssert)
		return !ok || slices.ContainsFunc(ir.Uses(assert), func(ref ssa.Instruction) bool {
			part, ok := ref.(*ssa.Extract)
			return !ok || part.Index == 0 && len(ir.Uses(part)) > 0
		})
	})
}
