package paths

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A Callback is a parameter of a function that is a function in its turn, which sets something in its parameter of the index Object:
// callers know what.
type Callback struct{ Param, Object int }

// callbacks finds out what functions set in an object to which it is passed, on a way to its write: the functions are known where
// the callers pass them.
type callbacks struct {
	in    *Info
	path  []ssa.CallInstruction // to the write
	given []Callback            // of the outermost function, which its callers pass it
}

// edit returns what an edit sets that is a call of a function value, to which the object is passed in the call of that index in the
// path; ok is false if it is none, or nothing more is known of it.
func (c *callbacks) edit(e footprint.Edit, object ssa.Value, i, left int) (set footprint.Set, ok bool) {
	call, isCall := e.By.(ssa.CallInstruction)
	if !isCall || e.Path != "" || !ir.CallsValue(call) {
		return nil, false
	}
	set = footprint.Set{}
	for n, arg := range call.Common().Args {
		if identity.Root(arg) == object {
			ok = true
			set.Add(c.called(call.Common().Value, n, i, left))
		}
	}
	return set, ok
}

// called returns what a function value of a function in the path sets in its parameter of an index: all, if it can't be said which
// function that is.
func (c *callbacks) called(v ssa.Value, n, i, left int) footprint.Set {
	v = c.in.functionIn(v)
	if p, ok := v.(*ssa.Parameter); ok {
		for ; i >= 0 && c.path[i].Parent() != p.Parent(); i-- {
		}
		switch {
		case i > 0 && c.in.lazy.Callee(c.path[i-1].Common()) == p.Parent():
			return c.called(ir.ArgFor(c.path[i-1].Common(), p), n, i-1, left)
		case i == 0:
			if back := (Callback{ir.ParamIndex(p), n}); !slices.Contains(c.given, back) {
				c.given = append(c.given, back)
			}
			return footprint.Set{}
		}
		return footprint.Whole()
	}
	body := ir.BodyOf(v)
	if body == nil || n >= len(body.Params) || left == 0 || captures(body, body.Params[n]) {
		return footprint.Whole()
	}
	all, object := footprint.Set{}, body.Params[n]
	for e := range c.in.footprints.Edits(flow.At(object, "")).Set {
		if set, ok := c.edit(e, object, i, left-1); ok {
			all.Add(set)
		} else {
			all[e.Path] = true
		}
	}
	return all
}

// captures tells whether a function literal may come to the object that it is given by way of a variable around it, too.
func captures(literal *ssa.Function, object *ssa.Parameter) bool {
	return slices.ContainsFunc(literal.FreeVars, func(v *ssa.FreeVar) bool {
		return types.Identical(ir.Deref(ir.Deref(v.Type())), ir.Deref(object.Type())) || types.IsInterface(ir.Deref(v.Type())) && kube.IsObject(ir.Deref(v.Type()))
	})
}

// functionIn returns what a function value is that is in a variable which is set once, as function literals have those of the function
// around them.
func (in *Info) functionIn(v ssa.Value) ssa.Value {
	for range maxVariables {
		load, ok := ir.Unwrap(v).(*ssa.UnOp)
		if !ok || load.Op != token.MUL {
			break
		}
		variable, ok := identity.Variable(load.X).(*ssa.Alloc)
		if !ok {
			break
		}
		stored := in.objects.OnlyStored(variable)
		if stored == nil {
			break
		}
		v = stored
	}
	return ir.Unwrap(v)
}
