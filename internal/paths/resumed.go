package paths

import (
	"cmp"
	"go/constant"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A Resumed is a retry that takes for stored what it has set itself: an earlier try has changed the object in memory, the
// server has refused the write, and the next try finds the change, writes nothing, and says that all is well.
type Resumed struct {
	Retry  *Retry
	Write  *Op
	Change ssa.Instruction
	Test   ssa.Value // that finds the change
	Fields footprint.Set
}

// Resumed returns in which way a retry does so with a write; false if it doesn't.
func (in *Info) Resumed(r *Retry, w *Op) (Resumed, bool) {
	if r.fn == nil || !r.Conflict || !w.Locks || len(r.Reads) > 0 || !in.FromOutside(r, w) || in.Assigned(r, w) || in.HandsOn(r, w) {
		return Resumed{}, false
	}
	h := in.footprints.Object(r.fn, w.pointer)
	if h == nil {
		return Resumed{}, false
	}
	write, before := w.Path[0].Block(), ir.MayPrecede(w.Path[0])
	for branch := range ir.All[*ssa.If](r.fn.Blocks) {
		b := branch.Block()
		if b == write || !b.Dominates(write) {
			continue
		}
		side := slices.IndexFunc(b.Succs, func(s *ssa.BasicBlock) bool { return endsWell(s, write) })
		if side < 0 {
			continue
		}
		cond, holds := branch.Cond, side == 0
		for not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT; not, ok = cond.(*ssa.UnOp) {
			cond, holds = not.X, !holds
		}
		for by := range ir.All[ssa.Instruction](r.fn.Blocks) {
			if h.At[by] == nil || !before(by) || by == w.Path[0] {
				continue
			}
			if fields := in.foundAgain(r.fn, h, by, cond, holds); fields != nil {
				return Resumed{r, w, by, cond, fields}, true
			}
		}
	}
	return Resumed{}, false
}

// foundAgain returns which fields that an instruction sets a condition finds set; nil if none.
func (in *Info) foundAgain(fn *ssa.Function, h *footprint.Object, by ssa.Instruction, cond ssa.Value, holds bool) footprint.Set {
	for _, fields := range h.Groups(h.At[by].Sets) {
		t := &trail{in: in, f: in.of(fn), object: h, fields: fields}
		says, _ := by.(ssa.Value) // whether it has changed anything
		if says != nil && says == cond && !holds || says != cond && t.looks(cond, maxFollowed) && in.finds(cond, by, holds) {
			return fields
		}
	}
	return nil
}

// endsWell tells whether all paths from a block come to a return of no error, and none to a write.
func endsWell(from, write *ssa.BasicBlock) bool {
	seen, todo := map[*ssa.BasicBlock]bool{}, []*ssa.BasicBlock{from}
	for len(todo) > 0 {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[b] {
			continue
		}
		if seen[b] = true; b == write {
			return false
		}
		if ret, ok := ir.Last(b).(*ssa.Return); ok && (len(ret.Results) == 0 || !ir.IsNil(ret.Results[len(ret.Results)-1])) {
			return false
		}
		todo = append(todo, b.Succs...)
	}
	return true
}

// finds tells whether a condition, which looks at what an instruction sets, is certainly as it has to be once that is set.
func (in *Info) finds(cond ssa.Value, by ssa.Instruction, holds bool) bool {
	switch c := cond.(type) {
	case *ssa.Extract: // an entry of a map
		_, isEntry := c.Tuple.(*ssa.Lookup)
		_, removes := by.(*ssa.Call)
		return isEntry && holds != (removes && ir.IsBuiltin(by.(*ssa.Call).Common(), "delete"))
	case *ssa.Call:
		symbol := ir.Symbol(c.Common())
		return kube.HasFinalizer(symbol) && holds == addsFinalizerCall(by) || holds && kube.ComparesDeeply(symbol)
	case *ssa.BinOp:
		known, value := ir.Unwrap(c.Y), putBy(by)
		value = cmp.Or(entryFor(value, c.X), entryFor(value, c.Y), value)
		if _, ok := known.(*ssa.Const); !ok {
			known = ir.Unwrap(c.X)
		}
		equal := c.Op == token.EQL
		if c.Op != token.EQL && c.Op != token.NEQ || value == nil {
			return false
		}
		k, isConst := known.(*ssa.Const)
		v, setsConst := value.(*ssa.Const)
		switch {
		case equal != holds && isConst:
			return !setsConst || !sameConst(k, v)
		case equal != holds:
			return false
		case isConst:
			return setsConst && sameConst(k, v)
		}
		return identity.Same(in.objects.Term(value), in.objects.Term(c.X)) || identity.Same(in.objects.Term(value), in.objects.Term(c.Y))
	}
	return false
}

// putBy returns what an instruction puts into a field or map, nil if it doesn't.
func putBy(by ssa.Instruction) ssa.Value {
	switch by := by.(type) {
	case *ssa.Store:
		return by.Val
	case *ssa.MapUpdate:
		return by.Value
	}
	return nil
}

// entryFor returns what a map is made with for the constant key that another value is looked up by; nil if it is no such.
func entryFor(made, looked ssa.Value) ssa.Value {
	m, ok := made.(*ssa.MakeMap)
	if convert, is := looked.(*ssa.Convert); is {
		looked = convert.X
	}
	lookup, is := looked.(*ssa.Lookup)
	if !ok || !is {
		return nil
	}
	key, is := lookup.Index.(*ssa.Const)
	for update := range ir.Refs[*ssa.MapUpdate](m) {
		if k, ok := update.Key.(*ssa.Const); ok && is && update.Map == ssa.Value(m) && sameConst(k, key) {
			return update.Value
		}
	}
	return nil
}

func sameConst(a, b *ssa.Const) bool {
	return a.Value == nil && b.Value == nil || a.Value != nil && b.Value != nil && constant.Compare(a.Value, token.EQL, b.Value)
}
