package condition_test

import (
	"go/types"
	"iter"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/condition"
	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/fixture"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
)

const prelude = `
import corev1 "k8s.io/api/core/v1"

type conf struct {
	on   bool
	mode string
}

// First and Second are what may exclude each other.
func First()  {}
func Second() {}

`

// none is known of calls.
type none struct{}

func (none) Operation(ssa.CallInstruction) (op footprint.Operation, ok bool) { return op, false }
func (none) IsKnown(types.Object) bool                                       { return false }
func (none) Looks(ssa.CallInstruction, ssa.Value) (at []string, ok bool)     { return nil, false }
func (none) Gets(ssa.CallInstruction) iter.Seq[identity.Get]                 { return func(func(identity.Get) bool) {} }
func (none) IsOperation(ssa.CallInstruction) bool                            { return false }
func (none) Answer(ssa.CallInstruction) []*identity.Term                     { return nil }
func (none) Renames(*ssa.Call) (may, unknown bool)                           { return false, false }
func (none) Facts(types.Object) (facts *identity.Facts)                      { return nil }
func (none) Asks(types.Object) []condition.Asked                             { return nil }

// asking gives whether the conditions of the calls of First and Second exclude each other: "apart" if they do, whichever function the
// finder is asked of first.
var asking = fixture.Asking(func(pass *analysis.Pass) (answers []string) {
	lazy := pass.ResultOf[ir.Analyzer].(*ir.Package)
	fns := slices.Clone(lazy.Functions())
	for range 2 {
		s := new(flow.Solver)
		objects := identity.NewFinder(pass, lazy, s, none{})
		known := footprint.Known{Kinds: kind.NewFinder(lazy, s), Objects: objects, Texts: ir.NewTexts(lazy, nil)}
		finder := condition.NewFinder(pass, lazy, s, objects, footprint.NewFinder(pass, lazy, s, known, none{}), none{})
		said := map[string][]condition.Answer{}
		for _, fn := range fns {
			for call := range ir.All[*ssa.Call](fn.Blocks) {
				if name := ir.CalledName(call.Common()); name == "First" || name == "Second" {
					said[name] = finder.For(fixture.CallsTo(lazy, call))
				}
			}
		}
		apart := slices.ContainsFunc(said["First"], func(a condition.Answer) bool { return slices.ContainsFunc(said["Second"], a.Excludes) })
		answers = append(answers, map[bool]string{true: "apart", false: ""}[apart])
		slices.Reverse(fns)
	}
	return answers
}, ir.Analyzer)

// TestFinder asks whether two calls exclude each other.
func TestFinder(t *testing.T) {
	tests := map[string]struct{ source, want string }{
		"flag":       {`func f(c conf) { if c.on { First() }; if !c.on { Second() } }`, "apart"},
		"same":       {`func f(c conf) { if c.on { First() }; if c.on { Second() } }`, ""},
		"sides":      {`func f(c conf) { if c.on { First() } else { Second() } }`, "apart"},
		"others":     {`func f(c, d conf) { if c.on { First() }; if !d.on { Second() } }`, ""},
		"texts":      {`func f(c conf) { switch c.mode { case "a": First(); case "b": Second() } }`, "apart"},
		"unequal":    {`func f(c conf) { if c.mode != "a" { First() }; if c.mode != "b" { Second() } }`, ""},
		"equal":      {`func f(c conf) { if c.mode != "a" { First() }; if c.mode == "a" { Second() } }`, "apart"},
		"parameter":  {`func f(b bool) { if b { First() }; if !b { Second() } }`, "apart"},
		"set":        {`func f(c *conf) { if c.on { First() }; c.on = false; if !c.on { Second() } }`, ""},
		"returns":    {`func f(c conf) { if c.on { First(); return }; Second() }`, "apart"},
		"both":       {`func f(c conf, b bool) { if c.on && b { First() }; if !c.on { Second() } }`, "apart"},
		"either":     {`func f(c conf, b bool) { if c.on || b { First() }; if !c.on { Second() } }`, ""},
		"phi":        {`func f(c conf, b bool) { ok := c.on; if b { ok = false }; if ok { First() }; if !c.on { Second() } }`, "apart"},
		"asked":      {`func f(c conf) { if is(c.on) { First() }; if !c.on { Second() } }; func is(b bool) bool { return b }`, "apart"},
		"helper":     {`func f(c conf) { if c.on { g() }; if !c.on { Second() } }; func g() { First() }`, "apart"},
		"inner":      {`func f(c conf) { g(c.on); if !c.on { Second() } }; func g(b bool) { if b { First() } }`, "apart"},
		"closure":    {`func f(c conf) { func() { if c.on { First() } }(); if !c.on { Second() } }`, "apart"},
		"recursion":  {`func f(c conf) { if all(c.on, 3) { First() }; if !c.on { Second() } }; func all(b bool, n int) bool { if n == 0 { return b }; return all(b, n-1) }`, ""},
		"circle":     {`func f(c conf) { if a(c.on, 3) { First() }; if !c.on { Second() } }; func a(on bool, n int) bool { return n > 0 && b(on, n) }; func b(on bool, n int) bool { return on && a(on, n-1) }`, "apart"},
		"generic":    {`func f(c conf) { if is[int](c.on) { First() }; if !c.on { Second() } }; func is[T any](b bool) bool { return b }`, "apart"},
		"predicate":  {`func f(p *corev1.Pod) { if ready(p) { First() }; if !ready(p) { Second() } }; func ready(p *corev1.Pod) bool { return p.Status.Phase == "Running" }`, "apart"},
		"predicates": {`func f(p, q *corev1.Pod) { if ready(p) { First() }; if !ready(q) { Second() } }; func ready(p *corev1.Pod) bool { return p.Status.Phase == "Running" }`, ""},
		"state":      {`var n int; func f(p *corev1.Pod) { if ready(p) { First() }; if !ready(p) { Second() } }; func ready(p *corev1.Pod) bool { n++; return n > 3 }`, ""},
		"deleted":    {`func f(p *corev1.Pod) { if p.DeletionTimestamp.IsZero() { First() }; if !p.DeletionTimestamp.IsZero() { Second() } }`, "apart"},
		"round":      {`func f(all []conf) { for _, c := range all { if c.on { First() }; if !c.on { Second() } } }`, "apart"},
	}
	sources := map[string]string{}
	for name, test := range tests {
		sources[name] = "package " + name + prelude + "var _ corev1.Pod\n" + test.source
	}
	for name, answers := range fixture.Analyze(t, "cr025", "./staleread/footprints", sources, asking) {
		for _, got := range answers.([]string) {
			if got != tests[name].want {
				t.Errorf("%s: %q, want %q", name, got, tests[name].want)
			}
		}
	}
}
