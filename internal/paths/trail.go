package paths

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/change"
	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A fate is what has become of a change at one point of a walk.
type fate struct {
	copies  string // the calls that have copied the object since
	dropped *Op    // the write that left it out
	how     How
	// kept says that the change is still in the object.
	kept bool
	// farewell says that a finalizer was taken away: what is written then is the last of the object.
	farewell bool
	// refused says that a write which would have stored the change has failed.
	refused bool
	// other says that something else was set in the object since it was dropped.
	other bool
}

// A trail follows one change of an object.
type trail struct {
	in     *Info
	f      *function
	object *footprint.Object
	change ssa.Instruction
	fields footprint.Set
	field  string // Status, or a name of another one
	keeps  func(*Op, string) Keeping
	found  *[]*Loss
	stored bool // on a path, or perhaps
	// survived says that a path ends with the change neither stored nor lost: whoever has the object may store it.
	survived bool
	depth    int // of calls that are seen through
}

// follows walks the paths from a change on; dropped is the write that makes it and leaves it out, nil if it is no write.
func (in *Info) follows(f *function, h *footprint.Object, b *ssa.BasicBlock, index int, fields footprint.Set, dropped *Op, keeps func(*Op, string) Keeping) []*Loss {
	change := b.Instrs[index]
	t := &trail{in: in, f: f, object: h, change: change, fields: fields, field: fields.Top(), keeps: keeps, found: new([]*Loss)}
	s := &state{block: b, index: index + 1, facts: map[ssa.Value]abs{}, writes: carry(change, &Op{}), fate: fate{dropped: dropped, farewell: t.hasParted()}}
	if call, ok := change.(*ssa.Call); ok && ir.IsBool(call.Type()) {
		set(s.facts, call, nonzero) // it says that it has changed something
	} else if ok && dropped != nil {
		know(s, call, success(call))
	} else if ok && in.failsWith(call, h.Pointer, fields) {
		know(s, call, failed(call))
	}
	w := &walker{in: in, fn: f, from: change, trail: t}
	w.dominating(s)
	for _, err := range w.earlier {
		delete(s.facts, err) // with which the function fails whatever comes of the change: it is meant to be stored all the same
	}
	w.onExit = func(s *state, ret *ssa.Return) { t.exit(w, s, ret) }
	w.run(s)
	for _, l := range *t.found {
		l.Elsewhere = t.stored || l.Out && t.survived
	}
	return *t.found
}

// exit ends a path: what was left out on it is lost, unless the function fails.
func (t *trail) exit(w *walker, s *state, ret *ssa.Return) {
	if fails(w, s, ret) {
		return
	}
	switch {
	case s.fate.dropped == nil:
		t.survived = true
	case s.fate.how != Reread: // or else nobody wanted it to be stored
		t.lost(s, nil)
	}
}

// fails tells whether a function returns an error for certain.
func fails(w *walker, s *state, ret *ssa.Return) bool {
	n := len(ret.Results)
	return n > 0 && kube.IsError(ret.Results[n-1].Type()) && w.eval(s, ret.Results[n-1]).isSet()
}

func (t *trail) lost(s *state, later *Op) {
	i := slices.IndexFunc(*t.found, func(l *Loss) bool { return l.Write == s.fate.dropped })
	if i < 0 {
		i = len(*t.found)
		l := &Loss{Change: t.change, Fields: t.fields, Write: s.fate.dropped, How: s.fate.how, Out: t.isOut(), Alone: t.isAlone(s.fate.dropped), Inner: t.in.isUseless(s.fate.dropped, s.fate.how)}
		switch {
		case l.How == Late && t.change != nil:
			l.Fields = t.unsent(l.Write)
		case l.How == Reread:
			l.Alone, l.Inner = true, l.Write.Verb != kube.VerbPatch
		case l.How == Left:
			l.Alone = l.Write.Sub == status && len(t.in.Changed(l.Write)) == 0 && !t.object.Sets(status)
		}
		l.Unused = (l.How == Left || l.How == Late) && !l.Out && t.isUnused(l.Write, l.How)
		*t.found = append(*t.found, l)
	}
	l := (*t.found)[i]
	l.Alone = l.Alone && (!s.fate.other || l.How == Late) // which sends nothing of what comes behind it
	if l.Later == nil {
		l.Later = later
	}
}

func (t *trail) isOut() bool { return t.in.isOut(t.f.fn, t.object) }

// isOut tells whether somebody else than a function has an object: it is a parameter, or comes from a field.
func (in *Info) isOut(fn *ssa.Function, h *footprint.Object) bool { return in.isOutBut(fn, h, nil) }

