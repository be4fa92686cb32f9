package paths

import (
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// unsent returns what of the change a patch doesn't send whose base was copied behind it. A merge patch has each list whole that differs,
// so that the change of one goes with whatever else is perhaps set in the list since the copy was made.
func (t *trail) unsent(op *Op) footprint.Set {
	out := footprint.Set{}
	merges := op.base.Made == nil || !kube.IsMergeFrom(ir.Symbol(op.base.Made.Common())) || kube.MergesAll(ir.Symbol(op.base.Made.Common()))
	for field := range t.fields {
		if list := t.object.ListAt(field); !merges || list == "" || !t.isSetSince(op, list) {
			out[field] = true
		}
	}
	return out
}

// isSetSince tells whether something is perhaps set in a list of the object between the copy that is the base of a patch and the patch:
// in which order a call does what it comes to isn't known.
func (t *trail) isSetSince(op *Op, list string) bool {
	from, to := op.base.Copied, op.Path[0]
	between := func(ssa.Instruction) bool { return false }
	if from.Parent() == to.Parent() {
		between = ir.MayPrecedeSince(to, from)
	}
	for at, touch := range t.object.At {
		whole := at == to && touch.Sets[""] // which the answer is
		if at != t.change && (at == from || at == to || between(at)) && !whole && touch.Sets.Meets(footprint.Set{list: true}) {
			return true
		}
	}
	return false
}
