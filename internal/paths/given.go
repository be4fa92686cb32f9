package paths

import (
	"maps"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
)

// given returns what a function does with what it is given for a parameter.
func (in *Info) given(p *ssa.Parameter) *touch { return in.questions.given.Of(p) }

func (in *Info) findGiven(p *ssa.Parameter) *touch {
	all := newTouch()
	for _, h := range in.objectsIn(p.Parent()) {
		if h.pointer.leaf == ssa.Value(p) { // which function literals may have too
			for _, t := range h.at {
				all.include(t, "")
				maps.Copy(all.sure, t.sure)
				all.back = append(all.back, t.back...)
			}
			return all
		}
	}
	in.toucher(func(ssa.Instruction) *touch { return all }, nil, flow.MaxParts).Of(p, "")
	return all
}

// handsOn is what is known of a parameter of which nothing is known.
var handsOn = &touch{sets: whole(), sure: Footprint{}, keeps: whole(), looks: whole(), hands: true}

// callee goes on in the function of this package that a call calls, and with what that returns of what it is given.
func (f *toucher) callee(v ssa.Value, path string, callee *ssa.Function, call ssa.CallInstruction) {
	_, isGo := call.(*ssa.Go)
	for _, p := range callee.Params {
		if ir.ArgFor(call.Common(), p) != v {
			continue
		}
		inner := f.in.given(p)
		if inner == nil {
			continue
		}
		f.at(call).include(inner, path)
		f.at(call).sure.under(path, inner.sure)
		f.at(call).hands = f.at(call).hands || isGo
		for _, r := range inner.back {
			for _, result := range ir.ResultsOf(call, r.result) {
				f.may(result, joined(path, r.path))
			}
		}
	}
}
