package footprint

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

// Entry is the path of a map's entry, or of all whose keys begin and end like this one (Labels.[shop/*], Labels.[*/pool]), or of that whose key is a
// parameter of the function, or of another map that is one (Labels.[$1@label], its number and the function's name), for which
// calls have their arguments.
func (f *Finder) Entry(path string, key ssa.Value) string {
	if path == "" {
		return ""
	}
	return Join(path, f.keyOf(key))
}

// keyOf is the last step of a path to an entry with that key, empty if nothing is known of the key.
func (f *Finder) keyOf(key ssa.Value) string {
	switch text := f.texts.Of(key); {
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
		return fmt.Sprintf("%s%d@%s]", Given, slices.Index(v.Parent().Params, v), v.Parent().Name())
	case *ssa.Extract: // of each entry of a map
		next, ok := v.Tuple.(*ssa.Next)
		if !ok || next.IsString || v.Index != 1 {
			break
		}
		if p, ok := next.Iter.(*ssa.Range).X.(*ssa.Parameter); ok {
			return f.keyOf(p)
		}
	case *ssa.MakeMap: // which is given for that
		only := ""
		for put := range ir.Refs[*ssa.MapUpdate](v) {
			if only != "" || put.Map != ssa.Value(v) {
				return ""
			}
			only = f.keyOf(put.Key)
		}
		return only
	}
	return ""
}

// OfFinalizer is the path, in an object with that path, of the finalizer that a call is about: of all of them, if it isn't named.
func (f *Finder) OfFinalizer(path string, call ssa.CallInstruction) string {
	path = Join(path, Finalizers)
	for _, arg := range call.Common().Args {
		if b, ok := arg.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsString != 0 {
			return f.Entry(path, arg)
		}
	}
	return path
}

// Bound is what a footprint of a function is where a call calls it.
func (f *Finder) Bound(footprint Set, call ssa.CallInstruction) Set {
	var out Set
	for path := range footprint {
		if is := f.BoundPath(path, call); is != path {
			if out == nil {
				out = maps.Clone(footprint)
			}
			delete(out, path)
			out[is] = true
		}
	}
	if out == nil {
		return footprint
	}
	return out
}

// BoundPath is what a path in a function is where a call calls it: a parameter that is a key is the argument.
func (f *Finder) BoundPath(path string, call ssa.CallInstruction) string {
	n := strings.LastIndex(path, Given)
	if n < 0 || !strings.HasSuffix(path, "@"+ir.CalledName(call.Common())+"]") {
		return path
	}
	number, _, _ := strings.Cut(path[n+len(Given):], "@")
	arg, err := strconv.Atoi(number)
	if args := ir.Args(call.Common()); err == nil && arg < len(args) {
		return Join(unbound(path), f.keyOf(args[arg]))
	}
	return unbound(path)
}

// BoundOn is what a footprint of a function is in the outermost of those whose calls lead to it, the innermost last.
func (f *Finder) BoundOn(footprint Set, path []ssa.CallInstruction) Set {
	for _, call := range slices.Backward(path) {
		footprint = f.Bound(footprint, call)
	}
	return footprint
}
