package paths

import (
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// An absence is a call of which it is known what it returns when a read in it, or the call itself, finds nothing.
type absence struct {
	call    ssa.CallInstruction
	results string // see knot
}

// An Absence is what shows to come of it that a read finds nothing, the worst last.
type Absence uint8

// What comes of it.
const (
	Fails   Absence = iota // the functions that lead to the read fail, or ask to come back, and say so in a status
	Answers                // they answer with something else than a failure, and nothing is seen to hang on that
	Passes                 // they leave something, and end as if nothing had failed
	Acts                   // something is written or done
)

// without is what comes of it that a read finds nothing.
type without struct {
	worst Absence
	exits []string // what the outermost function returns then, if that is no failure
	// leaves says that a function does something else when it is told that there is an object.
	leaves bool
	// unsure says that a function which is told so doesn't fail for that, as far as it is seen: it ends as it does when it is told
	// otherwise.
	unsure bool
	// remade says that a function creates then what there is, and fails by that; deals that it deals with it.
	remade, deals bool
	dealing       ssa.Instruction // where it does, in the function of the call
}

func equalWithout(a, b without) bool {
	return a.worst == b.worst && a.leaves == b.leaves && a.unsure == b.unsure && a.remade == b.remade && a.deals == b.deals && slices.Equal(a.exits, b.exits)
}

// absence returns the worst of it in the end, where a function returns nothing but failures or something else.
func (out without) absence(fn *ssa.Function) Absence {
	fails := func(results string) bool {
		return someResult(fn, results, func(t types.Type, result abs) bool { return (kube.IsError(t) || kube.IsResult(t)) && result != zero })
	}
	if out.worst == Fails && !out.remade && (out.unsure || len(out.exits) == 0 || slices.ContainsFunc(out.exits, func(results string) bool { return !fails(results) })) {
		return Answers
	}
	return out.worst
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
		return !someResult(fn, results, func(t types.Type, result abs) bool { return !kube.IsError(t) && !kube.IsResult(t) || result != zero })
	}) {
		return Passes
	}
	return out.absence(fn)
}

// someResult tells whether something is so of one of the results of a function, of which as much is known; of none if it has none.
func someResult(fn *ssa.Function, results string, is func(types.Type, abs) bool) bool {
	all := unknot(results)
	for n := range min(len(all), fn.Signature.Results().Len()) {
		if is(fn.Signature.Results().At(n).Type(), all[n]) {
			return true
		}
	}
	return false
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
		out = without{worst: r.remote.Absent, exits: r.remote.Without, remade: r.remote.Remade, deals: r.remote.Deals}
		if out.worst == Answers { // its callers may fail
			out.worst, out.unsure = Fails, true
		}
	} else if results := success(r.Call); len(results) > 0 && results[len(results)-1] == zero {
		if n := len(results); n == 3 && r.Via == kube.Store { // which says by a bool that there is none, and doesn't fail
			results[0], results[1] = zero, zero
		} else {
			results[n-1] = failure(kube.NotFound)
		}
		out.exits = []string{knot(results)}
	}
	for i := len(r.Path) - 1; i > 0 && out.worst == Fails; i-- {
		out = in.at(out, r.Path[i])
	}
	return out
}

// at returns what comes of it in the function of a call, if that is what comes of it in what is called.
func (in *Info) at(inner without, call ssa.CallInstruction) without {
	out := without{unsure: inner.unsure, remade: inner.remade, deals: inner.deals}
	for _, results := range inner.exits {
		a := in.questions.absent.Of(absence{call, handedOn(results, call)})
		out.worst, out.leaves = max(out.worst, a.worst), out.leaves || a.leaves
		out.unsure, out.remade, out.deals = out.unsure || a.unsure, out.remade || a.remade, out.deals || a.deals
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
	missing, found, ok := in.sides(a, in.endsAt(a.call, failed, &out))
	if !ok {
		return out
	}
	missing = out.dealt(missing, found, failed)
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
		out.unsure = true
	case missing.beats(found):
		out.worst = Acts
	case found.beats(missing):
		out.worst, out.leaves = Passes, true
	default:
		out.unsure = in.endsAlike(a, missing, found)
	}
	if missing.cut {
		return without{unsure: true, remade: out.remade}
	}
	slices.Sort(out.exits)
	out.exits = slices.Compact(out.exits)
	return out
}

// endsAlike tells whether the function of a call returns the same when that has found nothing as when it has found something. If
// the call answers with one constant of several, any of them may be what it answers when it has found something.
func (in *Info) endsAlike(a absence, missing, found arm) bool {
	if results := unknot(a.results); slices.ContainsFunc(results, abs.isConstant) {
		found.join(in.after(a.call, ir.Map(results, abs.any), kube.NotFound, nowhere))
	}
	return maps.EqualFunc(missing.exits, found.exits, slices.Equal[[]abs]) && maps.EqualFunc(missing.failures, found.failures, slices.Equal[[]abs])
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
