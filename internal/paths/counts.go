package paths

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// The number of the objects in a list has a path too: count in its field items, or in what a lister returns; and so has
// whether a certain one is there.
const (
	items = "Items"
	count = "len"
	has   = "has"
)

// Counts tells whether a footprint has the number of objects in a list.
func (f Footprint) Counts() bool {
	for path := range f {
		if isCount(path) {
			return true
		}
	}
	return false
}

// OfItems tells whether a footprint has a field of the objects in a list.
func (f Footprint) OfItems(field string) bool { return f[field] || f[items+"."+field] }

func isCount(path string) bool { return endsIn(path, count) || endsIn(path, has) }

func endsIn(path, last string) bool { return path == last || strings.HasSuffix(path, "."+last) }

// looks goes on with what is looked for in a map or set.
func (w *weigher) looks(found ssa.Value, path string) {
	if endsIn(path, count) {
		path = strings.TrimSuffix(path, count) + has
	}
	w.Of(found, path)
}

// collects goes on with a map or set in which parts of the objects in a list are put together: it hangs on what they are, and
// on which of them there are.
func (w *weigher) collects(in ssa.Value, path string) {
	w.howMany(in, path)
	w.Of(in, path)
}

// howMany goes on with what hangs on how many objects of a list have some part.
func (w *weigher) howMany(v ssa.Value, path string) {
	switch {
	case w.list:
		w.Of(v, count)
	case pathIn(path, items):
		w.Of(v, joined(items, count))
	}
}

// OfElements is what of the objects in a list decides what is done, or is written; not how many there are.
func (c Consequences) OfElements() Footprint {
	out := Footprint{}
	for _, of := range []Footprint{c.Decides, c.Written} {
		for path := range of {
			if isCount(path) {
				continue
			}
			if field := strings.TrimPrefix(path, items+"."); field != "" && field != items {
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
	zero, ok := compared.Y.(*ssa.Const)
	if !ok {
		return false
	}
	n := zero.Value
	return n != nil && n.Kind() == constant.Int && constant.Sign(n) == 0
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
