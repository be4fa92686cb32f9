package scenario

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// isKey tells whether a value is certainly the Key of a tombstone, which is namespace and name.
func (v Value) isKey() bool {
	return v.Kind == Unknown && v.Cause != nil && v.Cause.Kind == TombstoneKey
}

// keyAt returns the Key of a tombstone, as an instruction reads it.
func (f *frame) keyAt(i ssa.Instruction) Value {
	return Value{Kind: Unknown, Tainted: true, Cause: f.e.intern(Cause{Kind: TombstoneKey, Instr: i}, nil)}
}

// isKeyOf tells whether an address is that of a tombstone's Key.
func (v Value) isKeyOf() bool {
	if v.Kind != Ref || v.Field != 0 || v.Cell.lost {
		return false
	}
	_, set := v.Cell.fields[0]
	return !set && v.Cell.fields[whole].Kind == Unwrapped
}

// misKeyed notes that what is kept in a map under the tombstone's Key is deleted, if all that the map has is kept under UIDs.
func (f *frame) misKeyed(i ssa.CallInstruction, key Value) {
	if field := ir.FieldRead(i.Common().Args[0]); field != nil && key.isKey() && f.e.byUID.Of(field, f.e.keyedByUID) {
		f.res.MisKeyed = append(f.res.MisKeyed, Fault{Kind: WrongKey, Cause: key.Cause, Instr: i})
	}
}

// Only returns the first of some uses of a tombstone's Key that come to nothing, such as the delete of what is kept under it where
// nothing is, if that is all that the execution does for the tombstone; nil if there is none.
func (r *Result) Only(faults []Fault) *Fault {
	if len(faults) == 0 || !r.onlyAmiss(faults, 0) {
		return nil
	}
	return &faults[0]
}

// onlyAmiss tells whether all that an execution does for the tombstone are these uses, which are that many calls deep.
func (r *Result) onlyAmiss(faults []Fault, depth int) bool {
	amiss := map[ssa.Instruction][]Fault{}
	for _, fault := range faults {
		if way := slices.Concat(fault.Calls, []ssa.Instruction{fault.Instr}); depth < len(way) {
			amiss[way[depth]] = append(amiss[way[depth]], fault)
		}
	}
	return !slices.ContainsFunc(r.Effects, func(e Effect) bool {
		if !e.Dependent {
			return false
		}
		here, called := amiss[e.Instr], r.CallAt(e.Instr)
		deeper := called != nil && len(here) > 0 && len(here[0].Calls) > depth
		return len(here) == 0 || deeper && !called.onlyAmiss(here, depth+1)
	})
}

// keyedByUID tells whether all that a map in a field ever has is put there by this package, each under the UID of an object.
func (x *index) keyedByUID(field *types.Var) bool {
	index, puts := x.code.Index(), 0
	byUID := func(m ssa.Value) bool {
		for _, use := range ir.Uses(m) {
			if !x.solver.Step() {
				return false
			}
			switch use := use.(type) {
			case *ssa.MapUpdate:
				if puts++; use.Map != m || !x.isUID(use.Key, maxKeySteps) {
					return false
				}
			case *ssa.Lookup, *ssa.Range, *ssa.DebugRef, *ssa.BinOp:
			case *ssa.Store: // that in the field is looked at there
				if to, ok := use.Addr.(*ssa.FieldAddr); !ok || use.Val != m || ir.FieldAt(to) != field {
					return false
				}
			case *ssa.Call:
				if !ir.IsBuiltin(use.Common(), "") {
					return false // who else has it may do anything
				}
			default:
				return false
			}
		}
		return true
	}
	if field.Exported() {
		return false
	}
	for _, addr := range index.FieldAddrs(field) {
		for _, use := range ir.Uses(addr) {
			switch use := use.(type) {
			case *ssa.UnOp:
				if !byUID(use) {
					return false
				}
			case *ssa.Store:
				if made, ok := use.Val.(*ssa.MakeMap); !ok || use.Addr != addr || !byUID(made) {
					return false
				}
			case *ssa.DebugRef:
			default:
				return false
			}
		}
	}
	return puts > 0
}

// isUID tells whether a value certainly is the UID of an object, be it as a string: what its type, or what is passed for it,
// says.
func (x *index) isUID(v ssa.Value, left int) bool {
	for {
		switch converted := v.(type) {
		case *ssa.ChangeType:
			v = converted.X
			continue
		case *ssa.Convert:
			v = converted.X
			continue
		}
		break
	}
	if p, ok := v.(*ssa.Parameter); ok && left > 0 {
		args, all := x.passedFor(p)
		return all && !slices.ContainsFunc(args, func(arg ssa.Value) bool { return !x.isUID(arg, left-1) })
	}
	_, constant := v.(*ssa.Const)
	return !constant && kube.IsUID(v.Type())
}

// passedFor returns what this package passes for a parameter, and whether that is all, and something.
func (x *index) passedFor(p *ssa.Parameter) (args []ssa.Value, all bool) {
	callers, all := x.code.Index().AllCallers(p.Parent())
	for _, call := range callers {
		arg := ir.ArgFor(call.Common(), p)
		if arg == nil {
			return nil, false
		}
		args = append(args, arg)
	}
	return args, all && len(args) > 0
}
