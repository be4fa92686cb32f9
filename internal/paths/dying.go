package paths

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// The API server refuses a new finalizer for an object that is being deleted (k8s.io/apimachinery, ValidateObjectMetaUpdate of all
// versions), so that what is done only then with the object never follows a write that has added one to it.

// dyingIn returns the object of which a condition that is true, or false, says that it is being deleted; nil if it says that of none.
func dyingIn(cond ssa.Value, a abs) ssa.Value {
	switch c := cond.(type) {
	case *ssa.UnOp:
		if c.Op == token.NOT {
			return dyingIn(c.X, a.not())
		}
	case *ssa.Call: // DeletionTimestamp.IsZero()
		switch {
		case len(c.Call.Args) == 0:
		case kube.IsZeroTest(ir.Symbol(c.Common())) && ir.IsDeletion(c.Call.Args[0]) && a == zero:
			return c.Call.Args[0]
		case kube.IsDeletionName(ir.CalledName(c.Common())) && a.isSet():
			return c.Call.Args[0]
		}
	case *ssa.BinOp:
		if ir.IsDeletion(c.X) && ir.IsNone(c.Y) && (c.Op == token.NEQ && a.isSet() || c.Op == token.EQL && a == zero) {
			return c.X
		}
	}
	return nil
}

// dyingAt returns the kinds of objects for which alone control comes to a block, since they are being deleted.
func (in *Info) dyingAt(b *ssa.BasicBlock) []kind.Kind {
	return in.dying.Of(b, func(b *ssa.BasicBlock) []kind.Kind {
		from := b.Idom()
		if from == nil {
			return nil
		}
		all := in.dyingAt(from)
		if branch, ok := ir.Last(from).(*ssa.If); ok {
			for side, a := range sides {
				if to := from.Succs[side]; len(to.Preds) == 1 && to.Dominates(b) {
					all = in.addDying(all, dyingIn(branch.Cond, a))
				}
			}
		}
		return all
	})
}

// addDying adds the kind of an object that is being deleted, or of what has its deletion timestamp.
func (in *Info) addDying(all []kind.Kind, of ssa.Value) []kind.Kind {
	if of == nil {
		return all
	}
	for range maxDying {
		if k := in.kindOf(of).Kind; k.Known() {
			return append(slices.Clip(all), k)
		}
		next := identity.Root(of)
		if step := ir.StepOf(of); step.Kind == ir.Load {
			next = step.From[0]
		} else if step.Kind == ir.Result {
			next, _ = ir.Receiver(step.Call.Common())
		}
		if base, _, _ := ir.Base(of); next == of && base != of {
			next = base
		}
		if next == nil || next == of {
			break
		}
		of = next
	}
	return all
}

// maxDying bounds how many steps lead from a deletion timestamp to its object.
const maxDying = 6

// deleting drops the writes that add a finalizer to an object of which the condition says that it is being deleted: it had one already.
func (w *walker) deleting(s *state, cond ssa.Value, a abs) {
	if of := dyingIn(cond, a); of != nil {
		kinds := w.in.addDying(nil, of)
		s.drop(func(c carried) bool {
			return c.op.Finalizer && (len(kinds) == 0 || slices.Contains(kinds, c.op.What.Kind))
		})
	}
}
