package kind

import (
	"go/constant"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// settings returns the kinds that the program sets in an object of which v is the address.
func (w *walk) settings(v ssa.Value) []gvk {
	s := &setter{walk: w, seen: map[ssa.Value]bool{}}
	s.object(v)
	return append(s.whole, product(s.versions, s.names)...)
}

// A setter collects what is set in one object.
type setter struct {
	*walk
	seen     map[ssa.Value]bool
	calls    int
	whole    []gvk
	names    []text
	versions []groupVersion
}

// object looks at every use of an object under one of its names.
func (s *setter) object(v ssa.Value) {
	if s.seen[v] {
		return
	}
	s.seen[v] = true
	for _, ref := range s.f.places.Referrers(v) {
		switch ref := ref.(type) {
		case *ssa.MakeInterface:
			s.object(ref)
		case *ssa.ChangeInterface:
			s.object(ref)
		case *ssa.Store:
			s.stored(ref, v)
		case *ssa.FieldAddr:
			s.field(ref)
		case ssa.CallInstruction:
			s.call(ref.Common(), v)
		}
	}
	s.aliases(v)
}

// aliases looks at the same object, loaded from the same variable once more.
func (s *setter) aliases(v ssa.Value) {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return
	}
	switch load.X.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
		s.variable(load.X)
	}
}

func (s *setter) variable(addr ssa.Value) {
	for _, place := range s.f.places.Same(addr) {
		for _, ref := range s.f.places.Referrers(place) {
			switch ref := ref.(type) {
			case *ssa.UnOp:
				s.object(ref)
			case *ssa.Store:
				if ref.Addr == place {
					s.object(ref.Val)
				}
			}
		}
	}
}

// stored looks on where the object is kept in a local variable, and at what it is a copy of.
func (s *setter) stored(store *ssa.Store, v ssa.Value) {
	if store.Val == v {
		switch store.Addr.(type) {
		case *ssa.Alloc, *ssa.FreeVar:
			s.variable(store.Addr)
		}
		return
	}
	if load, ok := store.Val.(*ssa.UnOp); ok {
		s.object(load.X)
	}
}

// field looks at what is done with a field of the object.
func (s *setter) field(addr *ssa.FieldAddr) {
	switch ir.Field(addr.X.Type(), addr.Field).Name() {
	case "TypeMeta":
		s.whole = append(s.whole, s.allGVKs(s.f.places.StoredAt(addr))...)
		for _, t := range s.fieldTexts(addr, "Kind") {
			s.names = append(s.names, t)
		}
		for _, t := range s.fieldTexts(addr, "APIVersion") {
			s.versions = append(s.versions, t.groupVersion())
		}
		for _, ref := range *addr.Referrers() {
			switch ref := ref.(type) {
			case ssa.CallInstruction:
				s.call(ref.Common(), addr)
			case *ssa.MakeInterface:
				s.object(ref)
			}
		}
	case "Object":
		for _, ref := range *addr.Referrers() {
			switch ref := ref.(type) {
			case *ssa.Store:
				s.entries(ref.Val)
			case *ssa.UnOp:
				s.entries(ref)
			}
		}
	}
}

// entries looks at what is put into the map of an unstructured object.
func (s *setter) entries(m ssa.Value) {
	if m.Referrers() == nil {
		return
	}
	for _, ref := range *m.Referrers() {
		switch ref := ref.(type) {
		case *ssa.MapUpdate:
			if key, ok := ref.Key.(*ssa.Const); ok && ref.Map == m && key.Value != nil && key.Value.Kind() == constant.String {
				s.entry(constant.StringVal(key.Value), s.texts(ref.Value))
			}
		case *ssa.ChangeType:
			s.entries(ref)
		}
	}
}

func (s *setter) entry(key string, values []text) {
	switch key {
	case "kind":
		s.names = append(s.names, values...)
	case "apiVersion":
		for _, t := range values {
			s.versions = append(s.versions, t.groupVersion())
		}
	}
}

// call looks at a call that the object, its TypeMeta or ObjectKind takes part in.
func (s *setter) call(call *ssa.CallCommon, v ssa.Value) {
	args := ir.Args(call)
	if len(args) > 0 && args[0] == v {
		switch ir.CalledName(call) {
		case "SetGroupVersionKind":
			if len(args) == 2 && kube.IsGroupVersionKind(args[1].Type()) {
				s.whole = append(s.whole, s.gvks(args[1])...)
				return
			}
		case "SetKind":
			s.names = append(s.names, s.texts(args[1])...)
			return
		case "SetAPIVersion":
			for _, t := range s.texts(args[1]) {
				s.versions = append(s.versions, t.groupVersion())
			}
			return
		case "GetObjectKind":
			for _, ref := range *v.Referrers() {
				if c, ok := ref.(*ssa.Call); ok && &c.Call == call {
					s.object(c)
				}
			}
			return
		}
	}
	s.helper(call, v, args)
}

// helper looks into a function that is given the object.
func (s *setter) helper(call *ssa.CallCommon, v ssa.Value, args []ssa.Value) {
	fn := s.f.body(call)
	if fn == nil || s.calls >= 3 || len(args) != len(fn.Params) {
		return
	}
	for i, arg := range args {
		if arg != v {
			continue
		}
		inner := &setter{walk: s.f.walk(), seen: map[ssa.Value]bool{}, calls: s.calls + 1}
		inner.depth = s.depth + 1
		inner.object(fn.Params[i])
		for _, g := range append(inner.whole, product(inner.versions, inner.names)...) {
			if g.hole.Of == KindHole && g.hole.Fn == fn && g.hole.Index < len(args) {
				s.whole = append(s.whole, s.gvks(args[g.hole.Index])...)
			} else if g.hole.Of == NoHole {
				s.whole = append(s.whole, g)
			}
		}
	}
}
