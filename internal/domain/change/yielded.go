package change

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A yielded is one of the values that an iterator, a function which is given yield, calls that with.
type yielded struct {
	iterator *ssa.Function
	n        int
}

// yielding answers for what an iterator yields, itself or in loops over others.
func (t *tracer) yielding(y yielded) (out answer) {
	if len(y.iterator.Params) == 0 {
		return unknown
	}
	yield := y.iterator.Params[len(y.iterator.Params)-1]
	for fn := range ir.Reachable(func(fn *ssa.Function) []*ssa.Function { return fn.AnonFuncs }, y.iterator) {
		for call := range ir.All[*ssa.Call](fn.Blocks) {
			if args := call.Call.Args; t.isParam(call.Call.Value, yield) && y.n < len(args) {
				out = out.join(t.handed(args[y.n], call))
			}
		}
	}
	if len(out.roots) == 0 {
		return unknown
	}
	return out
}

// isParam tells whether a value is what a function is given for a parameter, perhaps as a function literal in it has that.
func (t *tracer) isParam(v ssa.Value, p *ssa.Parameter) bool {
	for range maxNested {
		switch s := ir.StepOf(v); {
		case v == ssa.Value(p):
			return true
		case s.Kind == ir.Alias && len(s.From) == 1:
			v = s.From[0]
		case s.Kind == ir.Load:
			stored := t.places.Contents(s.From[0])
			if len(stored) != 1 {
				return false
			}
			v = stored[0]
		default:
			return false
		}
	}
	return false
}

// maxNested bounds through how many literals, one in the other, a captured parameter is followed.
const maxNested = 8

// ranged answers for what a loop over iterators is given, of which the body is a function literal to go/ssa, as one of its
// parameters; false if it is no such loop, or nothing is known of the iterators.
func (t *tracer) ranged(p *ssa.Parameter) (out answer, known bool) {
	for _, loop := range ir.Loops(p.Parent()) {
		out = out.join(t.yieldedBy(loop.Call.Value, ir.ParamIndex(p), loop))
	}
	return out, len(out.roots) > 0
}

// yieldedBy answers for what an iterator that a loop is over yields.
func (t *tracer) yieldedBy(iterator ssa.Value, n int, loop *ssa.Call) (out answer) {
	step := ir.StepOf(ir.Unwrap(iterator))
	if step.Kind != ir.Result {
		if fn := ir.FuncOf(ir.Unwrap(iterator)); fn != nil {
			return t.ofIterator(ir.Behind(fn), n, loop.Parent())
		}
		return unknown
	}
	callee := t.pkg.Callee(step.Call.Common())
	if callee == nil {
		if of, ok := kube.YieldsOf(ir.Symbol(step.Call.Common()), n); ok {
			return t.values.Of(ir.Written(step.Call.Common(), of)).loaded()
		}
		return t.factOf(step.Call, step.Index, 1+n)
	}
	for _, fn := range iterators(callee, step.Index) {
		out = out.join(t.substituted(t.ofIterator(fn, n, callee), callee, step.Call))
	}
	return out
}

// ofIterator answers for what a function yields, as far as that is a cache's, or has to do with what a function around it is
// given.
func (t *tracer) ofIterator(iterator *ssa.Function, n int, around *ssa.Function) answer {
	return t.yields.Of(yielded{iterator, n}).each(func(r Root) (Root, bool) { return r, r.Param == nil || r.Param.Parent() == around })
}

// iterators returns the functions that a function returns as one of its results; none if one of them isn't known.
func iterators(fn *ssa.Function, n int) []*ssa.Function {
	out := ir.Map(slices.DeleteFunc(ir.Returned(fn, n), ir.IsNil), func(v ssa.Value) *ssa.Function {
		if fn := ir.FuncOf(ir.Unwrap(v)); fn != nil {
			return ir.Behind(fn)
		}
		return nil
	})
	if slices.Contains(out, nil) {
		return nil
	}
	return out
}

// givesYielded adds the roots of what the iterators yield that a function returns.
func (in *Info) givesYielded(f *Facts, fn *ssa.Function) {
	for n, result := range slices.Collect(fn.Signature.Results().Variables()) {
		for i, typ := range ir.Yields(result.Type()) {
			if !isData(typ) {
				continue
			}
			var all answer
			for _, iterator := range iterators(fn, n) {
				all = all.join(in.trace.ofIterator(iterator, i, fn))
			}
			f.Gives = append(f.Gives, in.given(fn, Given{Result: n, Yield: 1 + i}, all.forAll())...)
		}
	}
}

// gathered answers for what a function of the libraries returns that puts together what an iterator yields, or chooses one of its
// arguments; false if it is none.
func (t *tracer) gathered(call *ssa.Call) (out answer, known bool) {
	args := call.Call.Args
	if kube.Collects(ir.Symbol(call.Common())) && len(args) > 0 {
		elem := elementOf(call.Type())
		return t.yieldedBy(args[0], 0, call).ofStruct(elem).held("", elem), true
	}
	if kube.Chooses(ir.Symbol(call.Common())) && len(args) == 1 {
		return t.joined(ir.Variadic(args[0])), true
	}
	return answer{}, false
}
