package change

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
)

// maxLacks bounds how many paths are known of which a copy has something else.
const maxLacks = 8

// handed answers for what a value refers to that goes on at an instruction. The address of a variable stands for all that
// is ever put in it: what has been replaced by then is left out.
func (t *tracer) handed(v ssa.Value, at ssa.Instruction) answer {
	return t.without(t.values.Of(v), v, at, Root.loaded)
}

// without leaves out of what is known of a variable, whose address that is, what has been replaced before an instruction.
// A part of it is what is left of its root when the step is taken that leads to the part.
func (t *tracer) without(a answer, addr ssa.Value, at ssa.Instruction, part func(Root) Root) answer {
	of, path, ok := t.variable(addr, "")
	if _, made := of.(*ssa.Alloc); !ok || !made || of.Parent() != at.Parent() {
		return a
	}
	return a.each(func(r Root) (Root, bool) {
		for _, def := range t.base(of).defs {
			below, inside := ir.PathIn(def.Path, path)
			lacks, inRoot := ir.PathIn(below, r.at)
			if !inside || !inRoot || below == "" || def.Free != nil || strings.Contains(below, ir.Element) {
				continue
			}
			switch its, ok := r.below(below); {
			case !ok || t.holds(cell{of, def.Path, nil}, at, part(its)):
			case lacks == "":
				return r, false
			default:
				r.lacks = joinPaths(r.lacks, lacks)
			}
		}
		return r, true
	})
}

// replaced tells whether the function puts something else in place of elements of the slice that a variable holds, or a field of
// what that has, or points to, before an instruction. What comes only after that each time comes too late for the first element.
func (t *tracer) replaced(slice ssa.Value, at ssa.Instruction) bool {
	s := ir.StepOf(slice)
	if s.Kind != ir.Load {
		return false
	}
	of, path, _ := t.split(s.From[0])
	if path == "" && !isVariable(of) || strings.Contains(path, ir.Element) {
		return false
	}
	return slices.ContainsFunc(t.loadsAt(of, path), func(load ssa.Value) bool {
		return load != slice && slices.ContainsFunc(t.base(load).defs, func(def ir.Def) bool {
			return def.Path == ir.Element && def.Val != nil && t.values.Of(def.Val).other && ir.MayFollow(def.By)(at) && !ir.Before(at, def.By)
		})
	})
}

// loadsAt returns what is loaded from a path below an address.
func (t *tracer) loadsAt(addr ssa.Value, path string) (loads []ssa.Value) {
	for _, use := range t.places.Uses(addr) {
		switch {
		case use.Does == ir.Loads && path == "":
			loads = append(loads, use.To)
		case use.Does == ir.Takes && use.Field != nil:
			if rest, ok := ir.PathIn(path, use.Field.Name()); ok {
				loads = append(loads, t.loadsAt(use.To, rest)...)
			}
		}
	}
	return loads
}

// holds tells whether a cell may still hold at an instruction what is a root's.
func (t *tracer) holds(c cell, at ssa.Instruction, r Root) bool {
	return slices.ContainsFunc(t.before(c, at).roots, func(held Root) bool {
		return held.Source == r.Source && held.Param == r.Param && held.shift <= r.shift && held.floor <= r.floor
	})
}

// joinPaths adds a path to others.
func joinPaths(paths, path string) string {
	all := append(strings.Fields(paths), path)
	slices.Sort(all)
	all = slices.Compact(all)
	return strings.Join(all[:min(len(all), maxLacks)], " ")
}

// lacking is the root of which the paths below what it is, or where it lies in that, are of something else, too; false if
// it is itself.
func (r Root) lacking(paths string) (Root, bool) {
	first, more, _ := strings.Cut(r.at, ">")
	for path := range strings.FieldsSeq(paths) {
		rest, below := ir.PathIn(path, first)
		_, around := ir.PathIn(first, path)
		switch {
		case around && first != "":
			return r, false
		case below && more == "":
			r.lacks = joinPaths(r.lacks, rest)
		}
	}
	return r, true
}

// within returns of paths those below another one, as they lead on from there; false if that is in one of them.
func within(paths, path string) (rest string, ok bool) {
	var out []string
	for p := range strings.FieldsSeq(paths) {
		if _, in := ir.PathIn(path, p); in {
			return "", false
		}
		if rest, below := ir.PathIn(p, path); below {
			out = append(out, rest)
		}
	}
	return strings.Join(out, " "), true
}

// elementsReplaced tells whether other objects have perhaps been put in place of the elements of the slice in which a call changes
// them: copies, as a loop puts there before.
func (t *tracer) elementsReplaced(e Effect) bool {
	slice := ir.Unwrap(e.Target)
	if !refersItself(elementOf(slice.Type())) || isVariable(slice) {
		return false
	}
	return slices.ContainsFunc(t.base(slice).defs, func(def ir.Def) bool {
		return def.Path == ir.Element && def.Val != nil && t.values.Of(def.Val).other && ir.MayFollow(def.By)(e.By)
	})
}
