package change

import (
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// ifUnstored tells whether an instruction changes an object only if the API server hasn't stored it yet: if it has no UID or
// no resource version. No cache has such a one.
func ifUnstored(by ssa.Instruction, target ssa.Value) bool {
	object, _, _ := ir.Base(target)
	for b := by.Block(); b.Idom() != nil; b = b.Idom() {
		branch, ok := b.Idom().Instrs[len(b.Idom().Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		of, unstored := asksIfStored(branch.Cond)
		if of == nil || of != object {
			continue
		}
		side := 1
		if unstored {
			side = 0
		}
		if to := branch.Block().Succs[side]; to == b && len(b.Preds) == 1 {
			return true
		}
	}
	return false
}

// asksIfStored returns the object of which a condition says whether it is stored, and whether the condition holds if it isn't;
// nil for other conditions.
func asksIfStored(cond ssa.Value) (object ssa.Value, unstored bool) {
	compared, ok := cond.(*ssa.BinOp)
	if !ok || compared.Op != token.EQL && compared.Op != token.NEQ {
		return nil, false
	}
	if text, known := ir.Text(compared.Y); !known || text != "" {
		return nil, false
	}
	switch of := ir.StepOf(compared.X); of.Kind {
	case ir.Load:
		base, path, _ := ir.Base(of.From[0])
		if kube.IsGivenWhenStored(path[strings.LastIndexByte(path, '.')+1:]) {
			return base, compared.Op == token.EQL
		}
	case ir.Result:
		recv, args := ir.Receiver(of.Call.Common())
		if recv == nil || len(args) > 0 || !kube.IsGivenWhenStored(strings.TrimPrefix(ir.CalledName(of.Call.Common()), "Get")) {
			break
		}
		base, _, _ := ir.Base(recv)
		return base, compared.Op == token.EQL
	}
	return nil, false
}
