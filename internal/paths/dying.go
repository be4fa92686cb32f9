package paths

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// The API server refuses a new finalizer for an object that is being deleted (k8s.io/apimachinery, ValidateObjectMetaUpdate of all
// versions), so that what is done only then never follows a write that has added one.

// isDying tells whether a condition that is true, or false, says that an object is being deleted.
func isDying(cond ssa.Value, a abs) bool {
	switch c := cond.(type) {
	case *ssa.UnOp:
		return c.Op == token.NOT && isDying(c.X, a.not())
	case *ssa.Call: // DeletionTimestamp.IsZero()
		return kube.IsZeroTest(ir.Symbol(c.Common())) && len(c.Call.Args) > 0 && ir.IsDeletion(c.Call.Args[0]) && a == zero ||
			kube.IsDeletionName(ir.CalledName(c.Common())) && a.isSet()
	case *ssa.BinOp:
		return ir.IsDeletion(c.X) && ir.IsNone(c.Y) && (c.Op == token.NEQ && a.isSet() || c.Op == token.EQL && a == zero)
	}
	return false
}

// whenDying tells whether a block is only come to when an object is being deleted.
func (in *Info) whenDying(b *ssa.BasicBlock) bool {
	return in.dying.Of(b, func(b *ssa.BasicBlock) bool {
		from := b.Idom()
		if from == nil {
			return false
		}
		if branch, ok := ir.Last(from).(*ssa.If); ok {
			for side, a := range sides {
				if to := from.Succs[side]; len(to.Preds) == 1 && to.Dominates(b) && isDying(branch.Cond, a) {
					return true
				}
			}
		}
		return in.whenDying(from)
	})
}

// deleting drops the writes that add a finalizer, where the condition says that the object is being deleted: it had one
// already.
func (w *walker) deleting(s *state, cond ssa.Value, a abs) {
	if isDying(cond, a) {
		s.drop(func(c carried) bool { return c.op.Finalizer })
	}
}
