package patch

import (
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/change"
	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A Write is a patch with what leads to it.
type Write struct {
	Call   ssa.CallInstruction
	Path   []ssa.CallInstruction // the calls that lead to it, Call the last
	Object ssa.Value             // that is patched; nil if it has only a name
}

// ByName returns what a patch by name changes, as far as its payload shows: the paths of a JSON patch, or what has
// been set in the copy of the object that the patch is the difference to. Of lists that the server may merge it isn't said which
// elements are sent: those are left out.
func (f *Finder) ByName(w Write) footprint.Set {
	args, sent := w.Call.Common().Args, footprint.Whole()
	for _, arg := range args {
		if payload := f.payload(arg, LayoutOf(w), w.Path, maxSteps); payload != nil {
			sent = payload
			break
		}
	}
	if of := LayoutOf(w); slices.ContainsFunc(args, mergesLists) {
		sent = maps.Clone(sent)
		maps.DeleteFunc(sent, func(path string, _ bool) bool { return of.hasKeys(path) })
	}
	return sent
}

// mergesLists tells whether an argument may be the type of a patch that the server merges into the lists of an object, element by
// element, where these have keys.
func mergesLists(arg ssa.Value) bool {
	if !kube.IsPatchType(arg.Type()) {
		return false
	}
	name, known := ir.Text(arg)
	return !known || kube.MergesLists(name)
}

// Argument is the index of the patch among the arguments of controller-runtime's Patch.
const Argument = 2

// Raw returns what a patch through controller-runtime's client sends that is made of its data, nil if it isn't, or
// the data can't be seen.
func (f *Finder) Raw(w Write) footprint.Set {
	if call, ok := identity.Root(ir.Written(w.Call.Common(), Argument)).(*ssa.Call); ok {
		if n := kube.PatchData(ir.Symbol(call.Common())); n >= 0 && n < len(call.Call.Args) {
			return f.payload(call.Call.Args[n], LayoutOf(w), w.Path, maxSteps)
		}
	}
	return nil
}

// payload returns what a patch changes whose data are a value, in no more steps than that; nil if that can't be said. The calls of path lead to
// the patch.
func (f *Finder) payload(v ssa.Value, of Layout, path []ssa.CallInstruction, depth int) footprint.Set {
	if depth == 0 {
		return nil
	}
	if text, ok := textIn(v, depth); ok {
		if sent := JSONPaths(text, of); sent != nil {
			return sent
		}
		return MergePaths(text, of)
	}
	switch v := v.(type) {
	case *ssa.Convert:
		return f.payload(v.X, of, path, depth-1)
	case *ssa.Extract:
		return f.payload(v.Tuple, of, path, depth-1)
	case *ssa.UnOp:
		if set := f.lazy.SetOnce(v); set != nil {
			return f.payload(set, of, path, depth-1)
		}
	case *ssa.Parameter:
		if i := ir.Home(v, path); i > 0 {
			return f.payload(ir.ArgFor(path[i-1].Common(), v), of, path[:i], depth-1)
		}
	case *ssa.Call:
		if recv, args := ir.Receiver(v.Common()); recv != nil && len(args) == 0 {
			return f.encodedPart(recv, v, path)
		}
		if kube.EncodesJSON(ir.Symbol(v.Common())) {
			return f.encoded(ir.Unwrap(v.Call.Args[0]), of, path)
		}
		if sent := f.difference(v); sent != nil {
			return sent
		}
		if !kube.IsDiffName(ir.CalledName(v.Common())) && !kube.IsPure(kube.SymbolOf(ir.Called(v.Common()))) {
			return nil
		}
		for _, a := range v.Call.Args {
			if mi, ok := a.(*ssa.MakeInterface); ok {
				a = mi.X
			}
			if kube.IsObject(a.Type()) && identity.IsCopy(a) {
				write := path[len(path)-1]
				return f.footprints.Edits(flow.At(a, "")).Before(write, ir.MayPrecede(write))
			}
			if sent := f.payload(a, of, path, depth-1); sent != nil {
				return sent
			}
		}
	}
	return nil
}

// encodedPart returns what is set in a part of the copy of an object before a method makes text of it; nil if it is none.
func (f *Finder) encodedPart(v ssa.Value, call *ssa.Call, path []ssa.CallInstruction) footprint.Set {
	if load, ok := v.(*ssa.UnOp); ok {
		v = load.X
	}
	of := flow.At(v, "")
	switch made := v.(type) {
	case *ssa.FieldAddr:
		of = flow.At(identity.Root(made.X), "")
	case *ssa.Call:
		addr, ok := change.CopyOf(made).(*ssa.FieldAddr)
		if !ok {
			return nil
		}
		of.Path, _ = footprint.FieldPath("", addr)
	}
	if !identity.IsCopy(of.Value) {
		return nil
	}
	live, precedes := live(call.Parent(), path), ir.MayPrecede(call)
	set := f.footprints.Edits(of).Before(call, func(instr ssa.Instruction) bool {
		return precedes(instr) && (instr.Parent() != call.Parent() || slices.Contains(live, instr.Block()))
	})
	if addr, ok := v.(*ssa.FieldAddr); ok {
		field, _ := footprint.FieldPath("", addr)
		set = set.Inside(field)
	}
	return set
}

// live returns the blocks of the function of the last call of a path that are reached with the constants which the call
// before it passes.
func live(fn *ssa.Function, path []ssa.CallInstruction) []*ssa.BasicBlock {
	return ir.LiveBy(fn, func(p *ssa.Parameter) ssa.Value {
		if len(path) < 2 || path[len(path)-1].Parent() != fn {
			return nil
		}
		return ir.ArgFor(path[len(path)-2].Common(), p)
	})
}
