package paths

import (
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/ir"
)

// sharedBase tells whether the base of a patch is a copy of the struct only, and the change is one of a map's entries that the copy
// shares with the object: base := *obj.
func (t *trail) sharedBase(op *Op) bool {
	if !ofEntry(t.change) || !identity.Same(op.base.Shared, t.in.objects.PutInto(t.object.Pointer)) {
		return false
	}
	behind := ir.MayFollow(op.base.By)
	return behind(t.change) && !t.isReplaced(behind)
}

// isReplaced tells whether the object may get another map for the one that is changed, or one at all, where some instruction has been.
func (t *trail) isReplaced(behind func(ssa.Instruction) bool) bool {
	for at, touch := range t.object.At {
		if behind(at) && !ofEntry(at) && !t.in.writesItself(t.object, at) && (touch.Hands || touch.Sets.Meets(t.fields)) {
			return true
		}
	}
	return false
}

// ofEntry tells whether an instruction sets or deletes an entry of a map.
func ofEntry(change ssa.Instruction) bool {
	if call, ok := change.(ssa.CallInstruction); ok {
		return ir.IsBuiltin(call.Common(), "delete")
	}
	_, sets := change.(*ssa.MapUpdate)
	return sets
}
