package paths

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// fieldAt asks for the keys of the object in a field of a struct, such as a scope that is open as long as its object is
// worked on, at an instruction; wherever, if it is nil.
type fieldAt struct {
	of    ssa.Value
	field string
	at    ssa.Instruction
}

// maxHanded bounds through how many functions a struct is followed that holds an object.
const maxHanded = 4

// heldBy returns the struct and the field that an object is in, if its term says so, and the struct is one of a function's.
func heldBy(t *Term, at ssa.Instruction) (fieldAt, bool) {
	if t == nil || t.kind != fieldTerm || t.args[0].kind != leafTerm {
		return fieldAt{}, false
	}
	leaf := t.args[0].leaf
	if leaf.Referrers() == nil { // such as a variable of the package, which anybody may change
		return fieldAt{}, false
	}
	return fieldAt{leaf, t.name, at}, slices.Contains(objectFields(leaf.Type()), t.name)
}

// objectFields returns the names of the fields of a struct, or of what a pointer to one points to, in which there are
// objects; none if it is an object itself.
func objectFields(t types.Type) (names []string) {
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
func (in *Info) findHeld(held fieldAt) []*Term {
	object := in.terms.rebuildField(held.field, in.terms.leafOf(held.of))
	if held.at != nil {
		if filled := in.lastFilled(object, held.at); filled.at != nil {
			return filled.keys
		}
	}
	maker := madeBy(held.of)
	if maker == nil {
		return nil
	}
	callee := in.lazy.Callee(maker.Common())
	if callee == nil {
		return in.foreignKeys(maker, 0, held.field)
	}
	var out []*Term
	for _, k := range in.keptKeys(callee, held.field) {
		out = append(out, in.expand(in.lift(k, callee, maker.Common()), nil)...)
	}
	return compact(out)
}

// lastFilled returns the last of the reads into an object that are on every path of a function to an instruction; the zero
// naming if there is none.
func (in *Info) lastFilled(object *Term, at ssa.Instruction) naming {
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
			for _, r := range in.readsOf(call) {
				if r.Verb == kube.VerbGet && (sameTerm(r.object, object) || sameTerm(r.pointer, object)) {
					return naming{call, r.keys}
				}
			}
		}
	}
	return naming{}
}

// keptKeys returns the keys that the object in a field has of the struct which a function makes and returns.
func (in *Info) keptKeys(maker *ssa.Function, field string) []*Term {
	var keys []*Term
	for ret := range ir.All[*ssa.Return](maker.Blocks) {
		if ir.IsNil(ret.Results[0]) {
			continue
		}
		object := in.terms.rebuildField(field, in.terms.of(ret.Results[0]))
		if object == nil || keys != nil {
			return nil
		}
		keys = in.expand(compose(keyTerm, "", object), ret)
	}
	return keys
}

// held says which keys the objects have that are in the struct which the function makes.
func (x *exporter) held() {
	if x.fn.Signature.Results().Len() == 0 {
		return
	}
	for _, field := range objectFields(x.fn.Signature.Results().At(0).Type()) {
		if keys := x.terms(x.in.keptKeys(x.fn, field)); len(keys) > 0 {
			x.facts.Keys = append(x.facts.Keys, RemoteKeys{Field: field, Keys: keys})
		}
	}
}

// A holding asks what a function loads from a field of a struct to get the object in it.
type holding struct {
	fn    *ssa.Function
	of    ssa.Value
	field string
}

// loaded returns what a function has loaded from a field to get the object to which a pointer points; nothing if that is no
// pointer in a field.
func (in *Info) loaded(fn *ssa.Function, pointer *Term) []ssa.Value {
	held, ok := heldBy(pointer, nil)
	if !ok {
		return nil
	}
	return in.questions.loads.Of(holding{fn, held.of, held.field})
}

func (in *Info) findLoads(of holding) (out []ssa.Value) {
	pointer := in.terms.rebuildField(of.field, in.terms.leafOf(of.of))
	for instr := range ir.All[ssa.Instruction](of.fn.Blocks) {
		switch v := instr.(type) {
		case *ssa.UnOp, *ssa.FieldAddr:
			if v := v.(ssa.Value); kube.IsObject(v.Type()) && sameTerm(in.pointerTo(v), pointer) {
				out = append(out, v)
			}
		}
	}
	return out
}

