package paths

import (
	"go/constant"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/domain/use"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A Comeback is what brings a reconcile back at once when it has created something, before a cache may have that: one of these.
type Comeback struct {
	Write  *Op         // of the object that is reconciled, of whose events the controller hears
	Return *ssa.Return // that asks for it
	Add    *ssa.Call   // which puts the key on the queue from which a worker has taken it
}

// reconcile is the name of the method that a controller calls.
const reconcile = "Reconcile"

// Comebacks returns what a reconcile, or the worker of a queue, lists to see whether something is to be created, and creates then under
// a name that is another one each time, with what brings it back at once: the list of the next reconcile may be without it.
func (in *Info) Comebacks(fn *ssa.Function) (out []*Pair) {
	taken := takenIn(fn)
	if taken == nil && !isReconcile(fn) {
		return nil
	}
	writes := in.Writes(fn)
	if taken != nil { // most workers don't return
		writes = nil
		for _, call := range in.of(fn).calls {
			_, at := in.At(call)
			writes = addOps(writes, at...)
		}
	}
	if len(writes) >= maxOps {
		return nil // there may be others, that make up for it
	}
	for _, create := range writes {
		if create.Verb != kube.VerbCreate || !create.Unique || !create.What.Kind.Known() {
			continue
		}
		lists := slices.DeleteFunc(slices.Clone(in.of(fn).reads), func(r *Op) bool {
			return r.Verb != kube.VerbList || !in.comesFirst(r, create) || !in.sees(create, r, nil) || in.unselected(create, r) || eachSelected(create, r)
		})
		if len(lists) == 0 {
			continue
		}
		back := in.comeback(create, taken)
		if back == nil {
			continue
		}
		for _, list := range in.hingesOn(create, lists) {
			out = append(out, &Pair{Write: create, Read: list, Back: back})
		}
	}
	return out
}

// isReconcile tells whether a function is the method that a controller calls.
func isReconcile(fn *ssa.Function) bool {
	return fn.Name() == reconcile && fn.Signature.Recv() != nil && kube.Reconciles(fn.Signature.Recv().Type())
}

// takenIn returns the call by which a function takes a key off a work queue; nil if there is none, or more than one.
func takenIn(fn *ssa.Function) (taken *ssa.Call) {
	for call := range ir.All[*ssa.Call](fn.Blocks) {
		if !kube.TakesWork(ir.Symbol(call.Common())) {
			continue
		}
		if taken != nil {
			return nil
		}
		taken = call
	}
	return taken
}

// comesFirst tells whether an operation of a function may come before another.
func (in *Info) comesFirst(first, then *Op) bool {
	for n := range min(len(first.Path), len(then.Path)) {
		if first.Path[n] != then.Path[n] {
			return first.Path[n].Parent() == then.Path[n].Parent() && ir.MayPrecede(then.Path[n])(first.Path[n])
		}
	}
	return false
}

// comeback returns what brings a reconcile back at once on a path on which it has created something, unless it waits for the
// cache to have that; nil if nothing is seen to. taken is the call that takes the key, if it is a worker's.
func (in *Info) comeback(create *Op, taken *ssa.Call) *Comeback {
	root := create.Path[0].Parent()
	var object kind.Kind
	if isReconcile(root) {
		if watched := use.Reconciled(in.lazy, root.Signature.Recv().Type()); watched != nil {
			object = in.kindOf(watched).Kind
		}
	}
	var back *Comeback
	for n := len(create.Path) - 1; n >= 0; n-- {
		l := &behind{in: in, create: create, n: n, object: object, taken: taken, asked: back != nil && back.Return != nil}
		l.walk()
		switch {
		case !l.ends:
			return nil // it waits, or fails in any case
		case back != nil && back.Return == nil:
		case l.write != nil:
			back = &Comeback{Write: l.write}
		case l.added != nil:
			back = &Comeback{Add: l.added}
		case l.result == nil: // nobody hears what a function asks for
			back = nil
		case back == nil:
			back = &Comeback{Return: l.result}
		}
	}
	return back
}

// A behind is what comes after a create in one of the functions that lead there.
type behind struct {
	in     *Info
	create *Op
	n      int       // of the call in the create's path
	object kind.Kind // that is reconciled, if every event of it brings the reconcile back
	taken  *ssa.Call // by which the worker has the key, if it is one
	asked  bool      // the call returns a result that asks for another round
	ends   bool      // the function returns, or takes the next key, and no cache has been waited for
	write  *Op       // of the object
	result *ssa.Return
	added  *ssa.Call
}

func (l *behind) walk() {
	call := l.create.Path[l.n]
	f := l.in.of(call.Parent())
	e := f.events[call]
	if e == nil {
		return
	}
	w := &walker{in: l.in, fn: f, onRead: func(*state, *Op) {}}
	w.onCall = func(s *state, e *event) {
		if again := l.again(e); again != nil && s.marks.Read == nil {
			s.marks.Read = again
		}
	}
	w.onExit = func(s *state, ret *ssa.Return) { l.exit(w, s, ret) }
	w.each = func(_ *state, instr ssa.Instruction) bool { return !l.next(instr) }
	var starts []*state
	index := slices.Index(call.Block().Instrs, ssa.Instruction(call))
	for _, x := range e.exits {
		i := slices.IndexFunc(x.writes, func(op *Op) bool { return op.Call == l.create.Call })
		if i >= 0 {
			starts = append(starts, w.begins(call, index, exit{results: x.results, left: x.left, writes: x.writes[i : i+1]}))
		}
	}
	w.run(starts...)
}

// next notes that the worker goes on to the next key, or puts the one that it has back before that, and not since something has
// failed; true if it goes on.
func (l *behind) next(instr ssa.Instruction) bool {
	if l.taken == nil {
		return false
	}
	if pauses(instr) {
		return true // what comes after a while may find what was created
	}
	goes := instr == ssa.Instruction(l.taken)
	switch instr := instr.(type) {
	case *ssa.Call:
		if callee := l.in.lazy.Callee(instr.Common()); callee != nil && l.in.pausing.Of(callee, l.in.mayPause) {
			return true
		}
		if l.added == nil && l.adds(instr) && !isForFailure(instr) {
			l.added = instr
		}
	case *ssa.Jump:
		head := instr.Block().Succs[0]
		goes = head.Dominates(instr.Block()) && head.Dominates(l.taken.Block()) && l.in.waitsForWork(head)
	}
	l.ends = l.ends || goes
	return goes
}

// mayPause tells whether a function, or one that it comes to, waits for something.
func (in *Info) mayPause(fn *ssa.Function) bool {
	for of := range in.conditions.Reached(fn) {
		for instr := range ir.All[ssa.Instruction](of.Blocks) {
			if pauses(instr) {
				return true
			}
			if call, ok := instr.(ssa.CallInstruction); ok && (kube.IsRetry(ir.Symbol(call.Common())) || ir.PollsAtOnce(call.Common())) {
				return true
			}
		}
	}
	return false
}

// pauses tells whether an instruction itself waits, for some time or for somebody.
func pauses(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.UnOp:
		return instr.Op == token.ARROW
	case *ssa.Select:
		return instr.Blocking
	case ssa.CallInstruction:
		return kube.Sleeps(ir.Symbol(instr.Common()))
	}
	return false
}

