package work

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// An Idle is a wait for caches that doesn't wait for all that it should.
type Idle struct {
	Call *ssa.Call
	// Twice is the field that it is given again in place of Left, which is of the same struct and which it isn't given;
	// both are nil where it is given nothing at all, and ends at once.
	Twice, Left *types.Var
}

// idle tells what a wait doesn't wait for, as far as what it is given shows that; nil if it shows nothing.
func (in *Info) idle(call *ssa.Call) *Idle {
	sig, args := call.Call.Signature(), call.Call.Args
	if !sig.Variadic() || len(args) == 0 || kube.WaitOf(ir.Called(&call.Call)) != kube.Syncing {
		return nil
	}
	last := args[len(args)-1]
	if ir.IsNil(last) {
		return &Idle{Call: call}
	}
	given := map[*types.Var]ssa.Value{}
	var twice *types.Var
	for _, arg := range ir.Variadic(last) {
		field := ir.FieldRead(arg)
		if field == nil {
			continue
		}
		if before := given[field]; before != nil && holder(before) == holder(arg) {
			twice = field
		}
		given[field] = arg
	}
	if twice == nil {
		return nil
	}
	s, ok := ir.Deref(holder(given[twice]).Type()).Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	var left *types.Var
	for field := range s.Fields() {
		if types.Identical(field.Type(), twice.Type()) && given[field] == nil {
			if left != nil {
				return nil // which of them was meant isn't known
			}
			left = field
		}
	}
	if left == nil || in.asks(left) {
		return nil
	}
	return &Idle{call, twice, left}
}

// asks tells whether the package reads a field anywhere.
func (in *Info) asks(field *types.Var) bool {
	for _, fn := range in.pkg.Functions() {
		for load := range ir.All[*ssa.UnOp](fn.Blocks) {
			if ir.FieldRead(load) == field {
				return true
			}
		}
	}
	return false
}
