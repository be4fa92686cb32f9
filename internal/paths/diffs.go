package paths

import (
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A Twin is a call that makes a patch of two states of an object, or sends it, which are the very object both: it was changed
// by a function that returns what it is given.
type Twin struct {
	Call   ssa.CallInstruction
	Object ssa.Value
	Change ssa.Instruction // which is not sent
}

// Twins returns the calls in a function that find no difference, though the object has been changed.
func (in *Info) Twins(fn *ssa.Function) (out []Twin) {
	for call := range ir.All[ssa.CallInstruction](fn.Blocks) {
		for _, d := range in.patches.Diffs(call) {
			object := in.patches.Itself(d.From)
			if !identity.Same(object, in.patches.Itself(d.To)) || identity.Same(in.objects.Pointer(d.From), in.objects.Pointer(d.To)) { // see Losses
				continue
			}
			if change := in.changedBefore(object, call); change != nil {
				out = append(out, Twin{call, identity.Root(d.From), change})
				break
			}
		}
	}
	return out
}

// changedBefore returns the first change of an object that comes before a call in its function; nil if there is none.
func (in *Info) changedBefore(object *identity.Term, call ssa.CallInstruction) ssa.Instruction {
	h, before := in.footprints.Object(call.Parent(), object), ir.MayPrecede(call)
	if h == nil {
		return nil
	}
	for by := range ir.All[ssa.Instruction](call.Parent().Blocks) {
		if t := h.At[by]; t != nil && by != ssa.Instruction(call) && len(h.Groups(t.Sure)) > 0 && before(by) {
			return by
		}
	}
	return nil
}

// diffs says which parameters the function makes patches of, and which it returns.
func (x *exporter) diffs() {
	x.facts.Diffs = x.in.patches.ParamsOf(x.fn)
	for n := range x.fn.Signature.Results().Len() {
		if !kube.IsObject(x.fn.Signature.Results().At(n).Type()) {
			continue
		}
		if param := x.in.patches.ParameterReturned(x.fn, n); param >= 0 {
			x.facts.Same = append(x.facts.Same, RemoteSame{n, param})
		}
	}
}

// A RemoteSame is that a result of a function is what it is given for a parameter.
type RemoteSame struct{ Result, Param int }
