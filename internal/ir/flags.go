package ir

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Needs are what the flags among a function's parameters (the receiver counts) have to be for something that it does: a bit
// for each. The zero Needs ask nothing. A text and what can be nil are flags too, of whether they are something: not empty, not
// nil.
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

// Or are needs that ask what both ask.
func (n Needs) Or(less Needs) Needs { return Needs{n.True & less.True, n.False & less.False} }

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

// Denied tells whether a call passes a constant, or something that is known not to be nil, with which the function that it comes to
// never does what has these needs.
func (n Needs) Denied(call ssa.CallInstruction) bool {
	common := call.Common()
	for param, is := range n.each {
		arg := Arg(common, param)
		if made, ok := arg.(*ssa.MakeInterface); ok && common.IsInvoke() && param == 0 {
			arg = made.X // the receiver of the method is what the interface holds
		}
		if known, ok := flagIn(arg); ok && known != is || !is && isFollowed(arg, call) {
			return true
		}
	}
	return false
}

// isFollowed tells whether a pointer was followed before an instruction, on all ways to it: it isn't nil then.
func isFollowed(v ssa.Value, at ssa.Instruction) bool {
	if v == nil {
		return false
	}
	if _, ok := v.Type().Underlying().(*types.Pointer); !ok {
		return false
	}
	return slices.ContainsFunc(Uses(v), func(ref ssa.Instruction) bool {
		switch ref := ref.(type) {
		case *ssa.FieldAddr:
			return Before(ref, at)
		case *ssa.UnOp:
			return ref.Op == token.MUL && Before(ref, at)
		}
		return false
	})
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

// flagIn returns whether a flag that is passed is true; not known if no constant and nothing new is.
func flagIn(v ssa.Value) (is, known bool) {
	switch x := v.(type) {
	case *ssa.Const:
		switch {
		case x.Value == nil:
			return false, canBeNil(x.Type())
		case x.Value.Kind() == constant.Bool:
			return constant.BoolVal(x.Value), true
		case x.Value.Kind() == constant.String:
			return constant.StringVal(x.Value) != "", true
		}
	case *ssa.Alloc, *ssa.FieldAddr, *ssa.Global, *ssa.Function, *ssa.MakeClosure, *ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeInterface:
		return true, true
	}
	return false, false
}

// canBeNil tells whether nil is a value of a type; of a type parameter it isn't known.
func canBeNil(t types.Type) bool {
	if TypeParam(t) != nil {
		return false
	}
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Interface, *types.Map, *types.Slice, *types.Signature, *types.Chan:
		return true
	}
	return false
}

// IsFlag tells whether a parameter is a flag: true or false.
func IsFlag(p *ssa.Parameter) bool {
	b, ok := p.Type().Underlying().(*types.Basic)
	return ok && b.Kind() == types.Bool
}

// isAsked tells whether a parameter is a flag, or may be one of whether it is something.
func isAsked(p *ssa.Parameter) bool {
	return IsFlag(p) || (isText(p.Type()) || canBeNil(p.Type())) && slices.ContainsFunc(Uses(p), func(ref ssa.Instruction) bool {
		switch ref := ref.(type) {
		case *ssa.BinOp:
			of, _ := asksFor(ref)
			return of == p
		case *ssa.Call:
			return measured(ref) == p
		case *ssa.Store:
			return spilled(ref.Addr) == p // so that function literals may ask
		}
		return false
	})
}

// asksFor returns the value of which a comparison asks whether it is something, not empty or not nil, and whether it asks for
// the opposite; nil if it asks anything else.
func asksFor(test *ssa.BinOp) (of ssa.Value, not bool) {
	of, nothing := test.X, test.Y
	if _, ok := of.(*ssa.Const); ok {
		of, nothing = nothing, of
	}
	c, ok := nothing.(*ssa.Const)
	if !ok || test.Op != token.EQL && test.Op != token.NEQ {
		return nil, false
	}
	if text := measured(of); text != nil && c.Value != nil && constant.Sign(c.Value) == 0 {
		return text, test.Op == token.EQL
	}
	if c.Value != nil && c.Value.Kind() != constant.String {
		return nil, false
	}
	if is, known := flagIn(c); !known || is {
		return nil, false
	}
	return of, test.Op == token.EQL
}

// measured returns the text of which a value is the length, nil if it is no such length.
func measured(v ssa.Value) ssa.Value {
	call, ok := v.(*ssa.Call)
	if !ok || !IsBuiltin(&call.Call, "len") || !isText(call.Call.Args[0].Type()) {
		return nil
	}
	return call.Call.Args[0]
}

// maxFlagSteps bounds how far a value is followed back to the flag that it is.
const maxFlagSteps = 8

// flagOf returns the flag that a value is, or asks for, as a function literal may have it of a function around it, and whether
// the value is the opposite of it; nil if the value is no flag. One that is ever set to something else is none.
func flagOf(v ssa.Value) (p *ssa.Parameter, not bool) {
	for range maxFlagSteps {
		switch x := v.(type) {
		case *ssa.Parameter:
			return x, not
		case *ssa.BinOp:
			of, opposite := asksFor(x)
			if of == nil {
				return nil, false
			}
			v, not = of, not != opposite
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

// spilled returns the parameter that a variable holds since function literals capture it, nil if it is no such variable.
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
		if p.Pos() == variable.Pos() && isSetOnce(variable) {
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

// Decides tells whether a call of a function says of a flag something that decides what the function comes to.
func (f *Flags) Decides(fn *ssa.Function, call ssa.CallInstruction) bool {
	return slices.ContainsFunc(f.decisions(fn), func(d decision) bool {
		return d.flag.Parent() == fn && Needs{}.with(ParamIndex(d.flag), d.is).Denied(call)
	})
}

func (f *Flags) decisions(fn *ssa.Function) (out []decision) {
	if known, ok := (*f)[fn]; ok {
		return known
	}
	for outer := fn; outer != nil; outer = outer.Parent() {
		for _, p := range outer.Params {
			if !isAsked(p) {
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
		if b, ok := v.Type().Underlying().(*types.Basic); !ok || b.Info()&types.IsBoolean == 0 {
			return v
		}
		if of, not := flagOf(v); of == p {
			return ssa.NewConst(constant.MakeBool(is == not), v.Type())
		}
		return v
	}) {
		delete(only, b)
	}
	return only
}
