package handler

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
	"github.com/ctrllint/ctrllint/internal/scenario"
)

// An asked says of which objects it is asked whether a worker does nothing for them when they are gone.
type asked struct {
	kind types.Type // nil if it isn't known
	name ssa.Value  // what the one is called that is meant; nil if it may be any
	keys bool       // the keys on the queue are those of these objects, and of no others
}

// workers returns the functions that work off what is put on a queue, as far as a call shows it: those that are handed on together
// with the queue, or with which what has it is made; nil for one that can't be seen.
func (hs *Handlers) workers(call ssa.CallInstruction, queue ir.Pipe) (out []*ssa.Function) {
	_, args := ir.Receiver(call.Common())
	if !queue.MadeBy(call) && !slices.ContainsFunc(args, func(arg ssa.Value) bool { return hs.pkg.Index().Pipe(arg) == queue }) {
		return nil
	}
	for _, arg := range args {
		if worker := Source(ir.StepOf(ir.Unwrap(arg)).Fn); worker != nil && takesKey(worker.Signature) {
			out = append(out, worker)
		}
		boxed, ok := arg.(*ssa.MakeInterface)
		if !ok || !queue.MadeBy(call) {
			continue
		}
		for method := range boxed.Type().Underlying().(*types.Interface).Methods() {
			if results := method.Signature().Results(); results.Len() > 0 && kube.IsError(results.At(results.Len()-1).Type()) && takesKey(method.Signature()) {
				worker := hs.method(boxed.X.Type(), method.Name())
				if worker == nil {
					worker = hs.wrapped(boxed, method)
				}
				out = append(out, worker)
			}
		}
	}
	return out
}

// wrapped returns the method of the same name and form of what a struct of another package's is made around, if nothing else
// is in it by which it could do something for a key, or have it done: whatever the struct's own does with an error or the
// time, it leaves to this what comes of a key.
func (hs *Handlers) wrapped(around *ssa.MakeInterface, method *types.Func) (inner *ssa.Function) {
	made := ir.Literal(around.X)
	if made == nil {
		made, _ = around.X.(*ssa.Alloc)
	}
	if made == nil {
		return nil
	}
	for _, part := range ir.FlatMap(ir.PartsOf(made), ir.StoredAt) {
		boxed, ok := part.(*ssa.MakeInterface)
		if !ok {
			if _, plain := part.Type().Underlying().(*types.Basic); !plain {
				return nil
			}
			continue
		}
		has, _, _ := types.LookupFieldOrMethod(boxed.X.Type(), true, method.Pkg(), method.Name())
		if fn, isMethod := has.(*types.Func); !isMethod || !types.Identical(fn.Signature().Params(), method.Signature().Params()) {
			continue
		}
		if inner != nil {
			return nil
		}
		if inner = hs.method(boxed.X.Type(), method.Name()); inner == nil {
			return nil
		}
	}
	return inner
}

// method returns the method of a type that has such a name, if it is a function of the package; nil otherwise.
func (hs *Handlers) method(t types.Type, name string) *ssa.Function {
	found, _, _ := types.LookupFieldOrMethod(t, true, hs.info.Package.Pkg, name)
	fn, ok := found.(*types.Func)
	if !ok {
		return nil
	}
	body := hs.info.Package.Prog.FuncValue(fn.Origin())
	if body == nil || body.Pkg != hs.info.Package {
		return nil
	}
	return body
}

// takesKey tells whether a function can be given a key, or a part of one.
func takesKey(sig *types.Signature) bool {
	for p := range sig.Params().Variables() {
		switch t := p.Type().Underlying().(type) {
		case *types.Basic:
			if t.Info()&types.IsString != 0 {
				return true
			}
		case *types.Interface:
			if t.NumMethods() == 0 {
				return true
			}
		case *types.Struct: // such as a types.NamespacedName
			return true
		}
	}
	return false
}

// maxWorkers bounds how many functions a worker calls one after the other with what it has taken.
const maxWorkers = 4

