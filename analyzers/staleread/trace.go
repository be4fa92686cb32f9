package staleread

import (
	"go/token"
	"strings"

	"github.com/ctrllint/ctrllint/internal/config"
	"github.com/ctrllint/ctrllint/internal/diag"
	"github.com/ctrllint/ctrllint/internal/paths"
)

// A tracer tells why the pairs of a line are reported, or not.
type tracer struct {
	config.Trace
	j *judge
}

// calls tells what is known of the calls in the line.
func (t tracer) calls() {
	if t.On() {
		t.j.info.Explain(t.At, func(pos token.Pos, text string) { t.Say(pos, "%s", text) })
	}
}

// verdict tells what became of a pair of which one is in the line.
func (t tracer) verdict(p *paths.Pair, category diag.Category, why string) {
	if !t.On() || !t.At(p.Read.Pos()) && !t.At(p.Write.Pos()) {
		return
	}
	if in := t.j.view.Programs; len(t.j.info.Views()) > 1 {
		why = "in program " + strings.Join(in, ", ") + ": " + why
	}
	t.Say(p.Read.Pos(), "%s after %s (%s), which changes %s: %s", t.j.readName(p.Read), t.j.writeName(p.Write), category.Name, t.j.info.Changed(p.Write), why)
}
