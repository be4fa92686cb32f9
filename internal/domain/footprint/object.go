package footprint

import (
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A Touch is what an instruction does with an object, writes to the API left out.
type Touch struct {
	Sets  Set // what it sets, or may set
	Sure  Set // what it sets, as a store or a known function
	Keeps Set // what of it can be had elsewhere from then on
	Looks Set // what of it is looked at
	// Hands says that it hands the object to what can't be followed, and may write it to the API.
	Hands bool
	// Copies says that it copies the object.
	Copies bool
	// Back is what a function returns of it.
	Back []Returned
}

func newTouch() *Touch {
	return &Touch{Sets: Set{}, Sure: Set{}, Keeps: Set{}, Looks: Set{}}
}

// include adds what a function does with a part of an object that it is given; nothing of it is sure, as it may be done
// on some of its paths only.
func (t *Touch) include(inner *Touch, path string) {
	t.Sets.Under(path, inner.Sets)
	t.Keeps.Under(path, inner.Keeps)
	t.Looks.Under(path, inner.Looks)
	t.Hands = t.Hands || inner.Hands
}

func equalTouches(a, b *Touch) bool {
	return a == b || a != nil && b != nil && len(a.Sets) == len(b.Sets) && len(a.Sure) == len(b.Sure) && len(a.Keeps) == len(b.Keeps) && len(a.Looks) == len(b.Looks) &&
		a.Hands == b.Hands && a.Copies == b.Copies && len(a.Back) == len(b.Back)
}

// handsOn is what is known of a parameter of which nothing is known.
var handsOn = &Touch{Sets: Whole(), Sure: Set{}, Keeps: Whole(), Looks: Whole(), Hands: true}

// An Object is an object that a function has a pointer to, with what its instructions do with it.
type Object struct {
	Pointer *identity.Term
	What    kind.Denotation
	Type    types.Type // nil if it isn't known
	At      map[ssa.Instruction]*Touch
}

// NewObject returns an object of which nothing is known.
func NewObject() *Object { return &Object{At: map[ssa.Instruction]*Touch{}} }

// Touch returns what an instruction does with the object, to be added to.
func (o *Object) Touch(at ssa.Instruction) *Touch {
	if o.At[at] == nil {
		o.At[at] = newTouch()
	}
	return o.At[at]
}

func equalObjects(a, b []*Object) bool {
	return slices.EqualFunc(a, b, func(x, y *Object) bool {
		return identity.Same(x.Pointer, y.Pointer) && maps.EqualFunc(x.At, y.At, equalTouches)
	})
}

// IsOther tells whether an operation is certainly of another kind than the object.
func (o *Object) IsOther(than kind.Kind) bool {
	return than.Known() && o.What.Kind.Known() && o.What.Kind != than
}

// IsHanded tells whether others may have the object, or a part of it, or write it.
func (o *Object) IsHanded() bool {
	for _, t := range o.At {
		if t.Hands || t.Copies || len(t.Keeps)+len(t.Back) > 0 {
			return true
		}
	}
	return false
}

// Sets tells whether anything in a field of the object is set, or may be.
func (o *Object) Sets(field string) bool {
	for _, t := range o.At {
		if t.Hands || t.Sets.Meets(Set{field: true}) {
			return true
		}
	}
	return false
}

// Groups parts what is changed into the status and the rest, and leaves out what only says which object it is, and what
// the server sets. Functions that take any object may change fields that this one doesn't have.
func (o *Object) Groups(sure Set) []Set {
	inStatus, rest := Set{}, Set{}
	for field := range sure {
		top, _, _ := strings.Cut(field, ".")
		switch {
		case !o.Has(field):
		case top == status:
			inStatus[field] = true
		case top != "" && !kube.IsServersField(top):
			rest[field] = true
		}
	}
	return slices.DeleteFunc([]Set{inStatus, rest}, func(f Set) bool { return len(f) == 0 })
}

// Has tells whether the object has a field of that path which is sent with it, as far as its type is known.
func (o *Object) Has(path string) bool {
	return o.Type == nil || kube.IsUnstructured(ir.Deref(o.Type)) || kube.SendsField(o.Type, path)
}

// Status returns what of a footprint is in the status of an object.
func (o *Object) Status(sure Set) Set {
	for _, group := range o.Groups(sure) {
		if group.Top() == status {
			return group
		}
	}
	return nil
}

// ListAt returns the path of the list that a path leads into or to; empty if there is none. Of an object of which the type isn't known,
// that are the lists which all objects have, and the conditions.
func (o *Object) ListAt(path string) string {
	if o.Type == nil {
		for _, list := range []string{Finalizers, "OwnerReferences", "Status.Conditions"} {
			if PathIn(path, list) {
				return list
			}
		}
		return ""
	}
	t, list := ir.Deref(o.Type), ""
	for step := range strings.SplitSeq(path, ".") {
		field, _, _ := types.LookupFieldOrMethod(t, true, nil, step)
		v, ok := field.(*types.Var)
		if !ok {
			return ""
		}
		t, list = ir.Deref(v.Type()), Join(list, step)
		if _, ok := t.Underlying().(*types.Slice); ok {
			return list
		}
	}
	return ""
}

// IsPlain tells whether a field of an object is known to refer to nothing, and no step on the way to it does.
func (o *Object) IsPlain(path string) bool {
	if o.Type == nil {
		return false
	}
	t := ir.Deref(o.Type)
	for step := range strings.SplitSeq(path, ".") {
		if !ir.IsStruct(t) {
			return false
		}
		field, _, isIndirect := types.LookupFieldOrMethod(t, true, nil, step)
		v, ok := field.(*types.Var)
		if !ok || isIndirect {
			return false
		}
		t = v.Type()
	}
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Kind() != types.UnsafePointer
}

// LooksBehind tells whether fields of the object are looked at behind an instruction.
func (o *Object) LooksBehind(at ssa.Instruction, fields Set) bool {
	behind := ir.MayFollow(at)
	for other, t := range o.At {
		if other != at && t.Looks.Meets(fields) && behind(other) {
			return true
		}
	}
	return false
}

// IsFilledBy tells whether an instruction is a call that makes an object which was empty until then all of what it is, such as a
// conversion from another version of it: that may be what the server has. What is made of an object of the same type may be a copy
// of it that was changed.
func (o *Object) IsFilledBy(instr ssa.Instruction) bool {
	made, isNew := o.Pointer.Leaf.(*ssa.Alloc)
	call, isCall := instr.(*ssa.Call)
	if !isCall || !isNew || !o.At[instr].Sets[""] || slices.ContainsFunc(ir.Args(call.Common()), func(arg ssa.Value) bool {
		of := ir.Unwrap(arg)
		return of != ssa.Value(made) && holds(of.Type(), ir.Deref(made.Type()))
	}) {
		return false
	}
	before := ir.MayPrecedeSince(instr, made)
	for at, touch := range o.At {
		if at != instr && (len(touch.Sets) > 0 || touch.Hands) && before(at) && !empties(at) {
			return false
		}
	}
	return true
}

// holds tells whether a value of a type is an object of another type, or a pointer to one, or is a struct with one in it.
func holds(t, object types.Type) bool {
	t = ir.Deref(t)
	s, ok := t.Underlying().(*types.Struct)
	if types.Identical(t, object) || !ok {
		return ok
	}
	for field := range s.Fields() {
		if types.Identical(ir.Deref(field.Type()), object) {
			return true
		}
	}
	return false
}

// empties tells whether an instruction stores a zero value.
func empties(instr ssa.Instruction) bool {
	store, ok := instr.(*ssa.Store)
	if !ok {
		return false
	}
	zero, ok := store.Val.(*ssa.Const)
	return ok && zero.Value == nil
}

// IsUntouched tells whether nothing is set in the object between two calls, as far as can be seen: a function value that is
// called there may set it too, and so may the first call, if it comes to more than a copy of the object.
func (o *Object) IsUntouched(from, to ssa.Instruction) bool {
	behind, before := ir.MayFollow(from), ir.MayPrecede(to)
	for at, touch := range o.At {
		if (len(touch.Sets) > 0 || touch.Hands) && at != to && (at == from || behind(at) && before(at)) {
			return false
		}
	}
	for call := range ir.All[ssa.CallInstruction](from.Parent().Blocks) {
		if ir.CallsValue(call) && behind(call) && before(call) {
			return false
		}
	}
	return true
}
