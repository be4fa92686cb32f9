package scenario

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Limits of an evaluation. Past them nothing is known, so that a finding is missed rather than made up.
const (
	maxSweeps   = 16  // rounds over the blocks of a function
	maxContexts = 200 // arguments with which one function is evaluated: a recursion may have others at every level
	maxFuncs    = 64  // functions that one value may be
	maxCells    = 64  // that are looked at to see what a value leads to
	maxCauses   = 64  // tests that a tombstone fails, and faults that come of them, in one execution
)

// A FaultKind says how a function fails.
type FaultKind uint8

// The faults.
const (
	PanicsOnAssert FaultKind = iota // an assertion without check
	PanicsOnNil                     // the use of what a failed assertion left
	PanicsByChoice                  // a panic or exit that only a tombstone reaches
	WrongKey                        // the use of the key that a failed key function returned
)

// A Fault is a place where a tombstone makes a function panic or go wrong.
type Fault struct {
	Kind  FaultKind
	Cause *Cause
	Instr ssa.Instruction
	Calls []ssa.Instruction // from the function evaluated to Instr's
}

// An Effect is something that a function does to the world.
type Effect struct {
	Instr     ssa.Instruction
	Strength  kube.Effect
	Dependent bool    // on the event's object, through an argument or a condition
	Call      *Result // of the function of this package that has the effect, if that was evaluated
}

// A Result is what is known of one execution of a function with certain arguments.
type Result struct {
	Fn        *ssa.Function
	Value     Value // what it returns
	Returns   bool
	Faults    []Fault
	MisKeyed  []Fault // the use of a tombstone's Key where something else is the key: nothing is done
	Enqueued  []Fault // where a tombstone's Key is put on a work queue
	Effects   []Effect
	Causes    []*Cause // the tests that a tombstone failed, in the order of the code
	Sinks     []Sink
	Stored    []Stored
	Truncated bool // a limit was met: what it lacks may exist

	made       []*Cell // event handlers
	recognises bool    // every execution that returns there has recognised the tombstone
	reached    map[*ssa.BasicBlock]bool
	conds      map[*ssa.BasicBlock]Value
	calls      map[ssa.Instruction]*Result
}

// A Sink is a call of a parameter of the function that evaluation began with.
type Sink struct {
	Param     int
	Tombstone bool // whether an argument was one
}

func newResult(fn *ssa.Function) *Result {
	return &Result{Fn: fn, reached: map[*ssa.BasicBlock]bool{}, conds: map[*ssa.BasicBlock]Value{}, calls: map[ssa.Instruction]*Result{}}
}

// Reached tells whether the execution may come to the block.
func (r *Result) Reached(b *ssa.BasicBlock) bool { return r.reached[b] }

// CallAt returns the execution of the function that the instruction calls; nil if it was not executed or followed.
func (r *Result) CallAt(i ssa.Instruction) *Result { return r.calls[i] }

// Deciding returns the causes of the conditions that keep the execution from block b, in the order of the code.
func (r *Result) Deciding(b *ssa.BasicBlock) []*Cause {
	var causes []*Cause
	asked := 0
	for _, d := range r.Fn.DomPreorder() {
		cond, ok := r.conds[d]
		is, known := cond.Bool()
		if !ok || !known || cond.Cause == nil {
			continue
		}
		if asked++; asked > maxCauses {
			break
		}
		taken, other := d.Succs[0], d.Succs[1]
		if !is {
			taken, other = other, taken
		}
		if reaches(other, b, d) && !reaches(taken, b, d) {
			causes = append(causes, cond.Cause)
		}
	}
	return causes
}

// An Evaluator executes the functions of one package on what is known of their arguments. Everything it claims to
// know holds on every execution; what depends on more is Unknown.
type Evaluator struct {
	*index
	// results are the executions, by function and arguments: for each a number that changes with what is known of it.
	results  *flow.Table[string, int]
	frames   map[string]*frame
	contexts map[*ssa.Function]int
	// assumed are the struct fields of which evaluation assumes what they hold.
	assumed map[*types.Var]*Cell
	// items are what evaluation assumes to be taken from a work queue or channel.
	items map[ssa.Instruction]Value
}

