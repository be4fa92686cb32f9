package paths

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// An object that has just been created has no status. A loop through objects that is left at the first one which has none, or notes
// that there is one, hangs on whether such an object is there, if what is done when none is found isn't done else.

// negated is the path of a value that is made of one with a path.
func negated(v ssa.Value, path string) string {
	if not, ok := v.(*ssa.UnOp); ok && not.Op == token.NOT {
		return opposite(path)
	}
	return path
}

// opposite is the path of what is true where a value with a path isn't.
func opposite(path string) string {
	if of, some := strings.CutSuffix(path, footprint.SomeUnset); some {
		return of + footprint.NoneUnset
	}
	if of, none := strings.CutSuffix(path, footprint.NoneUnset); none {
		return of + footprint.SomeUnset
	}
	return path
}

// asksUnset notes what hangs on it that there is an object in a list of which a branch finds a part of the status unset.
func (w *weigher) asksUnset(path string, branch *ssa.If, s stake) {
	if !w.list && !footprint.PathIn(path, footprint.Items) || footprint.IsCount(path) || !footprint.OfStatus(path) || !isOfObject(branch) {
		return
	}
	holds := w.in.whenUnset(branch.Cond, isField) // which is what is weighed
	if holds == neither {
		return
	}
	some := footprint.Join(footprint.Items, footprint.SomeUnset)
	if w.list {
		some = footprint.SomeUnset
	}
	found := 0
	if holds == isFalse {
		found = 1
	}
	side, on := branch.Block().Succs[found], branch.Block().Succs[1-found]
	if reach := w.in.reachOf(w.fn); reach.Reaches(on, branch.Block()) && !reach.Reaches(side, branch.Block()) {
		w.foundUnset(some, found, s)
		w.returnsUnset(some, side)
	}
	for _, phi := range s.phis {
		if set, noted := notes(phi, side); noted {
			w.Of(phi, unsetIf(set, some))
		}
	}
}

// unsetIf is the path of what is true, or isn't, where an object with no status is found.
func unsetIf(is bool, some string) string {
	if is {
		return some
	}
	return opposite(some)
}

// isOfUnset notes what hangs on a branch that asks whether such an object was found; false if it asks for something else.
func (w *weigher) isOfUnset(path string, s stake) bool {
	switch {
	case footprint.EndsIn(path, footprint.SomeUnset):
		w.foundUnset(path, 0, s)
	case footprint.EndsIn(path, footprint.NoneUnset):
		w.foundUnset(opposite(path), 1, s)
	default:
		return false
	}
	return true
}

// foundUnset notes what hangs on a branch of which one side is taken if such an object is found: what the other one does besides. What
// is done with the object that was found is done when its event comes.
func (w *weigher) foundUnset(some string, found int, s stake) {
	if s.does[1-found] && !s.does[found] {
		w.Decides[some] = true
	}
}

// returnsUnset goes on with the results by which a function says that it has found such an object.
func (w *weigher) returnsUnset(some string, side *ssa.BasicBlock) {
	for range maxEmpty {
		if _, jumps := ir.Last(side).(*ssa.Jump); !jumps {
			break
		}
		side = side.Succs[0]
	}
	ret, ok := ir.Last(side).(*ssa.Return)
	if !ok {
		return
	}
	for n, result := range ret.Results {
		if _, fixed := result.(*ssa.Const); fixed && ir.IsBool(result.Type()) {
			w.returned[footprint.Returned{Result: n, Path: unsetIf(ir.IsTrue(result), some)}] = true
		}
	}
}

// isOfObject tells whether nothing comes before a branch in a round of a loop through objects: another condition may be one that no
// new object passes.
func isOfObject(branch *ssa.If) bool {
	for b := branch.Block(); b.Idom() != nil; b = b.Idom() {
		head, ok := ir.Last(b.Idom()).(*ssa.If)
		if !ok {
			continue
		}
		through := ranged(head.Cond)
		return through != nil && head.Block().Succs[0] == b && isObjects(through.Type())
	}
	return false
}

// notes tells whether a variable is another constant behind one side of a branch, and else what it was, and whether that is true.
func notes(phi *ssa.Phi, side *ssa.BasicBlock) (set, noted bool) {
	n := slices.Index(phi.Block().Preds, side)
	if n < 0 || len(side.Preds) != 1 || !ir.IsBool(phi.Type()) {
		return false, false
	}
	_, fixed := phi.Edges[n].(*ssa.Const)
	return ir.IsTrue(phi.Edges[n]), fixed && slices.ContainsFunc(phi.Edges, func(e ssa.Value) bool { _, kept := e.(*ssa.Phi); return kept })
}

// isNoted tells whether a variable notes that control has come through a block.
func isNoted(side *ssa.BasicBlock) bool {
	for phi := range ir.All[*ssa.Phi](side.Succs[:1]) {
		if _, noted := notes(phi, side); noted {
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
func (in *Info) whenUnset(cond ssa.Value, unset func(ssa.Value) bool) verdict {
	switch cond := cond.(type) {
	case *ssa.UnOp:
		if cond.Op == token.NOT {
			return in.whenUnset(cond.X, unset).not()
		}
		if cond.Op == token.MUL && unset(cond) {
			return isFalse
		}
	case *ssa.Field:
		if unset(cond) {
			return isFalse
		}
	case *ssa.BinOp:
		switch {
		case isOfElements(cond) && unset(cond.Y.(*ssa.Call).Call.Args[0]):
			return isFalse
		case unset(lengthOf(cond.X)):
			if holds, known := ofNothing(cond.X, cond); known {
				return verdictOf(holds)
			}
		}
	case *ssa.Call:
		return in.calledUnset(cond, unset)
	}
	return neither
}

// calledUnset returns what a call comes to.
func (in *Info) calledUnset(call *ssa.Call, unset func(ssa.Value) bool) verdict {
	s := ir.Symbol(call.Common())
	recv, args := ir.Receiver(call.Common())
	callee := in.lazy.Callee(call.Common())
	switch {
	case kube.IsZeroTest(s) && recv != nil && unset(recv):
		return isTrue
	case kube.AsksForCondition(s) && unset(args[0]):
		return isFalse
	case callee != nil && callee.Signature.Results().Len() == 1 && ir.IsBool(callee.Signature.Results().At(0).Type()):
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

// findUnset returns what a function comes to which is given one object, without a status: neither if it asks for anything else.
func (in *Info) findUnset(fn *ssa.Function) verdict {
	objects := 0
	for _, p := range fn.Params {
		if kube.IsObject(p.Type()) || kube.IsObjectValue(p.Type()) {
			objects++
		}
	}
	if objects != 1 {
		return neither
	}
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

// isGivenUnset tells whether a value is of the status of an object that its function is given.
func isGivenUnset(v ssa.Value) bool {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		v = load.X
	}
	base, path, _ := ir.Base(v)
	if !kube.IsObject(base.Type()) || !footprint.OfStatus(path) {
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
