package paths

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A Failure says what comes of a call that fails, in the function around it.
type Failure struct {
	// Tested says that there are paths on which the error was found to be NotFound. Reads are what they read then, Fails
	// says that one of them ends with an error.
	Tested bool
	Reads  []*Op
	Fails  bool
	// Says says that there is a path on which the error was found to be NotFound, and the function returns more than that it
	// comes back: an answer that its callers go by.
	Says bool
	// Errs says that there is a path on which the call has failed which ends with an error.
	Errs bool
	// Lost says that there is a path on which the call has failed which ends as if nothing had happened: the function
	// returns nothing, or no error. Who asks for a conflict, and returns, waits for the event that comes with it.
	Lost bool
	// Ends says that all paths on which the call has failed end with an error, or a result that asks to come back, and
	// that nothing is written before.
	Ends bool
}

// Missing returns what comes of a read that doesn't find its object, in each of the functions that lead to it, the
// innermost first.
func (in *Info) Missing(r *Op) []Failure {
	out := slices.Clone(r.missing)
	for i := len(r.Path) - 1; i >= 0; i-- {
		out = append(out, in.failure(r.Path[i]))
	}
	return out
}

// ComesBack tells whether all that the function around a read does when that has found its object is to fail, or to ask
// to come back: by what it returns, or by a work queue.
func (in *Info) ComesBack(r *Op) bool {
	w, s := in.outcome(r.Call, zero)
	back, exits := true, false
	w.onCall = func(s *state, e *event) { back = back && len(e.exits) == 0 }
	w.onExit = func(s *state, ret *ssa.Return) {
		exits, back = true, back && (w.comesBack(s, ret) || enqueues(r.Call, ret))
	}
	w.run(s)
	return back && exits && !w.cut && !w.full()
}

// FoundBefore tells whether the cache has been asked for the object of a read already, between a create that found it to
// exist and the read, and has had it.
func (in *Info) FoundBefore(p *Pair) bool {
	at := p.Read.Path[0]
	return slices.ContainsFunc(in.of(at.Parent()).reads, func(r *Op) bool {
		call, ok := r.Call.(*ssa.Call)
		return ok && len(r.Path) == 1 && r.Verb == kube.VerbGet && ssa.CallInstruction(call) != at && SameObject(r, p.Read) &&
			ir.MayFollow(p.Write.Path[0])(call) && ir.Succeeded(call, at.Block())
	})
}

// enqueues tells whether something is put on a work queue on every path from a call to a return.
func enqueues(from ssa.CallInstruction, ret *ssa.Return) bool {
	for b := ret.Block(); b != nil; b = b.Idom() {
		for call := range ir.All[ssa.CallInstruction]([]*ssa.BasicBlock{b}) {
			if kube.AddsWork(ir.Symbol(call.Common())) && ir.Before(from, call) {
				return true
			}
		}
		if b == from.Block() {
			break
		}
	}
	return false
}

// comesBack tells whether a function returns an error, or a result that asks to come back.
func (w *walker) comesBack(s *state, ret *ssa.Return) bool {
	n := len(ret.Results)
	return n > 0 && (kube.IsError(ret.Results[n-1].Type()) && w.eval(s, ret.Results[n-1]).isSet() ||
		kube.IsResult(ret.Results[0].Type()) && w.eval(s, ret.Results[0]).isSet())
}

// MayAskBack tells whether the function around a call, behind that, may return a result of a reconcile that is not empty; where it
// returns none, whether one of its callers may, or what the call returns beside an error may say that there is more to do.
func (in *Info) MayAskBack(call ssa.CallInstruction) bool { return in.asksBack(call, maxThrough) }

func (in *Info) asksBack(call ssa.CallInstruction, left int) bool {
	if call.Common().Signature().Results().Len() > 1 || left == 0 {
		return true
	}
	results := call.Parent().Signature.Results()
	if results.Len() == 0 || !kube.IsResult(results.At(0).Type()) {
		callers, all := in.lazy.Index().AllCallers(call.Parent())
		return !all || len(callers) > maxCallers || slices.ContainsFunc(callers, func(c ssa.CallInstruction) bool { return in.asksBack(c, left-1) })
	}
	follows := ir.MayFollow(call)
	for ret := range ir.All[*ssa.Return](call.Parent().Blocks) {
		if len(ret.Results) > 0 && kube.IsResult(ret.Results[0].Type()) && follows(ret) && !isEmptyStruct(ret.Results[0]) {
			return true
		}
	}
	return false
}

// isEmptyStruct tells whether a value certainly is a struct of which nothing is set.
func isEmptyStruct(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		_, constant := v.(*ssa.Const)
		return constant
	}
	made, ok := load.X.(*ssa.Alloc)
	return ok && len(ir.Defs(made)) == 0
}

// says tells whether a function returns something beside errors and results of a reconcile.
func (w *walker) says(s *state, ret *ssa.Return) bool {
	return slices.ContainsFunc(ret.Results, func(r ssa.Value) bool {
		return !kube.IsError(r.Type()) && !kube.IsResult(r.Type()) && w.eval(s, r).whole().isSet()
	})
}

// Ends tells whether all that comes of a read that fails is that the functions which lead to it fail, or ask to come
// back.
func (in *Info) Ends(r *Op) bool {
	return (r.remote == nil || r.remote.Ends) && in.allEnd(r.Path)
}

// allEnd tells whether all that comes of the failure of each call is that the function around it fails, or asks to come
// back.
func (in *Info) allEnd(calls []ssa.CallInstruction) bool {
	return !slices.ContainsFunc(calls, func(call ssa.CallInstruction) bool { return !in.failure(call).Ends })
}