// The versions of a result that isn't there yet, and of one that nothing can be known of.
const (
	notYet   = 0
	notKnown = -1
)

func newEvaluator(x *index) *Evaluator {
	e := &Evaluator{index: x, frames: map[string]*frame{}, contexts: map[*ssa.Function]int{}}
	e.results = flow.NewTable(x.solver, flow.Rules[string, int]{
		Compute: func(key string) int { return e.frames[key].again() },
		Least:   notYet, Unknown: notKnown, Equal: flow.Equal[int],
	})
	return e
}

// Call executes fn, whose parameters (its receiver first) and free variables have the given values.
func (e *Evaluator) Call(fn *ssa.Function, args, bindings []Value) *Result {
	key := contextOf(fn, args, bindings)
	f := e.frames[key]
	if f == nil && len(fn.Blocks) > 0 && e.contexts[fn] < maxContexts {
		e.contexts[fn]++
		f = &frame{e: e, fn: fn, args: args, bindings: bindings, env: map[ssa.Value]Value{}, owned: map[ssa.Value]*Cell{},
			edges: map[[2]*ssa.BasicBlock]bool{}, out: newResult(fn)}
		e.frames[key] = f
	}
	if f == nil || e.results.Of(key) == notKnown {
		return &Result{Fn: fn, Value: unknown(false), Returns: true, Truncated: true}
	}
	return f.out
}

// contextOf returns a text that is the same only for executions that come to the same.
func contextOf(fn *ssa.Function, args, bindings []Value) string {
	var key strings.Builder
	fmt.Fprintf(&key, "%p", fn)
	for _, v := range args {
		key.WriteByte(' ')
		v.write(&key)
	}
	for _, v := range bindings {
		key.WriteByte('^')
		v.write(&key)
	}
	for _, v := range slices.Concat(bindings, args) { // what closures capture may have changed since
		for _, c := range cellsOf(v) {
			fmt.Fprintf(&key, "=%s", c.state())
		}
	}
	return key.String()
}

// cellsOf lists the cells that a value leads to.
func cellsOf(v Value) []*Cell {
	var cells []*Cell
	v.find(func(v Value) bool {
		if v.Cell != nil {
			cells = append(cells, v.Cell)
		}
		return false
	})
	return cells
}

// state returns a text for what the cell holds.
func (c *Cell) state() string {
	var b strings.Builder
	for _, i := range sortedKeys(c.fields) {
		fmt.Fprintf(&b, "%d:", i)
		f := c.fields[i]
		f.write(&b)
	}
	fmt.Fprint(&b, c.grown, c.lost, c.shared, c.cut)
	return b.String()
}

// A frame is a function in execution.
type frame struct {
	e              *Evaluator
	fn             *ssa.Function
	args, bindings []Value
	env            map[ssa.Value]Value
	owned          map[ssa.Value]*Cell
	res            *Result
	edges          map[[2]*ssa.BasicBlock]bool
	at             map[*ssa.BasicBlock]state
	changed        bool
	recovers       bool

	out     *Result // of the last execution
	key     string  // of what callers see of it
	version int
}

// state is what is known of an execution that has come to a block, by the conditions and calls on all ways there.
type state struct {
	recognised  bool   // the tombstone
	conditional bool   // something that was computed from the event's object decides that it has come here
	cause       *Cause // what did, if that is because of a tombstone
}

// again executes the function, and returns a number that is another one if callers see a difference.
func (f *frame) again() int {
	*f.out = *f.run()
	if key := f.out.key(); key != f.key || f.version == notYet {
		f.key = key
		f.version++
	}
	return f.version
}

