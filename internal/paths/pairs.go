package paths

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/client"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A Pair is a read of what a write has changed, on a path on which the write came first.
type Pair struct {
	Write, Read *Op
	// Failed says that the path is one on which the write failed: with AlreadyExists, or with a conflict (or whatever
	// error, in a loop) after which Again writes what Read has read.
	Failed bool
	Exists bool
	Again  *Op
	// Lost says that the function returns the error of Read in place of the conflict with which Write was refused, so that
	// nothing is known of that if Read has found the object. Retried says that it is one that is run again when it fails.
	Lost, Retried bool
	// Back is what brings the reconcile back after Write, so that Read, which comes first in it, comes after that in the next one; nil
	// if Read does so itself.
	Back *Comeback
}

// unresolved tells whether it hangs on the caller's client what the read sees.
func (p *Pair) unresolved() bool {
	return !p.Lost && p.Read.Via == kube.Client && p.Read.Origin.Class == client.Unknown && p.Read.Origin.Param >= 0
}

// Pairs returns the pairs of a function, in no order.
func (in *Info) Pairs(fn *ssa.Function) []*Pair { return in.of(fn).pairs }

// follow walks the paths from every write of a function: to the reads that follow, and to the exits.
func (in *Info) follow(f *function) {
	type of struct {
		write, read *Op
		lost        bool
	}
	found := map[of]bool{}
	add := func(p *Pair) {
		key := of{p.Write, p.Read, p.Lost}
		if !found[key] {
			found[key] = true
			f.pairs = append(f.pairs, p)
		}
	}
	var starts []*state
	w := &walker{in: in, fn: f}
	for _, b := range f.fn.Blocks {
		for i, instr := range b.Instrs {
			if _, ok := instr.(*ssa.RunDefers); ok {
				for _, e := range f.deferredAt(instr) {
					for _, x := range e.exits {
						starts = append(starts, w.begins(instr, i, x))
					}
				}
				continue
			}
			call, ok := instr.(ssa.CallInstruction)
			if !ok || f.events[call] == nil {
				continue
			}
			for _, p := range f.events[call].pairs {
				add(p)
			}
			for _, p := range f.events[call].maybe {
				if in.rereads(p.Write, p.Read, nil) {
					add(p)
				} else {
					in.perhaps(f, p)
				}
			}
			for _, x := range f.events[call].exits {
				starts = append(starts, w.begins(instr, i, f.leaves(call, x)))
			}
		}
	}
	in.succeed(f, slices.DeleteFunc(starts, func(s *state) bool { return len(s.writes) == 0 }), add)
	for call := range ir.All[ssa.CallInstruction](f.fn.Blocks) {
		if e := f.events[call]; e != nil && direct(e) != nil {
			in.fail(f, call, direct(e), add)
		}
	}
}

// maxPairs bounds how many reads after a write are looked at: the first that matter are what is told.
const maxPairs = 32

// maxRefused bounds how many reads are looked at after a write that was refused.
const maxRefused = 8

// maxMaybe bounds how many pairs of a function hang on the objects that it is given.
const maxMaybe = 8

// perhaps notes a read after a write of the same kind, or of one that the caller knows, if both are of what the function's
// parameters say: callers know whether that is the same. What excludes that both are done they may not.
func (in *Info) perhaps(f *function, p *Pair) {
	given := func(op *Op) bool {
		return slices.ContainsFunc(op.keys, func(k *identity.Term) bool {
			ok, some := true, false
			identity.Leaves(k, func(leaf ssa.Value) {
				param, isParam := leaf.(*ssa.Parameter)
				_, isCall := leaf.(*ssa.Call) // of a function that names things
				some = some || isParam
				ok = ok && (isParam && param.Parent() == f.fn || isCall)
			})
			return ok && some
		})
	}
	open := func(op *Op) bool { return !op.What.Kind.Known() && identity.ParamOf(op.object, f.fn) >= 0 }
	like := sameKind(p.Write, p.Read) || open(p.Write) && open(p.Read)
	if len(f.maybe) < maxMaybe && p.Read.Verb == kube.VerbGet && like && given(p.Write) && given(p.Read) && !in.opposed(p.Write, p.Read, nil) {
		f.maybe = append(f.maybe, p)
	}
}

