package paths

import (
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A Self is a comparison of an object, or of a field of it, with itself, by which it is decided whether it is written.
type Self struct {
	Call  *ssa.Call
	Field string // empty for the whole object
	Write *Op    // which is never made
}

// Selves returns the comparisons in a function of objects with themselves, behind which they are written if they differ.
func (in *Info) Selves(fn *ssa.Function) (out []Self) {
	for call := range ir.All[*ssa.Call](fn.Blocks) {
		_, args := ir.Receiver(call.Common())
		if !kube.ComparesDeeply(ir.Symbol(call.Common())) || len(args) != 2 {
			continue
		}
		one, other := sideOf(args[0]), sideOf(args[1])
		pointer := in.pointerTo(one.base)
		if !kube.IsObject(one.base.Type()) || one.path != other.path || pointer == nil || isPending(pointer) || !sameTerm(pointer, in.pointerTo(other.base)) || !atOnce(one.load, other.load) {
			continue
		}
		if w := in.writtenUnless(call, pointer); w != nil {
			out = append(out, Self{call, one.path, w})
		}
	}
	return out
}

// A side is what is compared: the part of an object, and where it is loaded.
type side struct {
	base ssa.Value
	path string
	load ssa.Instruction
}

func sideOf(v ssa.Value) side {
	v = ir.Unwrap(v)
	if load, ok := v.(*ssa.UnOp); ok && ir.StepOf(v).Kind == ir.Load {
		if base, path, _ := ir.Base(load.X); path != "" {
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

// writtenUnless returns the write of an object that is only made if a condition doesn't hold; nil if there is none.
func (in *Info) writtenUnless(cond ssa.Value, object *Term) *Op {
	for branch := range ir.Refs[*ssa.If](cond) {
		differ := branch.Block().Succs[1]
		if len(differ.Preds) != 1 {
			continue
		}
		f := in.of(branch.Parent())
		for _, call := range f.calls {
			if !differ.Dominates(call.Block()) {
				continue
			}
			_, writes := f.events[call].operations()
			for _, w := range writes {
				if sameTerm(w.pointer, object) {
					return w
				}
			}
		}
	}
	return nil
}
