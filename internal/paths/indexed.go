package paths

import (
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// An index is what a cache finds objects of a kind by, in controller-runtime.
type index struct {
	kind kind.Kind
	name string
}

// Reindexes tells whether a write changes something that a list finds its objects by, in an index that the package has the cache make:
// without the write the object is found where it doesn't belong any more, or not yet where it does.
func (in *Info) Reindexes(write, list *Op) bool {
	changed := in.Changed(write)
	if changed[""] {
		return false // it isn't known what
	}
	for _, o := range list.options {
		if o == nil || o.kind != callTerm || o.name != ofFields || o.args[0].kind != callTerm || o.args[0].name != "map" {
			continue
		}
		by := o.args[0].args
		for i := 0; i+1 < len(by); i += 2 {
			if by[i].kind == constTerm && in.indexes()[index{list.What.Kind, by[i].name}].Meets(changed) {
				return true
			}
		}
	}
	return false
}

// indexes returns what of objects the package's functions look at by which controller-runtime's caches index them.
func (in *Info) indexes() map[index]Footprint {
	in.indexing.Do(func() {
		in.indexed = map[index]Footprint{}
		for _, fn := range in.Functions {
			for call := range ir.All[ssa.CallInstruction](fn.Blocks) {
				symbol := ir.Symbol(call.Common())
				if n, ok := kube.Indexes(symbol); ok && kube.NamesIndex(symbol) {
					_, args := ir.Receiver(call.Common())
					in.index(args, n)
				}
			}
		}
	})
	return in.indexed
}

// index notes what a function looks at which is the argument of that number of a call that makes an index; the name of the index
// stands before it, and an object of the kind before that.
func (in *Info) index(args []ssa.Value, n int) {
	by := ir.FuncOf(ir.Unwrap(args[n]))
	name, ok := ir.Text(args[n-1])
	if by == nil || !ok || len(by.Blocks) == 0 || len(by.Params) == 0 {
		return
	}
	at := index{in.kindOf(ir.Unwrap(args[n-2])).Kind, name}
	if in.indexed[at] == nil {
		in.indexed[at] = Footprint{}
	}
	w := in.weigh(weighing{part: flow.At(by.Params[len(by.Params)-1], "")})
	in.indexed[at].add(w.Decides)
	for back := range w.returned {
		if back.path != "" {
			in.indexed[at][back.path] = true
		}
	}
}

// asksForOwner tells whether a call returns something of the owner references of an object.
func asksForOwner(common *ssa.CallCommon, object ssa.Value) bool {
	return kube.AsksForOwner(ir.Symbol(common)) && ir.Unwrap(common.Args[0]) == ir.Unwrap(object)
}
