package work

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
)

// A Target is a function that a function value may be: one of this package, with its body, or one of another.
type Target struct {
	Fn  *ssa.Function
	Obj *types.Func
}

// order is the order of the source.
func (t Target) order(other Target) int {
	switch {
	case t == other:
		return 0
	case t.Fn != nil && other.Fn != nil:
		return cmp.Or(cmp.Compare(t.Fn.Pos(), other.Fn.Pos()), cmp.Compare(t.Fn.String(), other.Fn.String()))
	case t.Fn != nil:
		return -1
	case other.Fn != nil:
		return 1
	}
	return cmp.Compare(t.Obj.FullName(), other.Obj.FullName())
}

func orderOfParams(p, q *ssa.Parameter) int {
	return cmp.Or(Target{Fn: p.Parent()}.order(Target{Fn: q.Parent()}), cmp.Compare(ir.ParamIndex(p), ir.ParamIndex(q)))
}

// targets is what a function value may be, in the order of the source.
type targets struct {
	list   []Target
	params []*ssa.Parameter // parameters of the functions around: the callers decide
	kept   []*ssa.Parameter // parameters that were stored: see [Info.Kept]
	many   bool             // so many that the lists have none
}

// maxTargets is how many functions a value may be. What may be more is a table of functions, of which nobody knows which
// one is called.
const maxTargets = 32

// maxStored bounds how many parameters are known to be stored in one place: each way to register something has one.
const maxStored = 200

func (t *targets) join(more targets) {
	t.list = append(t.list, more.list...)
	t.params = append(t.params, more.params...)
	t.kept = append(t.kept, more.kept...)
	t.many = t.many || more.many
}

func (t *targets) sort() {
	slices.SortFunc(t.list, Target.order)
	t.list = slices.Compact(t.list)
	slices.SortFunc(t.params, orderOfParams)
	t.params = slices.Compact(t.params)
	slices.SortFunc(t.kept, orderOfParams)
	t.kept = slices.Compact(t.kept)
	t.kept = t.kept[:min(len(t.kept), maxStored)]
	if t.many || len(t.list)+len(t.params) > maxTargets {
		*t = targets{kept: t.kept, many: true}
	}
}

// A question is which functions a value may be, or what the variable at an address, or a field, holds. Behind a field or
// a variable of the package the parameters of the function that stored it are followed to its callers, since who calls
// the field's function is another.
type question struct {
	value  ssa.Value
	at     bool
	field  *types.Var
	stored bool
}

// values answers which functions the values of a package may be.
type values struct {
	pkg   *ir.Package
	table *flow.Table[question, targets]
}

func newValues(pkg *ir.Package, s *flow.Solver) *values {
	v := &values{pkg: pkg}
	v.table = flow.NewTable(s, flow.Rules[question, targets]{
		Compute: v.answer, Unknown: targets{many: true},
		Equal: func(a, b targets) bool {
			return slices.Equal(a.list, b.list) && slices.Equal(a.params, b.params) && slices.Equal(a.kept, b.kept) && a.many == b.many
		},
	})
	return v
}

// FuncsOf returns the functions that a function value may be, and the parameters of this package's functions that it
// may come from.
func (in *Info) FuncsOf(v ssa.Value) ([]Target, []*ssa.Parameter) {
	t := in.values.table.Of(question{value: v})
	return t.list, t.params
}

// Kept returns the parameters of this package's functions that were stored in the field or variable of the package which a
// function value was read from: who calls the functions from another package decides too what it is.
func (in *Info) Kept(v ssa.Value) []*ssa.Parameter {
	if !ir.IsFunc(v.Type()) {
		return nil
	}
	return in.values.table.Of(question{value: v}).kept
}

func (v *values) answer(q question) targets {
	var out targets
	switch {
	case q.field != nil:
		out = v.any(v.pkg.Index().OfField(q.field), true)
	case q.at:
		out = v.held(q)
	default:
		out = v.value(q)
	}
	out.sort()
	return out
}

