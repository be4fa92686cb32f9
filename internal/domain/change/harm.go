package change

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A Harm says what comes of a change of an object that others read, besides that they read it without a lock.
type Harm uint8

// The harms, from the least on.
const (
	// Filled is an empty literal in place of nil: who finds it finds no more than who finds nil.
	Filled Harm = iota
	// Unlocked is a change to what the server has, since a write of the object has succeeded before it, or one that
	// reads as what was there before, or says what the object's type says.
	Unlocked
	// Same is a change that is the same whenever it is done, so that who has seen it once misses nothing: a sort, a default, or
	// what a text in the object says. Only who means to save it may take it for saved.
	Same
	// Ahead is a change to what the server may never have.
	Ahead
)

// harmOf returns what comes of an effect, which is no more than what comes of it in the function that does it.
func (t *tracer) harmOf(e Effect) Harm {
	store, stores := e.By.(*ssa.Store)
	saved, sent := t.isSaved(e)
	switch {
	case stores && ir.FillsNil(store) || saved && !sent || namesKind(e):
		return Unlocked
	case stores && ir.FillsEmpty(store):
		return Filled
	case stores && (ir.SetsDefault(store) || isHidden(store) || settlesOwn(store)):
		return Same
	case sent:
		return Ahead
	}
	return e.Harm
}

// harmOfDelete returns what comes of a call of a predeclared function: of one that leaves out an annotation by which nobody goes but
// who has set it, little.
func harmOfDelete(common *ssa.CallCommon) Harm {
	if len(common.Args) == 2 && ir.IsBuiltin(common, "delete") {
		if key, ok := ir.Text(common.Args[1]); ok && kube.IsBookkeeping(key) {
			return Same
		}
	}
	return Ahead
}

// isHidden tells whether what is set is a field that isn't exported, or that goes into no JSON: no server has it.
func isHidden(store *ssa.Store) bool {
	field, ok := store.Addr.(*ssa.FieldAddr)
	return ok && (!ir.FieldAt(field).Exported() || !kube.SendsField(field.X.Type(), ir.FieldAt(field).Name()))
}

// namesKind tells whether an effect is that an object says of which kind it is, which its type says too.
func namesKind(e Effect) bool {
	path := e.Path
	if store, ok := e.By.(*ssa.Store); ok {
		_, path, _ = ir.Base(store.Addr)
	}
	first, _, _ := strings.Cut(path, ".")
	return first == "TypeMeta" || first == "Kind"
}

// WrittenBy returns the object that a call writes, itself, as a copy, or by its name; nil if it can't be seen.
func WrittenBy(call *ssa.Call) ssa.Value {
	op, _ := ir.Operation(call.Common())
	if object := ir.Written(call.Common(), op.Object); object != nil {
		object = ir.Unwrap(object)
		if copying, ok := object.(*ssa.Call); ok && CopyOf(copying) != nil {
			return ir.Unwrap(CopyOf(copying))
		}
		return object
	}
	switch s := ir.StepOf(ir.Unwrap(ir.Written(call.Common(), op.Key))); s.Kind {
	case ir.Load:
		if of, path, _ := ir.Base(s.From[0]); path == "Name" || path == "ObjectMeta.Name" {
			return of
		}
	case ir.Result:
		if recv, _ := ir.Receiver(s.Call.Common()); recv != nil && ir.CalledName(s.Call.Common()) == "GetName" {
			return ir.Unwrap(recv)
		}
	}
	return nil
}

// writesIn returns the calls in a function that update or patch an object of the API.
func (t *tracer) writesIn(fn *ssa.Function) []*ssa.Call { return t.writes.Of(fn, t.findWrites) }

func (t *tracer) findWrites(fn *ssa.Function) (out []*ssa.Call) {
	for call := range ir.All[*ssa.Call](fn.Blocks) {
		op, ok := ir.Operation(call.Common())
		anew := op.Verb == kube.VerbCreate || op.Verb == kube.VerbDelete || op.Verb == kube.VerbDeleteAll
		if ok && op.Verb.Writes() && !anew && !t.origins.DryRun(call.Common(), op) {
			out = append(out, call)
		}
	}
	return out
}

// An Updated is a kind of which objects may be updated or patched; the zero kind is one that isn't known.
type Updated struct {
	Kind kind.Kind
	Part bool // by a subresource, such as the status
	// Loose says that it isn't known since they are unstructured: none of them is an object of a type of its own.
	Loose bool
}

// maxKinds bounds of how many kinds it is known that a function updates them.
const maxKinds = 20

// updating returns the kinds of which a function, one of its function literals, or what they call may update or patch
// objects.
func (t *tracer) updating(fn *ssa.Function) (kinds []Updated) {
	add := func(more ...Updated) {
		for _, k := range more {
			if len(kinds) < maxKinds && !slices.Contains(kinds, k) {
				kinds = append(kinds, k)
			}
		}
	}
	for _, write := range t.writesIn(fn) {
		op, _ := ir.Operation(write.Common())
		of := Updated{Part: op.Sub != "" || op.Via == kube.Subresource}
		if object := ir.Written(write.Common(), op.Object); op.Type != nil {
			of.Kind = kind.OfType(op.Type).Kind
		} else if object != nil {
			of.Kind = kind.OfType(ir.Unwrap(object).Type()).Kind
			of.Loose = kube.IsUnstructured(ir.Deref(ir.Unwrap(object).Type()))
		}
		add(of)
	}
	for call := range ir.All[ssa.CallInstruction](fn.Blocks) {
		if callee := t.pkg.Callee(call.Common()); callee != nil {
			add(t.updates.Of(callee)...)
		} else if known := t.factsOf(call); known != nil {
			add(known.Updates...)
		}
	}
	for _, literal := range fn.AnonFuncs {
		add(t.updates.Of(literal)...)
	}
	return kinds
}

// Updates tells whether a function, or one of the package that comes to call it, may update or patch objects of a type, or
// such of a kind that isn't known: what the path leads to of them, which is no more than the status for a subresource.
func (in *Info) Updates(fn *ssa.Function, of types.Type, path string) bool {
	callers := func(fn *ssa.Function) []*ssa.Function {
		out := ir.Map(in.trace.places.Callers(fn), ssa.CallInstruction.Parent)
		if outer := fn.Parent(); outer != nil {
			out = append(out, outer)
		}
		return out
	}
	what := kind.OfType(of).Kind
	for fn := range ir.Reachable(callers, fn) {
		if slices.ContainsFunc(in.trace.updates.Of(fn), func(u Updated) bool {
			return (!what.Known() || !u.Kind.Known() && !u.Loose || u.Kind == what) && (!u.Part || !isOutsideStatus(path))
		}) {
			return true
		}
	}
	return false
}

// isOutsideStatus tells whether a path certainly leads elsewhere than into the status of an object.
func isOutsideStatus(path string) bool {
	top, _, _ := strings.Cut(Fields(path), ".")
	return top == "Spec" || kube.IsMetadataField(top)
}
