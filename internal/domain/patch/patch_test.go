package patch_test

import (
	"go/types"
	"iter"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/domain/patch"
	"github.com/ctrllint/ctrllint/internal/fixture"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
)

const prelude = `
import (
	"encoding/json"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
)

var (
	_ = json.Marshal
	_ = fmt.Sprint
	_ corev1.Pod
	_ = strategicpatch.CreateTwoWayMergePatch
)

// Sends is called with the data of a patch of a pod, and what the patch changes.
func Sends(data []byte, want string) *corev1.Pod { return nil }

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
func (none) Diffs(types.Object) []patch.Params                               { return nil }
func (none) Same(types.Object, int) int                                      { return -1 }

// asking gives what the finder says otherwise than the calls of Sends, with the places of those, whichever function it is asked of
// first.
var asking = fixture.AskingCalls("Sends", func(pass *analysis.Pass, lazy *ir.Package) func(*ssa.Call) string {
	s := new(flow.Solver)
	objects := identity.NewFinder(pass, lazy, s, none{})
	known := footprint.Known{Kinds: kind.NewFinder(lazy, s), Objects: objects, Texts: ir.NewTexts(lazy, nil)}
	finder := patch.NewFinder(lazy, s, objects, footprint.NewFinder(pass, lazy, s, known, none{}), none{})
	return func(call *ssa.Call) string {
		return finder.ByName(patch.Write{Call: call, Path: fixture.CallsTo(lazy, call)}).String()
	}
})

// TestFinder asks of the data of a patch each what it changes; ~ stands for a backquote.
func TestFinder(t *testing.T) {
	tests := map[string]string{
		"merge":      `func f() { Sends([]byte(~{"metadata":{"labels":{"a":"b"}}}~), "Labels.[a]") }`,
		"operations": `func f() { Sends([]byte(~[{"op":"remove","path":"/spec/nodeName"}]~), "Spec.NodeName") }`,
		"unknown":    `func f(b []byte) { Sends(b, "everything") }`,
		"format":     `func f(v string) { Sends([]byte(fmt.Sprintf(~{"metadata":{"annotations":{"a":%q}}}~, v)), "Annotations.[a]") }`,
		"key":        `func f(k string) { Sends([]byte(fmt.Sprintf(~{"metadata":{"annotations":{%q:"a"}}}~, k)), "Annotations") }`,
		"sum":        `func f(v string) { Sends([]byte(~{"spec":{"nodeName":"~ + v + ~"}}~), "Spec.NodeName") }`,
		"document":   `func f() { b, _ := json.Marshal(map[string]any{"metadata": map[string]any{"labels": map[string]any{"a": "b"}}}); Sends(b, "Labels.[a]") }`,
		"filled":     `func f() { m := map[string]any{}; m["spec"] = 1; b, _ := json.Marshal(m); Sends(b, "Spec") }`,
		"handed":     `func f() { m := map[string]any{"spec": 1}; g(m); b, _ := json.Marshal(m); Sends(b, "everything") }; func g(m map[string]any) { m["status"] = 1 }`,
		"list":       `type op struct { Op string ~json:"op"~; Path string ~json:"path"~ }; func f() { b, _ := json.Marshal([]op{{"remove", "/spec/nodeName"}, {"add", "/metadata/labels/a"}}); Sends(b, "Labels.[a], Spec.NodeName") }`,
		"added":      `type op struct { Op string ~json:"op"~; Path string ~json:"path"~ }; func f(b bool) { ops := []op{{"remove", "/spec/nodeName"}}; if b { ops = append(ops, op{"add", "/metadata/labels/a"}) }; d, _ := json.Marshal(ops); Sends(d, "Labels.[a], Spec.NodeName") }`,
		"loop":       `type op struct { Op string ~json:"op"~; Path string ~json:"path"~ }; func f(n int) { var ops []op; for range n { ops = append(ops, op{"remove", "/spec/nodeName"}) }; d, _ := json.Marshal(ops); Sends(d, "Spec.NodeName") }`,
		"param":      `func f() { g([]byte(~{"spec":{"nodeName":"n"}}~)) }; func g(b []byte) { Sends(b, "Spec.NodeName") }`,
		"closure":    `func f() { g := func(b []byte) { Sends(b, "Spec.NodeName") }; g([]byte(~{"spec":{"nodeName":"n"}}~)) }`,
		"states":     `func f(p *corev1.Pod) { a, _ := json.Marshal(p); p.Spec.NodeName = "n"; b, _ := json.Marshal(p); d, _ := strategicpatch.CreateTwoWayMergePatch(a, b, p); Sends(d, "Spec.NodeName") }`,
		"copy":       `func f(p *corev1.Pod) { q := p.DeepCopy(); q.Spec.NodeName = "n"; Sends(diff(p, q), "Spec.NodeName") }; func diff(p, q *corev1.Pod) []byte { a, _ := json.Marshal(p); b, _ := json.Marshal(q); d, _ := strategicpatch.CreateTwoWayMergePatch(a, b, p); return d }`,
		"circle":     `func f(p *corev1.Pod) { q := p.DeepCopy(); q.Spec.NodeName = "n"; Sends(diff(p, q, 3), "Spec.NodeName") }; func diff(p, q *corev1.Pod, n int) []byte { if n > 0 { return diff(p, q, n-1) }; a, _ := json.Marshal(p); b, _ := json.Marshal(q); d, _ := strategicpatch.CreateTwoWayMergePatch(a, b, p); return d }`,
		"phi":        `func f(b bool) { d := []byte(~{"spec":{"nodeName":"n"}}~); if b { d = []byte(~{"metadata":{"labels":{"a":"b"}}}~) }; Sends(d, "everything") }`,
		"generic":    `func f() { g[int]([]byte(~{"spec":{"nodeName":"n"}}~)) }; func g[T any](b []byte) { Sends(b, "Spec.NodeName") }`,
		"recursion":  `func f(b []byte, n int) { if n > 0 { f([]byte(~{"spec":{"nodeName":"n"}}~), n-1) }; Sends(b, "Spec.NodeName") }`,
	}
	sources := map[string]string{}
	for name, source := range tests {
		sources[name] = "package " + name + prelude + strings.ReplaceAll(source, "~", "`")
	}
	for name, wrong := range fixture.Analyze(t, "cr025", "./staleread/footprints", sources, asking) {
		for _, w := range wrong.([]string) {
			t.Errorf("%s: %s", name, w)
		}
	}
}
