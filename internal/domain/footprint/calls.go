package footprint

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Calls is what is asked of calls, whose answers hang in turn on what functions do with objects.
type Calls interface {
	// Operation returns what a call itself reads or writes at the API, or in a cache; ok is false if it does neither.
	Operation(call ssa.CallInstruction) (op Operation, ok bool)
	// IsKnown tells whether another package says what a function of it does.
	IsKnown(fn types.Object) bool
	// Looks returns what such a function looks at of an object that a call passes it; ok is false if that isn't said.
	Looks(call ssa.CallInstruction, object ssa.Value) (at []string, ok bool)
}

// isOperation tells whether a call itself reads or writes.
func (f *Finder) isOperation(call ssa.CallInstruction) bool {
	_, ok := f.calls.Operation(call)
	return ok
}

// An Operation is a read or write.
type Operation struct {
	Verb    kube.Verb
	Pointer *identity.Term // what is filled or written, nil if that isn't known
	Copies  bool           // what is written is a copy that is made for that
	Locks   bool           // it fails with a conflict if the object has changed since it was read
	Base    identity.Base  // of a patch
}
