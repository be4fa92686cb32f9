package paths

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// An Outlook is what a retry gets to know when a write in it is refused.
type Outlook uint8

// The outlooks.
const (
	Told      Outlook = iota // the conflict, or it can't be said what
	Hidden                   // nothing of it, but perhaps another error
	Forgotten                // nothing at all: the function that is tried again returns nil, and doesn't ask for conflicts
	Disguised                // an error in which the conflict is nothing but text
)

// Refused says what a retry gets to know when a write is refused with a conflict.
func (in *Info) Refused(r *Retry, w *Op) Outlook {
	call, ok := w.Path[0].(*ssa.Call)
	if !ok || r.fn == nil || call.Parent() != r.fn {
		return Told
	}
	n := call.Common().Signature().Results().Len() - 1
	if n < 0 || !kube.IsError(ir.ResultType(call, n)) {
		return Told
	}
	gives := &gives{seen: map[ssa.Value]bool{}}
	if slices.ContainsFunc(ir.ResultsOf(call, n), gives.may) {
		return Told
	}
	switch {
	case in.forgets(call):
		return Forgotten
	case gives.text && r.Call != nil && onlyConflicts(r.Call.Common()) && in.disguises(call):
		return Disguised
	}
	return Hidden
}

// forgets tells whether the function around a call certainly returns nil when that is refused with a conflict, for which
// it doesn't ask; and, if it says whether it is done, that it is.
func (in *Info) forgets(call *ssa.Call) bool {
	return in.certainly(call, func(w *walker, s *state, ret *ssa.Return, err abs) bool {
		return err == zero && (len(ret.Results) == 1 || !ir.IsBool(ret.Results[0].Type()) || w.eval(s, ret.Results[0]).isSet())
	})
}

// disguises tells whether the function around a call certainly returns another error when that is refused with a conflict, for which
// it doesn't ask.
func (in *Info) disguises(call *ssa.Call) bool {
	return in.certainly(call, func(_ *walker, _ *state, ret *ssa.Return, err abs) bool {
		return len(ret.Results) == 1 && err.isSet() && err.test() == kube.NoTest
	})
}

// certainly tells whether something is so wherever the function around a call returns that was refused with a conflict, for which it
// doesn't ask; of the error that it returns last.
func (in *Info) certainly(call *ssa.Call, is func(w *walker, s *state, ret *ssa.Return, err abs) bool) bool {
	w, s := in.outcome(call, failure(kube.Conflict))
	w.test = kube.Conflict
	always, exits := true, false
	w.onExit = func(s *state, ret *ssa.Return) {
		n := len(ret.Results) - 1
		exits, always = true, always && n >= 0 && kube.IsError(ret.Results[n].Type()) && !s.marks.Conflict && is(w, s, ret, w.eval(s, ret.Results[n]))
	}
	w.run(s)
	return exits && always && !w.cut && !w.full()
}

// onlyConflicts tells whether a call runs a function that it is given again after conflicts, and after no other error.
func onlyConflicts(common *ssa.CallCommon) bool {
	symbol := ir.Symbol(common)
	return kube.IsRetry(symbol) && (kube.RetriesConflicts(symbol) || slices.ContainsFunc(common.Args, func(a ssa.Value) bool {
		fn := ir.FuncOf(ir.Unwrap(a))
		return fn != nil && testsConflict(fn.Object())
	}))
}

// Unheard returns the write of a try by hand, after a conflict, of which nobody gets to know that it is refused as well: it or a
// function between drops its error, without asking whether it is a conflict. nil if there is none.
func (in *Info) Unheard(p *Pair) *Op {
	if p.Again == nil {
		return nil
	}
	_, writes := in.At(p.Again.Path[0])
	i := slices.IndexFunc(writes, func(w *Op) bool {
		return w.Locks && w.Sub == p.Write.Sub && SameObject(w, p.Write) && in.isDropped(w)
	})
	if i < 0 {
		return nil
	}
	return writes[i]
}

// isDropped tells whether one of the calls that lead to a write forgets that it was refused, the innermost that doesn't hand it on.
func (in *Info) isDropped(w *Op) bool {
	for _, of := range slices.Backward(w.Path) {
		call, ok := of.(*ssa.Call)
		if !ok {
			return false
		}
		if in.drops(call) {
			return true
		}
		if refused := in.refusal(call); refused.Lost || !refused.Errs {
			return false
		}
	}
	return false
}

