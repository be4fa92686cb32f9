package paths

import (
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// maxStates bounds a walk from one place, and maxVariants what is known at the beginning of one block, for a walk from
// several: what lies further is not seen.
const (
	maxStates   = 400
	maxVariants = 40
)

// A walker follows the paths of a function from one or more calls on. Writes that come to the same place go on together.
type walker struct {
	in     *Info
	fn     *function
	from   ssa.Instruction // nil if there are several
	fails  bool            // along the paths on which the write or read failed
	places map[string]*place
	ids    map[ssa.Value]int
	todo   []*state // what comes first in the function last
	known  map[*ssa.BasicBlock]int
	cut    bool   // a path was left before its end
	again  bool   // a path came to the branch once more from which the walk began
	trail  *trail // of a change, if it is one that is followed and no write
	onRead func(s *state, r *Op)
	// onAgain is called where a path comes back to where the walk began.
	onAgain func(s *state)
	onCall  func(s *state, e *event)
	onExit  func(s *state, ret *ssa.Return)
	// each is called before each instruction; false ends the path.
	each func(s *state, instr ssa.Instruction) bool
	// test is what is known of the error of the failed call, if anything is.
	test     kube.Test
	earlier  []ssa.Value  // the errors that were known before the walk began, in no order
	literals []*ssa.Alloc // which are being looked into
	// idle tells whether nothing that is asked for can come of a path any more.
	idle func(s *state) bool
}

// run walks all paths from the states.
func (w *walker) run(starts ...*state) {
	w.begin()
	for _, s := range starts {
		w.add(s)
	}
	w.walk()
}

// take walks all paths from one side of a branch on.
func (w *walker) take(s *state, branch *ssa.If, side int) {
	w.begin()
	w.learn(s, branch.Cond, sides[side])
	w.enter(s, branch.Block().Succs[side])
	w.walk()
}

func (w *walker) begin() {
	w.places, w.ids, w.known = map[string]*place{}, map[ssa.Value]int{}, map[*ssa.BasicBlock]int{}
}

func (w *walker) walk() {
	for len(w.todo) > 0 && !w.full() {
		s := w.todo[len(w.todo)-1]
		w.todo = w.todo[:len(w.todo)-1]
		if s.place != nil {
			s.place.waiting = nil
		}
		w.block(s)
	}
}

// full tells whether a walk from one place has gone as far as it may.
func (w *walker) full() bool { return w.from != nil && len(w.places) >= maxStates }

// mayComeBack tells whether a path may come back to where the walk began.
func (w *walker) mayComeBack(s *state) bool {
	from := w.from.Block()
	return s.block == from || w.in.reachOf(from.Parent()).Reaches(s.block, from)
}

// add puts a state on the list.
func (w *walker) add(s *state) {
	order := w.fn.order()
	at, _ := slices.BinarySearchFunc(w.todo, order[s.block], func(other *state, n int) int { return n - order[other.block] })
	w.todo = slices.Insert(w.todo, at, s)
}

// come puts a state at the beginning of its block on the list, with the writes that have not come there before.
func (w *walker) come(s *state) {
	key := s.key(w.ids)
	p := w.places[key]
	if p == nil {
		if w.known[s.block]++; w.from == nil && w.known[s.block] > maxVariants {
			return
		}
		p = &place{came: map[arrival]bool{}}
		w.places[key] = p
	}
	var fresh []carried
	for _, c := range s.writes {
		if a := (arrival{c.op, c.since, len(c.crossed)}); !p.came[a] {
			p.came[a] = true
			fresh = append(fresh, c)
		}
	}
	switch {
	case len(fresh) == 0:
	case p.waiting != nil:
		p.waiting.writes = append(p.waiting.writes, fresh...)
	default:
		s.writes, s.place, p.waiting = fresh, p, s
		w.add(s)
	}
}

// block walks the rest of a block, and puts what follows on the list.
func (w *walker) block(s *state) {
	if !w.in.questions.solver.Step() {
		return
	}
	for ; s.index < len(s.block.Instrs); s.index++ {
		if !w.instr(s, s.block.Instrs[s.index]) {
			return
		}
	}
	switch last := s.block.Instrs[len(s.block.Instrs)-1].(type) {
	case *ssa.If:
		w.branch(s, last)
	case *ssa.Jump:
		w.enter(s, s.block.Succs[0])
	}
}

// instr walks one instruction; false if the path ends there.
func (w *walker) instr(s *state, instr ssa.Instruction) bool {
	w.forget(s, instr)
	if w.each != nil && !w.each(s, instr) || w.trail != nil && !w.trail.touch(s, instr) {
		return false
	}
	switch i := instr.(type) {
	case *ssa.Store:
		w.store(s, i)
	case *ssa.UnOp:
		if i.Op == token.MUL {
			w.load(s, i)
		}
	case *ssa.RunDefers:
		if w.trail != nil {
			return w.trail.deferred(w, s, i)
		}
		for _, e := range w.fn.deferredAt(i) {
			if !w.event(s, e) {
				w.cut = true
				return false
			}
		}
	case *ssa.Return:
		if w.onExit != nil {
			w.onExit(s, i)
		}
		return false
	case ssa.CallInstruction:
		maps.DeleteFunc(s.facts, func(v ssa.Value, _ abs) bool { _, captured := v.(*ssa.FreeVar); return captured })
		w.handsOnSlots(s, i)
		if w.trail != nil {
			return w.trail.call(w, s, i)
		}
		if e := w.fn.events[i]; e != nil {
			if !w.event(s, e) {
				w.cut = true
				return false
			}
			if w.onCall != nil {
				w.onCall(s, e)
			}
		}
		if instr == w.from && w.onAgain != nil {
			w.onAgain(s)
		}
		s.drop(func(c carried) bool { return c.since.at == instr })
		return len(s.writes) > 0
	}
	return true
}

// store notes what is in a variable or a field from a store on.
func (w *walker) store(s *state, store *ssa.Store) {
	w.rename(s, store)
	w.fills(s, store)
	if isVariable(store.Addr) {
		set(s.facts, store.Addr, w.eval(s, store.Val))
	} else if field, ok := store.Addr.(*ssa.FieldAddr); ok && s.facts[field.X].isShape() {
		delete(s.facts, field.X)
	}
}

// load notes what a load returns of a variable or a slot, of which it is known by now.
func (w *walker) load(s *state, load *ssa.UnOp) {
	if isVariable(load.X) {
		set(s.facts, load, s.facts[load.X])
	} else if from := w.in.slotOf(load.X); from != nil && s.facts[from] != unchanged && s.facts[from] != anything {
		set(s.facts, load, s.facts[from])
	}
}

// isVariable tells whether an address is of a variable of the function, or one that a function literal captures, of which
// is known what is in it as long as control is in one block.
func isVariable(addr ssa.Value) bool {
	switch addr.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
		return true
	}
	return false
}