// isForFailure tells whether control comes to a call only when another one has failed.
func isForFailure(call *ssa.Call) bool {
	var failed []*ssa.BasicBlock
	for other := range ir.All[*ssa.Call](call.Parent().Blocks) {
		if kube.MayFail(other.Call.Signature()) {
			failed = append(failed, ir.FailedIn(other)...)
		}
	}
	return ir.DominatedBy(failed)(call.Block())
}

// adds tells whether a call puts the very key at once on the queue from which the worker has taken it.
func (l *behind) adds(call *ssa.Call) bool {
	queue, args := ir.Receiver(call.Common())
	if queue == nil || len(args) != 1 || !kube.AddsAtOnce(ir.Symbol(call.Common())) {
		return false
	}
	from, _ := ir.Receiver(l.taken.Common())
	pipe := l.in.lazy.Index().Pipe(queue)
	return pipe != (ir.Pipe{}) && pipe == l.in.lazy.Index().Pipe(from) && l.isKey(args[0])
}

// isKey tells whether a value is the key that the worker has taken, or what it has handed on of that.
func (l *behind) isKey(v ssa.Value) bool {
	for n := l.n; ; n-- {
		v = ir.Unwrap(v)
		p, ok := v.(*ssa.Parameter)
		if !ok || n == 0 || p.Parent() != l.create.Path[n].Parent() {
			break
		}
		v = ir.ArgFor(l.create.Path[n-1].Common(), p)
	}
	if step := ir.StepOf(v); step.Kind == ir.Alias && len(step.From) == 1 { // an item of any type
		v = step.From[0]
	}
	return slices.Contains(ir.ResultsOf(l.taken, 0), v)
}

