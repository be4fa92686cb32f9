package scenario

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A Combined says that a function returns a filter which asks those in a list that is a parameter (the receiver counts), each for
// what it is given itself, in their order: one that lets through what all of them do, or any.
type Combined struct {
	Param int
	As    kube.Response // kube.All or kube.Any
}

// What is in a list of filters.
type content uint8

const (
	whatever  content = iota // it isn't known
	rejects                  // one that lets nothing through
	accepts                  // one that lets all through
	rejectAll                // any number of the former
	acceptAll                // and of the latter
)

// filterOf returns a filter that lets all through, or nothing.
func filterOf(passes bool) Value {
	b := rejecting
	if passes {
		b = accepting
	}
	return Value{Kind: Funcs, Funcs: []*Closure{{Behavior: b}}}
}

// isFilter tells whether a function type is that of a filter of events.
func isFilter(t types.Type) bool {
	sig, ok := t.Underlying().(*types.Signature)
	return ok && sig.Params().Len() == 1 && sig.Results().Len() == 1 && kube.IsAny(sig.Params().At(0).Type()) && types.Identical(sig.Results().At(0).Type(), types.Typ[types.Bool])
}

// combines tells whether a function takes a list of filters and returns one.
func combines(info *types.Info, decl *ast.FuncDecl) bool {
	fn, ok := info.Defs[decl.Name].(*types.Func)
	if !ok || fn.Signature().Results().Len() != 1 || !isFilter(fn.Signature().Results().At(0).Type()) {
		return false
	}
	for p := range fn.Signature().Params().Variables() {
		if list, ok := p.Type().Underlying().(*types.Slice); ok && isFilter(list.Elem()) {
			return true
		}
	}
	return false
}

// combined says of which parameter fn makes a filter, and how.
func (in *Info) combined(fn *ssa.Function) (out []Combined) {
	results := fn.Signature.Results()
	if results.Len() != 1 || !isFilter(results.At(0).Type()) {
		return nil
	}
	for n, p := range fn.Params {
		if list, ok := p.Type().Underlying().(*types.Slice); !ok || !isFilter(list.Elem()) || !in.asksAll(fn, n) {
			continue
		}
		// Of none, all let everything through and any nothing, so that what many do tells the two apart.
		switch {
		case in.answers(fn, n, acceptAll, true) && in.answers(fn, n, rejects, false):
			out = append(out, Combined{n, kube.All})
		case in.answers(fn, n, rejectAll, false) && in.answers(fn, n, accepts, true):
			out = append(out, Combined{n, kube.Any})
		}
	}
	return out
}

// filtered executes the filter that fn returns on a tombstone, if its list of filters has that in it; nil if it is not one function.
func (in *Info) filtered(fn *ssa.Function, param int, has content) *Result {
	args := unknowns(len(fn.Params))
	args[param] = in.listHaving(fn.Params[param], param, has)
	made := in.Call(fn, args, nil).Value
	if made.Kind != Funcs || len(made.Funcs) != 1 || made.Funcs[0].Fn == nil {
		return nil
	}
	return in.Run(made.Funcs[0], TheTombstone, nil)
}

// asksAll tells whether the filter that fn returns hands a tombstone to those in its list as it is, and not to a certain one of them.
func (in *Info) asksAll(fn *ssa.Function, param int) bool {
	r := in.filtered(fn, param, whatever)
	if r == nil || r.Truncated || len(r.Sinks) == 0 {
		return false
	}
	for element := range ir.All[*ssa.IndexAddr](r.Fn.Blocks) {
		if ir.IsFuncs(element.X.Type()) && !ir.InLoop(element.Block()) {
			return false
		}
	}
	return !slices.ContainsFunc(r.Sinks, func(s Sink) bool { return s.Param != param || !s.Tombstone })
}

// answers tells whether the filter that fn returns answers that if its list has these.
func (in *Info) answers(fn *ssa.Function, param int, has content, that bool) bool {
	r := in.filtered(fn, param, has)
	if r == nil || r.Truncated {
		return false
	}
	is, known := r.Value.Bool()
	return known && is == that
}

// combine returns the filter that a function of another package makes of those in a list, if it is known which these are.
func combine(c *Closure, facts *Facts, args []Value) (Value, bool) {
	for _, combined := range facts.Combined {
		if combined.Param >= len(args) {
			continue
		}
		if _, known := args[combined.Param].length(); known {
			return Value{Kind: Funcs, Funcs: []*Closure{{Symbol: c.Symbol, Object: c.Object, Made: true, Args: args[combined.Param : combined.Param+1], As: combined.As}}}, true
		}
	}
	return Value{}, false
}

// listHaving returns the list that is a parameter of a function, with that in it.
func (e *Evaluator) listHaving(p *ssa.Parameter, index int, has content) Value {
	return e.lists.Of(listOf{p, has}, func(listOf) Value {
		of := Value{Kind: Parameter, Field: index}
		if has != whatever {
			of = filterOf(has == accepts || has == acceptAll)
		}
		c := e.newCell(types.NewArray(p.Type().Underlying().(*types.Slice).Elem(), 1))
		c.Site, c.fields[element] = p, of
		c.cut = has == rejectAll || has == acceptAll // there may be more of them, or none
		return Value{Kind: Ref, Cell: c, Field: whole}
	})
}

// parametersOf returns the values that stand for the parameters of a function: of a list of functions, there is one in it. The
// one with the index, or what is in it, is a filter that lets nothing through.
func (e *Evaluator) parametersOf(fn *ssa.Function, filter int) []Value {
	args := make([]Value, len(fn.Params))
	for i, p := range fn.Params {
		has := whatever
		args[i] = Value{Kind: Parameter, Field: i}
		if i == filter {
			args[i], has = filterOf(false), rejects
		}
		if ir.IsFuncs(p.Type()) {
			args[i] = e.listHaving(p, i, has)
		}
	}
	return args
}
