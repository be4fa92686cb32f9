package client

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// DryRun tells whether a call of an operation keeps nothing: its options say so, or its client is one of which no write
// persists. What may or may not be a dry run, as far as can be seen, persists; where what the options say comes from
// out of sight, it counts as a dry run.
func (o *Origins) DryRun(common *ssa.CallCommon, op kube.Operation) bool {
	recv, _ := ir.Receiver(common)
	if op.Client >= 0 {
		recv = ir.Written(common, op.Client)
	}
	if recv != nil && (op.Via == kube.Client || op.Via == kube.Subresource) && o.tracer().dryClients.Of(recv) {
		return true
	}
	opts := ir.Written(common, op.Opts)
	return opts != nil && o.tracer().dryOptions.Of(opts)
}

// A made is what a question hangs on: the answer for a value is yes by itself, or if it is for all that the value is one
// of, or for some of what it is made of.
type made struct {
	yes         bool
	oneOf, some []ssa.Value
}

// dryTables makes the tables of questions about writes that keep nothing.
func (t *tracer) dryTables() {
	table := func(ask func(ssa.Value) made) *flow.Table[ssa.Value, bool] {
		var is *flow.Table[ssa.Value, bool]
		is = flow.NewTable(t.solver, flow.Rules[ssa.Value, bool]{Equal: flow.Equal[bool], Compute: func(v ssa.Value) bool {
			m := ask(v)
			not := func(v ssa.Value) bool { return !is.Of(v) }
			return m.yes || len(m.oneOf) > 0 && !slices.ContainsFunc(m.oneOf, not) || slices.ContainsFunc(m.some, is.Of)
		}})
		return is
	}
	t.dryClients, t.dryOptions, t.empty = table(t.dryClient), table(t.dryOption), table(empty)
}

// dryClient asks whether no write through a client persists.
func (t *tracer) dryClient(v ssa.Value) made {
	s := ir.StepOf(v)
	switch s.Kind {
	case ir.Result:
	case ir.FieldAddr, ir.FieldOf:
		return made{oneOf: t.places.OfField(s.Field)}
	default:
		return made{oneOf: sources(v).oneOf}
	}
	if s.Call.Call.IsInvoke() {
		return made{some: []ssa.Value{s.Call.Call.Value}} // Status()
	}
	fn := s.Call.Call.StaticCallee()
	switch {
	case fn == nil || fn.Object() == nil:
		return made{}
	case len(fn.Blocks) > 0:
		return made{oneOf: ir.Returned(fn, s.Index)}
	case kube.IsDryRun(kube.SymbolOf(fn.Object())):
		return made{yes: true}
	}
	return made{some: s.Call.Call.Args} // a wrapper
}

// dryOption asks whether an option, or one of several, makes a dry run.
func (t *tracer) dryOption(v ssa.Value) made {
	out := sources(v)
	switch s := ir.StepOf(v); s.Kind {
	case ir.Result:
		if fn := s.Call.Call.StaticCallee(); fn != nil && len(fn.Blocks) > 0 {
			return made{oneOf: ir.Returned(fn, s.Index)}
		}
		return made{some: s.Call.Call.Args} // append
	case ir.Variable:
		if global, ok := v.(*ssa.Global); ok {
			return made{yes: kube.IsDryRunOption(kube.SymbolOf(global.Object()))}
		}
		for _, part := range ir.PartsOf(v) {
			if f := ir.StepOf(part).Field; f != nil && kube.IsDryRunField(v.Type(), f.Name()) {
				out.yes = out.yes || t.setsDryRun(part, v)
			}
		}
	}
	return out
}

// setsDryRun tells whether a field DryRun of a variable is set to something that isn't empty, wherever that is used.
func (t *tracer) setsDryRun(field, variable ssa.Value) bool {
	return slices.ContainsFunc(ir.Uses(field), func(ref ssa.Instruction) bool {
		store, ok := ref.(*ssa.Store)
		return ok && store.Addr == field && !t.empty.Of(store.Val) && alwaysBefore(store, variable)
	})
}

// alwaysBefore tells whether an instruction comes before every use of a variable as a whole.
func alwaysBefore(instr ssa.Instruction, variable ssa.Value) bool {
	parts := ir.PartsOf(variable)
	return !slices.ContainsFunc(ir.Uses(variable), func(ref ssa.Instruction) bool {
		v, isValue := ref.(ssa.Value)
		return isValue && !slices.Contains(parts, v) && !instr.Block().Dominates(ref.Block())
	})
}

// empty asks whether a slice is, or may be, without elements.
func empty(v ssa.Value) made {
	switch s := ir.StepOf(v); s.Kind {
	case ir.Constant:
		return made{yes: ir.IsNil(v)}
	case ir.Made:
		if slice, ok := v.(*ssa.MakeSlice); ok {
			size, ok := slice.Len.(*ssa.Const)
			return made{yes: ok && size.Int64() == 0}
		}
	case ir.Sliced:
		if array, ok := ir.Deref(s.From[0].Type()).Underlying().(*types.Array); ok {
			return made{yes: array.Len() == 0}
		}
	case ir.Alias:
		if len(s.From) > 1 {
			return made{some: s.From} // empty on some path
		}
	}
	return made{oneOf: sources(v).oneOf}
}

// sources returns the values that a value is one of, and, for a variable, those that are stored in parts of it.
func sources(v ssa.Value) made {
	switch s := ir.StepOf(v); s.Kind {
	case ir.Alias, ir.Sliced, ir.Load:
		return made{oneOf: s.From}
	case ir.Variable:
		out := made{oneOf: ir.StoredAt(v)}
		for _, part := range ir.PartsOf(v) {
			out.some = append(out.some, ir.StoredAt(part)...)
		}
		return out
	}
	return made{}
}
