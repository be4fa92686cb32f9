package identity

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Held asks for the keys of the object in a field of a struct, such as a scope that is open as long as its object is
// worked on, at an instruction; wherever, if it is nil.
type Held struct {
	Of    ssa.Value
	Field string
	At    ssa.Instruction
}

// HeldBy returns the struct and the field that an object is in, if its term says so, and the struct is one of a function's.
func HeldBy(t *Term, at ssa.Instruction) (Held, bool) {
	if t == nil || t.Kind != FieldTerm || t.Args[0].Kind != LeafTerm {
		return Held{}, false
	}
	leaf := t.Args[0].Leaf
	if leaf.Referrers() == nil { // such as a variable of the package, which anybody may change
		return Held{}, false
	}
	return Held{leaf, t.Name, at}, slices.Contains(ObjectFields(leaf.Type()), t.Name)
}

// ObjectFields returns the names of the fields of a struct, or of what a pointer to one points to, in which there are
// objects; none if it is an object itself.
func ObjectFields(t types.Type) (names []string) {
	held, ok := ir.Deref(t).Underlying().(*types.Struct)
	if !ok || kube.IsObject(t) {
		return nil
	}
	for field := range held.Fields() {
		if isHeldObject(field.Type()) {
			names = append(names, field.Name())
		}
	}
	return names
}

func isHeldObject(t types.Type) bool {
	return kube.IsObject(t) || ir.IsStruct(t) && kube.IsObject(types.NewPointer(t))
}

// findHeld returns the keys of the object in a field of a struct: those by which it was read before, or that it has from
// the function that made the struct.
func (f *Finder) findHeld(held Held) []*Term {
	object := f.FieldOf(held.Field, f.Leaf(held.Of))
	if held.At != nil {
		if filled := f.lastFilled(object, held.At); filled.at != nil {
			return filled.keys
		}
	}
	maker := MadeBy(held.Of)
	if maker == nil {
		return nil
	}
	callee := f.lazy.Callee(maker.Common())
	if callee == nil {
		return f.foreignKeys(maker, 0, held.Field)
	}
	var out []*Term
	for _, k := range f.keptKeys(callee, held.Field) {
		out = append(out, f.Expand(f.Lift(k, callee, maker.Common()), nil)...)
	}
	return Compact(out)
}

// lastFilled returns the last of the reads into an object that are on every path of a function to an instruction; the zero
// naming if there is none.
func (f *Finder) lastFilled(object *Term, at ssa.Instruction) naming {
	for b := at.Block(); b != nil; b = b.Idom() {
		instrs := b.Instrs
		if b == at.Block() {
			instrs = instrs[:slices.Index(instrs, at)]
		}
		for _, instr := range slices.Backward(instrs) {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			for r := range f.calls.Gets(call) {
				if Same(r.Object, object) || Same(r.Pointer, object) {
					return naming{call, r.Keys}
				}
			}
		}
	}
	return naming{}
}

// keptKeys returns the keys that the object in a field has of the struct which a function makes and returns.
func (f *Finder) keptKeys(maker *ssa.Function, field string) []*Term {
	var keys []*Term
	for ret := range ir.All[*ssa.Return](maker.Blocks) {
		if ir.IsNil(ret.Results[0]) {
			continue
		}
		object := f.FieldOf(field, f.Term(ret.Results[0]))
		if object == nil || keys != nil {
			return nil
		}
		keys = f.Expand(KeyOf(object), ret)
	}
	return keys
}

// A holding asks what a function loads from a field of a struct to get the object in it.
type holding struct {
	fn    *ssa.Function
	of    ssa.Value
	field string
}

// Loaded returns what a function has loaded from a field to get the object to which a pointer points; nothing if that is no
// pointer in a field.
func (f *Finder) Loaded(fn *ssa.Function, pointer *Term) []ssa.Value {
	held, ok := HeldBy(pointer, nil)
	if !ok {
		return nil
	}
	return f.loads.Of(holding{fn, held.Of, held.Field})
}

func (f *Finder) findLoads(of holding) (out []ssa.Value) {
	pointer := f.FieldOf(of.field, f.Leaf(of.of))
	for instr := range ir.All[ssa.Instruction](of.fn.Blocks) {
		switch v := instr.(type) {
		case *ssa.UnOp, *ssa.FieldAddr:
			if v := v.(ssa.Value); kube.IsObject(v.Type()) && Same(f.Pointer(v), pointer) {
				out = append(out, v)
			}
		}
	}
	return out
}

// LoadedSince returns those of them that may be the object as a call has read it: not those behind another read into it.
func (f *Finder) LoadedSince(call ssa.CallInstruction, pointer *Term) (out []ssa.Value) {
	follows := ir.MayFollow(call)
	for _, v := range f.Loaded(call.Parent(), pointer) {
		last := f.ReadBefore(v.(ssa.Instruction))
		if follows(v.(ssa.Instruction)) && (last == nil || last == call || !ir.Before(call, last)) {
			out = append(out, v)
		}
	}
	return out
}

// LastRead returns the last of the reads into an object that are on every path of a function to an instruction; nil if there is none.
func (f *Finder) LastRead(object *Term, at ssa.Instruction) ssa.Instruction {
	return f.lastFilled(object, at).at
}

// ReadBefore returns the last of the reads into an object that are on every path to the instruction which loads it.
func (f *Finder) ReadBefore(load ssa.Instruction) ssa.Instruction {
	return f.filledBy.Of(load)
}

func (f *Finder) findFilledBy(load ssa.Instruction) ssa.Instruction {
	return f.LastRead(f.Pointer(load.(ssa.Value)), load)
}
