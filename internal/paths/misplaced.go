package paths

import (
	"encoding/json"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/domain/patch"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Misplaced returns the writes of a function that send a status to where the API server leaves it out, if that is put together where it
// can be seen: in the data of a patch, an apply configuration, or the map of an unstructured object. keeps says what a write does with
// a field. A function that writes the status of the kind too may send one thing to both.
func (in *Info) Misplaced(fn *ssa.Function, keeps func(w *Op, field string) Keeping) (out []Replacement) {
	f := in.of(fn)
	if !in.writesAny(f) {
		return nil
	}
	writes := in.Writes(fn)
	for _, w := range writes {
		if len(w.Path) > 1 || w.remote != nil || w.Sub != "" || w.Via == kube.Subresource || namesSubresource(w) {
			continue
		}
		at := in.statusSent(w)
		if at == nil {
			continue
		}
		sent := *w
		sent.What = in.whatSent(w)
		if sent.What.Kind.Known() && keeps(&sent, status) == Drops && !slices.ContainsFunc(writes, func(other *Op) bool {
			return (other.Sub == status || other.Via == kube.Subresource) && (!other.What.Kind.Known() || other.What.Kind == sent.What.Kind)
		}) {
			out = append(out, Replacement{&sent, at, status})
		}
	}
	return out
}

// namesSubresource tells whether a write through a client that takes the names of subresources as its last arguments is given any.
func namesSubresource(w *Op) bool {
	common := w.Call.Common()
	if w.Via == kube.Client || !common.Signature().Variadic() || len(common.Args) == 0 {
		return false
	}
	return !ir.IsNil(common.Args[len(common.Args)-1])
}

// whatSent returns what a write is of, or what an apply configuration is made of.
func (in *Info) whatSent(w *Op) kind.Denotation {
	if w.What.Kind.Known() {
		return w.What
	}
	if w.Object != nil {
		return in.kindOf(unstructuredIn(w.Object))
	}
	return w.What
}

// unstructuredIn returns the object that an apply configuration is made of, or what is sent itself.
func unstructuredIn(v ssa.Value) ssa.Value {
	v = identity.Root(v)
	if call, ok := v.(*ssa.Call); ok && kube.AppliesUnstructured(ir.Symbol(call.Common())) {
		return identity.Root(call.Call.Args[0])
	}
	return v
}

// statusSent returns what puts the status into what a write sends; nil if it isn't seen that something does.
func (in *Info) statusSent(w *Op) ssa.Instruction {
	switch w.Verb {
	case kube.VerbPatch:
		if w.Via == kube.Client {
			return in.statusInPatch(w)
		}
		for _, arg := range w.Call.Common().Args {
			if at := in.statusInData(w, arg); at != nil {
				return at
			}
		}
	case kube.VerbApply:
		if _, name := kube.AppliedKind(identity.Root(w.Object).Type()); name != "" {
			return statusConfigured(identity.Root(w.Object), w.Call)
		}
		return in.statusPut(unstructuredIn(w.Object), w.Call)
	case kube.VerbUpdate:
		if w.Object != nil {
			return in.statusPut(identity.Root(w.Object), w.Call)
		}
	}
	return nil
}

// statusInPatch does so for a patch through controller-runtime's client.
func (in *Info) statusInPatch(w *Op) ssa.Instruction {
	switch sent := identity.Root(ir.Written(w.Call.Common(), patch.Argument)).(type) {
	case *ssa.Call:
		if n := kube.PatchData(ir.Symbol(sent.Common())); n >= 0 && n < len(sent.Call.Args) {
			return in.statusInData(w, sent.Call.Args[n])
		}
	case *ssa.UnOp:
		if g, ok := sent.X.(*ssa.Global); ok && kube.IsApplyPatch(kube.SymbolOf(g.Object())) && w.Object != nil {
			return in.statusPut(identity.Root(w.Object), w.Call)
		}
	}
	return nil
}

// statusInData returns where the text of a patch is made that has a status; nil if it isn't known to. Data that something else is
// given too may be sent again, to the other endpoint.
func (in *Info) statusInData(w *Op, data ssa.Value) ssa.Instruction {
	var f footprint.Set
	if text, ok := patch.Text(data); ok {
		if f = patch.JSONPaths(text, patch.LayoutOf(w.written())); f == nil {
			f = patch.MergePaths(text, patch.LayoutOf(w.written()))
		} else if patch.TestsPaths(text) {
			return nil
		}
		if hasEmptyStatus(text) {
			return nil
		}
	} else if result, ok := data.(*ssa.Extract); ok && len(ir.Uses(result)) == 1 {
		made, ok := result.Tuple.(*ssa.Call)
		if !ok || !kube.EncodesJSON(ir.Symbol(made.Common())) {
			return nil
		}
		if doc, ok := patch.Document(ir.Unwrap(made.Call.Args[0])); ok {
			f = patch.Merged(doc, patch.LayoutOf(w.written()))
		}
	}
	if slices.ContainsFunc(f.List(), func(path string) bool { return strings.HasPrefix(path, status+".") }) {
		return w.Call // a status as a whole may be an empty one
	}
	return nil
}

// statusConfigured returns the call that gives an apply configuration a status before it is sent; nil if somebody else gets it, who may
// send it elsewhere.
func statusConfigured(config ssa.Value, sent ssa.CallInstruction) ssa.Instruction {
	if slices.ContainsFunc(ir.Uses(config), func(ref ssa.Instruction) bool {
		call, ok := ref.(ssa.CallInstruction)
		return ref != ssa.Instruction(sent) && (!ok || !kube.Configures(ir.Symbol(call.Common())))
	}) {
		return nil
	}
	for range maxConfigured {
		for call := range ir.Refs[*ssa.Call](config) {
			if recv, _ := ir.Receiver(call.Common()); recv == config && isWithStatus(call) && ir.Before(call, sent) {
				return call
			}
		}
		call, ok := config.(*ssa.Call)
		if !ok || !kube.Configures(ir.Symbol(call.Common())) {
			return nil
		}
		if isWithStatus(call) {
			return call
		}
		if config, _ = ir.Receiver(call.Common()); config == nil {
			return nil
		}
	}
	return nil
}

// maxConfigured bounds how many calls one behind the other are gone through that put an apply configuration together.
const maxConfigured = 40

func isWithStatus(call *ssa.Call) bool {
	return kube.Configures(ir.Symbol(call.Common())) && ir.CalledName(call.Common()) == "With"+status
}

// statusPut returns what puts a status into the map of an unstructured object before it is sent. Nothing of one that is handed on to
// what may send it elsewhere, or out of which the status is taken again.
func (in *Info) statusPut(object ssa.Value, sent ssa.CallInstruction) (at ssa.Instruction) {
	if !kube.IsUnstructured(ir.Deref(object.Type())) || !isOwnObject(object) || in.goesElsewhere(object, maxFollowed) {
		return nil
	}
	precedes := ir.MayPrecede(sent)
	if made, ok := object.(ssa.Instruction); ok {
		precedes = ir.MayPrecedeSince(sent, made)
	}
	for _, content := range contents(object) {
		for _, ref := range ir.Uses(content) {
			switch ref := ref.(type) {
			case *ssa.MapUpdate:
				if key, ok := ir.Text(ref.Key); ok && ref.Map == content && key == statusKey && !isEmptyMap(ref.Value) && precedes(ref) {
					at = ref
				}
			case *ssa.Call:
				switch {
				case ir.IsBuiltin(ref.Common(), "delete"), ir.CalledName(ref.Common()) == "RemoveNestedField":
					return nil
				case kube.SetsNested(ir.Symbol(ref.Common())) && setsStatus(ref) && precedes(ref):
					at = ref
				}
			}
		}
	}
	return at
}

// goesElsewhere tells whether an object is kept, returned, or given to something that can't be followed.
func (in *Info) goesElsewhere(object ssa.Value, depth int) bool {
	return depth == 0 || slices.ContainsFunc(ir.Uses(object), func(ref ssa.Instruction) bool {
		switch use := ir.UseOf(object, ref); use.Does {
		case ir.Converts:
			return in.goesElsewhere(use.To, depth-1)
		case ir.Takes, ir.Loads, ir.Fills, ir.Compares:
			return false
		case ir.Passes:
			obj := ir.Called(use.Call.Common())
			recv, _ := ir.Receiver(use.Call.Common())
			_, changes := kube.MutationOf(obj)
			return recv != object && !changes && !kube.LeavesAlone(obj) && !kube.AppliesUnstructured(kube.SymbolOf(obj)) &&
				in.operation(use.Call) == nil && in.lazy.Callee(use.Call.Common()) == nil
		}
		return true
	})
}

// statusKey is what the status has in the map of an unstructured object.
const statusKey = "status"

// setsStatus tells whether the first step of the path along which a call sets something leads to the status.
func setsStatus(call *ssa.Call) bool {
	steps := ir.Variadic(call.Call.Args[len(call.Call.Args)-1])
	if len(steps) == 0 {
		return false
	}
	first, ok := ir.Text(steps[0])
	return ok && first == statusKey && !isBlank(call.Call.Args[1])
}

// contents returns the maps that an unstructured object has, as it is given them, or as they are asked for.
func contents(object ssa.Value) (out []ssa.Value) {
	for _, ref := range ir.Uses(object) {
		switch ref := ref.(type) {
		case *ssa.FieldAddr:
			if ir.FieldAt(ref).Name() != "Object" {
				continue
			}
			for _, use := range ir.Uses(ref) {
				switch use := use.(type) {
				case *ssa.Store:
					if use.Addr == ssa.Value(ref) {
						out = append(out, use.Val)
					}
				case *ssa.UnOp:
					out = append(out, use)
				}
			}
		case *ssa.Call:
			if recv, _ := ir.Receiver(ref.Common()); recv == object && ir.CalledName(ref.Common()) == "UnstructuredContent" {
				out = append(out, ref)
			}
		}
	}
	return slices.DeleteFunc(out, func(v ssa.Value) bool { return v.Referrers() == nil })
}

// isEmptyMap tells whether a value is a map into which nothing is put that says something, or nil.
func isEmptyMap(v ssa.Value) bool {
	if ir.IsNil(v) {
		return true
	}
	made, ok := ir.Unwrap(v).(*ssa.MakeMap)
	return ok && !slices.ContainsFunc(ir.Uses(made), func(ref ssa.Instruction) bool {
		put, ok := ref.(*ssa.MapUpdate)
		return ok && put.Map == ssa.Value(made) && !isBlank(put.Value)
	})
}

// isBlank tells whether a value says nothing: the zero value, or a map or list that has nothing else.
func isBlank(v ssa.Value) bool {
	v = ir.Unwrap(v)
	return ir.IsZero(v) || isEmptyMap(v) || ir.IsMadeEmpty(v)
}

// hasEmptyStatus tells whether the status in the text of a patch says nothing, as that in generated manifests doesn't.
func hasEmptyStatus(text string) bool {
	var doc map[string]any
	if json.Unmarshal([]byte(text), &doc) == nil {
		return saysNothing(doc[statusKey])
	}
	var steps []struct {
		Path  string
		Value any
	}
	return json.Unmarshal([]byte(text), &steps) == nil && !slices.ContainsFunc(steps, func(s struct {
		Path  string
		Value any
	}) bool {
		return strings.HasPrefix(s.Path, "/"+statusKey) && !saysNothing(s.Value)
	})
}

// saysNothing tells whether a value of JSON is null, or has nothing else.
func saysNothing(v any) bool {
	switch v := v.(type) {
	case map[string]any:
		for _, inner := range v {
			if !saysNothing(inner) {
				return false
			}
		}
		return true
	case []any:
		return !slices.ContainsFunc(v, func(inner any) bool { return !saysNothing(inner) })
	}
	return v == nil
}