// direct returns the write that a call itself does, nil if it is a function that writes.
func direct(e *event) *Op {
	if len(e.exits) == 1 && len(e.exits[0].writes) == 1 && len(e.exits[0].writes[0].Path) == 1 && e.exits[0].writes[0].Where == "" {
		return e.exits[0].writes[0]
	}
	return nil
}

// begins returns where the paths begin on which an instruction has written and returned so.
func (w *walker) begins(instr ssa.Instruction, index int, x exit) *state {
	s := &state{block: instr.Block(), index: index + 1, facts: map[ssa.Value]abs{}, writes: carry(instr, x.writes...)}
	if value, ok := instr.(ssa.Value); ok {
		know(s, value, x.results)
	}
	if !w.dominating(s) {
		s.writes = nil // nothing is ever written there
	}
	w.filled(s, instr, w.in.takeOver(s, instr, x.left))
	return s
}

// succeed walks along the paths on which something was written.
func (in *Info) succeed(f *function, starts []*state, add func(*Pair)) {
	w := &walker{in: in, fn: f}
	w.onRead = func(s *state, r *Op) {
		for _, c := range s.writes {
			switch {
			case c.since.pairs >= maxPairs, c.op.Finalizer && slices.Contains(r.Dying, c.op.What.Kind):
			case in.rereads(c.op, r, c.crossed):
				c.since.pairs++
				add(&Pair{Write: c.op, Read: r})
			case len(c.crossed) == 0:
				in.perhaps(f, &Pair{Write: c.op, Read: r})
			}
		}
		s.drop(func(c carried) bool { return c.since.pairs >= maxPairs })
	}
	w.onExit = func(s *state, ret *ssa.Return) { f.exit(w, s, ret) }
	w.run(starts...)
}

// exit notes with what results the function returns after the writes.
func (f *function) exit(w *walker, s *state, ret *ssa.Return) {
	results, left := w.results(s, ret), w.left(s)
	for i := range f.exits {
		if slices.Equal(f.exits[i].results, results) && slices.Equal(f.exits[i].left, left) {
			f.exits[i].add(s.writes)
			return
		}
	}
	x := exit{results: results, left: left}
	x.add(s.writes)
	f.exits = append(f.exits, x)
}

func (x *exit) add(writes []carried) {
	for _, c := range writes {
		x.writes = addOps(x.writes, c.op)
	}
}

// results says what is known of what a function returns.
func (w *walker) results(s *state, ret *ssa.Return) []abs {
	out := make([]abs, len(ret.Results))
	for i, r := range ret.Results {
		out[i] = w.eval(s, r)
	}
	return out
}

// know notes what is known of the results of a call.
func know(s *state, call ssa.Value, results []abs) {
	if len(results) == 1 {
		set(s.facts, call, results[0])
		return
	}
	for extract := range ir.Refs[*ssa.Extract](call) {
		if extract.Index < len(results) {
			set(s.facts, extract, results[extract.Index])
		}
	}
}

// fail walks from a write along the paths on which it has failed.
func (in *Info) fail(f *function, call ssa.CallInstruction, op *Op, add func(*Pair)) {
	if op.Verb != kube.VerbCreate && !op.Locks || op.Verb > kube.VerbDeleteAll {
		return
	}
	results := success(call)
	value, ok := call.(ssa.Value)
	if !ok || len(results) == 0 || results[len(results)-1] != zero {
		return
	}
	results[len(results)-1] = nonzero
	s := &state{block: call.Block(), index: slices.Index(call.Block().Instrs, ssa.Instruction(call)) + 1, facts: map[ssa.Value]abs{}, writes: carry(call, op)}
	know(s, value, results)
	w := &walker{in: in, fn: f, from: call, fails: true}
	begun, retried := s.writes[0].since, in.isRetried(f.fn)
	w.idle = func(s *state) bool {
		return begun.pairs >= maxRefused || s.knowsNothing() && !w.mayComeBack(s) && !retried
	}
	w.onRead = func(s *state, r *Op) {
		switch crossed := s.writes[0].crossed; {
		case op.Verb == kube.VerbCreate:
			if s.marks.Exists && in.rereads(op, r, crossed) {
				add(&Pair{Write: op, Read: r, Failed: true, Exists: true})
			}
		case retried && renews(op, r), r.Verb == kube.VerbGet && (s.marks.Conflict || len(crossed) > 0) && in.rereads(op, r, crossed):
			s.marks.Read = r
			succeeds(s, r.Path[0])
		}
	}
	w.onExit = func(s *state, ret *ssa.Return) {
		if w.loses(s, ret, retried) {
			add(&Pair{Write: op, Read: s.marks.Read, Failed: true, Lost: true, Retried: retried})
		}
	}
	w.onCall = func(s *state, e *event) {
		if s.marks.Read == nil || !s.marks.Conflict && len(s.writes) > 0 && len(s.writes[0].crossed) == 0 {
			return
		}
		for _, again := range e.again(op) {
			begun.pairs++
			add(&Pair{Write: op, Read: s.marks.Read, Failed: true, Again: again})
			s.writes = nil // what was refused is written anew
		}
	}
	w.run(s)
}

