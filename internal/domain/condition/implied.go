package condition

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A condition is one that is true, or false.
type condition struct {
	value ssa.Value
	yes   bool
}

// implied returns what a condition that is true, or false, says of settings: of one that it is, of both sides of a
// conjunction, and of what a function of this package asks before it returns that.
func (f *Finder) implied(cond ssa.Value, yes bool) []Answer {
	return f.said.Of(condition{cond, yes})
}

func (f *Finder) findImplied(c condition) []Answer {
	switch v := c.value.(type) {
	case *ssa.UnOp:
		if v.Op == token.NOT {
			return f.implied(v.X, !c.yes)
		}
	case *ssa.Phi:
		return f.impliedByAll(v.Edges, c.yes, func(i int) []Answer { return f.on(v.Block().Preds[i], v.Block()) })
	case *ssa.Call:
		if kube.IsZeroTest(ir.Symbol(v.Common())) && len(v.Call.Args) == 1 && ir.IsDeletion(v.Call.Args[0]) {
			when := v.Call.Args[0] // once it is set, it stays
			if setting := f.settingOf(when); setting != nil {
				return []Answer{{setting, ir.Exactly(ssa.NewConst(nil, when.Type())), c.yes}}
			}
			return nil
		}
		said := f.impliedBy(v, 0, c.yes)
		if t := f.predicate(v); t != nil {
			said = and(slices.Clone(said), Answer{t, "", c.yes})
		}
		return said
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			return f.impliedBy(call, v.Index, c.yes)
		}
	}
	if a := f.answerTo(c.value, c.yes); a.Setting != nil {
		return []Answer{a}
	}
	return nil
}

// impliedBy returns what a call's result that is true, or false, says of settings.
func (f *Finder) impliedBy(call *ssa.Call, result int, yes bool) []Answer {
	callee := f.lazy.Callee(call.Common())
	if callee == nil {
		return nil
	}
	var results []ssa.Value
	var at []*ssa.BasicBlock
	for ret := range ir.All[*ssa.Return](callee.Blocks) {
		results, at = append(results, ret.Results[result]), append(at, ret.Block())
	}
	return f.outOf(f.impliedByAll(results, yes, func(i int) []Answer { return f.at(at[i]) }), callee, call.Common())
}

// impliedByAll returns what is said of settings by each of several values that may be true, or false, with what is known
// where the value is from.
func (f *Finder) impliedByAll(values []ssa.Value, yes bool, known func(i int) []Answer) []Answer {
	var out []Answer
	first := true
	for i, v := range values {
		if is, ok := v.(*ssa.Const); ok && ir.IsTrue(is) != yes {
			continue
		}
		said := and(slices.Clone(f.implied(v, yes)), known(i)...)
		if first {
			out, first = said, false
			continue
		}
		out = slices.DeleteFunc(slices.Clone(out), func(a Answer) bool { return !slices.ContainsFunc(said, a.equals) })
	}
	return out
}

func equalAnswers(a, b []Answer) bool { return slices.EqualFunc(a, b, Answer.equals) }
