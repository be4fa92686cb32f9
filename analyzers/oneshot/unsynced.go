package oneshot

import (
	"fmt"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/work"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
	"github.com/ctrllint/ctrllint/internal/place"
)

// order looks for workers that are started, and caches that are read, before the caches are filled.
func (j *judge) order(fn *ssa.Function) {
	p := j.info.Phases(fn)
	for _, w := range p.Workers {
		j.started(p, w, "a worker")
	}
	for _, s := range p.Sweeps {
		j.started(p, s, "what goes by a cache")
	}
	for _, r := range p.Reads {
		if start := unwaited(filling(r, p.Starts), r, p.Awaits); start != nil {
			j.early(p, r, "reads a cache that nothing has waited for to fill", start, "the informers are started here")
		} else if late := firstAfter(r, j.about(r, p.Waits)); late != nil && len(p.Starts) == 0 && !always(r, p.Awaits) && !slices.Contains(p.Awaits, r) {
			j.early(p, r, "reads a cache before the caches are waited for", late, "the wait that comes too late")
		}
	}
	for _, call := range p.Ignored {
		j.ignored(call)
	}
	for _, idle := range p.Idle {
		j.idle(idle)
	}
}

// about returns the waits that may be for what an instruction reads.
func (j *judge) about(read ssa.Instruction, waits []ssa.Instruction) []ssa.Instruction {
	return slices.DeleteFunc(slices.Clone(waits), func(w ssa.Instruction) bool { return !j.info.About(w, read) })
}

// filling returns the starts of informers that may fill the cache which an instruction reads.
func filling(read ssa.Instruction, starts []ssa.Instruction) []ssa.Instruction {
	return slices.DeleteFunc(slices.Clone(starts), func(s ssa.Instruction) bool { return !work.Fills(s, read) })
}

// started judges a goroutine that reads a cache.
func (j *judge) started(p work.Phases, at ssa.Instruction, what string) {
	switch late := firstAfter(at, p.Awaits); {
	case late != nil && !always(at, p.Awaits):
		j.early(p, at, "starts "+what+" before the caches are waited for", late, "the wait that comes too late")
	case len(p.Starts) > 0:
		if start := unwaited(p.Starts, at, p.Awaits); start != nil {
			j.early(p, at, "starts "+what+" and nothing has waited for the caches to fill", start, "the informers are started here")
		}
	}
}

func (j *judge) early(p work.Phases, at ssa.Instruction, what string, other ssa.Instruction, why string) {
	var related place.Related
	related.Add(other.Pos(), "%s", why)
	if far := p.Beyond[at]; far != "" {
		related.Add(place.Named(j.pass, far), "the cache is read here, in %s", far)
	}
	j.reporter.Report(unsyncedCategory, analysis.Diagnostic{
		Pos: at.Pos(),
		Message: fmt.Sprintf("%s %s: objects that are there are not found, and taken for deleted or not yet created; call cache.WaitForCacheSync first, and return when it is false",
			name(at.Parent()), what),
		Related: related,
	})
}

// ignored reports a wait for caches of which nobody asks how it ended.
func (j *judge) ignored(call *ssa.Call) {
	j.reporter.Report(ignoredCategory, analysis.Diagnostic{
		Pos: call.Pos(),
		Message: fmt.Sprintf("%s goes on when the wait for its caches was given up, since nothing asks how it ended, and takes what isn't in them yet for deleted; return unless all are filled",
			name(call.Parent())),
	})
}