// again returns the writes of a call that may be refused as well as another of such an object.
func (e *event) again(op *Op) []*Op {
	_, writes := e.operations()
	return slices.DeleteFunc(writes, func(w *Op) bool { return !w.Locks || !sameKind(w, op) })
}

// rereads tells whether a read sees what the write has changed: the same kind, and the same object or a list that it
// is in. crossed are the loops that went round between them: what they change is not the same any more.
func (in *Info) rereads(write, read *Op, crossed []*ssa.BasicBlock) bool {
	return in.sees(write, read, crossed) && !in.unselected(write, read) && !in.opposed(write, read, crossed) && !once(write, read, crossed) && !eachSelected(write, read) &&
		!in.byRound(write, read, crossed) && !in.marked(write, read, crossed)
}

// eachSelected tells whether a list asks for what belongs to an element of a loop in which the write isn't: whether what was
// written belongs to one of them isn't seen.
func eachSelected(write, read *Op) bool {
	if read.Verb != kube.VerbList {
		return false
	}
	found := false
	for _, option := range read.options {
		identity.Leaves(option, func(leaf ssa.Value) {
			of, ok := leaf.(ssa.Instruction)
			if !ok || of.Parent() != write.Path[0].Parent() || !ofElement(leaf, maxFollowed) {
				return
			}
			loop := ir.LoopOf(of.Block())
			found = found || loop != nil && !loop[write.Path[0].Block()]
		})
	}
	return found
}

// sees tells it of a read that comes after the write.
func (in *Info) sees(write, read *Op, crossed []*ssa.BasicBlock) bool {
	if write == read && len(crossed) == 0 || !inOrder(write, read) || !sameKind(write, read) || otherCluster(write.client, read.client) || eachOwn(read.client, crossed) {
		return false
	}
	same := func(t *identity.Term) bool { return t != nil && !varies(t, crossed) }
	if read.Verb == kube.VerbList {
		if write.Verb >= kube.VerbCreateOrUpdate && !in.Reselects(write, read) {
			return false
		}
		if len(crossed) > 0 && (varies(read.namespace, crossed) || slices.ContainsFunc(read.options, func(o *identity.Term) bool { return !same(o) }) || read.picks() && !read.sayOptions()) {
			return false // or else another round asks for other objects, for all that is known
		}
		return !otherNamespace(write, read.namespace)
	}
	if read.Verb == kube.VerbGet && SameVariable(write, read) && ofRequest(read.keys) {
		return true
	}
	return slices.ContainsFunc(write.keys, func(k *identity.Term) bool { return same(k) && identity.Among(k, read.keys) })
}

// otherCluster tells whether two clients are those of different clusters: of two managers or clusters, or two fields of
// a struct that both can write.
func otherCluster(a, b *identity.Term) bool {
	if a == nil || b == nil || identity.Same(a, b) || a.Kind != b.Kind || a.Name != b.Name && a.Kind != identity.FieldTerm {
		return false
	}
	switch a.Kind {
	case identity.CallTerm:
		return len(a.Args) == 1 && len(b.Args) == 1 && !identity.Same(a.Args[0], b.Args[0])
	case identity.FieldTerm:
		return isClientField(a) && isClientField(b) && (identity.Same(a.Args[0], b.Args[0]) || a.Field == b.Field && otherHolder(a.Args[0], b.Args[0]))
	case identity.LeafTerm:
		_, p := a.Leaf.(*ssa.Parameter)
		_, q := b.Leaf.(*ssa.Parameter)
		return p && q && kube.IsClient(a.Leaf.Type()) && kube.IsClient(b.Leaf.Type())
	}
	return false
}

