package scenario

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// cell returns the memory that an instruction of this frame allocates.
func (f *frame) cell(site ssa.Value, t types.Type) *Cell {
	c := f.owned[site]
	if c == nil {
		c = f.e.newCell(t)
		c.Site = site
		f.owned[site] = c
	}
	return c
}

// load returns what the memory at an address holds.
func (f *frame) load(addr Value, t types.Type) Value {
	c := addr.Cell
	if c.lost || addr.Field == inside {
		return unknown(true)
	}
	if v, ok := c.fields[addr.Field]; ok {
		if c.mayChange(v) {
			return unknown(v.Tainted)
		}
		return v
	}
	if addr.Field == whole {
		if ir.IsStruct(c.Type) {
			return Value{Kind: Copy, Cell: c, Field: whole}
		}
		if c.shared {
			return unknown(false)
		}
		return zero(t, nil)
	}
	if w, ok := c.fields[whole]; ok && addr.Field >= 0 {
		return f.field(w, nil, addr.Field)
	}
	if addr.Field == element || c.shared {
		return unknown(false)
	}
	return zero(t, nil)
}

// mayChange tells whether the cell may hold something else than v at another event: a function or an object is set up
// once, as a rule; a flag or a counter is not.
func (c *Cell) mayChange(v Value) bool {
	return c.shared && (v.Kind == Const || v.Kind == Nil || v.Kind == NonNil)
}

func (f *frame) store(i *ssa.Store) bool {
	addr, v := f.value(i.Addr), f.value(i.Val)
	if outer, ok := i.Addr.(*ssa.FieldAddr); ok && v.Kind == Copy && kube.IsHandlerStruct(v.Cell.Type) && deletesItself(outer.X.Type()) {
		v.Cell.kept = true
	}
	switch addr.Kind {
	case Ref:
		field := addr.Field
		if addr.Cell.shared {
			f.effect(i, kube.HasEffect, v.carries())
		}
		if field == inside {
			return true
		}
		if v.Kind == Copy && field == whole && v.Cell != addr.Cell { // a struct is assigned
			if _, given := addr.Cell.fields[whole]; given { // fields that the other one leaves out are zero then, not as they were
				f.put(addr.Cell, whole, unknown(true))
			}
			for _, n := range sortedKeys(v.Cell.fields) {
				f.put(addr.Cell, n, v.Cell.fields[n])
			}
			return true
		}
		f.put(addr.Cell, field, v)
		if addr.Cell.stores == nil {
			addr.Cell.stores = map[int]ssa.Instruction{}
		}
		if addr.Cell.stores[field] == nil {
			addr.Cell.stores[field] = i
		}
	case Nil:
		return f.nilUse(i, addr)
	default:
		f.escape(v)
		f.effect(i, kube.HasEffect, v.carries() || addr.Tainted)
	}
	return true
}

// put adds a value to those that a cell may hold.
func (f *frame) put(c *Cell, field int, v Value) {
	old, had := c.fields[field]
	now := join(old, v)
	if !had || !now.equal(old) {
		c.fields[field] = now
		f.changed = true
	}
}

// escape gives up the memory that a value leads to: somebody else may change it.
func (f *frame) escape(v Value) {
	if v.Kind != Ref && v.Kind != Tuple {
		return
	}
	for _, c := range cellsOf(v) {
		if !c.lost && !kube.IsHandlerStruct(c.Type) && !onlyRead(c.Site) {
			c.lost = true
			f.changed = true
		}
	}
}

// onlyRead tells whether a variable is one that nobody sets but the function that it is of: function literals read what it
// has, and nobody else has its address. Who is given functions in a list calls them, and puts no others there.
func onlyRead(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Alloc:
		if list, ok := ir.Deref(v.Type()).Underlying().(*types.Array); ok && ir.IsFunc(list.Elem()) {
			return true
		}
	case *ssa.FreeVar:
	default:
		return false
	}
	return !slices.ContainsFunc(ir.Uses(v), func(ref ssa.Instruction) bool {
		switch ref := ref.(type) {
		case *ssa.UnOp:
			return false
		case *ssa.Store:
			_, free := v.(*ssa.FreeVar)
			return free || ref.Addr != v
		case *ssa.MakeClosure:
			return slices.ContainsFunc(ir.Captured(ref, v), func(inner ssa.Value) bool { return !onlyRead(inner) })
		}
		return true
	})
}

