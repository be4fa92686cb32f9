package paths

import (
	"go/token"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Consequences are what hangs on the state of an object, as far as the code shows it.
type Consequences struct {
	// Decides is what of the object decides what is done, or left, or returned.
	Decides footprint.Set
	// Written is what of it is written to the API without a lock, or into other objects, or sent to other programs.
	Written footprint.Set
	// Fails is what of it decides that the functions around it fail, and Stops is that of which they do something if they don't.
	Fails, Stops footprint.Set
	// Fewer says that the functions around it go on if there are fewer objects in a list, where they fail or come back else.
	Fewer bool
	// Spares says that something is deleted only if there are more objects in a list than some number of them.
	Spares bool
	// Set is what is set in it before what differs from the state that was read is sent: what is the same is not.
	Set footprint.Set
	// Lost says that it is updated, and that nobody hears when that is refused since the object isn't the latest.
	Lost bool
	// Sent says that it is updated, and that the functions around it fail when that is refused.
	Sent bool
	// Unseen says that more may hang on it: it goes where it isn't followed.
	Unseen bool
}

func noConsequences() Consequences {
	return Consequences{Decides: footprint.Set{}, Written: footprint.Set{}, Fails: footprint.Set{}, Stops: footprint.Set{}, Set: footprint.Set{}}
}

func (c *Consequences) add(other Consequences) {
	c.Decides.Add(other.Decides)
	c.Written.Add(other.Written)
	c.Fails.Add(other.Fails)
	c.Stops.Add(other.Stops)
	c.Set.Add(other.Set)
	c.Lost, c.Sent, c.Unseen, c.Fewer = c.Lost || other.Lost, c.Sent || other.Sent, c.Unseen || other.Unseen, c.Fewer || other.Fewer
	c.Spares = c.Spares || other.Spares
}

// heard goes on with what makes a function fail, in the function of a call of it.
func (c *Consequences) heard(in *Info, call ssa.CallInstruction) {
	if c.Sent {
		refused := in.refusal(call)
		c.Lost = c.Lost || refused.Lost
		c.Sent = !refused.Lost && refused.Errs
		c.Unseen = c.Unseen || !refused.Lost && !refused.Errs
	}
	if len(c.Fails) > 0 {
		rejected := in.rejection(call)
		over := noConsequences()
		switch {
		case rejected.Lost && in.onlyTellsError(call):
			over = in.passedOver(c, call)
		case rejected.Lost || in.saysNone(call) && in.questions.failures.Of(failing{call, kube.NotFound}).Lost:
			c.Decides.Add(c.Fails)
		}
		c.Stops = maps.Clone(c.Fails) // what is behind the call
		if rejected.Lost || !rejected.Errs {
			c.Fails, c.Stops = footprint.Set{}, footprint.Set{}
		}
		c.add(over)
	}
}

// saysNone tells whether the function that a call calls has found that there is none of what it looks for, and says so by the
// error that the API has for that, which it makes itself.
func (in *Info) saysNone(call ssa.CallInstruction) bool {
	callee := in.lazy.Callee(call.Common())
	if callee == nil || callee.Signature.Results().Len() == 0 {
		return false
	}
	return slices.ContainsFunc(ir.Returned(callee, callee.Signature.Results().Len()-1), func(err ssa.Value) bool {
		made, ok := ir.Unwrap(err).(*ssa.Call)
		return ok && kube.MakesNotFound(ir.Symbol(made.Common()))
	})
}

func (c Consequences) equal(other Consequences) bool {
	return c.Lost == other.Lost && c.Sent == other.Sent && c.Unseen == other.Unseen && c.Fewer == other.Fewer && c.Spares == other.Spares && maps.Equal(c.Decides, other.Decides) && maps.Equal(c.Written, other.Written) && maps.Equal(c.Fails, other.Fails) && maps.Equal(c.Stops, other.Stops) && maps.Equal(c.Set, other.Set)
}

// Consequences returns what hangs on the object that a read returns or fills.
func (in *Info) Consequences(r *Op) Consequences {
	w := in.weightOf(r)
	all := noConsequences()
	all.add(w.Consequences)
	in.outside(w, r.Path[0].Parent(), &all, maxCallers)
	return all
}

// maxCallers bounds how many calls of a function, and of those around them, what it returns is followed to.
const maxCallers = 16

// outside adds what hangs on what a function returns of an object, at its callers. If it has none here, parts that it
// returns are what its callers ask for; of the object itself, or of how many there are, nothing is known.
func (in *Info) outside(w weight, fn *ssa.Function, all *Consequences, left int) {
	callers := in.lazy.Index().Callers(fn)
	if len(callers) == 0 {
		for back := range w.returned {
			if back.Path != "" && back.Result >= 0 && !footprint.IsCount(back.Path) {
				all.Decides[back.Path] = true
			} else {
				all.Unseen = true
			}
		}
		return
	}
	all.Unseen = all.Unseen || len(w.returned) > 0 && (token.IsExported(fn.Name()) || len(callers) > left)
	for _, call := range callers[:min(left, len(callers))] {
		up := newWeight()
		up.Sent = w.Sent
		up.Fails.Add(w.Fails)
		up.Stops.Add(w.Stops)
		up.heard(in, call)
		for _, back := range footprint.Sorted(w.returned) {
			for _, v := range resultsOf(call, back.Result) {
				inner := in.weigh(weighing{flow.At(v, in.footprints.BoundPath(back.Path, call)), call})
				up.add(inner.Consequences)
				maps.Copy(up.returned, inner.returned)
			}
		}
		all.add(up.Consequences)
		if left /= 2; left > 0 && (up.Sent || len(up.Fails) > 0 || len(up.returned) > 0) {
			in.outside(up, call.Parent(), all, left)
		} else if left == 0 {
			all.Unseen = true
		}
	}
}

// weightOf returns what hangs on the object that a read returns or fills.
func (in *Info) weightOf(r *Op) weight { return in.questions.weighed.Of(r) }

func (in *Info) findWeighed(r *Op) weight {
	last := len(r.Path) - 1
	held := make([][]part, len(r.Path)) // in the functions of the path
	all := newWeight()
	results := func(i int, call ssa.CallInstruction, n int, path string) {
		if i < last && call.Common().Signature().Results().Len() != r.Path[i+1].Parent().Signature.Results().Len() {
			all.Unseen = true
			return // a function literal, whose results are another's affair
		}
		for _, v := range resultsOf(call, n) {
			held[i] = append(held[i], flow.At(v, path))
		}
	}
	takes := func(i int, w weight) { // in the function of that index in the path
		if all.add(w.Consequences); i == 0 {
			maps.Copy(all.returned, w.returned)
			return
		}
		for _, back := range footprint.Sorted(w.returned) {
			results(i-1, r.Path[i-1], back.Result, in.footprints.BoundPath(back.Path, r.Path[i-1]))
		}
	}
	holds := func(i int, values ...ssa.Value) {
		for _, v := range values {
			if of := flow.At(v, ""); !slices.Contains(held[i], of) {
				held[i] = append(held[i], of)
			}
		}
	}
	fills := func(v ssa.Value) {
		if v = identity.Root(v); v != nil {
			i := ir.Home(v, r.Path)
			holds(i, v)
			holds(i, in.objects.LoadedSince(r.Path[i], in.objects.Pointer(v))...)
		}
	}
	switch {
	case r.remote != nil:
		all.add(in.boundTo(r.remote.Consequences.local(), r.Call))
		all.heard(in, r.Call)
		if r.remote.Returned >= 0 {
			results(last, r.Call, r.remote.Returned, "")
		}
		for _, a := range r.remote.Answers {
			results(last, r.Call, a.Result, a.Path)
		}
		fills(r.remote.filled(r.Call.Common()))
		holds(last, in.objects.LoadedSince(r.Call, r.pointer)...)
	case r.Object != nil && r.Via != kube.Store:
		fills(r.Object)
	default:
		results(last, r.Call, 0, "")
	}
	object := in.heldObject(r)
	for i := last; i >= 0; i-- {
		if of, ok := identity.HeldBy(object, r.Path[i]); ok {
			takes(i, in.passed(of, maxHanded))
			object = in.liftHeld(object, of, r.Path[:i])
		}
		for _, h := range held[i] {
			w := in.weigh(weighing{h, r.Path[i]})
			if takes(i, w); i == 0 {
				all.Unseen = all.Unseen || !isMade(h.Value)
				continue
			}
			if p, ok := h.Value.(*ssa.Parameter); !ok {
				holds(i-1, in.givenIn(r, i, h)...)
			} else if arg := identity.Root(ir.ArgFor(r.Path[i-1].Common(), p)); arg != nil {
				up := ir.Home(arg, r.Path[:i])
				held[up] = append(held[up], flow.At(arg, h.Path))
			}
		}
		if i > 0 {
			all.heard(in, r.Path[i-1])
			all.Consequences = in.boundTo(all.Consequences, r.Path[i-1])
		}
	}
	return all
}

// isMade tells whether a value is an object that the function has made, or got, for itself.
func isMade(v ssa.Value) bool {
	switch v.(type) {
	case *ssa.Alloc, *ssa.Call, *ssa.Extract:
		return true
	}
	return false
}

// boundTo is what the consequences in a function are where a call calls it.
func (in *Info) boundTo(c Consequences, call ssa.CallInstruction) Consequences {
	c.Decides, c.Written, c.Fails, c.Stops, c.Set = in.footprints.Bound(c.Decides, call), in.footprints.Bound(c.Written, call), in.footprints.Bound(c.Fails, call), in.footprints.Bound(c.Stops, call), in.footprints.Bound(c.Set, call)
	return c
}
