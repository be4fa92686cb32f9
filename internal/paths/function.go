package paths

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/client"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A function is what is known of one function of the package.
type function struct {
	fn       *ssa.Function
	events   map[ssa.CallInstruction]*event
	calls    []ssa.CallInstruction          // those of the events, in the order of the blocks
	bound    map[ssa.CallInstruction]*event // of calls of parameters, for one call of the function
	deferred []*event
	reads    []*Op  // all, its callees' too, but those of waits
	first    []*Op  // reads of a wait that come before it waits
	waits    []*Op  // reads before which a loop sleeps, to wait for the cache
	exits    []exit // what it may have written when it returns
	pairs    []*Pair
	maybe    []*Pair // of objects that are the same only if the caller passes the same
	ordered  map[*ssa.BasicBlock]int
	ended    flow.Memo[ssa.Instruction, []*event]
}

// deferredAt returns what is run when the function ends at an instruction: what was deferred on a way there.
func (f *function) deferredAt(end ssa.Instruction) []*event {
	if len(f.deferred) == 0 {
		return nil
	}
	return f.ended.Of(end, func(end ssa.Instruction) []*event {
		before := ir.MayPrecede(end)
		return slices.DeleteFunc(slices.Clone(f.deferred), func(e *event) bool { return !before(e.call) })
	})
}

// order says in which order the blocks come, loops aside.
func (f *function) order() map[*ssa.BasicBlock]int {
	if f.ordered == nil {
		f.ordered = ir.Order(f.fn)
	}
	return f.ordered
}

// An exit is one way in which a function returns: with these results, after these writes.
type exit struct {
	results []abs
	left    []left // in what it is given
	writes  []*Op
}

// An event is a call that reads and then writes, or that waits for a cache.
type event struct {
	call  ssa.CallInstruction
	reads []*Op
	exits []exit  // of a write that is done here, the one with a nil error
	first []*Op   // reads that are done before it waits
	waits []*Op   // reads that wait until a cache has something
	slept []*Op   // reads that wait until it has this object as it is to be
	pairs []*Pair // in what is called, that hang on the client which it is given
	maybe []*Pair // in what is called, that hang on the objects which it is given
	// waitLoop are the blocks of a loop around the call that sleeps: who reads there waits for the cache.
	waitLoop map[*ssa.BasicBlock]bool
}

// maxOps bounds what is remembered of a function: a bigger one is seldom one reconcile.
const maxOps = 48

// of returns what is known of a function; nothing, if the budget is spent.
func (in *Info) of(fn *ssa.Function) *function {
	if f := in.questions.functions.Of(fn); f.fn != nil {
		return f
	}
	return &function{fn: fn}
}

func (in *Info) summarise(fn *ssa.Function) *function { return in.summariseWith(fn, nil) }

// summariseWith returns what is known of a function if some of its calls come to what is said of them.
func (in *Info) summariseWith(fn *ssa.Function, bound map[ssa.CallInstruction]*event) *function {
	f := &function{fn: fn, events: map[ssa.CallInstruction]*event{}, bound: bound}
	in.collect(f)
	if len(f.events) == 0 && len(f.deferred) == 0 {
		return f
	}
	in.follow(f)
	return f
}

// collect finds the events of a function, and all its reads.
func (in *Info) collect(f *function) {
	started := in.started(f)
	for call := range ir.All[ssa.CallInstruction](f.fn.Blocks) {
		if in.startsGoroutine(call) {
			continue // which nobody can say what it sees
		}
		e := f.eventAt(in, call)
		if joins(call) {
			e = in.joined(call, started)
		}
		if e == nil {
			continue
		}
		if len(e.reads) > 0 {
			e.waitLoop = in.waitLoop(call.Block())
		}
		to := &f.reads
		if e.sleepsBefore() {
			to = &f.waits
		}
		*to = addOps(*to, e.reads...)
		f.waits = addOps(f.waits, e.slept...)
		f.first = addOps(f.first, e.first...)
		if _, isDefer := call.(*ssa.Defer); isDefer {
			f.deferred = append(f.deferred, e)
			continue
		}
		f.events[call] = e
		f.calls = append(f.calls, call)
	}
	f.amend()
}

// eventAt returns the event of a call of a function.
func (f *function) eventAt(in *Info, call ssa.CallInstruction) *event {
	if e := f.bound[call]; e != nil {
		return e
	}
	return in.event(call)
}

