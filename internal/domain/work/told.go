package work

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// isTold tells whether a read of a lister or store looks up what its informer has just told of: by a key from a work queue
// on which nothing but that informer's handlers, the package's only ones, put keys. An informer stores an object before it
// tells its handlers, so that nothing is missed, whether the cache has filled or not.
func (in *Info) isTold(read ssa.CallInstruction, op kube.Operation, recv ssa.Value) bool {
	_, args := ir.Receiver(read.Common())
	if op.Verb != kube.VerbGet || op.Key < 0 || op.Key >= len(args) {
		return false
	}
	taken := in.takenFrom(args[op.Key])
	if taken == nil {
		return false
	}
	told, asked := in.tellers(), in.teller(recv)
	if len(told.handlers) == 0 || slices.ContainsFunc(told.informers, func(t teller) bool { return t != asked }) {
		return false
	}
	queue, _ := ir.Receiver(taken.Common())
	puts := in.pkg.Index().Put(queue)
	return len(puts) > 0 && !slices.ContainsFunc(puts, func(put ssa.Value) bool {
		again := in.takenFrom(put)
		return !(again != nil && in.samePipe(again, taken)) && !in.runsIn(put.Parent(), told.handlers)
	})
}

// samePipe tells whether two calls take from the same queue.
func (in *Info) samePipe(a, b *ssa.Call) bool {
	one, _ := ir.Receiver(a.Common())
	other, _ := ir.Receiver(b.Common())
	return in.pkg.Index().Pipe(one) == in.pkg.Index().Pipe(other)
}

// takenFrom returns the call that takes the item from a queue which a key is, or is a part of; nil if there is none, or
// several.
func (in *Info) takenFrom(key ssa.Value) (taken *ssa.Call) {
	index, seen := in.pkg.Index(), map[ssa.Value]bool{}
	for todo := []ssa.Value{key}; len(todo) > 0; {
		v := todo[0]
		if todo = todo[1:]; seen[v] {
			continue
		}
		if seen[v] = true; len(seen) > maxFed {
			return nil
		}
		in.solver.Step()
		step := ir.StepOf(v)
		switch step.Kind {
		case ir.Alias, ir.Load, ir.FieldOf, ir.FieldAddr:
			todo = append(todo, step.From...)
		case ir.Variable:
			if step.From = index.StoredAt(v); len(step.From) == 0 {
				return nil
			}
			todo = append(todo, step.From...)
		case ir.Param:
			p := v.(*ssa.Parameter)
			calls, all := index.AllCallers(p.Parent())
			if !all || len(calls) == 0 {
				return nil
			}
			for _, call := range calls {
				todo = append(todo, ir.ArgFor(call.Common(), p))
			}
		case ir.Result:
			symbol := ir.Symbol(step.Call.Common())
			n, takes := kube.TakenBy(symbol)
			switch {
			case kube.SplitsKey(symbol):
				todo = append(todo, step.Call.Call.Args[0])
			case kube.TakesWork(symbol) && takes && n == step.Index && (taken == nil || in.samePipe(taken, step.Call)):
				taken = step.Call
			default:
				return nil
			}
		default:
			return nil
		}
	}
	return taken
}

// A teller is where an informer, its lister and its store come from: what the package is given or makes, and by which
// methods of that.
type teller struct {
	of  any // a *types.Var or an ssa.Value
	way string
}

// teller returns the teller of an informer, a lister or a store.
func (in *Info) teller(v ssa.Value) (t teller) {
	index := in.pkg.Index()
	for range maxReceivers {
		v = ir.Unwrap(v)
		t.of = v
		var from []ssa.Value
		switch step := ir.StepOf(v); step.Kind {
		case ir.Alias:
			from = step.From
		case ir.FieldOf:
			t.of, from = step.Field, index.OfField(step.Field)
		case ir.Load:
			if at := ir.StepOf(step.From[0]); at.Kind == ir.FieldAddr {
				t.of, from = at.Field, index.OfField(at.Field)
			} else {
				from = index.Contents(step.From[0])
			}
		case ir.Param:
			from = in.passed(v.(*ssa.Parameter))
		case ir.Result:
			recv, args := ir.Receiver(step.Call.Common())
			fn, _ := ir.Called(step.Call.Common()).(*types.Func)
			switch {
			case recv == nil || fn == nil:
			case kube.HandsOutCache(fn.Name()) || fn.Name() == "Informer" || kube.Namespaced(fn):
				from = []ssa.Value{recv}
			case len(args) == 0: // factory.Core().V1().Pods()
				t.way += "." + fn.Name()
				from = []ssa.Value{recv}
			}
		}
		if len(from) != 1 || from[0] == nil {
			return t
		}
		v = from[0]
	}
	return t
}

// tellers are the informers to which a package gives handlers, and the functions that are these.
type tellers struct {
	informers []teller
	handlers  map[*ssa.Function]bool
}

// tellers returns those of the package.
func (in *Info) tellers() *tellers {
	if in.told != nil {
		return in.told
	}
	in.told = &tellers{handlers: map[*ssa.Function]bool{}}
	for call := range in.pkg.Calls() {
		if recv, _ := ir.Receiver(call.Common()); recv != nil && kube.AddsHandler(ir.Symbol(call.Common())) {
			in.told.informers = append(in.told.informers, in.teller(recv))
		}
	}
	if len(in.told.informers) == 0 {
		return in.told
	}
	for _, fn := range in.Functions {
		for store := range ir.All[*ssa.Store](fn.Blocks) {
			if addr, ok := store.Addr.(*ssa.FieldAddr); ok && kube.FieldRole(ir.Deref(addr.X.Type()), addr.Field) != kube.NoRole {
				if handler := ir.FuncOf(ir.Unwrap(store.Val)); handler != nil {
					in.told.handlers[ir.Behind(handler)] = true
				}
			}
		}
	}
	return in.told
}

// runsIn tells whether a function is one of these, or nothing calls it but they do.
func (in *Info) runsIn(fn *ssa.Function, handlers map[*ssa.Function]bool) bool {
	index, seen, handles := in.pkg.Index(), map[*ssa.Function]bool{}, false
	for todo := []*ssa.Function{fn}; len(todo) > 0; {
		fn := todo[0]
		if todo = todo[1:]; seen[fn] {
			continue
		}
		if seen[fn] = true; len(seen) > maxFed {
			return false
		}
		in.solver.Step()
		calls, all := index.AllCallers(fn)
		if handlers[fn] {
			calls, all, handles = index.Callers(fn), true, true // besides whoever calls handlers
		} else if len(calls) == 0 {
			return false
		}
		if !all {
			return false
		}
		for _, call := range calls {
			todo = append(todo, call.Parent())
		}
	}
	return handles
}
