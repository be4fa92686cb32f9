package scenario

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"path/filepath"
	"reflect"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Facts is what packages that call a function need to know of it, when its body is not in view.
type Facts struct {
	Params   []Behavior // for parameters of type any, what becomes of an event's object
	Returns  []Behavior // for results that are functions of one such parameter; Param is the result's index
	Combined []Combined // lists of filters of which it makes one
	Handlers []Template // event handlers that it makes of its parameters
	Keys     []Keyed    // queues that it puts the object's key on, and does nothing else
	Deletes  []int      // results that are event handlers whose delete function does something
	Works    bool       // it is the method of an event handler for deletes, and does something
	Mild     bool       // nothing is lost, in these two, if a delete is missed
}

func (f *Facts) String() string {
	return fmt.Sprintf("params:%d returns:%d combined:%d handlers:%d keys:%d deletes:%d works:%t", len(f.Params), len(f.Returns), len(f.Combined), len(f.Handlers), len(f.Keys), len(f.Deletes), f.Works)
}

// A Behavior is what a function does for an object and for a tombstone in one parameter (the receiver counts).
type Behavior struct {
	Param     int
	Object    Outcome
	Tombstone Outcome
	Empty     Outcome // for a tombstone without object
}

// plain tells whether tombstones make no difference, which is what importers take for granted.
func (b Behavior) plain() bool {
	return len(b.Tombstone.Faults) == 0 && reflect.DeepEqual(b.Object, b.Tombstone) && reflect.DeepEqual(b.Object, b.Empty)
}

// An Outcome is what one execution does.
type Outcome struct {
	Faults    []ForeignFault
	MisKeyed  *ForeignCause // the use of a tombstone's Key that comes to nothing, if that is all that is done
	Causes    []ForeignCause
	Strength  kube.Effect
	Dependent bool
	Returns   bool
	Results   []ForeignResult
}

// A ForeignCause is a Cause in another package.
type ForeignCause struct {
	Kind   CauseKind
	Symbol kube.Symbol
	Note   string // function, what it does there, file and line
	// TypeParam says which of the function's type parameters an assertion is to that failed, from 1; 0 is none.
	TypeParam int
}

// A ForeignFault is a Fault in another package.
type ForeignFault struct {
	Kind  FaultKind
	Cause ForeignCause
}

// A ForeignResult is a function's result that a tombstone decides.
type ForeignResult struct {
	Kind  Kind   // Unknown, Nil, NonNil, Object, Tombstone, or Const for the basic value in Const
	Const string // in Go syntax
	Cause *ForeignCause
	Taint bool
}

// A Template is an event handler that a function makes of its parameters: which of them are called in which role.
// Filter is -1 without filter; it may be a list of them, such as a variadic parameter.
type Template struct {
	Add, Update, Delete []int
	Filter              int
}

// outcome condenses a result for other packages.
func (e *Evaluator) outcome(r *Result) Outcome {
	o := Outcome{Returns: r.Returns}
	if r.Truncated {
		return Outcome{Returns: true, Strength: kube.MayEffect}
	}
	o.Strength, o.Dependent = r.Strength()
	for _, f := range r.Faults {
		if f.Cause != nil {
			o.Faults = append(o.Faults, ForeignFault{f.Kind, e.foreignCause(f.Cause)})
		}
	}
	for _, c := range r.Causes {
		o.Causes = append(o.Causes, e.foreignCause(c))
	}
	if amiss := r.Only(r.MisKeyed); amiss != nil {
		c := e.foreignCause(amiss.Cause)
		o.MisKeyed = &c
	}
	results := []Value{r.Value}
	if r.Value.Kind == Tuple {
		results = r.Value.Tuple
	}
	for _, v := range results {
		fr := ForeignResult{Kind: v.Kind, Taint: v.Tainted}
		switch v.Kind {
		case Nil, NonNil, Object, Tombstone:
		case Const:
			fr.Const = v.Const.ExactString()
		default:
			fr.Kind = Unknown
		}
		if v.Cause != nil {
			c := e.foreignCause(v.Cause)
			fr.Cause = &c
		}
		o.Results = append(o.Results, fr)
	}
	return o
}

func (e *Evaluator) foreignCause(c *Cause) ForeignCause {
	if c.Note != "" {
		return ForeignCause{c.Kind, c.Symbol, c.Note, typeParam(c)}
	}
	pos := e.pkg.Prog.Fset.Position(c.Pos())
	what := "fails on it"
	switch {
	case c.Kind == TombstoneKey:
		what = "goes by its Key"
	case c.Kind == FailedCall:
		what = "calls " + c.Symbol.String()
	case c.Kind == Reflected:
		what = "calls Elem of its reflect." + c.Symbol.Recv
	case c.Type != nil:
		what = "asserts " + types.TypeString(c.Type, kube.Qualifier(e.pkg.Pkg))
	}
	return ForeignCause{c.Kind, c.Symbol, fmt.Sprintf("%s.%s, which %s (%s:%d),", e.pkg.Pkg.Name(), ir.FuncName(c.Instr.Parent()), what, filepath.Base(pos.Filename), pos.Line), typeParam(c)}
}

// typeParam returns the number of the type parameter that a cause asserts, 0 if it is none.
func typeParam(c *Cause) int {
	if t, ok := types.Unalias(c.Type).(*types.TypeParam); ok && c.Kind == FailedAssert {
		return t.Index() + 1
	}
	return 0
}

