package patch

import (
	"go/types"
	"reflect"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/ir"
)

// maxOperations bounds how many values are gone through to see what a patch says that is put together piece by piece.
const maxOperations = 64

// encoded returns what a patch changes whose data are made of a value: of a list of the operations of a JSON patch, or of a
// map. Nil if that can't be said.
func (f *Finder) encoded(v ssa.Value, of Layout, path []ssa.CallInstruction) footprint.Set {
	switch v.Type().Underlying().(type) {
	case *types.Slice:
		o := &operations{finder: f, of: of, at: footprint.Set{}, seen: map[ssa.Value]bool{}}
		if o.list(v, path) && len(o.at) > 0 {
			return o.at
		}
	case *types.Map:
		if doc, ok := Document(v); ok {
			return Merged(doc, of)
		}
	}
	return nil
}

// operations collects the paths of the operations of a JSON patch.
type operations struct {
	finder *Finder
	of     Layout // of the object that is patched
	at     footprint.Set
	seen   map[ssa.Value]bool
}

// list collects those of a list; false if it may have others.
func (o *operations) list(v ssa.Value, path []ssa.CallInstruction) bool {
	if o.seen[v] {
		return true
	}
	o.seen[v] = true
	if len(o.seen) > maxOperations || setsElements(v) {
		return false
	}
	all := func(lists []ssa.Value) bool {
		for _, from := range lists {
			if !o.list(from, path) {
				return false
			}
		}
		return true
	}
	switch step := ir.StepOf(v); step.Kind {
	case ir.Constant:
		return true
	case ir.Alias:
		return len(step.From) > 0 && all(step.From)
	case ir.Sliced:
		return o.elements(step.From[0])
	case ir.Load:
		alloc, ok := identity.Variable(step.From[0]).(*ssa.Alloc)
		return ok && !o.finder.objects.IsSetInside(alloc) && all(ir.StoredAt(alloc))
	case ir.Result:
		return ir.IsBuiltin(step.Call.Common(), "append") && all(step.Call.Call.Args)
	case ir.Param:
		if i := ir.Home(v, path); i > 0 && path[i].Parent() == v.Parent() {
			return o.list(ir.ArgFor(path[i-1].Common(), v.(*ssa.Parameter)), path[:i])
		}
	}
	return false
}

// setsElements tells whether elements of a list are changed in place.
func setsElements(v ssa.Value) bool {
	for addr := range ir.Refs[*ssa.IndexAddr](v) {
		for _, ref := range ir.Uses(addr) {
			if ir.UseOf(addr, ref).Does != ir.Loads {
				return true
			}
		}
	}
	return false
}

// elements collects those of the elements of a list that is made of an array where it is used.
func (o *operations) elements(array ssa.Value) bool {
	list, ok := ir.Deref(array.Type()).Underlying().(*types.Array)
	if !ok {
		return false
	}
	n := int64(0)
	for addr := range ir.Refs[*ssa.IndexAddr](array) {
		of := []ssa.Value{addr}
		if stored := ir.StoredAt(addr); len(stored) > 0 {
			of = ir.Map(stored, ir.Unwrap)
		}
		for _, v := range of {
			if !o.operation(v) {
				return false
			}
		}
		n++
	}
	return n == list.Len()
}

// operation collects the path of an operation: of a struct with such a field, at an address or as a value, or of a map with
// such an entry.
func (o *operations) operation(v ssa.Value) bool {
	var at []ssa.Value
	switch step := ir.StepOf(v); step.Kind {
	case ir.Made:
		for update := range ir.Refs[*ssa.MapUpdate](v) {
			if key, ok := ir.Text(update.Key); ok && key == "path" && update.Map == v {
				at = append(at, ir.Unwrap(update.Value))
			}
		}
	case ir.Load:
		if literal := ir.Literal(v); literal != nil {
			return o.operation(literal)
		}
	case ir.Variable, ir.ElementAddr:
		at = (*ir.Index)(nil).StoredIn(v, fieldEncodedAs(v.Type(), "path"))
	}
	if len(at) != 1 {
		return false
	}
	text, _ := Text(at[0])
	pointer, ok := strings.CutPrefix(text, "/")
	if !ok {
		return false
	}
	field, ok := pointedAt(pointer, o.of)
	o.at[field] = ok
	return ok
}

// fieldEncodedAs returns the name of the field of a struct, or of what a pointer to one points to, that has a name as JSON.
func fieldEncodedAs(t types.Type, name string) string {
	of, ok := ir.Deref(t).Underlying().(*types.Struct)
	for n := 0; ok && n < of.NumFields(); n++ {
		if tag, _, _ := strings.Cut(reflect.StructTag(of.Tag(n)).Get("json"), ","); tag == name {
			return of.Field(n).Name()
		}
	}
	return ""
}

// maxDocument is how deep the maps of a document are looked into: what is deeper is in a field that is known.
const maxDocument = 3

// Document returns what is in a map that is made where it is used, with nothing for what is no map; false if it may have
// other entries.
func Document(v ssa.Value) (map[string]any, bool) { return document(v, maxDocument) }

// document looks into no more maps in maps than that.
func document(v ssa.Value, depth int) (map[string]any, bool) {
	made, ok := ir.Unwrap(v).(*ssa.MakeMap)
	if !ok || depth == 0 {
		return nil, false
	}
	doc := map[string]any{}
	for _, ref := range ir.Uses(made) {
		use := ir.UseOf(made, ref)
		switch use.Does {
		case ir.Converts:
		case ir.Fills:
			key, ok := ir.Text(use.Key)
			if !ok {
				return nil, false
			}
			doc[key] = nil
			if inner, ok := document(use.Val, depth-1); ok {
				doc[key] = inner
			}
		default:
			return nil, false
		}
	}
	return doc, true
}
