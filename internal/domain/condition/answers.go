package condition

import (
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
)

// For returns the settings that the last of some calls hangs on, in the functions that lead to it, in terms of the outermost.
func (f *Finder) For(path []ssa.CallInstruction) []Answer {
	var out []Answer
	for i := len(path) - 1; i >= 0; i-- {
		call := path[i]
		if i < len(path)-1 {
			out = f.outOf(out, path[i+1].Parent(), call.Common())
		}
		out = and(out, f.at(call.Block())...)
	}
	return out
}

// Bounds on what is known of how control comes to an operation where several ways come together: how many such places are looked at,
// the nearest first, and how many ways come together in one.
const (
	maxJoins = 4
	maxWays  = 4
)

// Ways returns what each of the ways says of settings that come together before the last of some calls, for each place where some do, in
// terms of the outermost function: control has come by one of them.
func (f *Finder) Ways(path []ssa.CallInstruction) (out [][][]Answer) {
	for i := len(path) - 1; i >= 0; i-- {
		for join := path[i].Block(); join != nil && len(out) < maxJoins; join = join.Idom() {
			if len(join.Preds) < 2 || len(join.Preds) > maxWays || ir.LoopFrom(join) != nil {
				continue
			}
			out = append(out, ir.Map(join.Preds, func(from *ssa.BasicBlock) []Answer {
				said := f.on(from, join)
				for n := i; n > 0; n-- {
					said = f.outOf(said, path[n].Parent(), path[n-1].Common())
				}
				return said
			}))
		}
	}
	return out
}

// at returns the settings that decide whether control comes to a block of a function.
func (f *Finder) at(b *ssa.BasicBlock) []Answer {
	var out []Answer
	for d := b.Idom(); d != nil; d = d.Idom() {
		branch, ok := ir.Last(d).(*ssa.If)
		if !ok {
			continue
		}
		for side, to := range d.Succs {
			if len(to.Preds) == 1 && to.Dominates(b) {
				out = and(out, f.implied(branch.Cond, side == 0)...)
			}
		}
	}
	return out
}

// on returns the settings that decide whether control goes from one block on to another.
func (f *Finder) on(from, to *ssa.BasicBlock) []Answer {
	out := f.at(from)
	if branch, ok := ir.Last(from).(*ssa.If); ok && from.Succs[0] != from.Succs[1] {
		out = and(out, f.implied(branch.Cond, from.Succs[0] == to)...)
	}
	return out
}

// outOf returns what is said of settings in a function in terms of a call of it, but for what only it knows.
func (f *Finder) outOf(answers []Answer, callee *ssa.Function, call *ssa.CallCommon) []Answer {
	var out []Answer
	for _, a := range answers {
		if a.Setting = f.objects.Lift(a.Setting, callee, call); a.Setting != nil {
			out = append(out, a)
		}
	}
	return out
}