// again returns the write of an event that brings the reconcile back; nil if there is none.
func (l *behind) again(e *event) *Op {
	if !l.object.Known() {
		return nil
	}
	_, writes := e.operations()
	for _, w := range writes {
		for n := l.n; n > 0; n-- {
			w = l.in.lifted(w, l.create.Path[n].Parent(), l.create.Path[n-1])
		}
		if l.isOfObject(w) && (w.Verb == kube.VerbUpdate || w.Verb == kube.VerbPatch) && l.changes(w) {
			return w
		}
	}
	return nil
}

// isOfObject tells whether a write of the reconcile is of the object that its request names, or that it is given in place of one. A
// helper's patch is of an object that is copied for it.
func (l *behind) isOfObject(w *Op) bool {
	if w.What.Kind.Known() || w.sent == nil || w.sent.Kind != identity.LeafTerm {
		return w.What.Kind == l.object && l.isReconciled(w.keys)
	}
	return l.in.kindOf(w.sent.Leaf).Kind == l.object && l.isReconciled(l.in.objects.Keys(w.sent.Leaf, w.Path[0]))
}

// isReconciled tells whether keys are those of what the reconcile is called for.
func (l *behind) isReconciled(keys []*identity.Term) bool {
	return ofRequest(keys) || slices.ContainsFunc(keys, func(k *identity.Term) bool {
		if k.Kind != identity.KeyTerm || k.Args[0].Kind != identity.LeafTerm {
			return false
		}
		p, ok := k.Args[0].Leaf.(*ssa.Parameter)
		return ok && p.Parent() == l.create.Path[0].Parent() && p.Object() != p.Parent().Signature.Recv() && kube.IsObject(p.Type())
	})
}

// changes tells whether a write changes anything of the object: one that doesn't brings no event. Where that isn't known, something has
// to be set in such an object.
func (l *behind) changes(w *Op) bool {
	changed := l.in.Changed(w)
	if !changed[""] {
		return len(changed) > 0
	}
	for fn := range ir.Reachable(l.in.callees, l.create.Path[0].Parent()) {
		for store := range ir.All[*ssa.Store](fn.Blocks) {
			if base, path, _ := ir.Base(store.Addr); path != "" && kube.IsObject(base.Type()) && l.in.kindOf(base).Kind == l.object {
				return true
			}
		}
	}
	return false
}

func (l *behind) exit(w *walker, s *state, ret *ssa.Return) {
	l.ends = true
	write := s.marks.Read
	for _, e := range w.fn.deferredAt(ret) {
		if write == nil {
			write = l.again(e)
		}
	}
	if l.write == nil {
		l.write = write
	}
	if l.result == nil && !fails(w, s, ret) && slices.ContainsFunc(ret.Results, func(v ssa.Value) bool { return l.asks(v, ret) }) {
		l.result = ret
	}
}

// asks tells whether a result asks for another round at once.
func (l *behind) asks(v ssa.Value, ret *ssa.Return) bool {
	if !kube.IsResult(v.Type()) {
		return false
	}
	if step := ir.StepOf(v); step.Kind == ir.Result {
		return l.asked && ssa.CallInstruction(step.Call) == l.create.Path[l.n]
	}
	made := ir.Literal(v)
	if made == nil {
		return false
	}
	at, later := false, false
	for store := range ir.All[*ssa.Store](ret.Parent().Blocks) {
		field, ok := store.Addr.(*ssa.FieldAddr)
		if !ok || field.X != ssa.Value(made) || !ir.Before(store, ret) {
			continue
		}
		var value constant.Value
		if c, ok := store.Val.(*ssa.Const); ok {
			value = c.Value
		}
		soon, late := kube.ComesBackSoon(ir.FieldAt(field).Name(), value)
		at, later = at || soon, later || late
	}
	return at && !later
}
