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
	a := t.values.Of(v)
	of, path, ok := t.variable(v, "")
	if _, made := of.(*ssa.Alloc); !ok || !made || of.Parent() != at.Parent() {
		return a
	}
	return a.each(func(r Root) (Root, bool) {
		for _, def := range t.base(of).defs {
			below, inside := ir.PathIn(def.Path, path)
			lacks, inRoot := ir.PathIn(below, r.at)
			if !inside || !inRoot || below == "" || def.Free != nil || strings.Contains(below, ir.Element) || t.holds(cell{of, def.Path, nil}, at, r, below) {
				continue
			}
			if lacks == "" {
				return r, false
			}
			r.lacks = joinPaths(r.lacks, lacks)
		}
		return r, true
	})
}

// holds tells whether a cell, at a path of what a value refers to, may still hold at an instruction what a root of that
// value has there.
func (t *tracer) holds(c cell, at ssa.Instruction, r Root, path string) bool {
	r, ok := r.below(path)
	if !ok {
		return true
	}
	r = r.loaded()
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