// otherHolder tells whether two structs of one type are different fields of a third.
func otherHolder(a, b *identity.Term) bool {
	return a.Kind == identity.FieldTerm && b.Kind == identity.FieldTerm && a.Field != nil && b.Field != nil && a.Field != b.Field &&
		types.Identical(a.Field.Type(), b.Field.Type()) && identity.Same(a.Args[0], b.Args[0])
}

// isClientField tells whether a field holds a client that can write.
func isClientField(t *identity.Term) bool { return t.Field != nil && kube.IsClient(t.Field.Type()) }

// ofRequest tells whether the key of an object is that of the request, which the object in the same variable is taken to be
// for where both are parameters.
func ofRequest(keys []*identity.Term) bool {
	return slices.ContainsFunc(keys, func(k *identity.Term) bool {
		return k.Kind == identity.KeyTerm && k.Args[0].Kind == identity.LeafTerm && kube.IsRequest(k.Args[0].Leaf.Type())
	})
}

// otherNamespace tells whether an object is certainly outside the namespace of a list.
func otherNamespace(write *Op, namespace *identity.Term) bool {
	if namespace == nil || namespace.Kind != identity.ConstTerm || namespace.Name == "" {
		return false
	}
	return slices.ContainsFunc(write.keys, func(k *identity.Term) bool {
		return k.Kind == identity.PairTerm && k.Args[0].Kind == identity.ConstTerm && k.Args[0].Name != namespace.Name
	})
}

// eachOwn tells whether a client is that of an element of what one of the loops goes through, such as of a cluster, or what a
// call returns for one.
func eachOwn(client *identity.Term, heads []*ssa.BasicBlock) bool {
	own := false
	identity.Leaves(client, func(leaf ssa.Value) { own = own || ofElement(leaf, maxFollowed) })
	return own && varies(client, heads)
}

// ofElement tells whether a value is an element that a loop goes through, or what a call returns for one.
func ofElement(v ssa.Value, depth int) bool {
	switch of := v.(type) {
	case *ssa.Extract:
		if _, next := of.Tuple.(*ssa.Next); next {
			return true
		}
		call, ok := of.Tuple.(*ssa.Call)
		return ok && ofElement(call, depth)
	case *ssa.UnOp:
		_, element := of.X.(*ssa.IndexAddr)
		return element
	case *ssa.Alloc: // a copy of one
		stored := ir.StoredAt(of)
		return depth > 0 && len(stored) == 1 && ofElement(stored[0], depth-1)
	case *ssa.Call:
		return depth > 0 && slices.ContainsFunc(of.Call.Args, func(arg ssa.Value) bool { return ofElement(arg, depth-1) })
	}
	return false
}

// varies tells whether a term has another value each time that one of the loops goes round.
func varies(t *identity.Term, heads []*ssa.BasicBlock) bool {
	found := false
	identity.Leaves(t, func(leaf ssa.Value) {
		leaf = filled(leaf)
		instr, ok := leaf.(ssa.Instruction)
		if !ok {
			return
		}
		for _, head := range heads {
			if instr.Parent() == head.Parent() && ir.LoopFrom(head)[instr.Block()] {
				found = found || !slices.ContainsFunc(heads, func(outer *ssa.BasicBlock) bool { return comesAgain(leaf, outer) })
			}
		}
	})
	return found
}

// filled returns, of a variable for an element of what a loop goes through, what is put into it before anything else in each round
// looks at it: loops before Go 1.22 have one variable for all rounds. Of anything else it returns that.
func filled(v ssa.Value) ssa.Value {
	variable, ok := v.(*ssa.Alloc)
	if !ok || !ofElement(variable, maxFollowed) {
		return v
	}
	var put *ssa.Store
	for store := range ir.Refs[*ssa.Store](variable) {
		put = store
	}
	loop := ir.LoopOf(put.Block())
	for ref := range ir.Refs[ssa.Instruction](variable) {
		if ref != ssa.Instruction(put) && loop[ref.Block()] && !ir.Before(put, ref) {
			return v
		}
	}
	return put.Val
}