// started returns the events that run beside a function. They are looked for before what waits for them: the blocks of a
// function are in no order in which it runs.
func (in *Info) started(f *function) (events []*event) {
	for call := range ir.All[ssa.CallInstruction](f.fn.Blocks) {
		if !in.startsGoroutine(call) {
			continue
		}
		if e := f.eventAt(in, call); e != nil {
			events = append(events, e)
		}
	}
	return events
}

// startsGoroutine tells whether what a call comes to runs beside the function: a go statement, or errgroup's Go.
func (in *Info) startsGoroutine(call ssa.CallInstruction) bool {
	if _, isGo := call.(*ssa.Go); isGo {
		return true
	}
	obj := ir.Called(call.Common())
	if obj == nil {
		return false
	}
	_, beside := kube.Runs(obj)
	return beside
}

// joins tells whether a call waits for goroutines to end.
func joins(call ssa.CallInstruction) bool {
	obj := ir.Called(call.Common())
	return obj != nil && kube.WaitOf(obj) == kube.Joining
}

// joined returns what has been written when goroutines have ended, in those that were started before: if the call
// returns an error, when that is nil.
func (in *Info) joined(call ssa.CallInstruction, started []*event) *event {
	e := &event{call: call}
	all := exit{results: success(call)}
	before := ir.MayPrecede(call)
	for _, s := range started {
		if !before(s.call) {
			continue
		}
		for _, x := range s.exits {
			all.writes = addOps(all.writes, x.writes...)
		}
	}
	if len(all.writes) > 0 {
		e.exits = []exit{all}
	}
	return e.orNil()
}

// event returns what a call reads, writes and waits for; nil if it does nothing of it.
func (in *Info) event(call ssa.CallInstruction) *event { return in.questions.events.Of(call) }

func (in *Info) findEvent(call ssa.CallInstruction) *event {
	e := in.eventAt(call)
	if e != nil {
		for i, x := range e.exits {
			e.exits[i].writes = ir.FlatMap(x.writes, in.inRounds)
		}
	}
	return e
}

func (in *Info) eventAt(call ssa.CallInstruction) *event {
	e := &event{call: call}
	if op := in.operation(call); op != nil {
		if op.Verb.Reads() {
			e.reads = []*Op{op}
		}
		if op.Verb.Writes() {
			e.exits = []exit{{results: success(call), writes: []*Op{op}}}
		}
		return e
	}
	common := call.Common()
	obj := ir.Called(common)
	if obj != nil {
		s := kube.SymbolOf(obj)
		switch {
		case in.startsGoroutine(call) && ir.Called(common) != nil && len(in.literals(common)) > 0:
			for _, fn := range in.literals(common) {
				in.adopt(e, in.of(fn), call, false)
			}
			return e.orNil()
		case kube.IsWait(s):
			for _, fn := range in.literals(common) {
				in.askedAgain(e, fn, call)
				e.first = append(e.first, in.polled(fn, call)...)
				in.adopt(e, in.of(fn), call, false)
			}
			e.reads = nil
			return e.orNil()
		}
	}
	if again := in.retrying(common); again.Again {
		for _, fn := range in.literals(common) {
			f := in.of(fn)
			if len(f.exits) == 0 {
				in.askedAgain(e, fn, call)
				continue
			}
			in.adopt(e, f, call, true)
		}
		if again.Conflict {
			e.tries()
		}
		return e.orNil()
	}
	if callee := in.lazy.Callee(common); callee != nil {
		if !in.handed(e, callee, call) {
			in.adopt(e, in.of(callee), call, true)
		}
		if in.pollsParameter(callee) {
			in.waitsOn(e, call)
		}
		return e.orNil()
	}
	if turns := in.lazy.InTurn(common); len(turns) > 0 {
		for n, t := range turns {
			in.takeTurn(e, t, n+1)
		}
		return e.orNil()
	}
	in.foreign(e, call, obj)
	return e.orNil()
}

// tries marks the reads of objects that are written too, by a function that is run again after a conflict.
func (e *event) tries() {
	_, writes := e.operations()
	for i, r := range e.reads {
		if slices.ContainsFunc(writes, func(w *Op) bool { return w.Locks && SameObject(w, r) }) {
			e.reads[i] = r.trying()
		}
	}
}

