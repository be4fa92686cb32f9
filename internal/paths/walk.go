package paths

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A state is one point of a walk: where it is, and what is known there.
type state struct {
	block   *ssa.BasicBlock
	index   int // of the next instruction
	facts   map[ssa.Value]abs
	writes  []*Op             // that are still to be seen by a cache
	crossed []*ssa.BasicBlock // heads of loops that went round since
	marks   marks
	fate    fate // of the change that a walk follows
}

// marks are what a walk along a failed write has passed.
type marks struct {
	Conflict bool // a test that the error is a conflict was true
	Exists   bool // a test that the error is AlreadyExists was true
	Missing  bool // a test that the error is NotFound was true
	Other    bool // a test that the error is anything but a conflict was true
	Read     *Op  // the read that came after
}

// tests are the results of the tests.
func (m marks) tests() [4]bool { return [4]bool{m.Conflict, m.Exists, m.Missing, m.Other} }

func (s *state) clone() *state {
	c := *s
	c.facts = make(map[ssa.Value]abs, len(s.facts))
	for k, v := range s.facts {
		c.facts[k] = v
	}
	return &c
}

func (s *state) key(ids map[ssa.Value]int) string {
	parts := make([]string, 0, len(s.facts))
	for v, a := range s.facts {
		n, ok := ids[v]
		if !ok {
			n = len(ids)
			ids[v] = n
		}
		parts = append(parts, fmt.Sprintf("%d=%d", n, a))
	}
	slices.Sort(parts)
	var b strings.Builder
	fmt.Fprintf(&b, "%d;%d;%d;%v%p%s;", s.block.Index, len(s.writes), len(s.crossed), s.marks.tests(), s.marks.Read, s.fate.key())
	for _, p := range parts {
		b.WriteString(p)
		b.WriteByte(',')
	}
	return b.String()
}

// maxStates bounds a walk: what lies further is not seen.
const maxStates = 400

// A walker follows the paths of a function from a call on.
type walker struct {
	in     *Info
	fn     *function
	from   ssa.Instruction
	fails  bool // along the paths on which the write or read failed
	seen   map[string]bool
	ids    map[ssa.Value]int
	todo   []*state
	enough bool   // nothing more is wanted
	cut    bool   // a path was left before its end
	trail  *trail // of a change, if it is one that is followed and no write
	onRead func(s *state, r *Op)
	// each is called before each instruction; false ends the path.
	each func(s *state, instr ssa.Instruction) bool
	// test is what is known of the error of the failed call, if anything is.
	test kube.Test
	// onAgain is called where a path comes back to where the walk began.
	onAgain func(s *state)
	onCall  func(s *state, e *event)
	onExit  func(s *state, ret *ssa.Return)
}

// run walks all paths from the state.
func (w *walker) run(start *state) {
	w.seen, w.ids = map[string]bool{}, map[ssa.Value]int{}
	w.todo = append(w.todo, start)
	w.walk()
}

// take walks all paths from one side of a branch on.
func (w *walker) take(s *state, branch *ssa.If, side int) {
	w.seen, w.ids = map[string]bool{}, map[ssa.Value]int{}
	w.learn(s, branch.Cond, [2]abs{nonzero, zero}[side])
	w.enter(s, branch.Block().Succs[side])
	w.walk()
}

// gaveUp tells whether there are paths that were not walked to their ends.
func (w *walker) gaveUp() bool { return w.cut || len(w.seen) >= maxStates }

