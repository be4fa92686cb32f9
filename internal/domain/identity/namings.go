package identity

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A naming is an instruction that decides an object's key.
type naming struct {
	at   ssa.Instruction
	keys []*Term
}

// maxNamings bounds how often an object is named, so that what its name is at a place can be said.
const maxNamings = 64

// keysOfVariable returns the keys of an object in a variable: if several instructions name it, those of the last that
// is on every path to the instruction.
func (f *Finder) keysOfVariable(v *ssa.Alloc, at ssa.Instruction) []*Term {
	all := f.namings.Of(v)
	if at != nil {
		all = slices.DeleteFunc(slices.Clone(all), func(n naming) bool { return n.at == at })
	}
	return latest(all, at)
}

// IsFilled tells whether an object in a variable has its name from what it is filled with, and not from a literal.
func (f *Finder) IsFilled(v *ssa.Alloc) bool {
	return len(f.keysOfVariable(v, nil)) > 0 && f.literalKey(v) == nil
}

// keysOfResultAt returns the keys at an instruction of an object that a call returned with others, and that reads may
// have filled since.
func (f *Finder) keysOfResultAt(v ssa.Value, returned []*Term, at ssa.Instruction) []*Term {
	filled, renamed := f.namings.Of(v), f.renamed(v, returned)
	if len(filled)+len(renamed) == 0 || isAnyKeys(returned) {
		return returned
	}
	all := append([]naming{{v.(ssa.Instruction), returned}}, renamed...)
	for _, n := range filled {
		if n.at != at {
			all = append(all, n)
		}
	}
	return latest(all, at)
}

// renamed returns the instructions that give an object another name which a call returned with these keys.
func (f *Finder) renamed(v ssa.Value, returned []*Term) []naming {
	if !kube.IsObject(v.Type()) {
		return nil
	}
	var out []naming
	namespaces := settings(v, "Namespace")
	for _, set := range settings(v, "Name") {
		name := naming{at: set.at}
		to := f.Term(set.to)
		switch {
		case to == nil:
		case len(namespaces) == 1:
			name.keys = Compact([]*Term{Pair(f.Term(namespaces[0].to), to)})
		default:
			name.keys = f.renamedKeys(returned, to)
		}
		out = append(out, name)
	}
	return out
}

// renamedKeys returns keys with another name in the same namespace; none if the name is empty.
func (f *Finder) renamedKeys(keys []*Term, name *Term) []*Term {
	var out []*Term
	for _, k := range keys {
		of := k
		if k.Kind == KeyTerm {
			of = k.Args[0]
		}
		if namespace := f.FieldOf("Namespace", of); namespace != nil {
			out = append(out, Pair(namespace, name))
		}
	}
	return Compact(out)
}

// A setting is that a field is set to a value.
type setting struct {
	at ssa.Instruction
	to ssa.Value
}

// settings returns where a field of the metadata of an object is set in place, or by its method.
func settings(object ssa.Value, field string) (out []setting) {
	var visit func(of ssa.Value)
	visit = func(of ssa.Value) {
		for _, ref := range ir.Uses(of) {
			switch ref := ref.(type) {
			case *ssa.FieldAddr:
				if f := ir.FieldAt(ref); f.Embedded() || f.Name() == field {
					visit(ref)
				}
			case *ssa.Store:
				if addr, ok := of.(*ssa.FieldAddr); ok && ref.Addr == of && ir.FieldAt(addr).Name() == field {
					out = append(out, setting{ref, ref.Val})
				}
			case *ssa.Call:
				recv, args := ir.Receiver(ref.Common())
				if recv == of && len(args) == 1 && sets(ref.Common(), field) {
					out = append(out, setting{ref, args[0]})
				}
			}
		}
	}
	visit(object)
	return out
}

// sets tells whether a call is one of the method that sets a field of an object's metadata (metav1.Object, apimachinery).
func sets(call *ssa.CallCommon, field string) bool { return ir.CalledName(call) == "Set"+field }

// SetsName tells whether a call is one of a method that sets the name or namespace of an object.
func SetsName(call *ssa.CallCommon) bool { return sets(call, "Name") || sets(call, "Namespace") }

// findNamings finds the instructions that name the object in a variable, or that a call returned.
func (f *Finder) findNamings(v ssa.Value) []naming {
	var namings []naming
	if alloc, ok := v.(*ssa.Alloc); ok {
		if key := f.literalKey(alloc); key != nil {
			namings = append(namings, naming{alloc, f.Expand(key, nil)})
		}
	} else if !kube.IsObject(v.Type()) {
		return nil
	}
	var visit func(value ssa.Value)
	visit = func(value ssa.Value) {
		for _, ref := range ir.Uses(value) {
			switch ref := ref.(type) {
			case *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType:
				visit(ref.(ssa.Value))
			case *ssa.Store:
				if ref.Addr == value && kube.IsObject(v.Type()) && !ir.IsNil(ref.Val) { // which is no object yet
					if keys := f.Keys(ref.Val, ref); len(keys) > 0 {
						namings = append(namings, naming{ref, keys})
					}
				}
			case *ssa.Call:
				if keys := f.filled(ref, v); len(keys) > 0 {
					namings = append(namings, naming{ref, keys})
				}
			}
		}
	}
	for _, alias := range ir.Names(v) {
		visit(alias)
	}
	if len(namings) > maxNamings {
		return nil
	}
	return namings
}

// latest returns the keys of the last naming that is on every path to the instruction, or of all, if the instruction is
// elsewhere, or none is.
func latest(namings []naming, at ssa.Instruction) []*Term {
	var best *naming
	for i, n := range namings {
		if at == nil || n.at.Parent() != at.Parent() || !ir.Before(n.at, at) {
			continue
		}
		if best == nil || ir.Before(best.at, n.at) {
			best = &namings[i]
		}
	}
	if best != nil {
		return best.keys
	}
	return ir.FlatMap(namings, func(n naming) []*Term { return n.keys })
}

// literalKey returns the key that a composite literal gives an object.
func (f *Finder) literalKey(v *ssa.Alloc) *Term {
	if !kube.IsObject(v.Type()) {
		return nil
	}
	fields, _ := f.Stores(v)
	name := append(fields["Name"], setTo(v, "Name")...)
	namespace := append(fields["Namespace"], setTo(v, "Namespace")...)
	if meta := fields["*ObjectMeta"]; len(meta) == 1 && len(name) == 0 {
		of := f.Term(meta[0])
		if load, ok := meta[0].(*ssa.UnOp); ok {
			if alloc, ok := load.X.(*ssa.Alloc); ok { // ObjectMeta{...}
				n, ok1 := f.storedTerm(alloc, "Name")
				ns, ok2 := f.storedTerm(alloc, "Namespace")
				if ok1 && ok2 {
					return Pair(ns, n)
				}
			}
		}
		return KeyOf(of)
	}
	if len(name) != 1 || len(namespace) > 1 {
		return nil
	}
	ns := Text("")
	if len(namespace) == 1 {
		ns = f.Term(namespace[0])
	}
	return Pair(ns, f.Term(name[0]))
}

// setTo returns what the methods of an object in a variable set a field of its metadata to.
func setTo(v ssa.Value, field string) []ssa.Value {
	var out []ssa.Value
	for _, set := range settings(v, field) {
		if _, ok := set.at.(*ssa.Call); ok {
			out = append(out, set.to)
		}
	}
	return out
}
