package paths

import (
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// requestKey is what is stored in a request as the key of its object, which is embedded there.
const requestKey = "*NamespacedName"

// local is the term of a local struct's value: a key or request that is filled field by field, or what it is set to.
func (ts *terms) local(alloc *ssa.Alloc) *Term {
	stores, whole := ts.stores(alloc)
	t := ir.Deref(alloc.Type())
	request, key := kube.IsRequest(t), stores[requestKey]
	switch {
	case request && len(whole) == 0 && len(stores) == 1 && len(key) == 1:
		return ts.of(key[0])
	case (request || kube.IsKey(t)) && len(whole)+len(key) == 0 && len(stores) > 0:
		namespace, ok := ts.stored(alloc, "Namespace")
		name, ok2 := ts.stored(alloc, "Name")
		if ok && ok2 {
			return pair(namespace, name)
		}
	case len(whole) == 1 && len(stores) == 0 && !kube.IsObject(alloc.Type()):
		return ts.of(whole[0])
	}
	return ts.leafOf(alloc)
}

// slice is the term of variadic arguments: that of each. An empty list is another each time that it is made, for what is put into it.
func (ts *terms) slice(v *ssa.Slice) *Term {
	elems := ir.Variadic(v)
	if len(elems) == 0 {
		return ts.leafOf(v)
	}
	args := make([]*Term, len(elems))
	for i, e := range elems {
		args[i] = ts.of(e)
	}
	return compose(callTerm, variadics, args...)
}

// mapping is the term of a map that is filled where it is made: that of each key and value. Nil if it isn't, or if it may
// be filled elsewhere too.
func (ts *terms) mapping(v *ssa.MakeMap) *Term {
	var entries []*Term
	for _, ref := range ir.Uses(v) {
		switch ref := ref.(type) {
		case *ssa.MapUpdate:
			if ref.Map != ssa.Value(v) || ref.Block() != v.Block() {
				return nil
			}
			entries = append(entries, ts.of(ref.Key), ts.of(ref.Value))
		case *ssa.ChangeType, *ssa.MakeInterface:
		case *ssa.Store:
			if !intoSelector(ref) {
				return nil
			}
		case *ssa.Call:
			if kube.SelectionOf(ir.Symbol(ref.Common())) == kube.SelectsOtherwise {
				return nil
			}
		default:
			return nil
		}
	}
	return compose(callTerm, "map", entries...)
}
