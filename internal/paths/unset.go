package paths

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// An object that has just been created has no status, and nobody has deleted it. A loop that is left at the first object in a list
// which has none, or notes that there is one, hangs on whether such an object is there.

const (
	// unset ends the path of how many objects there are of which a part isn't set.
	unset = "unset"
	// deletion is the field by which it is known that an object is being deleted.
	deletion = "DeletionTimestamp"
)

// asksUnset notes what hangs on it that there is an object in a list of which a branch finds a part unset.
func (w *weigher) asksUnset(path string, branch *ssa.If, s stake) {
	if !w.list && !pathIn(path, items) || isCount(path) || !ofNew(path) || !isOfObject(branch) {
		return
	}
	holds := w.in.whenUnset(branch.Cond, isField) // which is what is weighed
	if holds == neither {
		return
	}
	number := joined(items, unset)
	if w.list {
		number = unset
	}
	side, other := branch.Block().Succs[0], branch.Block().Succs[1]
	if holds == isFalse {
		side, other = other, side
	}
	if reach := w.in.reachOf(w.fn); reach.Reaches(other, branch.Block()) && !reach.Reaches(side, branch.Block()) {
		if s.acts {
			w.Decides[number] = true
		}
		w.Fewer = w.Fewer || s.fails && s.elseDoes && s.failsIf == (holds == isTrue)
		for _, n := range s.results {
			w.returned[returned{n, number}] = true
		}
	}
	for _, phi := range s.phis {
		if notes(phi, side) {
			w.Of(phi, number)
		}
	}
}

// isOfObject tells whether the innermost loop around a branch is one through objects.
func isOfObject(branch *ssa.If) bool {
	for b := branch.Block(); b.Idom() != nil; b = b.Idom() {
		head, ok := ir.Last(b.Idom()).(*ssa.If)
		if !ok || head.Block().Succs[0] != b {
			continue
		}
		if through := ranged(head.Cond); through != nil {
			return isObjects(through.Type())
		}
	}
	return false
}

// ofNew tells whether a path is of what a new object doesn't have: a status, and a time of its deletion.
func ofNew(path string) bool { return ofStatus(path) || endsIn(path, deletion) }

// notes tells whether a variable is another constant behind one side of a branch, and else what it was.
func notes(phi *ssa.Phi, side *ssa.BasicBlock) bool {
	n := slices.Index(phi.Block().Preds, side)
	if n < 0 || len(side.Preds) != 1 {
		return false
	}
	_, fixed := phi.Edges[n].(*ssa.Const)
	return fixed && slices.ContainsFunc(phi.Edges, func(e ssa.Value) bool { _, kept := e.(*ssa.Phi); return kept })
}

// isNoted tells whether a variable notes that control has come through a block.
func isNoted(side *ssa.BasicBlock) bool {
	for phi := range ir.All[*ssa.Phi](side.Succs[:1]) {
		if notes(phi, side) {
			return true
		}
	}
	return false
}

// A verdict is what a condition comes to when what it asks for isn't set.
type verdict int

const (
	neither verdict = iota // it isn't known
	isFalse
	isTrue
)

func verdictOf(holds bool) verdict {
	if holds {
		return isTrue
	}
	return isFalse
}

func (v verdict) not() verdict {
	switch v {
	case isTrue:
		return isFalse
	case isFalse:
		return isTrue
	}
	return neither
}

// whenUnset returns what a condition comes to if what it asks for isn't set, as is what a function tells of the values.
func (in *Info) whenUnset(cond ssa.Value, isUnset func(ssa.Value) bool) verdict {
	switch cond := cond.(type) {
	case *ssa.UnOp:
		if cond.Op == token.NOT {
			return in.whenUnset(cond.X, isUnset).not()
		}
		if cond.Op == token.MUL && isUnset(cond) {
			return isFalse
		}
	case *ssa.Field:
		if isUnset(cond) {
			return isFalse
		}
	case *ssa.BinOp:
		switch {
		case isOfElements(cond) && isUnset(cond.Y.(*ssa.Call).Call.Args[0]):
			return isFalse
		case isUnset(lengthOf(cond.X)):
			if holds, known := ofNothing(cond.X, cond); known {
				return verdictOf(holds)
			}
		}
	case *ssa.Call:
		return in.calledUnset(cond, isUnset)
	}
	return neither
}

// calledUnset returns what a call comes to.
func (in *Info) calledUnset(call *ssa.Call, isUnset func(ssa.Value) bool) verdict {
	s := ir.Symbol(call.Common())
	recv, args := ir.Receiver(call.Common())
	callee := in.lazy.Callee(call.Common())
	switch {
	case kube.IsZeroTest(s) && recv != nil && isUnset(recv):
		return isTrue
	case kube.AsksForCondition(s) && isUnset(args[0]):
		return isFalse
	case callee != nil && callee.Signature.Results().Len() == 1 && isBool(callee.Signature.Results().At(0).Type()):
		return in.questions.unsets.Of(callee)
	}
	return neither
}

// lengthOf is what a value is the length of, or itself.
func lengthOf(v ssa.Value) ssa.Value {
	if call, ok := v.(*ssa.Call); ok && ir.IsBuiltin(call.Common(), "len") {
		return call.Call.Args[0]
	}
	return v
}

// maxUnset bounds how many blocks of a function are gone through.
const maxUnset = 32

// findUnset returns what a function comes to which is given an object without a status: neither if it asks for anything else.
func (in *Info) findUnset(fn *ssa.Function) verdict {
	b := fn.Blocks[0]
	var from *ssa.BasicBlock
	for range maxUnset {
		switch last := ir.Last(b).(type) {
		case *ssa.Jump:
			from, b = b, b.Succs[0]
		case *ssa.If:
			holds := in.whenUnset(last.Cond, isGivenUnset)
			if holds == neither {
				return neither
			}
			next := b.Succs[0]
			if holds == isFalse {
				next = b.Succs[1]
			}
			from, b = b, next
		case *ssa.Return:
			result := last.Results[0]
			if phi, ok := result.(*ssa.Phi); ok && phi.Block() == b && from != nil {
				result = phi.Edges[slices.Index(b.Preds, from)]
			}
			if _, fixed := result.(*ssa.Const); fixed {
				return verdictOf(ir.IsTrue(result))
			}
			return in.whenUnset(result, isGivenUnset)
		default:
			return neither
		}
	}
	return neither
}

// isField tells whether a value is that of a field, or its address.
func isField(v ssa.Value) bool {
	_, addr := v.(*ssa.FieldAddr)
	return addr || ir.FieldRead(v) != nil
}

// isGivenUnset tells whether a value is of the status of an object that its function is given, or of the time of its deletion.
func isGivenUnset(v ssa.Value) bool {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		v = load.X
	}
	base, path, _ := ir.Base(v)
	if !kube.IsObject(base.Type()) || !ofNew(path) {
		return false
	}
	if local, ok := base.(*ssa.Alloc); ok { // an object that is passed by value
		defs := ir.Defs(local)
		if len(defs) != 1 {
			return false
		}
		base = defs[0].Val
	}
	_, given := base.(*ssa.Parameter)
	return given
}
