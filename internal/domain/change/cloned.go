package change

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// cloned answers for a slice that is made as long as another one, into which that is copied as a whole, as [slices.Clone] does. If
// other elements may be put there one by one, nothing is known of it.
func (t *tracer) cloned(made *ssa.MakeSlice) (out answer) {
	if !refers(elementOf(made.Type())) {
		return answer{}
	}
	names := t.atOnce(made)
	for _, name := range names {
		for call := range ir.Refs[*ssa.Call](name) {
			if args := call.Call.Args; ir.IsBuiltin(call.Common(), "copy") && args[0] == name && isLengthOf(made.Len, args[1]) {
				out = out.join(t.values.Of(args[1]).copied(made.Type()))
			}
		}
	}
	if len(out.roots) > 0 && (isCaptured(made) || t.elementsPut(made, names)) {
		return unknown
	}
	return out
}

// isCaptured tells whether function literals have the variable in which a slice is.
func isCaptured(made ssa.Value) bool {
	for store := range ir.Refs[*ssa.Store](made) {
		for range ir.Refs[*ssa.MakeClosure](store.Addr) {
			return true
		}
	}
	return false
}

// elementsPut tells whether the function that makes a slice, or one that it hands it to, may put elements there, but for sorting.
func (t *tracer) elementsPut(made ssa.Value, names []ssa.Value) bool {
	isIt := func(v ssa.Value) bool {
		if slices.Contains(names, v) {
			return true
		}
		for store := range ir.Refs[*ssa.Store](made) {
			if store.Val == made && ir.LoadsFrom(v, store.Addr) {
				return true
			}
		}
		return false
	}
	for store := range ir.All[*ssa.Store](made.Parent().Blocks) {
		if of, path, _ := ir.Base(store.Addr); path == ir.Element && isIt(of) {
			return true
		}
	}
	for call := range ir.All[ssa.CallInstruction](made.Parent().Blocks) {
		if _, known := kube.MutationOf(ir.Called(call.Common())); known || ir.IsBuiltin(call.Common(), "") || !slices.ContainsFunc(call.Common().Args, isIt) {
			continue
		}
		if slices.ContainsFunc(t.ofCall(call), func(e Effect) bool { return e.Path == "" && e.Depth == 0 && isIt(e.Target) }) {
			return true
		}
	}
	return false
}

// atOnce returns a slice, and what is loaded from where it is stored before anything else can be there: in the same block, with no
// other store between.
func (t *tracer) atOnce(made ssa.Value) []ssa.Value {
	names := []ssa.Value{made}
	for store := range ir.Refs[*ssa.Store](made) {
		if store.Val != made {
			continue
		}
		for _, instr := range store.Block().Instrs[1+t.position(store):] {
			if load, ok := instr.(*ssa.UnOp); ok && ir.LoadsFrom(load, store.Addr) {
				names = append(names, load)
			}
			if _, stores := instr.(*ssa.Store); stores {
				break
			}
		}
	}
	return names
}

// isLengthOf tells whether a value is the length of a slice, or of what is loaded from where that is.
func isLengthOf(v, slice ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	if !ok || !ir.IsBuiltin(call.Common(), "len") {
		return false
	}
	of := call.Call.Args[0]
	load, loaded := slice.(*ssa.UnOp)
	return of == slice || loaded && ir.LoadsFrom(of, load.X)
}