// any returns what any of the values may be.
func (v *values) any(all []ssa.Value, stored bool) (out targets) {
	for _, one := range all {
		if one != nil {
			out.join(v.table.Of(question{value: one, stored: stored}))
		}
	}
	return out
}

func (v *values) value(q question) (out targets) {
	switch step := ir.StepOf(q.value); step.Kind {
	case ir.Function:
		out = function(step.Fn)
	case ir.Alias:
		out = v.any(step.From, q.stored)
	case ir.Result:
		out = v.result(step.Call, step.Index, q.stored)
	case ir.Param:
		p := q.value.(*ssa.Parameter)
		if !q.stored {
			return targets{params: []*ssa.Parameter{p}}
		}
		out = v.any(v.pkg.Index().Passed(p), true)
		out.kept = append(out.kept, p)
	case ir.Load:
		if field := ir.FieldRead(q.value); field != nil {
			return v.ofField(field)
		}
		out = v.table.Of(question{value: step.From[0], at: true, stored: q.stored})
	case ir.FieldOf:
		out = v.ofField(step.Field)
	}
	return out
}

// held returns what the variable at an address may hold.
func (v *values) held(q question) (out targets) {
	switch step := ir.StepOf(q.value); step.Kind {
	case ir.Variable:
		g, global := q.value.(*ssa.Global)
		if !global || g.Pkg == v.pkg.SSA() {
			out = v.any(v.pkg.Index().StoredAt(q.value), q.stored || global)
		}
	case ir.Alias:
		for _, bound := range step.From {
			out.join(v.table.Of(question{value: bound, at: true, stored: q.stored}))
		}
	case ir.ElementAddr:
		if isTurn(q.value) {
			list := ir.StepOf(step.From[0]).Kind
			out = v.any(v.pkg.Index().Contents(q.value), q.stored || list != ir.Sliced && list != ir.Variable)
		}
	}
	return out
}

// isTurn tells whether an address is that of each element of a list, one after the other.
func isTurn(addr ssa.Value) bool {
	at, ok := addr.(*ssa.IndexAddr)
	if !ok {
		return false
	}
	if next, ok := at.Index.(*ssa.BinOp); ok && next.Op == token.ADD {
		_, ok = next.X.(*ssa.Phi)
		return ok
	}
	_, ok = at.Index.(*ssa.Phi)
	return ok
}

// ofField returns what is stored in a field of this package; others are set elsewhere too.
func (v *values) ofField(f *types.Var) targets {
	if f == nil || f.Pkg() != v.pkg.SSA().Pkg {
		return targets{}
	}
	return v.table.Of(question{field: f})
}

// function returns a function, or the one behind a wrapper of a method.
func function(fn *ssa.Function) targets {
	fn = ir.Behind(fn)
	if len(fn.Blocks) > 0 {
		return targets{list: []Target{{Fn: fn}}}
	}
	if obj, ok := fn.Object().(*types.Func); ok {
		return targets{list: []Target{{Obj: obj}}}
	}
	return targets{}
}

// result returns the functions that a call returns; where those are parameters, what this call passes. A function of
// another package that takes a function and returns one is taken for an adapter, whose result calls its argument.
func (v *values) result(call *ssa.Call, index int, stored bool) (out targets) {
	callee := v.pkg.Callee(&call.Call)
	if callee == nil {
		if call.Call.IsInvoke() || call.Call.StaticCallee() != nil {
			for _, arg := range call.Call.Args {
				if ir.IsFunc(arg.Type()) {
					out.join(v.any([]ssa.Value{arg}, stored))
				}
			}
		}
		return out
	}
	returned := v.any(ir.Returned(callee, index), false)
	out.list, out.kept, out.many = returned.list, returned.kept, returned.many
	for _, p := range returned.params {
		value := ssa.Value(p)
		if p.Parent() == callee {
			value = ir.ArgFor(&call.Call, p)
		}
		out.join(v.any([]ssa.Value{value}, stored))
	}
	return out
}
