package work

import (
	"cmp"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
)

// A Kept is that a function keeps one of its parameters, a function, in a field of another one, by itself or among others.
type Kept struct {
	Param int
	In    Held
}

// A Held is what a field of a parameter holds (the receiver counts): a function, or several.
type Held struct {
	Param int
	Field string // which may be one of a field
}

// A HeldCall is that a function calls all functions that a field of one of its parameters holds.
type HeldCall struct {
	Held
	Async bool
}

// keeps tells whether a type of the package has lists or maps of functions in fields, which others may add to, so that what
// they add is called where the package says, or channels, for which others may be made to wait.
func keeps(pkg *types.Package) bool {
	for named := range ir.Types(pkg) {
		st, ok := named.Underlying().(*types.Struct)
		if !ok {
			continue
		}
		for f := range st.Fields() {
			if _, ok := f.Type().Underlying().(*types.Chan); ok {
				return true
			}
			if list, ok := f.Type().Underlying().(interface{ Elem() types.Type }); ok && ir.IsFunc(list.Elem()) {
				return true
			}
		}
	}
	return false
}

// heldBy returns what field of which parameter an address or a value is of; no parameter if it is none of one.
func (in *Info) heldBy(v ssa.Value) (p *ssa.Parameter, field string) {
	part := in.pkg.PartOfParam(v)
	if part.Param == nil || part.Each || len(part.Fields) == 0 {
		return nil, ""
	}
	for _, f := range slices.Backward(part.Fields) {
		field += "." + f.Name()
	}
	return part.Param, field
}

// keeps returns which functions that it is passed a function keeps.
func (in *Info) keeps(fn *ssa.Function) (out []Kept) {
	if !slices.ContainsFunc(fn.Params, func(p *ssa.Parameter) bool { return ir.IsFunc(p.Type()) }) {
		return nil
	}
	note := func(to, what ssa.Value) {
		p, field := in.heldBy(to)
		if p == nil || p.Parent() != fn {
			return
		}
		for _, kept := range in.funcsIn(what) {
			if kept.Parent() == fn {
				out = append(out, Kept{ir.ParamIndex(kept), Held{ir.ParamIndex(p), field}})
			}
		}
	}
	for store := range ir.All[*ssa.Store](fn.Blocks) {
		note(store.Addr, store.Val)
	}
	for update := range ir.All[*ssa.MapUpdate](fn.Blocks) {
		note(update.Map, update.Value)
	}
	return out
}

// maxKept bounds how many values are looked at for the functions in one.
const maxKept = 50

// funcsIn returns the parameters that are functions in a value: itself, or among the elements that it adds to a list.
func (in *Info) funcsIn(v ssa.Value) (out []*ssa.Parameter) {
	index := in.pkg.Index()
	seen := map[ssa.Value]bool{}
	for todo := []ssa.Value{v}; len(todo) > 0 && len(seen) < maxKept; {
		v := todo[0]
		if todo = todo[1:]; seen[v] {
			continue
		}
		seen[v] = true
		in.solver.Step()
		switch step := ir.StepOf(v); {
		case step.Kind == ir.Param && ir.IsFunc(v.Type()):
			out = append(out, v.(*ssa.Parameter))
		case step.Kind == ir.Alias:
			todo = append(todo, step.From...)
		case step.Kind == ir.Result && ir.IsBuiltin(&step.Call.Call, "append"):
			for _, arg := range step.Call.Call.Args[1:] {
				todo = append(todo, ir.Variadic(arg)...)
			}
		case step.Kind == ir.Load: // a copy that a literal has
			if at := ir.StepOf(step.From[0]); at.Kind == ir.Variable {
				todo = append(todo, index.StoredAt(step.From[0])...)
			}
		}
	}
	return out
}

// heldIn returns of what field of a parameter a value is, or in its turn one of the values that it holds.
func (in *Info) heldIn(v ssa.Value) (p *ssa.Parameter, field string) {
	for range maxReceivers {
		switch step := ir.StepOf(v); step.Kind {
		case ir.Alias, ir.Load:
			if p, field = in.heldBy(v); p != nil || len(step.From) != 1 {
				return p, field
			}
			v = step.From[0]
		case ir.Variable:
			stored := in.pkg.Index().StoredAt(v)
			if len(stored) != 1 {
				return nil, ""
			}
			v = stored[0]
		case ir.ElementAddr:
			if !isTurn(v) {
				return nil, ""
			}
			return in.listIn(step.From[0])
		default:
			if of := ranged(v); of != nil {
				return in.listIn(of)
			}
			return in.heldBy(v)
		}
	}
	return nil, ""
}

// ranged returns the map of which a value is each in its turn, nil if it is none of one.
func ranged(v ssa.Value) ssa.Value {
	if extract, ok := v.(*ssa.Extract); ok {
		if next, ok := extract.Tuple.(*ssa.Next); ok {
			if all, ok := next.Iter.(*ssa.Range); ok {
				return all.X
			}
		}
	}
	return nil
}

