package change

import (
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
)

// split returns the base of an address, as [ir.Base] does. What a pointer points to that is loaded from a variable which holds it
// and nothing else is that, however often it is loaded: function literals capture such a variable.
func (t *tracer) split(addr ssa.Value) (of ssa.Value, path string, index ssa.Value) {
	of, path, index = ir.Base(addr)
	if load, ok := of.(*ssa.UnOp); ok {
		if to := t.pointed.Of(load.X, ir.Pointed); to != nil {
			of = sameIn(to, load)
		}
	}
	return of, path, index
}

// sameIn returns what stands for all loads of a pointer to a local variable in the function of one: that variable, or, in a
// function literal, the first of them.
func sameIn(to *ssa.Alloc, load *ssa.UnOp) ssa.Value {
	if to.Parent() == load.Parent() {
		return to
	}
	return firstLoad(load.X)
}

// firstLoad returns the first load from what a function literal captures; nil if there is none.
func firstLoad(captured ssa.Value) ssa.Value {
	for load := range ir.Refs[*ssa.UnOp](captured) {
		return load
	}
	return nil
}

// pointedDefs returns what sets something in a local variable by way of such loads, in its function, or in the function literal
// of which v is the first load.
func (t *tracer) pointedDefs(v ssa.Value) (defs []ir.Def) {
	var cells []ssa.Value
	switch v := v.(type) {
	case *ssa.Alloc:
		for store := range ir.Refs[*ssa.Store](v) {
			if store.Val == ssa.Value(v) && t.pointed.Of(store.Addr, ir.Pointed) == v {
				cells = append(cells, store.Addr)
			}
		}
	case *ssa.UnOp:
		if captured := t.pointsBy(v); captured != nil {
			cells = append(cells, captured)
		}
	}
	for _, cell := range cells {
		for load := range ir.Refs[*ssa.UnOp](cell) {
			if ssa.Value(load) != v {
				defs = append(defs, ir.Defs(load)...)
			}
		}
		for literal := range ir.Refs[*ssa.MakeClosure](cell) {
			for _, free := range ir.Captured(literal, cell) {
				defs = append(defs, ir.Def{By: literal, Free: free.(*ssa.FreeVar)})
			}
		}
	}
	return defs
}

// pointsBy returns what the function literal calls the variable of which v is the first load there, if that holds a pointer to
// a local variable and nothing else; nil if it isn't so.
func (t *tracer) pointsBy(v ssa.Value) *ssa.FreeVar {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return nil
	}
	free, ok := load.X.(*ssa.FreeVar)
	if !ok || t.pointed.Of(free, ir.Pointed) == nil || firstLoad(free) != v {
		return nil
	}
	return free
}

// freeBase returns what a function literal has for a base that it captures, itself or a pointer to it; nil if it does nothing with
// that.
func freeBase(free *ssa.FreeVar, base ssa.Value) ssa.Value {
	if _, captured := base.(*ssa.FreeVar); captured || ir.Binding(free) == base {
		return free
	}
	return firstLoad(free)
}

// pointedTo answers for what a variable holds when a function literal begins that captures a pointer to it: what it held when the
// literal was made, and what is put in it later.
func (t *tracer) pointedTo(c cell, free *ssa.FreeVar) (out answer) {
	outer := cell{t.pointed.Of(free, ir.Pointed), c.path, c.index}
	if around, nested := ir.Binding(free).(*ssa.FreeVar); nested {
		if outer.base = firstLoad(around); outer.base == nil {
			return t.pointedTo(c, around)
		}
	}
	for _, def := range t.base(outer.base).defs {
		if def.Free == free {
			out = out.join(t.before(outer, def.By)).join(t.later(outer, def.By, free))
		}
	}
	return out
}

// later answers for what is put in a variable after a function literal has been made that has it as free.
func (t *tracer) later(outer cell, literal ssa.Instruction, free *ssa.FreeVar) (out answer) {
	follows := ir.MayFollow(literal)
	for _, later := range t.base(outer.base).defs {
		if later.Free != free && later.Arg == nil && follows(later.By) {
			held, _ := t.set(outer, later)
			out = out.join(held)
		}
	}
	return out
}
