package use

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A cache is the one behind a client, reader, cache, indexer, cluster, manager or builder. The zero value is the
// manager's, which is also that of what can't be seen but is usual for it: of a controller's only client.
type cache struct {
	name string // what it is, and where: two caches of one name are one
	made bool   // it is made in view, beside the manager's, whose options have no say
	none bool   // of nil
}

// behind returns the cache behind a value.
func (s *scan) behind(v ssa.Value) cache {
	switch step := ir.StepOf(v); step.Kind {
	case ir.Constant:
		return cache{none: true}
	case ir.Alias:
		return s.same(step.From, "what comes together at "+s.at(v))
	case ir.Load:
		return s.inVariable(step.From[0])
	case ir.FieldOf:
		return s.inField(step.Field, kube.Named(step.From[0].Type()))
	case ir.Variable:
		return s.inVariable(v)
	case ir.Param:
		return s.passed(v.(*ssa.Parameter))
	case ir.Result:
		return s.result(step.Call, step.Index)
	}
	return cache{name: noun(v.Type()) + " of " + s.at(v)}
}

// at names where a value comes to be.
func (s *scan) at(v ssa.Value) string {
	if extract, ok := v.(*ssa.Extract); ok {
		v = extract.Tuple
	}
	if !v.Pos().IsValid() && v.Parent() != nil {
		return enclosing(v.Parent()) + " " + v.Name()
	}
	return s.place(v.Pos()).String()
}

// noun says what a value is.
func noun(t types.Type) string {
	switch {
	case kube.IsManager(t):
		return "the manager"
	case kube.IsCluster(t):
		return "the cluster"
	case kube.IsCache(t):
		return "the cache"
	}
	return "the client"
}

// same returns the one cache behind all of these values; one of that name if there are several.
func (s *scan) same(values []ssa.Value, several string) cache {
	out := cache{none: true}
	for _, v := range values {
		c := s.caches.Of(v)
		switch {
		case c.none:
		case out.none:
			out = c
		case out.name != c.name:
			return cache{name: several}
		}
	}
	return out
}

// inVariable returns the cache behind what is at an address.
func (s *scan) inVariable(addr ssa.Value) cache {
	step := ir.StepOf(addr)
	switch step.Kind {
	case ir.FieldAddr:
		return s.inField(step.Field, kube.Named(step.From[0].Type()))
	case ir.Variable, ir.Alias:
		if out := s.same(s.places.Contents(addr), "what is in "+addr.Name()+" at "+s.at(addr)); !out.none {
			return out
		}
		if _, global := addr.(*ssa.Global); global || step.Kind == ir.Alias {
			return cache{}
		}
		return cache{none: true}
	}
	return cache{name: noun(ir.Deref(addr.Type())) + " of " + s.at(addr)}
}

// inField returns the cache behind what a field holds, wherever the struct is.
func (s *scan) inField(field *types.Var, owner *types.Named) cache {
	name := "the field " + field.Name()
	if owner != nil {
		name += " of " + owner.Obj().Name()
	}
	if out := s.same(s.places.OfField(field), name); !out.none {
		return out
	}
	var all []*types.Var
	if owner != nil {
		if st, ok := owner.Underlying().(*types.Struct); ok {
			all = slices.Collect(st.Fields())
		}
	}
	if usual(field, all) {
		return cache{}
	}
	return cache{name: name}
}

// passed returns the cache behind what the callers in the package pass for a parameter.
func (s *scan) passed(p *ssa.Parameter) cache {
	name := fmt.Sprintf("the parameter %s of %s", p.Name(), enclosing(p.Parent()))
	if out := s.same(s.places.Passed(p), name); !out.none {
		return out
	}
	v, ok := p.Object().(*types.Var)
	if ok && usual(v, slices.Collect(p.Parent().Signature.Params().Variables())) {
		return cache{}
	}
	return cache{name: name}
}

