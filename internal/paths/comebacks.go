package paths

import (
	"go/constant"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/domain/use"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A Comeback is what brings a reconcile back at once when it has created something, before a cache may have that.
type Comeback struct {
	Write  *Op         // of the object that is reconciled, of whose events the controller hears; nil if it is the result
	Return *ssa.Return // that asks for it
}

// reconcile is the name of the method that a controller calls.
const reconcile = "Reconcile"

// Comebacks returns what a reconcile lists to see whether something is to be created, and creates then under a name that is another
// one each time, with what brings it back at once: the list of the next reconcile may be without it.
func (in *Info) Comebacks(fn *ssa.Function) (out []*Pair) {
	if fn.Name() != reconcile || fn.Signature.Recv() == nil || !kube.Reconciles(fn.Signature.Recv().Type()) {
		return nil
	}
	writes := in.Writes(fn)
	if len(writes) == maxOps {
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
		back := in.comeback(create)
		if back == nil {
			continue
		}
		for _, list := range in.hingesOn(create, lists) {
			out = append(out, &Pair{Write: create, Read: list, Back: back})
		}
	}
	return out
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
// cache to have that; nil if nothing is seen to.
func (in *Info) comeback(create *Op) *Comeback {
	root := create.Path[0].Parent()
	var object kind.Kind
	if watched := use.Reconciled(in.lazy, root.Signature.Recv().Type()); watched != nil {
		object = in.kindOf(watched).Kind
	}
	var back *Comeback
	for n := len(create.Path) - 1; n >= 0; n-- {
		l := &behind{in: in, create: create, n: n, object: object, asked: back != nil && back.Return != nil}
		l.walk()
		switch {
		case !l.ends:
			return nil // it waits, or fails in any case
		case back != nil && back.Write != nil:
		case l.write != nil:
			back = &Comeback{Write: l.write}
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
	asked  bool      // the call returns a result that asks for another round
	ends   bool      // the function returns, and no cache has been waited for
	write  *Op       // of the object
	result *ssa.Return
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
	if w.What.Kind.Known() || w.sent == nil || w.sent.kind != leafTerm {
		return w.What.Kind == l.object && l.isReconciled(w.keys)
	}
	return l.in.kindOf(w.sent.leaf).Kind == l.object && l.isReconciled(l.in.keysOf(w.sent.leaf, w.Path[0]))
}

// isReconciled tells whether keys are those of what the reconcile is called for.
func (l *behind) isReconciled(keys []*Term) bool {
	return ofRequest(keys) || slices.ContainsFunc(keys, func(k *Term) bool {
		if k.kind != keyTerm || k.args[0].kind != leafTerm {
			return false
		}
		p, ok := k.args[0].leaf.(*ssa.Parameter)
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
