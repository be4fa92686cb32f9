package handler

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
	"github.com/ctrllint/ctrllint/internal/scenario"
)

// Asks tells whether a handler does nothing for a deleted object but to put its key on a work queue, or its name if its kind is
// known, on which no other handler of the package puts keys, and whose workers do nothing for a key whose object isn't found. The workers
// are the functions of the package that take from the queue, and those that are handed on together with it.
func (hs *Handlers) Asks(h *Handler) bool {
	if h.Reconciles() {
		return true
	}
	queue, names := hs.keyed(h)
	kind := h.Holds()
	if queue == (ir.Pipe{}) || names && kind == nil || slices.ContainsFunc(hs.List, func(other *Handler) bool {
		also, _ := hs.keyed(other)
		return other != h && also == queue
	}) {
		return false
	}
	asks := false
	for _, fn := range hs.info.Functions {
		for call := range ir.All[ssa.CallInstruction](fn.Blocks) {
			recv, args := ir.Receiver(call.Common())
			if kube.TakesWork(ir.Symbol(call.Common())) && hs.pkg.Index().Pipe(recv) == queue {
				idle, looks := hs.works(fn, queue, kind, maxWorkers)
				if !idle {
					return false
				}
				asks = asks || looks
			}
			if !slices.ContainsFunc(args, func(arg ssa.Value) bool { return hs.pkg.Index().Pipe(arg) == queue }) {
				continue
			}
			for _, arg := range args {
				if worker := Source(ir.StepOf(ir.Unwrap(arg)).Fn); worker != nil && takesKey(worker) {
					if !hs.misses(worker, kind) {
						return false
					}
					asks = true
				}
			}
		}
	}
	return asks
}

// Reconciles tells whether a handler does nothing but to put the keys of its informer's objects on the queue of the reconciler
// of their kind, which the function that makes it has from Knative, and which isn't told of deleted objects.
func (h *Handler) Reconciles() bool {
	kind := h.Holds()
	if kind == nil || len(h.Delete) == 0 || slices.ContainsFunc(h.Delete, func(del *scenario.Closure) bool {
		return del.Fn == nil || !kube.EnqueuesOwn(kube.SymbolOf(del.Fn.Object()))
	}) {
		return false
	}
	found := false
	for call := range ir.All[*ssa.Call](h.Site.Parent().Blocks) {
		if !kube.IsImpl(ir.Deref(call.Type())) {
			continue
		}
		own := slices.ContainsFunc(call.Call.Args, func(arg ssa.Value) bool {
			of := kube.ReconciledKind(ir.Unwrap(arg).Type())
			return of != nil && types.Identical(of, kind)
		})
		if !own {
			return false
		}
		found = true
	}
	return found
}

// Mild tells whether nothing is lost if the handlers that a function makes, or whose method for deletes it is, aren't told of
// a delete: all they do is to ask, or to repeat, see [Handlers.Asks] and [Handlers.Repeats].
func (hs *Handlers) Mild(fn *types.Func) bool {
	mild := false
	if hs == nil {
		return false
	}
	for _, h := range hs.List {
		in := h.Site == nil && h.Delete[0].Fn.Object() == fn || h.Site != nil && h.Site.Parent().Object() == fn
		if in && !hs.Asks(h) && !hs.Repeats(h) {
			return false
		}
		mild = mild || in
	}
	return mild
}

// takesKey tells whether a function can be given a key, or a part of one.
func takesKey(fn *ssa.Function) bool {
	for p := range fn.Signature.Params().Variables() {
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

// keyed returns the one work queue on which a handler puts the key of a deleted object, and does nothing else for it, and
// whether that is its name.
func (hs *Handlers) keyed(h *Handler) (queue ir.Pipe, names bool) {
	for _, del := range h.Delete {
		r := hs.info.Run(del, scenario.TheObject, h.Site)
		if r == nil {
			return ir.Pipe{}, false
		}
		queues, only := hs.info.Queues(r)
		if !only {
			return ir.Pipe{}, false
		}
		for _, q := range queues {
			pipe := hs.pkg.Index().Pipe(q.On)
			if pipe == (ir.Pipe{}) || queue != (ir.Pipe{}) && pipe != queue {
				return ir.Pipe{}, false
			}
			queue, names = pipe, names || q.Name
		}
	}
	return queue, names
}

// maxWorkers bounds how many functions a worker calls one after the other with what it has taken.
const maxWorkers = 4

// works tells whether a function that takes from a queue does nothing but to mark the queue's items, and to call functions
// that do nothing unless a lister finds the object whose key they are given; and whether there are any: of a worker that
// does nothing at all, the rest may come yet.
func (hs *Handlers) works(fn *ssa.Function, queue ir.Pipe, kind types.Type, left int) (idle, asks bool) {
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
		looks := hs.misses(callee, kind)
		if !looks {
			var calls bool
			if calls, looks = hs.works(callee, queue, kind, left-1); !calls {
				return false, false
			}
		}
		asks = asks || looks
	}
	return true, asks
}

// misses tells whether a function does nothing unless a lister, or a client of controller-runtime, finds the object whose key
// it is given, which is of a kind if that is known: whatever it does comes after that.
func (hs *Handlers) misses(fn *ssa.Function, kind types.Type) bool {
	effects := hs.info.Whatever(fn).Effects
	for read := range ir.All[*ssa.Call](fn.Blocks) {
		recv, _ := ir.Receiver(read.Common())
		if readsKey(read) && !isOther(read, kind) && !slices.ContainsFunc(effects, func(e scenario.Effect) bool {
			call, ok := e.Instr.(*ssa.Call)
			asks := ok && (call == recv || call == read || kube.SplitsKey(ir.Symbol(call.Common()))) // for the lister of a namespace
			return !asks && !ir.Succeeded(read, e.Instr.Block())
		}) {
			return true
		}
	}
	return false
}

// readsKey tells whether a call gets the object whose key the function is given.
func readsKey(read *ssa.Call) bool {
	op, ok := ir.Operation(read.Common())
	if !ok || op.Verb != kube.VerbGet {
		return false
	}
	key := ir.Written(read.Common(), op.Key)
	switch op.Via {
	case kube.Lister:
		return isOfKey(key)
	case kube.Client:
		if made := ir.Literal(key); made != nil {
			key, _ = ir.FieldStore(made, "Name")
		}
		return key != nil && isOfKey(key)
	}
	return false
}

// isOther tells whether a read is certainly of another kind of objects.
func isOther(read *ssa.Call, kind types.Type) bool {
	op, _ := ir.Operation(read.Common())
	of := op.Type
	if object := ir.Written(read.Common(), op.Object); object != nil {
		of = ir.Unwrap(object).Type()
	}
	if of == nil {
		of = read.Call.Signature().Results().At(0).Type()
	}
	return kind != nil && pointerToStruct(of) != nil && !types.Identical(of, kind)
}

// isOfKey tells whether a name is a key that the function is given, or a part of one.
func isOfKey(name ssa.Value) bool {
	if s := ir.StepOf(name); s.Kind == ir.Result && kube.SplitsKey(ir.Symbol(s.Call.Common())) {
		name = s.Call.Common().Args[0]
	}
	_, ok := name.(*ssa.Parameter)
	return ok
}
