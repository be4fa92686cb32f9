// Package family makes sources of any size, in shapes that an analysis easily takes more than linear time for. Each is
// a Go file that compiles in a module which requires controller-runtime 0.25.
package family

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// A Family is sources of one shape.
type Family struct {
	Name string
	Doc  string // the shape, as what there are n of
	Size int    // the smallest n of interest
	body func(n int) string
}

// All returns every family, in the order of the documentation.
func All() []Family {
	return slices.Concat(paths, calls, lists, handlers, values)
}

// Source returns the file for a size. Its length is proportional to the size, but for what all files have.
func (f Family) Source(n int) []byte {
	body := f.body(n)
	var b strings.Builder
	fmt.Fprintf(&b, "// Package shape has %d of a family: %s.\npackage shape\n\nimport (\n", n, f.Doc)
	for _, name := range slices.Sorted(maps.Keys(imports)) {
		if strings.Contains(body, name+".") {
			fmt.Fprintf(&b, "\t%s %q\n", name, imports[name])
		}
	}
	fmt.Fprintf(&b, ")\n%s", body)
	return []byte(b.String())
}

// Imports returns the packages that sources may import, sorted.
func Imports() []string {
	return slices.Sorted(maps.Values(imports))
}

// imports are the packages that bodies use by these names.
var imports = map[string]string{
	"apierrors": "k8s.io/apimachinery/pkg/api/errors",
	"builder":   "sigs.k8s.io/controller-runtime/pkg/builder",
	"cache":     "k8s.io/client-go/tools/cache",
	"client":    "sigs.k8s.io/controller-runtime/pkg/client",
	"context":   "context",
	"corev1":    "k8s.io/api/core/v1",
	"ctrl":      "sigs.k8s.io/controller-runtime",
	"metav1":    "k8s.io/apimachinery/pkg/apis/meta/v1",
	"runtime":   "k8s.io/apimachinery/pkg/runtime",
	"types":     "k8s.io/apimachinery/pkg/types",
	"workqueue": "k8s.io/client-go/util/workqueue",
}

// each returns the text once for each number from 0 to n-1, with the number for each {i}, and the next for each {j}.
func each(n int, text string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.NewReplacer("{i}", strconv.Itoa(i), "{j}", strconv.Itoa(i+1)).Replace(text))
	}
	return b.String()
}

// reconciler returns a Reconcile method with the statements, which have ctx, req and the receiver r. They can call
// r.on(i), which knows nothing of its argument, and r.pair, which writes and reads.
func reconciler(statements string) string {
	return `
type Reconciler struct {
	client.Client
	flags []bool
}

func (r *Reconciler) on(i int) bool { return r.flags[i] }

func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
` + statements + `	return ctrl.Result{}, nil
}
`
}
