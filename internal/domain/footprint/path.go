package footprint

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/change"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// PathIn tells whether a path is another, or of a field in it, or of an entry that it may mean.
func PathIn(path, outer string) bool {
	if mayMean(path, outer) {
		return true
	}
	rest, ok := strings.CutPrefix(path, outer)
	return ok && (outer == "" || rest == "" || rest[0] == '.')
}

// Depth is how many fields deep a path goes.
const Depth = 2

// FieldPath adds a field to a path, and tells whether there is to be more of it.
func FieldPath(path string, addr *ssa.FieldAddr) (string, bool) {
	field := ir.Field(addr.X.Type(), addr.Field)
	if ir.Promotes(field) {
		return path, true
	}
	if path == "" {
		return field.Name(), Depth > 1
	}
	return path + "." + field.Name(), strings.Count(path, ".")+2 < Depth
}

// Join is the path of a field in another one, no deeper than paths go.
func Join(outer, inner string) string {
	switch {
	case outer == "":
		return inner
	case inner == "" || strings.Count(outer, ".")+1 >= DepthOf(outer):
		return outer
	}
	return cut(outer + "." + inner)
}

// maxSteps is how many steps a path has that is put together: of types and functions that recur, it would never end.
const maxSteps = 4

// cut leaves of a path what leads to the part in which the rest is, if it is too long. The key of an entry is one step, dots or not.
func cut(path string) string {
	steps, inKey := 0, false
	for i, c := range path {
		switch {
		case c == '[' || c == ']':
			inKey = c == '['
		case c == '.' && !inKey:
			if steps++; steps == maxSteps {
				return path[:i]
			}
		}
	}
	return path
}

// DepthOf is how many fields deep a path goes: in the objects of a list, as in others.
func DepthOf(path string) int {
	if PathIn(path, Items) {
		return Depth + 1
	}
	return Depth
}

// mayMean tells whether a path is of an entry that another one may mean, of which the key isn't all known: it begins like that, and
// ends like that.
func mayMean(path, some string) bool {
	if n := strings.LastIndex(some, Given); n >= 0 {
		return strings.HasPrefix(path, some[:n])
	}
	begins, ends, found := strings.Cut(some, wildcard)
	key, like := strings.CutPrefix(path, begins)
	if !found || !like {
		return false
	}
	ends, _, _ = strings.Cut(ends, "]")
	key, _, _ = strings.Cut(key, "]")
	_, last, partly := strings.Cut(key, wildcard)
	return strings.HasSuffix(key, ends) || partly && (strings.HasSuffix(last, ends) || strings.HasSuffix(ends, last))
}

// unbound is a path without an entry whose key is a parameter.
func unbound(path string) string {
	if n := strings.LastIndex(path, Given); n > 0 {
		return path[:n-1]
	}
	return path
}

// Keys of entries of which not everything is known.
const (
	wildcard = "*"  // stands in a key for what isn't known of it
	Given    = "[$" // begins the key that a parameter has
)

// FieldOf is what a path has for a field: nothing for embedded structs.
func FieldOf(addr *ssa.FieldAddr) string {
	if field := ir.FieldAt(addr); !ir.Promotes(field) {
		return field.Name()
	}
	return ""
}

// PathTo returns the path to what a function has changed in what it was given, as far as paths go.
func PathTo(changed string) string {
	steps := strings.SplitN(change.Fields(changed), ".", Depth+1)
	return strings.Join(steps[:min(len(steps), Depth)], ".")
}

// OfCondition is the path to the condition in those of a path that a call sets or asks for, or to all, if it isn't known which.
func OfCondition(path string, call ssa.CallInstruction) string {
	if name, known := strings.CutPrefix(conditionOf(call.Common()), "."); known && path != "" {
		return path + ".[" + name + "]"
	}
	return path
}

// conditionOf returns the type of the condition that a call sets, removes or asks for, with a dot before it; nothing if it is about
// none, or that isn't known.
func conditionOf(common *ssa.CallCommon) string {
	condition, obj := ir.Written(common, 1), ir.Called(common)
	if condition == nil || !kube.IsOfCondition(obj) && !kube.AsksForCondition(kube.SymbolOf(obj)) {
		return ""
	}
	name, ok := ir.Text(condition)
	if literal := ir.Literal(condition); literal != nil {
		if typ, set := ir.FieldStore(literal, "Type"); set {
			name, ok = ir.Text(typ)
		}
	}
	if !ok {
		return ""
	}
	return "." + name
}

// Finalizers is the path of the finalizers.
const Finalizers = "Finalizers"

// status is the path of the status.
const status = "Status"
