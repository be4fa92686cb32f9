package analyzers_test

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/ctrllint/ctrllint/analyzers"
	"github.com/ctrllint/ctrllint/internal/diag"
	"github.com/ctrllint/ctrllint/internal/fixture"
)

// imports are the packages that examples use by these names, without saying so.
var imports = map[string]string{
	"apierrors":      "k8s.io/apimachinery/pkg/api/errors",
	"appsv1":         "k8s.io/api/apps/v1",
	"batchv1":        "k8s.io/api/batch/v1",
	"builder":        "sigs.k8s.io/controller-runtime/pkg/builder",
	"cache":          "k8s.io/client-go/tools/cache",
	"client":         "sigs.k8s.io/controller-runtime/pkg/client",
	"context":        "context",
	"controllerutil": "sigs.k8s.io/controller-runtime/pkg/controller/controllerutil",
	"corelisters":    "k8s.io/client-go/listers/core/v1",
	"corev1":         "k8s.io/api/core/v1",
	"ctrl":           "sigs.k8s.io/controller-runtime",
	"errors":         "errors",
	"event":          "sigs.k8s.io/controller-runtime/pkg/event",
	"fmt":            "fmt",
	"handler":        "sigs.k8s.io/controller-runtime/pkg/handler",
	"http":           "net/http",
	"informers":      "k8s.io/client-go/informers",
	"klog":           "k8s.io/klog/v2",
	"kubernetes":     "k8s.io/client-go/kubernetes",
	"labels":         "k8s.io/apimachinery/pkg/labels",
	"manager":        "sigs.k8s.io/controller-runtime/pkg/manager",
	"metav1":         "k8s.io/apimachinery/pkg/apis/meta/v1",
	"predicate":      "sigs.k8s.io/controller-runtime/pkg/predicate",
	"reconcile":      "sigs.k8s.io/controller-runtime/pkg/reconcile",
	"retry":          "k8s.io/client-go/util/retry",
	"runtime":        "k8s.io/apimachinery/pkg/runtime",
	"schema":         "k8s.io/apimachinery/pkg/runtime/schema",
	"source":         "sigs.k8s.io/controller-runtime/pkg/source",
	"time":           "time",
	"types":          "k8s.io/apimachinery/pkg/types",
	"unstructured":   "k8s.io/apimachinery/pkg/apis/meta/v1/unstructured",
	"utilruntime":    "k8s.io/apimachinery/pkg/util/runtime",
	"wait":           "k8s.io/apimachinery/pkg/util/wait",
	"workqueue":      "k8s.io/client-go/util/workqueue",
}

// Every check and category has what its page needs.
func TestDocumentation(t *testing.T) {
	for _, a := range analyzers.All() {
		if want := diag.CheckURL(a.Name); a.URL != want {
			t.Errorf("%s: the URL is %q; want diag.CheckURL(%q)", a.Name, a.URL, a.Name)
		}
		for _, c := range diag.CategoriesOf(a) {
			for field, text := range map[string]string{"Why": c.Why, "Bad": c.Bad, "Good": c.Good, "NotSeen": c.NotSeen} {
				if strings.TrimSpace(text) == "" {
					t.Errorf("%s/%s: %s is missing", a.Name, c.Name, field)
				}
				if strings.Contains(text, "`") {
					t.Errorf("%s/%s: %s has a backtick; -explain shows it as it is", a.Name, c.Name, field)
				}
			}
			if c.Doc == "" || strings.HasSuffix(c.Doc, ".") || strings.Contains(c.Doc, "\n") {
				t.Errorf("%s/%s: Doc is %q; want one line without full stop", a.Name, c.Name, c.Doc)
			}
			if c.Level == 0 {
				t.Errorf("%s/%s: Level is missing", a.Name, c.Name)
			}
		}
	}
}