// listIn returns of what field of a parameter a list or map is, or that it was copied from.
func (in *Info) listIn(v ssa.Value) (p *ssa.Parameter, field string) {
	for range maxReceivers {
		if p, field = in.heldBy(v); p != nil {
			return p, field
		}
		call, ok := v.(*ssa.Call)
		if !ok {
			return nil, ""
		}
		args := ir.Args(&call.Call)
		if ir.IsBuiltin(&call.Call, "append") {
			args = args[1:]
		}
		i := slices.IndexFunc(args, func(arg ssa.Value) bool { return types.Identical(arg.Type(), call.Type()) })
		if i < 0 || in.pkg.Callee(&call.Call) != nil {
			return nil, ""
		}
		v = args[i]
	}
	return nil, ""
}

// A heldCall is that a function calls what a field of a parameter holds, its own or one of a function around it.
type heldCall struct {
	param *ssa.Parameter
	field string
	async bool
}

// heldCallsOf returns those of a function, itself or through what it comes to.
func (in *Info) heldCallsOf(fn *ssa.Function) (out []heldCall) {
	note := func(c heldCall) {
		if !slices.Contains(out, c) && len(out) < maxTargets {
			out = append(out, c)
		}
	}
	comes := func(s *site, to *ssa.Function, async bool) {
		for _, c := range in.holders.Of(to) {
			c.async = c.async || async
			if c.param.Parent() == to {
				arg := ir.ArgFor(s.call.Common(), c.param)
				if s.callee != to || arg == nil {
					continue
				}
				part := in.pkg.PartOfParam(arg)
				if c.param = part.Param; part.Param == nil || part.Each || len(part.Fields) > 0 {
					continue
				}
			}
			note(c)
		}
	}
	for _, s := range in.node(fn).sites {
		if s.callee != nil {
			comes(s, s.callee, s.async)
		}
		for _, v := range in.called(s) {
			if p, field := in.heldIn(v.value); p != nil {
				note(heldCall{p, field, v.async})
				continue
			}
			list, _ := in.FuncsOf(v.value)
			for _, t := range list {
				if t.Fn != nil {
					comes(s, t.Fn, v.async)
				}
			}
		}
	}
	slices.SortFunc(out, func(a, b heldCall) int {
		return cmp.Or(orderOfParams(a.param, b.param), cmp.Compare(a.field, b.field), flow.CompareBools(a.async, b.async))
	})
	return out
}

// keeping is a call that has a function kept, in a field of what it is passed.
type keeping struct {
	owner any // see owner
	field string
	value ssa.Value
}

// keepings returns the calls of other packages' functions that keep what they are passed.
func (in *Info) keepings() []keeping {
	if in.kept == nil {
		in.kept = []keeping{}
		for call := range in.pkg.Calls() {
			fn, ok := ir.Called(call.Common()).(*types.Func)
			if !ok {
				continue
			}
			f := in.Lookup(fn)
			if f == nil {
				continue
			}
			for _, k := range f.Keeps {
				to, value := ir.Arg(call.Common(), k.In.Param), ir.Arg(call.Common(), k.Param)
				if to != nil && value != nil {
					in.kept = append(in.kept, keeping{in.owner(to), k.In.Field, value})
				}
			}
		}
	}
	return in.kept
}

// handedOn notes the functions that a call of a function of another package calls since it was given them before, by other
// calls in this package.
func (in *Info) handedOn(s *site, f *Facts) {
	for _, h := range f.Held {
		to := ir.Arg(s.call.Common(), h.Param)
		if to == nil {
			continue
		}
		owner := in.owner(to)
		for _, k := range in.keepings() {
			if k.owner == owner && k.field == h.Field {
				s.values = append(s.values, passed{k.value, s.async || h.Async, in.again(s.call)})
			}
		}
	}
}

// owner returns what stands for the struct that a value is, or points to, in all places where the package has it: what makes
// it, as far back as there is one, or else the variable, field or parameter that it is in.
func (in *Info) owner(v ssa.Value) any {
	index := in.pkg.Index()
	for range maxReceivers {
		var from []ssa.Value
		switch step := ir.StepOf(v); step.Kind {
		case ir.Alias, ir.Load:
			from = step.From
		case ir.Variable:
			from = index.StoredAt(v)
		case ir.FieldAddr, ir.FieldOf:
			if from = index.OfField(step.Field); len(from) != 1 {
				return step.Field
			}
		case ir.Param:
			from = in.passed(v.(*ssa.Parameter))
		case ir.Result:
			if callee := in.pkg.Callee(&step.Call.Call); callee != nil {
				from = ir.Returned(callee, step.Index)
			}
		}
		if len(from) != 1 {
			return v
		}
		v = from[0]
	}
	return v
}
