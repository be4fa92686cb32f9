package use

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A Lightness tells whether builder.OnlyMetadata is among the options of a watch.
type Lightness uint8

// The answers. Perhaps is for what hangs on a condition, or on what can't be seen.
const (
	NoOption Lightness = iota // the options are never made
	Full
	Light
	Perhaps
)

// either is what is known of options that are one of two.
func (l Lightness) either(m Lightness) Lightness {
	switch {
	case l == NoOption || l == m:
		return m
	case m == NoOption:
		return l
	}
	return Perhaps
}

// and is what is known of options that are all of two.
func (l Lightness) and(m Lightness) Lightness {
	if l == Light || m == Light {
		return Light
	}
	return max(l, m)
}

// lightness tells whether the option OnlyMetadata is among options: an option, a slice of them, or the address of an
// array or a variable.
func (s *scan) lightness(v ssa.Value) Lightness {
	switch v.Type().Underlying().(type) {
	case *types.Interface, *types.Slice, *types.Array, *types.Pointer:
	default:
		return option(v)
	}
	switch step := ir.StepOf(v); step.Kind {
	case ir.Constant:
		return Full
	case ir.Alias:
		return s.either(step.From)
	case ir.Sliced:
		return s.light.Of(step.From[0])
	case ir.Variable, ir.FieldAddr, ir.ElementAddr:
		return s.held(v)
	case ir.Load:
		if g, ok := step.From[0].(*ssa.Global); ok && g.Pkg != s.lazy.SSA() {
			if f := s.facts[g.Pkg.Pkg]; f != nil {
				return f.option(g.Name(), -1)
			}
			return Perhaps
		}
		return s.light.Of(s.places.Place(step.From[0]))
	case ir.FieldOf:
		if stored := s.places.OfField(step.Field); len(stored) > 0 {
			return s.either(stored)
		}
	case ir.Made:
		return s.elements(v)
	case ir.Result:
		return s.returned(step.Call, step.Index)
	}
	return Perhaps
}

// option tells whether an option whose type is known is OnlyMetadata.
func option(v ssa.Value) Lightness {
	if load := ir.StepOf(v); load.Kind == ir.Load {
		if g, ok := load.From[0].(*ssa.Global); ok && g.Object() != nil && kube.IsOnlyMetadata(kube.SymbolOf(g.Object())) {
			return Light
		}
	}
	return Full
}

// either is what is known of options that are one of these.
func (s *scan) either(values []ssa.Value) Lightness {
	out := NoOption
	for _, v := range values {
		out = out.either(s.light.Of(v))
	}
	return out
}

// held tells it of what an array, a variable, a field or an element holds.
func (s *scan) held(addr ssa.Value) Lightness {
	if _, array := ir.Deref(addr.Type()).Underlying().(*types.Array); array {
		return s.elements(addr)
	}
	stored := s.places.Contents(addr)
	if len(stored) == 0 && ir.StepOf(addr).Kind != ir.Variable {
		return Perhaps
	}
	return Full.unless(s.either(stored))
}

// unless is m, or l if that is nothing.
func (l Lightness) unless(m Lightness) Lightness {
	if m == NoOption {
		return l
	}
	return m
}

// elements tells it of a slice or an array by what is stored in its elements.
func (s *scan) elements(v ssa.Value) Lightness {
	out := Full
	for _, elem := range s.places.Elements(v) {
		out = out.and(s.either(s.places.StoredAt(elem)))
	}
	return out
}

// returned tells it of what a call returns.
func (s *scan) returned(call *ssa.Call, index int) Lightness {
	if ir.IsBuiltin(&call.Call, "append") {
		out := Full
		for _, arg := range call.Call.Args {
			out = out.and(s.light.Of(arg))
		}
		return out
	}
	if fn := s.lazy.Callee(&call.Call); fn != nil {
		return s.either(ir.Returned(fn, index))
	}
	if obj, ok := ir.Called(&call.Call).(*types.Func); ok {
		if f := s.facts[obj.Pkg()]; f != nil {
			return f.option(funcName(obj), index)
		}
	}
	return Perhaps
}

// An Option is what a package variable, or a result of a function, says as the options of a watch.
type Option struct {
	Name  string
	Index int // of the result, -1 for a variable
	Light Lightness
}

// option tells it of a variable or result of the package that the facts are of.
func (f *Facts) option(name string, index int) Lightness {
	for _, o := range f.Options {
		if o.Name == name && o.Index == index {
			return o.Light
		}
	}
	return Perhaps
}

// describeOptions notes what the exported variables and functions of the package say as options.
func (f *Facts) describeOptions(s *scan) {
	note := func(name string, index int, l Lightness) {
		if l == Full || l == Light {
			f.Options = append(f.Options, Option{name, index, l})
		}
	}
	for _, name := range s.pass.Pkg.Scope().Names() {
		v, ok := s.pass.Pkg.Scope().Lookup(name).(*types.Var)
		if !ok || !v.Exported() || !isOptions(v.Type()) {
			continue
		}
		if g, ok := s.lazy.SSA().Members[name].(*ssa.Global); ok {
			note(name, -1, s.light.Of(g))
		}
	}
	for _, fn := range s.lazy.Functions() {
		obj, ok := fn.Object().(*types.Func)
		if !ok || !obj.Exported() || fn.Parent() != nil {
			continue
		}
		for i := range fn.Signature.Results().Len() {
			if isOptions(fn.Signature.Results().At(i).Type()) {
				note(funcName(obj), i, s.either(ir.Returned(fn, i)))
			}
		}
	}
}

// isOptions tells whether values of type t are options of a watch, one or a slice.
func isOptions(t types.Type) bool {
	if slice, ok := t.Underlying().(*types.Slice); ok {
		t = slice.Elem()
	}
	return kube.IsBuilderOption(t)
}

// declares tells whether a package has something to say to others that it doesn't use itself: exported functions that
// return kinds, metadata and unstructured objects, or options of watches, and variables that are options.
func declares(pkg *types.Package) bool {
	for _, name := range pkg.Scope().Names() {
		switch obj := pkg.Scope().Lookup(name).(type) {
		case *types.Var:
			if obj.Exported() && isOptions(obj.Type()) {
				return true
			}
		case *types.Func:
			if obj.Exported() && tells(obj) {
				return true
			}
		case *types.TypeName:
			if named, ok := obj.Type().(*types.Named); ok && obj.Exported() && !obj.IsAlias() && slices.ContainsFunc(slices.Collect(named.Methods()), tells) {
				return true
			}
		}
	}
	return false
}

func tells(fn *types.Func) bool {
	for result := range fn.Signature().Results().Variables() {
		if t := result.Type(); kube.IsGroupVersionKind(t) || isOptions(t) || openType(t) {
			return true
		}
	}
	return false
}
