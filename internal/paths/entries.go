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

// entries is the path of a map's entry, or of all whose keys begin and end like this one (Labels.[shop/*], Labels.[*/pool]), or of that whose key is a
// parameter of the function, or of another map that is one (Labels.[$1@label], its number and the function's name), for which
// calls have their arguments.
func (in *Info) entries(path string, key ssa.Value) string {
	if path == "" {
		return ""
	}
	return joined(path, in.keyOf(key))
}

// ofFinalizer is the path, in an object with that path, of the finalizer that a call is about: of all of them, if it isn't named.
func (in *Info) ofFinalizer(path string, call ssa.CallInstruction) string {
	path = joined(path, finalizers)
	for _, arg := range call.Common().Args {
		if b, ok := arg.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsString != 0 {
			return in.entries(path, arg)
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
func (in *Info) keyOf(key ssa.Value) string {
	switch text := in.texts.Of(key); {
	case text.Whole:
		return "[" + text.Begins + "]"
	case text != (ir.Affixes{}):
		return "[" + text.Begins + wildcard + text.Ends + "]"
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
			return in.keyOf(p)
		}
	case *ssa.MakeMap: // which is given for that
		only := ""
		for put := range ir.Refs[*ssa.MapUpdate](v) {
			if only != "" || put.Map != ssa.Value(v) {
				return ""
			}
			only = in.keyOf(put.Key)
		}
		return only
	}
	return ""
}

const (
	wildcard = "*"  // stands in a key for what isn't known of it
	given    = "[$" // begins the key that a parameter has
)

// ofCondition is the path to the condition in those of a path that a call sets or asks for, or to all, if it isn't known which.
func ofCondition(path string, call ssa.CallInstruction) string {
	if name, known := strings.CutPrefix(conditionOf(call.Common()), "."); known && path != "" {
		return path + ".[" + name + "]"
	}
	return path
}

// mayMean tells whether a path is of an entry that another one may mean, of which the key isn't all known: it begins like that, and
// ends like that.
func mayMean(path, some string) bool {
	if n := strings.LastIndex(some, given); n >= 0 {
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
	if n := strings.LastIndex(path, given); n > 0 {
		return path[:n-1]
	}
	return path
}

// boundPath is what a path in a function is where a call calls it: a parameter that is a key is the argument.
func (in *Info) boundPath(path string, call ssa.CallInstruction) string {
	n := strings.LastIndex(path, given)
	if n < 0 || !strings.HasSuffix(path, "@"+ir.CalledName(call.Common())+"]") {
		return path
	}
	number, _, _ := strings.Cut(path[n+len(given):], "@")
	arg, err := strconv.Atoi(number)
	if args := ir.Args(call.Common()); err == nil && arg < len(args) {
		return joined(unbound(path), in.keyOf(args[arg]))
	}
	return unbound(path)
}

// bound is what a footprint of a function is where a call calls it.
func (in *Info) bound(f Footprint, call ssa.CallInstruction) Footprint {
	var out Footprint
	for path := range f {
		if is := in.boundPath(path, call); is != path {
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
func (in *Info) boundOn(f Footprint, path []ssa.CallInstruction) Footprint {
	for _, call := range slices.Backward(path) {
		f = in.bound(f, call)
	}
	return f
}

// bound is what the consequences in a function are where a call calls it.
func (in *Info) boundTo(c Consequences, call ssa.CallInstruction) Consequences {
	c.Decides, c.Written, c.Fails, c.Stops, c.Set = in.bound(c.Decides, call), in.bound(c.Written, call), in.bound(c.Fails, call), in.bound(c.Stops, call), in.bound(c.Set, call)
	return c
}
