package paths

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A Self is a comparison of an object, or of a field of it, with itself, by which it is decided whether it is written.
type Self struct {
	Call  *ssa.Call
	Field string // empty for the whole object
	Write *Op    // which is never made
	// Change is what is changed in place between; nil if there is nothing.
	Change ssa.Instruction
	// List is the list or map in the field that is changed in place, if a copy of the field was made that has it too.
	List string
	// Others says that other comparisons lead to the write too.
	Others bool
}

// Selves returns the comparisons in a function of objects with themselves, behind which they are written if they differ.
func (in *Info) Selves(fn *ssa.Function) (out []Self) {
	for call := range ir.All[*ssa.Call](fn.Blocks) {
		_, args := ir.Receiver(call.Common())
		if !kube.ComparesDeeply(ir.Symbol(call.Common())) || len(args) != 2 {
			continue
		}
		one, other := sideOf(args[0]), sideOf(args[1])
		pointer := in.objects.Pointer(one.base)
		if !kube.IsObject(one.base.Type()) || one.path != other.path || pointer == nil || identity.IsPending(pointer) || !identity.Same(pointer, in.objects.Pointer(other.base)) {
			continue
		}
		change, list := in.changedWithin(pointer, one, other), ""
		if change == nil {
			change, list = in.changedInPlace(pointer, one, other)
		}
		if change == nil && !atOnce(one.load, other.load) {
			continue
		}
		if w, others := in.writtenUnless(call, one.base); w != nil && (list == "" || !in.storesOtherwise(pointer, change, call)) {
			out = append(out, Self{call, one.path, w, change, list, others})
		}
	}
	return out
}

// loadedTwice returns two loads of a field of an object in order, and the object in their function; nil if the first doesn't
// come before the other each time.
func (in *Info) loadedTwice(object *identity.Term, one, other side) (from, to ssa.Instruction, h *footprint.Object) {
	if one.load == nil || other.load == nil || one.load.Parent() != other.load.Parent() {
		return nil, nil, nil
	}
	from, to = one.load, other.load
	if !ir.Before(from, to) {
		from, to = to, from
	}
	if !ir.Before(from, to) {
		return nil, nil, nil
	}
	return from, to, in.footprints.Object(from.Parent(), object)
}

// changedWithin returns what changes the map that is in a field of an object between two loads of it, if nothing puts another
// one there: the map that was loaded first has the change too.
func (in *Info) changedWithin(object *identity.Term, one, other side) (change ssa.Instruction) {
	from, to, h := in.loadedTwice(object, one, other)
	if h == nil || !ir.IsMap(from.(ssa.Value).Type()) {
		return nil
	}
	between := ir.MayPrecedeSince(to, from)
	for at := range ir.All[ssa.Instruction](from.Parent().Blocks) {
		if at == from || at == to || !between(at) {
			continue
		}
		t, entry := h.At[at], false
		switch at := at.(type) {
		case *ssa.MapUpdate:
			entry = true
		case *ssa.Store:
			if ir.FillsNil(at) {
				continue
			}
		case ssa.CallInstruction:
			if in.comesTo(at, object) {
				return nil
			}
			entry = ir.IsBuiltin(at.Common(), "delete")
		}
		switch {
		case t == nil || !t.Hands && !t.Sets.Meets(footprint.Set{one.path: true}):
		case !entry:
			return nil
		case change == nil && t.Sets[one.path]:
			change = at
		}
	}
	return change
}

// comesTo tells whether a call comes to a read or write of an object, which may fill it anew.
func (in *Info) comesTo(call ssa.CallInstruction, object *identity.Term) bool {
	reads, writes := in.At(call)
	return slices.ContainsFunc(slices.Concat(reads, writes), func(op *Op) bool { return identity.Same(op.pointer, object) })
}

// A side is what is compared: the part of an object, and where it is loaded.
type side struct {
	base ssa.Value
	path string
	load ssa.Instruction
}

func sideOf(v ssa.Value) side {
	v = ir.Unwrap(v)
	if call, ok := v.(*ssa.Call); ok && kube.GetsMap(ir.CalledName(call.Common())) {
		if addr, ok := ir.Args(call.Common())[0].(*ssa.FieldAddr); ok && kube.IsMetadata(addr.Type()) { // promoted
			return side{addr.X, strings.TrimPrefix(ir.CalledName(call.Common()), "Get"), call}
		}
	}
	if load, ok := v.(*ssa.UnOp); ok && ir.StepOf(v).Kind == ir.Load {
		base, path := load.X, ""
		for addr, ok := base.(*ssa.FieldAddr); ok; addr, ok = base.(*ssa.FieldAddr) {
			if base = addr.X; !ir.Promotes(ir.FieldAt(addr)) {
				path = strings.TrimSuffix(ir.FieldAt(addr).Name()+"."+path, ".")
			}
		}
		if path != "" {
			return side{base, path, load}
		}
	}
	return side{base: v}
}

// atOnce tells whether nothing can be changed between two loads.
func atOnce(a, b ssa.Instruction) bool {
	if a == nil || b == nil {
		return a == b
	}
	if a.Block() != b.Block() {
		return false
	}
	inside := false
	for _, instr := range a.Block().Instrs {
		switch instr.(type) {
		case *ssa.Store, ssa.CallInstruction:
			if inside {
				return false
			}
		}
		if instr == a || instr == b {
			if inside || a == b {
				return true
			}
			inside = true
		}
	}
	return false
}

// writtenUnless returns the write of an object, or of another one with its key, that is only made if a condition doesn't
// hold, and whether others that compare lead there too; nil if there is none.
func (in *Info) writtenUnless(cond, object ssa.Value) (w *Op, others bool) {
	pointer, key := in.objects.Pointer(object), identity.KeyOf(in.objects.Term(object))
	for branch := range ir.Refs[*ssa.If](cond) {
		differ := branch.Block().Succs[1]
		if slices.ContainsFunc(differ.Preds, func(b *ssa.BasicBlock) bool { return !decidesByComparing(b, differ) }) {
			continue
		}
		f := in.of(branch.Parent())
		for _, call := range f.calls {
			if !differ.Dominates(call.Block()) {
				continue
			}
			_, writes := f.events[call].operations()
			for _, w := range writes {
				if identity.Same(w.pointer, pointer) || w.What == in.kindOf(object) && slices.ContainsFunc(w.keys, func(k *identity.Term) bool { return identity.Same(k, key) }) {
					return w, len(differ.Preds) > 1
				}
			}
		}
	}
	return nil, false
}

// decidesByComparing tells whether a block leads to another one because what it compares is not equal.
func decidesByComparing(b, differ *ssa.BasicBlock) bool {
	branch, ok := ir.Last(b).(*ssa.If)
	if !ok || b.Succs[1] != differ {
		return false
	}
	call, ok := branch.Cond.(*ssa.Call)
	return ok && kube.ComparesDeeply(ir.Symbol(call.Common()))
}
