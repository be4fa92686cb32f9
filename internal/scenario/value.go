package scenario

import (
	"cmp"
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/kube"
)

// A Kind says what is known of a value.
type Kind uint8

// The kinds of values. Everything but the first two is certain.
const (
	Unset     Kind = iota // no execution has come here yet
	Unknown               // may be anything
	Const                 // the basic value Const
	Nil                   // a nil pointer, interface, map, slice, channel or function
	NonNil                // not nil, else unknown
	Tombstone             // an interface that holds cache.DeletedFinalStateUnknown
	Unwrapped             // the cache.DeletedFinalStateUnknown itself
	Deleted               // the cache.DeletedObject of a tombstone
	Seen                  // a cache.DeletedObject of an object whose deletion the informer saw
	Object                // the object of an event, as an interface or pointer; never nil, of unknown type
	Funcs                 // one of the functions Funcs
	Ref                   // the address of Cell, or of its field Field, or a slice of it
	Copy                  // the contents of Cell, copied
	Tuple                 // several results
	Mirror                // the reflect.Type or reflect.Value of a Tombstone: of a struct
	Parameter             // parameter Field of the function that evaluation began with
)

// whole and element stand in Value.Field for all of a cell, and for any element of an array.
const (
	whole   = -1
	element = -2
	inside  = -3 // somewhere in a field: not followed
)

// A Value is what evaluation knows of an SSA value.
type Value struct {
	Kind  Kind
	Const constant.Value
	Funcs []*Closure
	Cell  *Cell
	Field int
	Tuple []Value
	// Empty says of a Tombstone, Unwrapped or Deleted that it holds no object.
	Empty bool
	// Boxed is where the user put a Tombstone into the interface, or, of a Nil, the nil pointer, so that the interface
	// is not nil.
	Boxed ssa.Instruction
	// Tainted says that the value was computed from the event's object.
	Tainted bool
	// Tested says of a boolean that it is only the outcome of a type test or nil check of the event's object.
	Tested bool
	// Dyn is the type of what an interface holds, if known.
	Dyn types.Type
	// Of is the type of an Object, or of the one that a Tombstone or Unwrapped holds, if known.
	Of types.Type
	// Cause says why the value is what it is, if that is because of a tombstone.
	Cause *Cause
}

// A CauseKind says how a tombstone made the difference.
type CauseKind uint8

// The kinds of causes.
const (
	FailedAssert  CauseKind = iota // an assertion to the type of an object
	PointerAssert                  // an assertion to *DeletedFinalStateUnknown
	FailedCall                     // a function of the libraries that fails on tombstones
	EmptyObject                    // the tombstone held no object
	Foreign                        // something in another package of the user's
	OtherType                      // an assertion of the object to a type that the informer doesn't hold
	Reflected                      // Elem of the tombstone's reflect.Type or reflect.Value
	TombstoneKey                   // the Key of the tombstone, of a value that is it
	UnknownState                   // the FinalStateUnknown of a DeletedObject, which is not nil
)

// A Cause is the instruction where a tombstone makes the difference, such as a type assertion that fails.
type Cause struct {
	Kind   CauseKind
	Instr  ssa.Instruction
	Type   types.Type  // what was asserted
	Held   types.Type  // what the informer holds, for OtherType
	Symbol kube.Symbol // which function failed
	// After says that the tombstone had been recognised before.
	After bool
	// Boxed is where the user put the tombstone into the interface, if it was not the informer.
	Boxed ssa.Instruction
	// Calls lead from the function whose evaluation is looked at to Instr's.
	Calls []ssa.Instruction
	// Note tells what happens in the other package, for Foreign.
	Note string
}

// Pos returns the position of the cause in this package.
func (c *Cause) Pos() token.Pos { return c.Instr.Pos() }

// A Closure is a function value: a function with the values of its free variables, or a symbol of another package.
type Closure struct {
	Fn       *ssa.Function
	Bound    []Value // the first arguments, such as a receiver
	Bindings []Value
	Symbol   kube.Symbol
	Object   *types.Func // the other package's function, if it is one
	Made     bool        // what a call of Symbol returned, rather than Symbol itself
	Args     []Value     // of that call
	// As is how a function of the user's other packages, if it is one, combines the filters in its one argument: kube.All or kube.Any.
	As       kube.Response
	Behavior *Behavior    // what is known of it from facts
	Types    []types.Type // the type arguments of the function that returned it, if that is generic
}

// A Cell is memory whose address evaluation follows: a variable, a struct, a map, an array.
type Cell struct {
	Site   ssa.Value
	Type   types.Type
	fields map[int]Value
	stores map[int]ssa.Instruction // the first store to each field
	grown  bool                    // a map that was given entries
	told   bool                    // a map of which the keys hang on the event's object
	lost   bool                    // its address went where it can't be followed
	// shared says that it outlives an event: a function value that an informer runs refers to it. What it holds then
	// may change between events, and changing it is an effect.
	shared bool
	kept   bool // an event handler that another one has, which hands on what it likes
	cut    bool // an array of which there are slices that don't have all of it
	id     int
}

