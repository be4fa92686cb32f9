package staleread

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// again says until when a write is lost of which nobody hears that it was refused, by a call that should have overcome that: empty if
// nothing shows that the same is done once more.
func (j *judge) again(call ssa.CallInstruction) string {
	switch in := j.admission(call); {
	case in.never:
		return ", should it ever be called: no webhook of the package is marked for such requests"
	case in.anew:
		return " until the object that is admitted is written again"
	case j.info.Regularly(call):
		return " until the next round of the loop that leads here"
	}
	return ""
}

// An admission is what is known of it that nothing but the methods of webhooks comes to a call.
type admission struct {
	never bool // the package's markers configure none for the requests that would come to it
	anew  bool // requests to update an object come to it as well as those to create it, whatever they change
}

// maxAdmission bounds how many calls lead from a webhook's method to what is asked about.
const maxAdmission = 4

// admission looks for the webhook's methods that come to a call.
func (j *judge) admission(call ssa.CallInstruction) admission {
	entries, ok := j.entries(call, maxAdmission)
	if !ok || len(entries) == 0 {
		return admission{}
	}
	in := admission{never: true}
	for _, entry := range entries {
		verbs, mutates := kube.AdmissionVerbs(entry.Parent().Name())
		never, updates := j.unmarked(verbs, mutates), slices.Contains(verbs, "update")
		in.never = in.never && never
		in.anew = in.anew || updates && !never && (mutates || !j.comparesOld(entry))
	}
	return in
}

// entries returns the calls in methods of webhooks that lead to a call, itself included; false if something else leads to it, too.
func (j *judge) entries(call ssa.CallInstruction, left int) (out []ssa.CallInstruction, ok bool) {
	fn := call.Parent()
	callers := j.info.Callers(fn)
	if verbs, _ := kube.AdmissionVerbs(fn.Name()); verbs != nil && fn.Signature.Recv() != nil && len(callers) == 0 {
		return []ssa.CallInstruction{call}, true
	}
	if left == 0 || len(callers) == 0 {
		return nil, false
	}
	for _, caller := range callers {
		if _, now := caller.(*ssa.Call); !now {
			return nil, false
		}
		more, ok := j.entries(caller, left-1)
		if !ok {
			return nil, false
		}
		out = append(out, more...)
	}
	return out, true
}

// unmarked tells whether the package has markers of webhooks that change objects, or of those that don't, and none for requests with
// one of some verbs.
func (j *judge) unmarked(verbs []string, mutates bool) bool {
	some := false
	for _, file := range j.pass.Files {
		for _, group := range file.Comments {
			for _, line := range group.List {
				hook, ok := kube.WebhookOf(line.Text)
				if !ok || hook.Mutates != mutates {
					continue
				}
				if some = true; hook.Asks(verbs) {
					return false
				}
			}
		}
	}
	return some
}

// comparesOld tells whether a call in a webhook's method is given something of the object as it was, or hangs on that otherwise than
// that the request is refused.
func (j *judge) comparesOld(call ssa.CallInstruction) bool {
	old := oldObject(call.Parent())
	if old == nil || slices.ContainsFunc(call.Common().Args, func(arg ssa.Value) bool { return madeOf(arg, old) }) {
		return true
	}
	reach := ir.NewReach(call.Parent())
	for branch := range ir.All[*ssa.If](call.Parent().Blocks) {
		if b := branch.Block(); b != call.Block() && !reach.Reaches(b, call.Block()) || !madeOf(branch.Cond, old) {
			continue
		}
		for _, side := range branch.Block().Succs {
			if side != call.Block() && !reach.Reaches(side, call.Block()) && !refuses(side, reach) { // it goes around the call
				return true
			}
		}
	}
	return false
}

// oldObject returns the parameter that is the object as it was, in a method that is asked about an update; the receiver, of webhooks
// that are the objects themselves, is the new one. nil if there is none.
func oldObject(fn *ssa.Function) *ssa.Parameter {
	for _, p := range fn.Params[1:] {
		if kube.IsObject(p.Type()) || kube.IsRuntimeObject(p.Type()) {
			return p
		}
	}
	return nil
}

// madeOf tells whether a value is made of another one, by whatever steps in its function.
func madeOf(v, of ssa.Value) bool {
	return ir.Reachable(func(v ssa.Value) (from []ssa.Value) {
		instr, ok := v.(ssa.Instruction)
		if !ok {
			return nil
		}
		for _, operand := range instr.Operands(nil) {
			if *operand != nil {
				from = append(from, *operand)
			}
		}
		return from
	}, v)[of]
}

// refuses tells whether all that a block leads to is to return an error that is made there.
func refuses(b *ssa.BasicBlock, reach *ir.Reach) bool {
	for ret := range ir.All[*ssa.Return](b.Parent().Blocks) {
		if ret.Block() != b && !reach.Reaches(b, ret.Block()) {
			continue
		}
		n := len(ret.Results)
		if n == 0 || !kube.IsError(ret.Results[n-1].Type()) {
			return false
		}
		made := ir.StepOf(ret.Results[n-1]).Call
		if made == nil || !kube.TellsError(ir.Symbol(made.Common())) && !kube.FormatsError(ir.Symbol(made.Common())) {
			return false
		}
	}
	return true
}
