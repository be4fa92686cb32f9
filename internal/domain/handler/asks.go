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
// known, on which no other handler of the package puts keys but those of other kinds than the workers look for, and whose workers do
// nothing for a key whose object isn't found. The workers
// are the functions of the package that take from the queue, those that are handed on together with it, and those that what
// has the queue is made with. Workers that go by no key but look for one object are asked for that, whoever puts keys there: the
// one of which the handler's filter has the name.
func (hs *Handlers) Asks(h *Handler) bool {
	if h.Reconciles() {
		return true
	}
	queue, names := hs.keyed(h)
	kind := h.Holds()
	a := asked{kind: kind, name: h.filteredName(), keys: true}
	alike := false // another handler of objects of this kind puts keys there too, which may be those of another cluster
	for _, other := range hs.List {
		if also, _ := hs.keyed(other); other != h && also == queue {
			held := other.Holds()
			a.keys, alike = false, alike || held == nil || kind == nil || types.Identical(held, kind)
		}
	}
	if queue == (ir.Pipe{}) || names && kind == nil || alike && a.name == nil {
		return false
	}
	asks := false
	for _, fn := range hs.info.Functions {
		for call := range ir.All[ssa.CallInstruction](fn.Blocks) {
			if recv, _ := ir.Receiver(call.Common()); kube.TakesWork(ir.Symbol(call.Common())) && hs.pkg.Index().Pipe(recv) == queue {
				idle, looks := hs.works(fn, queue, a, maxWorkers)
				if !idle {
					return false
				}
				asks = asks || looks
			}
			for _, worker := range hs.workers(call, queue) {
				if worker == nil || !hs.misses(worker, a) {
					return false
				}
				asks = true
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
		return !enqueuesOwn(del)
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

// keyed returns the one work queue on which a handler puts the key of a deleted object, and does nothing else for it, and
// whether that is its name.
func (hs *Handlers) keyed(h *Handler) (queue ir.Pipe, names bool) {
	for _, del := range h.Delete {
		if impl := hs.ownQueue(h, del); impl != (ir.Pipe{}) && (queue == ir.Pipe{} || queue == impl) {
			queue = impl
			continue
		}
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

// enqueuesOwn tells whether a function puts the key of the object that it is given on the queue of one of Knative's reconcilers.
func enqueuesOwn(del *scenario.Closure) bool {
	return del.Fn != nil && kube.EnqueuesOwn(kube.SymbolOf(del.Fn.Object()))
}

// ownQueue returns what has the queue on which a method of one of Knative's reconcilers puts keys, which is the delete function of a
// handler; none of others.
func (hs *Handlers) ownQueue(h *Handler, del *scenario.Closure) (queue ir.Pipe) {
	if h.Site == nil || !enqueuesOwn(del) {
		return ir.Pipe{}
	}
	for value := range ir.All[*ssa.MakeClosure](h.Site.Parent().Blocks) {
		if value.Fn != del.Fn || len(value.Bindings) != 1 {
			continue
		}
		of := hs.pkg.Index().Pipe(value.Bindings[0])
		if queue != (ir.Pipe{}) && queue != of {
			return ir.Pipe{} // of several
		}
		queue = of
	}
	return queue
}

// filteredName returns what the filter of a handler wants its objects to be called; nil if it wants something else.
func (h *Handler) filteredName() ssa.Value {
	if len(h.Filters) != 1 {
		return nil
	}
	set, ok := h.Filters[0].Site.(*ssa.Store)
	if !ok {
		return nil
	}
	step := ir.StepOf(ir.Unwrap(set.Val))
	if step.Kind != ir.Result {
		return nil
	}
	if n, ok := kube.FiltersName(ir.Symbol(step.Call.Common())); ok {
		return step.Call.Call.Args[n]
	}
	return nil
}
