package client

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// DryRun tells whether a call of an operation keeps nothing: its options say so, or its client is one of which no write
// persists. What may or may not be a dry run, as far as can be seen, persists; where what the options say comes from
// out of sight, it counts as a dry run.
func DryRun(common *ssa.CallCommon, op kube.Operation) bool {
	recv, args := ir.Receiver(common)
	if op.Client >= 0 && op.Client < len(args) {
		recv = args[op.Client]
	}
	if recv != nil && (op.Via == kube.Client || op.Via == kube.Subresource) && newDry(isDryClient).is(recv) {
		return true
	}
	if op.Opts < 0 || op.Opts >= len(args) {
		return false
	}
	return newDry(isDryOption).is(args[op.Opts])
}

// A dry asks a question about where values come from, each value once.
type dry struct {
	// ask answers for a value by itself, or returns the values that it is one of, or is made of.
	ask   func(v ssa.Value) (yes bool, oneOf, madeOf []ssa.Value)
	known map[ssa.Value]bool // false while it is asked
}

func newDry(ask func(v ssa.Value) (yes bool, oneOf, madeOf []ssa.Value)) *dry {
	return &dry{ask: ask, known: map[ssa.Value]bool{}}
}

// is tells whether the answer for a value is yes: for all that it is one of, or for some of what it is made of.
func (d *dry) is(v ssa.Value) bool {
	if yes, ok := d.known[v]; ok {
		return yes
	}
	d.known[v] = false
	yes, oneOf, madeOf := d.ask(v)
	not := func(one ssa.Value) bool { return !d.is(one) }
	yes = yes || len(oneOf) > 0 && !slices.ContainsFunc(oneOf, not) || slices.ContainsFunc(madeOf, d.is)
	d.known[v] = yes
	return yes
}

// isDryClient asks whether no write through a client persists.
func isDryClient(v ssa.Value) (yes bool, oneOf, madeOf []ssa.Value) {
	call, ok := v.(*ssa.Call)
	if !ok {
		oneOf, _ = sources(v)
		return false, oneOf, nil
	}
	if call.Call.IsInvoke() {
		return false, nil, []ssa.Value{call.Call.Value} // Status()
	}
	fn := call.Call.StaticCallee()
	switch {
	case fn == nil || fn.Object() == nil:
		return false, nil, nil
	case len(fn.Blocks) > 0:
		return false, ir.Returned(fn, 0), nil
	case kube.IsDryRun(kube.SymbolOf(fn.Object())):
		return true, nil, nil
	}
	return false, nil, call.Call.Args // a wrapper
}

// isDryOption asks whether an option, or one of several, makes a dry run.
func isDryOption(v ssa.Value) (yes bool, oneOf, madeOf []ssa.Value) {
	switch v := v.(type) {
	case *ssa.Global:
		return v.Object() != nil && kube.IsDryRunOption(kube.SymbolOf(v.Object())), nil, nil
	case *ssa.Call:
		if fn := v.Call.StaticCallee(); fn != nil && len(fn.Blocks) > 0 {
			return false, ir.Returned(fn, 0), nil
		}
		return false, nil, v.Call.Args // append
	case *ssa.UnOp:
		if global, ok := v.X.(*ssa.Global); ok {
			return false, []ssa.Value{global}, nil
		}
	case *ssa.Alloc:
		for _, ref := range *v.Referrers() {
			if addr, ok := ref.(*ssa.FieldAddr); ok && kube.IsDryRunField(v.Type(), ir.FieldAt(addr).Name()) {
				yes = yes || setsDryRun(addr)
			}
		}
	}
	oneOf, madeOf = sources(v)
	return yes, oneOf, madeOf
}

// setsDryRun tells whether a field DryRun is set to something that isn't empty, wherever the options are used.
func setsDryRun(addr *ssa.FieldAddr) bool {
	return slices.ContainsFunc(*addr.Referrers(), func(ref ssa.Instruction) bool {
		store, ok := ref.(*ssa.Store)
		return ok && store.Addr == ssa.Value(addr) && !newDry(isEmpty).is(store.Val) && alwaysBefore(store, addr.X)
	})
}

// alwaysBefore tells whether an instruction comes before every use of a variable as a whole.
func alwaysBefore(instr ssa.Instruction, variable ssa.Value) bool {
	for _, ref := range *variable.Referrers() {
		switch ref.(type) {
		case *ssa.UnOp, *ssa.MakeInterface, *ssa.Call, *ssa.MakeClosure:
			if !instr.Block().Dominates(ref.Block()) {
				return false
			}
		}
	}
	return true
}

// isEmpty asks whether a slice is, or may be, without elements.
func isEmpty(v ssa.Value) (yes bool, oneOf, madeOf []ssa.Value) {
	switch v := v.(type) {
	case *ssa.Const:
		return v.IsNil(), nil, nil
	case *ssa.MakeSlice:
		size, ok := v.Len.(*ssa.Const)
		return ok && size.Int64() == 0, nil, nil
	case *ssa.Slice:
		if pointer, ok := v.X.Type().Underlying().(*types.Pointer); ok {
			array, ok := pointer.Elem().Underlying().(*types.Array)
			return ok && array.Len() == 0, nil, nil
		}
	case *ssa.Phi:
		return false, nil, v.Edges // empty on some path
	}
	oneOf, _ = sources(v)
	return false, nil, oneOf
}

// sources returns the values that a value is one of, or, for a variable, those that are stored in parts of it.
func sources(v ssa.Value) (oneOf, madeOf []ssa.Value) {
	switch v := v.(type) {
	case *ssa.MakeInterface:
		oneOf = append(oneOf, v.X)
	case *ssa.ChangeInterface:
		oneOf = append(oneOf, v.X)
	case *ssa.ChangeType:
		oneOf = append(oneOf, v.X)
	case *ssa.Slice:
		oneOf = append(oneOf, v.X)
	case *ssa.Phi:
		oneOf = v.Edges
	case *ssa.FreeVar:
		oneOf = ir.Bindings(v)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			oneOf = append(oneOf, v.X)
		}
	case *ssa.Alloc:
		for _, ref := range *v.Referrers() {
			switch ref := ref.(type) {
			case *ssa.Store:
				if ref.Addr == v {
					oneOf = append(oneOf, ref.Val)
				}
			case *ssa.FieldAddr:
				madeOf = append(madeOf, ir.StoredAt(ref)...)
			case *ssa.IndexAddr:
				madeOf = append(madeOf, ir.StoredAt(ref)...)
			}
		}
	}
	return oneOf, madeOf
}
