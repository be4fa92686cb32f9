package paths

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A spoiling asks whether a function changes an object to which it has a pointer only where it returns an error: its status, or
// the rest.
type spoiling struct {
	certainty
	status bool
}

// failsWith tells whether a call returns an error wherever the function that it calls has changed that of an object.
func (in *Info) failsWith(call *ssa.Call, object *identity.Term, fields footprint.Set) bool {
	callee := in.lazy.Callee(call.Common())
	if callee == nil || !kube.MayFail(callee.Signature) {
		return false
	}
	some := false
	for _, h := range in.footprints.Objects(callee) {
		if !identity.Same(in.objects.LiftPointer(h.Pointer, callee, call.Common()), object) {
			continue
		}
		if !in.questions.spoiled.Of(spoiling{certainty{callee, h.Pointer.ID}, fields.In(status)}) {
			return false
		}
		some = true
	}
	return some
}

// findSpoiled walks all paths of a function from where it changes the object on.
func (in *Info) findSpoiled(of spoiling) bool {
	objects := in.footprints.Objects(of.fn)
	i := slices.IndexFunc(objects, func(h *footprint.Object) bool { return h.Pointer.ID == of.object })
	if i < 0 {
		return false
	}
	h, left := objects[i], maxChanges
	for by := range ir.All[ssa.Instruction](of.fn.Blocks) {
		if t := h.At[by]; t == nil || !slices.ContainsFunc(h.Groups(t.Sure), func(g footprint.Set) bool { return g.In(status) == of.status }) {
			continue
		}
		if left--; left < 0 || !in.isSpoiledBy(h, by) {
			return false
		}
	}
	return left < maxChanges
}

// isSpoiledBy tells whether a function fails on all paths from an instruction on that changes an object.
func (in *Info) isSpoiledBy(h *footprint.Object, by ssa.Instruction) bool {
	b := by.Block()
	s := &state{block: b, index: slices.Index(b.Instrs, by) + 1, facts: map[ssa.Value]abs{}, writes: carry(by, &Op{})}
	spoiled := true
	w := &walker{in: in, fn: in.of(b.Parent()), from: by, onRead: func(*state, *Op) {}}
	w.onExit = func(s *state, ret *ssa.Return) { spoiled = spoiled && fails(w, s, ret) }
	for ; b.Idom() != nil; b = b.Idom() {
		branch, ok := ir.Last(b.Idom()).(*ssa.If)
		if side := slices.Index(b.Idom().Succs, b); ok && side >= 0 && len(b.Preds) == 1 {
			w.learn(s, branch.Cond, sides[side])
		}
	}
	if call, ok := by.(*ssa.Call); ok {
		for _, fields := range h.Groups(h.At[by].Sure) {
			if in.failsWith(call, h.Pointer, fields) {
				know(s, call, failed(call))
			}
		}
	}
	w.run(s)
	return spoiled && !w.cut && !w.full()
}

// failed says that the last result of a call, the error, isn't nil.
func failed(call *ssa.Call) []abs {
	out := make([]abs, call.Call.Signature().Results().Len())
	out[len(out)-1] = nonzero
	return out
}
