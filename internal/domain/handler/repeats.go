package handler

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
	"github.com/ctrllint/ctrllint/internal/scenario"
)

// Repeats tells whether a handler does nothing for a deleted object but to send it to where it sends updated ones: to a
// channel of the function that adds the handler, and waits for some state. Who receives it can't tell that it was deleted,
// and has had the state before that a tombstone holds.
func (hs *Handlers) Repeats(h *Handler) bool {
	if h.Site == nil || len(h.Delete) == 0 {
		return false
	}
	var updates []ir.Pipe
	for _, update := range h.Update {
		if update.Fn == nil {
			continue
		}
		for send := range ir.All[*ssa.Send](update.Fn.Blocks) {
			updates = append(updates, hs.objects(send, h.Site.Parent()))
		}
	}
	return !slices.ContainsFunc(h.Delete, func(del *scenario.Closure) bool {
		r := hs.info.Run(del, scenario.TheObject, h.Site)
		return r == nil || slices.ContainsFunc(r.Effects, func(e scenario.Effect) bool {
			to := hs.objects(e.Instr, h.Site.Parent())
			return e.Strength > kube.NoEffect && (to == ir.Pipe{} || !slices.Contains(updates, to))
		})
	})
}

// objects returns the channel that a function makes and an instruction sends an object to; none if it does something else.
func (hs *Handlers) objects(instr ssa.Instruction, madeIn *ssa.Function) ir.Pipe {
	p, ok := ir.PassingOf(instr)
	if !ok || !p.Sends || !kube.IsObject(p.Val.Type()) {
		return ir.Pipe{}
	}
	if to := hs.pkg.Index().Pipe(p.Chan); to.In(madeIn) {
		return to
	}
	return ir.Pipe{}
}