func (w *walker) walk() {
	for len(w.todo) > 0 && len(w.seen) < maxStates && !w.enough {
		s := w.todo[len(w.todo)-1]
		w.todo = w.todo[:len(w.todo)-1]
		w.block(s)
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
		w.rename(s, i)
		if alloc, ok := i.Addr.(*ssa.Alloc); ok {
			set(s.facts, alloc, w.eval(s, i.Val))
		}
	case *ssa.UnOp:
		if alloc, ok := i.X.(*ssa.Alloc); ok && i.Op == token.MUL {
			set(s.facts, i, s.facts[alloc])
		}
	case *ssa.RunDefers:
		if w.trail != nil {
			return w.trail.deferred(w, s)
		}
		for _, e := range w.fn.deferred {
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
		return instr != w.from
	}
	return true
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
	object := variable(store.Addr)
	if f, ok := store.Addr.(*ssa.FieldAddr); ok {
		if name := ir.Field(f.X.Type(), f.Field).Name(); name != "Name" && name != "Namespace" {
			return
		}
		object = variable(f.X)
	} else if _, isStruct := store.Val.Type().Underlying().(*types.Struct); !isStruct {
		return
	}
	t := w.in.terms.of(object)
	s.writes = slices.DeleteFunc(slices.Clone(s.writes), func(op *Op) bool { return sameTerm(op.object, t) })
}

func set(facts map[ssa.Value]abs, v ssa.Value, a abs) {
	if a == anything {
		delete(facts, v)
	} else {
		facts[v] = a
	}
}

// event walks over a call that reads, writes or waits; false if the path need not be followed any further.
func (w *walker) event(s *state, e *event) bool {
	for _, r := range e.first {
		w.onRead(s, r)
	}
	if len(e.waits) > 0 {
		s.writes = slices.DeleteFunc(slices.Clone(s.writes), func(op *Op) bool {
			return slices.ContainsFunc(e.waits, func(r *Op) bool { return sameKind(op, r) })
		})
	}
	if e.waitLoop != nil && (!e.waitLoop[w.from.Block()] || slices.ContainsFunc(s.crossed, func(head *ssa.BasicBlock) bool { return e.waitLoop[head] })) {
		s.writes = slices.DeleteFunc(slices.Clone(s.writes), func(op *Op) bool {
			return slices.ContainsFunc(e.reads, func(r *Op) bool { return sameKind(op, r) })
		})
	}
	for _, r := range e.reads {
		w.onRead(s, r)
	}
	return len(s.writes) > 0
}

// enter goes on in a block, and works out its phis.
func (w *walker) enter(s *state, to *ssa.BasicBlock) {
	next := s.clone()
	from := -1
	for i, p := range to.Preds {
		if p == s.block {
			from = i
		}
	}
	values := map[ssa.Value]abs{}
	for _, instr := range to.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		values[phi] = w.eval(s, phi.Edges[from])
	}
	for v, a := range values {
		set(next.facts, v, a)
	}
	for v := range next.facts {
		if !w.in.alive(v, to) {
			delete(next.facts, v)
		}
	}
	if to.Dominates(s.block) && !slices.Contains(next.crossed, to) {
		if w.in.waitsForWork(to) {
			return // the next round is about another event
		}
		next.crossed = append(slices.Clone(next.crossed), to)
	}
	next.block, next.index = to, 0
	if key := next.key(w.ids); !w.seen[key] {
		w.seen[key] = true
		w.todo = append(w.todo, next)
	}
}

// branch goes on in those successors that what is known allows for.
func (w *walker) branch(s *state, i *ssa.If) {
	known := w.eval(s, i.Cond)
	if known == anything && w.trail == nil && w.verdict(s, i.Cond, 6) {
		w.cut = true
		return // what the function that has written says of it can't be understood
	}
	if known == anything && w.trail != nil && w.trail.asks(s, i.Cond) {
		return
	}
	if known != zero {
		next := s.clone()
		if known == anything {
			w.learn(next, i.Cond, nonzero)
		}
		w.mark(next, i.Cond, nonzero)
		w.deleting(next, i.Cond, nonzero)
		w.caughtUp(next, i.Cond, nonzero)
		w.enter(next, s.block.Succs[0])
	}
	if known != nonzero {
		next := s.clone()
		if known == anything {
			w.learn(next, i.Cond, zero)
		}
		w.mark(next, i.Cond, zero)
		w.deleting(next, i.Cond, zero)
		w.caughtUp(next, i.Cond, zero)
		w.enter(next, s.block.Succs[1])
	}
}

