package work

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// An Idle is a wait for caches that doesn't wait for all that it should.
type Idle struct {
	Call *ssa.Call
	// Left is the field that it isn't given, of the struct that those are of which it is given; nil where it is given nothing
	// at all, and ends at once. Twice is the field that it is given again in place of Left, if it is.
	Twice, Left *types.Var
	// Start starts the informers of a factory that it waits for, when it has ended: it knows of none before.
	Start *ssa.Call
}

// idle tells what a wait doesn't wait for, as far as what it is given shows that; nil if it shows nothing.
func (in *Info) idle(call *ssa.Call) *Idle {
	sig, args := call.Call.Signature(), call.Call.Args
	if !sig.Variadic() || len(args) == 0 || kube.WaitOf(ir.Called(&call.Call)) != kube.Syncing {
		return nil
	}
	last := args[len(args)-1]
	if ir.IsNil(last) {
		if !in.readsCaches() {
			return nil // nobody goes by what is in them
		}
		return &Idle{Call: call}
	}
	given := map[*types.Var]ssa.Value{}
	var twice, one *types.Var
	others := false
	for _, arg := range ir.Variadic(last) {
		field := ir.FieldRead(arg)
		if field == nil {
			others = true
			continue
		}
		if before := given[field]; before != nil && holder(before) == holder(arg) {
			twice = field
		}
		given[field], one = arg, field
	}
	if twice != nil {
		one = twice
	}
	if one == nil {
		return nil
	}
	s, ok := ir.Deref(holder(given[one]).Type()).Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	left := notGiven(s, one.Type(), given)
	if left == nil || in.asks(left) || twice == nil && (others || !in.isReadOf(left, s) || in.waitsForAll()) {
		return nil
	}
	return &Idle{Call: call, Twice: twice, Left: left}
}

// early tells whether a wait for the informers of a factory, which the function has made and which nobody else has, comes
// before they are started: it waits for those that are started already (client-go, all versions; generated factories too).
// Nil if it doesn't, or if another wait follows.
func (in *Info) early(call *ssa.Call, awaits []ssa.Instruction) *Idle {
	factory, ok := receiver(call).(*ssa.Call)
	if !ok || call.Call.Signature().Variadic() || kube.WaitOf(ir.Called(&call.Call)) != kube.Syncing {
		return nil
	}
	var first *ssa.Call
	for _, ref := range ir.Uses(factory) {
		use, isCall := ref.(*ssa.Call)
		if !isCall || receiver(use) != ssa.Value(factory) {
			return nil // who else has it may start it
		}
		switch fn, _ := ir.Called(&use.Call).(*types.Func); {
		case fn == nil || !kube.StartsInformers(fn):
		case !ir.Before(call, use):
			return nil
		default:
			first = use
		}
	}
	if first == nil || slices.ContainsFunc(awaits, ir.MayFollow(first)) {
		return nil
	}
	return &Idle{Call: call, Start: first}
}

// waitsForAll tells whether the package waits for all informers of a factory somewhere.
func (in *Info) waitsForAll() bool {
	for _, fn := range in.pkg.Functions() {
		for call := range ir.All[ssa.CallInstruction](fn.Blocks) {
			if kube.WaitOf(ir.Called(call.Common())) == kube.Syncing && !call.Common().Signature().Variadic() {
				return true
			}
		}
	}
	return false
}

// readsCaches tells whether the package reads the cache of an informer, or takes a lister or the store from one.
func (in *Info) readsCaches() bool {
	for _, fn := range in.pkg.Functions() {
		for call := range ir.All[ssa.CallInstruction](fn.Blocks) {
			op, ok := ir.Operation(call.Common())
			if ok && (op.Via == kube.Lister || op.Via == kube.Store) || kube.HandsOutCache(ir.CalledName(call.Common())) {
				return true
			}
		}
	}
	return false
}

// notGiven returns the one field of a struct that has a type and isn't given, nil if there are several, or none.
func notGiven(s *types.Struct, t types.Type, given map[*types.Var]ssa.Value) (left *types.Var) {
	for field := range s.Fields() {
		if types.Identical(field.Type(), t) && given[field] == nil {
			if left != nil {
				return nil
			}
			left = field
		}
	}
	return left
}

// isReadOf tells whether the package reads, from a field of a struct, a lister of the informer whose HasSynced is in another one.
func (in *Info) isReadOf(synced *types.Var, s *types.Struct) bool {
	index := in.pkg.Index()
	var informers []types.Type
	for _, stored := range index.OfField(synced) {
		if bound, ok := ir.Unwrap(stored).(*ssa.MakeClosure); ok && len(bound.Bindings) == 1 {
			informers = append(informers, typeOf(madeOf(bound.Bindings[0], "Informer")))
		}
	}
	for field := range s.Fields() {
		for _, stored := range index.OfField(field) {
			t := typeOf(madeOf(stored, "Lister"))
			if t != nil && in.asks(field) && slices.ContainsFunc(informers, func(of types.Type) bool { return of != nil && types.Identical(of, t) }) {
				return true
			}
		}
	}
	return false
}

// madeOf returns what the method of that name was called of which made a value, nil if none did.
func madeOf(v ssa.Value, method string) ssa.Value {
	call, ok := ir.Unwrap(v).(*ssa.Call)
	if !ok || ir.CalledName(&call.Call) != method {
		return nil
	}
	return receiver(call)
}

func typeOf(v ssa.Value) types.Type {
	if v == nil {
		return nil
	}
	return v.Type()
}

// asks tells whether the package reads a field anywhere.
func (in *Info) asks(field *types.Var) bool {
	for _, fn := range in.pkg.Functions() {
		for load := range ir.All[*ssa.UnOp](fn.Blocks) {
			if ir.FieldRead(load) == field {
				return true
			}
		}
	}
	return false
}
