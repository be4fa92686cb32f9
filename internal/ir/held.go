package ir

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A Holding is what an interface value may hold: a value of a type, or what a call of a function of another package
// returns.
type Holding struct {
	Type  types.Type
	Call  *ssa.Call
	Index int // of the result
}

// maxHeld is how many values are looked at to see what an interface holds.
const maxHeld = 100

// Held returns the type of what an interface value holds, if that is the same wherever the value may come from; see
// [Package.Holdings]. Nil if it is not known, or if there are several.
func (p *Package) Held(v ssa.Value) types.Type {
	if all := p.Holdings(v); len(all) == 1 {
		return all[0].Type
	}
	return nil
}

// Holdings returns what an interface value may hold, wherever the value may come from: through variables, results,
// parameters of functions that no other package calls, and fields that no other package can set. Nil if some of that is
// not known.
func (p *Package) Holdings(v ssa.Value) []Holding {
	h := holder{Package: p, seen: map[ssa.Value]bool{}}
	if !h.visit(v) {
		return nil
	}
	return h.found
}

type holder struct {
	*Package
	seen  map[ssa.Value]bool
	found []Holding
}

func (h *holder) all(values []ssa.Value) bool {
	return len(values) > 0 && !slices.ContainsFunc(values, func(v ssa.Value) bool { return !h.visit(v) })
}

func (h *holder) inField(f *types.Var) bool {
	return h.IsOwnField(f) && h.all(h.Index().OfField(f))
}

func (h *holder) add(more Holding) {
	if !slices.ContainsFunc(h.found, func(f Holding) bool {
		return f == more || f.Type != nil && more.Type != nil && types.Identical(f.Type, more.Type)
	}) {
		h.found = append(h.found, more)
	}
}

func (h *holder) visit(v ssa.Value) bool {
	if h.seen[v] {
		return true
	}
	h.seen[v] = true
	if made, ok := v.(*ssa.MakeInterface); ok {
		h.add(Holding{Type: made.X.Type()})
		return !types.IsInterface(made.X.Type())
	}
	switch s := StepOf(v); {
	case len(h.seen) > maxHeld:
		return false
	case s.Kind == Constant:
		return true // nil, of which no method is called
	case s.Kind == Alias:
		return h.all(s.From)
	case s.Kind == FieldOf:
		return h.inField(s.Field)
	case s.Kind == Load:
		if at := StepOf(s.From[0]); at.Kind == FieldAddr {
			return h.inField(at.Field)
		} else if _, local := s.From[0].(*ssa.Alloc); local {
			return h.all(h.Index().Contents(s.From[0]))
		}
	case s.Kind == Param:
		param := v.(*ssa.Parameter)
		obj := param.Parent().Object()
		return obj != nil && (!obj.Exported() || h.pkg.Pkg.Name() == "main") && h.all(h.Index().Passed(param))
	case s.Kind == Result:
		if fn := h.Callee(&s.Call.Call); fn != nil {
			return h.all(Returned(fn, s.Index))
		}
		if fn := s.Call.Call.StaticCallee(); fn != nil && fn.Object() != nil && fn.Object().Pkg() != h.pkg.Pkg {
			h.add(Holding{Call: s.Call, Index: s.Index})
			return true
		}
	}
	return false
}