// verdict tells whether a condition hangs on a result of the call which the walk began at, and that says something of
// what was done: neither an error nor an object.
func (w *walker) verdict(s *state, v ssa.Value, depth int) bool {
	if depth == 0 {
		return false
	}
	call, _ := w.from.(ssa.Value)
	switch v := v.(type) {
	case *ssa.Extract:
		if v.Tuple == call {
			return says(v.Type()) && w.eval(s, v) == anything
		}
	case *ssa.Call:
		if ssa.Value(v) == call {
			return says(v.Type()) && w.eval(s, v) == anything
		}
		return slices.ContainsFunc(v.Call.Args, func(a ssa.Value) bool { return w.verdict(s, a, depth-1) })
	case *ssa.UnOp:
		return w.verdict(s, v.X, depth-1)
	case *ssa.BinOp:
		return w.verdict(s, v.X, depth-1) || w.verdict(s, v.Y, depth-1)
	case *ssa.Field:
		return w.verdict(s, v.X, depth-1)
	case *ssa.FieldAddr:
		return w.verdict(s, v.X, depth-1)
	case *ssa.MakeInterface:
		return w.verdict(s, v.X, depth-1)
	case *ssa.Alloc:
		return slices.ContainsFunc(*v.Referrers(), func(ref ssa.Instruction) bool {
			store, ok := ref.(*ssa.Store)
			return ok && store.Addr == ssa.Value(v) && w.verdict(s, store.Val, depth-1)
		})
	}
	return false
}

// says tells whether a result of the type is made to tell the caller what to do next.
func says(t types.Type) bool { return !isError(t) && !kube.IsObject(t) }

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
		if isZero(x) {
			x = c.Y
		} else if !isZero(c.Y) {
			return
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

// deleting drops the writes that add a finalizer, where the condition says that the object is being deleted: it had one
// already.
func (w *walker) deleting(s *state, cond ssa.Value, a abs) {
	if not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT {
		cond, a = not.X, a.not()
	}
	deleted := false
	switch c := cond.(type) {
	case *ssa.Call: // DeletionTimestamp.IsZero()
		obj := ir.Called(c.Common())
		deleted = obj != nil && kube.IsZeroTest(kube.SymbolOf(obj)) && len(c.Call.Args) > 0 && isDeletion(c.Call.Args[0]) && a == zero
		deleted = deleted || obj != nil && kube.IsDeletionName(obj.Name()) && a == nonzero
	case *ssa.BinOp:
		if isDeletion(c.X) && isZero(c.Y) {
			deleted = c.Op == token.NEQ && a == nonzero || c.Op == token.EQL && a == zero
		}
	}
	if deleted {
		s.writes = slices.DeleteFunc(slices.Clone(s.writes), func(op *Op) bool { return op.Finalizer })
	}
}

// isDeletion tells whether a value is an object's deletion timestamp.
func isDeletion(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.UnOp:
		return isDeletion(v.X)
	case *ssa.FieldAddr:
		return ir.Field(v.X.Type(), v.Field).Name() == "DeletionTimestamp"
	case *ssa.Call:
		obj := ir.Called(v.Common())
		return obj != nil && obj.Name() == "GetDeletionTimestamp"
	}
	return false
}

// mark notes that the error of the failed write or read was found to be of a sort.
func (w *walker) mark(s *state, cond ssa.Value, a abs) {
	if not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT {
		cond, a = not.X, a.not()
	}
	call, ok := cond.(*ssa.Call)
	if !ok || !w.fails || a != nonzero || len(call.Call.Args) != 1 || w.eval(s, call.Call.Args[0]) != nonzero {
		return
	}
	obj := ir.Called(call.Common())
	if obj == nil {
		return
	}
	test := kube.ErrorTest(kube.SymbolOf(obj))
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
