package scenario

import (
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

func sortedKeys[V any](m map[int]V) []int { return slices.Sorted(maps.Keys(m)) }

// instr executes one instruction and tells whether control goes on to the next.
func (f *frame) instr(b *ssa.BasicBlock, instr ssa.Instruction) bool {
	switch i := instr.(type) {
	case *ssa.Phi:
		for n, p := range b.Preds {
			if f.edges[[2]*ssa.BasicBlock{p, b}] {
				f.set(i, f.left(i, i.Edges[n]))
			}
		}
	case *ssa.If:
		cond := f.value(i.Cond)
		f.res.conds[b] = cond
		is, known := cond.Bool()
		if !known || is {
			f.enter(b, b.Succs[0])
		}
		if !known || !is {
			f.enter(b, b.Succs[1])
		}
	case *ssa.Jump:
		f.enter(b, b.Succs[0])
	case *ssa.Return:
		f.returns(i)
	case *ssa.Panic:
		if cause := f.at[b].cause; cause != nil {
			f.fault(PanicsByChoice, i, cause)
		}
		return false
	case *ssa.Store:
		return f.store(i)
	case *ssa.MapUpdate:
		return f.mapUpdate(i)
	case *ssa.Send:
		x := f.value(i.X)
		f.handOver(i, x)
		f.effect(i, kube.HasEffect, x.carries())
	case *ssa.Select:
		for _, s := range i.States {
			if s.Dir == types.SendOnly {
				f.effect(i, kube.HasEffect, f.value(s.Send).Tainted)
			}
		}
		f.set(i, unknown(false))
	case *ssa.Go:
		return f.call(i, i.Common())
	case *ssa.Defer:
		return f.call(i, i.Common())
	case *ssa.Call:
		return f.call(i, i.Common())
	case ssa.Value:
		v, ok := f.compute(i)
		f.set(i, v)
		return ok
	}
	return true
}

func (f *frame) returns(i *ssa.Return) {
	f.res.Returns = true
	f.res.recognises = f.res.recognises || f.at[i.Block()].recognised
	v := Value{Kind: Tuple}
	for _, r := range i.Results {
		v.Tuple = append(v.Tuple, f.value(r))
	}
	if len(v.Tuple) == 1 {
		v = v.Tuple[0]
	}
	if n := len(v.Tuple) - 1; n > 0 && v.Tuple[n].Kind == Unknown && verdict(i.Results[n].Type()) {
		for n := range v.Tuple[:n] { // nobody uses them unless the error is nil
			if v.Tuple[n].Cause != nil {
				v.Tuple[n] = unknown(true)
			}
		}
	}
	because := func(v Value) Value {
		if v.Cause == nil && (v.Kind == Const || v.Kind == Nil || v.Kind == NonNil || f.isEmpty(v)) {
			v.Cause = f.at[i.Block()].cause
		}
		return v
	}
	if v.Kind == Tuple {
		for n := range v.Tuple {
			v.Tuple[n] = because(v.Tuple[n])
		}
	} else {
		v = because(v)
	}
	f.res.Value = join(f.res.Value, v)
}

// verdict tells whether a last result of that type says if the others can be used.
func verdict(t types.Type) bool {
	return types.Identical(t, types.Universe.Lookup("error").Type()) || types.Identical(t, types.Typ[types.Bool])
}

// compute returns the value of a register, and whether computing it succeeds.
func (f *frame) compute(i ssa.Value) (Value, bool) {
	switch i := i.(type) {
	case *ssa.TypeAssert:
		return f.assert(i)
	case *ssa.UnOp:
		return f.unop(i)
	case *ssa.FieldAddr:
		return f.fieldAddr(i)
	case *ssa.BinOp:
		return f.binop(i), true
	case *ssa.Alloc, *ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeChan, *ssa.MakeClosure, *ssa.MakeInterface:
		return f.fresh(i), true
	case *ssa.ChangeInterface, *ssa.ChangeType, *ssa.Range, *ssa.Convert, *ssa.Slice:
		return f.converted(i), true
	case *ssa.Extract, *ssa.Field, *ssa.IndexAddr, *ssa.Index, *ssa.Lookup, *ssa.Next:
		return f.part(i), true
	}
	return unknown(false), true
}

// fresh returns what an instruction makes.
func (f *frame) fresh(i ssa.Value) Value {
	switch i := i.(type) {
	case *ssa.Alloc:
		return Value{Kind: Ref, Cell: f.cell(i, i.Type().Underlying().(*types.Pointer).Elem()), Field: whole}
	case *ssa.MakeMap:
		return Value{Kind: Ref, Cell: f.cell(i, i.Type()), Field: whole}
	case *ssa.MakeSlice:
		if n, ok := i.Len.(*ssa.Const); ok && n.Int64() == 0 {
			return Value{Kind: Ref, Cell: f.cell(i, i.Type()), Field: whole}
		}
	case *ssa.MakeClosure:
		c := closureOf(i.Fn.(*ssa.Function))
		for _, b := range i.Bindings {
			c.Bindings = append(c.Bindings, f.value(b))
		}
		return Value{Kind: Funcs, Funcs: []*Closure{c}}
	case *ssa.MakeInterface:
		return f.box(i)
	}
	return Value{Kind: NonNil}
}

// converted returns a value in another type, or a slice of it, if it is the same for all that is looked for.
func (f *frame) converted(i ssa.Value) Value {
	x := f.value(*i.(ssa.Instruction).Operands(nil)[0])
	switch i := i.(type) {
	case *ssa.ChangeInterface, *ssa.ChangeType, *ssa.Range:
		return x
	case *ssa.Convert:
		if (x.Kind == Const || x.isKey()) && sameBasicKind(i.X.Type(), i.Type()) || x.Kind == Nil {
			return x
		}
	case *ssa.Slice:
		if x.Kind == Ref && (i.Low != nil || i.High != nil) && !x.Cell.cut {
			x.Cell.cut, f.changed = true, true
		}
		if x.Kind == Ref || x.Kind == Nil {
			return x
		}
	}
	return unknown(x.Tainted)
}

// part returns what is in a struct, a tuple, a slice or a map.
func (f *frame) part(i ssa.Value) Value {
	x := f.value(*i.(ssa.Instruction).Operands(nil)[0])
	switch i := i.(type) {
	case *ssa.Extract:
		if x.Kind == Tuple && i.Index < len(x.Tuple) {
			return x.Tuple[i.Index]
		}
	case *ssa.Field:
		if c, ok := f.e.assumed[ir.Field(i.X.Type(), i.Field)]; ok && x.Kind != Copy {
			return c.fields[whole]
		}
		if x.Kind == Unwrapped && i.Field == 0 {
			return f.keyAt(i)
		}
		return f.field(x, i, i.Field)
	case *ssa.IndexAddr:
		if x.Kind == Ref && x.Field == whole {
			return Value{Kind: Ref, Cell: x.Cell, Field: element}
		}
	case *ssa.Lookup:
		if x.Kind == Nil || f.isEmpty(x) {
			return zero(i.Type(), x.Cause)
		}
		if x.Kind == Ref && !i.CommaOk && !x.Cell.lost && x.Cell.fields[element].Kind == Funcs {
			return x.Cell.fields[element] // or nil, which nobody calls
		}
		return unknown(x.Tainted || f.value(i.Index).Tainted)
	case *ssa.Next:
		return f.next(x)
	}
	return unknown(x.Tainted)
}

// next returns what a range over x has next, if there is any more.
func (f *frame) next(x Value) Value {
	if x.Kind == Nil || f.isEmpty(x) || x.Kind == Const && x.isZero() {
		return Value{Kind: Tuple, Tuple: []Value{{Kind: Const, Const: constant.MakeBool(false), Cause: x.Cause}, unknown(false), unknown(false)}}
	}
	if x.Kind == Ref && !x.Cell.lost && x.Cell.fields[element].Kind != Unset {
		return Value{Kind: Tuple, Tuple: []Value{unknown(false), unknown(x.Cell.told), x.Cell.fields[element]}}
	}
	return unknown(x.Tainted || x.Kind == Ref && x.Cell.told)
}

func sameBasicKind(a, b types.Type) bool {
	x, ok := a.Underlying().(*types.Basic)
	y, ok2 := b.Underlying().(*types.Basic)
	return ok && ok2 && x.Info()&types.IsConstType == y.Info()&types.IsConstType
}

// box returns what an interface holds that was made of a value.
func (f *frame) box(i *ssa.MakeInterface) Value {
	v := f.value(i.X)
	switch v.Kind {
	case Unwrapped:
		v.Kind, v.Boxed = Tombstone, i
	case Nil:
		v.Boxed = i
	case Const:
		v.Kind = NonNil
	}
	v.Dyn = i.X.Type()
	return v
}

// nilUse tells whether execution survives the use of x as an address, function or interface. A nil without a cause may
// be one only because a store to its variable is not in view.
func (f *frame) nilUse(i ssa.Instruction, x Value) bool {
	if x.Kind != Nil || x.Cause == nil {
		return true
	}
	f.fault(PanicsOnNil, i, x.Cause)
	return false
}

func (f *frame) fieldAddr(i *ssa.FieldAddr) (Value, bool) {
	x := f.value(i.X)
	if x.Kind == Nil {
		return unknown(true), f.nilUse(i, x)
	}
	if c, ok := f.e.assumed[ir.Field(i.X.Type(), i.Field)]; ok && (x.Kind != Ref || x.Cell.fields[whole].Kind == Unknown) {
		return Value{Kind: Ref, Cell: c, Field: whole}, true
	}
	if x.Kind == Ref && x.Field == whole && !x.Cell.lost && x.Cell.fields[i.Field].Kind != Unset {
		return Value{Kind: Ref, Cell: x.Cell, Field: i.Field}, true
	}
	if c := f.e.functionsIn(ir.FieldAt(i)); c != nil {
		return Value{Kind: Ref, Cell: c, Field: whole}, true
	}
	if c := f.handlerIn(x, i); c != nil {
		return Value{Kind: Ref, Cell: c, Field: i.Field}, true
	}
	switch {
	case x.Kind == Ref && x.Field == whole:
		return Value{Kind: Ref, Cell: x.Cell, Field: i.Field}, true
	case x.Kind == Ref:
		return Value{Kind: Ref, Cell: x.Cell, Field: inside}, true
	}
	return unknown(x.Tainted || x.Kind == Object), true
}

// field returns a field of a struct. The instruction is nil when the struct is read from memory.
func (f *frame) field(x Value, i *ssa.Field, n int) Value {
	switch x.Kind {
	case Unwrapped:
		if n == 0 { // Key
			return unknown(true)
		}
		if x.Empty {
			return Value{Kind: Nil, Cause: x.Cause}
		}
		return Value{Kind: Object, Tainted: true, Of: x.Of}
	case Deleted:
		switch {
		case n != 0 && !x.Empty: // FinalStateUnknown
			return Value{Kind: NonNil, Tainted: true, Cause: f.e.intern(Cause{Kind: UnknownState, Instr: f.fn.Blocks[0].Instrs[0]}, nil)}
		case n != 0: // what goes wrong is for want of the object
			return Value{Kind: NonNil, Tainted: true}
		case x.Empty:
			return Value{Kind: Nil, Cause: x.Cause}
		}
		return Value{Kind: Object, Tainted: true}
	case Seen:
		if n != 0 {
			return Value{Kind: Nil, Tainted: true}
		}
		return Value{Kind: Object, Tainted: true}
	case Copy:
		if v, ok := x.Cell.fields[n]; ok && !x.Cell.lost && !x.Cell.mayChange(v) {
			return v
		}
		if w, ok := x.Cell.fields[whole]; ok && !x.Cell.lost && w.Kind != Copy {
			return f.field(w, i, n)
		}
		if i != nil && !x.Cell.lost && !x.Cell.shared && x.Cell.fields[whole].Kind == Unset {
			return zero(i.Type(), nil)
		}
	}
	return unknown(x.Tainted)
}

func (f *frame) unop(i *ssa.UnOp) (Value, bool) {
	switch i.Op {
	case token.MUL:
		if g, ok := i.X.(*ssa.Global); ok {
			return f.e.globalValue(g), true
		}
		x := f.value(i.X)
		switch {
		case x.isKeyOf():
			return f.keyAt(i), true
		case x.Kind == Ref:
			return f.load(x, i.Type()), true
		case x.Kind == Nil:
			return unknown(true), f.nilUse(i, x)
		}
		return unknown(x.Tainted || x.Kind == Object), true
	case token.NOT:
		x := f.value(i.X)
		if is, known := x.Bool(); known {
			x.Const = constant.MakeBool(!is)
		}
		return x, true
	}
	if v, ok := f.taken(i); ok {
		return v, true
	}
	return unknown(f.value(i.X).Tainted), true
}

func (f *frame) binop(i *ssa.BinOp) Value {
	x, y := f.value(i.X), f.value(i.Y)
	cause := x.Cause
	if cause == nil {
		cause = y.Cause
	}
	if i.Op == token.EQL || i.Op == token.NEQ {
		if v, ok := compareNil(i.Op, x, y, cause); ok {
			if cause != nil && cause.Kind == UnknownState {
				v.Cause = f.cause(Cause{Kind: UnknownState, Instr: i})
			}
			return v
		}
		if x.Kind == Mirror && isTypeOfOther(i.Y) || y.Kind == Mirror && isTypeOfOther(i.X) {
			return boolean(i.Op == token.NEQ, nil)
		}
	}
	if x.Kind == Const && y.Kind == Const {
		switch i.Op {
		case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
			return Value{Kind: Const, Const: constant.MakeBool(constant.Compare(x.Const, i.Op, y.Const)), Cause: cause}
		case token.ADD, token.SUB:
			// A number that a recursion counts with is another one each time, but for the first index of a range.
			if x.Const.Kind() == y.Const.Kind() && (cause != nil || startsRange(i)) {
				return Value{Kind: Const, Const: constant.BinaryOp(x.Const, i.Op, y.Const), Cause: cause}
			}
		}
	}
	v := unknown(x.Tainted || y.Tainted || x.Kind == Object || y.Kind == Object)
	if ir.IsNil(i.X) || ir.IsNil(i.Y) {
		v.Tested = true // whether there is an object, or an error in getting it
	}
	return v
}

// startsRange tells whether a sum is the index of a range over a slice, which begins with -1.
func startsRange(i *ssa.BinOp) bool {
	phi, ok := i.X.(*ssa.Phi)
	return ok && phi.Comment == "rangeindex"
}

// compareNil compares two values of which one is nil.
func compareNil(op token.Token, x, y Value, cause *Cause) (Value, bool) {
	xNil, xKnown := x.nilness()
	yNil, yKnown := y.nilness()
	if !xKnown || !yKnown || !xNil && !yNil {
		return Value{}, false
	}
	return boolean((xNil == yNil) == (op == token.EQL), cause), true
}