// works tells whether a function that takes from a queue does nothing but to mark the queue's items, and to call functions
// that do nothing unless a lister finds the object whose key they are given; and whether there are any: of a worker that
// does nothing at all, the rest may come yet.
func (hs *Handlers) works(fn *ssa.Function, queue ir.Pipe, a asked, left int) (idle, asks bool) {
	r := hs.info.Whatever(fn)
	if left == 0 || r.Truncated {
		return false, false
	}
	for _, e := range r.Effects {
		call, ok := e.Instr.(ssa.CallInstruction)
		if !ok {
			return false, false
		}
		if recv, _ := ir.Receiver(call.Common()); recv != nil && hs.pkg.Index().Pipe(recv) == queue {
			continue
		}
		callee := Source(hs.pkg.Callee(call.Common()))
		if callee == nil {
			return false, false
		}
		looks := hs.misses(callee, a)
		if !looks {
			var calls bool
			if calls, looks = hs.works(callee, queue, a, left-1); !calls {
				return false, false
			}
		}
		asks = asks || looks
	}
	return true, asks
}

// misses tells whether a function does nothing unless a lister, a client of controller-runtime or an informer's store finds
// the object whose key it is given, which is of a kind if that is known: whatever it does comes after that.
func (hs *Handlers) misses(fn *ssa.Function, a asked) bool {
	if a.name != nil {
		if idle, looks := hs.missesOne(fn, a, maxWorkers); idle && looks {
			return true
		}
	}
	effects := hs.info.Whatever(fn).Effects
	for read := range ir.All[*ssa.Call](fn.Blocks) {
		recv, _ := ir.Receiver(read.Common())
		if readsBy(read, isOfKey) && a.isMeant(kindRead(read)) && !slices.ContainsFunc(effects, func(e scenario.Effect) bool {
			call, ok := e.Instr.(*ssa.Call)
			asks := ok && (call == recv || call == read || kube.SplitsKey(ir.Symbol(call.Common()))) // for the lister of a namespace
			return !asks && !hs.hasFound(read, e.Instr.Block())
		}) {
			return true
		}
	}
	return false
}

// hasFound tells whether control comes to a block only where a read has found its object: where it has succeeded, and has
// said so, if it is one of a store, which doesn't take it for an error that it has nothing.
func (hs *Handlers) hasFound(read *ssa.Call, at *ssa.BasicBlock) bool {
	if op, _ := ir.Operation(read.Common()); op.Via != kube.Store {
		return ir.Succeeded(read, at)
	}
	if recv, _ := ir.Receiver(read.Common()); hs.pkg.IsOwnStore(recv) {
		return false
	}
	for _, exists := range ir.ResultsOf(read, 1) {
		for branch := range ir.Refs[*ssa.If](exists) {
			if yes := branch.Block().Succs[0]; len(yes.Preds) == 1 && yes.Dominates(at) {
				return true
			}
		}
	}
	return false
}

// missesOne tells whether a function does nothing but to read from listers unless these have the object that is asked for by its
// kind and name; and whether it looks for that at all.
func (hs *Handlers) missesOne(fn *ssa.Function, a asked, left int) (idle, looks bool) {
	r := hs.info.Whatever(fn)
	if left == 0 || r.Truncated {
		return false, false
	}
	reads := slices.DeleteFunc(slices.Collect(ir.All[*ssa.Call](fn.Blocks)), func(call *ssa.Call) bool {
		of := kindRead(call)
		return !readsBy(call, func(name ssa.Value) bool { return hs.sameName(name, a.name) }) || of == nil || a.kind == nil || !types.Identical(of, a.kind)
	})
	looks = len(reads) > 0
	for _, e := range r.Effects {
		call, ok := e.Instr.(*ssa.Call)
		if ok && (asksLister(call) || computes(call)) || slices.ContainsFunc(reads, func(read *ssa.Call) bool { return ir.Succeeded(read, e.Instr.Block()) }) {
			continue
		}
		if !ok {
			return false, false
		}
		callee := Source(hs.pkg.Callee(call.Common()))
		if callee == nil {
			return false, false
		}
		inner, asks := hs.missesOne(callee, a, left-1)
		if !inner {
			return false, false
		}
		looks = looks || asks
	}
	return true, looks
}

