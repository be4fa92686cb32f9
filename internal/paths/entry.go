package paths

import (
	"go/constant"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// staysEntry tells whether the change remains in the object when the answer to a write is decoded into it: it is an entry of a
// map of a custom resource, and one that the server hasn't; see isAnswered.
func (t *trail) staysEntry(op *Op) bool {
	put, ok := t.change.(*ssa.MapUpdate)
	builtIn, _ := kube.BuiltInStatus(op.What.Kind.Pkg, op.What.Kind.Name)
	return ok && !builtIn && op.What.Kind.Known() && isNewEntry(put)
}

// isNewEntry tells whether the conditions on the way have found that a map has no entry of that key yet, or an empty one.
func isNewEntry(put *ssa.MapUpdate) bool {
	for b := put.Block(); b.Idom() != nil; b = b.Idom() {
		branch, ok := ir.Last(b.Idom()).(*ssa.If)
		if !ok || len(b.Preds) != 1 {
			continue
		}
		looked, lacks := lookedUp(branch.Cond)
		side := 1
		if lacks {
			side = 0
		}
		if looked != nil && branch.Block().Succs[side] == b && sameKey(looked.Index, put.Key) && sameMap(looked.X, put.Map) {
			return true
		}
	}
	return false
}

// lookedUp returns the lookup in a map that a condition is about, and whether the condition is true if the entry isn't there;
// nil if it is about none.
func lookedUp(cond ssa.Value) (looked *ssa.Lookup, lacks bool) {
	switch cond := cond.(type) {
	case *ssa.UnOp:
		if cond.Op == token.NOT {
			looked, lacks = lookedUp(cond.X)
			return looked, !lacks
		}
	case *ssa.Extract:
		if cond.Index == 1 {
			looked, _ = cond.Tuple.(*ssa.Lookup)
		}
	case *ssa.BinOp:
		for _, by := range []token.Token{token.EQL, token.NEQ} {
			v, is := ir.Compared(cond, by)
			if is == nil {
				continue
			}
			if text, ok := ir.Text(is); ok && text == "" {
				looked, _ = v.(*ssa.Lookup)
				return looked, by == token.EQL
			}
		}
	}
	return looked, false
}

// sameKey tells whether two keys are one value.
func sameKey(a, b ssa.Value) bool {
	x, isConst := a.(*ssa.Const)
	y, areConst := b.(*ssa.Const)
	if isConst && areConst {
		return x.Value != nil && y.Value != nil && constant.Compare(x.Value, token.EQL, y.Value)
	}
	return a == b
}

// sameMap tells whether two values are what one variable, or one field of an object, has for a map.
func sameMap(a, b ssa.Value) bool {
	x, y := ir.StepOf(a), ir.StepOf(b)
	if a == b || x.Kind != ir.Load || y.Kind != ir.Load {
		return a == b
	}
	of, path, _ := ir.Base(x.From[0])
	other, at, _ := ir.Base(y.From[0])
	return of == other && path == at
}
