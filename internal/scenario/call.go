package scenario

import (
	"go/constant"
	"go/types"
	"reflect"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// call executes a call, a go or a defer statement, and tells whether control comes back from it. A deferred call is
// executed where it is deferred, and a goroutine's at once: its effects and faults are what counts.
func (f *frame) call(i ssa.CallInstruction, common *ssa.CallCommon) bool {
	args := ir.Map(common.Args, f.value)
	if b, ok := common.Value.(*ssa.Builtin); ok {
		v, ok := f.builtin(i, b.Name(), args)
		f.result(i, v)
		return ok
	}
	if v, ok := f.taken(i); ok {
		f.result(i, v)
		return true
	}
	fn := f.value(common.Value)
	if common.IsInvoke() {
		if fn.Kind == Nil && (fn.Boxed == nil || isPromoted(fn.Boxed, common.Method)) {
			return f.nilUse(i, fn)
		}
		target := f.e.implementation(common, fn)
		if target == nil {
			f.result(i, f.foreign(i, &Closure{Symbol: kube.SymbolOf(common.Method), Object: common.Method}, append([]Value{fn}, args...)))
			return true
		}
		if fn.Kind == Nil {
			fn.Boxed = nil // the method is given the pointer that the interface holds
		}
		args = append([]Value{fn}, args...)
		fn = Value{Kind: Funcs, Funcs: []*Closure{{Fn: target}}}
	}
	switch fn.Kind {
	case Nil:
		return f.nilUse(i, fn)
	case Funcs:
		var v Value
		returns := false
		for _, c := range fn.Funcs {
			one, ok := f.apply(i, c, args)
			if ok {
				returns = true
				v = join(v, one)
			}
		}
		if returns {
			f.result(i, v)
		}
		return returns
	case Parameter:
		f.res.Sinks = append(f.res.Sinks, Sink{Param: fn.Field, Tombstone: slices.ContainsFunc(args, func(v Value) bool { return v.Kind == Tombstone })})
	}
	f.result(i, f.foreign(i, &Closure{}, args))
	return true
}

// result remembers what a call returned.
func (f *frame) result(i ssa.CallInstruction, v Value) {
	if reg := i.Value(); reg != nil {
		if v.Kind == Unset {
			v = unknown(false)
		}
		f.set(reg, v)
	}
}

// rise returns a callee's result as it looks in this frame.
func (f *frame) rise(v Value, i ssa.Instruction) Value {
	v.Cause = f.through(v.Cause, i)
	if v.Kind == Tuple {
		v.Tuple = slices.Clone(v.Tuple)
		for n := range v.Tuple {
			v.Tuple[n] = f.rise(v.Tuple[n], i)
		}
	}
	return v
}

// apply calls one function value, and tells whether it returns.
func (f *frame) apply(i ssa.Instruction, c *Closure, args []Value) (Value, bool) {
	args = slices.Concat(c.Bound, args)
	if c.Fn == nil || len(c.Fn.Blocks) == 0 {
		return f.foreign(i, c, args), true
	}
	if !f.e.worth(c, args) {
		tainted := slices.ContainsFunc(args, Value.carries)
		for _, a := range args {
			f.escape(a)
		}
		f.effect(i, f.e.effects.Of(c.Fn), tainted)
		return unknown(tainted), true
	}
	r := f.e.Call(c.Fn, args, c.Bindings)
	f.res.calls[i] = r
	f.res.Truncated = f.res.Truncated || r.Truncated
	f.rising(r, i)
	f.res.made = append(f.res.made, r.made...)
	if strength, dependent := r.Strength(); strength > kube.NoEffect {
		f.res.Effects = append(f.res.Effects, Effect{Instr: i, Strength: strength, Dependent: dependent || f.at[i.Block()].conditional, Call: r})
	}
	if r.recognises {
		f.recognise(i)
	}
	return f.rise(r.Value, i), r.Returns
}

// rising adds what went wrong in a call, of each test once, however many ways there are to it.
func (f *frame) rising(r *Result, i ssa.Instruction) {
	type place struct {
		kind  int
		instr ssa.Instruction
	}
	faults, causes := map[place]bool{}, map[place]bool{}
	for _, fault := range r.Faults {
		at := place{int(fault.Kind), fault.Instr}
		if len(f.res.Faults) >= maxCauses || faults[at] || slices.Contains(fault.Calls, i) {
			continue
		}
		faults[at] = true
		fault.Cause = f.through(fault.Cause, i)
		fault.Calls = append([]ssa.Instruction{i}, fault.Calls...)
		f.res.Faults = append(f.res.Faults, fault)
	}
	f.res.MisKeyed = behind(f.res.MisKeyed, i, r.MisKeyed)
	f.res.Enqueued = behind(f.res.Enqueued, i, r.Enqueued)
	for _, cause := range r.Causes {
		if at := (place{int(cause.Kind), cause.Instr}); !causes[at] {
			causes[at] = true
			f.failed(f.through(cause, i))
		}
	}
	f.res.Sinks = merge(f.res.Sinks, r.Sinks)
	f.res.Stored = merge(f.res.Stored, r.Stored)
}

// behind adds to some faults those of a function that an instruction calls.
func behind(all []Fault, call ssa.Instruction, of []Fault) []Fault {
	for _, fault := range of {
		if len(all) < maxCauses && !slices.Contains(fault.Calls, call) {
			fault.Calls = append([]ssa.Instruction{call}, fault.Calls...)
			all = append(all, fault)
		}
	}
	return all
}

func merge[T comparable](all, more []T) []T {
	for _, one := range more {
		if !slices.Contains(all, one) {
			all = append(all, one)
		}
	}
	return all
}

// Strength returns the strongest of the effects, and whether one of that strength depends on the event's object.
func (r *Result) Strength() (strength kube.Effect, dependent bool) {
	for _, e := range r.Effects {
		switch {
		case e.Strength > strength:
			strength, dependent = e.Strength, e.Dependent
		case e.Strength == strength:
			dependent = dependent || e.Dependent
		}
	}
	return strength, dependent
}

// isPromoted tells whether a method of what was put into an interface is that of an embedded field, which a nil pointer doesn't have.
func isPromoted(boxed ssa.Instruction, method *types.Func) bool {
	made, ok := boxed.(*ssa.MakeInterface)
	if !ok {
		return false
	}
	_, path, _ := types.LookupFieldOrMethod(made.X.Type(), false, method.Pkg(), method.Name())
	return len(path) > 1
}

// worth tells whether it may matter to execute the function with these arguments, rather than to know what effects
// it may have.
func (e *Evaluator) worth(c *Closure, args []Value) bool {
	if c.Fn.Parent() != nil || len(c.Bindings) > 0 || slices.ContainsFunc(args, Value.telling) || e.assumesOf(c.Fn) || isGivenNone(c.Fn, args) || e.contexts[c.Fn] < maxChosen && isChosen(c.Fn, args) {
		return true
	}
	results := c.Fn.Signature.Results()
	for i := range results.Len() {
		t := types.Unalias(results.At(i).Type())
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		if ir.IsFunc(t) || kube.IsHandlerStruct(t) || kube.IsHandlerInterface(t) {
			return true
		}
	}
	return false
}

// maxChosen bounds in how many contexts a function is executed for no more than that a constant chooses what it does.
const maxChosen = 16

// isChosen tells whether a function asks for a parameter that is a constant, of which it hangs what it does with the event's object.
func isChosen(fn *ssa.Function, args []Value) bool {
	return slices.ContainsFunc(args, Value.carries) && slices.ContainsFunc(fn.Params, func(p *ssa.Parameter) bool {
		n := ir.ParamIndex(p)
		return n < len(args) && args[n].Kind == Const && slices.ContainsFunc(ir.Uses(p), func(ref ssa.Instruction) bool {
			switch ref.(type) {
			case *ssa.If, *ssa.BinOp:
				return true
			}
			return false
		})
	})
}

// isGivenNone tells whether a function that takes whatever an event has is given nothing, as one is that takes the old and the new
// object.
func isGivenNone(fn *ssa.Function, args []Value) bool {
	for i, p := range fn.Params {
		if i < len(args) && args[i].Kind == Nil && kube.IsAny(p.Type()) {
			return true
		}
	}
	return false
}

// foreign executes a call of a function whose body is not in this package.
func (f *frame) foreign(i ssa.Instruction, c *Closure, args []Value) Value {
	sym := c.Symbol
	if c.Made {
		return f.madeFilter(c, args, i)
	}
	if c.Behavior != nil && len(args) > 0 {
		b := *c.Behavior
		b.Param = 0
		if v, ok := f.applyFacts(i, &Facts{Params: []Behavior{b}}, c.Types, args); ok {
			return v
		}
	}
	if v, ok := f.listed(i, sym, args); ok {
		return v
	}
	if c.Object != nil {
		f.followed(i, c.Object, args)
		if facts := f.e.facts(c.Object); facts != nil {
			if v, ok := f.applyFacts(i, facts, c.typeArgs(), args); ok {
				return v
			}
			if v, ok := combine(c, facts, args); ok {
				return v
			}
		}
	}
	effect, tainted := f.foreignEffect(i, c), false
	for _, a := range args {
		tainted = tainted || a.carries()
		if effect > kube.NoEffect {
			f.handOver(i, a)
			f.wrongKey(i, a, false)
		}
		f.escape(a) // reading fills in what is pointed to
		if a.Kind == Funcs && effect > kube.NoEffect {
			f.callback(i, a, tainted)
		}
	}
	if tainted {
		f.fills(i)
	}
	if kube.DeletesByKey(sym) {
		f.wrongKeyOf(i)
	}
	if kube.AddsWork(sym) {
		f.enqueues(i, args)
	}
	f.effect(i, effect, tainted)
	if kube.NeverNil(sym) {
		return Value{Kind: NonNil, Tainted: tainted}
	}
	if kube.MadeFilter(sym) != kube.Unlisted || kube.HandlerMaker(sym) != nil {
		return f.made(i, c, args)
	}
	if facts := f.e.handlersOf(c); facts != nil {
		return f.handlers(i, facts)
	}
	return unknown(tainted)
}

// fills notes that what a call of another package's method is given goes into the map that it is called on, such as a set, if
// it returns nothing but that.
func (f *frame) fills(i ssa.Instruction) {
	call, ok := i.(ssa.CallInstruction)
	if !ok {
		return
	}
	set, _ := ir.Receiver(call.Common())
	if set == nil {
		return
	}
	_, isMap := set.Type().Underlying().(*types.Map)
	results := call.Common().Signature().Results()
	if !isMap || results.Len() > 1 || results.Len() == 1 && !types.Identical(results.At(0).Type(), set.Type()) {
		return
	}
	if v := f.value(set); v.Kind == Unknown {
		v.Tainted = true
		if _, made := set.(ssa.Instruction); made {
			f.set(set, v)
		}
	} else if v.Kind == Ref && !v.Cell.told {
		v.Cell.told, f.changed = true, true
	}
}

// callback executes functions that were passed to somebody who may call them, with arguments unknown.
func (f *frame) callback(i ssa.Instruction, fn Value, tainted bool) {
	for _, c := range fn.Funcs {
		if c.Fn == nil || len(c.Fn.Blocks) == 0 {
			continue
		}
		args := make([]Value, len(c.Fn.Params))
		for n := range args {
			args[n] = unknown(tainted)
		}
		if len(c.Bindings) > 0 {
			f.apply(i, c, args)
		}
	}
}

// listed executes a function of the libraries of which the tables say what it does with a tombstone.
func (f *frame) listed(i ssa.Instruction, sym kube.Symbol, args []Value) (Value, bool) {
	for n, a := range args {
		response := kube.OnTombstone(sym, n)
		if response == kube.Unlisted {
			continue
		}
		if a.Kind == Nil && a.Boxed != nil && a.Cause != nil && response != kube.Mirrors { // a nil pointer has a type, too
			f.fault(PanicsOnNil, i, a.Cause)
			return unknown(true), true
		}
		if a.Kind != Tombstone && a.Kind != Mirror {
			continue
		}
		switch response {
		case kube.Mirrors:
			return mirrored(sym), true
		case kube.Panics:
			if f.at[i.Block()].conditional { // on what the type is, perhaps
				return unknown(true), true
			}
			f.fault(PanicsOnAssert, i, f.cause(Cause{Kind: Reflected, Instr: i, Symbol: sym}))
			return unknown(true), true
		case kube.Fails:
			cause := f.cause(Cause{Kind: FailedCall, Instr: i, Symbol: sym, Boxed: a.Boxed})
			call, ok := i.(ssa.CallInstruction)
			if !ok {
				return unknown(true), true
			}
			v := zero(call.Common().Signature().Results(), cause)
			if last := len(v.Tuple) - 1; last >= 0 {
				v.Tuple[last] = Value{Kind: NonNil, Cause: cause}
			}
			return v, true
		case kube.Unwraps:
			return unknown(true), true
		}
	}
	return Value{}, false
}

// mirrored returns what a function of package reflect returns for a tombstone, or for its reflect.Type or reflect.Value.
func mirrored(sym kube.Symbol) Value {
	if sym.Name == "Kind" {
		return Value{Kind: Const, Const: constant.MakeUint64(uint64(reflect.Struct)), Tainted: true}
	}
	return Value{Kind: Mirror, Tainted: true}
}

// isTypeOfOther tells whether a value is the reflect.Type of what is no tombstone.
func isTypeOfOther(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	if !ok || call.Call.IsInvoke() || kube.OnTombstone(ir.Symbol(call.Common()), 0) != kube.Mirrors {
		return false
	}
	of, ok := call.Call.Args[0].(*ssa.MakeInterface)
	return ok && !kube.IsTombstone(of.X.Type())
}

// made returns what a function of another module makes of functions: a filter, or an event handler.
func (f *frame) made(i ssa.Instruction, c *Closure, args []Value) Value {
	if site, ok := i.(ssa.Value); ok && kube.HandlerMaker(c.Symbol) != nil {
		roles := kube.HandlerMaker(c.Symbol)
		cell := f.cell(site, madeHandler)
		for n, rs := range roles {
			for _, r := range rs {
				f.put(cell, roleField(r), args[n])
				if r == kube.Filter { // a handler of the library's own is behind it
					f.put(cell, roleField(kube.Inner), Value{Kind: Parameter})
				}
			}
		}
		return Value{Kind: Ref, Cell: cell, Field: whole}
	}
	return Value{Kind: Funcs, Funcs: []*Closure{{Symbol: c.Symbol, Object: c.Object, Made: true, Args: args}}}
}

// madeFilter calls a filter that a function of another module made.
func (f *frame) madeFilter(c *Closure, args []Value, i ssa.Instruction) Value {
	if !slices.ContainsFunc(args, func(v Value) bool { return v.Kind == Tombstone }) {
		return unknown(true)
	}
	as, no := c.As, unknown(true)
	if as == kube.Unlisted {
		as, no = kube.MadeFilter(c.Symbol), boolean(false, f.cause(Cause{Kind: FailedCall, Instr: i, Symbol: c.Symbol}))
	}
	rejects := func(v Value) bool { is, known := v.Bool(); return known && !is }
	ends := func(v Value) bool { is, known := v.Bool(); return known && is == (as == kube.Any) }
	var parts []Value
	for _, p := range c.Args {
		if p.Kind == Ref { // variadic: the filters are in an array
			p = p.Cell.fields[element]
		}
		if p.Kind == Funcs {
			for _, part := range p.Funcs {
				if slices.ContainsFunc(parts, ends) {
					break // those behind it aren't asked
				}
				v, _ := f.apply(i, part, args)
				parts = append(parts, v)
			}
		}
	}
	if c.As != kube.Unlisted && len(parts) > 0 {
		no = parts[len(parts)-1] // why that rejects
	}
	switch as {
	case kube.Rejects:
		return no
	case kube.All:
		if slices.ContainsFunc(parts, rejects) {
			return no
		}
	case kube.Any:
		if len(parts) > 0 && !slices.ContainsFunc(parts, func(v Value) bool { return !rejects(v) }) {
			return no
		}
	}
	return unknown(true)
}

// builtin executes a call of a built-in function.
func (f *frame) builtin(i ssa.CallInstruction, name string, args []Value) (Value, bool) {
	tainted := slices.ContainsFunc(args, Value.carries)
	switch name {
	case "len", "cap":
		if x := args[0]; x.Kind == Nil || f.isEmpty(x) {
			cause := x.Cause
			return Value{Kind: Const, Const: constant.MakeInt64(0), Cause: cause}, true
		} else if x.Kind == Const && x.Const.Kind() == constant.String {
			return Value{Kind: Const, Const: constant.MakeInt64(int64(len(constant.StringVal(x.Const)))), Cause: x.Cause}, true
		} else if n, ok := x.length(); ok {
			return Value{Kind: Const, Const: constant.MakeInt64(n)}, true
		}
	case "append":
		if len(args) == 2 && args[1].Kind == Nil {
			return args[0], true
		}
		return Value{Kind: NonNil, Tainted: tainted}, true
	case "delete", "clear":
		if args[0].Kind != Nil && (args[0].Kind != Ref || args[0].Cell.shared) {
			if len(args) == 2 {
				f.wrongKey(i, args[1], true)
				f.misKeyed(i, args[1])
			}
			f.effect(i, kube.HasEffect, tainted)
		}
	case "close":
		f.effect(i, kube.HasEffect, tainted)
	case "recover":
		f.recovers = true
	case "ssa:wrapnilchk":
		if args[0].Kind == Nil {
			return unknown(true), f.nilUse(i, args[0])
		}
		return args[0], true
	}
	return unknown(tainted), true
}
