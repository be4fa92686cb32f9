package work

import (
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// endless tells whether a function goes on until it is stopped: a worker. It has a loop that waits for channels, or that
// pauses and has no other end than that of a context, or waits for the end of a context or a channel that it was given.
func endless(fn *ssa.Function) bool {
	inLoop := sync.OnceValue(func() func(*ssa.BasicBlock) bool { return ir.InLoops(fn) })
	for i := range ir.All[*ssa.Select](fn.Blocks) {
		if i.Blocking && inLoop()(i.Block()) {
			return true
		}
	}
	for i := range ir.All[*ssa.UnOp](fn.Blocks) {
		passing, ok := ir.PassingOf(i)
		if ok && (isStop(passing.Chan) || passing.CommaOk && inLoop()(i.Block())) { // for range over a channel
			return true
		}
	}
	return isPaced(fn)
}

// isStop tells whether a channel is one that says when to stop.
func isStop(ch ssa.Value) bool {
	switch step := ir.StepOf(ch); step.Kind {
	case ir.Param:
		return true
	case ir.Result:
		return step.Call.Call.IsInvoke() && step.Call.Call.Method.Name() == "Done"
	}
	return false
}

// isPaced tells whether a function has a loop that pauses in each round, and that is left only when a context has ended, if
// ever: what fails in one round is tried again in the next.
func isPaced(fn *ssa.Function) bool {
	for instr := range ir.All[ssa.Instruction](fn.Blocks) {
		if !isPause(instr) {
			continue
		}
		for head := instr.Block(); head != nil; head = head.Idom() {
			if loop := ir.LoopFrom(head); loop[instr.Block()] && endsWithContext(loop) {
				return true
			}
		}
	}
	return false
}

// isPause tells whether an instruction waits for time to pass: time.Sleep, or a receive from a timer's channel.
func isPause(instr ssa.Instruction) bool {
	if call, ok := instr.(*ssa.Call); ok {
		return kube.WaitOf(ir.Called(&call.Call)) == kube.Sleeping
	}
	passing, ok := ir.PassingOf(instr)
	return ok && !passing.Sends && kube.IsTimes(passing.Chan.Type())
}

// endsWithContext tells whether a loop is left nowhere but behind a test whether a context has ended.
func endsWithContext(loop map[*ssa.BasicBlock]bool) bool {
	for b := range loop {
		for _, next := range b.Succs {
			if !loop[next] && !asksContext(b) {
				return false
			}
		}
	}
	return true
}

// asksContext tells whether a block branches on whether a context has an error.
func asksContext(b *ssa.BasicBlock) bool {
	branch, ok := ir.Last(b).(*ssa.If)
	if !ok {
		return false
	}
	test, ok := branch.Cond.(*ssa.BinOp)
	if !ok || !ir.IsNil(test.Y) {
		return false
	}
	call, ok := test.X.(*ssa.Call)
	return ok && call.Call.IsInvoke() && call.Call.Method.Name() == "Err" && kube.IsContext(call.Call.Value.Type())
}

// roundsOf returns whether a block of a function is in a loop of it and the function goes on until it is stopped: what is
// done there is done again in the next round.
func roundsOf(fn *ssa.Function, endless bool) func(*ssa.BasicBlock) bool {
	if !endless {
		return func(*ssa.BasicBlock) bool { return false }
	}
	return ir.InLoops(fn)
}

// again tells whether a function calls what it comes to at a call again and again until it is told to stop, itself or, as
// wait.Until does, for what the call passes it.
func (in *Info) again(call ssa.CallInstruction) bool {
	obj := ir.Called(call.Common())
	return obj != nil && kube.WaitOf(obj) == kube.Forever || in.nodes[call.Parent()].rounds(call.Block())
}
