package change

import (
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
)

// received answers for what is received from a channel: also from one that a function of the package makes, and returns to who calls
// it, while a goroutine of its own sends.
func (t *tracer) received(channel ssa.Value) answer {
	s := ir.StepOf(ir.Unwrap(channel))
	if s.Kind != ir.Result || len(t.places.Put(channel)) > 0 { // or who has it sends too
		return t.put(channel)
	}
	callee := t.pkg.Callee(s.Call.Common())
	if callee == nil {
		return t.put(channel)
	}
	if callee.Origin() != nil {
		callee = callee.Origin() // in which the package has what it puts there
	}
	var made ssa.Value
	for _, ret := range ir.Returned(callee, s.Index) {
		if made != nil && t.places.Pipe(ret) != t.places.Pipe(made) {
			return unknown
		}
		made = ret
	}
	if made == nil || !t.makes(callee, made) {
		return t.put(channel)
	}
	return t.put(made)
}

// makes tells whether a function makes a channel.
func (t *tracer) makes(fn *ssa.Function, channel ssa.Value) bool {
	pipe := t.places.Pipe(channel)
	for made := range ir.All[*ssa.MakeChan](fn.Blocks) {
		if t.places.Pipe(made) == pipe {
			return true
		}
	}
	return false
}
