package change

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// indexSources adds the parameters of the functions by which the package has objects of informers indexed: the store calls them with
// the object that it is about to hold, and once more, when others have that, to take it out of the index.
func (t *tracer) indexSources(sources map[*ssa.Parameter]*Source) {
	for call := range t.pkg.Calls() {
		arg, ok := kube.Indexes(ir.Symbol(call.Common()))
		if !ok {
			continue
		}
		for _, v := range indexedBy(ir.Written(call.Common(), arg)) {
			for _, fn := range t.functions(ir.Unwrap(v)) {
				t.indexSource(sources, fn, call)
			}
		}
	}
}

// indexedBy returns the functions that an argument has: itself, or what is put into a map that is made for it.
func indexedBy(arg ssa.Value) (out []ssa.Value) {
	if arg == nil {
		return nil
	}
	if ir.IsFunc(arg.Type()) {
		return []ssa.Value{arg}
	}
	if made, ok := ir.Unwrap(arg).(*ssa.MakeMap); ok {
		for put := range ir.Refs[*ssa.MapUpdate](made) {
			out = append(out, put.Value)
		}
	}
	return out
}

// indexSource adds the object that one of them is given.
func (t *tracer) indexSource(sources map[*ssa.Parameter]*Source, fn *ssa.Function, by ssa.CallInstruction) {
	given := fn.Params
	if fn.Signature.Recv() != nil && len(given) > 0 {
		given = given[1:]
	}
	if obj, ok := fn.Object().(*types.Func); ok && len(fn.Blocks) == 0 {
		t.foreignGiven(obj, 0, kube.IndexFunction, by)
	} else if len(given) == 1 && sources[given[0]] == nil {
		sources[given[0]] = &Source{Kind: Event, Pos: given[0].Pos(), Param: given[0], Surface: kube.IndexFunction, Type: t.objectType(given[0], given[0].Type())}
	}
}
