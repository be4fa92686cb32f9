package condition

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/ir"
)

// An Answer is what a setting is where something is done: true or false, or the text of a constant that it is or isn't.
type Answer struct {
	Setting *identity.Term
	is      string // "" of one that is a condition itself
	yes     bool
}

// Excludes tells whether a setting can't be both.
func (a Answer) Excludes(b Answer) bool {
	same := a.is == b.is
	return identity.Same(a.Setting, b.Setting) && (same && a.yes != b.yes || !same && a.yes && b.yes && a.is != "" && b.is != "")
}

// equals tells whether the same is said of the same setting.
func (a Answer) equals(b Answer) bool {
	return identity.Same(a.Setting, b.Setting) && a.is == b.is && a.yes == b.yes
}

// IsPredicate tells whether an answer is that of a function, which may be another one when what it looks at has been changed.
func (a Answer) IsPredicate() bool { return a.Setting.Kind == identity.CallTerm }

// isDenied tells whether a call passes a constant for a parameter of which something else is said.
func (a Answer) isDenied(callee *ssa.Function, call *ssa.CallCommon) bool {
	p, ok := parameterIn(a.Setting)
	if !ok || p.Parent() != callee {
		return false
	}
	given, ok := ir.ArgFor(call, p).(*ssa.Const)
	switch {
	case !ok:
		return false
	case a.is != "":
		return (a.is == ir.Exactly(given)) != a.yes
	}
	return ir.IsBool(given.Type()) && ir.IsTrue(given) != a.yes
}

// parameterIn returns the parameter that a setting is.
func parameterIn(setting *identity.Term) (*ssa.Parameter, bool) {
	if setting == nil || setting.Kind != identity.LeafTerm {
		return nil, false
	}
	p, ok := setting.Leaf.(*ssa.Parameter)
	return p, ok
}

// maxAnswers bounds how many settings are known at a place, the nearest first: as many conditions there are seldom.
const maxAnswers = 24

// and adds what more is said of settings, each thing once.
func and(answers []Answer, more ...Answer) []Answer {
	for _, a := range more {
		if len(answers) < maxAnswers && !slices.ContainsFunc(answers, a.equals) {
			answers = append(answers, a)
		}
	}
	return answers
}
