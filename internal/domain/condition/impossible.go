package condition

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
)

// Impossible tells whether control can't come from a function to the last of some places, each of which is in the function that the
// one before calls: a setting would have to be something else in one of these functions than in another, and the function comes to none
// of them by other calls.
func (f *Finder) Impossible(from *ssa.Function, way []ssa.Instruction) bool {
	return f.excluded(way) && !f.comesOtherwise(from, way)
}

// comesOtherwise tells whether a function comes to one of those on the way by another call too, as far as it is looked into.
func (f *Finder) comesOtherwise(from *ssa.Function, way []ssa.Instruction) bool {
	reached := f.Reached(from)
	if len(reached) >= maxReaching {
		return true
	}
	for i, at := range way[1:] {
		fn := at.Parent()
		if fn.Origin() != nil {
			fn = fn.Origin()
		}
		if _, all := f.lazy.Index().AllCallers(fn); !all {
			return true
		}
		for from := range reached {
			for call := range ir.All[ssa.CallInstruction](from.Blocks) {
				if ssa.Instruction(call) != way[i] && ir.CalledName(call.Common()) == fn.Name() {
					return true
				}
			}
		}
	}
	return false
}

// maxReaching bounds how many functions are looked into to see where one comes to.
const maxReaching = 300

// Reached returns the functions of the package that one calls, directly or by way of others, and the literals in them.
func (f *Finder) Reached(from *ssa.Function) map[*ssa.Function]bool {
	return f.reaching.Of(from, f.findReaching)
}

func (f *Finder) findReaching(from *ssa.Function) map[*ssa.Function]bool {
	seen, todo := map[*ssa.Function]bool{}, []*ssa.Function{from}
	for len(todo) > 0 && len(seen) < maxReaching {
		fn := todo[len(todo)-1]
		if todo = todo[:len(todo)-1]; seen[fn] {
			continue
		}
		seen[fn] = true
		todo = append(todo, fn.AnonFuncs...)
		for call := range ir.All[ssa.CallInstruction](fn.Blocks) {
			if callee := f.lazy.Callee(call.Common()); callee != nil {
				todo = append(todo, callee)
			}
		}
	}
	return seen
}

// excluded tells it of one way.
func (f *Finder) excluded(way []ssa.Instruction) bool {
	var inner []Answer
	for i := len(way) - 1; i >= 0; i-- {
		if i < len(way)-1 {
			call, ok := way[i].(*ssa.Call)
			callee := way[i+1].Parent()
			if ok && f.lazy.Callee(call.Common()) == callee {
				if slices.ContainsFunc(inner, func(a Answer) bool { return a.isDenied(callee, call.Common()) }) {
					return true
				}
				inner = f.outOf(inner, callee, call.Common())
			} else {
				inner = nil
			}
		}
		here := f.at(way[i].Block())
		if slices.ContainsFunc(here, func(a Answer) bool { return !a.IsPredicate() && slices.ContainsFunc(inner, a.Excludes) }) {
			return true
		}
		inner = and(inner, here...)
	}
	return false
}
