package identity

import (
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// requestKey is what is stored in a request as the key of its object, which is embedded there.
const requestKey = "*NamespacedName"

// termOfLocal is the term of a local struct's value: a key or request that is filled field by field, or what it is set to.
func (f *Finder) termOfLocal(alloc *ssa.Alloc) *Term {
	stores, whole := f.Stores(alloc)
	t := ir.Deref(alloc.Type())
	request, key := kube.IsRequest(t), stores[requestKey]
	switch {
	case request && len(whole) == 0 && len(stores) == 1 && len(key) == 1:
		return f.Term(key[0])
	case (request || kube.IsKey(t)) && len(whole)+len(key) == 0 && len(stores) > 0:
		namespace, ok := f.storedTerm(alloc, "Namespace")
		name, ok2 := f.storedTerm(alloc, "Name")
		if ok && ok2 {
			return Pair(namespace, name)
		}
	case len(whole) == 1 && len(stores) == 0 && !kube.IsObject(alloc.Type()):
		return f.Term(whole[0])
	}
	return f.Leaf(alloc)
}

// termOfSlice is the term of variadic arguments: that of each. An empty list is another each time that it is made, for what is put into it.
func (f *Finder) termOfSlice(v *ssa.Slice) *Term {
	elems := ir.Variadic(v)
	if len(elems) == 0 {
		return f.Leaf(v)
	}
	args := make([]*Term, len(elems))
	for i, e := range elems {
		args[i] = f.Term(e)
	}
	return compose(CallTerm, List, args...)
}

// termOfMap is the term of a map that is filled where it is made: that of each key and value. Nil if it isn't, or if it may
// be filled elsewhere too.
func (f *Finder) termOfMap(v *ssa.MakeMap) *Term {
	var entries []*Term
	for _, ref := range ir.Uses(v) {
		switch ref := ref.(type) {
		case *ssa.MapUpdate:
			if ref.Map != ssa.Value(v) || ref.Block() != v.Block() {
				return nil
			}
			entries = append(entries, f.Term(ref.Key), f.Term(ref.Value))
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
	return compose(CallTerm, Mapped, entries...)
}
