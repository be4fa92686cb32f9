package ir

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A Turn is what a call comes to in one round of a loop: a function of this package, or else one of another.
type Turn struct {
	Fn  *ssa.Function
	Obj *types.Func
}

// InTurn returns what a call comes to, round by round, in a loop through a literal of functions, of structs that have one
// in a field, or of interfaces, such as the steps of a reconcile. Nil if it is no such call, or if one of them isn't known.
func (p *Package) InTurn(common *ssa.CallCommon) []Turn {
	if common.StaticCallee() != nil {
		return nil
	}
	all, _ := p.elements(common.Value)
	return p.turns(all, common)
}

// A Part is what a value is of a parameter: the parameter itself, or what the fields lead to from it, or from each of its
// elements, the last field first.
type Part struct {
	Param  *ssa.Parameter
	Fields []*types.Var
	Each   bool // the value is of an element of the parameter, in a loop
}

// Handed returns what a call of a part of a parameter, or of a method of it, comes to when a value is passed for the
// parameter: one function, or one after another as [Package.InTurn] has them. Nil if it isn't known.
func (p *Package) Handed(arg ssa.Value, part Part, common *ssa.CallCommon) []Turn {
	if part.Each {
		return p.turns(p.listed(arg, backward(part.Fields)), common)
	}
	if all, _ := p.elements(arg, part.Fields...); len(all) > 0 {
		return p.turns(all, common)
	}
	sole := p.soleValue(arg)
	if len(part.Fields) > 0 {
		base := Literal(arg)
		if base == nil {
			return nil
		}
		sole = p.contentAt(base, backward(part.Fields))
	}
	return p.turns([]ssa.Value{sole}, common)
}

// PartOfParam returns what a value is of a parameter, with no parameter if it is nothing of one.
func (p *Package) PartOfParam(v ssa.Value) (part Part) {
	for range maxLiteral {
		switch s := StepOf(v); s.Kind {
		case Param:
			part.Param, _ = v.(*ssa.Parameter)
			return part
		case Alias, Load:
			if len(s.From) != 1 {
				return Part{}
			}
			v = s.From[0]
		case FieldAddr, FieldOf:
			if part.Each {
				return Part{}
			}
			part.Fields, v = append(part.Fields, s.Field), s.From[0]
		case ElementAddr:
			if _, one := v.(*ssa.IndexAddr).Index.(*ssa.Const); one || part.Each {
				return Part{}
			}
			part.Each, v = true, s.From[0]
		case Variable: // the parameter's copy
			stored := p.Index().StoredAt(v)
			if len(stored) != 1 {
				return Part{}
			}
			v = stored[0]
		default:
			return Part{}
		}
	}
	return Part{}
}

// soleValue returns the one value that a variable ever has, or the value itself.
func (p *Package) soleValue(v ssa.Value) ssa.Value {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL && FieldRead(v) == nil {
		if stored := p.Index().StoredAt(load.X); len(stored) == 1 {
			return stored[0]
		}
	}
	return v
}

// turns returns what a call of each of the values comes to, nil if one of them isn't known.
func (p *Package) turns(values []ssa.Value, common *ssa.CallCommon) []Turn {
	var out []Turn
	for _, v := range values {
		t, ok := p.turn(v, common)
		if !ok {
			return nil
		}
		out = append(out, t)
	}
	return out
}

// turn returns what a call of a value, or of a method of it, comes to; false if that isn't known.
func (p *Package) turn(v ssa.Value, common *ssa.CallCommon) (Turn, bool) {
	if !common.IsInvoke() {
		fn := FuncOf(Unwrap(v))
		if fn == nil {
			return Turn{}, false
		}
		obj, _ := fn.Object().(*types.Func)
		if len(fn.Blocks) == 0 {
			fn = nil
		}
		return Turn{fn, obj}, fn != nil || obj != nil
	}
	made, ok := v.(*ssa.MakeInterface)
	if !ok {
		return Turn{}, false
	}
	if fn := p.Method(made.X.Type(), common.Method.Name()); fn != nil {
		return Turn{Fn: fn}, true
	}
	sel := types.NewMethodSet(made.X.Type()).Lookup(common.Method.Pkg(), common.Method.Name())
	if sel == nil {
		return Turn{}, false
	}
	return Turn{Obj: sel.Obj().(*types.Func)}, true
}

// Elements returns what a value stands for that was read in a loop from an element of a list, or from a field of the element, in
// the order of the list, and the call of the function that returned the list, if one did. Nil if it wasn't, or if it isn't known
// which elements there are.
func (p *Package) Elements(v ssa.Value) (all []ssa.Value, from *ssa.Call) {
	all, list := p.elements(v)
	from, _ = list.(*ssa.Call)
	if from != nil && IsBuiltin(&from.Call, "") {
		from = nil
	}
	return all, from
}

// elements does, and returns the list. Further fields may be looked into, the last one first.
func (p *Package) elements(v ssa.Value, fields ...*types.Var) (all []ssa.Value, list ssa.Value) {
	element, fields := p.taken(v, fields)
	s := StepOf(element)
	if s.Kind != ElementAddr {
		return nil, nil
	}
	if _, one := element.(*ssa.IndexAddr).Index.(*ssa.Const); one {
		return nil, nil
	}
	return p.listed(s.From[0], backward(fields)), s.From[0]
}

// taken goes back from a value by way of fields and variables that are set once, and returns from what it was taken so, and by way
// of which fields, the last one first.
func (p *Package) taken(v ssa.Value, fields []*types.Var) (from ssa.Value, by []*types.Var) {
	for range maxLiteral {
		switch s := StepOf(v); s.Kind {
		case Alias:
			if len(s.From) != 1 {
				return v, fields
			}
			v = s.From[0]
		case Load:
			v = s.From[0]
		case FieldAddr, FieldOf:
			fields, v = append(slices.Clip(fields), s.Field), s.From[0]
		case Variable: // the copy of an element
			stored := p.Index().StoredAt(v)
			if len(stored) != 1 {
				return v, fields
			}
			v = stored[0]
		default:
			return v, fields
		}
	}
	return nil, nil
}

func backward(fields []*types.Var) []*types.Var {
	out := slices.Clone(fields)
	slices.Reverse(out)
	return out
}

// contentAt returns the one value that is stored at an address, or in the field to which the fields lead.
func (p *Package) contentAt(addr ssa.Value, fields []*types.Var) ssa.Value {
	for _, field := range fields {
		if stored := p.Index().StoredAt(addr); len(stored) == 1 { // a pointer to a struct, or a copy of one
			addr = stored[0]
			if load, ok := addr.(*ssa.UnOp); ok {
				addr = load.X
			}
		}
		parts := p.Index().Parts(addr, field.Name())
		if len(parts) != 1 {
			return nil
		}
		addr = parts[0]
	}
	if stored := p.Index().StoredAt(addr); len(stored) == 1 {
		return stored[0]
	}
	return nil
}
