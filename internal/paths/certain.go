package paths

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A certainty asks whether a function that returns no error has written an object to which it has a pointer.
type certainty struct {
	fn     *ssa.Function
	object string // what makes the pointer's term the same as another
}

// writesOrFails tells whether a call has written an object if the error is nil that it returns.
func (in *Info) writesOrFails(call ssa.CallInstruction, object *identity.Term) bool {
	callee := in.lazy.Callee(call.Common())
	if f := in.factsFor(ir.Called(call.Common())); callee == nil && f != nil {
		return slices.ContainsFunc(f.Certain, func(n int) bool {
			arg := ir.Arg(call.Common(), n)
			return arg != nil && identity.Same(in.objects.Pointer(arg), object)
		})
	}
	if callee == nil || !kube.MayFail(callee.Signature) {
		return false
	}
	for _, h := range in.footprints.Objects(callee) {
		if identity.Same(in.objects.LiftPointer(h.Pointer, callee, call.Common()), object) && in.questions.certain.Of(certainty{callee, h.Pointer.ID}) {
			return true
		}
	}
	return false
}

// maxCertain bounds of how many of the objects that a function is given its callers know whether it has written them: each
// takes a walk through the function.
const maxCertain = 3

// certain says which of the objects that it is given the function has written if it doesn't fail.
func (x *exporter) certain() {
	if len(x.facts.Exits) == 0 || !kube.MayFail(x.fn.Signature) {
		return
	}
	asked := 0
	for n, p := range x.fn.Params {
		if !kube.IsObject(p.Type()) {
			continue
		}
		asked++
		if t := x.in.objects.Pointer(p); t != nil && asked <= maxCertain && x.in.questions.certain.Of(certainty{x.fn, t.ID}) {
			x.facts.Certain = append(x.facts.Certain, n)
		}
	}
}

// findCertain walks all paths of a function, on which its writes of the object fail.
func (in *Info) findCertain(of certainty) bool {
	objects := in.footprints.Objects(of.fn)
	i := slices.IndexFunc(objects, func(h *footprint.Object) bool { return h.Pointer.ID == of.object })
	if i < 0 {
		return false
	}
	fn, h := of.fn, objects[i]
	f := in.of(fn)
	if !in.isWritten(f, h) {
		return false
	}
	certain, start := true, ir.Last(fn.Blocks[0])
	w := &walker{in: in, fn: f, from: start, onRead: func(*state, *Op) {}}
	w.onExit = func(s *state, ret *ssa.Return) { certain = certain && fails(w, s, ret) }
	w.each = func(s *state, instr ssa.Instruction) bool {
		call, ok := instr.(*ssa.Call)
		if !ok || f.events[call] == nil || !eventWrites(f.events[call], h) {
			return true
		}
		if direct(f.events[call]) == nil && !in.writesOrFails(call, h.Pointer) {
			return true
		}
		results := success(call)
		if n := len(results) - 1; n >= 0 && results[n] == zero {
			results = make([]abs, n+1)
			results[n] = nonzero
			know(s, call, results)
			return true
		}
		return false // it has written
	}
	w.run(&state{block: fn.Blocks[0], facts: map[ssa.Value]abs{}, writes: carry(start, &Op{})})
	return certain && !w.cut && !w.full()
}
