package change

import (
	"cmp"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
)

// A callback is a call of a function value, or one that passes the value on to who calls it, by itself or in a list.
type callback struct {
	call  ssa.CallInstruction
	given int // the argument (the receiver counts) that is the function, or the list; -1 if the call is of it
}

// callbacks are the calls of function values, and those that pass them on, by what these may be.
type callbacks struct {
	of     map[*ssa.Function][]callback
	params map[*ssa.Parameter][]callback // what callers pass, also if it is kept until it is called
	beyond []beyond
}

// A beyond is a function of another package that a callback is of.
type beyond struct {
	fn *types.Func
	callback
}

// A handing is the argument of that index with which a function is called that another one is given for a parameter.
type handing struct {
	param *ssa.Parameter
	arg   int
}

// A Handed is what the function in a parameter (the receiver counts), Func, or each of a list of them, is called with as its
// argument Arg.
type Handed struct {
	Func, Arg int
	Given
}

// callbacks returns the callbacks of the package.
func (t *tracer) callbacks() *callbacks {
	if t.calling == nil {
		t.calling = t.findCallbacks()
	}
	return t.calling
}

func (t *tracer) findCallbacks() *callbacks {
	out := &callbacks{of: map[*ssa.Function][]callback{}, params: map[*ssa.Parameter][]callback{}}
	for call := range t.pkg.Calls() {
		common := call.Common()
		if !common.IsInvoke() && common.StaticCallee() == nil && !ir.IsBuiltin(common, "") && t.pkg.Callee(common) == nil {
			t.note(out, common.Value, callback{call, -1})
			if part := t.pkg.PartOfParam(common.Value); part.Each && len(part.Fields) == 0 && part.Param != nil && takesData(common.Signature()) {
				out.params[part.Param] = append(out.params[part.Param], callback{call, -1})
			}
		}
		for n, arg := range ir.Args(common) {
			if ir.IsFuncs(arg.Type()) {
				t.noteList(out, arg, callback{call, n})
			} else {
				t.note(out, arg, callback{call, n})
			}
		}
	}
	return out
}

// noteList notes a callback of each function in a list, such as variadic arguments are.
func (t *tracer) noteList(to *callbacks, list ssa.Value, c callback) {
	for _, v := range ir.Variadic(list) {
		t.note(to, v, c)
	}
	if part := t.pkg.PartOfParam(list); part.Param != nil && !part.Each && len(part.Fields) == 0 && takesData(c.signature()) {
		to.params[part.Param] = append(to.params[part.Param], c)
	}
}

// note notes a callback of what a value may be, if that is a function that may be given an object.
func (t *tracer) note(to *callbacks, v ssa.Value, c callback) {
	sig, ok := v.Type().Underlying().(*types.Signature)
	if !ok || !takesData(sig) {
		return
	}
	if t.work == nil {
		for _, fn := range t.functions(ir.Unwrap(v)) {
			to.of[fn] = append(to.of[fn], c)
		}
		return
	}
	list, params := t.work.FuncsOf(v)
	for _, target := range list {
		if target.Fn != nil {
			to.of[target.Fn] = append(to.of[target.Fn], c)
		} else {
			to.beyond = append(to.beyond, beyond{target.Obj, c})
		}
	}
	for _, p := range slices.Concat(params, t.work.Kept(v)) {
		to.params[p] = append(to.params[p], c)
	}
}

// takesData tells whether a function is given what may be an object, or a part of one.
func takesData(sig *types.Signature) bool {
	for v := range sig.Params().Variables() {
		if isData(v.Type()) {
			return true
		}
	}
	return false
}

// hands answers for what the function in a parameter is called with, as far as that is a cache's, or has to do with what
// the function is given that has the parameter.
func (t *tracer) hands(h handing) (out answer) {
	for _, c := range t.callbacks().params[h.param] {
		out = out.join(t.resolved(t.handedBy(c, h.arg), h.param.Parent()))
	}
	return out
}

