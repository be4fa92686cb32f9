package change_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/ctrllint/ctrllint/internal/fixture"
	"github.com/ctrllint/ctrllint/internal/model"
)

// TestGrowth counts the steps for sources of doubling size.
func TestGrowth(t *testing.T) {
	repeat := func(n int, line func(i int) string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(line(i))
		}
		return b.String()
	}
	fixture.Growth(t, "cr025", "./mutation/field", prelude, map[string]func(int) string{
		"stores": func(n int) string {
			return "func f(c bool) { p, _ := pods.Pods(\"a\").Get(\"b\"); q := *p\n" + repeat(n, func(i int) string {
				return fmt.Sprintf("if c { q.Labels = map[string]string{} }; q.Labels[\"%d\"] = \"b\"\n", i)
			}) + "}"
		},
		"chain": func(n int) string {
			return "func f() { p, _ := pods.Pods(\"a\").Get(\"b\"); g0(p) }\n" + repeat(n, func(i int) string {
				return fmt.Sprintf("func g%d(p *corev1.Pod) { g%d(p) }\n", i, i+1)
			}) + fmt.Sprintf("func g%d(p *corev1.Pod) { p.Name = \"n\" }", n)
		},
		"ring": func(n int) string {
			return "func f() { p, _ := pods.Pods(\"a\").Get(\"b\"); g0(p) }\n" + repeat(n, func(i int) string {
				return fmt.Sprintf("func g%d(p *corev1.Pod) *corev1.Pod { p.Name = \"n\"; return g%d(p) }\n", i, (i+1)%n)
			})
		},
		"flags": func(n int) string {
			return "func f(c bool) { p, _ := pods.Pods(\"a\").Get(\"b\"); g0(p, c) }\n" + repeat(n, func(i int) string {
				return fmt.Sprintf("func g%d(p *corev1.Pod, c bool) { if !c { p.Name = \"n\" }; g%d(p, !c) }\n", i, (i+1)%n)
			})
		},
		"branches": func(n int) string {
			return "func f(c bool) { p, _ := pods.Pods(\"a\").Get(\"b\")\n" + repeat(n, func(int) string {
				return "if c { p = p.DeepCopy() }; p.Name = \"n\"\n"
			}) + "}"
		},
	}, steps)
}

// steps tells how many steps it takes to find out all that is changed.
var steps = &analysis.Analyzer{
	Name: "steps", Doc: "counts steps", Requires: []*analysis.Analyzer{model.Analyzer}, ResultType: reflect.TypeFor[int](),
	Run: func(pass *analysis.Pass) (any, error) {
		m := pass.ResultOf[model.Analyzer].(*model.Package)
		for _, fn := range m.Changes.Functions {
			m.Changes.Changes(fn)
		}
		return m.Steps(), nil
	},
}
