package paths

import (
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// dominating notes what the conditions have been that led to the block where the paths begin, and what they say, the nearest
// last. The errors of which they tell are none of what the paths are about. It tells whether they can all be so.
func (w *walker) dominating(s *state) (possible bool) {
	var conds []decided
	for b := s.block; b.Idom() != nil; b = b.Idom() {
		d := b.Idom()
		if i, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If); ok && len(b.Preds) == 1 {
			w.in.guard(i.Cond) // so that the nearest stands for all
			conds = append(conds, decided{i.Cond, d.Succs[0] == b})
		}
	}
	before := maps.Clone(s.facts)
	possible = true
	for _, c := range slices.Backward(conds) {
		possible = possible && !c.contradicts(s)
		is := zero
		if c.yes {
			is = nonzero
		}
		w.learn(s, c.cond, is)
	}
	for v := range s.facts {
		if _, known := before[v]; !known && kube.IsError(v.Type()) {
			w.earlier = append(w.earlier, v)
		}
	}
	return possible
}

// decided is a condition that is true, or false.
type decided struct {
	cond ssa.Value
	yes  bool
}

// guard returns what stands for a condition in what is known, and whether it may be asked again: for a bool in the spec
// of an object, which the function does not set itself, that is the first load of it that was looked at, since all loads
// give the same; or else the condition.
func (in *Info) guard(cond ssa.Value) (ssa.Value, bool) {
	load, ok := cond.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return cond, used(cond) > 1
	}
	id, ok := in.guardOf(load)
	if !ok {
		return cond, used(cond) > 1
	}
	if in.guards[id] == nil {
		in.guards[id] = cond
	}
	return in.guards[id], true
}

// guardOf returns what all loads of a field are, if they give the same.
func (in *Info) guardOf(load *ssa.UnOp) (id guardOf, ok bool) {
	addr, ok := load.X.(*ssa.FieldAddr)
	if !ok {
		return guardOf{}, false
	}
	t := in.objects.Term(addr)
	if t == nil || !inSpec(t) || in.setsField(load.Parent(), ir.Field(addr.X.Type(), addr.Field)) {
		return guardOf{}, false
	}
	return guardOf{load.Parent(), t.ID}, true
}

type guardOf struct {
	fn *ssa.Function
	id string
}

// inSpec tells whether a term is a field of the spec of what is in one variable.
func inSpec(t *identity.Term) bool {
	for t.Kind == identity.FieldTerm {
		if t.Name == "Spec" {
			return t.Args[0].Kind == identity.LeafTerm
		}
		t = t.Args[0]
	}
	return false
}

// setsField tells whether a function stores in a field.
func (in *Info) setsField(fn *ssa.Function, field *types.Var) bool {
	return in.setting.Of(fn, fieldsSet)[field]
}

// fieldsSet returns the fields in which a function stores.
func fieldsSet(fn *ssa.Function) map[*types.Var]bool {
	set := map[*types.Var]bool{}
	for store := range ir.All[*ssa.Store](fn.Blocks) {
		if f, ok := store.Addr.(*ssa.FieldAddr); ok {
			set[ir.FieldAt(f)] = true
		}
	}
	return set
}

// neverSet tells whether a variable of this package is false for good: nothing in it sets it.
func (in *Info) neverSet(g *ssa.Global) bool {
	if g.Pkg != in.lazy.SSA() {
		return false
	}
	if in.globals == nil {
		in.globals = map[*ssa.Global]bool{}
		for _, fn := range in.Functions {
			for instr := range ir.All[ssa.Instruction](fn.Blocks) {
				for _, op := range instr.Operands(nil) {
					if g, ok := (*op).(*ssa.Global); ok && !leavesFalse(instr) {
						in.globals[g] = true
					}
				}
			}
		}
	}
	return !in.globals[g]
}

// isSentinel tells whether a variable always holds an error, which functions return to say what happened. One of another
// package is made to be asked for.
func (in *Info) isSentinel(g *ssa.Global) bool {
	if g.Pkg != in.lazy.SSA() {
		return true
	}
	stored := in.lazy.Index().StoredAt(g)
	return len(stored) > 0 && !slices.ContainsFunc(stored, func(v ssa.Value) bool {
		call, ok := v.(*ssa.Call)
		_, made := v.(*ssa.MakeInterface)
		return !made && (!ok || !kube.NeverNil(ir.Symbol(call.Common())))
	})
}

// leavesFalse tells whether an instruction with a variable only loads it, or sets it to false.
func leavesFalse(instr ssa.Instruction) bool {
	switch i := instr.(type) {
	case *ssa.UnOp:
		return i.Op == token.MUL
	case *ssa.Store:
		return ir.IsNone(i.Val)
	}
	return false
}
