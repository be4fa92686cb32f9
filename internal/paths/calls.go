package paths

import (
	"go/types"
	"iter"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/condition"
	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/domain/patch"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// calls answers what the identity of objects hangs on, what is done with them, and what patches send.
type calls struct{ in *Info }

// Gets goes through the reads of one object each that a call comes to.
func (c calls) Gets(call ssa.CallInstruction) iter.Seq[identity.Get] {
	return func(yield func(identity.Get) bool) {
		for _, r := range c.in.readsOf(call) {
			if r.Verb == kube.VerbGet && !yield(identity.Get{Object: r.object, Pointer: r.pointer, Keys: r.keys}) {
				return
			}
		}
	}
}

// IsOperation tells whether a call itself reads or writes at the API, or in a cache.
func (c calls) IsOperation(call ssa.CallInstruction) bool { return c.in.operation(call) != nil }

// Answer returns the keys of the object that such a call returns.
func (c calls) Answer(call ssa.CallInstruction) []*identity.Term {
	if op := c.in.operation(call); op.Object == nil && op.Verb != kube.VerbList || op.Via >= kube.Clientset {
		return op.keys
	}
	return nil
}

// Facts returns what is known of the objects that a function of another package returns.
func (c calls) Facts(obj types.Object) *identity.Facts {
	if f := c.in.factsFor(obj); f != nil {
		return &f.Facts
	}
	return nil
}

// Renames tells whether the copy of an object may get another name than what it was copied from: since it is set, here or
// by a function that it is given; unknown tells whether that can't be said, or only by the function.
func (c calls) Renames(copied *ssa.Call) (may, unknown bool) {
	if !kube.IsObject(copied.Type()) {
		return false, false
	}
	for e := range c.in.footprints.Edits(flow.At(copied, "")).Set {
		switch by := e.By.(type) {
		case *ssa.Store:
			may = may || e.Path == "Name" || e.Path == "Namespace"
		case ssa.CallInstruction:
			given := (e.Path == "Name" || e.Path == "") && c.in.lazy.Callee(by.Common()) != nil
			may = may || given || identity.SetsName(by.Common())
			unknown = unknown || given
		}
	}
	return may, unknown
}

// Operation returns what a call itself reads or writes.
func (c calls) Operation(call ssa.CallInstruction) (footprint.Operation, bool) {
	op := c.in.operation(call)
	if op == nil {
		return footprint.Operation{}, false
	}
	return footprint.Operation{Verb: op.Verb, Pointer: op.pointer, Copies: op.sent != nil, Locks: op.Locks, Base: op.base}, true
}

// IsKnown tells whether another package says what a function of it does.
func (c calls) IsKnown(fn types.Object) bool { return c.in.factsFor(fn) != nil }

// Looks returns what a function of another package looks at of an object that a call passes it.
func (c calls) Looks(call ssa.CallInstruction, object ssa.Value) (at []string, ok bool) {
	f := c.in.factsFor(ir.Called(call.Common()))
	if f == nil {
		return nil, false
	}
	for _, p := range f.Params {
		if ir.Arg(call.Common(), p.Index) == object {
			return p.Looked, true
		}
	}
	return nil, false
}

// Diffs returns which parameters a function of another package makes patches of.
func (c calls) Diffs(fn types.Object) []patch.Params {
	if f := c.in.factsFor(fn); f != nil {
		return f.Diffs
	}
	return nil
}

// Same returns the number of the parameter of a function of another package that is its result n, -1 if none is.
func (c calls) Same(fn types.Object, n int) int {
	if f := c.in.factsFor(fn); f != nil {
		for _, s := range f.Same {
			if s.Result == n {
				return s.Param
			}
		}
	}
	return -1
}

// Asks returns what a function of another package asks of its parameters that says yes or no only by them, nil if it is none.
func (c calls) Asks(fn types.Object) []condition.Asked {
	if f := c.in.factsFor(fn); f != nil {
		return f.Asks
	}
	return nil
}
