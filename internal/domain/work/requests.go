package work

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Enough is as many requests as [Info.Requests] counts to: while they are sent and answered one after the other, a cache most often
// hears of what was written before them.
const Enough = 2

// Requests returns how many requests are sent and answered, whatever way control takes, between two calls, each the innermost of
// those that lead to it from one function: writes and reads at the API server; calls of other services, which take longer, and pauses in
// which a cache catches up count for as many as are asked for. It counts to [Enough], and nothing of functions that aren't known.
func (in *Info) Requests(from, to []ssa.CallInstruction) int {
	for len(from) > 1 && len(to) > 1 && from[0] == to[0] {
		from, to = from[1:], to[1:]
	}
	if in == nil || from[0].Parent() != to[0].Parent() {
		return 0
	}
	ways := func(s stretch) map[*ssa.BasicBlock]int { return in.sentOn.Of(s, in.findSent) }
	least := in.leastTo(stretch{from[0].Block(), from[0]}, to[0], ways)
	for _, call := range from[1:] {
		least += in.leastToEnd(stretch{call.Block(), call}, ways)
	}
	for _, call := range to[1:] {
		least += in.leastTo(stretch{block: call.Parent().Blocks[0]}, call, ways)
	}
	return min(least, Enough)
}

// A stretch is what follows an instruction of a block, or the block from its beginning on, and all that control may come to from there.
type stretch struct {
	block *ssa.BasicBlock
	after ssa.Instruction
}

// rest returns the instructions of the block itself.
func (s stretch) rest() []ssa.Instruction {
	if s.after == nil {
		return s.block.Instrs
	}
	return s.block.Instrs[slices.Index(s.block.Instrs, s.after)+1:]
}

// maxStretch bounds how many blocks of a stretch are gone through: of a longer one nothing is known.
const maxStretch = 200

// leastOf is how many requests a function sends before it returns.
func (in *Info) leastOf(fn *ssa.Function) int {
	return in.leastToEnd(stretch{block: fn.Blocks[0]}, in.findSent)
}

// leastToEnd returns how many are sent on the way with the fewest to where the function returns, if it does, and no error: who calls it
// goes no further then, most often.
func (in *Info) leastToEnd(s stretch, ways func(stretch) map[*ssa.BasicBlock]int) int {
	if ret, ok := ir.Last(s.block).(*ssa.Return); ok {
		return in.sentBefore(s.rest(), ret)
	}
	least, returns := Enough, false
	for b, sent := range ways(s) {
		if ret, ok := ir.Last(b).(*ssa.Return); ok && !ir.Fails(ret) {
			least, returns = min(least, sent+in.sentBefore(b.Instrs, ret)), true
		}
	}
	if !returns { // it only makes errors, say
		return 0
	}
	return least
}

// leastTo returns how many are sent on the way with the fewest to an instruction; none if it isn't known whether one leads there.
func (in *Info) leastTo(s stretch, to ssa.Instruction, ways func(stretch) map[*ssa.BasicBlock]int) int {
	if slices.Contains(s.rest(), to) {
		return in.sentBefore(s.rest(), to)
	}
	sent, comes := ways(s)[to.Block()]
	if !comes {
		return 0
	}
	return min(sent+in.sentBefore(to.Block().Instrs, to), Enough)
}

// findSent returns how many are sent before control comes to the other blocks of a stretch, on the way with the fewest; nil if it is
// too long.
func (in *Info) findSent(s stretch) map[*ssa.BasicBlock]int {
	fewest := map[*ssa.BasicBlock]int{}
	var todo []*ssa.BasicBlock
	come := func(from *ssa.BasicBlock, sent int) {
		for _, next := range from.Succs {
			if before, seen := fewest[next]; !seen || sent < before {
				fewest[next] = sent
				todo = append(todo, next)
			}
		}
	}
	for come(s.block, in.sentBefore(s.rest(), nil)); len(todo) > 0; {
		b := todo[0]
		todo = todo[1:]
		if len(fewest) > maxStretch || !in.solver.Step() {
			return nil
		}
		come(b, min(fewest[b]+in.sentBefore(b.Instrs, nil), Enough))
	}
	return fewest
}

// sentBefore returns how many requests some instructions send in any case, before they come to one of them.
func (in *Info) sentBefore(instrs []ssa.Instruction, to ssa.Instruction) (sent int) {
	for _, instr := range instrs {
		if instr == to || sent == Enough {
			break
		}
		sent = min(sent+in.sentBy(instr), Enough)
	}
	return sent
}

// sentBy returns how many an instruction sends in any case.
func (in *Info) sentBy(instr ssa.Instruction) int {
	call, ok := instr.(*ssa.Call)
	if !ok {
		return 0
	}
	if in.pkg.SleepsLong(call) {
		return Enough
	}
	if callee := in.pkg.Callee(call.Common()); callee != nil && len(callee.Blocks) > 0 {
		return in.fewest.Of(callee)
	}
	if fn, ok := ir.Called(call.Common()).(*types.Func); ok {
		if far := in.Lookup(fn); far != nil {
			return far.Requests
		}
	}
	n := in.nodes[call.Parent()]
	if n == nil {
		return 0
	}
	for _, l := range n.leaves {
		if l.Site == instr && l.Far == nil && !l.Async {
			return l.requests()
		}
	}
	return 0
}

// requests returns for how many requests work counts.
func (l *Leaf) requests() int {
	switch {
	case l.Class == Block && l.Wait == kube.Networking:
		return Enough
	case l.Class == Live, l.Class == Write && !l.Perhaps:
		return 1
	}
	return 0
}
