package scenario

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Limits of an evaluation. Past them nothing is known, so that a finding is missed rather than made up.
const (
	maxDepth  = 24        // nested calls
	maxSweeps = 16        // rounds over the blocks of a function
	maxSteps  = 3_000_000 // instructions of one package, counted as often as they are evaluated
	maxFrames = 20_000    // distinct evaluations of functions in one package
	maxFuncs  = 64        // functions that one value may be
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
	Fn         *ssa.Function
	Value      Value // what it returns
	Returns    bool
	Faults     []Fault
	Effects    []Effect
	Causes     []*Cause // the tests that a tombstone failed, in the order of the code
	Recognised []ssa.Instruction
	Sinks      []Sink
	Stored     []Stored
	Truncated  bool // a limit was met: what it lacks may exist

	made    []*Cell // event handlers
	reached map[*ssa.BasicBlock]bool
	conds   map[*ssa.BasicBlock]Value
	calls   map[ssa.Instruction]*Result
}

// Stored is a place where a tombstone leaves in a field of a struct, such as the item of a queue.
type Stored struct {
	Field *types.Var
	Instr ssa.Instruction
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
	for _, d := range r.Fn.DomPreorder() {
		cond, ok := r.conds[d]
		is, known := cond.Bool()
		if !ok || !known || cond.Cause == nil {
			continue
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
	pkg     *ssa.Package
	facts   func(*types.Func) *Facts
	memo    map[string]*Result
	causes  map[string]*Cause
	cells   []*Cell
	plain   map[*ssa.Function]kube.Effect
	fields  map[*types.Var]*Cell  // struct fields that only ever hold known functions
	globals map[*ssa.Global]Value // package variables that only ever hold one value
	calls   *ir.Package
	roles   map[*types.Named]map[*types.Func]kube.Role
	funcs   []*ssa.Function
	// assumed are the struct fields of which evaluation assumes what they hold.
	assumed map[*types.Var]*Cell
	depth   int
	steps   int
}

func newEvaluator(p *ir.Package, facts func(*types.Func) *Facts) *Evaluator {
	e := &Evaluator{
		pkg: p.SSA(), funcs: p.Functions(), facts: facts,
		memo:   map[string]*Result{},
		causes: map[string]*Cause{},
		plain:  map[*ssa.Function]kube.Effect{},
		calls:  p,
		roles:  map[*types.Named]map[*types.Func]kube.Role{},
	}
	e.indexStores()
	return e
}

// Call executes fn, whose parameters (its receiver first) and free variables have the given values.
func (e *Evaluator) Call(fn *ssa.Function, args, bindings []Value) *Result {
	var key strings.Builder
	fmt.Fprintf(&key, "%p", fn)
	for _, v := range args {
		key.WriteByte(' ')
		v.write(&key)
	}
	for _, v := range bindings {
		key.WriteByte('^')
		v.write(&key)
		for _, c := range cellsOf(v) { // what closures capture may have changed since
			fmt.Fprintf(&key, "=%s", c.state())
		}
	}
	for _, v := range args {
		for _, c := range cellsOf(v) {
			fmt.Fprintf(&key, "=%s", c.state())
		}
	}
	k := key.String()
	if r, ok := e.memo[k]; ok {
		return r
	}
	r := &Result{Fn: fn, Value: unknown(false), Returns: true, Truncated: true}
	e.memo[k] = r // what a recursive call finds
	if e.depth >= maxDepth || e.steps > maxSteps || len(e.memo) > maxFrames || len(fn.Blocks) == 0 {
		return r
	}
	e.depth++
	defer func() { e.depth-- }()
	f := &frame{e: e, fn: fn, args: args, bindings: bindings, env: map[ssa.Value]Value{}, owned: map[ssa.Value]*Cell{}}
	*r = *f.run()
	return r
}

// cellsOf lists the cells that a value leads to.
func cellsOf(v Value) []*Cell {
	var cells []*Cell
	v.find(func(v Value) bool {
		if v.Cell != nil {
			cells = append(cells, v.Cell)
		}
		return len(cells) > 32
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
	fmt.Fprint(&b, c.grown, c.lost, c.shared)
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
	changed        bool
	recovers       bool
}

// run sweeps over the blocks until nothing more is learnt; the last sweep, which changes nothing, collects the result.
func (f *frame) run() *Result {
	f.edges = map[[2]*ssa.BasicBlock]bool{}
	stable := false
	for range maxSweeps {
		f.changed = false
		f.res = newResult(f.fn)
		f.res.reached[f.fn.Blocks[0]] = true
		for _, b := range f.fn.DomPreorder() { // conditions before what they decide
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
		if c.Type == madeHandler || kube.IsHandlerStruct(c.Type) && len(c.fields) > 0 || f.e.handlerMethods(c.Type) != nil {
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
	for _, p := range b.Preds {
		if f.edges[[2]*ssa.BasicBlock{p, b}] {
			return true
		}
	}
	return false
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
	for _, instr := range b.Instrs {
		f.e.steps++
		if !f.instr(b, instr) {
			return
		}
	}
}

// set remembers what a register holds. Values only ever become less certain, so that sweeps come to an end.
func (f *frame) set(reg ssa.Value, v Value) {
	old := f.env[reg]
	now := join(old, v)
	if old.Kind == Unset || now.key() != old.key() {
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

// cause returns the one Cause that stands for a test that failed in this frame.
func (f *frame) cause(c Cause) *Cause {
	for _, rec := range f.res.Recognised {
		if ir.Before(rec, c.Instr) {
			c.After = true
		}
	}
	made := f.e.intern(c)
	f.res.Causes = append(f.res.Causes, made)
	return made
}

func (e *Evaluator) intern(c Cause) *Cause {
	var key strings.Builder
	fmt.Fprintf(&key, "%d %p %v %p %s", c.Kind, c.Instr, c.After, c.Boxed, c.Note)
	for _, call := range c.Calls {
		fmt.Fprintf(&key, " %p", call)
	}
	k := key.String()
	if old, ok := e.causes[k]; ok {
		return old
	}
	e.causes[k] = &c
	return &c
}

// through returns the cause as it looks from the function that makes the call in which it arose.
func (f *frame) through(c *Cause, call ssa.Instruction) *Cause {
	if c == nil || c.Instr.Parent() == f.fn {
		return c
	}
	for _, outer := range c.Calls {
		if outer == call {
			return c // came in as an argument
		}
	}
	up := *c
	up.Calls = append([]ssa.Instruction{call}, c.Calls...)
	for _, rec := range f.res.Recognised {
		up.After = up.After || ir.Before(rec, call)
	}
	return f.e.intern(up)
}

func (f *frame) fault(kind FaultKind, instr ssa.Instruction, cause *Cause) {
	f.res.Faults = append(f.res.Faults, Fault{Kind: kind, Cause: cause, Instr: instr})
}

func (f *frame) effect(instr ssa.Instruction, strength kube.Effect, dependent bool) {
	if strength > kube.NoEffect {
		f.res.Effects = append(f.res.Effects, Effect{Instr: instr, Strength: strength, Dependent: dependent || f.conditional(instr.Block())})
	}
}

// conditional tells whether the block is executed on a condition that was computed from the event's object; that it
// is an object of the right type does not count.
func (f *frame) conditional(b *ssa.BasicBlock) bool {
	for d := b.Idom(); d != nil; d = d.Idom() {
		cond, ok := f.res.conds[d]
		if ok && cond.Kind == Unknown && cond.Tainted && !cond.Tested && reaches(d.Succs[0], b, d) != reaches(d.Succs[1], b, d) {
			return true
		}
	}
	return false
}

// reaches tells whether control can go from one block to another without passing a third.
func reaches(from, to, without *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{without: true}
	var visit func(*ssa.BasicBlock) bool
	visit = func(b *ssa.BasicBlock) bool {
		if b == to {
			return true
		}
		if seen[b] {
			return false
		}
		seen[b] = true
		for _, s := range b.Succs {
			if visit(s) {
				return true
			}
		}
		return false
	}
	return visit(from)
}
