package work

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Aftermath is what a function does when a call in it fails.
type Aftermath uint8

// What it does.
const (
	Dropped  Aftermath = iota // on some path nothing that makes anybody try again, as far as is known
	HandedOn                  // it returns an error, where it doesn't put anything on a work queue
	Requeued                  // it puts something on a work queue, which it doesn't do otherwise
)

// isRetried tells whether somebody tries again what fails at an instruction. With told, somebody does when its function fails.
func (in *Info) isRetried(site ssa.Instruction, told bool) bool {
	call, ok := site.(*ssa.Call)
	if !ok || in.Aftermath == nil || !told && in.traits[call.Parent()]&putsTrait == 0 {
		return false
	}
	switch in.Aftermath(call) {
	case Requeued:
		return true
	case HandedOn:
		return told
	}
	return false
}

// isLeft tells whether nobody tries again the work of a leaf when it fails.
func (in *Info) isLeft(l *Leaf, told bool) bool {
	return l.Class.Waits() || l.async() || l.Far != nil && !l.Far.Told || !in.isRetried(l.Site, told)
}

// passesOn tells whether somebody tries again what an edge leads to, when the function there fails: what is called must be that
// function, or call it and return its error.
func (in *Info) passesOn(e *edge, told bool) bool {
	call, ok := e.site.(*ssa.Call)
	if !ok || e.async {
		return false
	}
	direct := call.Call.IsInvoke() || in.pkg.Callee(call.Common()) == e.callee || kube.IsRetry(ir.Symbol(call.Common()))
	return direct && in.isRetried(call, told)
}

// leaving asks whether a function comes to work of a class that nobody tries again when it fails. With told, somebody does when the
// function itself fails.
type leaving struct {
	fn    *ssa.Function
	class Class
	told  bool
}

func (in *Info) findLeft(of leaving) bool {
	n := in.nodes[of.fn]
	if n == nil {
		return false
	}
	return slices.ContainsFunc(n.leaves, func(l *Leaf) bool { return l.counts(of.class) && in.isLeft(l, of.told) }) ||
		slices.ContainsFunc(n.edges, func(e *edge) bool {
			return in.leads(e, of.class) && in.follows(e, of.class.Waits()) && in.left.Of(leaving{e.callee, of.class, in.passesOn(e, of.told)})
		})
}

// Requeues tells whether a call puts something on a work queue, or may do so through functions that it comes to.
func (in *Info) Requeues(call ssa.CallInstruction) bool {
	if in == nil {
		return false
	}
	if callee := in.pkg.Callee(call.Common()); callee != nil {
		return in.traits[callee]&putsTrait != 0
	}
	if kube.AddsWork(ir.Symbol(call.Common())) {
		return true
	}
	fn, ok := ir.Called(call.Common()).(*types.Func)
	if !ok {
		return false
	}
	f := in.Lookup(fn)
	return f != nil && f.Puts
}