// key returns a text for what callers see of an execution.
func (r *Result) key() string {
	var b strings.Builder
	strength, dependent := r.Strength()
	fmt.Fprint(&b, r.Returns, r.Truncated, r.recognises, strength, dependent)
	r.Value.write(&b)
	for _, f := range slices.Concat(r.Faults, r.MisKeyed, r.Enqueued) {
		fmt.Fprintf(&b, " %d%p%p", f.Kind, f.Cause, f.Instr)
		for _, call := range f.Calls {
			fmt.Fprintf(&b, "<%p", call)
		}
	}
	for _, c := range r.Causes {
		fmt.Fprintf(&b, " %p", c)
	}
	for _, s := range r.Stored {
		fmt.Fprintf(&b, " %p%v%p%p", s.Field, s.Pipe, s.Instr, s.beside)
	}
	for _, c := range r.made {
		fmt.Fprintf(&b, " %d", c.id)
	}
	fmt.Fprint(&b, r.Sinks)
	return b.String()
}

// run sweeps over the blocks until nothing more is learnt; the last sweep, which changes nothing, collects the result.
func (f *frame) run() *Result {
	stable := false
	blocks := f.fn.DomPreorder() // conditions before what they decide
	for range maxSweeps {
		f.changed = false
		f.res = newResult(f.fn)
		f.at = map[*ssa.BasicBlock]state{}
		f.res.reached[f.fn.Blocks[0]] = true
		for _, b := range blocks {
			if f.res.reached[b] || f.entered(b) {
				f.res.reached[b] = true
				f.block(b)
			}
		}
		if !f.changed {
			stable = true
			break
		}
	}
	r := f.res
	for _, c := range f.owned {
		if c.Type == madeHandler || kube.IsHandlerStruct(c.Type) && len(c.fields) > 0 && !c.kept || f.e.handlerMethods(c.Type) != nil {
			r.made = append(r.made, c)
		}
	}
	slices.SortFunc(r.made, func(a, b *Cell) int { return a.id - b.id })
	r.made = slices.Compact(r.made)
	r.Truncated = r.Truncated || !stable
	if f.recovers {
		r.Faults = nil // what panics is caught
		r.Returns = true
		r.Value = unknown(true)
	}
	if r.Value.Kind == Unset {
		r.Value = unknown(false)
	}
	return r
}

func (f *frame) entered(b *ssa.BasicBlock) bool {
	return slices.ContainsFunc(b.Preds, func(p *ssa.BasicBlock) bool { return f.edges[[2]*ssa.BasicBlock{p, b}] })
}

func (f *frame) enter(from, to *ssa.BasicBlock) {
	edge := [2]*ssa.BasicBlock{from, to}
	if !f.edges[edge] {
		f.edges[edge] = true
		f.changed = true
	}
}

// block executes the instructions of a block up to one that certainly panics.
func (f *frame) block(b *ssa.BasicBlock) {
	f.at[b] = f.arriving(b)
	for _, instr := range b.Instrs {
		f.e.solver.Step()
		if !f.instr(b, instr) {
			return
		}
	}
}

// set remembers what a register holds. Values only ever become less certain, so that sweeps come to an end.
func (f *frame) set(reg ssa.Value, v Value) {
	old := f.env[reg]
	now := join(old, v)
	if old.Kind == Unset || !now.equal(old) {
		f.env[reg] = now
		f.changed = true
	}
}

// value returns what is known of an operand.
func (f *frame) value(v ssa.Value) Value {
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value == nil {
			return zero(v.Type(), nil)
		}
		return Value{Kind: Const, Const: v.Value}
	case *ssa.Function:
		return Value{Kind: Funcs, Funcs: []*Closure{closureOf(v)}}
	case *ssa.Parameter:
		for i, p := range f.fn.Params {
			if p == v && i < len(f.args) {
				return f.args[i]
			}
		}
	case *ssa.FreeVar:
		for i, p := range f.fn.FreeVars {
			if p == v && i < len(f.bindings) {
				return f.bindings[i]
			}
		}
	case *ssa.Global, *ssa.Builtin:
		return Value{Kind: NonNil}
	default:
		return f.env[v]
	}
	return unknown(false)
}