// forget drops what was known of the value of an instruction that is executed once more.
func (w *walker) forget(s *state, instr ssa.Instruction) {
	switch v := instr.(type) {
	case *ssa.Phi, *ssa.Extract: // which go with the block and the call
	case *ssa.Call:
		know(s, v, make([]abs, v.Call.Signature().Results().Len()))
	case ssa.Value:
		delete(s.facts, v)
	}
}

// rename drops the writes of an object that gets another name, or that another object replaces in its variable.
func (w *walker) rename(s *state, store *ssa.Store) {
	object := identity.Variable(store.Addr)
	if f, ok := store.Addr.(*ssa.FieldAddr); ok {
		if name := ir.Field(f.X.Type(), f.Field).Name(); name != "Name" && name != "Namespace" {
			return
		}
		object = identity.Variable(f.X)
	} else if !ir.IsStruct(store.Val.Type()) {
		return
	}
	t := w.in.objects.Term(object)
	s.drop(func(c carried) bool { return identity.Same(c.op.object, t) })
}

// event walks over a call that reads, writes or waits; false if the path need not be followed any further.
func (w *walker) event(s *state, e *event) bool {
	for _, r := range e.first {
		w.reads(s, r)
	}
	if len(e.waits)+len(e.slept) > 0 {
		s.drop(func(c carried) bool {
			return mayWait(e.waits, c.op) || slices.ContainsFunc(e.slept, func(r *Op) bool { return SameObject(c.op, r) })
		})
	}
	if e.waitLoop != nil {
		s.drop(func(c carried) bool {
			return e.sleepsAfter(c) && anyOfKind(e.reads, c.op) && (e.sleepsLong(w.in) || !w.in.endsWithout(e, c.op))
		})
	}
	for _, r := range e.reads {
		w.reads(s, r)
	}
	return len(s.writes) > 0
}

