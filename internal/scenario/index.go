package scenario

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// indexStores finds the struct fields and package variables of this package that only ever hold known functions.
func (e *Evaluator) indexStores() {
	e.fields = map[*types.Var]*Cell{}
	e.globals = map[*ssa.Global]Value{}
	for _, fn := range e.funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				store, ok := instr.(*ssa.Store)
				if !ok {
					continue
				}
				v := functionOf(store.Val)
				switch addr := store.Addr.(type) {
				case *ssa.FieldAddr:
					field := ir.Field(addr.X.Type(), addr.Field)
					if _, isFunc := field.Type().Underlying().(*types.Signature); !isFunc || field.Exported() || field.Pkg() != e.pkg.Pkg {
						continue
					}
					c := e.fields[field]
					if c == nil {
						c = &Cell{Type: field.Type(), fields: map[int]Value{}, id: len(e.cells)}
						e.fields[field] = c
						e.cells = append(e.cells, c)
					}
					c.fields[whole] = join(c.fields[whole], v)
				case *ssa.Global:
					e.globals[addr] = join(e.globals[addr], v)
				}
			}
		}
	}
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
	case *ssa.UnOp:
		if g, ok := v.X.(*ssa.Global); ok && v.Op == token.MUL {
			return Value{Kind: Funcs, Funcs: []*Closure{{Symbol: kube.SymbolOf(g.Object())}}}
		}
	}
	return unknown(false)
}

// globalValue returns what a package variable holds: its one function, or, in another package, its name.
func (e *Evaluator) globalValue(g *ssa.Global) Value {
	if _, isFunc := g.Type().(*types.Pointer).Elem().Underlying().(*types.Signature); !isFunc {
		return unknown(false)
	}
	if g.Pkg != e.pkg {
		return Value{Kind: Funcs, Funcs: []*Closure{{Symbol: kube.SymbolOf(g.Object())}}}
	}
	if v := e.globals[g]; v.Kind == Funcs {
		return v
	}
	return unknown(false)
}

// implementation returns the method that a call through an interface comes to: that of the dynamic type, if known, or
// of the only type of this package that implements an interface of this package. Nil if there is no such method.
func (e *Evaluator) implementation(common *ssa.CallCommon, recv Value) *ssa.Function {
	if recv.Dyn != nil {
		return e.calls.Method(recv.Dyn, common.Method.Name())
	}
	return e.calls.Implementation(common)
}

// effectOf returns the strongest effect that a call of the function may have, whatever its arguments.
func (e *Evaluator) effectOf(fn *ssa.Function) kube.Effect {
	if effect, ok := e.plain[fn]; ok {
		return effect
	}
	e.plain[fn] = kube.NoEffect // what a recursive call adds
	strongest := kube.NoEffect
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			strongest = max(strongest, e.instrEffect(instr))
		}
	}
	e.plain[fn] = strongest
	return strongest
}

func (e *Evaluator) instrEffect(instr ssa.Instruction) kube.Effect {
	switch i := instr.(type) {
	case *ssa.Send:
		return kube.HasEffect
	case *ssa.Store:
		if !local(i.Addr) {
			return kube.HasEffect
		}
	case *ssa.MapUpdate:
		if _, made := i.Map.(*ssa.MakeMap); !made {
			return kube.HasEffect
		}
	case *ssa.MakeClosure:
		return e.effectOf(i.Fn.(*ssa.Function))
	case ssa.CallInstruction:
		common := i.Common()
		if b, ok := common.Value.(*ssa.Builtin); ok {
			if b.Name() == "delete" || b.Name() == "clear" || b.Name() == "close" {
				return kube.HasEffect
			}
			return kube.NoEffect
		}
		if common.IsInvoke() {
			if fn := e.implementation(common, Value{}); fn != nil {
				return e.effectOf(fn)
			}
			return kube.EffectOf(kube.SymbolOf(common.Method))
		}
		fn := common.StaticCallee()
		switch {
		case fn == nil:
			return kube.MayEffect
		case len(fn.Blocks) > 0:
			return e.effectOf(fn)
		case fn.Object() != nil:
			return kube.EffectOf(kube.SymbolOf(fn.Object()))
		}
		return kube.MayEffect
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
func (e *Evaluator) MakesHandlers(fn *ssa.Function) bool {
	obj, ok := fn.Object().(*types.Func)
	if !ok || len(fn.Blocks) > 0 {
		return false
	}
	if kube.HandlerMaker(kube.SymbolOf(obj)) != nil {
		return true
	}
	facts := e.facts(obj)
	return facts != nil && len(facts.Handlers) > 0
}
