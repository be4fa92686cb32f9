package paths

import (
	"go/token"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A Halfway is a write that is tried only where another one has just been made, by which a later reconcile sees that there
// is nothing to do: if it fails once, it is never made.
type Halfway struct {
	First, Second *Op
	Found         ssa.Instruction // where a later reconcile sees the first write: a call, or a branch
	Mark          footprint.Set   // what it sees of the object, if the first write doesn't create that
}

// A settled is a write by which a function sees, the next time, that there is nothing to do.
type settled struct {
	first *Op
	found ssa.Instruction
	mark  footprint.Set
	// done is what the function does after the write, idle what it does the next time.
	done, idle arm
}

// maxSettled bounds how many such writes are looked at of one function.
const maxSettled = 16

// Halfways returns the second writes of a function that are never made if they fail once.
func (in *Info) Halfways(fn *ssa.Function) (out []Halfway) {
	writes := in.Writes(fn)
	if len(writes) < 2 {
		return nil
	}
	for _, s := range in.questions.settled.Of(fn) {
		for _, w := range writes {
			if w.What.Kind.Known() && w.Call != s.first.Call && !ofDeleted(s.first, w) && !prunes(w) && in.comesAfter(w, s) && in.allEnd(w.Path) && in.isMeant(w) && !in.undoes(w, s.first) && !in.repeats(w, s) {
				out = append(out, Halfway{s.first, w, s.found, s.mark})
			}
		}
	}
	return out
}

// ofDeleted tells whether a write may be of what was deleted before: it was not meant for another object, and what is created
// again, whoever made it in the first place does that too.
func ofDeleted(first, second *Op) bool {
	return first.Verb == kube.VerbDelete && sameKind(first, second)
}

// isMeant tells whether a function may succeed when it has made a write: what is only made where it fails for an error that
// was there before, to clean up, is no step of what it does.
func (in *Info) isMeant(write *Op) bool {
	well := false
	w, s := in.outcome(write.Path[0], zero)
	w.onExit = func(s *state, ret *ssa.Return) {
		n := len(ret.Results)
		well = well || n == 0 || !kube.IsError(ret.Results[n-1].Type()) || !w.eval(s, ret.Results[n-1]).isSet()
	}
	w.run(s)
	return well || len(w.earlier) == 0 || w.cut || w.full()
}

// remade tells whether what is deleted is created again afterwards, in one of the functions that lead to the delete.
func (in *Info) remade(deleted *Op) bool {
	for n := range deleted.Path {
		for instr := range in.afterWrite(deleted, n).done {
			if call, ok := instr.(ssa.CallInstruction); ok {
				if _, writes := in.At(call); slices.ContainsFunc(writes, func(w *Op) bool {
					return w.Verb == kube.VerbCreate && (ofDeleted(deleted, w) || !w.What.Kind.Known())
				}) {
					return true
				}
			}
		}
	}
	return false
}

// prunes tells whether a write deletes one element of a list, whichever that is: the next time it is another, or this one.
func prunes(w *Op) bool {
	if w.Verb != kube.VerbDelete || w.Object == nil {
		return false
	}
	element, ok := identity.Root(w.Object).(*ssa.IndexAddr)
	if !ok {
		if load, isLoad := identity.Root(w.Object).(*ssa.UnOp); isLoad {
			element, ok = load.X.(*ssa.IndexAddr)
		}
	}
	if !ok {
		return false
	}
	_, isConst := element.Index.(*ssa.Const)
	return isConst
}

// comesAfter tells whether a write is made after the first one only, and not the next time.
func (in *Info) comesAfter(w *Op, s settled) bool {
	if s.idle.done[w.Path[0]] {
		return false
	}
	for n := range min(len(w.Path), len(s.first.Path)) {
		first, second := s.first.Path[n], w.Path[n]
		switch {
		case first == second:
		case n > 0 && s.found.Parent() != s.first.Path[0].Parent():
			return false // which is for the function that is called to say
		case !ir.Before(first, second):
			return false
		default:
			return n == 0 && s.done.done[second] || n > 0 && in.afterWrite(s.first, n).done[second]
		}
	}
	return false
}

// afterWrite returns what comes after a write in the function of the nth call that leads to it.
func (in *Info) afterWrite(w *Op, n int) arm {
	call := w.Path[n]
	e := in.of(call.Parent()).events[call]
	if e == nil {
		return newArm()
	}
	for _, x := range e.exits {
		if slices.ContainsFunc(x.writes, func(op *Op) bool { return op.Call == w.Call }) {
			return in.after(call, x.results, kube.NoTest, nowhere)
		}
	}
	return newArm()
}

// findSettled returns the writes by which a function, or one that it calls, sees the next time that there is nothing to do.
func (in *Info) findSettled(fn *ssa.Function) (out []settled) {
	writes := in.Writes(fn)
	for _, r := range in.of(fn).reads {
		if r.Verb == kube.VerbGet && len(out) < maxSettled {
			out = append(out, in.settledByRead(r, writes)...)
		}
	}
	for _, first := range writes {
		switch {
		case len(out) >= maxSettled:
			return out
		case first.Verb == kube.VerbCreate:
			out = append(out, in.settledByItself(first)...)
		case first.Verb == kube.VerbUpdate || first.Verb == kube.VerbPatch:
			out = append(out, in.settledByMark(fn, first)...)
		}
	}
	for _, call := range in.of(fn).calls {
		if callee := in.lazy.Callee(call.Common()); callee != nil && len(out) < maxSettled {
			out = append(out, in.settledInside(callee, call)...)
		}
	}
	return out
}

// settledByRead returns the writes that create what a read looks for, so that it finds that the next time, or delete it, so
// that it doesn't.
func (in *Info) settledByRead(r *Op, writes []*Op) (out []settled) {
	after := ir.MayFollow(r.Path[0])
	writes = slices.DeleteFunc(slices.Clone(writes), func(w *Op) bool {
		return w.Verb != kube.VerbCreate && w.Verb != kube.VerbDelete || w.Path[0] == r.Path[0] || !mayBeSame(w, r) || !after(w.Path[0])
	})
	if len(writes) == 0 {
		return nil
	}
	for _, results := range in.reported(r).exits {
		missing, found, ok := in.sides(absence{r.Path[0], results}, nowhere)
		for _, first := range writes {
			now, then := missing, found
			if first.Verb == kube.VerbDelete {
				now, then = found, missing
			}
			if write := first.Path[0]; ok && now.done[write] && !then.done[write] && !then.cut {
				if first.Verb != kube.VerbDelete || !in.remade(first) {
					out = append(out, settled{first: first, found: r.Path[0], done: in.afterWrite(first, 0), idle: then})
				}
			}
		}
	}
	return out
}

// settledByItself returns what a function does where it creates what is there already, if it takes that for done.
func (in *Info) settledByItself(first *Op) []settled {
	results := success(first.Path[0])
	n := len(results) - 1
	if len(first.Path) > 1 || n < 0 || results[n] != zero || first.Path[0].Value() == nil {
		return nil
	}
	results[n] = nonzero
	exists := in.after(first.Path[0], results, kube.AlreadyExists, nowhere)
	if exists.cut || exists.onlyFails() {
		return nil
	}
	return []settled{{first: first, found: first.Path[0], done: in.afterWrite(first, 0), idle: exists}}
}

// settledByMark returns the branches on which a function finds what a write stores.
func (in *Info) settledByMark(fn *ssa.Function, first *Op) (out []settled) {
	h := in.footprints.Object(fn, first.pointer)
	if h == nil {
		return nil
	}
	write := first.Path[0]
	changes := in.changesBefore(fn, h, write)
	if len(changes) == 0 {
		return nil
	}
	for b := write.Block(); b.Idom() != nil; b = b.Idom() {
		branch, ok := ir.Last(b.Idom()).(*ssa.If)
		if !ok || len(b.Preds) != 1 {
			continue
		}
		cond, holds := branch.Cond, b.Idom().Succs[1] == b
		for not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT; not, ok = cond.(*ssa.UnOp) {
			cond, holds = not.X, !holds
		}
		for _, by := range changes {
			says, _ := by.(ssa.Value)
			if !b.Dominates(by.Block()) && (says != cond || !addsFinalizerCall(by)) {
				continue
			}
			if fields := in.foundAgain(fn, h, by, cond, holds); fields != nil {
				idle := in.side(choice{branch: branch}, slices.Index(b.Idom().Succs, b)^1)
				out = append(out, settled{first: first, found: branch, mark: fields, done: in.afterWrite(first, 0), idle: idle})
				break
			}
		}
	}
	return slices.DeleteFunc(out, func(s settled) bool { return s.idle.cut })
}

// maxMarks bounds how many changes before a write are asked whether they are marks.
const maxMarks = 16

// changesBefore returns what certainly changes an object before it is written.
func (in *Info) changesBefore(fn *ssa.Function, h *footprint.Object, write ssa.Instruction) (out []ssa.Instruction) {
	for by := range ir.All[ssa.Instruction](fn.Blocks) {
		if t := h.At[by]; t != nil && len(t.Sets) > 0 && by != write && ir.Before(by, write) && len(out) < maxMarks {
			out = append(out, by)
		}
	}
	return out
}

// settledInside returns the writes of a function by which that sees the next time that there is nothing to do, and says so to
// the function of a call.
func (in *Info) settledInside(callee *ssa.Function, call ssa.CallInstruction) (out []settled) {
	for _, inner := range in.questions.settled.Of(callee) {
		if comesBack(inner.first, call) || call.Value() == nil || len(inner.first.Path) > maxLifted {
			continue
		}
		done, idle := inner.done.results(), inner.idle.results()
		if len(done) == 0 || len(idle) == 0 || slices.ContainsFunc(slices.Collect(maps.Keys(done)), func(results string) bool { return idle[results] }) {
			continue // it doesn't say which it was
		}
		s := settled{first: in.lifted(inner.first, callee, call), found: inner.found, mark: inner.mark, done: in.afterAll(call, done), idle: in.afterAll(call, idle)}
		if !s.done.cut && !s.idle.cut {
			out = append(out, s)
		}
	}
	return out
}

// maxLifted is through how many calls a function may say that it has made the first write.
const maxLifted = 3

// results returns the ways in which a function ends in an arm.
func (a arm) results() map[string]bool {
	all := map[string]bool{}
	for _, results := range a.exits {
		all[knot(results)] = true
	}
	return all
}

// afterAll returns what comes after a call that ends in one of some ways.
func (in *Info) afterAll(call ssa.CallInstruction, ways map[string]bool) arm {
	all := newArm()
	for way := range ways {
		results := unknot(way)
		if len(results) != call.Common().Signature().Results().Len() {
			return arm{cut: true}
		}
		one := in.after(call, results, kube.NoTest, nowhere)
		maps.Copy(all.done, one.done)
		maps.Copy(all.exits, one.exits)
		maps.Copy(all.failures, one.failures)
		all.cut = all.cut || one.cut
	}
	return all
}

// mayBeSame tells whether what is written may be what a read looked for. Of what is created it is enough that it is of the kind,
// where the function itself has asked, and the names are not known to be two.
func mayBeSame(write, read *Op) bool {
	fixed := func(op *Op) bool { return len(op.keys) == 1 && isFixed(op.keys[0]) }
	return SameObject(write, read) || write.Verb == kube.VerbCreate && len(read.Path) == 1 && sameKind(write, read) && (!fixed(write) || !fixed(read))
}

// isFixed tells whether nothing in a term is computed.
func isFixed(t *identity.Term) bool {
	return t.Kind == identity.ConstTerm || len(t.Args) > 0 && !slices.ContainsFunc(t.Args, func(a *identity.Term) bool { return !isFixed(a) })
}

// undoes tells whether a function changes or deletes what the first write has made when the second fails.
func (in *Info) undoes(second, first *Op) bool {
	for _, call := range second.Path {
		w, s := in.outcome(call, nonzero)
		failed := in.arm(w, choice{})
		w.run(s)
		for instr := range failed.done {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if _, writes := in.At(call); slices.ContainsFunc(writes, func(op *Op) bool { return sameKind(op, first) && op.Verb != kube.VerbCreate }) {
				return true
			}
		}
	}
	return false
}

// repeats tells whether another write than those after the first one may make up for a second one that failed.
func (in *Info) repeats(w *Op, s settled) bool {
	for _, fn := range in.Functions {
		f := in.of(fn)
		for _, e := range slices.Concat(ir.Map(f.calls, func(call ssa.CallInstruction) *event { return f.events[call] }), f.deferred) {
			for _, x := range e.exits {
				if len(x.writes) == maxOps || slices.ContainsFunc(x.writes, func(op *Op) bool { return in.makesUp(op, w, fn) && !in.isOnlyAfter(op.Path, s, maxCallers) }) {
					return true
				}
			}
		}
	}
	return false
}

// makesUp tells whether a write in a function may do what another one was to do, for all that is known of its object. What
// creates another object of the kind does so only if one reconcile comes to both.
func (in *Info) makesUp(op, w *Op, fn *ssa.Function) bool {
	if !op.What.Kind.Known() {
		return len(in.lazy.Index().Callers(fn)) == 0 // they know of what kind it is
	}
	if !sameKind(op, w) || op.Sub != w.Sub {
		return false
	}
	switch {
	case op.Verb == kube.VerbDelete || op.Verb == kube.VerbDeleteAll || w.Verb == kube.VerbDelete || w.Verb == kube.VerbDeleteAll:
		return op.Verb == w.Verb
	case w.Verb == kube.VerbCreate:
		return op.Verb != kube.VerbUpdate && in.shareRoot(fn, w.Path[0].Parent())
	}
	return op.Verb != kube.VerbCreate
}

// shareRoot tells whether two functions are come to from one that nothing in the package calls.
func (in *Info) shareRoot(a, b *ssa.Function) bool {
	of := in.roots.Of(b, in.findRoots)
	for root := range in.roots.Of(a, in.findRoots) {
		if of[root] {
			return true
		}
	}
	return false
}

func (in *Info) findRoots(fn *ssa.Function) map[*ssa.Function]bool {
	roots := ir.Reachable(in.above, fn)
	maps.DeleteFunc(roots, func(fn *ssa.Function, _ bool) bool { return len(in.above(fn)) > 0 })
	return roots
}

// above returns the functions that call one, or have it as a literal.
func (in *Info) above(fn *ssa.Function) []*ssa.Function {
	out := ir.Map(in.lazy.Index().Callers(fn), func(call ssa.CallInstruction) *ssa.Function { return call.Parent() })
	if fn.Parent() != nil {
		out = append(out, fn.Parent())
	}
	return out
}

// isOnlyAfter tells whether what some calls lead to is done after the first write only, or with it.
func (in *Info) isOnlyAfter(path []ssa.CallInstruction, s settled, left int) bool {
	if slices.ContainsFunc(path, func(call ssa.CallInstruction) bool {
		return slices.Contains(s.first.Path, call) || s.done.done[call] && !s.idle.done[call]
	}) {
		return true
	}
	callers := in.lazy.Index().Callers(path[0].Parent())
	return left > 0 && len(callers) > 0 && !slices.ContainsFunc(callers, func(call ssa.CallInstruction) bool {
		return !in.isOnlyAfter([]ssa.CallInstruction{call}, s, left/2)
	})
}