// closureOf returns the function value of a function that is named in the code.
func closureOf(fn *ssa.Function) *Closure {
	c := &Closure{Fn: fn}
	if len(fn.Blocks) == 0 {
		if obj, ok := fn.Object().(*types.Func); ok {
			c.Symbol, c.Object = kube.SymbolOf(obj), obj
		}
	}
	return c
}

// arriving returns the state at the beginning of a block.
func (f *frame) arriving(b *ssa.BasicBlock) state {
	up := b.Idom()
	if up == nil {
		return state{}
	}
	s := f.at[up]
	cond, ok := f.res.conds[up]
	switch decides := f.e.decided(f.fn)[b]; {
	case ok && cond.Kind == Const:
		if cond.Cause != nil {
			s.cause = cond.Cause
		}
	case ok && decides:
		s.conditional = s.conditional || cond.Kind == Unknown && cond.Tainted && !cond.Tested // that it is an object of the right type does not count
		s.cause = nil                                                                         // something unknown decides too
	}
	return s
}

// recognise notes that the tombstone is recognised by an instruction that is being executed.
func (f *frame) recognise(i ssa.Instruction) {
	s := f.at[i.Block()]
	s.recognised = true
	f.at[i.Block()] = s
}

// cause returns the one Cause that stands for a test that failed in this frame.
func (f *frame) cause(c Cause) *Cause {
	c.After = c.After || f.at[c.Instr.Block()].recognised
	made := f.e.intern(c, nil)
	f.failed(made)
	return made
}

// failed notes a test that the tombstone failed.
func (f *frame) failed(c *Cause) {
	if len(f.res.Causes) < maxCauses {
		f.res.Causes = append(f.res.Causes, c)
	}
}

// A causeKey stands for equal causes.
type causeKey struct {
	kind  CauseKind
	instr ssa.Instruction
	after bool
	boxed ssa.Instruction
	note  string
	from  *Cause // as it looks from the callee of the first of its calls
}

func (e *Evaluator) intern(c Cause, from *Cause) *Cause {
	key := causeKey{c.Kind, c.Instr, c.After, c.Boxed, c.Note, from}
	if from != nil {
		key.instr = c.Calls[0]
	}
	if old, ok := e.causes[key]; ok {
		return old
	}
	e.causes[key] = &c
	return &c
}

// through returns the cause as it looks from the function that makes the call in which it arose.
func (f *frame) through(c *Cause, call ssa.Instruction) *Cause {
	if c == nil || c.Instr.Parent() == f.fn || slices.Contains(c.Calls, call) {
		return c // it came in as an argument
	}
	up := *c
	up.Calls = append([]ssa.Instruction{call}, c.Calls...)
	up.After = up.After || f.at[call.Block()].recognised
	return f.e.intern(up, c)
}

func (f *frame) fault(kind FaultKind, instr ssa.Instruction, cause *Cause) {
	f.res.Faults = append(f.res.Faults, Fault{Kind: kind, Cause: cause, Instr: instr})
}

func (f *frame) effect(instr ssa.Instruction, strength kube.Effect, dependent bool) {
	if strength > kube.NoEffect {
		f.res.Effects = append(f.res.Effects, Effect{Instr: instr, Strength: strength, Dependent: dependent || f.at[instr.Block()].conditional})
	}
}

// reaches tells whether control can go from one block to another without passing a third.
func reaches(from, to, without *ssa.BasicBlock) bool {
	return ir.Reachable(func(b *ssa.BasicBlock) []*ssa.BasicBlock {
		if b == to || b == without {
			return nil
		}
		return b.Succs
	}, from)[to]
}
