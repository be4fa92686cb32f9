package identity

import (
	"go/types"
	"iter"

	"golang.org/x/tools/go/ssa"
)

// Calls is what is asked of calls, whose answers hang in turn on which objects the calls are given.
type Calls interface {
	// Gets goes through the reads of one object each that a call comes to.
	Gets(call ssa.CallInstruction) iter.Seq[Get]
	// IsOperation tells whether a call itself reads or writes at the API, or in a cache.
	IsOperation(call ssa.CallInstruction) bool
	// Answer returns the keys of the object that such a call returns, none if it returns none.
	Answer(call ssa.CallInstruction) []*Term
	// Renames tells whether the copy of an object may get another name than what it was copied from; unknown tells whether that
	// can't be said.
	Renames(copied *ssa.Call) (may, unknown bool)
	// Facts returns what is known of the objects that a function of another package returns, nil if nothing is known of the function.
	Facts(obj types.Object) *Facts
}

// A Get is a read of one object.
type Get struct {
	Object, Pointer *Term // what is filled, nil if that isn't known, or a result of the call
	Keys            []*Term
}