// reads tells of a read, as long as there are writes that it may not see, and if it is done after them.
func (w *walker) reads(s *state, r *Op) {
	if len(s.writes) > 0 && (w.fails || !w.withholds(s, r)) {
		w.onRead(s, r)
	}
}

// mayWait tells whether a wait may be for the cache to have a write: one of which it isn't known for what may be.
func mayWait(waits []*Op, write *Op) bool {
	return slices.ContainsFunc(waits, func(r *Op) bool { return sameKind(write, r) || !r.What.Kind.Known() })
}

func anyOfKind(reads []*Op, write *Op) bool {
	return slices.ContainsFunc(reads, func(r *Op) bool { return sameKind(write, r) })
}

// sleepsAfter tells whether the loop around a call that reads has slept since a write.
func (e *event) sleepsAfter(c carried) bool {
	return !e.waitLoop[c.since.at.Block()] || slices.ContainsFunc(c.crossed, func(head *ssa.BasicBlock) bool { return e.waitLoop[head] })
}

// enter goes on in a block, and works out its phis. The state is the new block's then.
func (w *walker) enter(s *state, to *ssa.BasicBlock) {
	before := s.block
	from := slices.Index(to.Preds, before)
	var phis []*ssa.Phi
	var values []abs
	for _, instr := range to.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		phis, values = append(phis, phi), append(values, w.eval(s, phi.Edges[from]))
	}
	for i, phi := range phis {
		set(s.facts, phi, values[i])
	}
	for v := range s.facts {
		if !w.in.alive(v, to) {
			delete(s.facts, v)
		}
	}
	if to.Dominates(before) {
		w.round(s, to)
	}
	if s.block, s.index, s.place = to, 0, nil; w.idle == nil || !w.idle(s) {
		w.come(s)
	}
}

// round notes that a loop goes round. If each round waits for work, the next one is about another event.
func (w *walker) round(s *state, head *ssa.BasicBlock) {
	waits, loop := w.in.waitsForWork(head), w.in.loopFrom(head)
	writes := s.writes
	s.writes = nil
	for _, c := range writes {
		if !slices.Contains(c.crossed, head) {
			if waits {
				continue
			}
			if loop[c.since.at.Block()] {
				c.crossed = append(slices.Clone(c.crossed), head)
			}
		}
		s.writes = append(s.writes, c)
	}
}

