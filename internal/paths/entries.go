package paths

import (
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/ir"
)

// entries is the path of a map's entry, or of all whose keys begin and end like this one (Labels.[shop/*], Labels.[*/pool]), or of that whose key is a
// parameter of the function, or of another map that is one (Labels.[$1@label], its number and the function's name), for which
// calls have their arguments.
func (in *Info) entries(path string, key ssa.Value) string {
	if path == "" {
		return ""
	}
	return footprint.Join(path, in.keyOf(key))
}

// ofFinalizer is the path, in an object with that path, of the finalizer that a call is about: of all of them, if it isn't named.
func (in *Info) ofFinalizer(path string, call ssa.CallInstruction) string {
	path = footprint.Join(path, footprint.Finalizers)
	for _, arg := range call.Common().Args {
		if b, ok := arg.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsString != 0 {
			return in.entries(path, arg)
		}
	}
	return path
}

// keyOf is the last step of a path to an entry with that key, empty if nothing is known of the key.
func (in *Info) keyOf(key ssa.Value) string {
	switch text := in.texts.Of(key); {
	case text.Whole:
		return "[" + text.Begins + "]"
	case text != (ir.Affixes{}):
		return "[" + text.Begins + footprint.Wildcard + text.Ends + "]"
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
		return fmt.Sprintf("%s%d@%s]", footprint.Given, slices.Index(v.Parent().Params, v), v.Parent().Name())
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

// boundPath is what a path in a function is where a call calls it: a parameter that is a key is the argument.
func (in *Info) boundPath(path string, call ssa.CallInstruction) string {
	n := strings.LastIndex(path, footprint.Given)
	if n < 0 || !strings.HasSuffix(path, "@"+ir.CalledName(call.Common())+"]") {
		return path
	}
	number, _, _ := strings.Cut(path[n+len(footprint.Given):], "@")
	arg, err := strconv.Atoi(number)
	if args := ir.Args(call.Common()); err == nil && arg < len(args) {
		return footprint.Join(footprint.Unbound(path), in.keyOf(args[arg]))
	}
	return footprint.Unbound(path)
}

// bound is what a footprint of a function is where a call calls it.
func (in *Info) bound(f footprint.Set, call ssa.CallInstruction) footprint.Set {
	var out footprint.Set
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
func (in *Info) boundOn(f footprint.Set, path []ssa.CallInstruction) footprint.Set {
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
