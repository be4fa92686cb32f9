package handler

import (
	"fmt"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Relays is the fact of what a function does with event handlers that it is given.
type Relays struct {
	Params []Relay
}

// A Relay is a parameter (the receiver counts) that is an event handler, and where that goes.
type Relay struct {
	Param int
	To    Way
}

func (r *Relays) String() string { return fmt.Sprintf("relays%v", r.Params) }

// A Way is where an event handler goes, by all that is known.
type Way struct {
	Informer bool // to an informer, which calls it with whatever it has
	Unsure   bool // into a layer of which isn't known with what it calls it: it may have unwrapped that
	Back     bool // to the callers, as it is or in one that hands on to it all that that is called with
}

// Unknown tells whether no informer is known to call it, and somebody else may.
func (w Way) Unknown() bool { return w.Unsure && !w.Informer }

func (w Way) and(other Way) Way {
	return Way{w.Informer || other.Informer, w.Unsure || other.Unsure, w.Back || other.Back}
}

// A relays finds out where the event handlers of a package go.
type relays struct {
	pkg    *ir.Package
	known  map[*types.Func]*Relays        // functions of other packages
	layers map[types.Object][]*types.Func // see [Layers]
	ways   *flow.Table[ssa.Value, Way]
}

func newRelays(pkg *ir.Package, solver *flow.Solver, known map[*types.Func]*Relays, layers map[types.Object][]*types.Func) *relays {
	r := &relays{pkg: pkg, known: known, layers: layers}
	r.ways = flow.NewTable(solver, flow.Rules[ssa.Value, Way]{Compute: r.wayOf, Unknown: Way{Unsure: true}, Equal: flow.Equal[Way]})
	return r
}

// wayOf returns where an event handler goes that is made, or that a function is given. Who gives it to a function knows what to do
// with what that returns.
func (r *relays) wayOf(v ssa.Value) (way Way) {
	_, given := v.(*ssa.Parameter)
	handedOn(v, uses{
		stored: func(t types.Type, field int) bool {
			named := kube.Named(t)
			switch {
			case kube.FieldRole(t, field) == kube.Inner:
				return true
			case named == nil || kube.IsHandlerStruct(t) || kube.HandlerMethods(named) == nil:
				return false
			}
			on := r.handsOn(named, field)
			way.Unsure = way.Unsure || !on
			return on
		},
		captured: func(by *ssa.MakeClosure, handler ssa.Value) []ssa.Value {
			on, unsure := calledBy(by, handler)
			way.Unsure = way.Unsure || unsure
			return on
		},
		passed: func(call ssa.CallInstruction, handler ssa.Value) {
			to := r.passed(call.Common(), handler)
			if to.Back {
				to = to.and(r.results(call))
				to.Back = false
			}
			way = way.and(to)
		},
		returned: func(ret *ssa.Return) {
			if given {
				way.Back = true
				return
			}
			way.Unsure = way.Unsure || r.isLayer(ret.Parent())
			way = way.and(r.layered(Source(ret.Parent()).Object()))
			for _, call := range r.pkg.Index().Callers(ret.Parent()) {
				way = way.and(r.results(call))
			}
		},
	})
	way.Back = way.Back && !way.Unsure // what comes back may be what somebody made of it, as of a chain of layers
	return way
}

// isLayer tells whether a function makes an event handler of another one, and is put or passed somewhere as a value: who calls it
// there may put what it makes into other layers, as one of a chain.
func (r *relays) isLayer(fn *ssa.Function) bool {
	return slices.ContainsFunc(fn.Params, func(p *ssa.Parameter) bool { return kube.IsHandler(p.Type()) }) && r.pkg.Index().IsValue(fn)
}

// results returns where the event handlers go that a call returns.
func (r *relays) results(call ssa.CallInstruction) (way Way) {
	results := call.Common().Signature().Results()
	for n := range results.Len() {
		if !kube.IsHandler(results.At(n).Type()) {
			continue
		}
		for _, result := range ir.ResultsOf(call, n) {
			way = way.and(r.ways.Of(result))
		}
	}
	return way
}

// passed returns where an event handler goes that a call is given. What a call returns which is an event handler too may be a layer
// around it, which unwraps tombstones, unless it is known to hand them on.
func (r *relays) passed(common *ssa.CallCommon, handler ssa.Value) (way Way) {
	fn, _ := ir.Called(common).(*types.Func)
	switch callee := r.pkg.Callee(common); {
	case kube.AddsHandler(ir.Symbol(common)):
		return Way{Informer: true}
	case ir.IsBuiltin(common, "") || !kube.IsHandler(handler.Type()):
		return Way{}
	case callee != nil:
		for p := range ir.Given(callee, common, handler) {
			way = way.and(r.ways.Of(p))
		}
	case fn != nil && r.known[fn.Origin()] != nil:
		for _, relay := range r.known[fn.Origin()].Params {
			if ir.Arg(common, relay.Param) == handler {
				way = relay.To
			}
		}
	}
	way.Unsure = way.Unsure || way == (Way{}) && returnsHandler(common)
	return way
}

func returnsHandler(common *ssa.CallCommon) bool {
	results := common.Signature().Results()
	for n := range results.Len() {
		if kube.IsHandler(results.At(n).Type()) {
			return true
		}
	}
	return false
}

// handsOn tells whether the delete function of a type that is an event handler is that of one in a field, or calls that with
// what it is given itself, and with nothing else.
func (r *relays) handsOn(named *types.Named, field int) bool {
	for fn, role := range kube.HandlerMethods(named) {
		if role != kube.Delete {
			continue
		}
		if _, path, _ := types.LookupFieldOrMethod(types.NewPointer(named), true, fn.Pkg(), fn.Name()); len(path) > 1 {
			return path[0] == field
		}
		body := r.pkg.SSA().Prog.FuncValue(fn.Origin())
		if body == nil || len(body.Params) != 2 {
			return false
		}
		calls, handsOn := deletes(body, body.Params[1], func(inner ssa.Value) bool { return ir.FieldRead(inner) == ir.Field(named, field) })
		return calls && handsOn
	}
	return false
}

// deletes tells whether a function calls the delete method of such event handlers, and whether always with what it is given itself,
// tombstones too.
func deletes(fn *ssa.Function, given ssa.Value, of func(ssa.Value) bool) (calls, handsOn bool) {
	handsOn = true
	for assert := range ir.All[*ssa.TypeAssert](fn.Blocks) { // it may hand on the rest
		handsOn = handsOn && assert.X != given
	}
	for call := range ir.All[ssa.CallInstruction](fn.Blocks) {
		inner, args := ir.Receiver(call.Common())
		if inner != nil && kube.IsDeleteRole(ir.CalledName(call.Common())) && len(args) == 1 && of(inner) {
			calls, handsOn = true, handsOn && args[0] == given
		}
	}
	return calls, handsOn
}

// calledBy returns what an event handler goes on as that a function has: as it is in the function, or, if that is the delete
// function of another event handler which calls that of the former, as the other one. It is unsure if it doesn't do so with what it
// is given itself.
func calledBy(by *ssa.MakeClosure, handler ssa.Value) (on []ssa.Value, unsure bool) {
	fn, names := by.Fn.(*ssa.Function), ir.Captured(by, handler)
	for store := range ir.Refs[*ssa.Store](by) {
		field, ok := store.Addr.(*ssa.FieldAddr)
		if !ok || len(fn.Params) != 1 || kube.FieldRole(ir.Deref(field.X.Type()), field.Field) != kube.Delete {
			continue
		}
		calls, handsOn := deletes(fn, fn.Params[0], func(inner ssa.Value) bool {
			return inner == names[0] || slices.Contains(ir.StepOf(inner).From, names[0])
		})
		if calls && handsOn {
			on = append(on, field.X)
		}
		unsure = unsure || calls && !handsOn
	}
	if len(on) > 0 || unsure {
		return on, unsure
	}
	return names, false
}

// Facts returns what the functions of the package do with the event handlers that others give them.
func (hs *Handlers) Facts() map[*types.Func]*Relays {
	if hs == nil {
		return nil
	}
	return ir.Facts(hs.pkg, func(fn *ssa.Function) *Relays {
		var fact Relays
		for n, p := range fn.Params {
			if !kube.IsHandler(p.Type()) || n == 0 && fn.Signature.Recv() != nil {
				continue
			}
			if way := hs.relays.ways.Of(p); way != (Way{}) {
				fact.Params = append(fact.Params, Relay{n, way})
			}
		}
		if len(fact.Params) == 0 {
			return nil
		}
		return &fact
	})
}

// goes returns where values go that are one event handler.
func (r *relays) goes(values ...ssa.Value) (way Way) {
	for _, v := range values {
		way = way.and(r.ways.Of(v))
	}
	return way
}

// handlersOf returns the event handlers that values of a type are made.
func (f *finder) handlersOf(named *types.Named) (made []ssa.Value) {
	for _, fn := range f.info.Functions {
		for boxed := range ir.All[*ssa.MakeInterface](fn.Blocks) {
			if iface := kube.Named(boxed.Type()); iface != nil && kube.IsHandlerInterface(iface) && kube.Named(boxed.X.Type()) == named {
				made = append(made, boxed)
			}
		}
	}
	return made
}
