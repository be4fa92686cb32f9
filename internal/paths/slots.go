package paths

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A slot is a field of a struct in which functions that are handed its address tell each other what has been done: it stands in
// what is known for all addresses of the field.
type slot struct {
	ssa.Value // where the struct is: a variable of the function, or a parameter
	path      string
	field     *types.Var
}

type slotAt struct {
	of   ssa.Value
	path string
}

// A left is what is known of a slot of a parameter when the function returns.
type left struct {
	param int
	path  string
	field *types.Var
	is    abs
}

// maxSlots bounds of how many slots of a function anything is known: each may double what is to be walked.
const maxSlots = 3

// slotOf returns the slot that an address is of, nil if it is of none: fields are of which is known whether they are set, at
// which the package looks, and that are no part of an object of the API.
func (in *Info) slotOf(addr ssa.Value) *slot {
	at, ok := addr.(*ssa.FieldAddr)
	if !ok {
		return nil
	}
	field := ir.FieldAt(at)
	if !mayTellBySet(field.Type()) || field.Pkg() != in.pass.Pkg || !in.testedFields()[field] {
		return nil
	}
	base, path, _ := ir.Base(addr)
	if strings.Contains(path, ir.Element) {
		return nil
	}
	return in.slot(base, path, field)
}

// slot returns that of a struct at a value.
func (in *Info) slot(base ssa.Value, path string, field *types.Var) *slot {
	switch base.(type) {
	case *ssa.Parameter, *ssa.Alloc:
	default:
		return nil
	}
	if kube.IsObject(base.Type()) {
		return nil
	}
	id := slotAt{base, path}
	if in.slots[id] == nil {
		in.slots[id] = &slot{base, path, field}
	}
	return in.slots[id]
}

// mayTellBySet tells whether a field of a type can tell by being set that something has been done.
func mayTellBySet(t types.Type) bool {
	_, pointer := t.Underlying().(*types.Pointer)
	return pointer || isBool(t) || kube.IsError(t)
}

// testedFields returns the fields of which conditions of the package ask whether they are set.
func (in *Info) testedFields() map[*types.Var]bool {
	if in.tested != nil {
		return in.tested
	}
	in.tested = map[*types.Var]bool{}
	for _, fn := range in.Functions {
		for branch := range ir.All[*ssa.If](fn.Blocks) {
			cond := branch.Cond
			if b, ok := cond.(*ssa.BinOp); ok && isZero(b.Y) {
				cond = b.X
			}
			if not, ok := cond.(*ssa.UnOp); ok {
				if load, ok := not.X.(*ssa.UnOp); ok {
					not = load
				}
				if addr, ok := not.X.(*ssa.FieldAddr); ok {
					in.tested[ir.FieldAt(addr)] = true
				}
			}
		}
	}
	return in.tested
}

// fills notes what a store puts in a slot. A store to the same field elsewhere may be to the same struct.
func (w *walker) fills(s *state, store *ssa.Store) {
	to := w.in.slotOf(store.Addr)
	for known := range s.facts {
		if other, ok := known.(*slot); ok && other != to && (other.Value == store.Addr || to != nil && other.field == to.field) {
			delete(s.facts, other)
		}
	}
	if to != nil && s.slots() < maxSlots {
		set(s.facts, to, w.eval(s, store.Val))
	}
}

// slots returns of how many slots something is known.
func (s *state) slots() (n int) {
	for v := range s.facts {
		if _, ok := v.(*slot); ok {
			n++
		}
	}
	return n
}

// handsOnSlots drops what was known of the slots of structs that a call is given the address of: it may set them.
func (s *state) handsOnSlots(call ssa.CallInstruction) {
	for known := range s.facts {
		if slot, ok := known.(*slot); ok && givenSlot(call, slot) {
			delete(s.facts, slot)
		}
	}
}

// givenSlot tells whether a call is given the address of the struct in which a slot is.
func givenSlot(call ssa.CallInstruction, of *slot) bool {
	return slices.ContainsFunc(ir.Args(call.Common()), func(arg ssa.Value) bool { return holds(arg, of.Value) })
}

// holds tells whether an argument is the address of a struct, of a part of it, or a function literal that has it.
func holds(arg, of ssa.Value) bool {
	arg = ir.Unwrap(arg)
	if literal, ok := arg.(*ssa.MakeClosure); ok {
		return slices.Contains(literal.Bindings, of)
	}
	base, _, _ := ir.Base(arg)
	return base == of
}

// filled notes what stores on every way to where a path begins have put in slots, unless something since may have changed it.
func (w *walker) filled(s *state, begin ssa.Instruction) {
	stores := w.in.slotStores(s.block.Parent())
	if len(stores) == 0 {
		return
	}
	before := ir.MayPrecede(begin)
	for _, store := range stores {
		if !store.Block().Dominates(s.block) || !before(store) || s.slots() == maxSlots {
			continue
		}
		to, after := w.in.slotOf(store.Addr), ir.MayFollow(store)
		refills := func(instr ssa.Instruction) bool {
			if instr == store || !after(instr) || !before(instr) {
				return false
			}
			switch i := instr.(type) {
			case *ssa.Store:
				other := w.in.slotOf(i.Addr)
				return i.Addr == to.Value || other != nil && other.field == to.field
			case ssa.CallInstruction:
				return givenSlot(i, to)
			}
			return false
		}
		if !slices.ContainsFunc(w.in.touching(to), refills) {
			set(s.facts, to, w.eval(s, store.Val))
		}
	}
}

// slotStores returns the stores of a function to slots.
func (in *Info) slotStores(fn *ssa.Function) []*ssa.Store {
	return in.slotting.Of(fn, func(fn *ssa.Function) (out []*ssa.Store) {
		for store := range ir.All[*ssa.Store](fn.Blocks) {
			if in.slotOf(store.Addr) != nil {
				out = append(out, store)
			}
		}
		return out
	})
}

// touching returns the instructions of a function that may set a slot of it.
func (in *Info) touching(of *slot) (out []ssa.Instruction) {
	for _, store := range in.slotStores(of.Parent()) {
		out = append(out, store)
	}
	for _, ref := range *of.Referrers() {
		switch ref.(type) {
		case *ssa.Store, ssa.CallInstruction:
			out = append(out, ref)
		}
	}
	return out
}

// left returns what is known of the slots of the function's parameters where it returns.
func (w *walker) left(s *state) []left {
	var out []left
	for v, is := range s.facts {
		of, ok := v.(*slot)
		if !ok {
			continue
		}
		if n := slices.IndexFunc(w.fn.fn.Params, func(p *ssa.Parameter) bool { return p == of.Value }); n >= 0 {
			out = append(out, left{n, of.path, of.field, is})
		}
	}
	slices.SortFunc(out, func(a, b left) int { return strings.Compare(a.String(), b.String()) })
	return out
}

func (l left) String() string { return fmt.Sprint(l.param, l.path, l.is) }

// takeOver notes what a call has left in the slots of the structs of which it was given the address.
func (in *Info) takeOver(s *state, call ssa.CallInstruction, all []left) {
	for _, l := range all {
		arg := ir.Arg(call.Common(), l.param)
		if arg == nil {
			continue
		}
		base, path, _ := ir.Base(arg)
		if path != "" {
			path += "."
		}
		if to := in.slot(base, path+l.path, l.field); to != nil && s.slots() < maxSlots {
			set(s.facts, to, l.is)
		}
	}
}