// branch goes on in those successors that what is known allows for.
func (w *walker) branch(s *state, i *ssa.If) {
	known := w.eval(s, i.Cond)
	if known == anything && w.trail == nil {
		// What a function that has written says of it can't be understood.
		if calls := w.verdict(s, i.Cond, 6); len(calls) > 0 {
			before := len(s.writes)
			s.drop(func(c carried) bool { return slices.Contains(calls, c.since.at) })
			w.cut = w.cut || len(s.writes) < before
			if len(s.writes) == 0 {
				return
			}
		}
	}
	if known == anything && w.trail != nil && w.trail.asks(s, i.Cond) {
		return
	}
	for side, a := range sides {
		if known == a.not() {
			continue
		}
		next := s.clone()
		if known == anything {
			w.learn(next, i.Cond, a)
		}
		cond := i.Cond
		if not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT {
			cond, a = not.X, a.not()
		}
		w.mark(next, cond, a)
		w.deleting(next, cond, a)
		w.caughtUp(next, cond, a)
		w.enter(next, s.block.Succs[side])
	}
}

// sides are what a condition is on the sides of a branch.
var sides = [2]abs{nonzero, zero}

// verdict returns the calls on whose results a condition hangs, and that say something of what was done: neither an error
// nor an object.
func (w *walker) verdict(s *state, v ssa.Value, depth int) []ssa.Instruction {
	if depth == 0 {
		return nil
	}
	further := func(x ssa.Value) []ssa.Instruction { return w.verdict(s, x, depth-1) }
	var from []ssa.Value
	switch v := v.(type) {
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok && says(v.Type()) && w.eval(s, v) == anything {
			return []ssa.Instruction{call}
		}
	case *ssa.Call:
		if says(v.Type()) && w.eval(s, v) == anything {
			return append([]ssa.Instruction{v}, ir.FlatMap(v.Call.Args, further)...)
		}
		from = v.Call.Args
	case *ssa.UnOp, *ssa.BinOp, *ssa.Field, *ssa.FieldAddr, *ssa.MakeInterface:
		from = ir.Map(v.(ssa.Instruction).Operands(nil), func(o *ssa.Value) ssa.Value { return *o })
	case *ssa.Alloc:
		from = ir.StoredAt(v)
	}
	return ir.FlatMap(from, further)
}

// says tells whether a result of the type is made to tell the caller what to do next.
func says(t types.Type) bool { return !kube.IsError(t) && !kube.IsObject(t) }

// learn notes what a condition says of the values in it, if they are used again.
func (w *walker) learn(s *state, cond ssa.Value, a abs) {
	if guard, again := w.in.guard(cond); again {
		set(s.facts, guard, a)
	}
	switch c := cond.(type) {
	case *ssa.UnOp:
		if c.Op == token.NOT {
			w.learn(s, c.X, a.not())
		}
	case *ssa.BinOp:
		x := c.X
		if ir.IsNone(x) {
			x = c.Y
		} else if !ir.IsNone(c.Y) {
			if is := w.eval(s, c.Y); is.isConstant() && used(x) > 1 && (c.Op == token.EQL && a == nonzero || c.Op == token.NEQ && a == zero) {
				set(s.facts, x, is)
			}
			return
		}
		if c.Op == token.NEQ && a == nonzero || c.Op == token.EQL && a == zero {
			w.beside(s, x)
		}
		if used(x) < 2 {
			return
		}
		switch c.Op {
		case token.EQL:
			set(s.facts, x, a.not())
		case token.NEQ:
			set(s.facts, x, a)
		}
	}
}

func used(v ssa.Value) int {
	if refs := v.Referrers(); refs != nil {
		return len(*refs)
	}
	return 0
}

// mark notes that the error of the failed write or read was found to be of a sort.
func (w *walker) mark(s *state, cond ssa.Value, a abs) {
	call, ok := cond.(*ssa.Call)
	if !ok || !w.fails || !a.isSet() || len(call.Call.Args) != 1 || !w.eval(s, call.Call.Args[0]).isSet() {
		return
	}
	test := kube.ErrorTest(ir.Symbol(call.Common()))
	switch test {
	case kube.Conflict:
		s.marks.Conflict = true
	case kube.AlreadyExists:
		s.marks.Exists = true
	case kube.NotFound:
		s.marks.Missing = true
	}
	s.marks.Other = s.marks.Other || test != kube.NoTest && test != kube.Conflict
}
