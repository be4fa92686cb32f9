package tombstone

import (
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/config"
	"github.com/ctrllint/ctrllint/internal/domain/handler"
	"github.com/ctrllint/ctrllint/internal/kube"
	"github.com/ctrllint/ctrllint/internal/scenario"
)

// trace tells of the event handlers that are made in a line, or whose functions stand there, what these do for an object
// and for a tombstone.
func (j *judge) trace(t config.Trace, handlers []*handler.Handler) {
	if !t.On() {
		return
	}
	for _, h := range handlers {
		for _, filter := range h.Filters {
			for _, fn := range filter.Funcs {
				j.executed(t, h, "filter", fn, filter.Site)
			}
		}
		for _, fn := range h.Delete {
			j.executed(t, h, "delete function", fn, h.Site)
		}
	}
}

// executed tells what one function of a handler does.
func (j *judge) executed(t config.Trace, h *handler.Handler, role string, fn *scenario.Closure, site ssa.Instruction) {
	if !t.At(h.Pos) && !t.Function(fn.Fn) {
		return
	}
	t.Say(h.Pos, "%s %s", role, fn.Fn)
	for _, given := range []struct {
		what string
		arg  scenario.Value
	}{{"an object", scenario.TheObject}, {"a tombstone", scenario.TheTombstone}, {"a tombstone without object", scenario.EmptyTombstone}} {
		r := j.info.Run(fn, given.arg, site)
		if r == nil {
			t.Say(h.Pos, "given %s: its body is not in view", given.what)
			continue
		}
		strength, _ := r.Strength()
		effect := map[kube.Effect]string{kube.NoEffect: "nothing", kube.MayEffect: "what can't be seen", kube.HasEffect: "something"}[strength]
		passes := ""
		if b, known := r.Value.Bool(); known && role == "filter" {
			passes = map[bool]string{true: ", lets it through", false: ", keeps it back"}[b]
		}
		t.Say(h.Pos, "given %s: does %s%s, %d faults, a limit was met: %t", given.what, effect, passes, len(r.Faults), r.Truncated)
		for _, fault := range r.Faults {
			if fault.Instr != nil {
				t.Say(fault.Instr.Pos(), "goes wrong here")
			}
		}
	}
}
