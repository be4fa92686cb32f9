package handler

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
	"github.com/ctrllint/ctrllint/internal/scenario"
)

// Asks tells whether a handler does nothing for a deleted object but to put its key on a work queue, on which no other
// handler of the package puts keys, and whose workers do nothing for a key whose object a lister doesn't find. The workers
// are the functions of the package that take from the queue, and those that are handed on together with it.
func (hs *Handlers) Asks(h *Handler) bool {
	queue := hs.keyed(h)
	if queue == (ir.Pipe{}) || slices.ContainsFunc(hs.List, func(other *Handler) bool { return other != h && hs.keyed(other) == queue }) {
		return false
	}
	workers := 0
	for _, fn := range hs.info.Functions {
		for call := range ir.All[ssa.CallInstruction](fn.Blocks) {
			recv, args := ir.Receiver(call.Common())
			if kube.TakesWork(ir.Symbol(call.Common())) && hs.pkg.Index().Pipe(recv) == queue {
				if !hs.works(fn, queue, maxWorkers) {
					return false
				}
				workers++
			}
			if !slices.ContainsFunc(args, func(arg ssa.Value) bool { return hs.pkg.Index().Pipe(arg) == queue }) {
				continue
			}
			for _, arg := range args {
				if worker := Source(ir.StepOf(ir.Unwrap(arg)).Fn); worker != nil && takesKey(worker) {
					if !hs.misses(worker) {
						return false
					}
					workers++
				}
			}
		}
	}
	return workers > 0
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

// keyed returns the one work queue on which a handler puts the key of a deleted object, and does nothing else for it.
func (hs *Handlers) keyed(h *Handler) (queue ir.Pipe) {
	for _, del := range h.Delete {
		r := hs.info.Run(del, scenario.TheObject, h.Site)
		if r == nil {
			return ir.Pipe{}
		}
		queues, only := hs.info.Queues(r)
		if !only {
			return ir.Pipe{}
		}
		for _, q := range queues {
			pipe := hs.pkg.Index().Pipe(q)
			if pipe == (ir.Pipe{}) || queue != (ir.Pipe{}) && pipe != queue {
				return ir.Pipe{}
			}
			queue = pipe
		}
	}
	return queue
}

// maxWorkers bounds how many functions a worker calls one after the other with what it has taken.
const maxWorkers = 4

// works tells whether a function that takes from a queue does nothing but to mark the queue's items, and to call functions
// that do nothing unless a lister finds the object whose key they are given.
func (hs *Handlers) works(fn *ssa.Function, queue ir.Pipe, left int) bool {
	r := hs.info.Whatever(fn)
	return left > 0 && !r.Truncated && !slices.ContainsFunc(r.Effects, func(e scenario.Effect) bool {
		call, ok := e.Instr.(ssa.CallInstruction)
		if !ok {
			return true
		}
		if recv, _ := ir.Receiver(call.Common()); recv != nil && hs.pkg.Index().Pipe(recv) == queue {
			return false
		}
		callee := Source(hs.pkg.Callee(call.Common()))
		return callee == nil || !hs.misses(callee) && !hs.works(callee, queue, left-1)
	})
}

// misses tells whether a function does nothing unless a lister finds the object whose key it is given: whatever it does
// comes after that.
func (hs *Handlers) misses(fn *ssa.Function) bool {
	effects := hs.info.Whatever(fn).Effects
	for read := range ir.All[*ssa.Call](fn.Blocks) {
		recv, _ := ir.Receiver(read.Common())
		op, ok := ir.Operation(read.Common())
		if ok && op.Via == kube.Lister && op.Verb == kube.VerbGet && isOfKey(ir.Written(read.Common(), op.Key)) && !slices.ContainsFunc(effects, func(e scenario.Effect) bool {
			call, ok := e.Instr.(*ssa.Call)
			asks := ok && (call == recv || kube.SplitsKey(ir.Symbol(call.Common()))) // for the lister of a namespace
			return !asks && !ir.Succeeded(read, e.Instr.Block())
		}) {
			return true
		}
	}
	return false
}

// isOfKey tells whether a name is a key that the function is given, or a part of one.
func isOfKey(name ssa.Value) bool {
	if s := ir.StepOf(name); s.Kind == ir.Result && kube.SplitsKey(ir.Symbol(s.Call.Common())) {
		name = s.Call.Common().Args[0]
	}
	_, ok := name.(*ssa.Parameter)
	return ok
}
