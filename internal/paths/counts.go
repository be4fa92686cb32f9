package paths

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// looks goes on with what is looked for in a map or set.
func (w *weigher) looks(found ssa.Value, path string) {
	if footprint.EndsIn(path, footprint.Count) {
		path = strings.TrimSuffix(path, footprint.Count) + footprint.Has
	}
	w.Of(found, path)
}

// collects goes on with a map or set in which a part of the objects in a list is put: it hangs on what they are, and on which of
// them there are, of which those with that in their status count alone if it is done for each entry of it. By what chose them,
// nothing is put that isn't another part of them too; constants are no such thing, see [weigher.choosing]. What remembers besides
// what has been created doesn't hang on which there are.
func (w *weigher) collects(in ssa.Value, path string, at ssa.Instruction) {
	of := footprint.Count
	if footprint.OfStatus(path) && (footprint.IsCount(path) || w.perEntry(at, path)) {
		of = footprint.Join(status, footprint.Count)
	}
	names, known := w.names[in]
	w.names[in] = (names || !known) && footprint.EndsIn(path, "Name")
	if w.in.memorises(in, at.Parent()) {
		return
	}
	if _, chosen := footprint.UnchosenPath(path); !chosen {
		w.howMany(in, path, of)
	}
	w.Of(in, path)
}

// perEntry tells whether an instruction is in a loop through what is in a part of an object, so that it does nothing as long as that
// has nothing in it: through a map, or a list that is a field; one that is put together has an element for each object.
func (w *weigher) perEntry(at ssa.Instruction, path string) bool {
	for b := at.Block(); b.Idom() != nil; b = b.Idom() {
		branch, ok := ir.Last(b.Idom()).(*ssa.If)
		if !ok || branch.Block().Succs[0] != b {
			continue
		}
		if through := ranged(branch.Cond); through != nil && (ir.IsMap(through.Type()) || ir.FieldRead(through) != nil) && w.Has(through, path) {
			return true
		}
	}
	return false
}

// choosing is the path of what hangs on it that objects of a list were chosen by a part of them.
func (w *weigher) choosing(v ssa.Value, path string) string {
	if _, slice := v.Type().Underlying().(*types.Slice); !slice && !ir.IsMap(v.Type()) || !w.list && !footprint.PathIn(path, footprint.Items) || footprint.IsCount(path) || strings.Contains(path, footprint.Given) {
		return path
	}
	if phi, ok := v.(*ssa.Phi); ok && slices.ContainsFunc(phi.Edges, appendsConstants) {
		return path
	}
	path, _ = footprint.UnchosenPath(path)
	return path + footprint.By
}

// appendsConstants tells whether a value is a list with what is the same for all objects.
func appendsConstants(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	return ok && ir.IsBuiltin(call.Common(), "append") && slices.ContainsFunc(ir.Variadic(call.Call.Args[1]), func(elem ssa.Value) bool {
		_, constant := ir.Unwrap(elem).(*ssa.Const)
		return constant
	})
}

// ranged returns what a loop goes through whose condition this is; nil if it is of none.
func ranged(cond ssa.Value) ssa.Value {
	if isOfElements(cond) {
		return cond.(*ssa.BinOp).Y.(*ssa.Call).Call.Args[0]
	}
	if more, ok := cond.(*ssa.Extract); ok && more.Index == 0 {
		if next, ok := more.Tuple.(*ssa.Next); ok {
			return next.Iter.(*ssa.Range).X
		}
	}
	return nil
}

// howMany goes on with what hangs on how many objects of a list have some part: on their number, or on that of those with a status.
func (w *weigher) howMany(v ssa.Value, path, of string) {
	switch {
	case w.list:
		w.Of(v, of)
	case footprint.PathIn(path, footprint.Items):
		w.Of(v, footprint.Join(footprint.Items, of))
	}
}

// OfElements is what of the objects in a list decides what is done, or is written; not how many there are.
func (c Consequences) OfElements() footprint.Set {
	out := footprint.Set{}
	for _, of := range []footprint.Set{c.Decides, c.Written} {
		for path := range of {
			if footprint.IsCount(path) {
				continue
			}
			if field := strings.TrimPrefix(path, footprint.Items+"."); field != "" && field != footprint.Items {
				out[field] = true
			}
		}
	}
	return out
}

// isLength tells whether a call asks how many objects there are in a slice.
func isLength(call ssa.CallInstruction) bool {
	if !ir.IsBuiltin(call.Common(), "len") {
		return false
	}
	return isObjects(call.Common().Args[0].Type())
}

// isObjects tells whether a type is that of a slice of objects, or of pointers to them, or of anything, as a store has them.
func isObjects(t types.Type) bool {
	slice, ok := t.Underlying().(*types.Slice)
	return ok && (kube.IsObject(slice.Elem()) || kube.IsObject(types.NewPointer(slice.Elem())) || kube.IsAny(slice.Elem()))
}

// isOfElements tells whether a condition is that of a loop through the elements of a slice: that there are further ones.
func isOfElements(cond ssa.Value) bool {
	compared, ok := cond.(*ssa.BinOp)
	if !ok {
		return false
	}
	length, ok := compared.Y.(*ssa.Call)
	if !ok || !ir.IsBuiltin(length.Common(), "len") {
		return false
	}
	index := compared.X
	if next, ok := index.(*ssa.BinOp); ok {
		index = next.X
	}
	_, ok = index.(*ssa.Phi)
	return ok
}