// Holding returns an Object of a type, or a Tombstone that holds one.
func (v Value) Holding(t types.Type) Value {
	v.Of = t
	return v
}

func unknown(tainted bool) Value { return Value{Kind: Unknown, Tainted: tainted} }

func boolean(b bool, cause *Cause) Value {
	return Value{Kind: Const, Const: constant.MakeBool(b), Cause: cause, Tested: true}
}

// zero returns the zero value of a type.
func zero(t types.Type, cause *Cause) Value {
	if tuple, ok := t.(*types.Tuple); ok {
		v := Value{Kind: Tuple}
		for i := range tuple.Len() {
			v.Tuple = append(v.Tuple, zero(tuple.At(i).Type(), cause))
		}
		return v
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsBoolean != 0:
			return Value{Kind: Const, Const: constant.MakeBool(false), Cause: cause}
		case u.Info()&types.IsInteger != 0:
			return Value{Kind: Const, Const: constant.MakeInt64(0), Cause: cause}
		case u.Info()&types.IsString != 0:
			return Value{Kind: Const, Const: constant.MakeString(""), Cause: cause}
		}
	case *types.Pointer, *types.Map, *types.Slice, *types.Chan, *types.Signature:
		return Value{Kind: Nil, Cause: cause}
	case *types.Interface:
		if !kube.IsTypeParam(t) {
			return Value{Kind: Nil, Cause: cause}
		}
		return Value{Kind: Nil, Cause: cause} // objects are pointers
	}
	return Value{Kind: Unknown, Cause: cause}
}

// isZero tells whether v is the zero value of a basic type, or nil.
func (v Value) isZero() bool {
	switch v.Kind {
	case Nil:
		return true
	case Const:
		switch v.Const.Kind() {
		case constant.Bool:
			return !constant.BoolVal(v.Const)
		case constant.String:
			return constant.StringVal(v.Const) == ""
		case constant.Int:
			return constant.Sign(v.Const) == 0
		}
	}
	return false
}

// Bool returns what a boolean is, and whether that is known.
func (v Value) Bool() (is, known bool) {
	if v.Kind == Const && v.Const.Kind() == constant.Bool {
		return constant.BoolVal(v.Const), true
	}
	return false, false
}

// nilness returns whether v is nil, and whether that is known.
func (v Value) nilness() (is, known bool) {
	switch v.Kind {
	case Nil:
		return v.Boxed == nil, true // an interface that holds a nil pointer is not nil
	case NonNil, Tombstone, Object, Funcs, Ref:
		return false, true
	}
	return false, false
}

// carries tells whether v, or something that v refers to, was computed from the event's object.
func (v Value) carries() bool {
	return v.find(func(v Value) bool {
		return v.Tainted || v.Kind == Tombstone || v.Kind == Unwrapped || v.Kind == Object
	})
}

// tells tells whether v says something of the event's object to who has one of several: what it is, be it only in a struct, or
// whether there is one.
func (v Value) tells() bool {
	return v.Tainted || v.Tested || (v.Kind == Copy || v.Kind == Ref) && v.carries()
}

// telling tells whether evaluating a function with v for an argument can tell more than without.
func (v Value) telling() bool {
	return v.find(func(v Value) bool {
		switch v.Kind {
		case Tombstone, Unwrapped, Deleted, Seen, Object, Funcs:
			return true
		case Nil, Const:
			return v.Cause != nil
		}
		return v.isKey()
	})
}

// find tells whether v, or something that v refers to, has the property.
func (v Value) find(has func(Value) bool) bool {
	seen := map[*Cell]bool{}
	var visit func(Value) bool
	visit = func(v Value) bool {
		if has(v) {
			return true
		}
		if v.Cell != nil && !seen[v.Cell] && len(seen) < maxCells {
			seen[v.Cell] = true
			for _, n := range sortedKeys(v.Cell.fields) { // what is found first must not depend on chance
				if visit(v.Cell.fields[n]) {
					return true
				}
			}
		}
		return slices.ContainsFunc(v.Tuple, visit) || slices.ContainsFunc(v.Funcs, func(f *Closure) bool {
			return slices.ContainsFunc(f.Bindings, visit) || slices.ContainsFunc(f.Bound, visit)
		})
	}
	return visit(v)
}

