package paths

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A Loader is a function that a retry on conflict asks in each of its tries for the object which it then writes: one in a field of
// a struct, or a parameter. Who sets that decides where the object comes from.
type Loader struct {
	Act           // the write
	Struct, Field string
	Param         int // if it is no field
}

// Loads returns the reads by which the functions get their objects that a function puts into fields, or passes, as such
// loaders, each with the write that may be refused.
func (in *Info) Loads(fn *ssa.Function) (out []*Pair) {
	for instr := range ir.All[ssa.Instruction](fn.Blocks) {
		switch instr := instr.(type) {
		case *ssa.Store:
			addr, ok := instr.Addr.(*ssa.FieldAddr)
			if !ok || !ir.IsFunc(instr.Val.Type()) || ir.BodyOf(instr.Val) == nil {
				continue
			}
			of := fieldOfLoader(addr)
			for _, l := range in.loadersOfField(addr) {
				if l.Struct == of.Struct && l.Field == of.Field {
					out = append(out, in.loadedBy(l, ir.BodyOf(instr.Val))...)
				}
			}
		case ssa.CallInstruction:
			for _, l := range in.loadersOfCall(instr) {
				if arg := ir.Arg(instr.Common(), l.Param); l.Param >= 0 && arg != nil && ir.BodyOf(arg) != nil {
					out = append(out, in.loadedBy(l, ir.BodyOf(arg))...)
				}
			}
		}
	}
	return out
}

// loadedBy returns the read by which a function gets an object for a write, if it has no other that may be in its place.
func (in *Info) loadedBy(l Loader, fn *ssa.Function) []*Pair {
	var only *Op
	for _, r := range in.of(fn).reads {
		if r.What.Kind != l.What.Kind {
			continue
		}
		if only != nil || r.Verb != kube.VerbGet {
			return nil
		}
		only = r
	}
	if only == nil || !slices.ContainsFunc(in.objects.ReturnedKeys(fn, 0), func(k *identity.Term) bool { return identity.Among(k, only.keys) }) {
		return nil
	}
	write := &Op{Act: l.Act, Call: only.Call, Path: only.Path}
	return []*Pair{{Write: write, Read: only, Failed: true}}
}

// fieldOfLoader names a field, and the struct that it is of.
func fieldOfLoader(addr *ssa.FieldAddr) (l Loader) {
	l.Param = -1
	if named := kube.Named(addr.X.Type()); named != nil {
		l.Struct, l.Field = named.Obj().Name(), ir.FieldAt(addr).Name()
	}
	return l
}

// loadersOfField returns the loaders of the package that a field is of.
func (in *Info) loadersOfField(addr *ssa.FieldAddr) []Loader {
	named := kube.Named(addr.X.Type())
	if named == nil || named.Obj().Pkg() == nil {
		return nil
	}
	if named.Obj().Pkg() == in.pass.Pkg {
		return in.allLoaders()
	}
	for m := range named.Methods() {
		if f := in.factsFor(m); f != nil && len(f.Loaders) > 0 {
			return f.Loaders // as all of them have them
		}
	}
	return nil
}

// loadersOfCall returns the parameters of the function that a call calls which are loaders.
func (in *Info) loadersOfCall(call ssa.CallInstruction) []Loader {
	if callee := in.lazy.Callee(call.Common()); callee != nil {
		return nil // which is looked into as it is called
	}
	if f := in.factsFor(ir.Called(call.Common())); f != nil {
		return f.Loaders
	}
	return nil
}

// loaders returns the loaders of a function's own retries.
func (in *Info) loaders(fn *ssa.Function) []Loader { return in.loading.Of(fn, in.findLoaders) }

// allLoaders returns those of all functions.
func (in *Info) allLoaders() []Loader {
	if in.everyLoad == nil {
		in.everyLoad = append([]Loader{}, ir.FlatMap(in.Functions, in.loaders)...)
	}
	return in.everyLoad
}

func (in *Info) findLoaders(fn *ssa.Function) (out []Loader) {
	for _, r := range in.Retries(fn) {
		for _, w := range r.Writes {
			if r.Call == nil || !r.Conflict || r.Slow || !w.Locks || w.remote != nil || in.Refused(r, w) != Told ||
				slices.ContainsFunc(r.Reads, func(read *Op) bool { return read.What.Kind == w.What.Kind || !read.What.Kind.Known() }) {
				continue
			}
			if l, ok := in.loaderOf(w, fn); ok {
				l.Act = w.Act
				l.Where = in.where(w)
				out = append(out, l)
			}
		}
	}
	return out
}

// loaderOf returns the function that has returned the object of a write, or what that is a copy of, if it is a loader of the
// function of the retry.
func (in *Info) loaderOf(w *Op, retry *ssa.Function) (Loader, bool) {
	object := identity.Root(w.Object)
	for range maxVariables {
		if object == nil || !identity.IsCopy(object) {
			break
		}
		copied, _ := ir.Receiver(object.(*ssa.Call).Common())
		object = identity.Root(copied)
	}
	if object == nil {
		return Loader{}, false
	}
	step := ir.StepOf(object)
	if step.Call == nil || step.Call.Parent() != w.Call.Parent() || step.Index != 0 {
		return Loader{}, false
	}
	loader := step.Call.Call.Value
	if load, ok := loader.(*ssa.UnOp); ok {
		if addr, ok := load.X.(*ssa.FieldAddr); ok {
			l := fieldOfLoader(addr)
			return l, l.Struct != ""
		}
	}
	given := in.handedOf(loader)
	for _, call := range slices.Backward(w.Path[:len(w.Path)-1]) {
		if given.Param == nil || given.Param.Parent() == retry {
			break
		}
		given = in.handedOf(ir.ArgFor(call.Common(), given.Param))
	}
	if given.Param == nil || given.Param.Parent() != retry || len(given.Fields) > 0 || given.Each {
		return Loader{}, false
	}
	return Loader{Param: slices.Index(retry.Params, given.Param)}, true
}

// loaders says which functions are loaders of a function, or of the struct that it is a method of.
func (x *exporter) loaders() {
	x.facts.Loaders = slices.DeleteFunc(slices.Clone(x.in.loaders(x.fn)), func(l Loader) bool { return l.Field != "" })
	recv := x.fn.Signature.Recv()
	if recv == nil || kube.Named(recv.Type()) == nil {
		return
	}
	for _, l := range x.in.allLoaders() {
		if l.Struct == kube.Named(recv.Type()).Obj().Name() {
			x.facts.Loaders = append(x.facts.Loaders, l)
		}
	}
}
