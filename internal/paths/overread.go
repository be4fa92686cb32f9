package paths

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// An Overread is a call of CreateOrUpdate or CreateOrPatch whose object is filled beforehand: where there is such an
// object already, it is read into that, and what was filled in is gone.
type Overread struct {
	Call   *Op
	Fields []string          // what of the object is lost, in order
	By     []ssa.Instruction // what sets it
	Idle   bool              // the function that it is given does nothing: all that is asked for may be that there is one
}

// Overreads returns the calls of CreateOrUpdate and CreateOrPatch in a function that take back what is set before them, of
// what may be another from one call to the next, and that the functions which they are given don't set again.
func (in *Info) Overreads(fn *ssa.Function) (out []Overread) {
	for call := range ir.All[*ssa.Call](fn.Blocks) {
		op := in.operation(call)
		if op == nil || op.Verb < kube.VerbCreateOrUpdate || op.Via != kube.Client || op.Object == nil {
			continue
		}
		again, ok := in.setAgain(fn, op)
		if !ok || in.isWrittenElsewhere(fn, op) {
			continue
		}
		lost := Overread{Call: op, Idle: isIdle(in.literals(call.Common())[0])}
		for _, made := range in.madeAs(op.Object, maxThrough) {
			before := in.beforeStoring(made)
			if made.Parent() == fn {
				before = ir.MayPrecede(call)
			}
			in.overread(&lost, made, again, before)
		}
		if len(lost.By) > 0 {
			slices.Sort(lost.Fields)
			lost.Fields = slices.Compact(lost.Fields)
			out = append(out, lost)
		}
	}
	return out
}

// isIdle tells whether a function does nothing but return.
func isIdle(fn *ssa.Function) bool {
	_, returns := fn.Blocks[0].Instrs[0].(*ssa.Return)
	return returns
}

// setAgain returns the fields of the object, by the first step of their paths, that the function of a CreateOrUpdate sets,
// and whether that can be said: nothing else may be done there that could set more, and the function may not go by
// whether the object is new.
func (in *Info) setAgain(fn *ssa.Function, op *Op) (set footprint.Set, ok bool) {
	literals := in.literals(op.Call.Common())
	if len(literals) != 1 || op.pointer == nil || identity.IsPending(op.pointer) {
		return nil, false
	}
	set = footprint.Set{}
	for _, h := range in.footprints.Objects(literals[0]) {
		if !identity.Same(h.Pointer, op.pointer) {
			if h.IsOther(op.What.Kind) || h.Pointer.Kind == identity.LeafTerm && isKnownApart(h.Pointer.Leaf) {
				continue
			}
			return nil, false // it may be the object
		}
		for _, t := range h.At {
			if t.Hands || t.Sets[""] || len(t.Keeps) > 0 || t.Looks.Meets(footprint.Of(kube.GivenWhenStored())) && !t.Looks[""] {
				return nil, false
			}
			for path := range t.Sets {
				top, _, _ := strings.Cut(path, ".")
				set[top] = true
			}
		}
	}
	for call := range ir.All[ssa.CallInstruction](literals[0].Blocks) {
		common := call.Common()
		if _, isBuiltin := common.Value.(*ssa.Builtin); !isBuiltin && !common.IsInvoke() && common.StaticCallee() == nil && ir.Called(common) == nil {
			return nil, false // it may be a function that sets something in the object
		}
	}
	if h := in.footprints.Object(fn, op.pointer); h != nil {
		for at, t := range h.At {
			if at != op.Call && t.Keeps[""] {
				return nil, false
			}
		}
	}
	return set, true
}

// Composed returns what the function that a CreateOrUpdate or CreateOrPatch is given looks at of the object, or sets in it; all
// of it, if that can't be said.
func (in *Info) Composed(composite *Op) footprint.Set {
	op := in.operation(composite.Call)
	if op == nil || len(in.literals(op.Call.Common())) == 0 {
		return footprint.Whole()
	}
	h := in.footprints.Object(op.Call.Parent(), op.pointer)
	if h == nil || h.At[op.Call] == nil || h.At[op.Call].Hands {
		return footprint.Whole()
	}
	of := footprint.Set{}
	of.Add(h.At[op.Call].Looks)
	of.Add(h.At[op.Call].Sets)
	return of
}

// isKnownApart tells whether an object is one that was made or read on its own.
func isKnownApart(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Alloc:
		return ir.IsStruct(ir.Deref(v.Type()))
	case *ssa.Parameter:
		return true
	}
	return false
}

// isWrittenElsewhere tells whether a function does something else with the object at the API too.
func (in *Info) isWrittenElsewhere(fn *ssa.Function, op *Op) bool {
	for call := range ir.All[ssa.CallInstruction](fn.Blocks) {
		if call == op.Call {
			continue
		}
		reads, writes := in.At(call)
		for _, other := range slices.Concat(reads, writes) {
			if identity.Same(other.pointer, op.pointer) {
				return true
			}
		}
	}
	return false
}

