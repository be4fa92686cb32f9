package kind

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// settings are what the program sets in one object, under all of its names.
type settings struct {
	whole    []gvk
	names    []text
	versions []groupVersion
}

func (s settings) equal(other settings) bool {
	return slices.Equal(s.whole, other.whole) && slices.Equal(s.names, other.names) && slices.Equal(s.versions, other.versions)
}

// kinds returns what the settings come to.
func (s settings) kinds() []gvk {
	return list(append(slices.Clone(s.whole), product(s.versions, s.names)...), maxKinds, compareGVKs)
}

// A setter collects what is set in one object.
type setter struct {
	*Finder
	settings
}

// done returns what was collected, in order.
func (s *setter) done() settings {
	return settings{list(s.whole, maxKinds, compareGVKs), list(s.names, maxTexts, compareTexts), list(s.versions, maxTexts, compareGroups)}
}

// settings finds what is set in an object of which v is the address, or in a part of it that says the kind: its TypeMeta,
// its ObjectKind, its map. It looks at every use of v, and of the same object where that is kept in a local variable.
func (f *Finder) settings(v ssa.Value) settings {
	s := &setter{Finder: f}
	if step := ir.StepOf(v); step.Kind == ir.FieldAddr && step.Field.Name() == "TypeMeta" {
		s.whole = ir.FlatMap(f.places.StoredAt(v), f.gvks.Of)
		s.names = f.fieldTexts(v, "Kind")
		s.versions = groupVersions(f.fieldTexts(v, "APIVersion"))
	} else if step.Kind == ir.Load {
		s.variable(step.From[0])
	}
	for _, u := range f.places.Uses(v) {
		s.use(v, u)
	}
	return s.done()
}

// settingsAt finds what is set in the object that is kept in a local variable.
func (f *Finder) settingsAt(addr ssa.Value) settings {
	s := &setter{Finder: f}
	s.contents(f.places.Same(addr)...)
	return s.done()
}

// also adds what is set in the same object under another name.
func (s *setter) also(v ssa.Value) {
	s.add(s.set.Of(v))
}

func (s *setter) add(other settings) {
	s.whole = append(s.whole, other.whole...)
	s.names = append(s.names, other.names...)
	s.versions = append(s.versions, other.versions...)
}

func (s *setter) use(v ssa.Value, u ir.Use) {
	switch u.Does {
	case ir.Converts:
		s.also(u.To)
	case ir.Stores:
		s.variable(u.Addr)
	case ir.Takes:
		switch {
		case u.Field == nil:
		case u.Field.Name() == "TypeMeta":
			s.also(u.To)
		case u.Field.Name() == "Object": // the map of an unstructured object
			s.contents(u.To)
		}
	case ir.Fills:
		if u.Key != nil {
			s.entry(u.Key, u.Val)
		} else if step := ir.StepOf(u.Val); step.Kind == ir.Load { // a copy
			s.also(step.From[0])
		}
	case ir.Passes:
		s.call(u.Call.Common(), u.To, v)
	}
}

// variable looks at what is in a variable, if that is local.
func (s *setter) variable(addr ssa.Value) {
	addr = s.places.Place(addr)
	if ir.StepOf(addr).Kind == ir.Variable && addr.Parent() != nil {
		s.add(s.setAt.Of(addr))
	}
}

// contents looks at what is at addresses.
func (s *setter) contents(places ...ssa.Value) {
	for _, place := range places {
		for _, u := range s.places.Uses(place) {
			switch u.Does {
			case ir.Loads:
				s.also(u.To)
			case ir.Fills:
				s.also(u.Val)
			}
		}
	}
}

// entry looks at what is put into the map of an unstructured object.
func (s *setter) entry(key, value ssa.Value) {
	switch text, _ := ir.Text(key); text {
	case "kind":
		s.names = append(s.names, s.texts.Of(value)...)
	case "apiVersion":
		s.versions = append(s.versions, groupVersions(s.texts.Of(value))...)
	}
}

// call looks at a call that the object, its TypeMeta or ObjectKind takes part in, and which returns to.
func (s *setter) call(call *ssa.CallCommon, to, v ssa.Value) {
	args := ir.Args(call)
	if len(args) > 0 && args[0] == v {
		switch ir.CalledName(call) {
		case "SetGroupVersionKind":
			if len(args) == 2 && kube.IsGroupVersionKind(args[1].Type()) {
				s.whole = append(s.whole, s.gvks.Of(args[1])...)
				return
			}
		case "SetKind":
			s.names = append(s.names, s.texts.Of(args[1])...)
			return
		case "SetAPIVersion":
			s.versions = append(s.versions, groupVersions(s.texts.Of(args[1]))...)
			return
		case "GetObjectKind":
			if to != nil {
				s.also(to)
			}
			return
		}
	}
	s.helper(call, v, args)
}

// helper looks into a function that is given the object.
func (s *setter) helper(call *ssa.CallCommon, v ssa.Value, args []ssa.Value) {
	fn := s.callee(call)
	if fn == nil || len(args) != len(fn.Params) {
		return
	}
	for i, arg := range args {
		if arg != v {
			continue
		}
		for _, g := range s.set.Of(fn.Params[i]).kinds() {
			if (g.hole.Of == KindHole || g.hole.Of == NameHole) && g.hole.Fn == fn && g.hole.Index < len(args) {
				s.whole = append(s.whole, s.filled(g, args[g.hole.Index], ir.Arg(call, g.hole.Version-1))...)
			} else if g.hole.Of == NoHole {
				s.whole = append(s.whole, g)
			}
		}
	}
}
