package ir

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Needs are what the flags among a function's parameters (the receiver counts) have to be for something that it does: a bit
// for each. The zero Needs ask nothing.
type Needs struct{ True, False uint32 }

// maxNeeds is how many parameters Needs know of.
const maxNeeds = 32

// with are needs that ask of one more parameter to be what is said.
func (n Needs) with(param int, is bool) Needs {
	switch {
	case param < 0 || param >= maxNeeds:
	case is:
		n.True |= 1 << param
	default:
		n.False |= 1 << param
	}
	return n
}

// And are needs that ask what either asks.
func (n Needs) And(more Needs) Needs { return Needs{n.True | more.True, n.False | more.False} }

// Within tells whether needs ask nothing that others don't.
func (n Needs) Within(others Needs) bool { return n.And(others) == others }

// each hands out the parameters that needs ask of, with what they have to be.
func (n Needs) each(yield func(param int, is bool) bool) {
	for param := range maxNeeds {
		if n.True&(1<<param) != 0 && !yield(param, true) || n.False&(1<<param) != 0 && !yield(param, false) {
			return
		}
	}
}

// Denied tells whether a call passes a constant with which the function that it comes to never does what needs another.
func (n Needs) Denied(call *ssa.CallCommon) bool {
	for param, is := range n.each {
		c, ok := Arg(call, param).(*ssa.Const)
		if ok && c.Value != nil && c.Value.Kind() == constant.Bool && constant.BoolVal(c.Value) != is {
			return true
		}
	}
	return false
}

// Handed are the needs of a function that a call in it, or in a literal in it, comes with: as far as it hands the function's
// own flags on, or their opposites.
func (n Needs) Handed(call *ssa.CallCommon, fn *ssa.Function) (out Needs) {
	for param, is := range n.each {
		if p, not := flagOf(Arg(call, param)); p != nil && p.Parent() == fn {
			out = out.with(ParamIndex(p), is != not)
		}
	}
	return out
}

// IsFlag tells whether a parameter is a flag: true or false.
func IsFlag(p *ssa.Parameter) bool {
	b, ok := p.Type().Underlying().(*types.Basic)
	return ok && b.Kind() == types.Bool
}

// maxFlagSteps bounds how far a value is followed back to the flag that it is.
const maxFlagSteps = 8

// flagOf returns the flag that a value is, as a function literal may have it of a function around it, and whether the value is
// the opposite of it; nil if the value is no flag. One that is ever set to something else is none.
func flagOf(v ssa.Value) (p *ssa.Parameter, not bool) {
	for range maxFlagSteps {
		switch x := v.(type) {
		case *ssa.Parameter:
			if IsFlag(x) {
				return x, not
			}
			return nil, false
		case *ssa.UnOp:
			switch x.Op {
			case token.NOT:
				v, not = x.X, !not
			case token.MUL:
				return spilled(x.X), not
			default:
				return nil, false
			}
		default:
			return nil, false
		}
	}
	return nil, false
}

// spilled returns the flag that a variable holds since function literals capture it, nil if it is no such variable.
func spilled(addr ssa.Value) *ssa.Parameter {
	for range maxFlagSteps {
		free, ok := addr.(*ssa.FreeVar)
		if !ok {
			break
		}
		addr = Binding(free)
	}
	variable, ok := addr.(*ssa.Alloc)
	if !ok {
		return nil
	}
	for _, p := range variable.Parent().Params {
		if p.Pos() == variable.Pos() && IsFlag(p) && isSetOnce(variable) {
			return p
		}
	}
	return nil
}

// Flags know what flags decide in the functions of a package: for which a call, and all that calls hand on, may pass constants.
type Flags map[*ssa.Function][]decision

// A decision is that blocks of a function are only reached where a flag, its own or one of a function around it, is what is
// said.
type decision struct {
	flag *ssa.Parameter
	is   bool
	only map[*ssa.BasicBlock]bool
}

// Needs returns what the flags of a function have to be for it to come to an instruction of it, or of a function literal in
// it: where that is made or passed at one place only, for it to come there too.
func (f *Flags) Needs(fn *ssa.Function, at ssa.Instruction) (out Needs) {
	for Within(at.Parent(), fn) {
		for _, d := range f.decisions(at.Parent()) {
			if d.flag.Parent() == fn && d.only[at.Block()] {
				out = out.with(ParamIndex(d.flag), d.is)
			}
		}
		refs := at.Parent().Referrers()
		if at.Parent() == fn || refs == nil || len(*refs) != 1 {
			break
		}
		at = (*refs)[0]
	}
	return out
}

func (f *Flags) decisions(fn *ssa.Function) (out []decision) {
	if known, ok := (*f)[fn]; ok {
		return known
	}
	for outer := fn; outer != nil; outer = outer.Parent() {
		for _, p := range outer.Params {
			if !IsFlag(p) {
				continue
			}
			for _, is := range []bool{true, false} {
				if only := neededIn(fn, p, is); len(only) > 0 {
					out = append(out, decision{p, is, only})
				}
			}
		}
	}
	if *f == nil {
		*f = Flags{}
	}
	(*f)[fn] = out
	return out
}

// neededIn returns the blocks of a function that aren't reached where a flag is the opposite of what is said.
func neededIn(fn *ssa.Function, p *ssa.Parameter, is bool) map[*ssa.BasicBlock]bool {
	only := map[*ssa.BasicBlock]bool{}
	for _, b := range fn.Blocks {
		only[b] = true
	}
	for _, b := range LiveIf(fn, func(v ssa.Value) ssa.Value {
		if of, not := flagOf(v); of == p {
			return ssa.NewConst(constant.MakeBool(is == not), p.Type())
		}
		return v
	}) {
		delete(only, b)
	}
	return only
}