// join returns what is known when the value is either of two.
func join(a, b Value) Value {
	switch {
	case a.Kind == Unset:
		return b
	case b.Kind == Unset || a.equal(b):
		return a
	case a.Kind == Funcs && b.Kind == Funcs:
		all := slices.Clone(a.Funcs)
		for _, f := range b.Funcs {
			if !slices.ContainsFunc(all, func(g *Closure) bool { return g.key() == f.key() }) {
				all = append(all, f)
			}
		}
		if len(all) <= maxFuncs {
			return Value{Kind: Funcs, Funcs: all}
		}
	case a.Kind == Tuple && b.Kind == Tuple && len(a.Tuple) == len(b.Tuple):
		t := make([]Value, len(a.Tuple))
		for i := range t {
			t[i] = join(a.Tuple[i], b.Tuple[i])
		}
		return Value{Kind: Tuple, Tuple: t}
	case a.Kind != Funcs && a.holds(b):
		return a.with(b)
	}
	j := Value{Kind: Unknown, Dyn: sameType(a.Dyn, b.Dyn), Tainted: a.tells() || b.tells(), Tested: a.Tested && b.Tested}
	if a.isThere() && b.isThere() {
		j.Kind = NonNil
	}
	return j
}

// with returns what is known when the value is either of two that differ in cause or taint only.
func (v Value) with(b Value) Value {
	j := v
	j.Tainted = v.Tainted || b.Tainted
	j.Tested = v.Tested && b.Tested
	j.Empty = v.Empty && b.Empty
	j.Dyn, j.Of = sameType(v.Dyn, b.Dyn), sameType(v.Of, b.Of)
	j.Cause = cmp.Or(v.Cause, b.Cause)
	if j.isKey() && v.Cause != b.Cause { // it may be something else
		j.Cause = nil
	}
	return j
}

// isThere tells whether v is certainly something that is not nil, and no tombstone.
func (v Value) isThere() bool {
	_, known := v.nilness()
	return known && v.Kind != Nil && v.Kind != Tombstone
}

// equal tells whether the same is known of two values.
func (v Value) equal(w Value) bool {
	return v.Kind == w.Kind && v.Empty == w.Empty && v.Tainted == w.Tainted && v.Tested == w.Tested && v.Boxed == w.Boxed &&
		v.Cause == w.Cause && (v.Dyn == w.Dyn || sameType(v.Dyn, w.Dyn) != nil) && (v.Of == w.Of || sameType(v.Of, w.Of) != nil) && v.holds(w)
}

// holds tells whether a value of the same kind is the same, whatever the reason.
func (v Value) holds(w Value) bool {
	if v.Kind != w.Kind {
		return false
	}
	switch v.Kind {
	case Const:
		return v.Const.Kind() == w.Const.Kind() && constant.Compare(v.Const, token.EQL, w.Const)
	case Ref, Copy:
		return v.Cell == w.Cell && v.Field == w.Field
	case Parameter:
		return v.Field == w.Field
	case Funcs:
		return slices.EqualFunc(v.Funcs, w.Funcs, func(f, g *Closure) bool { return f == g || f.key() == g.key() })
	case Tuple:
		return slices.EqualFunc(v.Tuple, w.Tuple, Value.equal)
	}
	return true
}

func sameType(a, b types.Type) types.Type {
	if a != nil && b != nil && types.Identical(a, b) {
		return a
	}
	return nil
}

// write writes a text that is the same for equal values only.
func (v Value) write(b *strings.Builder) {
	fmt.Fprintf(b, "%d", v.Kind)
	switch v.Kind {
	case Const:
		b.WriteString(v.Const.ExactString())
	case Ref, Copy:
		fmt.Fprintf(b, "@%d.%d", v.Cell.id, v.Field)
	case Parameter:
		fmt.Fprintf(b, "#%d", v.Field)
	case Funcs:
		for _, f := range v.Funcs {
			b.WriteString(f.key())
		}
	case Tuple:
		for _, t := range v.Tuple {
			t.write(b)
			b.WriteByte(',')
		}
	}
	for i, flag := range []bool{v.Empty, v.Tainted, v.Tested} {
		if flag {
			b.WriteByte("ETt"[i])
		}
	}
	if v.Boxed != nil {
		fmt.Fprintf(b, "^%p", v.Boxed)
	}
	if v.Dyn != nil {
		b.WriteString(v.Dyn.String())
	}
	if v.Of != nil {
		b.WriteString(":" + v.Of.String())
	}
	if v.Cause != nil {
		fmt.Fprintf(b, "<%p", v.Cause)
	}
}

func (f *Closure) key() string {
	var b strings.Builder
	fmt.Fprintf(&b, "{%p%v%v%p", f.Fn, f.Symbol, f.Made, f.Behavior)
	for _, v := range slices.Concat(f.Bound, f.Bindings, f.Args) {
		b.WriteByte(' ')
		v.write(&b)
	}
	b.WriteByte('}')
	return b.String()
}

// typeArgs returns the type arguments of an instance of a generic function, nil of other functions.
func (f *Closure) typeArgs() []types.Type {
	if f.Fn == nil {
		return nil
	}
	return f.Fn.TypeArgs()
}