// operations returns what a call reads and what it may have written.
func (e *event) operations() (reads, writes []*Op) {
	return e.reads, ir.FlatMap(e.exits, func(x exit) []*Op { return x.writes })
}

func (e *event) orNil() *event {
	if len(e.reads)+len(e.first)+len(e.exits)+len(e.waits)+len(e.slept)+len(e.pairs)+len(e.maybe) == 0 {
		return nil
	}
	return e
}

// success says that the last result of a call, if it is an error, is nil.
func success(call ssa.CallInstruction) []abs {
	results := call.Common().Signature().Results()
	out := make([]abs, results.Len())
	if n := results.Len(); n > 0 && kube.IsError(results.At(n-1).Type()) {
		out[n-1] = zero
		if kube.IsOperationResult(results.At(0).Type()) {
			out[0] = nonzero // or else nothing was written
		}
	}
	return out
}

// literals returns the functions that are arguments of a call.
func (in *Info) literals(common *ssa.CallCommon) []*ssa.Function {
	var out []*ssa.Function
	for _, a := range common.Args {
		if fn := ir.BodyOf(a); fn != nil {
			out = append(out, fn)
		}
	}
	return out
}

// adopt makes what a function of this package does part of a call of it, but for what comes back to the function of the
// call, or is done only for another type than the call passes. Its results are those of the call, if they are as many.
func (in *Info) adopt(e *event, f *function, call ssa.CallInstruction, reads bool) {
	callee := f.fn
	isOther := func(op *Op) bool { return in.isOther(op, callee, call) }
	isLeft := func(op *Op) bool { return comesBack(op, call) || isOther(op) }
	if reads {
		for _, r := range f.reads {
			if !isOther(r) && (!comesBack(r, call) || in.begins(r, callee, call)) {
				e.reads = addOps(e.reads, in.lifted(r, callee, call))
			}
		}
		for _, r := range f.first {
			if !isLeft(r) {
				e.first = addOps(e.first, in.lifted(r, callee, call))
			}
		}
		for _, r := range f.waits {
			if !isLeft(r) {
				e.slept = append(e.slept, in.lifted(r, callee, call))
			}
		}
	}
	for _, p := range f.pairs {
		if !isLeft(p.Write) && !isLeft(p.Read) && (p.unresolved() || in.onlyThere(p, callee)) {
			e.pairs = append(e.pairs, in.liftedPair(p, callee, call))
		}
	}
	for _, p := range f.maybe {
		if !isLeft(p.Write) && !isLeft(p.Read) {
			e.maybe = append(e.maybe, in.liftedPair(p, callee, call))
		}
	}
	for _, x := range f.exits {
		if lifted := in.liftedExit(x, callee, call, isLeft); len(lifted.writes) > 0 || len(x.writes) == 0 {
			e.exits = append(e.exits, lifted)
		}
	}
}

// liftedExit says in terms of a call with what a function returns after some of its writes, but for those that are left out.
func (in *Info) liftedExit(x exit, callee *ssa.Function, call ssa.CallInstruction, isLeft func(*Op) bool) exit {
	lifted := exit{results: x.results}
	if len(x.results) != call.Common().Signature().Results().Len() {
		lifted.results = make([]abs, call.Common().Signature().Results().Len())
	}
	if in.lazy.Callee(call.Common()) == callee {
		lifted.left = x.left
	}
	for _, op := range x.writes {
		if !isLeft(op) {
			lifted.writes = addOps(lifted.writes, in.lifted(op, callee, call))
		}
	}
	return lifted
}

// onlyThere tells whether a pair of an instance of a generic function is none of the function itself, which doesn't know the
// kind, so that callers tell of it.
func (in *Info) onlyThere(p *Pair, fn *ssa.Function) bool {
	return fn.Origin() != nil && fn.Origin() != fn && !slices.ContainsFunc(in.of(fn.Origin()).pairs, func(generic *Pair) bool {
		return generic.Write.Call.Pos() == p.Write.Call.Pos() && generic.Read.Call.Pos() == p.Read.Call.Pos()
	})
}