// What the documentation of each category calls bad is found, what it calls good is not, and nothing else is, in code
// that compiles against the real libraries.
func TestSnippets(t *testing.T) {
	dir := t.TempDir()
	copyModule(t, fixture.Module(t, "cr025"), dir)
	want := map[string]string{} // by package, check/category or nothing
	for _, a := range analyzers.All() {
		for _, c := range diag.CategoriesOf(a) {
			for kind, source := range map[string]string{"bad": c.Bad, "good": c.Good} {
				name := filepath.ToSlash(filepath.Join(a.Name, c.Name, kind))
				writeSnippet(t, filepath.Join(dir, name), kind, c.Setup, source)
				want[name] = ""
				if kind == "bad" {
					want[name] = a.Name + "/" + c.Name
				}
			}
			switchOn(t, a, c)
		}
	}
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax | packages.NeedModule, Dir: dir}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	if packages.PrintErrors(pkgs) > 0 {
		t.Fatal("the examples have errors")
	}
	got := categoriesIn(t, pkgs)
	for name, category := range want {
		if joined := strings.Join(got[name], ", "); joined != category {
			t.Errorf("in the example %s, found %q, want %q", name, joined, category)
		}
	}
	if len(pkgs) != len(want) || len(want) == 0 {
		t.Errorf("%d packages for %d examples", len(pkgs), len(want))
	}
}

// copyModule makes a module in dir that requires what the one in from does.
func copyModule(t *testing.T, from, dir string) {
	t.Helper()
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join(from, name))
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), text, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// writeSnippet writes a package with an example and what it needs. The test fails if the example is not as gofmt
// would have it.
func writeSnippet(t *testing.T, dir, name, setup, source string) {
	t.Helper()
	source = strings.Trim(source, "\n") + "\n"
	if formatted, err := format.Source([]byte(source)); err != nil || string(formatted) != source {
		t.Errorf("the example %s is not formatted (%v):\n%s", dir, err, source)
	}
	body := strings.Trim(setup, "\n") + "\n\n" + source
	f, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+body, 0)
	if err != nil {
		t.Fatalf("the example %s: %v", dir, err)
	}
	text := "package " + name + "\n"
	for _, imported := range needed(f) {
		text += fmt.Sprintf("import %s %q\n", imported, imports[imported])
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".go"), []byte(text+body), 0o666); err != nil {
		t.Fatal(err)
	}
}

// needed returns which of the usual imports the file uses and has not.
func needed(f *ast.File) []string {
	used := map[string]bool{}
	for _, id := range f.Unresolved {
		if imports[id.Name] != "" {
			used[id.Name] = true
		}
	}
	for _, spec := range f.Imports {
		path := strings.Trim(spec.Path.Value, `"`)
		name := path[strings.LastIndexByte(path, '/')+1:]
		if spec.Name != nil {
			name = spec.Name.Name
		}
		delete(used, name)
	}
	return slices.Sorted(maps.Keys(used))
}

// switchOn has the category reported in this test if it, or what is milder, is off by default.
func switchOn(t *testing.T, a *analysis.Analyzer, c diag.Category) {
	t.Helper()
	if !c.Off && !c.MildOff {
		return
	}
	enable := a.Flags.Lookup("enable").Value
	old := enable.String()
	t.Cleanup(func() {
		if err := enable.Set(old); err != nil {
			t.Error(err)
		}
	})
	if err := enable.Set(old + "," + c.Name); err != nil {
		t.Fatal(err)
	}
}

// categoriesIn runs all checks and returns the categories found in each package, by its path in the module. What a
// check finds that the reported one is about, as check directive is about all others, is left out.
func categoriesIn(t *testing.T, pkgs []*packages.Package) map[string][]string {
	t.Helper()
	g, err := checker.Analyze(analyzers.All(), pkgs, &checker.Options{SanityCheck: true})
	if err != nil {
		t.Fatal(err)
	}
	found := map[string][]string{}
	for _, act := range g.Roots {
		if act.Err != nil {
			t.Errorf("%v: %v", act, act.Err)
		}
		name := strings.TrimPrefix(act.Package.PkgPath, act.Package.Module.Path+"/")
		about := slices.IndexFunc(analyzers.All(), func(a *analysis.Analyzer) bool {
			return strings.HasPrefix(name, a.Name+"/") && slices.Contains(a.Requires, act.Analyzer)
		}) >= 0
		for _, d := range act.Diagnostics {
			if category := act.Analyzer.Name + "/" + d.Category; !about && !slices.Contains(found[name], category) {
				found[name] = append(found[name], category)
			}
		}
	}
	for _, categories := range found {
		slices.SortFunc(categories, cmp.Compare[string])
	}
	return found
}
