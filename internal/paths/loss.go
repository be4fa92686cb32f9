package paths

import (
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A Loss is a change of an object that is not stored on a path, because a write leaves it out and replaces the object in
// memory with the server's answer.
type Loss struct {
	Change ssa.Instruction // what makes the change
	Fields footprint.Set   // what it changes
	Write  *Op             // what leaves it out
	How    How
	// Later is the write that would store the change, had it not been replaced in memory before.
	Later *Op
	// Elsewhere says that another path from the change comes to a write that stores it.
	Elsewhere bool
	// Out says that others than the function have the object.
	Out bool
	// Inner says that the call that writes loses the change whatever its callers do: its patch is never of any use.
	Inner bool
	// Alone says that nothing else is changed in the object of what Write sends, or stores, or, for a read, of what Later
	// sends.
	Alone bool
	// Unused says that the change can only be there to be stored: nobody else has the object, and nothing looks at what was
	// changed.
	Unused bool
}

// How says in which way a write leaves a change out.
type How uint8

// The ways.
const (
	Left   How = iota // it is of a part of the object that the write doesn't store
	Same              // the write is a patch whose base is the very object
	Shared            // the write is a patch whose base is a copy of the struct alone, which has the changed map too
	Late              // the write is a patch whose base was copied after the change
	Reread            // it is no write, but a read that replaces the object with what is stored
)

// A Keeping is what a write does with a change to a field, its base aside.
type Keeping uint8

// The keepings.
const (
	UnknownKeeping Keeping = iota
	Stores                 // it is stored
	Drops                  // the server ignores it
)

// maxChanges bounds how many changes of a function are followed.
const maxChanges = 60

// Losses returns the changes of a function that are lost on a path on which it succeeds. keeps says what a write does
// with a field.
func (in *Info) Losses(fn *ssa.Function, keeps func(w *Op, field string) Keeping) []*Loss {
	f := in.of(fn)
	if !in.writesAny(f) {
		return nil
	}
	var out []*Loss
	left := maxChanges
	for _, h := range in.footprints.Objects(fn) {
		if !in.isWritten(f, h) {
			continue
		}
		for _, b := range fn.Blocks {
			for i, instr := range b.Instrs {
				for _, c := range in.changesAt(h, instr, keeps) {
					if left--; left < 0 {
						return out
					}
					for _, loss := range in.follows(f, h, b, i, c.fields, c.dropped, keeps) {
						if loss.Change = c.by; !c.built || loss.isBuilt() {
							out = append(out, loss)
						}
					}
				}
			}
		}
	}
	return out
}

// A changing is a change of an object, of its status or of the rest.
type changing struct {
	by      ssa.Instruction
	fields  footprint.Set
	dropped *Op  // the write that calls the function which makes the change, and leaves it out; nil if there is none
	built   bool // it is made by the function that makes the object
}

// changesAt returns the changes of an object that are made by an instruction, or in the function with which CreateOrUpdate,
// if it is a call of that, changes the object before it writes it.
func (in *Info) changesAt(h *footprint.Object, instr ssa.Instruction, keeps func(*Op, string) Keeping) (out []changing) {
	if t := h.At[instr]; t != nil && len(t.Sure) > 0 && !in.writesItself(h, instr) && !h.IsFilledBy(instr) {
		for _, fields := range h.Groups(t.Sure) {
			out = append(out, changing{by: instr, fields: fields})
		}
		return out
	}
	call, ok := instr.(*ssa.Call)
	if !ok {
		return nil
	}
	if built := in.builtBy(call, h); len(built) > 0 && !in.writesItself(h, instr) {
		return []changing{{by: instr, fields: built, built: true}}
	}
	op := in.operation(call)
	if op == nil || op.Verb != kube.VerbCreateOrUpdate || !identity.Same(op.pointer, h.Pointer) {
		return nil
	}
	for _, m := range in.mutators(op) {
		inner := in.footprints.Object(m.fn, m.object)
		for by := range ir.All[ssa.Instruction](m.fn.Blocks) {
			if inner == nil || inner.At[by] == nil {
				continue
			}
			for _, fields := range h.Groups(inner.At[by].Sure) {
				if keeps(op, fields.Top()) == Drops {
					out = append(out, changing{by: by, fields: fields, dropped: op})
				}
			}
		}
	}
	return out
}

// A Replacement is a merge patch that sends something else than what an instruction has changed: a whole list, whatever
// others have put into it meanwhile, or the contrary.
type Replacement struct {
	Write  *Op
	Change ssa.Instruction
	Field  string
}

// Replacements returns the first list of each merge patch of a function that is sent whole, of those lists that a
// predicate tells for the patch, if the patch isn't refused when the object is no longer the one that its base was copied from.
func (in *Info) Replacements(fn *ssa.Function, isShared func(w *Op, field string) bool) (out []Replacement) {
	for call := range ir.All[ssa.CallInstruction](fn.Blocks) {
		op := in.operation(call)
		if op == nil || op.Verb != kube.VerbPatch || op.Locks || op.base.Copied == nil || !identity.Same(op.base.Of, op.pointer) ||
			op.base.Copied.Parent() != fn || !kube.MergesAll(ir.Symbol(op.base.Made.Common())) {
			continue
		}
		out = append(out, in.replacements(fn, op, isShared)...)
	}
	return out
}

func (in *Info) replacements(fn *ssa.Function, op *Op, isShared func(*Op, string) bool) []Replacement {
	behind, before := ir.MayFollow(op.base.Copied), ir.MayPrecede(op.Call)
	h := in.footprints.Object(fn, op.pointer)
	for by := range ir.All[ssa.Instruction](fn.Blocks) {
		if h == nil || h.At[by] == nil || by == op.Call || !behind(by) || !before(by) {
			continue
		}
		for _, field := range h.At[by].Sure.List() {
			if isShared(op, field) {
				return []Replacement{{op, by, field}}
			}
		}
	}
	return nil
}

// Backward returns the writes of a function that don't send what was meant: what is changed is a copy of the object, and
// nothing is changed in the object, which only the function has. The copy is the base of a patch, so that this sends the
// contrary, or it is written nowhere, and the object is updated as it was read.
func (in *Info) Backward(fn *ssa.Function) (out []Replacement) {
	var copies []changedCopy
	for call := range ir.All[*ssa.Call](fn.Blocks) {
		if of := in.objects.Copied(call); of != nil {
			copies = append(copies, changedCopy{made: call, of: of, object: in.footprints.Object(fn, in.objects.Pointer(call))})
		} else if c, ok := in.copiedBy(call); ok {
			copies = append(copies, c)
		}
	}
	if len(copies) == 0 {
		return nil
	}
	for call := range ir.All[ssa.CallInstruction](fn.Blocks) {
		_, writes := in.At(call)
		for _, op := range writes {
			if r := in.backward(fn, op, copies); r != nil {
				out = append(out, *r)
				break
			}
		}
	}
	return out
}

// A changedCopy is a copy of an object that a call makes: of DeepCopy, or of a function that changes the copy, which is of that
// then.
type changedCopy struct {
	made   *ssa.Call
	of     ssa.Value
	object *footprint.Object
	inside bool // the call makes the changes
}

// copiedBy returns the copy of an argument that a function of the package makes, changes and returns; false if it doesn't.
func (in *Info) copiedBy(call *ssa.Call) (changedCopy, bool) {
	callee := in.lazy.Callee(call.Common())
	if callee == nil || callee.Signature.Results().Len() != 1 {
		return changedCopy{}, false
	}
	h, _ := in.footprints.HandsBack(callee, 0)
	if h == nil {
		return changedCopy{}, false
	}
	made, ok := h.Pointer.Leaf.(*ssa.Call)
	if !ok || in.objects.Copied(made) == nil {
		return changedCopy{}, false
	}
	param := identity.ParamOf(in.objects.Pointer(in.objects.Copied(made)), callee)
	if param < 0 {
		return changedCopy{}, false
	}
	return changedCopy{call, ir.Arg(call.Common(), param), h, true}, true
}

// backward returns what one write sends the contrary of; nil if that isn't so, or can't be said.
func (in *Info) backward(fn *ssa.Function, op *Op, copies []changedCopy) *Replacement {
	for _, c := range copies {
		isBase := op.Verb == kube.VerbPatch && (op.base.Changed == c.made || op.base.Copied == nil && identity.Same(op.base.Pointer, in.objects.Pointer(c.made)))
		if op.pointer == nil || !identity.Same(in.objects.Pointer(c.of), op.pointer) || !isBase && (op.Verb != kube.VerbUpdate || c.inside || len(op.Path) > 1 || op.remote != nil) {
			continue
		}
		if by := in.changedInstead(fn, op, c); by != nil {
			return &Replacement{op, by, c.object.Groups(c.object.At[by].Sure)[0].List()[0]}
		}
	}
	return nil
}

// changedInstead returns the first change of the copy of an object that only the function has and in which nothing is changed;
// nil if there is none.
func (in *Info) changedInstead(fn *ssa.Function, op *Op, c changedCopy) ssa.Instruction {
	object, other := in.footprints.Object(fn, op.pointer), c.object
	if object == nil || other == nil || other == object || in.isOutBut(fn, object, c.made) || isChanged(object, op) {
		return nil
	}
	if op.Verb == kube.VerbUpdate && (len(in.Changed(op)) > 0 || in.isOut(fn, other) || in.isWritten(in.of(fn), other) || other.IsHanded()) {
		return nil
	}
	before := ir.MayPrecede(op.Path[0])
	for by := range ir.All[ssa.Instruction](c.madeIn().Blocks) {
		if t := other.At[by]; t != nil && (c.inside || before(by)) && len(other.Groups(t.Sure)) > 0 {
			return by
		}
	}
	return nil
}

// madeIn is the function that changes the copy.
func (c changedCopy) madeIn() *ssa.Function {
	if c.inside {
		return c.object.Pointer.Leaf.Parent()
	}
	return c.made.Parent()
}

// isChanged tells whether anything is set in the object, or may be, when its variable has it, but for what a write in another
// package is known not to set.
func isChanged(h *footprint.Object, op *Op) bool {
	onlyWrites := op.remote != nil && op.remote.Passed && len(op.remote.Changed) == 0
	for by, t := range h.At {
		if _, isWhole := by.(*ssa.Store); !(onlyWrites && by == ssa.Instruction(op.Call)) && (t.Hands || len(t.Sets) > 0 && !(isWhole && t.Sets[""])) {
			return true
		}
	}
	return false
}

func (in *Info) writesAny(f *function) bool {
	return len(f.deferred) > 0 || f.some(func(e *event) bool { return len(e.exits) > 0 })
}

// isWritten tells whether a function, or what it calls, writes an object.
func (in *Info) isWritten(f *function, h *footprint.Object) bool {
	writes := func(e *event) bool { return eventWrites(e, h) }
	return slices.ContainsFunc(f.exits, func(x exit) bool { return writesOf(x, h) }) || slices.ContainsFunc(f.deferred, writes) || f.some(writes)
}

// some tells whether a predicate is true of one of the events of a function, those that are deferred aside.
func (f *function) some(is func(*event) bool) bool {
	return slices.ContainsFunc(slices.Collect(maps.Values(f.events)), is)
}

func eventWrites(e *event, h *footprint.Object) bool {
	return slices.ContainsFunc(e.exits, func(x exit) bool { return writesOf(x, h) })
}

func writesOf(x exit, h *footprint.Object) bool {
	return slices.ContainsFunc(x.writes, func(w *Op) bool { return w.isOf(h.Pointer) })
}

// writesItself tells whether an instruction is a call that also reads or writes the object, or one of which it may be the
// copy: what it changes is its own affair, such as what it takes over from the server's answer.
func (in *Info) writesItself(h *footprint.Object, instr ssa.Instruction) bool {
	call, ok := instr.(ssa.CallInstruction)
	if !ok {
		return false
	}
	if _, isDefer := instr.(*ssa.Defer); isDefer {
		return true
	}
	reads, writes := in.At(call)
	return slices.ContainsFunc(reads, func(r *Op) bool { return identity.Same(r.pointer, h.Pointer) }) ||
		slices.ContainsFunc(writes, func(w *Op) bool { return w.isOf(h.Pointer) || !h.IsOther(w.What.Kind) }) ||
		in.mayWrite(call, h.Pointer, maxThrough)
}

// mayWrite tells whether a call comes to a write of an object, though it may not say so: what it returns, or what its
// callees do, may hang on whether something was written in a way that isn't understood.
func (in *Info) mayWrite(call ssa.CallInstruction, object *identity.Term, depth int) bool {
	_, writes := in.At(call)
	if slices.ContainsFunc(writes, func(w *Op) bool { return identity.Same(w.pointer, object) }) {
		return true
	}
	callee := in.lazy.Callee(call.Common())
	if callee == nil || depth == 0 || !in.questions.solver.Step() {
		return false
	}
	for _, h := range in.footprints.Objects(callee) {
		if !identity.Same(in.objects.LiftPointer(h.Pointer, callee, call.Common()), object) {
			continue
		}
		for inner := range ir.All[ssa.CallInstruction](callee.Blocks) {
			if in.mayWrite(inner, h.Pointer, depth-1) {
				return true
			}
		}
	}
	return false
}

// isUnused tells whether nothing looks at what was changed, or may, but what writes the object, or copies it late as the base.
func (t *trail) isUnused(w *Op, how How) bool {
	switch t.object.Pointer.Leaf.(type) {
	case *ssa.Alloc, *ssa.Call, *ssa.Extract:
	default:
		return false // it may be a part of something
	}
	if t.in.usesOwn(t.change, t.fields, map[*ssa.Function]bool{}) {
		return false
	}
	behind := ir.MayFollow(t.change)
	for at, touch := range t.object.At {
		keeps := touch.Keeps.Meets(t.fields)
		copies := touch.Copies && !(how == Late && at == ssa.Instruction(w.base.Copied))
		looked := keeps || touch.Hands || copies || touch.Looks.Meets(t.fields)
		if keeps && at == t.change || looked && at != t.change && at != ssa.Instruction(w.Path[0]) && behind(at) {
			return false
		}
	}
	return true
}

// usesOwn tells whether a function that a call calls looks at what it has changed in an object that it is given.
func (in *Info) usesOwn(change ssa.Instruction, fields footprint.Set, seen map[*ssa.Function]bool) bool {
	call, ok := change.(ssa.CallInstruction)
	if !ok {
		return false
	}
	callee := in.lazy.Callee(call.Common())
	if callee == nil || seen[callee] || len(seen) == maxUsing {
		return false
	}
	seen[callee] = true
	for _, h := range in.footprints.Objects(callee) {
		if _, given := h.Pointer.Leaf.(*ssa.Parameter); !given {
			continue
		}
		for set, touch := range h.At {
			if !touch.Sets.Meets(fields) {
				continue
			}
			behind := ir.MayFollow(set)
			for at, other := range h.At {
				if at != set && other.Looks.Meets(fields) && behind(at) {
					return true
				}
			}
			if in.usesOwn(set, fields, seen) {
				return true
			}
		}
	}
	return false
}

// maxUsing bounds how many functions are looked into that change an object one for the other.
const maxUsing = 16