// holds tells whether what is known of a generic function holds of an instance with these type arguments: a tombstone that
// is asserted to be one, or to be anything, is.
func (b *Behavior) holds(targs []types.Type) bool {
	return !slices.ContainsFunc(slices.Concat(b.Tombstone.Causes, b.Empty.Causes), func(c ForeignCause) bool {
		if c.TypeParam == 0 {
			return false
		}
		t := asserted(c, targs)
		return t == nil || kube.IsTombstone(t) || kube.IsTombstonePointer(t) || kube.IsAny(t)
	})
}

// asserted returns the type that an assertion to a type parameter is to, nil if it isn't known.
func asserted(c ForeignCause, targs []types.Type) types.Type {
	if n := c.TypeParam - 1; 0 <= n && n < len(targs) {
		return targs[n]
	}
	return nil
}

// applyFacts executes a call by the facts of the callee, or of the generic function of which it is the instance with these
// type arguments; false if they don't speak of these arguments.
func (f *frame) applyFacts(i ssa.Instruction, facts *Facts, targs []types.Type, args []Value) (Value, bool) {
	for _, b := range facts.Params {
		if b.Param >= len(args) || !b.holds(targs) {
			continue
		}
		arg := args[b.Param]
		var o Outcome
		switch {
		case arg.Kind == Tombstone && arg.Empty:
			o = b.Empty
		case arg.Kind == Tombstone:
			o = b.Tombstone
		case arg.Kind == Object || arg.Tainted:
			o = b.Object
		default:
			continue
		}
		return f.applyOutcome(i, o, targs, arg), true
	}
	if len(facts.Handlers) > 0 {
		return f.applyTemplates(i, facts, args)
	}
	for n := range facts.Returns {
		if returned := &facts.Returns[n]; returned.Param == 0 && returned.holds(targs) {
			return Value{Kind: Funcs, Funcs: []*Closure{{Behavior: returned, Types: targs}}}, true
		}
	}
	return Value{}, false
}

func (f *frame) applyOutcome(i ssa.Instruction, o Outcome, targs []types.Type, arg Value) Value {
	here := func(c ForeignCause) *Cause {
		return f.cause(Cause{Kind: c.Kind, Instr: i, Type: asserted(c, targs), Symbol: c.Symbol, Note: c.Note, Boxed: arg.Boxed})
	}
	for _, fault := range o.Faults {
		f.fault(fault.Kind, i, here(fault.Cause))
	}
	for _, c := range o.Causes {
		here(c)
	}
	if c := o.MisKeyed; c != nil {
		f.res.MisKeyed = append(f.res.MisKeyed, Fault{Kind: WrongKey, Cause: f.e.intern(Cause{Kind: c.Kind, Instr: i, Note: c.Note}, nil), Instr: i})
	}
	f.effect(i, o.Strength, o.Dependent)
	v := Value{Kind: Tuple}
	for _, r := range o.Results {
		one := Value{Kind: r.Kind, Tainted: r.Taint}
		if r.Cause != nil {
			one.Cause = here(*r.Cause)
		}
		if r.Kind == Const {
			one.Const = parseConst(r.Const)
			if one.Const.Kind() == constant.Unknown {
				one.Kind = Unknown
			}
		}
		v.Tuple = append(v.Tuple, one)
	}
	if len(v.Tuple) == 1 {
		return v.Tuple[0]
	}
	return v
}

func parseConst(text string) constant.Value {
	switch text {
	case "true", "false":
		return constant.MakeBool(text == "true")
	}
	if text != "" && text[0] == '"' {
		return constant.MakeFromLiteral(text, token.STRING, 0)
	}
	return constant.MakeFromLiteral(text, token.INT, 0)
}

// putInner puts the handler behind a filter that a function of another package puts there, if that is known to do something
// for deletes, and isn't made of what the function is given.
func (f *frame) putInner(c *Cell, facts *Facts) {
	_, has := c.fields[roleField(kube.Inner)]
	if has || len(facts.Deletes) == 0 || slices.ContainsFunc(facts.Handlers, func(t Template) bool { return len(t.Delete) > 0 }) {
		return
	}
	inner := f.e.newCell(elsewhere)
	inner.Site = c.Site
	inner.fields[roleField(kube.Delete)], inner.fields[whole] = working(), boolean(facts.Mild, nil)
	f.put(c, roleField(kube.Inner), Value{Kind: Ref, Cell: inner, Field: whole})
}

// applyTemplates makes the event handlers that a function of another package makes.
func (f *frame) applyTemplates(i ssa.Instruction, facts *Facts, args []Value) (Value, bool) {
	site, ok := i.(ssa.Value)
	if !ok {
		return Value{}, false
	}
	arg := func(params []int) Value {
		var v Value
		for _, p := range params {
			if p < len(args) {
				v = join(v, args[p])
			}
		}
		return v
	}
	cell := f.cell(site, madeHandler)
	for _, t := range facts.Handlers {
		for role, params := range map[kube.Role][]int{kube.Add: t.Add, kube.Update: t.Update, kube.Delete: t.Delete} {
			if v := arg(params); v.Kind != Unset {
				f.put(cell, roleField(role), v)
			}
		}
		if t.Filter >= 0 && t.Filter < len(args) {
			f.put(cell, roleField(kube.Filter), args[t.Filter].only())
			f.putInner(cell, facts)
		}
	}
	return Value{Kind: Ref, Cell: cell, Field: whole}, true
}