// maxMade bounds how many callers and results are looked at on each step of the way to where an object is made.
const maxMade = 4

// madeAs returns where an object is made: in this function, in one that returns it, or in those that pass it.
func (in *Info) madeAs(v ssa.Value, depth int) (out []*ssa.Alloc) {
	v = identity.Root(v)
	switch v := v.(type) {
	case *ssa.Alloc:
		if kube.IsObject(v.Type()) && kube.Named(v.Type()) != nil {
			return []*ssa.Alloc{v}
		}
	case *ssa.Parameter:
		if passed := in.lazy.Index().Passed(v); depth > 0 {
			for _, arg := range passed[:min(maxMade, len(passed))] {
				out = append(out, in.madeAs(arg, depth-1)...)
			}
		}
	case *ssa.Call, *ssa.Extract:
		step := ir.StepOf(v)
		if step.Call == nil || depth == 0 {
			return nil
		}
		if callee := in.lazy.Callee(step.Call.Common()); callee != nil {
			returned := slices.DeleteFunc(slices.Clone(ir.Returned(callee, step.Index)), ir.IsNil)
			for _, result := range returned[:min(maxMade, len(returned))] {
				out = append(out, in.madeAs(result, depth-1)...)
			}
		}
	}
	return out
}

// beforeStoring tells of the instructions of the function that makes an object which may come before the calls by which it gets to the
// API; all, if it is only returned.
func (in *Info) beforeStoring(made *ssa.Alloc) func(ssa.Instruction) bool {
	before := ir.Always
	object := in.objects.Pointer(made)
	for call := range ir.All[ssa.CallInstruction](made.Parent().Blocks) {
		given := slices.ContainsFunc(ir.Args(call.Common()), func(a ssa.Value) bool { return kube.IsObject(a.Type()) && identity.Same(in.objects.Pointer(a), object) })
		if reads, writes := in.At(call); given && len(reads)+len(writes) > 0 {
			before = ir.MayPrecede(call)
			break
		}
	}
	return before
}

// overread adds what is set in an object where it is made, and not again.
func (in *Info) overread(lost *Overread, made *ssa.Alloc, again footprint.Set, before func(ssa.Instruction) bool) {
	var name makeup
	var sets []ir.Def
	what := kube.Named(made.Type()).Obj()
	counts := func(path string) bool {
		top, _, _ := strings.Cut(path, ".")
		return what.Pkg() != nil && !kube.IsFixed(what.Pkg().Path(), what.Name(), path) && !again[top] &&
			top != "Status" && top != "Namespace" && top != "TypeMeta" && !kube.IsServersField(top)
	}
	for _, def := range in.defsOf(made) {
		path := strings.TrimPrefix(def.Path, "ObjectMeta.")
		top, _, _ := strings.Cut(path, ".")
		switch {
		case def.Val == nil || def.By.Parent() != made.Parent() || !before(def.By):
		case top == "" || top == "ObjectMeta" || top == "Immutable":
			return // it comes from somewhere else, or never changes
		case top == "Name" || top == "GenerateName":
			in.makeupOf(&name, def.Val)
		case counts(path):
			sets = append(sets, def)
		}
	}
	sets = append(sets, in.entriesOf(made, counts, before)...)
	if name.random || name.opaque && len(name.fields) > 0 {
		return // or it is another object for other contents
	}
	for _, def := range sets {
		var o makeup
		in.makeupOf(&o, def.Val)
		if o.random || len(o.fields) == 0 || slices.ContainsFunc(o.fields, func(f *types.Var) bool { return slices.Contains(name.fields, f) }) {
			continue
		}
		top, _, _ := strings.Cut(strings.TrimPrefix(def.Path, "ObjectMeta."), ".")
		lost.Fields, lost.By = append(lost.Fields, top), append(lost.By, def.By)
	}
}

// entriesOf returns what sets entries of the maps of an object in the function that makes it.
func (in *Info) entriesOf(made *ssa.Alloc, counts func(field string) bool, before func(ssa.Instruction) bool) (out []ir.Def) {
	h := in.footprints.Object(made.Parent(), in.objects.Pointer(made))
	if h == nil {
		return nil
	}
	for by := range ir.All[*ssa.MapUpdate](made.Parent().Blocks) {
		if t := h.At[by]; t != nil && len(t.Sure) > 0 && before(by) && counts(t.Sure.Top()) {
			out = append(out, ir.Def{By: by, Path: t.Sure.Top(), Val: by.Value})
		}
	}
	return out
}