// drops tells whether the function around a call that fails with a conflict goes on as if nothing had happened, and neither returns nor
// keeps the error.
func (in *Info) drops(call *ssa.Call) bool {
	errs := ir.ResultsOf(call, call.Call.Signature().Results().Len()-1)
	g := &gives{seen: map[ssa.Value]bool{}}
	return in.refusal(call).Lost && !slices.ContainsFunc(errs, g.may)
}

// Unheeded tells whether nobody gets to know that the tries of a retry have run out: the function around it drops the error, or logs it
// and goes on with the next round of a loop.
func (in *Info) Unheeded(r *Retry) bool {
	call, ok := r.Call.(*ssa.Call)
	if !ok {
		return false
	}
	errs := ir.ResultsOf(call, call.Call.Signature().Results().Len()-1)
	return in.drops(call) || ir.InLoop(call.Block()) && len(errs) > 0 && in.onlyTell(errs)
}

// Nested tells whether another retry, in a function that a retried function calls, tries an operation again by itself.
func (in *Info) Nested(op *Op) bool {
	return slices.ContainsFunc(op.Path[:len(op.Path)-1], func(call ssa.CallInstruction) bool { return in.retrying(call.Common()).Again })
}

// gives follows an error to where it is returned, or kept for somebody.
type gives struct {
	seen map[ssa.Value]bool
	text bool // its text becomes that of another error
}

func (g *gives) may(err ssa.Value) bool {
	if g.seen[err] || err.Referrers() == nil {
		return false
	}
	g.seen[err] = true
	return slices.ContainsFunc(ir.Uses(err), func(ref ssa.Instruction) bool { return g.goes(err, ref) })
}

func (g *gives) goes(err ssa.Value, ref ssa.Instruction) bool {
	switch ref := ref.(type) {
	case *ssa.Phi, *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.TypeAssert, *ssa.Extract, *ssa.Slice:
		return g.may(ref.(ssa.Value))
	case *ssa.BinOp:
		return false
	case *ssa.Store:
		if at, ok := ref.Addr.(*ssa.IndexAddr); ok && ref.Val == err { // of a variadic argument
			return g.may(at.X)
		}
		return ref.Addr != err
	case *ssa.IndexAddr:
		return false // see Store
	case *ssa.Call:
		if ir.IsBuiltin(ref.Common(), "append") {
			return true
		}
		if tells, becomes := textOf(ref, err); tells {
			g.text = g.text || becomes
			return false
		}
		for n := range ref.Common().Signature().Results().Len() {
			if kube.IsError(ir.ResultType(ref, n)) && slices.ContainsFunc(ir.ResultsOf(ref, n), g.may) {
				return true
			}
		}
		return false
	}
	return true
}

// textOf tells whether a call that is given an error returns its text, or makes an error with that and nothing else of it, and whether
// the text becomes one of an error.
func textOf(call *ssa.Call, err ssa.Value) (tells, becomes bool) {
	if call.Call.IsInvoke() && call.Call.Method.Name() == "Error" && call.Call.Value == err && len(call.Call.Args) == 0 {
		return true, inError(call, textDepth)
	}
	return isTextOnly(call), true
}

// textDepth is how many steps lead from the text of an error to an error that is made of it.
const textDepth = 4

// inError tells whether an error is made of a text.
func inError(text ssa.Value, depth int) bool {
	return depth > 0 && slices.ContainsFunc(ir.Uses(text), func(ref ssa.Instruction) bool {
		switch ref := ref.(type) {
		case *ssa.MakeInterface:
			return inError(ref, depth-1)
		case *ssa.Store:
			at, ok := ref.Addr.(*ssa.IndexAddr)
			return ok && ref.Val == text && inError(at.X, depth-1)
		case *ssa.Slice:
			return inError(ref, depth-1)
		case *ssa.BinOp: // with other texts
			return inError(ref, depth-1)
		case *ssa.Call:
			return isTextOnly(ref) || kube.TellsError(ir.Symbol(ref.Common()))
		}
		return false
	})
}

// isTextOnly tells whether a call makes an error of a format that wraps none.
func isTextOnly(call *ssa.Call) bool {
	if !kube.FormatsError(ir.Symbol(call.Common())) {
		return false
	}
	format, ok := ir.Text(call.Call.Args[0])
	return ok && !strings.Contains(format, "%w")
}