func (in *Info) failure(call ssa.CallInstruction) Failure {
	return in.questions.failures.Of(failing{call, kube.NoTest})
}

// rejection returns what comes of a call that fails with an error of its own.
func (in *Info) rejection(call ssa.CallInstruction) Failure {
	return in.questions.failures.Of(failing{call, kube.OtherTest})
}

// refusal returns what comes of a call that fails because an object isn't the latest.
func (in *Info) refusal(call ssa.CallInstruction) Failure {
	return in.questions.failures.Of(failing{call, kube.Conflict})
}

// A failing asks what comes of a call that fails with an error of which a test is true, or with any, if there is none.
type failing struct {
	call ssa.CallInstruction
	test kube.Test
}

func equalFailures(a, b Failure) bool {
	return a.Tested == b.Tested && a.Fails == b.Fails && a.Says == b.Says && a.Errs == b.Errs && a.Lost == b.Lost && a.Ends == b.Ends && slices.Equal(a.Reads, b.Reads)
}

func (in *Info) findFailure(of failing) Failure {
	call := of.call
	var f Failure
	results := success(call)
	if call.Value() == nil || len(results) == 0 || results[len(results)-1] != zero {
		return f
	}
	w, s := in.outcome(call, failure(of.test))
	w.test = of.test
	w.onRead = func(s *state, read *Op) {
		if s.marks.Missing {
			f.Reads = append(f.Reads, read)
		}
	}
	all := w.end(func(s *state) bool { return s.knowsNothing() && !w.mayComeBack(s) }, func(s *state, ret *ssa.Return) {
		f.Tested = f.Tested || s.marks.Missing
		n := len(ret.Results)
		f.Fails = f.Fails || s.marks.Missing && n > 0 && kube.IsError(ret.Results[n-1].Type()) && w.eval(s, ret.Results[n-1]) != zero
		f.Says = f.Says || s.marks.Missing && w.says(s, ret)
	}, s)
	f.Errs, f.Lost = all.errs, all.lost
	f.Ends = all.exits && !all.goesOn && !all.writes && !w.full()
	return f
}

// An ending says how the paths from somewhere end.
type ending struct {
	exits  bool // there are some
	errs   bool // one certainly with an error
	goesOn bool // one with neither an error nor a result that asks to come back, or it was left before its end
	writes bool // something is written before
	lost   bool // one as if nothing had happened, or with no more than a condition that is set
}

func (e *ending) join(other ending) {
	e.exits, e.errs = e.exits || other.exits, e.errs || other.errs
	e.goesOn, e.writes, e.lost = e.goesOn || other.goesOn, e.writes || other.writes, e.lost || other.lost
}

// end walks along the paths from a state, and says how they end. Where a path is like any other that comes to its block,
// what is known of these stands for the rest.
func (w *walker) end(like func(*state) bool, onExit func(*state, *ssa.Return), from *state) ending {
	var all ending
	w.onCall = func(s *state, e *event) { all.writes = all.writes || len(e.exits) > 0 && !s.isNextRound() }
	w.onExit = func(s *state, ret *ssa.Return) {
		n := len(ret.Results)
		fallible := n > 0 && kube.IsError(ret.Results[n-1].Type())
		all.exits = true
		all.errs = all.errs || fallible && w.eval(s, ret.Results[n-1]).isSet()
		all.lost = all.lost || !s.marks.Conflict && (w.in.isQuiet(ret, w.results(s, ret)) || !fallible && setsCondition(s.block))
		all.goesOn = all.goesOn || !w.comesBack(s, ret)
		onExit(s, ret)
	}
	w.idle = func(s *state) bool {
		if !like(s) {
			return false
		}
		all.join(w.in.questions.endings.Of(s.block))
		return true
	}
	w.run(from)
	all.goesOn = all.goesOn || w.cut
	return all
}

// findEnding says how the paths from a block end, whatever led there.
func (in *Info) findEnding(b *ssa.BasicBlock) ending {
	w := &walker{in: in, fn: in.of(b.Parent()), onRead: func(*state, *Op) {}}
	start := &state{block: b, facts: map[ssa.Value]abs{}, writes: carry(ir.Last(b), &Op{})}
	return w.end((*state).knowsNothing, func(*state, *ssa.Return) {}, start)
}

// isQuiet tells whether a function returns neither an error nor anything else that its caller could look at; the error of
// a write that comes last is none, as far as what was before is concerned.
func (in *Info) isQuiet(ret *ssa.Return, results []abs) bool {
	for n, r := range ret.Results {
		if (kube.IsError(r.Type()) || kube.IsResult(r.Type())) && results[n] == zero || kube.IsError(r.Type()) && results[n] == anything && in.isOfWrite(r) {
			continue
		}
		return false
	}
	return true
}

// isOfWrite tells whether an error is what a call returns that writes to the API.
func (in *Info) isOfWrite(err ssa.Value) bool {
	call := ir.StepOf(err).Call
	if call == nil {
		return false
	}
	_, writes := in.At(call)
	return len(writes) > 0
}

// setsCondition tells whether a condition is set in a block.
func setsCondition(b *ssa.BasicBlock) bool {
	for call := range ir.All[ssa.CallInstruction]([]*ssa.BasicBlock{b}) {
		if slices.ContainsFunc(call.Common().Args, func(a ssa.Value) bool { return kube.IsConditions(a.Type()) }) {
			return true
		}
	}
	return false
}