// sparesLoop tells whether a branch asks whether there are any elements, and if not goes where the loop through them ends, which
// is all that there is else.
func sparesLoop(branch *ssa.If) bool {
	if !ofNone(branch.Cond) {
		return false
	}
	for i, to := range branch.Block().Succs {
		for range maxEmpty {
			end, ok := ir.Last(to).(*ssa.If)
			if ok && isOfElements(end.Cond) && end.Block().Succs[1] == branch.Block().Succs[1-i] {
				return true
			}
			if _, jumps := ir.Last(to).(*ssa.Jump); !jumps || slices.ContainsFunc(to.Instrs, acts) {
				break
			}
			to = to.Succs[0]
		}
	}
	return false
}

// maxEmpty bounds how many blocks lead from a test to the loop.
const maxEmpty = 3

// ofNone tells whether a condition compares a number with none.
func ofNone(cond ssa.Value) bool {
	compared, ok := cond.(*ssa.BinOp)
	if !ok {
		return false
	}
	n, ok := number(compared.Y)
	return ok && n == 0
}

// isOfAll tells whether an instruction compares how many objects were counted with how many there are.
func isOfAll(compared *ssa.BinOp) bool {
	counts := func(v ssa.Value) bool {
		phi, ok := v.(*ssa.Phi)
		return ok && slices.ContainsFunc(phi.Edges, func(e ssa.Value) bool {
			merged, ok := e.(*ssa.Phi)
			return isOneMore(e) || ok && slices.ContainsFunc(merged.Edges, isOneMore)
		})
	}
	all := func(v ssa.Value) bool {
		call, ok := v.(*ssa.Call)
		return ok && isLength(call)
	}
	return counts(compared.X) && all(compared.Y) || counts(compared.Y) && all(compared.X)
}

// isOneMore tells whether a value is that of a counter which goes on.
func isOneMore(v ssa.Value) bool {
	sum, ok := v.(*ssa.BinOp)
	if !ok || sum.Op != token.ADD {
		return false
	}
	_, ok = sum.Y.(*ssa.Const)
	return ok
}

// countsUp tells whether all that is ever added to a number is a constant, from one on that isn't below zero: then it is positive
// where something has been added. seen are the values that are being asked for.
func countsUp(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return true
	}
	seen[v] = true
	switch v := v.(type) {
	case *ssa.Const:
		return v.Value != nil && v.Value.Kind() == constant.Int && constant.Sign(v.Value) >= 0
	case *ssa.BinOp:
		by, fixed := v.Y.(*ssa.Const)
		return v.Op == token.ADD && fixed && countsUp(by, seen) && constant.Sign(by.Value) > 0 && countsUp(v.X, seen)
	case *ssa.Phi:
		return len(seen) < maxCounters && !slices.ContainsFunc(v.Edges, func(edge ssa.Value) bool { return !countsUp(edge, seen) })
	}
	return false
}

// maxCounters bounds how many values are gone through for that.
const maxCounters = 32

// isMore tells whether a condition holds if there are more than a constant, or any at all, rather than fewer.
func isMore(cond ssa.Value) bool {
	compared, ok := cond.(*ssa.BinOp)
	if !ok {
		return false
	}
	_, left := compared.X.(*ssa.Const)
	switch compared.Op {
	case token.GTR, token.GEQ:
		return !left
	case token.LSS, token.LEQ:
		return left
	}
	return compared.Op == token.NEQ
}

// done notes that something is done on one side of a branch.
func (w *weigher) done(path string, branch *ssa.If, s stake) {
	switch {
	case !s.makes && footprint.EndsIn(path, footprint.Count):
		w.Spares = w.Spares || isBeyond(branch.Cond) && isMore(branch.Cond) == s.deletesIf
	case s.named.Known() && s.named == w.listed && footprint.EndsIn(path, footprint.Has) && w.names[membershipOf(branch.Cond).set]:
		w.Decides[strings.TrimSuffix(path, footprint.Has)+footprint.ByName] = true
	default:
		w.Decides[path] = true
	}
}

// isBeyond tells whether a condition compares a number with another one, and not with none.
func isBeyond(cond ssa.Value) bool {
	compared, ok := cond.(*ssa.BinOp)
	if !ok || compared.Op == token.EQL || compared.Op == token.NEQ {
		return false
	}
	none := func(v ssa.Value) bool {
		n, ok := number(v)
		return ok && n <= 0
	}
	isOne := func(v ssa.Value) bool {
		n, ok := number(v)
		return ok && n == 1
	}
	one := (compared.Op == token.GEQ || compared.Op == token.LSS) && isOne(compared.Y) ||
		(compared.Op == token.LEQ || compared.Op == token.GTR) && isOne(compared.X)
	return !none(compared.X) && !none(compared.Y) && !one && !goesRound(compared.X, maxFollowed) && !goesRound(compared.Y, maxFollowed)
}

// goesRound tells whether a number is computed of another one in each round of a loop, such as of how many were deleted.
func goesRound(v ssa.Value, depth int) bool {
	switch v := v.(type) {
	case *ssa.Phi:
		return true
	case *ssa.BinOp:
		return depth == 0 || goesRound(v.X, depth-1) || goesRound(v.Y, depth-1)
	}
	return false
}

// number returns the whole number that a value always is; ok is false if it isn't one.
func number(v ssa.Value) (n int64, ok bool) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil {
		return 0, false
	}
	return constant.Int64Val(constant.ToInt(c.Value))
}