// handedBy answers for what a callback calls the function with as its nth argument.
func (t *tracer) handedBy(c callback, n int) (out answer) {
	common := c.call.Common()
	if c.given < 0 {
		if n < len(common.Args) {
			return t.handed(common.Args[n], c.call)
		}
		return unknown
	}
	if callee := t.pkg.Callee(common); callee != nil {
		callee = declared(callee)
		if c.given < len(callee.Params) {
			return t.substituted(t.handings.Of(handing{callee.Params[c.given], n}), callee, c.call)
		}
		return unknown
	}
	call, ok := c.call.(*ssa.Call)
	if known := t.factsOf(c.call); ok && known != nil {
		for i, h := range known.Hands {
			if h.Func == c.given && h.Arg == n {
				out = out.join(t.givenBy(h.Given, call, func(s *Source) *Source {
					s.Type = c.signature().Params().At(n).Type()
					return t.only(sourceAt{call, -1 - i}, s)
				}))
			}
		}
	}
	return out
}

// signature is that of the functions that a callback is of.
func (c callback) signature() *types.Signature {
	common := c.call.Common()
	if c.given < 0 {
		return common.Signature()
	}
	return ir.SignatureOf(ir.Arg(common, c.given).Type())
}

// declared returns the generic function of an instance, and other functions as they are.
func declared(fn *ssa.Function) *ssa.Function {
	if origin := fn.Origin(); origin != nil {
		return origin
	}
	return fn
}

// resolved leaves of an answer what is a cache's, wherever the calls in the package have it from, and what has to do with
// the parameters of a function, or of those around it.
func (t *tracer) resolved(a answer, fn *ssa.Function) (out answer) {
	for _, r := range a.roots {
		if r.Param == nil || ir.Within(fn, r.Param.Parent()) {
			out = out.join(rooted(r))
			continue
		}
		for _, passed := range t.called(rooted(r)).roots {
			if passed.Param == nil {
				out = out.join(rooted(passed))
			}
		}
	}
	return out
}

// calledWith answers for a parameter of a function that is called as a value: for what it is called with.
func (t *tracer) calledWith(p *ssa.Parameter) (out answer) {
	fn := p.Parent()
	for _, c := range t.callbacks().of[fn] {
		n := ir.ParamIndex(p)
		if fn.Signature.Recv() != nil && !c.hasReceiver(fn) {
			n--
		}
		if n < 0 {
			continue
		}
		out = out.join(t.resolved(t.handedBy(c, n), fn).each(func(r Root) (Root, bool) {
			if r.Source != nil && r.Source.Of == nil { // otherwise, who knows whether it is one
				r.Source = t.handedSource(p, r.Source)
			}
			return r, r.Source == nil || r.Source.Of == nil
		}))
	}
	return out
}

// hasReceiver tells whether a callback calls a method by an expression that takes the receiver as the first argument.
func (c callback) hasReceiver(fn *ssa.Function) bool {
	return c.signature().Params().Len() == len(fn.Params)
}

// handedSource is the source of the objects that a function is called with which the source hands out, or several do: then it
// is like the first of them.
func (t *tracer) handedSource(p *ssa.Parameter, of *Source) *Source {
	if of.Param == p {
		return of
	}
	source := &Source{Kind: of.Kind, Pos: p.Pos(), Param: p, Surface: of.Surface, Type: p.Type(), Where: t.where(of), Programs: of.Programs}
	known := t.handedOut[p]
	if known == nil {
		source.Type = t.objectType(p, p.Type())
		t.handedOut[p] = source
		return source
	}
	if cmp.Or(cmp.Compare(source.Kind, known.Kind), cmp.Compare(source.Where, known.Where)) < 0 {
		known.Kind, known.Surface, known.Where, known.Programs = source.Kind, source.Surface, source.Where, source.Programs
	}
	return known
}

// changesBeyond returns what functions of other packages, which the package calls as values or passes on to who calls them,
// change in what they are called with.
func (t *tracer) changesBeyond() []Change {
	if t.foreign != nil {
		return t.foreign
	}
	t.foreign = []Change{}
	for _, b := range t.callbacks().beyond {
		known := t.known[b.fn.Origin()]
		if known == nil {
			continue
		}
		for _, c := range known.Changes {
			n := c.Param
			if b.fn.Signature().Recv() != nil && b.signature().Params().Len() == b.fn.Signature().Params().Len() {
				n--
			}
			if n < 0 || n >= b.signature().Params().Len() {
				continue
			}
			for _, r := range t.resolved(t.handedBy(b.callback, n), b.call.Parent()).roots {
				if r.Source != nil && r.Source.Of == nil {
					t.foreign = append(t.foreign, Change{Effect{By: b.call, Mark: c.Mark}, r})
				}
			}
		}
	}
	return t.foreign
}