// loadedSince returns those of them that may be the object as a call has read it: not those behind another read into it.
func (in *Info) loadedSince(call ssa.CallInstruction, pointer *Term) (out []ssa.Value) {
	follows := ir.MayFollow(call)
	for _, v := range in.loaded(call.Parent(), pointer) {
		last := in.questions.filledBy.Of(v.(ssa.Instruction))
		if follows(v.(ssa.Instruction)) && (last == nil || last == call || !ir.Before(call, last)) {
			out = append(out, v)
		}
	}
	return out
}

// givenIn returns what the caller of the function with that index in the path of a read loads of an object which that function
// has from a field of what it is given.
func (in *Info) givenIn(r *Op, i int, of part) []ssa.Value {
	t := in.pointerTo(of.Value)
	if of.Path != "" || t == nil || t.kind != fieldTerm {
		return nil
	}
	return in.loadedSince(r.Path[i-1], in.liftPointer(t, r.Path[i].Parent(), r.Path[i-1].Common()))
}

// findFilledBy returns the last of the reads into an object that are on every path to the instruction which loads it.
func (in *Info) findFilledBy(load ssa.Instruction) ssa.Instruction {
	return in.lastFilled(in.pointerTo(load.(ssa.Value)), load).at
}

// heldChanges returns what a write of an object in a field may change, with what is known already of that, and the parameter
// of the outermost function that it is in, as Info.changes does.
func (in *Info) heldChanges(w *Op, at Footprint) (Footprint, *ssa.Parameter) {
	object := w.pointer
	for i := len(w.Path) - 1; ; i-- {
		call := w.Path[i]
		held, ok := heldBy(object, call)
		if !ok {
			return whole(), nil
		}
		from, counts := in.lastFilled(object, call).at, ir.MayPrecede(call)
		if from != nil {
			counts = ir.MayPrecedeSince(call, from)
		}
		if in.goesOn(held, counts, maxHanded) {
			return whole(), nil
		}
		for _, v := range in.loaded(call.Parent(), object) {
			at.add(in.editsOf(flow.At(v, "")).before(call, counts))
		}
		p, given := held.of.(*ssa.Parameter)
		switch {
		case from != nil:
			return at, nil
		case !given:
			return whole(), nil
		case i == 0:
			return at, p
		}
		object = in.liftPointer(object, call.Parent(), w.Path[i-1].Common())
	}
}

// goesOn tells whether the struct that holds an object goes, in instructions that count, where others may look at the object
// or change it.
func (in *Info) goesOn(held fieldAt, counts func(ssa.Instruction) bool, left int) bool {
	for _, ref := range ir.Uses(held.of) {
		if ref == held.at || !counts(ref) {
			continue
		}
		switch ref := ref.(type) {
		case *ssa.FieldAddr, *ssa.Field, *ssa.BinOp, *ssa.Extract:
		case ssa.CallInstruction:
			if in.looksAtHeld(held, ref, left) {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// looksAtHeld tells whether a call that is given a struct may look at the object in a field of it.
func (in *Info) looksAtHeld(held fieldAt, call ssa.CallInstruction, left int) bool {
	callee := in.lazy.Callee(call.Common())
	if callee == nil || left == 0 {
		return true
	}
	for p := range ir.Given(callee, call.Common(), held.of) {
		inside := in.terms.rebuildField(held.field, in.terms.leafOf(p))
		if len(in.loaded(callee, inside)) > 0 || in.questions.going.Of(givenField{p, held.field, left - 1}) {
			return true
		}
	}
	return false
}

// givenField asks whether a struct goes on in the function that has it as a parameter, through as many functions as are left.
type givenField struct {
	of    *ssa.Parameter
	field string
	left  int
}

func (in *Info) findGoing(of givenField) bool {
	return in.goesOn(fieldAt{of.of, of.field, nil}, always, of.left)
}

func always(ssa.Instruction) bool { return true }
