package scenario

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// An index is what the evaluations of one package have in common.
type index struct {
	pkg      *ssa.Package
	code     *ir.Package
	facts    func(*types.Func) *Facts
	follows  *ir.Follows // nil if nothing is known of other packages' functions
	solver   *flow.Solver
	effects  *flow.Table[*ssa.Function, kube.Effect] // the strongest that a call may have, whatever its arguments
	causes   map[causeKey]*Cause
	fields   flow.Memo[*types.Var, *Cell]
	globals  flow.Memo[*ssa.Global, Value]
	roles    flow.Memo[*types.Named, map[*types.Func]kube.Role]
	byUID    flow.Memo[*types.Var, bool] // see keyedByUID
	othersOn flow.Memo[*types.Var, bool] // see hasOthers
	branches flow.Memo[*ssa.Function, map[*ssa.BasicBlock]bool]
	lists    flow.Memo[listOf, Value]
	besides  flow.Memo[*types.Struct, map[string]*beside]
	cells    int
}

// A listOf is a parameter that is a list of functions, with what is in it.
type listOf struct {
	param *ssa.Parameter
	has   content
}

func newIndex(p *ir.Package, solver *flow.Solver, facts func(*types.Func) *Facts) *index {
	x := &index{
		pkg: p.SSA(), code: p, facts: facts,
		solver: solver,
		causes: map[causeKey]*Cause{},
	}
	x.effects = flow.NewTable(x.solver, flow.Rules[*ssa.Function, kube.Effect]{
		Compute: x.effectOf, Unknown: kube.MayEffect, Equal: flow.Equal[kube.Effect],
	})
	return x
}

func (x *index) newCell(t types.Type) *Cell {
	x.cells++
	return &Cell{Type: t, fields: map[int]Value{}, id: x.cells}
}

// decided returns the blocks of a function that the condition before them decides; see [ir.Decided].
func (x *index) decided(fn *ssa.Function) map[*ssa.BasicBlock]bool {
	return x.branches.Of(fn, ir.Decided)
}

// functionsIn returns a cell for a struct field of this package that only ever holds known functions, nil for others.
func (x *index) functionsIn(field *types.Var) *Cell {
	if !x.code.IsOwnField(field) || !ir.IsFunc(field.Type()) {
		return nil
	}
	return x.fields.Of(field, func(*types.Var) (c *Cell) {
		if held := held(x.code.StoredInField(field)); held.Kind == Funcs {
			c = x.newCell(field.Type())
			c.fields[whole] = held
		}
		return c
	})
}

// held returns the functions of which one is in a place where the operands are stored; unknown if they may be others.
func held(operands []ssa.Value) (v Value) {
	for _, operand := range operands {
		if v = join(v, functionOf(operand)); v.Kind == Unknown {
			break
		}
	}
	return v
}

// functionOf returns the function value that an operand certainly is; unknown if it is another.
func functionOf(v ssa.Value) Value {
	switch v := v.(type) {
	case *ssa.Function:
		return Value{Kind: Funcs, Funcs: []*Closure{closureOf(v)}}
	case *ssa.ChangeType:
		return functionOf(v.X)
	case *ssa.MakeClosure:
		c := closureOf(v.Fn.(*ssa.Function))
		for range v.Bindings {
			c.Bindings = append(c.Bindings, unknown(false))
		}
		return Value{Kind: Funcs, Funcs: []*Closure{c}}
	case *ssa.Call:
		if made := ir.Symbol(v.Common()); kube.MadeFilter(made) == kube.Rejects {
			return Value{Kind: Funcs, Funcs: []*Closure{{Symbol: made, Made: true}}}
		}
	case *ssa.UnOp:
		if g, ok := v.X.(*ssa.Global); ok && v.Op == token.MUL {
			return Value{Kind: Funcs, Funcs: []*Closure{{Symbol: kube.SymbolOf(g.Object())}}}
		}
	}
	return unknown(false)
}

// globalValue returns what a package variable holds: its one function, or, in another package, its name.
func (x *index) globalValue(g *ssa.Global) Value {
	if !ir.IsFunc(ir.Deref(g.Type())) {
		return unknown(false)
	}
	if g.Pkg != x.pkg {
		return Value{Kind: Funcs, Funcs: []*Closure{{Symbol: kube.SymbolOf(g.Object())}}}
	}
	return x.globals.Of(g, func(*ssa.Global) Value {
		if v := held(x.code.Index().StoredAt(g)); v.Kind == Funcs {
			return v
		}
		return unknown(false)
	})
}

// implementation returns the method that a call through an interface comes to: that of the dynamic type, if known, or
// of the only type of this package that implements an interface of this package. Nil if there is no such method.
func (x *index) implementation(common *ssa.CallCommon, recv Value) *ssa.Function {
	if recv.Dyn != nil {
		return x.code.Method(recv.Dyn, common.Method.Name())
	}
	return x.code.Implementation(common)
}

// effectOf returns the strongest effect that a call of the function may have, whatever its arguments.
func (x *index) effectOf(fn *ssa.Function) kube.Effect {
	strongest := kube.NoEffect
	for instr := range ir.All[ssa.Instruction](fn.Blocks) {
		strongest = max(strongest, x.instrEffect(instr))
	}
	return strongest
}

func (x *index) instrEffect(instr ssa.Instruction) kube.Effect {
	switch i := instr.(type) {
	case *ssa.Send:
		return kube.HasEffect
	case *ssa.Select:
		if slices.ContainsFunc(i.States, func(s *ssa.SelectState) bool { return s.Dir == types.SendOnly }) {
			return kube.HasEffect
		}
	case *ssa.Store:
		if !local(i.Addr) {
			return kube.HasEffect
		}
	case *ssa.MapUpdate:
		if _, made := i.Map.(*ssa.MakeMap); !made {
			return kube.HasEffect
		}
	case *ssa.MakeClosure:
		return x.effects.Of(i.Fn.(*ssa.Function))
	case ssa.CallInstruction:
		common := i.Common()
		if ir.IsBuiltin(common, "") {
			if ir.IsBuiltin(common, "delete") || ir.IsBuiltin(common, "clear") || ir.IsBuiltin(common, "close") {
				return kube.HasEffect
			}
			return kube.NoEffect
		}
		if fn := x.code.Callee(common); fn != nil {
			return x.effects.Of(fn)
		}
		if fn := common.StaticCallee(); !common.IsInvoke() && (fn == nil || fn.Object() == nil) {
			return kube.MayEffect
		}
		effect := kube.EffectOf(ir.Symbol(common))
		if effect == kube.MayEffect && handsOutLogger(i) {
			return kube.NoEffect
		}
		return effect
	}
	return kube.NoEffect
}

// local tells whether an address is in a variable of the function itself.
func local(addr ssa.Value) bool {
	for {
		switch a := addr.(type) {
		case *ssa.Alloc:
			return true
		case *ssa.FieldAddr:
			addr = a.X
		case *ssa.IndexAddr:
			addr = a.X
		case *ssa.Slice:
			addr = a.X
		case *ssa.MakeSlice:
			return true
		default:
			return false
		}
	}
}

// MakesHandlers tells whether a function of another package returns event handlers made of its parameters.
func (x *index) MakesHandlers(fn *ssa.Function) bool {
	obj, ok := fn.Object().(*types.Func)
	if !ok || len(fn.Blocks) > 0 {
		return false
	}
	if kube.HandlerMaker(kube.SymbolOf(obj)) != nil {
		return true
	}
	facts := x.facts(obj)
	return facts != nil && len(facts.Handlers) > 0
}
