package work

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// givenApart tells whether all that a wait is for, and the lister or store that a read is of, are in fields which were filled from
// informers that were given, and not from the same ones: who is asked to wait for some informers may be called when the others have
// filled long since, by whoever is handed the function.
func (in *Info) givenApart(wait, read ssa.Instruction) bool {
	call, ok := wait.(*ssa.Call)
	if !ok || !call.Call.Signature().Variadic() || len(call.Call.Args) == 0 || len(in.pkg.Index().Callers(read.Parent())) > 0 {
		return false
	}
	awaited := ir.Variadic(call.Call.Args[len(call.Call.Args)-1])
	from := in.givers(receiver(read))
	return len(awaited) > 0 && len(from) > 0 && !slices.ContainsFunc(awaited, func(synced ssa.Value) bool {
		informers := in.givers(synced)
		return len(informers) == 0 || slices.ContainsFunc(informers, func(i ssa.Value) bool { return slices.Contains(from, i) })
	})
}

// givers returns the parameters, of types that have an informer and its lister, of which the field was filled that a value
// is of; nil if something else may be in the field.
func (in *Info) givers(v ssa.Value) []ssa.Value {
	field := ir.FieldRead(giver(v))
	if field == nil {
		return nil
	}
	var from []ssa.Value
	for _, stored := range in.pkg.StoredInField(field) {
		given, ok := giver(stored).(*ssa.Parameter)
		if !ok || !kube.GivesInformer(given.Type()) {
			return nil
		}
		from = append(from, given)
	}
	return from
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
