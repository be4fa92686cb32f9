package identity

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Objects that are created get a name of their own each time where the server makes it up (GenerateName), or the function does,
// with a random part: who creates one twice has two, and no error says so.
const (
	nameField     = "Name"
	generateField = "GenerateName"
)

// maxUnique is through how many functions an object, or its name, is followed to where it is made.
const maxUnique = 4

// IsUnique tells whether an object has, at an instruction, another name each time that it is made.
func (f *Finder) IsUnique(object ssa.Value, at ssa.Instruction) bool {
	return f.isUnique(object, at, maxUnique)
}

// isUnique tells it, if the object is followed through as many functions as are left.
func (f *Finder) isUnique(object ssa.Value, at ssa.Instruction, left int) bool {
	object = Root(object)
	if object == nil || left == 0 {
		return false
	}
	if n := f.naming.Of(object, f.findNames); len(n.names)+len(n.generates) > 0 {
		if len(n.generates) == 0 && !n.random {
			return false
		}
		before := ir.MayPrecede(at)
		isSet := func(s setting) bool { return s.at == nil || s.at.Parent() != at.Parent() || before(s.at) }
		if !slices.ContainsFunc(n.names, isSet) {
			return slices.ContainsFunc(n.generates, isSet)
		}
		return !slices.ContainsFunc(n.names, func(s setting) bool { return isSet(s) && !f.isRandom(s.to, left) })
	}
	step := ir.StepOf(object)
	if step.Kind != ir.Result {
		return false
	}
	callee := f.lazy.Callee(step.Call.Common())
	if callee == nil {
		facts := f.calls.Facts(ir.Called(step.Call.Common()))
		return facts != nil && slices.Contains(facts.Unique, step.Index)
	}
	return f.makesUnique(callee, step.Index, left-1)
}

// makesUnique tells whether what a function returns is an object that has another name each time.
func (f *Finder) makesUnique(fn *ssa.Function, n, left int) bool {
	made := 0
	for ret := range ir.All[*ssa.Return](fn.Blocks) {
		if ir.IsNil(ret.Results[n]) {
			continue
		}
		if made++; !f.isUnique(ret.Results[n], ret, left) {
			return false
		}
	}
	return made > 0
}

// names are what an object's name is set to, and that of which the server makes one, where it is not the empty text.
type names struct {
	names, generates []setting
	random           bool // one of the names is random
}

func (f *Finder) findNames(object ssa.Value) (out names) {
	out.names, out.generates = f.namesSet(object, nameField), f.namesSet(object, generateField)
	out.random = slices.ContainsFunc(out.names, func(s setting) bool { return f.isRandom(s.to, maxUnique) })
	return out
}

// namesSet returns what a field of an object's metadata is set to; of a literal that is copied there it isn't said where.
func (f *Finder) namesSet(object ssa.Value, field string) (out []setting) {
	out = settings(object, field)
	if alloc, ok := object.(*ssa.Alloc); ok {
		fields, _ := f.Stores(alloc)
		for _, meta := range fields["*ObjectMeta"] {
			if literal := ir.Literal(meta); literal != nil {
				of, _ := f.Stores(literal)
				for _, v := range of[field] {
					out = append(out, setting{to: v})
				}
			}
		}
	}
	return slices.DeleteFunc(out, func(s setting) bool { text, known := ir.Text(s.to); return known && text == "" })
}

// isRandom tells whether a part of a text is another one each time.
func (f *Finder) isRandom(v ssa.Value, left int) bool {
	return f.isVarying(v, left, map[ssa.Value]bool{})
}

// isVarying tells it of a text, but for what was seen in the function before.
func (f *Finder) isVarying(v ssa.Value, left int, seen map[ssa.Value]bool) bool {
	if left == 0 || seen[v] {
		return false
	}
	seen[v] = true
	further := func(v ssa.Value) bool { return f.isVarying(v, left, seen) }
	switch v := v.(type) {
	case *ssa.BinOp:
		return further(v.X) || further(v.Y)
	case *ssa.Convert:
		return further(v.X)
	case *ssa.MakeInterface:
		return further(v.X)
	case *ssa.ChangeType:
		return further(v.X)
	case *ssa.Slice:
		return slices.ContainsFunc(ir.Variadic(v), further) || v.X.Type() == v.Type() && further(v.X)
	case *ssa.UnOp:
		if p := Root(v); p != ssa.Value(v) && p != nil {
			return further(p)
		}
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok && v.Index == 0 {
			return further(call)
		}
	case *ssa.Call:
		if callee := f.lazy.Callee(v.Common()); callee != nil {
			return slices.ContainsFunc(ir.Returned(callee, 0), func(r ssa.Value) bool { return f.isRandom(r, left-1) })
		}
		symbol := ir.Symbol(v.Common())
		return kube.IsUnique(symbol) || (kube.IsPure(symbol) || symbol.Name == "String") && slices.ContainsFunc(v.Call.Args, further)
	}
	return false
}
