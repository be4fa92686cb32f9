package paths

import (
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
)

// entries is the path of a map's entry, or of all whose keys begin like this one (Labels.[shop/*]), or of that whose key is a
// parameter of the function, or of another map that is one (Labels.[$1@label], its number and the function's name), for which
// calls have their arguments.
func entries(path string, key ssa.Value) string {
	if path == "" || entry(path, key) != path {
		return entry(path, key)
	}
	return joined(path, keyOf(key))
}

// ofFinalizer is the path, in an object with that path, of the finalizer that a call is about: of all of them, if it isn't named.
func ofFinalizer(path string, call ssa.CallInstruction) string {
	path = joined(path, finalizers)
	for _, arg := range call.Common().Args {
		if b, ok := arg.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsString != 0 {
			return entries(path, arg)
		}
	}
	return path
}

// ofLists is a footprint of what a patch sends where an element of a list is set: the list.
func (f Footprint) ofLists() Footprint {
	out := Footprint{}
	for path := range f {
		if pathIn(path, finalizers) {
			path = finalizers
		}
		out[path] = true
	}
	return out
}

// keyOf is the last step of a path to an entry with that key, empty if nothing is known of the key.
func keyOf(key ssa.Value) string {
	if text, ok := ir.Text(key); ok {
		return "[" + text + "]"
	}
	if begins := ir.TextPrefix(key); begins != "" {
		return "[" + begins + anyEnd
	}
	for {
		converted, ok := key.(*ssa.ChangeType)
		if !ok {
			break
		}
		key = converted.X
	}
	switch v := key.(type) {
	case *ssa.Parameter:
		return fmt.Sprintf("%s%d@%s]", given, slices.Index(v.Parent().Params, v), v.Parent().Name())
	case *ssa.Extract: // of each entry of a map
		next, ok := v.Tuple.(*ssa.Next)
		if !ok || next.IsString || v.Index != 1 {
			break
		}
		if p, ok := next.Iter.(*ssa.Range).X.(*ssa.Parameter); ok {
			return keyOf(p)
		}
	case *ssa.MakeMap: // which is given for that
		only := ""
		for put := range ir.Refs[*ssa.MapUpdate](v) {
			if only != "" || put.Map != ssa.Value(v) {
				return ""
			}
			only = keyOf(put.Key)
		}
		return only
	}
	return ""
}

const (
	anyEnd = "*]" // ends the path of entries of which only the beginning of the keys is known
	given  = "[$" // begins the key that a parameter has
)

// ofCondition is the path to the condition in those of a path that a call sets or asks for, or to all, if it isn't known which.
func ofCondition(path string, call ssa.CallInstruction) string {
	if name, known := strings.CutPrefix(conditionOf(call.Common()), "."); known && path != "" {
		return path + ".[" + name + "]"
	}
	return path
}

// someEntries returns with what the paths begin of entries that a path may mean, and whether it is of such.
func someEntries(path string) (begins string, some bool) {
	if n := strings.LastIndex(path, given); n >= 0 {
		return path[:n], true
	}
	return strings.CutSuffix(path, anyEnd)
}

// unbound is a path without an entry whose key is a parameter.
func unbound(path string) string {
	if n := strings.LastIndex(path, given); n > 0 {
		return path[:n-1]
	}
	return path
}

// boundPath is what a path in a function is where a call calls it: a parameter that is a key is the argument.
func boundPath(path string, call ssa.CallInstruction) string {
	n := strings.LastIndex(path, given)
	if n < 0 || !strings.HasSuffix(path, "@"+ir.CalledName(call.Common())+"]") {
		return path
	}
	number, _, _ := strings.Cut(path[n+len(given):], "@")
	arg, err := strconv.Atoi(number)
	if args := ir.Args(call.Common()); err == nil && arg < len(args) {
		return joined(unbound(path), keyOf(args[arg]))
	}
	return unbound(path)
}

// bound is what a footprint of a function is where a call calls it.
func (f Footprint) bound(call ssa.CallInstruction) Footprint {
	var out Footprint
	for path := range f {
		if is := boundPath(path, call); is != path {
			if out == nil {
				out = maps.Clone(f)
			}
			delete(out, path)
			out[is] = true
		}
	}
	if out == nil {
		return f
	}
	return out
}

// boundOn is what a footprint of a function is in the outermost of those whose calls lead to it, the innermost last.
func boundOn(f Footprint, path []ssa.CallInstruction) Footprint {
	for _, call := range slices.Backward(path) {
		f = f.bound(call)
	}
	return f
}

// bound is what the consequences in a function are where a call calls it.
func (c Consequences) bound(call ssa.CallInstruction) Consequences {
	c.Decides, c.Written, c.Fails, c.Set = c.Decides.bound(call), c.Written.bound(call), c.Fails.bound(call), c.Set.bound(call)
	return c
}