// defsOf returns what sets the fields of an object where it is made, and by the functions of the package that are given it there and
// do nothing at the API.
func (in *Info) defsOf(made *ssa.Alloc) []ir.Def {
	defs := flatDefs(made)
	for _, name := range in.objects.VariablesOf(made) {
		defs = append(defs, flatDefs(name)...)
	}
	for _, def := range slices.Clone(defs) {
		call, ok := def.By.(*ssa.Call)
		if !ok || def.Arg == nil || def.Path != "" {
			continue
		}
		if reads, writes := in.At(call); len(reads)+len(writes) > 0 {
			continue
		}
		for p := range ir.Given(in.lazy.Callee(call.Common()), call.Common(), def.Arg) {
			for _, inner := range flatDefs(p) {
				if inner.Val != nil {
					defs = append(defs, ir.Def{By: call, Path: inner.Path, Val: inner.Val})
				}
			}
		}
	}
	return defs
}

// flatDefs returns what sets the fields of a struct, those too that are put together in a variable first.
func flatDefs(made ssa.Value) (out []ir.Def) {
	for _, def := range ir.Defs(made) {
		var part *ssa.Alloc
		if load, ok := def.Val.(*ssa.UnOp); ok && def.Path != "" && ir.IsStruct(load.Type()) {
			part, _ = load.X.(*ssa.Alloc)
		}
		if part == nil {
			out = append(out, def)
			continue
		}
		for _, inner := range ir.Defs(part) {
			out = append(out, ir.Def{By: inner.By, Path: ir.Below(def.Path, inner.Path), Val: inner.Val})
		}
	}
	return out
}

// A makeup is what a value is computed of.
type makeup struct {
	fields []*types.Var // of API objects' contents: what may be another when it is computed again
	random bool         // it is made up
	opaque bool         // it is computed by what can't be seen, such as a hash
	seen   map[ssa.Value]bool
}

// maxMakeup bounds how many values are looked at for one.
const maxMakeup = 300

// makeupOf adds what a value is computed of.
func (in *Info) makeupOf(o *makeup, v ssa.Value) {
	if o.seen == nil {
		o.seen = map[ssa.Value]bool{}
	}
	if v == nil || o.seen[v] || len(o.seen) > maxMakeup {
		return
	}
	o.seen[v] = true
	switch v := v.(type) {
	case *ssa.Call:
		in.makeupOfCall(o, v, 0)
		return
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			in.makeupOfCall(o, call, v.Index)
			return
		}
	case *ssa.MakeMap:
		for update := range ir.Refs[*ssa.MapUpdate](v) {
			if update.Map == ssa.Value(v) {
				in.makeupOf(o, update.Value)
			}
		}
		return
	case *ssa.Alloc:
		for _, def := range ir.Defs(v) {
			in.makeupOf(o, def.Val)
		}
		return
	case *ssa.Parameter:
		if kube.IsMetadata(v.Type()) || kube.IsReader(v.Type()) || kube.IsContext(v.Type()) {
			return
		}
		for _, arg := range in.lazy.Index().Passed(v) {
			in.makeupOf(o, arg)
		}
		return
	case *ssa.FieldAddr:
		if in.content(o, v) {
			return
		}
	case *ssa.MakeClosure, *ssa.Function, *ssa.Global:
		return
	}
	if instr, ok := v.(ssa.Instruction); ok {
		for _, operand := range instr.Operands(nil) {
			if *operand != nil {
				in.makeupOf(o, *operand)
			}
		}
	}
}

// content tells whether an address is of a field of an object of the API, or of a part of one, that isn't put together
// here, and adds the field if it isn't of what the object is known by.
func (in *Info) content(o *makeup, addr *ssa.FieldAddr) bool {
	base, path, _ := ir.Base(addr)
	if !kube.IsObject(base.Type()) && !kube.IsData(base.Type()) {
		return false
	}
	if alloc, ok := base.(*ssa.Alloc); ok && !isFilled(alloc) {
		return false
	}
	if top, _, _ := strings.Cut(path, "."); top != "ObjectMeta" && top != "TypeMeta" && (!kube.IsMetadata(base.Type()) || !kube.IsMetadataField(top) && !kube.IsServersField(top)) {
		o.fields = append(o.fields, ir.FieldAt(addr))
	}
	return true
}

// makeupOfCall adds what a result of a call is computed of: by the function's body, if it can be seen, or of the arguments.
func (in *Info) makeupOfCall(o *makeup, call *ssa.Call, n int) {
	common := call.Common()
	callee := in.lazy.Callee(common)
	if callee == nil {
		obj := ir.Called(common)
		symbol := kube.SymbolOf(obj)
		o.random = o.random || obj != nil && (kube.IsRandom(symbol) || kube.MakesUp(obj.Name()))
		o.opaque = o.opaque || obj != nil && !kube.IsPure(symbol)
		recv, _ := ir.Receiver(common)
		if recv != nil && kube.IsMetadata(recv.Type()) {
			return
		}
		if common.IsInvoke() {
			in.makeupOf(o, common.Value)
		}
		for _, arg := range common.Args {
			in.makeupOf(o, arg)
		}
		return
	}
	if in.objects.Varies(callee) {
		o.random = true
		return
	}
	for _, result := range ir.Returned(callee, n) {
		in.makeupOf(o, result)
	}
}
