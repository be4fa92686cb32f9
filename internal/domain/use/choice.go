package use

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/ir"
)

// sides returns, for each of the sources of the object that a call is given, the way on which the call gets that one: where
// branches decide in which of several projections it is, each call has it in one of them. There is none for the others.
func (s *scan) sides(at site, sources []kind.Source) []Way {
	out := make([]Way, len(sources))
	if at.object == nil || oneProjection(sources) || !s.chosen.Of(at.object) {
		return out
	}
	for i, src := range sources {
		out[i] = Way{{Of: "object " + s.position(at.call.Pos()), Is: src.Projection.String()}}
	}
	return out
}

// oneProjection tells whether no kind is in several projections among the sources.
func oneProjection(sources []kind.Source) bool {
	return !slices.ContainsFunc(sources, func(a kind.Source) bool {
		return slices.ContainsFunc(sources, func(b kind.Source) bool {
			return a.Kind == b.Kind && a.Hole == b.Hole && a.Projection != b.Projection
		})
	})
}

// isChosen tells whether an object is in several projections only since branches of the program decide which. Those of which
// one is at hand in each round of a loop, or which are elements of a list, all have their turn.
func (s *scan) isChosen(v ssa.Value) bool {
	switch step := ir.StepOf(v); step.Kind {
	case ir.Alias:
		if phi, ok := v.(*ssa.Phi); ok && slices.ContainsFunc(phi.Block().Preds, phi.Block().Dominates) {
			return false
		}
		return s.eachChosen(step.From)
	case ir.Load:
		if ir.StepOf(step.From[0]).Kind == ir.Variable {
			return s.eachChosen(s.places.Contents(step.From[0]))
		}
	case ir.Result:
		if callee := s.lazy.Callee(&step.Call.Call); callee != nil {
			return s.eachChosen(ir.Returned(callee, step.Index))
		}
	}
	return false
}

// eachChosen tells whether each of some objects is in one projection, or in one that branches decide on.
func (s *scan) eachChosen(values []ssa.Value) bool {
	return !slices.ContainsFunc(values, func(v ssa.Value) bool {
		return !oneProjection(s.kinds.Objects(v)) && !s.chosen.Of(v)
	})
}
