package kind_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/fixture"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
)

const prelude = `
import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

type obj = *unstructured.Unstructured

var _ schema.GroupVersionKind

func Denotes(obj, string) {}
`

// TestGrowth counts the answers that are computed for packages of doubling size.
func TestGrowth(t *testing.T) {
	const gvk = `schema.GroupVersionKind{Group: "apps", Version: "v1", Kind: "Deployment"}`
	families := map[string]func(n int) string{
		// A kind goes down through n layers of functions.
		"helpers": func(n int) string {
			var b strings.Builder
			fmt.Fprintf(&b, "func f() { u := &unstructured.Unstructured{}; set0(u, %s); Denotes(u, \"\") }\n", gvk)
			for i := range n {
				fmt.Fprintf(&b, "func set%d(u obj, k schema.GroupVersionKind) { set%d(u, k); set%d(u, k) }\n", i, i+1, i+1)
			}
			fmt.Fprintf(&b, "func set%d(u obj, k schema.GroupVersionKind) { u.SetGroupVersionKind(k) }\n", n)
			return b.String()
		},
		// An object comes up through n layers of functions.
		"results": func(n int) string {
			var b strings.Builder
			b.WriteString("func f() { Denotes(make0(), \"\") }\n")
			for i := range n {
				fmt.Fprintf(&b, "func make%d() obj { if make%d() == nil { return make%d() }; return make%d() }\n", i, i+1, i+1, i+1)
			}
			fmt.Fprintf(&b, "func make%d() obj { u := &unstructured.Unstructured{}; u.SetGroupVersionKind(%s); return u }\n", n, gvk)
			return b.String()
		},
		// n functions call each other.
		"recursion": func(n int) string {
			var b strings.Builder
			b.WriteString("func f() { Denotes(make0(nil), \"\") }\n")
			for i := range n {
				fmt.Fprintf(&b, "func make%d(u obj) obj { if u == nil { return make%d(u) }; u.SetGroupVersionKind(%s); return u }\n", i, (i+1)%n, gvk)
			}
			return b.String()
		},
		"phis": func(n int) string {
			return fmt.Sprintf("func f(c func() bool) {\nu := &unstructured.Unstructured{}\nu.SetGroupVersionKind(%s)\nv := u\nfor c() {\n", gvk) +
				strings.Repeat("if c() { v = u.DeepCopy() }\n", n) + "}\nDenotes(v, \"\")\n}\n"
		},
		// One variable is set and read n times.
		"variable": func(n int) string {
			return "func f() {\nvar u obj\nset := func() {\nu = &unstructured.Unstructured{}\n" +
				fmt.Sprintf("u.SetGroupVersionKind(%s)\n}\n", gvk) + strings.Repeat("set()\nDenotes(u, \"\")\n", n) + "}\n"
		},
		// n objects are put into a slice and taken from it.
		"elements": func(n int) string {
			return "func f(c int) {\nvar all []obj\n" +
				strings.Repeat(fmt.Sprintf("{ u := &unstructured.Unstructured{}\nu.SetGroupVersionKind(%s)\nall = append(all, u) }\n", gvk), n) +
				strings.Repeat("Denotes(all[c], \"\")\n", n) + "}\n"
		},
		// Kinds go round in n fields.
		"fields": func(n int) string {
			var b strings.Builder
			b.WriteString("type T struct {\n")
			for i := range n {
				fmt.Fprintf(&b, "k%d schema.GroupVersionKind\n", i)
			}
			fmt.Fprintf(&b, "}\nfunc f(t *T) {\nt.k0 = %s\nu := &unstructured.Unstructured{}\nu.SetGroupVersionKind(t.k%d)\nDenotes(u, \"\")\n", gvk, n-1)
			for i := range n {
				fmt.Fprintf(&b, "t.k%d = t.k%d\n", (i+1)%n, i)
			}
			return b.String() + "}\n"
		},
		// A string is made longer and longer.
		"texts": func(n int) string {
			return "func f(c func() bool) {\nkind := \"Deployment\"\nfor c() {\n" +
				strings.Repeat("if c() { kind += \"a\" } else { kind += \"b\" }\n", n) +
				"}\nu := &unstructured.Unstructured{}\nu.SetKind(kind)\nu.SetAPIVersion(\"apps/v1\")\nDenotes(u, \"?\")\n}\n"
		},
	}
	fixture.Growth(t, "cr025", "./projection/kinds", prelude, families, &analysis.Analyzer{
		Name: "steps", Doc: "count steps", Requires: []*analysis.Analyzer{ir.Analyzer}, ResultType: reflect.TypeFor[int](),
		Run: func(pass *analysis.Pass) (any, error) {
			p := pass.ResultOf[ir.Analyzer].(*ir.Package)
			solver := new(flow.Solver)
			finder := kind.NewFinder(p, solver)
			for _, fn := range p.Functions() {
				for call, want := range denotes(fn) {
					if want == "" {
						want = "unstructured appsv1.Deployment"
					}
					if got := describe(finder.Objects(call.Call.Args[0])); got != want && want != "?" {
						t.Errorf("%s: %q", pass.Pkg.Name(), got)
					}
				}
			}
			return solver.Steps(), nil
		},
	})
}