// isOutBut tells it of what others may have otherwise than by one instruction.
func (in *Info) isOutBut(fn *ssa.Function, h *footprint.Object, but ssa.Instruction) bool {
	p := h.Pointer
	if p.Kind != identity.LeafTerm {
		return true
	}
	instr, ok := p.Leaf.(ssa.Instruction)
	if !ok || instr.Parent() != fn {
		return true
	}
	for at, touch := range h.At {
		if at != but && touch.Keeps[""] && !touch.Copies || slices.ContainsFunc(touch.Back, func(r footprint.Returned) bool { return r.Path == "" }) {
			return true
		}
	}
	return false
}

// isAlone tells whether nothing but the change is set in the object between the copy of it that a patch is the
// difference to and the patch, which may be in a function that is given both.
func (t *trail) isAlone(w *Op) bool {
	copied := w.base.Copied
	if inside := t.object.At[w.Path[0]]; len(w.Path) > 1 && inside != nil && (len(inside.Sets) > 0 || inside.Hands) {
		return false
	}
	return copied != nil && copied != w.Path[0] && t.object.IsUntouched(copied, w.Path[0])
}

// passesValue tells whether a call is passed a function value that is not known.
func passesValue(call ssa.CallInstruction) bool {
	return slices.ContainsFunc(call.Common().Args, func(a ssa.Value) bool {
		return ir.IsFunc(a.Type()) && ir.BodyOf(a) == nil && !ir.IsNil(a)
	})
}

// isUseless tells whether the call that does a write patches with a base that never differs from the object, whatever
// the callers of its function do.
func (in *Info) isUseless(w *Op, how How) bool {
	own := in.operation(w.Call)
	switch {
	case own == nil || own.pointer == nil:
		return false
	case how == Same:
		return identity.Same(own.base.Pointer, own.pointer)
	case how != Late || own.base.Copied == nil || own.base.Copied.Parent() != w.Call.Parent() || !identity.Same(own.base.Of, own.pointer):
		return false
	}
	h := in.footprints.Object(w.Call.Parent(), own.pointer)
	return h != nil && h.IsUntouched(own.base.Copied, w.Call) && !mayChangePart(own)
}

// touch walks over what an instruction does with the object; false if the path need not be followed any further.
func (t *trail) touch(s *state, instr ssa.Instruction) bool {
	touch := t.object.At[instr]
	if touch == nil || instr == t.change {
		return instr != t.change
	}
	if _, isDefer := instr.(*ssa.Defer); isDefer {
		return true // it comes at the end
	}
	return t.pass(s, touch, instr)
}

func (t *trail) pass(s *state, touch *footprint.Touch, instr ssa.Instruction) bool {
	s.fate.farewell = s.fate.farewell || touch.Sets[footprint.Finalizers] && t.takesFinalizer(instr)
	switch {
	case touch.Hands:
		return false
	case s.fate.kept:
		return !touch.Copies && !touch.Keeps.Meets(t.fields) && !touch.Looks.Meets(t.fields)
	case s.fate.dropped != nil:
		s.fate.other = s.fate.other || len(touch.Sets) > 0
		return !touch.Sets.Meets(t.fields)
	case touch.Keeps.Meets(t.fields), t.replaced(touch.Sure):
		return false
	case touch.Copies:
		s.fate.copies += fmt.Sprintf("%p ", instr)
	}
	return true
}

// replaced tells whether all that was changed is set anew.
func (t *trail) replaced(sure footprint.Set) bool {
	for field := range t.fields {
		if !slices.ContainsFunc(sure.List(), func(s string) bool { return footprint.PathIn(field, s) }) {
			return false
		}
	}
	return true
}

// call walks over a call.
func (t *trail) call(w *walker, s *state, call ssa.CallInstruction) bool {
	if _, isDefer := call.(*ssa.Defer); isDefer {
		return true
	}
	if (ir.CallsValue(call) || passesValue(call)) && t.isOut() {
		return false
	}
	e := w.fn.events[call]
	switch {
	case e != nil && t.in.startsGoroutine(call):
		return !t.concerns(e)
	case t.object.At[call] != nil && (e == nil || !t.concerns(e)) && t.in.mayWrite(call, t.object.Pointer, maxThrough):
		t.stored = true // or perhaps
		return false
	case e == nil:
		return true
	}
	return t.event(w, s, e, call)
}

// deferred walks over the calls that were deferred.
func (t *trail) deferred(w *walker, s *state, end ssa.Instruction) bool {
	for at, touch := range t.object.At {
		if _, isDefer := at.(*ssa.Defer); isDefer && !t.pass(s, touch, at) {
			return false
		}
	}
	for _, e := range t.f.deferredAt(end) {
		if !t.event(w, s, e, e.call) {
			return false
		}
	}
	return true
}