// comesBack tells whether the calls that lead to an operation come back to the function of a call which is to lead
// there too: that function knows of the operation without.
func comesBack(op *Op, call ssa.CallInstruction) bool {
	return slices.ContainsFunc(op.Path, func(c ssa.CallInstruction) bool { return c.Parent() == call.Parent() })
}

// begins tells whether a function that calls itself does an operation before it comes to the next call of itself, so that
// the call leads to the operation once more.
func (in *Info) begins(op *Op, callee *ssa.Function, call ssa.CallInstruction) bool {
	return callee == call.Parent() && !slices.ContainsFunc(op.Path, func(c ssa.CallInstruction) bool { return in.lazy.Callee(c.Common()) == callee })
}

// lifted says an operation of a function in terms of a call of it.
func (in *Info) lifted(op *Op, callee *ssa.Function, call ssa.CallInstruction) *Op {
	common := call.Common()
	c := *op
	c.said, c.turn, c.needs = "", 0, in.flags.Needs(call.Parent(), call)
	if in.lazy.Callee(common) == callee {
		c.needs = c.needs.And(op.needs.Handed(common, call.Parent()))
	}
	c.Dying = append(slices.Clip(op.Dying), in.dyingAt(call.Block())...)
	c.Path = append([]ssa.CallInstruction{call}, op.Path...)
	if callee != nil && len(common.Args) > 0 && callee.Parent() != nil && functionArgument(common, callee) {
		return &c // a function literal speaks of the variables around it
	}
	lift := func(t *identity.Term) *identity.Term { return in.objects.Lift(t, callee, common) }
	c.keys = nil
	for _, k := range op.keys {
		c.keys = append(c.keys, in.objects.Expand(lift(k), call)...)
	}
	c.keys = identity.Compact(c.keys)
	c.namespace = lift(op.namespace)
	c.options = nil
	for _, o := range op.options {
		said := lift(o)
		c.options, c.opaque = append(c.options, said), c.opaque || said == nil && o != op.namespace
	}
	if op.namespace != nil && c.namespace == nil {
		c.options = append(c.options, nil)
	}
	c.object = lift(op.object)
	in.liftWrite(&c, op, callee, call)
	c.client = lift(op.client)
	if arg := ir.Arg(common, identity.ParamOf(op.object, callee)); arg != nil {
		if !op.What.Kind.Known() {
			c.What = in.kindOf(arg)
			c.What.List = c.What.List || op.What.List
		}
		c.Unique = op.Unique || op.Verb == kube.VerbCreate && in.objects.IsUnique(arg, call)
	}
	if made, n := in.madeBy(op.object, callee, common); made != nil && !op.What.Kind.Known() {
		c.What = in.kindOfResult(made, n)
		c.keys = identity.Compact(append(c.keys, in.objects.ReturnedKeys(made, n)...))
	}
	c.What = in.kindAt(&c)
	if op.Origin.Param >= 0 && (op.Origin.Class == client.Unknown || op.Origin.Assumed) {
		c.Origin = client.Origin{Param: -1}
		if arg := ir.Arg(common, op.Origin.Param); arg != nil {
			c.Origin = in.origins.Of(arg)
		}
	}
	return &c
}

// liftedPair says a pair of a function in terms of a call of it.
func (in *Info) liftedPair(p *Pair, callee *ssa.Function, call ssa.CallInstruction) *Pair {
	c := *p
	c.Write, c.Read = in.lifted(p.Write, callee, call), in.lifted(p.Read, callee, call)
	if p.Again != nil {
		c.Again = in.lifted(p.Again, callee, call)
	}
	return &c
}

// functionArgument tells whether the function is an argument of the call, and not what is called.
func functionArgument(common *ssa.CallCommon, fn *ssa.Function) bool {
	return slices.ContainsFunc(common.Args, func(a ssa.Value) bool { return ir.BodyOf(a) == fn })
}

// readsOf returns what a call reads, itself or through the function that it calls.
func (in *Info) readsOf(call ssa.CallInstruction) []*Op {
	if e := in.event(call); e != nil {
		return e.reads
	}
	return nil
}

// sameKind tells whether two operations are about the same kind; of kinds that aren't known, only the same variable.
func sameKind(a, b *Op) bool {
	if a.What.Kind.Known() || b.What.Kind.Known() {
		return a.What.Kind == b.What.Kind
	}
	return a.What.Kind == kind.Kind{} && identity.Same(a.object, b.object)
}
