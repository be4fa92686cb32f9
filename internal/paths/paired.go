package paths

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/domain/patch"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A Paired is a patch that is put into a struct together with the very object that is its base, or made of a field of a
// struct which has that object in another field too, and a write somewhere in the package that patches the one with the other.
type Paired struct {
	Made  *ssa.Call // the patch
	Write *Op
}

// Paired returns the patches that a function puts into structs together with their bases.
func (in *Info) Paired(fn *ssa.Function) (out []Paired) {
	for made := range ir.All[*ssa.Call](fn.Blocks) {
		_, args := ir.Receiver(made.Common())
		if !kube.IsMergeFrom(ir.Symbol(made.Common())) || len(args) == 0 {
			continue
		}
		if w := in.patchedFrom(made, args[0]); w != nil {
			out = append(out, Paired{made, w})
			continue
		}
		base := in.objects.Pointer(args[0])
		for store := range ir.Refs[*ssa.Store](made) {
			addr, ok := store.Addr.(*ssa.FieldAddr)
			if !ok || store.Val != ssa.Value(made) {
				continue
			}
			if w := in.patchedWith(base, addr); w != nil {
				out = append(out, Paired{made, w})
			}
		}
	}
	return out
}

// patchedFrom returns the write that patches an object in one field of a struct with the difference to that in another one, if
// whoever makes such a struct puts the very same object in both; nil if it isn't so.
func (in *Info) patchedFrom(made *ssa.Call, base ssa.Value) *Op {
	from := fieldRead(base)
	if from.field == nil || in.isSetElsewhere(from.field) {
		return nil
	}
	for call := range ir.All[ssa.CallInstruction](made.Parent().Blocks) {
		op := in.operation(call)
		if op == nil || op.Verb != kube.VerbPatch || op.Object == nil || op.base.Made != ssa.CallInstruction(made) {
			continue
		}
		of := fieldRead(op.Object)
		if of.field == nil || of.of != from.of || of.field == from.field || in.isSetElsewhere(of.field) || !in.alwaysBoth(of.field, from.field) {
			return nil
		}
		return op
	}
	return nil
}

// alwaysBoth tells whether two fields are the very same object in all structs that the package makes.
func (in *Info) alwaysBoth(a, b *types.Var) bool {
	same := false
	for _, v := range in.lazy.Index().FieldAddrs(b) {
		addr, ok := v.(*ssa.FieldAddr)
		if !ok || len(ir.StoredAt(addr)) == 0 {
			continue
		}
		literal, ok := addr.X.(*ssa.Alloc) // see isSetElsewhere
		if !ok {
			return false
		}
		one, other := in.objects.OnlyStoredIn(literal, a.Name()), in.objects.OnlyStoredIn(literal, b.Name())
		if one == nil || other == nil {
			return false
		}
		t := in.objects.Pointer(one)
		if t == nil || identity.IsPending(t) || !identity.Same(t, in.objects.Pointer(other)) {
			return false
		}
		same = true
	}
	return same
}

// patchedWith returns the write that patches an object of a struct with the patch in a field of it, if the object is the one
// that is stored beside the patch at an address, and the struct is one that never gets others; nil if there is none.
func (in *Info) patchedWith(object *identity.Term, patch *ssa.FieldAddr) *Op {
	literal, ok := patch.X.(*ssa.Alloc)
	if !ok || object == nil || identity.IsPending(object) {
		return nil
	}
	for addr := range ir.Refs[*ssa.FieldAddr](literal) {
		stored := ir.StoredAt(addr)
		if len(stored) != 1 || !kube.IsObject(stored[0].Type()) || !identity.Same(in.objects.Pointer(stored[0]), object) {
			continue
		}
		fields := [2]*types.Var{ir.FieldAt(addr), ir.FieldAt(patch)}
		if w := in.writeOf(fields, patch.Parent()); w != nil && !in.isSetElsewhere(fields[0]) && !in.isSetElsewhere(fields[1]) {
			return w
		}
	}
	return nil
}

// writeOf returns a write that patches the object in one field of a struct with the patch in another field of it: the first
// in a function, or else of the functions the first by name.
func (in *Info) writeOf(fields [2]*types.Var, near *ssa.Function) *Op {
	functions := slices.SortedStableFunc(slices.Values(in.Functions), func(a, b *ssa.Function) int { return strings.Compare(a.String(), b.String()) })
	there := slices.DeleteFunc(slices.Clone(functions), func(fn *ssa.Function) bool { return !ir.Within(fn, outermost(near)) })
	for _, fn := range append(there, functions...) {
		for call := range ir.All[ssa.CallInstruction](fn.Blocks) {
			op := in.operation(call)
			if op == nil || op.Verb != kube.VerbPatch || op.Object == nil || op.Via != kube.Client && op.Via != kube.Subresource {
				continue
			}
			object, patch := fieldRead(op.Object), fieldRead(ir.Written(call.Common(), patch.Argument))
			if object.field == fields[0] && patch.field == fields[1] && object.of == patch.of {
				return op
			}
		}
	}
	return nil
}

// outermost returns the function that a function literal is in.
func outermost(fn *ssa.Function) *ssa.Function {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn
}

// A reading is of a field of a struct.
type reading struct {
	of    ssa.Value // the struct, or its address
	field *types.Var
}

func fieldRead(v ssa.Value) reading {
	step := ir.StepOf(ir.Unwrap(v))
	if step.Kind == ir.Load {
		step = ir.StepOf(step.From[0])
	}
	if step.Field == nil {
		return reading{}
	}
	return reading{step.From[0], step.Field}
}

// isSetElsewhere tells whether a field may be set otherwise than where a struct is made.
func (in *Info) isSetElsewhere(field *types.Var) bool {
	if field.Pkg() != in.pass.Pkg {
		return true
	}
	return slices.ContainsFunc(in.lazy.Index().FieldAddrs(field), func(v ssa.Value) bool {
		addr, ok := v.(*ssa.FieldAddr)
		if !ok {
			return true
		}
		literal, made := addr.X.(*ssa.Alloc)
		made = made && len(ir.StoredAt(literal)) == 0 && len((*ir.Index)(nil).StoredIn(literal, field.Name())) == 1
		return slices.ContainsFunc(in.lazy.Index().Uses(addr), func(use ir.Use) bool {
			return use.Does != ir.Loads && !(use.Does == ir.Fills && made)
		})
	})
}
