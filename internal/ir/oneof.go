package ir

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// maxChoices bounds among how many functions a call may choose for them to be looked into.
const maxChoices = 32

// OneOf returns what a call may come to that calls one of several functions, or a method of one of several values: that in an entry
// of a map into which only the function puts anything that makes it, such as the handlers of the phases of an object, or that which
// a variable was set to on one of several ways. Which one it is may hang on what else is done. Nil if it is no such call, or if one of
// them isn't known.
func (p *Package) OneOf(common *ssa.CallCommon) []Turn {
	if common.StaticCallee() != nil {
		return nil
	}
	from, fields := p.taken(common.Value, nil)
	var all []ssa.Value
	switch s := StepOf(from); s.Kind {
	case Entry:
		all = p.entries(s.From[0], LookupOf(from))
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

// LookupOf returns what looks up an entry of a map; nil if that was come to otherwise.
func LookupOf(entry ssa.Value) *ssa.Lookup {
	if extract, ok := entry.(*ssa.Extract); ok {
		entry = extract.Tuple
	}
	lookup, _ := entry.(*ssa.Lookup)
	return lookup
}

// Under returns what is put into a map by the value that has made it, as far as the key may be that of the lookup, if there is one.
func Under(lookup *ssa.Lookup, made ssa.Value) (all []ssa.Value) {
	var key *ssa.Const
	if lookup != nil {
		key, _ = lookup.Index.(*ssa.Const)
	}
	for put := range Refs[*ssa.MapUpdate](made) {
		at, known := put.Key.(*ssa.Const)
		other := key != nil && known && at.Value != nil && key.Value != nil && !constant.Compare(at.Value, token.EQL, key.Value)
		if put.Map == made && !other {
			all = append(all, put.Value)
		}
	}
	return all
}

// entries returns what a lookup, if it is one, may find in a map, by what is put into it where it is made; nil if more may be put into
// it elsewhere, or if that isn't known.
func (p *Package) entries(m ssa.Value, lookup *ssa.Lookup) (all []ssa.Value) {
	for range maxLiteral {
		switch s := StepOf(m); s.Kind {
		case Load:
			var stored []ssa.Value
			if field := FieldRead(m); p.IsOwnField(field) {
				stored = p.storedInField(field, p.Index())
			} else {
				stored = []ssa.Value{p.SetOnce(m)}
			}
			if len(stored) != 1 || stored[0] == nil {
				return nil
			}
			m = stored[0]
		case Made:
			if len(p.Index().Put(m)) > len(slices.Collect(Refs[*ssa.MapUpdate](m))) {
				return nil
			}
			return Under(lookup, m)
		default:
			return nil
		}
	}
	return nil
}