// asksLister tells whether a call reads from a lister, or gets one that does.
func asksLister(call *ssa.Call) bool {
	if op, ok := ir.Operation(call.Common()); ok {
		return op.Via == kube.Lister && !op.Verb.Writes()
	}
	return ir.OnlyCalledOn(call, func(next *ssa.Call) bool {
		op, ok := ir.Operation(next.Common())
		return ok && op.Via == kube.Lister
	})
}

// computes tells whether a call of another package's function does no more than to make something of constants, as far as can be
// told from what it is given and what becomes of its result.
func computes(call *ssa.Call) bool {
	results := call.Call.Signature().Results()
	fn := call.Call.StaticCallee()
	return fn != nil && len(fn.Blocks) == 0 && results.Len() == 1 && !kube.IsError(results.At(0).Type()) && len(ir.Uses(call)) > 0 && len(call.Call.Args) > 0 &&
		!slices.ContainsFunc(call.Call.Args, func(arg ssa.Value) bool { return ir.StepOf(ir.Unwrap(arg)).Kind != ir.Constant })
}

// sameName tells whether two names are one that the package keeps in one place, or the same constant. What is called a name in
// the metadata of whatever object says nothing.
func (hs *Handlers) sameName(a, b ssa.Value) bool {
	one := hs.pkg.Index().Pipe(a)
	return one != (ir.Pipe{}) && one == hs.pkg.Index().Pipe(b) && (one.Field() == nil || !kube.IsMetadataField(one.Field().Name()))
}

// readsBy tells whether a call gets an object by a key, or by a name, of which the given function says that it is what is meant.
func readsBy(read *ssa.Call, is func(name ssa.Value) bool) bool {
	op, ok := ir.Operation(read.Common())
	if !ok || op.Verb != kube.VerbGet {
		return false
	}
	key := ir.Written(read.Common(), op.Key)
	switch op.Via {
	case kube.Lister:
		return is(key)
	case kube.Store:
		return key != nil && is(key)
	case kube.Client:
		if made := ir.Literal(key); made != nil {
			key, _ = ir.FieldStore(made, "Name")
		}
		return key != nil && is(key)
	}
	return false
}

// isMeant tells whether a key on the queue is that of an object of the kind which is read, nil if that isn't known. Where others put
// keys there too, those of another kind may have the name of the object.
func (a asked) isMeant(read types.Type) bool {
	if a.kind == nil || read == nil {
		return a.keys
	}
	return types.Identical(read, a.kind)
}

// kindRead returns the type of the objects that a call reads, a pointer to a struct; nil if that isn't known.
func kindRead(read *ssa.Call) types.Type {
	op, _ := ir.Operation(read.Common())
	of := op.Type
	if object := ir.Written(read.Common(), op.Object); object != nil {
		of = ir.Unwrap(object).Type()
	}
	if op.Via == kube.Store {
		of = assertedOf(read)
	}
	if of == nil {
		of = read.Call.Signature().Results().At(0).Type()
	}
	return pointerToStruct(of)
}

// assertedOf returns the one type to which the first result of a call is asserted; nil if there is none, or another one too.
func assertedOf(read *ssa.Call) (of types.Type) {
	for _, found := range ir.ResultsOf(read, 0) {
		for assertion := range ir.Refs[*ssa.TypeAssert](found) {
			if of != nil && !types.Identical(of, assertion.AssertedType) {
				return nil
			}
			of = assertion.AssertedType
		}
	}
	return of
}

// isOfKey tells whether a name is a key that the function is given, or a part of one.
func isOfKey(name ssa.Value) bool {
	if s := ir.StepOf(name); s.Kind == ir.Result && kube.SplitsKey(ir.Symbol(s.Call.Common())) {
		name = s.Call.Common().Args[0]
	}
	_, ok := name.(*ssa.Parameter)
	return ok
}
