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

func (t tracer) at(pos token.Pos) bool { return t.At(t.j.pass.Fset.Position(pos)) }

// calls tells what is known of the calls in the line.
func (t tracer) calls() {
	if t.On() {
		t.j.info.Explain(t.at, func(pos token.Pos, text string) { t.say(pos, "%s", text) })
	}
}

func (t tracer) say(pos token.Pos, format string, args ...any) {
	t.Print("staleread", t.j.pass.Fset.Position(pos), format, args...)
}

// verdict tells what became of a pair of which one is in the line.
func (t tracer) verdict(p *paths.Pair, category diag.Category, why string) {
	if !t.On() || !t.at(p.Read.Pos()) && !t.at(p.Write.Pos()) {
		return
	}
	if in := t.j.view.Programs; len(t.j.info.Views()) > 1 {
		why = "in program " + strings.Join(in, ", ") + ": " + why
	}
	t.say(p.Read.Pos(), "%s after %s (%s): %s", t.j.readName(p.Read), t.j.writeName(p.Write), category.Name, why)
}
