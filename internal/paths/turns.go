package paths

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
)

// takeTurn makes what a call comes to in one round of a loop part of it.
func (in *Info) takeTurn(e *event, t ir.Turn, n int) {
	round := &event{call: e.call}
	if t.Fn != nil {
		in.adopt(round, t.Fn, e.call, true)
	} else {
		in.foreign(round, e.call, t.Obj)
	}
	reads, writes := round.operations()
	for _, op := range slices.Concat(reads, writes) {
		op.turn, op.said = n, ""
	}
	e.reads = addOps(e.reads, reads...)
	e.exits = append(e.exits, round.exits...)
	e.pairs, e.maybe = append(e.pairs, round.pairs...), append(e.maybe, round.maybe...)
}

// inOrder tells whether a read may come after a write, as far as one of them is in a round of a loop that comes to one
// thing after another: then both are to be in one loop. What comes before it, or after all of them, is too far to be told
// of each.
func inOrder(write, read *Op) bool {
	if write.turn == 0 || read.turn == 0 {
		return write.turn == read.turn
	}
	return write.Path[0] == read.Path[0] && write.turn < read.turn
}

// receiverOf returns the receiver with which the package makes values of a method, if the function is what such a value
// calls; nil if it isn't, or if there are several.
func (in *Info) receiverOf(wrapper *ssa.Function) ssa.Value {
	if bound := in.lazy.Index().Bound(wrapper); len(bound) == 1 {
		return bound[0]
	}
	return nil
}