// usual tells whether a field or parameter of which it can't be seen what it holds is usually of the manager. That is so
// for managers and indexers; not for caches and clusters, of which a program has others; and for clients, unless there
// are several among all fields, or parameters, and this one is not called just that, or its name says that it is
// another cluster's.
func usual(v *types.Var, all []*types.Var) bool {
	switch t := v.Type(); {
	case kube.IsCluster(t) || kube.IsCache(t):
		return false
	case !kube.IsReader(t):
		return true
	}
	if kube.OtherClusterName(v.Name()) {
		return false
	}
	clients := 0
	for _, other := range all {
		if kube.IsClient(other.Type()) && !kube.LiveName(other.Name()) {
			clients++
		}
	}
	return clients < 2 || strings.EqualFold(v.Name(), "client") || v.Embedded()
}

// result returns the cache behind what a call returns.
func (s *scan) result(call *ssa.Call, index int) cache {
	common := &call.Call
	symbol := ir.Symbol(common)
	recv, args := ir.Receiver(common)
	switch {
	case kube.MakesCache(symbol):
		return cache{name: "the cache of " + s.place(call.Pos()).String(), made: true}
	case kube.MakesManager(symbol):
		return s.manager(call)
	case kube.MakesBuilder(symbol) && len(args) > 0:
		return s.caches.Of(args[0])
	case recv != nil && (kube.IsCluster(recv.Type()) || kube.IsManager(recv.Type()) || kube.IsBuilder(recv.Type())):
		if kube.IsCluster(ir.ResultType(call, index)) { // one of several that a manager knows
			return cache{name: "the cluster of " + s.place(call.Pos()).String()}
		}
		return s.caches.Of(recv)
	}
	switch kube.ProvenanceOf(symbol) {
	case kube.Wraps:
		for _, arg := range common.Args {
			if kube.IsReader(arg.Type()) {
				return s.caches.Of(arg)
			}
		}
	case kube.ByOptions, kube.ManagerClient:
		for _, arg := range common.Args {
			if out := s.same(s.kinds.Nested(arg, "Reader", "CacheReader"), "the caches of "+s.place(call.Pos()).String()); !out.none {
				return out
			}
		}
		return cache{}
	}
	if callee := s.lazy.Callee(common); callee != nil {
		switch out := s.same(ir.Returned(callee, index), "what "+enclosing(callee)+" returns"); {
		case out.none:
			return cache{}
		case out.name == "" && s.makesManager(call, maxHelpers):
			return s.manager(call)
		default:
			return out
		}
	}
	for _, arg := range args {
		if !kube.IsContext(arg.Type()) { // by which the function may choose
			return cache{name: noun(ir.ResultType(call, index)) + " of " + s.place(call.Pos()).String()}
		}
	}
	return cache{}
}

// manager returns the cache of a manager that is made in view: where a function makes several, each has its own.
func (s *scan) manager(call *ssa.Call) cache {
	after, before := ir.MayFollow(call), ir.MayPrecede(call)
	for other := range ir.All[*ssa.Call](call.Parent().Blocks) {
		if other != call && s.makesManager(other, maxHelpers) && (after(other) || before(other)) {
			return cache{name: "the manager of " + s.place(call.Pos()).String()}
		}
	}
	return cache{}
}

// maxHelpers bounds how many functions of the package hand out, one to the other, a manager that is made in view.
const maxHelpers = 3

// makesManager tells whether a call makes a manager, itself or as a function of the package that returns one which it
// makes each time.
func (s *scan) makesManager(call *ssa.Call, helpers int) bool {
	if kube.MakesManager(ir.Symbol(&call.Call)) {
		return true
	}
	callee := s.lazy.Callee(&call.Call)
	if callee == nil || helpers == 0 || !kube.IsManager(ir.ResultType(call, 0)) {
		return false
	}
	return slices.ContainsFunc(ir.Returned(callee, 0), func(v ssa.Value) bool {
		step := ir.StepOf(v)
		return step.Kind == ir.Result && s.makesManager(step.Call, helpers-1)
	})
}
