package paths

import (
	"maps"
	"slices"
	"strings"

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
	var out []Failure
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

// An absence is a call of which it is known what it returns when a read in it, or the call itself, finds nothing.
type absence struct {
	call    ssa.CallInstruction
	results string // see knot
}

// An Absence is what shows to come of it that a read finds nothing, the worst last.
type Absence uint8

// What comes of it.
const (
	Fails  Absence = iota // the functions that lead to the read fail, or ask to come back, and say so in a status
	Passes                // they leave something, and end as if nothing had failed
	Acts                  // something is written or done
)

// without is what comes of it that a read finds nothing.
type without struct {
	worst Absence
	exits []string // what the outermost function returns then, if that is no failure
	// leaves says that a function does something else when it is told that there is an object.
	leaves bool
}

func equalWithout(a, b without) bool {
	return a.worst == b.worst && a.leaves == b.leaves && slices.Equal(a.exits, b.exits)
}

// Leaves tells whether a function to which it is returned whether a read found its object does something if it is there.
func (in *Info) Leaves(r *Op) bool {
	return in.leavesIn(in.without(r), r.Path[0].Parent(), maxCallers)
}

func (in *Info) leavesIn(out without, fn *ssa.Function, left int) bool {
	callers := in.lazy.Index().Callers(fn)
	return out.leaves || slices.ContainsFunc(callers[:min(left, len(callers))], func(call ssa.CallInstruction) bool {
		return in.leavesIn(in.at(out, call), call.Parent(), left/2)
	})
}

// Absent returns what comes of it that a read finds nothing.
func (in *Info) Absent(r *Op) Absence {
	return in.absentIn(in.without(r), r.Path[0].Parent(), maxCallers)
}

// absentIn returns the worst of what comes of it in a function, and at its callers.
func (in *Info) absentIn(out without, fn *ssa.Function, left int) Absence {
	if callers := in.lazy.Index().Callers(fn); out.worst == Fails && len(callers) > 0 && left > 0 {
		worst := Fails
		for _, call := range callers[:min(left, len(callers))] {
			worst = max(worst, in.absentIn(in.at(out, call), call.Parent(), left/2))
		}
		return worst
	}
	if out.worst == Fails && slices.ContainsFunc(out.exits, func(results string) bool {
		sig := fn.Signature.Results()
		for n, result := range unknot(results) {
			if t := sig.At(n).Type(); !kube.IsError(t) && !kube.IsResult(t) || result != zero {
				return false
			}
		}
		return true
	}) {
		return Passes
	}
	return out.worst
}

// without returns what comes of it that a read finds nothing, up to what the outermost function returns.
func (in *Info) without(r *Op) without {
	out := in.reported(r)
	if out.worst == Fails {
		out = in.at(out, r.Path[0])
	}
	return out
}

// reported returns what comes of it that a read finds nothing, up to what the first of the calls that lead to it returns.
func (in *Info) reported(r *Op) without {
	var out without
	if r.remote != nil {
		out = without{worst: r.remote.Absent, exits: r.remote.Without}
	} else if results := success(r.Call); len(results) > 0 && results[len(results)-1] == zero {
		results[len(results)-1] = failure(kube.NotFound)
		out.exits = []string{knot(results)}
	}
	for i := len(r.Path) - 1; i > 0 && out.worst == Fails; i-- {
		out = in.at(out, r.Path[i])
	}
	return out
}

// at returns what comes of it in the function of a call, if that is what comes of it in what is called.
func (in *Info) at(inner without, call ssa.CallInstruction) without {
	var out without
	for _, results := range inner.exits {
		a := in.questions.absent.Of(absence{call, handedOn(results, call)})
		out.worst, out.leaves = max(out.worst, a.worst), out.leaves || a.leaves
		out.exits = append(out.exits, a.exits...)
	}
	slices.Sort(out.exits)
	out.exits = slices.Compact(out.exits)
	return out
}

// handedOn is what a call returns when a function that it is given has returned something: of one that asks again and again, as
// polls do, the error with which that has ended it.
func handedOn(results string, call ssa.CallInstruction) string {
	all, own := unknot(results), call.Common().Signature().Results()
	if n := len(all) - 1; n > 0 && own.Len() == 1 && kube.IsError(own.At(0).Type()) && all[n].isSet() {
		return knot(all[n:])
	}
	return results
}

// knot is a text that has what is known of results; unknot takes it apart.
func knot(results []abs) string {
	return strings.Join(ir.Map(results, func(a abs) string { return string(a) }), ",")
}

func unknot(results string) []abs {
	return ir.Map(strings.Split(results, ","), func(a string) abs { return abs(a) })
}

// sides returns what the function of a call does when that has found nothing, and when it has found something; false if the
// call doesn't say. ends says where the paths are left on which it has found nothing.
func (in *Info) sides(a absence, ends func(ssa.Instruction) bool) (missing, found arm, ok bool) {
	results, other := unknot(a.results), success(a.call)
	if a.call.Value() == nil || len(results) != len(other) {
		return missing, found, false
	}
	for i := range results {
		if results[i] != anything && other[i] == anything {
			other[i] = results[i].not()
		}
	}
	return in.after(a.call, results, kube.NotFound, ends), in.after(a.call, other, kube.NotFound, nowhere), true
}

func (in *Info) findAbsent(a absence) without {
	var out without
	failed := hasFailed(a.call, unknot(a.results))
	missing, found, ok := in.sides(a, func(instr ssa.Instruction) bool {
		return failed && (in.remakes(instr, a.call) || in.asksAgain(instr, a.call))
	})
	if !ok {
		return out
	}
	for ret, exit := range missing.exits {
		if failed && in.isQuiet(ret, exit) {
			out.worst = Passes
		}
		out.exits = append(out.exits, knot(exit))
	}
	for _, exit := range missing.failures {
		out.exits = append(out.exits, knot(exit))
	}
	switch {
	case failed:
		if len(missing.swallowed) > 0 || slices.ContainsFunc(slices.Collect(maps.Keys(missing.done)), func(instr ssa.Instruction) bool {
			return !found.done[instr] && in.makes(instr) // what is done in any case goes before the failure that is kept for the end
		}) {
			out.worst = Acts
		}
	case found.cut:
	case missing.beats(found):
		out.worst = Acts
	case found.beats(missing):
		out.worst, out.leaves = Passes, true
	}
	if missing.cut {
		return without{}
	}
	slices.Sort(out.exits)
	out.exits = slices.Compact(out.exits)
	return out
}

// hasFailed tells whether the last of the results of a call is an error that is set.
func hasFailed(call ssa.CallInstruction, results []abs) bool {
	n, types := len(results)-1, call.Common().Signature().Results()
	return n >= 0 && n < types.Len() && kube.IsError(types.At(n).Type()) && results[n].isSet()
}

// after returns what a function does after a call that returned these results, with an error of which a test is true; ends
// says where its paths are left.
func (in *Info) after(call ssa.CallInstruction, results []abs, test kube.Test, ends func(ssa.Instruction) bool) arm {
	w, s := in.outcome(call, absIf(hasFailed(call, results)))
	w.test = test
	know(s, call.Value(), results)
	a := in.arm(w, choice{})
	each := w.each
	w.each = func(s *state, instr ssa.Instruction) bool {
		// The next round of a loop is about another object.
		return instr != ssa.Instruction(call) && !ends(instr) && each(s, instr)
	}
	w.run(s)
	a.cut = w.cut || w.full()
	return a
}

func nowhere(ssa.Instruction) bool { return false }

// asksAgain tells whether an instruction asks once more for what a call has not found: what follows hangs on that.
func (in *Info) asksAgain(instr ssa.Instruction, read ssa.CallInstruction) bool {
	call, ok := instr.(*ssa.Call)
	if !ok {
		return false
	}
	again, first := in.operation(call), in.operation(read)
	return again != nil && first != nil && again.Verb == kube.VerbGet && again.Origin.Class == first.Origin.Class && again.Origin.Param == first.Origin.Param && SameObject(again, first)
}

// remakes tells whether an instruction creates what a call has not found, and the function fails if it is there all the
// same.
func (in *Info) remakes(instr ssa.Instruction, read ssa.CallInstruction) bool {
	call, ok := instr.(ssa.CallInstruction)
	if !ok {
		return false
	}
	reads, _ := in.At(read)
	_, writes := in.At(call)
	return len(writes) > 0 && !slices.ContainsFunc(writes, func(w *Op) bool {
		creates := w.Verb == kube.VerbCreate || w.Verb >= kube.VerbCreateOrUpdate
		return !creates || !slices.ContainsFunc(reads, func(r *Op) bool { return SameObject(w, r) })
	}) && in.questions.failures.Of(failing{call, kube.AlreadyExists}).Ends
}

// makes tells whether an instruction writes to the API, and not to say in a status what has failed.
func (in *Info) makes(instr ssa.Instruction) bool {
	call, ok := instr.(ssa.CallInstruction)
	if !ok {
		return false
	}
	_, writes := in.At(call)
	return slices.ContainsFunc(writes, func(op *Op) bool { return op.Sub != status })
}
