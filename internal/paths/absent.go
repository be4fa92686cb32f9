package paths

import (
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// leaves returns what a call may have written when it has returned so, but for the deletes of objects of which a read has just
// said, on every way to the call, that there are none: nothing is deleted then.
func (f *function) leaves(call ssa.CallInstruction, x exit) exit {
	if !slices.ContainsFunc(x.writes, isDelete) {
		return x
	}
	missed := f.missedAt(call.Block())
	x.writes = slices.DeleteFunc(slices.Clone(x.writes), func(w *Op) bool {
		return isDelete(w) && slices.ContainsFunc(missed, func(read *ssa.Call) bool { return f.hasMissed(read, w) && !f.makesBetween(read, call, w) })
	})
	return x
}

func isDelete(w *Op) bool { return w.Verb == kube.VerbDelete }

// missedAt returns the calls which conditions on the way to a block have found to return NotFound.
func (f *function) missedAt(b *ssa.BasicBlock) []*ssa.Call {
	var out []*ssa.Call
	for ; b.Idom() != nil; b = b.Idom() {
		branch, ok := ir.Last(b.Idom()).(*ssa.If)
		if !ok || len(b.Preds) != 1 {
			continue
		}
		cond, yes := branch.Cond, branch.Block().Succs[0] == b
		if not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT {
			cond, yes = not.X, !yes
		}
		test, ok := cond.(*ssa.Call)
		if !ok || !yes || kube.ErrorTest(ir.Symbol(test.Common())) != kube.NotFound {
			continue
		}
		if read := ir.StepOf(test.Call.Args[0]).Call; read != nil {
			out = append(out, read)
		}
	}
	return out
}

// hasMissed tells whether a call that returns NotFound says so of the object of a write: it reads nothing else, and writes
// nothing.
func (f *function) hasMissed(call *ssa.Call, w *Op) bool {
	e := f.events[call]
	if e == nil {
		return false
	}
	reads, writes := e.operations()
	return len(reads) > 0 && len(writes) == 0 && !slices.ContainsFunc(reads, func(r *Op) bool { return r.Verb != kube.VerbGet || !SameObject(w, r) })
}

// makesBetween tells whether something between a read and a call may create the object of a write.
func (f *function) makesBetween(read, call ssa.CallInstruction, w *Op) bool {
	before, after := ir.MayPrecede(call), ir.MayFollow(read)
	return slices.ContainsFunc(f.calls, func(other ssa.CallInstruction) bool {
		if other == call || other == read || !before(other) || !after(other) {
			return false
		}
		_, writes := f.events[other].operations()
		return slices.ContainsFunc(writes, func(made *Op) bool { return !isDelete(made) && sameKind(made, w) })
	})
}

// NotYet tells whether all that comes of an object which a read finds is that the first of the calls that lead to the read says
// something of its status, and of an object that isn't there what it says of none: no, or nothing. What was just created has
// no status yet, so that it says the same of that.
func (in *Info) NotYet(r *Op) bool {
	if r.remote == nil && in.blank.Of(r.Call, in.endsAsBlank) {
		return true
	}
	none := in.reported(r)
	_, writes := in.At(r.Path[0])
	if none.worst != Fails || len(none.exits) == 0 || len(writes) > 0 {
		return false
	}
	for _, results := range none.exits {
		if !saysNo(unknot(results), r.Path[0].Common().Signature()) {
			return false
		}
	}
	says := in.says(r)
	return len(says) > 0 && !slices.ContainsFunc(says, func(path string) bool { return path != status && !strings.HasPrefix(path, status+".") })
}

// saysNo tells whether what a function returns is what it returns of something that isn't ready: no, or nothing, or, where it says
// how to go on, that its callers shall not.
func saysNo(results []abs, sig *types.Signature) bool {
	for n, a := range results {
		stops := n < sig.Results().Len() && kube.IsResult(ir.Deref(sig.Results().At(n).Type()))
		if stops != (a == nonzero) || !stops && a != zero {
			return false
		}
	}
	return true
}

// endsAsBlank tells whether a function that reads an object by a call does nothing but to return something by its status, and returns
// the same where there is none as it may where there is one.
func (in *Info) endsAsBlank(read ssa.CallInstruction) bool {
	results := success(read)
	own := slices.IndexFunc(in.of(read.Parent()).reads, func(op *Op) bool { return op.Call == read && len(op.Path) == 1 })
	if len(results) == 0 || results[len(results)-1] != zero || own < 0 {
		return false
	}
	results[len(results)-1] = failure(kube.NotFound)
	missing, found, ok := in.sides(absence{read, knot(results)}, nowhere)
	if !ok || missing.cut || found.cut || len(missing.done)+len(found.done)+len(missing.failures) > 0 {
		return false
	}
	ends := slices.Collect(maps.Values(found.exits))
	for _, exit := range missing.exits {
		if !saysNo(exit, read.Parent().Signature) || !slices.ContainsFunc(ends, func(other []abs) bool { return slices.Equal(exit, other) }) {
			return false
		}
	}
	c := in.weightOf(in.of(read.Parent()).reads[own])
	says := maps.Clone(c.Decides)
	for back := range c.returned {
		says[back.Path] = true
	}
	return len(says) > 0 && says.In(status) && len(c.Written)+len(c.Fails) == 0 && !c.Unseen && !c.Sent && !c.Lost
}

// says returns on which parts of the object that a read finds the results of the first of the calls that lead to it hang.
func (in *Info) says(r *Op) (parts []string) {
	switch {
	case len(r.Path) > 1:
		inner := r.Path[1:]
		i := slices.IndexFunc(in.of(inner[0].Parent()).reads, func(op *Op) bool { return slices.Equal(op.Path, inner) })
		if i < 0 {
			return nil
		}
		for back := range in.weightOf(in.of(inner[0].Parent()).reads[i]).returned {
			parts = append(parts, back.Path)
		}
	case r.remote != nil && r.remote.Returned < 0:
		parts = ir.Map(r.remote.Answers, func(a RemoteAnswer) string { return a.Path })
	}
	return parts
}

// Drops tells whether one of the functions that lead to a composite goes on as if nothing had happened when that finds what it
// creates to be there already: what was to be set then isn't.
func (in *Info) Drops(composite *Op) bool {
	if composite.remote != nil && composite.remote.Drops {
		return true
	}
	for _, call := range slices.Backward(composite.Path) {
		exists := in.questions.failures.Of(failing{call, kube.AlreadyExists})
		if exists.Lost || !exists.Errs {
			return exists.Lost
		}
	}
	return false
}
