package paths

import (
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/client"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Deals tells whether all that comes of it that a read finds nothing is that a function creates the object, and deals with it
// if that is there all the same: it asks the API server for it, or writes it. It costs a request.
func (in *Info) Deals(r *Op) bool {
	out := in.without(r)
	return out.deals && out.worst == Fails && len(out.exits) == 0
}

// A dealing asks what a call comes to, or the function around it, when the create in it that is its innermost call is refused
// since the object is there.
type dealing struct{ at, create ssa.CallInstruction }

// dealt says what that is.
type dealt uint8

const (
	blindly dealt = iota // nobody asks what is wrong
	asked                // somebody does
	settles              // and has the object from the API server then, or writes it
)

// deals tells whether an instruction creates what a call has not found, and deals with it if it is there all the same. What it
// creates beside that must be taken for created too.
func (in *Info) deals(instr ssa.Instruction, read ssa.CallInstruction) bool {
	call, ok := instr.(ssa.CallInstruction)
	if !ok || ssa.Instruction(read) == instr {
		return false
	}
	reads, _ := in.At(read)
	_, writes := in.At(call)
	isRead := func(w *Op) bool { return slices.ContainsFunc(reads, func(r *Op) bool { return SameObject(w, r) }) }
	settled := false
	for _, w := range writes {
		how := blindly
		if w.Verb == kube.VerbCreate && w.remote == nil {
			how = in.dealtWith(w)
		}
		switch {
		case isRead(w) && w.Verb == kube.VerbCreate && how == settles:
			settled = true
		case isRead(w) && w.Verb != kube.VerbCreate || how != blindly:
		default:
			return false
		}
	}
	return settled
}

// endsAt tells where the paths are left on which a call has found nothing: where that is made up for. It notes how.
func (in *Info) endsAt(call ssa.CallInstruction, failed bool, out *without) func(ssa.Instruction) bool {
	return func(instr ssa.Instruction) bool {
		deals := in.deals(instr, call)
		if deals {
			out.deals, out.dealing = true, instr
		}
		remakes := !deals && in.remakes(instr, call)
		out.remade = out.remade || remakes
		return remakes || deals || failed && in.asksAgain(instr, call)
	}
}

// dealt returns what is left of the arm of a call that has found nothing, if a function makes up for it by a create that it deals
// with: not what goes before that, filling the object, and failures of something else. What is done in the other arm beside the
// create is left out; if that isn't all seen, nothing is known.
func (out *without) dealt(missing, found arm, failed bool) arm {
	switch {
	case !out.deals:
	case found.cut:
		out.deals = false
	case found.done[out.dealing] && !within(found.done, map[ssa.Instruction]bool{out.dealing: true}):
		out.worst, out.leaves, out.deals = Passes, true, false
	case !failed:
		missing.failures = nil
		maps.DeleteFunc(missing.done, func(instr ssa.Instruction, _ bool) bool { return fillsVariable(instr) })
	}
	return missing
}

// fillsVariable tells whether an instruction sets something in an object that is a variable of the function's.
func fillsVariable(instr ssa.Instruction) bool {
	fills, ok := instr.(*ssa.Store)
	if !ok {
		return false
	}
	object, _, _ := ir.Base(fills.Addr)
	return isVariable(object)
}

// dealtWith says what the calls that lead to a create do when it is refused since the object is there.
func (in *Info) dealtWith(create *Op) dealt {
	worst := blindly
	for _, at := range create.Path {
		worst = max(worst, in.questions.dealings.Of(dealing{at, create.Call}))
	}
	return worst
}

func (in *Info) findDealing(of dealing) dealt {
	_, writes := in.At(of.at)
	i := slices.IndexFunc(writes, func(w *Op) bool { return w.Call == of.create })
	if i < 0 {
		return blindly
	}
	how := blindly
	has := func(s *state, op *Op) {
		if s.marks.Exists && SameObject(op, writes[i]) {
			how = settles
		}
	}
	w, s := in.outcome(of.at, failure(kube.AlreadyExists))
	w.test = kube.AlreadyExists
	w.onRead = func(s *state, r *Op) {
		if r.Verb == kube.VerbGet && isLive(r) {
			has(s, r)
		}
	}
	w.onCall = func(s *state, e *event) {
		for _, x := range e.exits {
			for _, op := range x.writes {
				has(s, op)
			}
		}
	}
	w.onExit = func(s *state, _ *ssa.Return) {
		if s.marks.Exists {
			how = max(how, asked)
		}
	}
	w.run(s)
	return how
}

// isLive tells whether the API server answers a read, whatever a program says of its client.
func isLive(r *Op) bool {
	return r.Via == kube.Clientset || r.Via == kube.Dynamic || r.Via == kube.Metadata || r.Origin.Class == client.Live
}
