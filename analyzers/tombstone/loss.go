package tombstone

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/diag"
	"github.com/ctrllint/ctrllint/internal/domain/change"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
	"github.com/ctrllint/ctrllint/internal/scenario"
)

// A loss is what a handler does for an object and not for a tombstone.
type loss struct {
	result *scenario.Result  // of the function that does nothing for the tombstone
	effect scenario.Effect   // what it does for an object
	causes []*scenario.Cause // the tests that keep the tombstone from it
	calls  []ssa.Instruction // from the handler to the function
}

// lost compares what a function does for an object and for a tombstone. It returns nil unless the function does
// something that depends on the object, and nothing for the tombstone.
func lost(object, tombstone *scenario.Result) *loss {
	return (&comparison{map[*scenario.Result]bool{}}).lost(object, tombstone, nil)
}

// A comparison looks into each execution that an object leads to once: functions may call each other in a circle.
type comparison struct {
	seen map[*scenario.Result]bool
}

func (c *comparison) lost(object, tombstone *scenario.Result, calls []ssa.Instruction) *loss {
	if strength, dependent := object.Strength(); strength == kube.NoEffect || !dependent || c.seen[object] {
		return nil
	}
	c.seen[object] = true
	forObject, forTombstone := sites(object.Effects), sites(tombstone.Effects)
	for _, t := range tombstone.Effects {
		if t.Strength > kube.MayEffect || !forObject[t.Instr] {
			return nil
		}
	}
	called := map[types.Object]bool{}
	for _, t := range tombstone.Effects {
		if by := calledBy(t.Instr); by != nil {
			called[by] = true
		}
	}
	var inside *loss
	for _, e := range object.Effects {
		if !e.Dependent || isOfGone(e.Instr) || called[calledBy(e.Instr)] && !forTombstone[e.Instr] { // the same is called elsewhere for a tombstone
			continue
		}
		if !tombstone.Reached(e.Instr.Block()) {
			return &loss{tombstone, e, tombstone.Deciding(e.Instr.Block()), calls}
		}
		if e.Call == nil && inside == nil && !forTombstone[e.Instr] {
			if causes := causedAt(tombstone.Causes, e.Instr); len(causes) > 0 { // a function of another package
				inside = &loss{tombstone, e, causes, calls}
			}
		}
		if callee := tombstone.CallAt(e.Instr); inside == nil && callee != nil && e.Call != nil {
			inside = c.lost(e.Call, callee, append(calls[:len(calls):len(calls)], e.Instr))
		}
	}
	return inside
}

// maxQueues bounds through how many calls of one another an item on a work queue is looked for.
const maxQueues = 8

// queues tells whether an execution puts an item on a work queue.
func queues(r *scenario.Result, left int) bool {
	return slices.ContainsFunc(r.Effects, func(e scenario.Effect) bool {
		call, ok := e.Instr.(ssa.CallInstruction)
		return ok && (kube.AddsWork(ir.Symbol(call.Common())) || e.Call != nil && left > 0 && queues(e.Call, left-1))
	})
}

// misQueued returns where a tombstone's Key is put on a work queue that has the names of other objects, if that is all that is
// done for the tombstone, and an object has the name of another put there; nil if there is none.
func (j *judge) misQueued(object, tombstone *scenario.Result) *scenario.Fault {
	if object == nil || slices.ContainsFunc(tombstone.Enqueued, func(f scenario.Fault) bool { return !j.info.NamesOthers(object, f.Instr) }) {
		return nil
	}
	return tombstone.Only(tombstone.Enqueued)
}

// isOfGone tells whether a call updates, patches or deletes the very object that a handler is given: for one that is deleted
// the API server finds none.
func isOfGone(i ssa.Instruction) bool {
	call, ok := i.(*ssa.Call)
	if !ok {
		return false
	}
	op, ok := ir.Operation(call.Common())
	if !ok { // or it only gets the client for that
		return ir.OnlyCalledOn(call, func(next *ssa.Call) bool { return isOfGone(next) })
	}
	if op.Verb != kube.VerbUpdate && op.Verb != kube.VerbPatch && op.Verb != kube.VerbDelete {
		return false
	}
	object := change.WrittenBy(call)
	if object == nil || op.Type == nil && op.Object < 0 || op.Type != nil && !types.Identical(ir.Deref(object.Type()), ir.Deref(op.Type)) {
		return false // of another kind, perhaps, by the same name
	}
	if checked, ok := object.(*ssa.Extract); ok {
		object = checked.Tuple
	}
	if assert, ok := object.(*ssa.TypeAssert); ok {
		_, given := assert.X.(*ssa.Parameter)
		return given
	}
	from := ir.StepOf(object).From
	if len(from) == 0 {
		return false
	}
	deleted, _, _ := ir.Base(from[0])
	return kube.IsDeletedObject(ir.Deref(deleted.Type()))
}

// calledBy returns the function that a call calls, or the field that has it; nil if it can't be said.
func calledBy(i ssa.Instruction) types.Object {
	call, ok := i.(ssa.CallInstruction)
	if !ok {
		return nil
	}
	if called := ir.Called(call.Common()); called != nil {
		return called
	}
	if field := ir.FieldRead(call.Common().Value); field != nil {
		return field
	}
	return nil
}

func causedAt(causes []*scenario.Cause, i ssa.Instruction) (at []*scenario.Cause) {
	for _, c := range causes {
		if c.Instr == i {
			at = append(at, c)
		}
	}
	return at
}

func sites(effects []scenario.Effect) map[ssa.Instruction]bool {
	at := map[ssa.Instruction]bool{}
	for _, e := range effects {
		at[e.Instr] = true
	}
	return at
}

// why chooses the test to report: an attempt to unwrap that cannot work says more than the first test that fails, and a test
// for the type that the informer holds, if that is known, more than one for another.
func (l *loss) why(all []*scenario.Cause, held types.Type) (*scenario.Cause, diag.Category) {
	for _, c := range all {
		if c.Kind == scenario.PointerAssert {
			return c, pointerCategory
		}
	}
	for _, c := range all {
		if c.Kind != scenario.OtherType && (c.After || c.Boxed != nil) {
			return c, wrongunwrapCategory
		}
	}
	causes := l.causes
	if len(causes) == 0 {
		causes = l.result.Causes
	}
	if len(causes) == 0 {
		return nil, diag.Category{}
	}
	if n := slices.IndexFunc(causes, func(c *scenario.Cause) bool { return held != nil && c.Type != nil && types.Identical(c.Type, held) }); n > 0 {
		causes = causes[n:]
	}
	if c := causes[0]; c.Kind == scenario.FailedCall && kube.IsKeyFunc(c.Symbol) {
		return c, keyCategory
	}
	return causes[0], lostCategory
}
