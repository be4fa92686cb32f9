package paths

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
)

// amend marks the reads of a function that are there to write again what was refused: what callers have written before
// is no reason for them.
func (f *function) amend() {
	for i, r := range f.reads {
		if !r.Tries && f.amends(r) {
			f.reads[i] = r.trying()
		}
	}
}

// trying returns the read as one of a function that is run again.
func (op *Op) trying() *Op {
	try := *op
	try.Tries, try.said = true, ""
	return &try
}

// amends tells whether control comes to a read only when a write of an object of its kind has failed.
func (f *function) amends(r *Op) bool {
	for calls := range ir.FailedAt(r.Path[0].Block()) {
		if !slices.ContainsFunc(calls, func(call ssa.CallInstruction) bool { return !f.writesKindOf(call, r) }) {
			return true
		}
	}
	return false
}

func (f *function) writesKindOf(call ssa.CallInstruction, r *Op) bool {
	e := f.events[call]
	if e == nil {
		return false
	}
	_, writes := e.operations()
	return slices.ContainsFunc(writes, func(w *Op) bool { return sameKind(w, r) })
}
