package work

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// givenApart tells whether all that a wait is for, and the lister or store that a read is of, are in fields which were filled from
// informers that were given, and not from the same ones: who is asked to wait for some informers may be called when the others have
// filled long since.
func (in *Info) givenApart(wait, read ssa.Instruction) bool {
	call, ok := wait.(*ssa.Call)
	if !ok || !call.Call.Signature().Variadic() || len(call.Call.Args) == 0 {
		return false
	}
	awaited := ir.Variadic(call.Call.Args[len(call.Call.Args)-1])
	from := in.givers(receiver(read))
	return len(awaited) > 0 && len(from) > 0 && !slices.ContainsFunc(awaited, func(synced ssa.Value) bool {
		informers := in.givers(synced)
		return len(informers) == 0 || slices.ContainsFunc(informers, func(i ssa.Value) bool { return slices.Contains(from, i) })
	})
}

// givers returns the parameters, of types that have an informer and its lister, of which the field was filled that a value is of; nil if
// something else may be in the field.
func (in *Info) givers(v ssa.Value) []ssa.Value {
	field := ir.FieldRead(giver(v))
	if field == nil {
		return nil
	}
	var from []ssa.Value
	for _, stored := range in.pkg.StoredInField(field) {
		given, ok := giver(stored).(*ssa.Parameter)
		if !ok || !givesInformer(given.Type()) {
			return nil
		}
		from = append(from, given)
	}
	return from
}

// doubled tells which two of the fields that a wait is given were filled from one informer, where the package reads a lister of the
// same struct, from another informer which the wait isn't for: one of the two is taken for that one's. Nil if all may be right.
func (in *Info) doubled(call *ssa.Call) *Idle {
	of, informers := ssa.Value(nil), map[ssa.Value]*types.Var{}
	idle := &Idle{Call: call}
	for _, synced := range ir.Variadic(call.Call.Args[len(call.Call.Args)-1]) {
		from, field := in.givers(synced), ir.FieldRead(synced)
		if len(from) != 1 || field == nil || of != nil && holder(synced) != of {
			return nil
		}
		if before := informers[from[0]]; before != nil && before != field {
			idle.Twice, idle.Also = before, field
		}
		of, informers[from[0]] = holder(synced), field
	}
	if idle.Twice == nil {
		return nil
	}
	s, ok := ir.Deref(of.Type()).Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for field := range s.Fields() {
		stored := in.pkg.StoredInField(field)
		if len(stored) != 1 || madeOf(stored[0], "Lister") == nil || !in.asks(field) {
			continue
		}
		given, ok := giver(stored[0]).(*ssa.Parameter)
		if ok && givesInformer(given.Type()) && informers[given] == nil && isBeside(given, informers) && isLeftOut(given, maxReceivers) {
			idle.Left = field
			return idle
		}
	}
	return nil
}

// isBeside tells whether a parameter is one of the same function as others.
func isBeside(p *ssa.Parameter, others map[ssa.Value]*types.Var) bool {
	for other := range others {
		if o, ok := other.(*ssa.Parameter); !ok || o.Parent() != p.Parent() {
			return false
		}
	}
	return true
}

// isLeftOut tells whether a function does nothing with an informer that it was given, but to call methods of it, none of which says
// whether its cache has filled: nobody else in the package waits for that.
func isLeftOut(informer ssa.Value, left int) bool {
	for _, ref := range *informer.Referrers() {
		call, ok := ref.(*ssa.Call)
		if !ok || left == 0 {
			return false
		}
		fn, ok := ir.Called(&call.Call).(*types.Func)
		if !ok || receiver(call) != informer || kube.AwaitsSync(fn) || slices.Contains(call.Call.Args[min(1, len(call.Call.Args)):], informer) {
			return false
		}
		if fn.Name() == "Informer" && !isLeftOut(call, left-1) {
			return false
		}
	}
	return true
}

// giver returns what the method is called of whose result, or which itself, a value is, and so on.
func giver(v ssa.Value) ssa.Value {
	for range maxReceivers {
		v = first(ir.Unwrap(v))
		var of ssa.Value
		switch x := v.(type) {
		case *ssa.Call:
			of = receiver(x)
		case *ssa.MakeClosure:
			if len(x.Bindings) == 1 && x.Fn.(*ssa.Function).Synthetic != "" {
				of = x.Bindings[0]
			}
		}
		if of == nil {
			return v
		}
		v = of
	}
	return v
}

// givesInformer tells whether a type has the method by which generated informers give out what waits and reads are of.
func givesInformer(t types.Type) bool {
	method, _, _ := types.LookupFieldOrMethod(t, true, nil, "Informer")
	_, ok := method.(*types.Func)
	return ok
}
