package ir

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// maxChoices bounds among how many functions a call may choose for them to be looked into.
const maxChoices = 32

// OneOf returns what a call may come to that calls one of several functions, or a method of one of several values: that in an entry
// of a map which has none but those of its literal, such as the handlers of the phases of an object, or that which a variable was set
// to on one of several ways. Nil if it is no such call, or if one of them isn't known.
func (p *Package) OneOf(common *ssa.CallCommon) []Turn {
	if common.StaticCallee() != nil {
		return nil
	}
	from, fields := p.taken(common.Value, nil)
	var all []ssa.Value
	switch s := StepOf(from); s.Kind {
	case Entry:
		all = p.entries(s.From[0])
	case Alias:
		all = s.From
	}
	if len(all) > maxChoices {
		return nil
	}
	var choices []ssa.Value
	for _, v := range all {
		if !IsZero(v) { // to call it would panic
			choices = append(choices, p.fieldOf(v, backward(fields)))
		}
	}
	return p.turns(choices, common)
}

// fieldOf returns the one value in the field to which the fields lead from a struct in a literal, or from a pointer to it.
func (p *Package) fieldOf(v ssa.Value, fields []*types.Var) ssa.Value {
	if len(fields) == 0 {
		return v
	}
	if literal := Literal(v); literal != nil {
		v = literal
	}
	return p.contentAt(v, fields)
}

// entries returns what is in a map, by what is put into it where it is made; nil if that isn't known.
func (p *Package) entries(m ssa.Value) (all []ssa.Value) {
	for range maxLiteral {
		switch s := StepOf(m); s.Kind {
		case Load:
			var stored []ssa.Value
			if field := FieldRead(m); p.IsOwnField(field) {
				stored = p.storedInField(field, p.Index())
			} else if once := p.SetOnce(m); once != nil {
				stored = []ssa.Value{once}
			} else if StepOf(s.From[0]).Kind == Variable {
				stored = p.Index().StoredAt(s.From[0])
			}
			if len(stored) != 1 {
				return nil
			}
			m = stored[0]
		case Result:
			callee := p.Callee(s.Call.Common())
			if callee == nil {
				return nil
			}
			returned := Returned(callee, s.Index)
			if len(returned) != 1 {
				return nil
			}
			m = returned[0]
		case Made:
			for put := range Refs[*ssa.MapUpdate](m) {
				all = append(all, put.Value)
			}
			return all
		default:
			return nil
		}
	}
	return nil
}