// idle reports a wait that is over before the caches have filled.
func (j *judge) idle(idle *work.Idle) {
	what, pass := "is given nothing to wait for and ends at once", "give it HasSynced of the informers whose caches are read"
	if idle.Left != nil {
		what, pass = fmt.Sprintf("isn't given %s, of which nobody else asks either", idle.Left.Name()), "give it "+idle.Left.Name()
	}
	if idle.Twice != nil {
		what = fmt.Sprintf("is given %s twice, so that it doesn't wait for %s", idle.Twice.Name(), idle.Left.Name())
	}
	var related []analysis.RelatedInformation
	if idle.Start != nil {
		what, pass = "waits for none of the informers, which are started only then, and ends at once", "start them first"
		related = []analysis.RelatedInformation{{Pos: idle.Start.Pos(), Message: "where they are started"}}
	}
	j.reporter.Report(unsyncedCategory, analysis.Diagnostic{
		Pos:     idle.Call.Pos(),
		Related: related,
		Message: fmt.Sprintf("%s in %s %s: objects that are there are not found, and taken for deleted or not yet created; %s",
			ir.CalledName(&idle.Call.Call), name(idle.Call.Parent()), what, pass),
	})
}

func name(fn *ssa.Function) string {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return work.Name(fn)
}

// firstAfter returns the first of the waits that may come after an instruction.
func firstAfter(i ssa.Instruction, awaits []ssa.Instruction) ssa.Instruction {
	for _, a := range awaits {
		if a != i && awaitsAll(a) && path(i, a, nil) {
			return a
		}
	}
	return nil
}

// awaitsAll tells whether an instruction waits, and does not only ask.
func awaitsAll(i ssa.Instruction) bool {
	call, ok := i.(ssa.CallInstruction)
	if !ok {
		return false
	}
	if call.Common().IsInvoke() {
		return kube.SymbolOf(call.Common().Method).Name != "HasSynced"
	}
	return true
}

// always tells whether one of the waits lies on every way to an instruction.
func always(i ssa.Instruction, awaits []ssa.Instruction) bool {
	entry := i.Parent().Blocks[0].Instrs[0]
	return slices.Contains(awaits, entry) || entry != i && !path(entry, i, awaits)
}

// unwaited returns the start of informers from which a way without wait leads to an instruction; nil if there is none. What comes
// after something that ran until it was told to stop comes too late to decide anything.
func unwaited(starts []ssa.Instruction, to ssa.Instruction, awaits []ssa.Instruction) ssa.Instruction {
	for _, s := range starts {
		if s != to && !lasts(s) && path(s, to, awaits) {
			return s
		}
	}
	return nil
}

// lasts tells whether an instruction is a call that only returns when it is told to stop, by others than its function.
func lasts(i ssa.Instruction) bool {
	call, ok := i.(*ssa.Call)
	return ok && kube.WaitOf(ir.Called(call.Common())) == kube.Forever && !slices.ContainsFunc(ir.Args(call.Common()), isOwnStop)
}

// isOwnStop tells whether a value is a channel or context that the function makes which has it, to end what it has begun.
func isOwnStop(v ssa.Value) bool {
	v = ir.Unwrap(v)
	if _, made := v.(*ssa.MakeChan); made {
		return true
	}
	switch step := ir.StepOf(v); step.Kind {
	case ir.Load:
		return slices.ContainsFunc(ir.StoredAt(step.From[0]), func(stored ssa.Value) bool {
			_, made := stored.(*ssa.MakeChan)
			return made || ir.StepOf(stored).Kind == ir.Result && kube.MakesContext(ir.Symbol(ir.StepOf(stored).Call.Common()))
		})
	case ir.Result:
		recv, _ := ir.Receiver(step.Call.Common())
		return kube.MakesContext(ir.Symbol(step.Call.Common())) || recv != nil && kube.IsContext(recv.Type()) && isOwnStop(recv)
	}
	return false
}

// path tells whether a way that passes none of the instructions avoided leads from one instruction to another.
func path(from, to ssa.Instruction, avoid []ssa.Instruction) bool {
	comes := false
	ir.Ahead(from, func(i ssa.Instruction) bool {
		comes = comes || i == to
		return !comes && !slices.Contains(avoid, i) && !lasts(i)
	})
	return comes
}