// concerns tells whether an event reads or writes the object, or one that may be it.
func (t *trail) concerns(e *event) bool {
	return slices.ContainsFunc(e.reads, t.mayBe) || slices.ContainsFunc(e.exits, func(x exit) bool { return slices.ContainsFunc(x.writes, t.mayBe) })
}

func (t *trail) mayBe(op *Op) bool {
	return op.pointer == nil || identity.Same(op.pointer, t.object.Pointer) || t.isAnswer(op.pointer.Leaf)
}

// isAnswer tells whether a value is what a call returns that is given the object, and no copy of it: perhaps the object.
func (t *trail) isAnswer(v ssa.Value) bool {
	call := identity.MadeBy(v)
	return call != nil && change.CopyOf(call) == nil && t.in.operation(call) == nil && slices.ContainsFunc(call.Call.Args, func(a ssa.Value) bool {
		return kube.IsObject(a.Type()) && identity.Same(t.in.objects.Pointer(a), t.object.Pointer)
	})
}

// event walks over a call that reads or writes: on with each of the ways in which it may have succeeded.
func (t *trail) event(w *walker, s *state, e *event, call ssa.CallInstruction) bool {
	if t.isReadBy(e) {
		return t.rereads(w, s, call)
	}
	if !t.concerns(e) {
		if value, ok := call.(ssa.Value); ok && len(e.exits) == 1 && direct(e) != nil {
			know(s, value, e.exits[0].results)
		}
		return true
	}
	if own := direct(e); own != nil && identity.Same(own.pointer, t.object.Pointer) && s.fate.dropped == nil && t.isReread() {
		t.fail(w, s, call) // what is read anew then, such as after a conflict, hasn't the change
	}
	value, hasValue := call.(ssa.Value)
	var ways []*state
	for _, x := range e.exits {
		next := s.clone()
		if hasValue {
			know(next, value, x.results)
		}
		switch t.writes(next, x.writes, call) {
		case stored:
			return false // or perhaps; then the others, too, are as it should be
		case goesOn:
			ways = append(ways, next)
		}
	}
	if direct(e) != nil { // when it fails, it loses nothing
		if len(ways) == 0 {
			return false
		}
		*s = *ways[0]
		return true
	}
	for _, next := range ways {
		next.index++
		w.add(next)
	}
	if n := len(success(call)); hasValue && n > 0 && t.in.writesOrFails(call, t.object.Pointer) {
		failed := make([]abs, n)
		failed[n-1] = nonzero
		know(s, value, failed)
	}
	return true // on a path on which it has not written
}

// An outcome says how a path goes on behind a write.
type outcome uint8

const (
	goesOn outcome = iota
	stored         // the change is stored, or it can't be said whether it is
	over           // there is no more to follow
)

// writes walks over the writes that a call has done, of which the order is not known: if one of several stores the
// change, it is taken to be stored.
func (t *trail) writes(s *state, writes []*Op, call ssa.CallInstruction) outcome {
	own := slices.DeleteFunc(slices.Clone(writes), func(op *Op) bool { return !t.isOf(op) })
	if len(own) > 1 && slices.ContainsFunc(own, func(op *Op) bool { return t.keeps(op, t.field) != Drops && !t.sendsNothing(s, op, call) }) {
		t.stored = true
		return stored
	}
	for _, op := range t.inOrder(own, writes, call) {
		if out := t.write(s, op, call); out != goesOn {
			return out
		}
	}
	return goesOn
}

// write walks over a write.
func (t *trail) write(s *state, op *Op, call ssa.CallInstruction) outcome {
	keeping := t.keeps(op, t.field)
	switch deletes := op.Verb == kube.VerbDelete || op.Verb == kube.VerbDeleteAll; {
	case !t.isOf(op):
		if deletes || t.object.IsOther(op.What.Kind) || s.fate.dropped != nil && !s.fate.kept && op.pointer != nil || keeping == Drops {
			return goesOn
		}
		t.stored = true // perhaps by way of another object
		return stored
	case deletes:
		return over
	case s.fate.dropped == nil:
		return t.first(s, op, keeping, call)
	case op.sent != nil && op.Verb == kube.VerbPatch && t.sameBase(op, call):
		return goesOn // like the one before it
	case op.sent != nil:
		t.stored = true // or perhaps: what helpers put together may be what was there before the answer
		return stored
	case s.fate.kept:
		return over
	case keeping == Stores && !t.sendsNothing(s, op, call) && !t.leftOut(op):
		t.lost(s, op)
		return over
	case keeping == UnknownKeeping:
		return over
	}
	return goesOn
}

