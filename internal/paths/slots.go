package paths

import (
	"cmp"
	"fmt"
	"go/types"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
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
const maxSlots = 4

// unchanged is what is known of a slot in which is what was there when the function was called.
const unchanged abs = "="

// slotOf returns the slot that an address is of, nil if it is of none: fields are of which is known whether they are set, at
// which the package looks, and that are no part of an object of the API.
func (in *Info) slotOf(addr ssa.Value) *slot {
	if at, ok := addr.(*ssa.FieldAddr); ok {
		return in.slotted.Of(at, in.findSlot)
	}
	return nil
}

func (in *Info) findSlot(at *ssa.FieldAddr) *slot {
	field := ir.FieldAt(at)
	if !mayTellBySet(field.Type()) || field.Pkg() != in.pass.Pkg || !in.testedFields()[field] {
		return nil
	}
	base, path, _ := ir.Base(at)
	return in.slot(base, path, field)
}

// slot returns that of a struct at a value; nil if others may have the struct than the function, and those that it calls.
func (in *Info) slot(base ssa.Value, path string, field *types.Var) *slot {
	switch base.(type) {
	case *ssa.Parameter, *ssa.Alloc:
	default:
		return nil
	}
	if kube.IsObject(base.Type()) || strings.Contains(path, ir.Element) || in.handedOut.Of(base, isHandedOut) {
		return nil
	}
	id := slotAt{base, path}
	if in.slots[id] == nil {
		in.slots[id] = &slot{base, path, field}
	}
	return in.slots[id]
}

// isHandedOut tells whether more is done with the address of a struct, or of a part of it, than to look into it, and to set it; calls
// aside.
func isHandedOut(addr ssa.Value) bool {
	return slices.ContainsFunc(ir.Uses(addr), func(ref ssa.Instruction) bool {
		switch ref := ref.(type) {
		case *ssa.FieldAddr:
			return isHandedOut(ref)
		case *ssa.UnOp, *ssa.Call, *ssa.DebugRef, *ssa.Return:
			return false
		case *ssa.Store:
			return ref.Val == addr
		}
		return true
	})
}

// mayTellBySet tells whether a field of a type can tell by being set that something has been done.
func mayTellBySet(t types.Type) bool {
	_, pointer := t.Underlying().(*types.Pointer)
	return pointer || ir.IsBool(t) || kube.IsError(t)
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
			if b, ok := cond.(*ssa.BinOp); ok && ir.IsNone(b.Y) {
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
		if other, ok := known.(*slot); ok && w.in.stores(store, other) {
			delete(s.facts, other)
		}
	}
	if to != nil && s.slots() < maxSlots {
		set(s.facts, to, w.eval(s, store.Val))
	}
}

// stores tells whether a store may set a slot: it is to that, to what it is a part of, or to the same field elsewhere.
func (in *Info) stores(store *ssa.Store, of *slot) bool {
	base, path, _ := ir.Base(store.Addr)
	to := in.slotOf(store.Addr)
	return base == of.Value && footprint.PathIn(of.path, path) || to != nil && to.field == of.field
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

// handsOnSlots drops what was known of the slots which a call may set.
func (w *walker) handsOnSlots(s *state, call ssa.CallInstruction) {
	for known := range s.facts {
		if slot, ok := known.(*slot); ok && w.in.mayFill(call, slot) {
			delete(s.facts, slot)
		}
	}
}

// mayFill tells whether a call may set a slot: it is given the address of the struct that the slot is in, or of a part of it.
func (in *Info) mayFill(call ssa.CallInstruction, of *slot) bool {
	return slices.ContainsFunc(ir.Args(call.Common()), func(arg ssa.Value) bool {
		arg = ir.Unwrap(arg)
		if base, _, _ := ir.Base(arg); base != of.Value {
			return false
		}
		fields, known := in.effects.Sets(call, arg)
		return arg != of.Value || !known || slices.ContainsFunc(fields, func(path string) bool { return footprint.PathIn(of.path, footprint.PathTo(path)) })
	})
}

// filled notes what is in slots where a path begins: what stores on every way there have put in, unless something since may have
// changed it; nothing in a struct that the function has made; or else what was there when the function was called. kept are the
// slots that the call with which the path begins has left alone.
func (w *walker) filled(s *state, begin ssa.Instruction, kept map[*slot]bool) {
	before := sync.OnceValue(func() func(ssa.Instruction) bool { return ir.MayPrecede(begin) })
	for _, to := range w.in.slotsOf(s.block.Parent(), kept) {
		call, isCall := begin.(ssa.CallInstruction)
		if s.facts[to] != anything || s.slots() == maxSlots || isCall && !kept[to] && w.in.mayFill(call, to) {
			continue
		}
		touching := slices.DeleteFunc(slices.Clone(w.in.touching(to)), func(i ssa.Instruction) bool { return i == begin || !before()(i) })
		if len(touching) == 0 {
			is := unchanged
			if _, made := to.Value.(*ssa.Alloc); made {
				is = zero
			}
			set(s.facts, to, is)
		}
		var last *ssa.Store // of those on every way there
		for _, instr := range touching {
			if store, ok := instr.(*ssa.Store); ok && w.in.slotOf(store.Addr) == to && ir.Before(store, begin) && (last == nil || ir.Before(last, store)) {
				last = store
			}
		}
		if last == nil {
			continue
		}
		if after := ir.MayFollow(last); !slices.ContainsFunc(touching, func(i ssa.Instruction) bool { return i != last && after(i) }) {
			set(s.facts, to, w.eval(s, last.Val))
		}
	}
}

// slotsOf returns the slots that a function mentions, and others, in order.
func (in *Info) slotsOf(fn *ssa.Function, others map[*slot]bool) []*slot {
	all := in.slotting.Of(fn, func(fn *ssa.Function) (out []*slot) {
		for addr := range ir.All[*ssa.FieldAddr](fn.Blocks) {
			if s := in.slotOf(addr); s != nil && !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
		return out
	})
	for other := range others {
		if !slices.Contains(all, other) {
			all = append(slices.Clip(all), other)
		}
	}
	return slices.SortedFunc(slices.Values(all), func(a, b *slot) int { return cmp.Or(cmp.Compare(a.Pos(), b.Pos()), cmp.Compare(a.path, b.path)) })
}

// touching returns the instructions of a function that may set a slot of it.
func (in *Info) touching(of *slot) []ssa.Instruction { return in.filling.Of(of, in.findTouching) }

func (in *Info) findTouching(of *slot) (out []ssa.Instruction) {
	for instr := range ir.All[ssa.Instruction](of.Parent().Blocks) {
		switch i := instr.(type) {
		case *ssa.Store:
			if in.stores(i, of) {
				out = append(out, i)
			}
		case ssa.CallInstruction:
			if in.mayFill(i, of) {
				out = append(out, i)
			}
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

// takeOver notes what a call has left in the slots of the structs of which it was given the address, and returns those that it has
// left alone.
func (in *Info) takeOver(s *state, instr ssa.Instruction, all []left) (kept map[*slot]bool) {
	call, ok := instr.(ssa.CallInstruction)
	if !ok || len(all) == 0 {
		return nil
	}
	kept = map[*slot]bool{}
	for _, l := range all {
		arg := ir.Arg(call.Common(), l.param)
		if arg == nil {
			continue
		}
		base, path, _ := ir.Base(ir.Unwrap(arg))
		if path != "" {
			path += "."
		}
		switch to := in.slot(base, path+l.path, l.field); {
		case to == nil:
		case l.is == unchanged:
			kept[to] = true
		case s.slots() < maxSlots:
			set(s.facts, to, l.is)
		}
	}
	return kept
}
