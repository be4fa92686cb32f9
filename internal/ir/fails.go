package ir

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/kube"
)

// Fails tells whether a function certainly returns an error by a return statement: what it returns last is one that is
// made there, that the conditions on the way have found not to be nil, or that a call makes of such a one.
func Fails(ret *ssa.Return) bool {
	n := len(ret.Results)
	return n > 0 && kube.IsError(ret.Results[n-1].Type()) && isSet(ret.Results[n-1], ret.Block(), 3)
}

func isSet(err ssa.Value, at *ssa.BasicBlock, depth int) bool {
	switch s := StepOf(err); {
	case depth == 0:
		return false
	case s.Kind == Alias && len(s.From) == 1 && !kube.IsError(s.From[0].Type()):
		return true // an error is made of it
	case s.Kind == Result:
		symbol := Symbol(s.Call.Common())
		if kube.NeverNil(symbol) {
			return true
		}
		if kube.Ignores(symbol) != kube.NoTest {
			return false
		}
		for _, arg := range Args(s.Call.Common()) {
			if kube.IsError(arg.Type()) && isSet(arg, at, depth-1) {
				return true
			}
		}
	}
	isNil, known := tested(err, at)
	return known && !isNil
}

// Succeeded tells whether the conditions on the way to a block have found that the error which a call returns last is nil.
func Succeeded(call *ssa.Call, at *ssa.BasicBlock) bool {
	return slices.ContainsFunc(SucceededIn(call), func(b *ssa.BasicBlock) bool { return b.Dominates(at) })
}

// SucceededIn returns the blocks to which control comes only after a test which has found that the error which a call
// returns last is nil: what they dominate is executed only if the call has succeeded.
func SucceededIn(call *ssa.Call) []*ssa.BasicBlock { return testedIn(call, true) }

// FailedIn returns the blocks to which control comes only after a test which has found that it is not nil.
func FailedIn(call *ssa.Call) []*ssa.BasicBlock { return testedIn(call, false) }

// testedIn returns the blocks to which control comes only after a test of the error which a call returns last.
func testedIn(call *ssa.Call, isNil bool) (in []*ssa.BasicBlock) {
	for _, err := range ResultsOf(call, call.Common().Signature().Results().Len()-1) {
		if !kube.IsError(err.Type()) {
			continue
		}
		for test := range Refs[*ssa.BinOp](err) {
			if test.X != err || !IsNil(test.Y) {
				continue
			}
			for branch := range Refs[*ssa.If](test) {
				at := branch.Block().Succs[1]
				if (test.Op == token.EQL) == isNil {
					at = branch.Block().Succs[0]
				}
				if len(at.Preds) == 1 {
					in = append(in, at)
				}
			}
		}
	}
	return in
}

// tested tells whether a test on the way to a block has found that an error is nil, or that it isn't, if there is one.
func tested(err ssa.Value, at *ssa.BasicBlock) (isNil, known bool) {
	for b := at; b.Idom() != nil; b = b.Idom() {
		branch, ok := Last(b.Idom()).(*ssa.If)
		if !ok || len(b.Preds) != 1 {
			continue
		}
		if test, ok := branch.Cond.(*ssa.BinOp); ok && IsNil(test.Y) && sameError(test.X, err) {
			return test.Op == token.EQL == (b == branch.Block().Succs[0]), test.Op == token.EQL || test.Op == token.NEQ
		}
	}
	return false, false
}

// sameError tells whether two values are the same, or loaded from the same variable.
func sameError(a, b ssa.Value) bool {
	x, y := StepOf(a), StepOf(b)
	return a == b || x.Kind == Load && y.Kind == Load && x.From[0] == y.From[0]
}

// GivesNothing tells whether control comes to a return statement, which returns the error of a call last and another result
// of it as that of an index, only by tests of which each has found that the error isn't nil, or that the other result is:
// who asks for the error first has nothing then.
func GivesNothing(ret *ssa.Return, n int) bool {
	b, last := ret.Block(), len(ret.Results)-1
	if last <= n || !kube.IsError(ret.Results[last].Type()) {
		return false
	}
	result, err := StepOf(ret.Results[n]), StepOf(ret.Results[last])
	if result.Kind != Result || err.Kind != Result || result.Call != err.Call {
		return false
	}
	for _, from := range b.Preds {
		branch, ok := Last(from).(*ssa.If)
		if !ok || from.Succs[0] == from.Succs[1] {
			return false
		}
		test, ok := branch.Cond.(*ssa.BinOp)
		if !ok || !IsNil(test.Y) || test.Op != token.EQL && test.Op != token.NEQ {
			return false
		}
		isNil := (test.Op == token.EQL) == (from.Succs[0] == b)
		if !(isNil && test.X == ret.Results[n] || !isNil && test.X == ret.Results[last]) {
			return false
		}
	}
	return len(b.Preds) > 0
}
