package paths

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// takeTurn makes what a call comes to in one round of a loop part of it.
func (in *Info) takeTurn(e *event, t ir.Turn, n int) {
	e.addRound(in.turn(t, e.call), n)
}

// turn returns what a call does that comes to a function.
func (in *Info) turn(t ir.Turn, call ssa.CallInstruction) *event {
	e := &event{call: call}
	if t.Fn != nil {
		in.adopt(e, in.of(t.Fn), call, true)
	} else {
		in.foreign(e, call, t.Obj)
	}
	return e
}

// addRound makes what is done in one round of a loop part of what the call in the loop does.
func (e *event) addRound(round *event, n int) {
	reads, writes := round.operations()
	for _, op := range slices.Concat(reads, writes) {
		op.turn, op.said = n, ""
	}
	e.reads = addOps(e.reads, reads...)
	e.exits = append(e.exits, round.exits...)
	e.pairs, e.maybe = append(e.pairs, round.pairs...), append(e.maybe, round.maybe...)
}

// A handing is a call of what a function is handed, with what it comes to where the function is called.
type handing struct {
	call  ssa.CallInstruction
	turns []ir.Turn
	each  bool // the function itself goes through them in a loop, and not its caller
}

// handed makes what a function does that calls what it is handed part of a call which hands it known functions, or things
// with known methods: of a whole list of them, one after another. False if there is nothing of that.
func (in *Info) handed(e *event, callee *ssa.Function, call ssa.CallInstruction) bool {
	var all []handing
	most := 0
	for _, inner := range in.handing.Of(callee, in.findHanding) {
		part := in.handedOf(inner.Common().Value)
		arg := ir.ArgFor(call.Common(), part.Param)
		if arg == nil {
			continue
		}
		h := handing{inner, in.lazy.Handed(arg, part, inner.Common()), part.Each}
		rounds := len(h.turns)
		if h.each {
			rounds = min(rounds, 1)
		}
		if rounds > 1 && most > 1 && rounds != most {
			return false
		}
		most = max(most, rounds)
		all = append(all, h)
	}
	for n := range most {
		with := map[ssa.CallInstruction]*event{}
		for _, h := range all {
			if len(h.turns) > 0 {
				with[h.call] = in.inRound(h, n)
			}
		}
		f := in.summariseWith(callee, with)
		round := &event{call: call}
		in.adopt(round, f, call, true)
		for _, p := range f.pairs {
			if !p.unresolved() && (with[p.Write.Path[0]] != nil || with[p.Read.Path[0]] != nil) {
				round.pairs = append(round.pairs, in.liftedPair(p, callee, call))
			}
		}
		if most == 1 {
			*e = *round
			break
		}
		e.addRound(round, n+1)
	}
	return most > 0
}

// inRound returns what a call of what a function is handed does in one round of the loop that calls the function.
func (in *Info) inRound(h handing, n int) *event {
	if !h.each {
		return in.turn(h.turns[min(n, len(h.turns)-1)], h.call)
	}
	e := &event{call: h.call}
	for i, t := range h.turns {
		in.takeTurn(e, t, i+1)
	}
	return e
}

// findHanding returns the calls of what a function is handed, but for the methods of API objects, which do nothing at the API.
func (in *Info) findHanding(fn *ssa.Function) []ssa.CallInstruction {
	var out []ssa.CallInstruction
	for call := range ir.All[ssa.CallInstruction](fn.Blocks) {
		common := call.Common()
		if common.IsInvoke() && kube.IsObject(common.Value.Type()) {
			continue
		}
		if p := in.handedOf(common.Value).Param; p != nil && p.Parent() == fn && in.operation(call) == nil && in.lazy.Callee(common) == nil {
			out = append(out, call)
		}
	}
	return out
}

// handedOf returns what a value is of a parameter.
func (in *Info) handedOf(v ssa.Value) ir.Part {
	if p, ok := bound(v).(*ssa.Parameter); ok {
		return ir.Part{Param: p}
	}
	return in.lazy.PartOfParam(v)
}

// inRounds returns a write of an object that is an element of a known list once for each of the elements, as a loop through them
// does it; the write alone if it is no such one.
func (in *Info) inRounds(op *Op) []*Op {
	element := slices.IndexFunc(op.Path[0].Common().Args, func(a ssa.Value) bool {
		return kube.IsObject(a.Type()) && identity.Same(in.objects.Term(a), op.object)
	})
	if element < 0 || !identity.Among(identity.KeyOf(op.object), op.keys) {
		return []*Op{op}
	}
	all, from := in.lazy.Elements(op.Path[0].Common().Args[element])
	if len(all) == 0 || op.turn > len(all) {
		return []*Op{op}
	}
	if op.turn > 0 {
		return []*Op{in.ofElement(op, all[op.turn-1], from)}
	}
	var out []*Op
	for n, v := range all {
		c := in.ofElement(op, v, from)
		c.turn = n + 1
		out = append(out, c)
	}
	return out
}

// ofElement returns what a write is in the round of an element of a list, which the call of a function has returned if there is
// one.
func (in *Info) ofElement(op *Op, element ssa.Value, from *ssa.Call) *Op {
	c := *op
	c.said = ""
	if d := in.kindOf(element); d.Kind.Known() {
		c.What = d
	}
	c.object, c.keys = in.objects.Term(element), in.objects.Keys(element, nil)
	if from != nil {
		callee, keys := in.lazy.Callee(from.Common()), c.keys
		c.object, c.keys = in.objects.Lift(c.object, callee, from.Common()), nil
		for _, k := range keys {
			c.keys = append(c.keys, in.objects.Expand(in.objects.Lift(k, callee, from.Common()), from)...)
		}
		c.keys = identity.Compact(c.keys)
	}
	return &c
}

// inOrder tells whether a read may come after a write, as far as one of them is in a round of a loop that comes to one
// thing after another: if both are, in an earlier one of the same loop; if one is, the other has to be outside of the loop.
func inOrder(write, read *Op) bool {
	switch {
	case write.turn == 0 && read.turn == 0:
		return true
	case write.turn == 0:
		return !ir.LoopOf(read.Path[0].Block())[write.Path[0].Block()]
	case read.turn == 0:
		return !ir.LoopOf(write.Path[0].Block())[read.Path[0].Block()]
	}
	return write.Path[0] == read.Path[0] && write.turn < read.turn
}
