package identity

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// staysCopy tells whether nothing is done with a copy that could change it: it is only looked at, compared, or made the
// base of a patch.
func (f *Finder) staysCopy(v ssa.Value, depth int) bool {
	if depth == 0 || v.Referrers() == nil {
		return false
	}
	return !slices.ContainsFunc(ir.Uses(v), func(ref ssa.Instruction) bool { return !f.leavesCopy(v, ref, depth) })
}

// leavesCopy tells whether an instruction doesn't change a copy that it refers to.
func (f *Finder) leavesCopy(v ssa.Value, ref ssa.Instruction, depth int) bool {
	use := ir.UseOf(v, ref)
	switch use.Does {
	case ir.Converts, ir.Takes:
		return f.staysCopy(use.To, depth-1)
	case ir.Loads:
		return !ir.Changeable(use.To) || f.staysCopy(use.To, depth-1)
	case ir.Compares:
		return true
	case ir.Stores:
		switch addr := use.Addr.(type) {
		case *ssa.Alloc:
			if f.OnlyStored(addr) == v && f.loadsLeave(addr, depth) {
				return true
			}
		case *ssa.FieldAddr:
			return f.fieldLeaves(ir.FieldAt(addr), depth)
		}
		return ir.PassedOnlyTo(ref.(*ssa.Store), kube.LeavesAlone)
	case ir.Passes:
		return f.callLeaves(v, use.Call, depth)
	case ir.Fills:
		return false
	}
	switch ref := ref.(type) {
	case *ssa.Extract:
		return !ir.Changeable(ref) || f.staysCopy(ref, depth-1) // whether it is of the type asserted is a test
	case *ssa.Phi:
		return f.staysCopy(ref, depth-1)
	}
	return false
}

// loadsLeave tells the same of what is loaded from a variable that a copy is in.
func (f *Finder) loadsLeave(alloc *ssa.Alloc, depth int) bool {
	for _, ref := range ir.Uses(alloc) {
		use := ir.UseOf(alloc, ref)
		if use.Does == ir.Fills {
			continue // see OnlyStored
		}
		if use.Does != ir.Loads || !f.staysCopy(use.To, depth-1) {
			return false
		}
	}
	return true
}

// KeepsBase tells whether a store puts a copy into a field in which it is nothing but the base of patches.
func (f *Finder) KeepsBase(store *ssa.Store) bool {
	addr, ok := store.Addr.(*ssa.FieldAddr)
	return ok && f.fieldLeaves(ir.FieldAt(addr), copyDepth)
}

// fieldLeaves tells the same of what is loaded from a field that a copy is in, which nobody but this package has.
func (f *Finder) fieldLeaves(field *types.Var, depth int) bool {
	if field.Exported() || field.Pkg() != f.lazy.SSA().Pkg {
		return false
	}
	for _, addr := range f.lazy.Index().FieldAddrs(field) {
		for _, use := range f.lazy.Index().Uses(addr) {
			if use.Does != ir.Fills && (use.Does != ir.Loads || !f.staysCopy(use.To, depth-1)) {
				return false
			}
		}
	}
	return true
}

// CallLeaves tells whether the function of the user's that a call comes to doesn't change a copy which it is given, as far as is
// known of it.
func (f *Finder) CallLeaves(v ssa.Value, call ssa.CallInstruction) bool {
	if f.lazy.Callee(call.Common()) != nil {
		return f.callLeaves(v, call, copyDepth)
	}
	facts := f.calls.Facts(ir.Called(call.Common()))
	if facts == nil || f.calls.IsOperation(call) {
		return false
	}
	for n := range 1 + len(call.Common().Args) {
		if ir.Arg(call.Common(), n) == v && !slices.Contains(facts.Leaves, n) {
			return false
		}
	}
	return true
}

func (f *Finder) callLeaves(v ssa.Value, call ssa.CallInstruction, depth int) bool {
	obj, name := ir.Called(call.Common()), ir.CalledName(call.Common())
	if callee := f.lazy.Callee(call.Common()); callee != nil {
		return !slices.ContainsFunc(callee.Params, func(p *ssa.Parameter) bool {
			return ir.ArgFor(call.Common(), p) == v && !f.staysCopy(p, depth-1)
		})
	}
	if f.calls.Facts(obj) != nil && !f.calls.IsOperation(call) {
		return true // what it does with it, its facts say
	}
	return kube.LeavesAlone(obj) || kube.IsMergeFrom(kube.SymbolOf(obj)) || kube.IsGetter(name) || strings.HasPrefix(name, "DeepCopy") || ir.IsBuiltin(call.Common(), "len")
}

// StaysUntil tells whether nothing is done with a copy that could change it before it is written.
func (f *Finder) StaysUntil(v ssa.Value, write ssa.CallInstruction) bool {
	return f.staysUntil(v, write, copyDepth)
}

// staysUntil tells it, if the copy is followed through as many steps as are left.
func (f *Finder) staysUntil(v ssa.Value, write ssa.CallInstruction, depth int) bool {
	if depth == 0 || v.Referrers() == nil {
		return false
	}
	before := ir.MayPrecede(write)
	for _, ref := range ir.Uses(v) {
		use := ir.UseOf(v, ref)
		switch {
		case ref == write, !before(ref):
		case use.Does == ir.Converts:
			if !f.staysUntil(use.To, write, depth-1) {
				return false
			}
		case !f.leavesCopy(v, ref, depth):
			return false
		}
	}
	return true
}