// first walks over the first write of the object that comes after the change.
func (t *trail) first(s *state, op *Op, keeping Keeping, call ssa.CallInstruction) outcome {
	how := Left
	aside := op.sent != nil
	switch {
	case t.hasBase(op, call, &how):
	case keeping == Drops && (s.fate.farewell || t.isFarewell(op, call) || t.isSetBehind(op)):
		return over
	case keeping == Drops && s.fate.refused:
		return over // the change has had a write of its own, which failed
	case keeping == Drops && aside:
		return goesOn // it has the answer
	case keeping == Drops:
	case op.Verb == kube.VerbPatch && t.lateBase(s, op, call):
		how = Late
	case keeping == Stores && t.leftOut(op):
		t.stored = true // or perhaps nobody wants it to be
		if s.fate.copies != "" || len(s.writes[0].crossed) > 0 || !t.isAnswered(op) {
			return over
		}
		how = Reread
	default:
		t.stored = true // or perhaps
		return stored
	}
	// Others than controller-runtime's client return the answer, or have a body for it, and leave the object as it is:
	// somebody may still write it.
	s.fate.kept = aside || op.Aside || op.Via != kube.Client && op.Via != kube.Subresource || t.staysEntry(op)
	if s.fate.kept && (t.isOut() || how == Reread) {
		return over
	}
	s.fate.dropped, s.fate.how = op, how
	return goesOn
}

// isOf tells whether a write is of the object, or of a copy of it that is made to be written.
func (t *trail) isOf(op *Op) bool { return op.isOf(t.object.Pointer) }

// sendsNothing tells whether a patch sends nothing of the change, since its base has it too.
func (t *trail) sendsNothing(s *state, op *Op, call ssa.CallInstruction) bool {
	return t.hasBase(op, call, new(How)) || op.Verb == kube.VerbPatch && t.lateBase(s, op, call)
}

// hasBase tells whether a patch sends nothing of the change since its base has it too, being the object itself or a copy of its struct,
// and which of these it is.
func (t *trail) hasBase(op *Op, call ssa.CallInstruction, how *How) bool {
	switch {
	case op.Verb != kube.VerbPatch:
		return false
	case t.sameBase(op, call):
		*how = Same
		return true
	case t.sharedBase(op):
		*how = Shared
		return true
	}
	return false
}

// sameBase tells whether a patch is the difference of the object to itself. That of a copy is none if the call has the server's answer
// to another write put into the object meanwhile, and the copy was made before that.
func (t *trail) sameBase(op *Op, call ssa.CallInstruction) bool {
	return t.in.objects.IsOf(op.base, t.object.Pointer) && (op.sent == nil || !t.in.isAnsweredBy(call, t.object.Pointer, op))
}

// isAnsweredBy tells whether a call comes to a write that puts the server's answer into an object, before it comes to another.
func (in *Info) isAnsweredBy(call ssa.CallInstruction, object *identity.Term, before *Op) bool {
	_, writes := in.At(call)
	return slices.ContainsFunc(writes, func(op *Op) bool {
		first := op.Call == before.Call || in.comesFirst(op, before) // or both are in another package
		return first && op.sent == nil && !op.Aside && (op.Via == kube.Client || op.Via == kube.Subresource) && identity.Same(op.pointer, object)
	})
}

// lateBase tells whether the base of a patch was copied from the object after the change, so that something of that isn't sent.
func (t *trail) lateBase(s *state, op *Op, call ssa.CallInstruction) bool {
	copied := op.base.Copied
	if copied == nil || !identity.Same(op.base.Of, t.object.Pointer) {
		return false
	}
	if t.change == nil { // it is the callers', and came before all copies
		return true
	}
	isLate := copied == call || strings.Contains(s.fate.copies, fmt.Sprintf("%p ", copied)) || ir.Before(t.change, copied)
	return isLate && len(t.unsent(op)) > 0
}

// asks tells whether a condition hangs on what the change was made of: which way the path goes on can't be said then.
func (t *trail) asks(s *state, cond ssa.Value) bool {
	return s.fate.dropped == nil && t.looks(cond, maxFollowed)
}

func (t *trail) looks(v ssa.Value, depth int) bool {
	instr, ok := v.(ssa.Instruction)
	if !ok || depth == 0 || instr == t.change {
		return false
	}
	if touch := t.object.At[instr]; touch != nil && touch.Looks.Meets(t.fields) {
		return true
	}
	if call, ok := v.(*ssa.Call); ok && t.f.events[call] != nil {
		return false // its error says nothing of the object
	}
	for _, operand := range instr.Operands(nil) {
		if *operand == nil || kube.IsError((*operand).Type()) {
			continue
		}
		if kube.IsObject((*operand).Type()) && identity.Same(t.in.objects.Pointer(*operand), t.object.Pointer) {
			continue // what is looked at of it stands in the touch
		}
		if t.looks(*operand, depth-1) {
			return true
		}
	}
	return false
}
