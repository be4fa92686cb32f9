package scenario

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/kube"
)

// A NilParam is a parameter, a function, that a delete function calls with nil for every tombstone, since an assertion of the
// object's type fails on it.
type NilParam struct {
	Param int
	Cause ForeignCause
}

// sinkOf returns the call of a parameter.
func sinkOf(fn Value, args []Value) Sink {
	s := Sink{Param: fn.Field, Tombstone: slices.ContainsFunc(args, func(v Value) bool { return v.Kind == Tombstone })}
	if len(args) == 1 && args[0].Kind == Nil && args[0].Boxed == nil && args[0].Cause != nil && args[0].Cause.Kind == FailedAssert {
		s.Nil = args[0].Cause
	}
	return s
}

// givenNil lists the parameters that a delete function calls with nil for every tombstone.
func (in *Info) givenNil(del Value) (out []NilParam) {
	if del.Kind != Funcs {
		return nil
	}
	for _, c := range del.Funcs {
		r := in.Run(c, TheTombstone, nil)
		if r == nil || r.Truncated {
			continue
		}
		for _, s := range r.Sinks {
			if s.Nil != nil && !slices.ContainsFunc(out, func(n NilParam) bool { return n.Param == s.Param }) {
				out = append(out, NilParam{s.Param, in.foreignCause(s.Nil)})
			}
		}
	}
	return out
}

// nilDeletes returns the delete functions of an event handler that another package makes: those of the functions that it is given
// which a nil pointer makes panic, that they are given for tombstones.
func (f *frame) nilDeletes(i ssa.Instruction, nils []NilParam, args []Value) (v Value) {
	for _, n := range nils {
		if n.Param >= len(args) || args[n.Param].Kind != Funcs {
			continue
		}
		for _, c := range args[n.Param].Funcs {
			if !takesPointer(c) {
				continue
			}
			cause := f.e.intern(Cause{Kind: FailedAssert, Instr: i, Note: n.Cause.Note}, nil)
			r := f.e.Run(c, Value{Kind: Nil, Cause: cause, Tainted: true}, i)
			if r == nil || !slices.ContainsFunc(r.Faults, func(fault Fault) bool {
				return fault.Kind == PanicsOnNil && fault.Cause != nil && fault.Cause.Instr == i && fault.Cause.Note == cause.Note
			}) {
				continue
			}
			does := Outcome{Strength: kube.HasEffect, Dependent: true, Returns: true}
			panics := Outcome{Faults: []ForeignFault{{PanicsOnNil, n.Cause}}}
			v = join(v, Value{Kind: Funcs, Funcs: []*Closure{{Behavior: &Behavior{Object: does, Tombstone: panics, Empty: panics}}}})
		}
	}
	return v
}

// takesPointer tells whether a function has one parameter, a pointer.
func takesPointer(c *Closure) bool {
	if c.Fn == nil || c.Fn.Signature.Params().Len() != 1 {
		return false
	}
	_, pointer := c.Fn.Signature.Params().At(0).Type().Underlying().(*types.Pointer)
	return pointer
}
