package change

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// settled leaves out of an answer for a value of a type what a field of that type has only until something of the program's own is
// put there in its place: what is changed through the field may be that by then, as of a builder which takes a copy when it is asked
// to.
func (t *tracer) settled(a answer, of types.Type) answer {
	named := kube.Named(of)
	if named == nil || named.Obj().Pkg() != t.pkg.SSA().Pkg {
		return a
	}
	return a.each(func(r Root) (Root, bool) {
		first, _, _ := strings.Cut(strings.TrimPrefix(r.at, ">"), ".")
		first, _, _ = strings.Cut(first, ">")
		if first == "" {
			return r, true
		}
		field, _, _ := types.LookupFieldOrMethod(named, true, named.Obj().Pkg(), first)
		v, ok := field.(*types.Var)
		return r, !ok || !t.swaps.Of(v)
	})
}

// swapped tells whether the package puts something of the program's own in a field of a struct that is there already.
func (t *tracer) swapped(field *types.Var) bool {
	for _, addr := range t.places.FieldAddrs(field) {
		if of, _, _ := ir.Base(addr); ir.StepOf(of).Kind == ir.Variable {
			continue // which the function makes
		}
		for _, stored := range t.places.StoredAt(addr) {
			if _, isCall := ir.Unwrap(stored).(*ssa.Call); !isCall {
				continue
			}
			if a := t.values.Of(stored); a.other && len(a.roots) == 0 {
				return true
			}
		}
	}
	return false
}