func (f *frame) mapUpdate(i *ssa.MapUpdate) bool {
	m, k, v := f.value(i.Map), f.value(i.Key), f.value(i.Value)
	switch m.Kind {
	case Nil:
		return f.nilUse(i, m)
	case Ref:
		if told := k.carries(); !m.Cell.grown || told && !m.Cell.told {
			m.Cell.grown, m.Cell.told = true, m.Cell.told || told
			f.changed = true
		}
		f.put(m.Cell, element, v)
		if m.Cell.shared {
			f.wrongKey(i, k, false)
			f.effect(i, kube.HasEffect, k.Tainted || v.carries())
		}
	default:
		f.wrongKey(i, k, false)
		f.escape(v)
		f.effect(i, kube.HasEffect, k.Tainted || v.carries())
	}
	return true
}

// isEmpty tells whether v is a map or slice that certainly has no elements.
func (f *frame) isEmpty(v Value) bool {
	if v.Kind != Ref || v.Field != whole || v.Cell.lost || v.Cell.shared || v.Cell.grown {
		return false
	}
	switch v.Cell.Type.Underlying().(type) {
	case *types.Map:
		return true
	case *types.Slice:
		return len(v.Cell.fields) == 0
	case *types.Array:
		return v.Cell.Type.Underlying().(*types.Array).Len() == 0
	}
	return false
}

// length returns how many elements an array of functions has, or a slice of all of it, such as variadic arguments; false if
// that isn't known, or it is something else.
func (v Value) length() (n int64, known bool) {
	if v.Kind != Ref || v.Field != whole || v.Cell.lost || v.Cell.cut {
		return 0, false
	}
	if list, ok := v.Cell.Type.Underlying().(*types.Array); ok && ir.IsFunc(list.Elem()) {
		return list.Len(), true
	}
	return 0, false
}

// only returns the one function of a list of them; of others nothing is known, nor of which there are several: one of them
// may decide against the other. What is no list is returned as it is.
func (v Value) only() Value {
	n, ok := v.length()
	switch {
	case !ok:
		return v
	case n == 1:
		return v.Cell.fields[element]
	}
	return unknown(false)
}

// handlerIn returns the event handler struct that is a field of another struct, such as one that is embedded, if an
// instruction takes the address of a field of it only to store something there. Nil if it isn't so, or if the other struct
// has a delete function of its own: that hands on what it likes.
func (f *frame) handlerIn(x Value, i *ssa.FieldAddr) *Cell {
	outer, ok := i.X.(*ssa.FieldAddr)
	t := ir.Deref(i.X.Type())
	if !ok || x.Kind == Ref && x.Field == whole || !kube.IsHandlerStruct(t) || !onlyStored(i) || deletesItself(outer.X.Type()) {
		return nil
	}
	site := outer // or what has the same address
	for _, part := range ir.PartsOf(outer.X) {
		if same, ok := part.(*ssa.FieldAddr); ok && same.Field == outer.Field {
			site = same
			break
		}
	}
	c := f.cell(site, t)
	c.shared = c.shared || x.Kind != Ref || x.Cell.shared
	return c
}

// onlyStored tells whether all that a function does with an address is to store something there.
func onlyStored(addr ssa.Value) bool {
	return !slices.ContainsFunc(ir.Uses(addr), func(ref ssa.Instruction) bool {
		store, ok := ref.(*ssa.Store)
		return !ok || store.Addr != addr
	})
}

// deletesItself tells whether a type, or what it points to, is an event handler whose delete function isn't one that it has of
// client-go's structs.
func deletesItself(t types.Type) bool {
	named := kube.Named(t)
	if named == nil {
		return false
	}
	for fn, role := range kube.HandlerMethods(named) {
		if role == kube.Delete && !kube.IsToolsCache(fn.Pkg().Path()) {
			return true
		}
	}
	return false
}
