package driver

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/ctrllint/ctrllint/internal/config"
	"github.com/ctrllint/ctrllint/internal/diag"
)

// A markFact is on whatever is named Bad..., and on functions that use such a thing.
type markFact struct{ Reason string }

func (*markFact) AFact()           {}
func (f *markFact) String() string { return "mark(" + f.Reason + ")" }

// A countFact is on packages: how many marks are in them, but for their tests, and in the packages that they import.
type countFact struct{ N int }

func (*countFact) AFact()           {}
func (f *countFact) String() string { return fmt.Sprintf("count(%d)", f.N) }

// A marks is the result of the helper.
type marks struct {
	reason func(types.Object) string // why an object is marked, or ""
	count  int
}

// Release drops what marks holds. The result of a helper that failed has nothing to drop.
func (m *marks) Release() { m.reason = nil }

const toyDoc = `toy: find uses of marked things

Whatever is named Bad... is marked, and so is what uses it.

Not reported: what is not named so.
`

var (
	useCategory = diag.Category{
		Name: "use", Doc: "a marked thing is used", Level: diag.Error,
		Why: `
A *marked* thing is used, where
a good one would do.

	x.BadField = 1

It is enough to name it.`,
		Bad:     "\nfunc f() {\n\tBadThing()\n\n\tf()\n}\n",
		Good:    "GoodThing()",
		NotSeen: "\nWhat is *called*\notherwise.\n",
	}

	countCategory = diag.Category{Name: "count", Doc: "how many marks there are", Level: diag.Note, Off: true}
)

// newToys returns checks that misbehave where the sources say so, and their settings.
//
//   - toy reports each use of a marked thing, and suggests to use Good... instead. It requires a hidden helper with
//     facts. Its category count, off by default, reports how many marks the package's imports have.
//   - ugly reports each function named Ugly..., and suggests a malformed fix for UglyFix.
//   - crash panics where a function is named Crash, errs where one is named Fail, and returns a result that it did
//     not declare where one is named Wrong. The helper panics where one is named CrashFacts.
func newToys() (*config.Settings, []*analysis.Analyzer) {
	settings := config.New(true)
	helper := &analysis.Analyzer{
		Name:       "ctrllinttoyfacts",
		Doc:        "marks",
		Run:        runToyFacts,
		FactTypes:  []analysis.Fact{new(markFact), new(countFact)},
		ResultType: reflect.TypeFor[*marks](),
	}
	toy := &analysis.Analyzer{
		Name: "toy", Doc: toyDoc, URL: "https://example.com/toy", Requires: []*analysis.Analyzer{settings.Analyzer, helper},
		ResultType: diag.ResultType,
	}
	toy.Run = func(pass *analysis.Pass) (any, error) {
		return runToy(pass, helper, diag.NewReporter(pass, settings.Of(pass), useCategory, countCategory))
	}
	diag.Register(toy, settings, useCategory, countCategory)
	settings.RegisterClients(&toy.Flags)
	return settings, []*analysis.Analyzer{
		{Name: "crash", Doc: "crash: fail on demand", Run: runCrash},
		toy,
		{Name: "ugly", Doc: "ugly: find ugly functions", Run: runUgly},
	}
}

func eachFunc(pass *analysis.Pass, do func(*ast.FuncDecl)) {
	for _, f := range pass.Files {
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				do(fn)
			}
		}
	}
}

func origin(obj types.Object) types.Object {
	switch obj := obj.(type) {
	case *types.Func:
		return obj.Origin()
	case *types.Var:
		return obj.Origin()
	}
	return obj
}

func runToyFacts(pass *analysis.Pass) (any, error) {
	if !strings.HasPrefix(pass.Pkg.Path(), "example.com/") || strings.HasPrefix(pass.Pkg.Path(), "example.com/dep") {
		// Checks have no facts of dependencies. unitchecker, which the others are compared with, would ask for them.
		return &marks{func(types.Object) string { return "" }, 0}, nil
	}
	reason := func(obj types.Object) string {
		var f markFact
		if obj != nil && obj.Pkg() != nil && pass.ImportObjectFact(origin(obj), &f) {
			return f.Reason
		}
		return ""
	}
	n := 0
	mark := func(obj types.Object, why string) {
		// A package that is imported by another's test is analysed once more under go vet, and then finds the marks in
		// the test files of its own imports; by itself, ctrllint analyses it only once.
		if !strings.HasSuffix(pass.Fset.Position(obj.Pos()).Filename, "_test.go") {
			n++
		}
		pass.ExportObjectFact(obj, &markFact{why})
	}
	for _, obj := range pass.TypesInfo.Defs {
		if obj != nil && strings.HasPrefix(obj.Name(), "Bad") {
			mark(obj, obj.Name())
		}
	}
	eachFunc(pass, func(fn *ast.FuncDecl) {
		if fn.Name.Name == "CrashFacts" {
			panic("no facts")
		}
		self := pass.TypesInfo.Defs[fn.Name]
		ast.Inspect(fn, func(node ast.Node) bool {
			if id, ok := node.(*ast.Ident); ok && reason(self) == "" {
				if why := reason(pass.TypesInfo.Uses[id]); why != "" {
					mark(self, why+" in "+self.Name())
				}
			}
			return true
		})
	})
	for _, imp := range pass.Pkg.Imports() {
		var f countFact
		if pass.ImportPackageFact(imp, &f) {
			n += f.N
		}
	}
	if n > 0 {
		pass.ExportPackageFact(&countFact{n})
	}
	return &marks{reason, n}, nil
}

func runToy(pass *analysis.Pass, helper *analysis.Analyzer, report *diag.Reporter) (any, error) {
	m := pass.ResultOf[helper].(*marks)
	report.Report(countCategory, analysis.Diagnostic{
		Pos: pass.Files[0].Name.Pos(), Message: fmt.Sprintf("%d marks", m.count),
	})
	for id, obj := range pass.TypesInfo.Uses {
		why := m.reason(obj)
		if why == "" {
			continue
		}
		d := analysis.Diagnostic{
			Pos: id.Pos(), End: id.End(),
			Message: fmt.Sprintf("use of marked %s (%s)", id.Name, why),
		}
		if obj.Pkg() == pass.Pkg {
			d.Related = []analysis.RelatedInformation{{Pos: obj.Pos(), Message: "declared here"}}
		}
		if rest, ok := strings.CutPrefix(id.Name, "Bad"); ok {
			d.SuggestedFixes = []analysis.SuggestedFix{{
				Message:   "Use the good one",
				TextEdits: []analysis.TextEdit{{Pos: id.Pos(), End: id.End(), NewText: []byte("Good" + rest)}},
			}}
		}
		report.Report(useCategory, d)
	}
	return report.Result(), nil
}

// newFactLister returns a check that reports all the facts that its passes show.
func newFactLister() *analysis.Analyzer {
	a := &analysis.Analyzer{
		Name:      "lister",
		Doc:       "lister: list all facts",
		FactTypes: []analysis.Fact{new(markFact), new(countFact)},
	}
	a.Run = func(pass *analysis.Pass) (any, error) {
		if _, err := runToyFacts(pass); err != nil {
			return nil, err
		}
		var all []string
		for _, f := range pass.AllObjectFacts() {
			all = append(all, fmt.Sprintf("%s.%s %v", f.Object.Pkg().Path(), f.Object.Name(), f.Fact))
		}
		for _, f := range pass.AllPackageFacts() {
			all = append(all, fmt.Sprintf("%s %v", f.Package.Path(), f.Fact))
		}
		slices.Sort(all)
		pass.Reportf(pass.Files[0].Name.Pos(), "facts: %s", cmp.Or(strings.Join(all, ", "), "none"))
		return nil, nil
	}
	return a
}

func runUgly(pass *analysis.Pass) (any, error) {
	eachFunc(pass, func(fn *ast.FuncDecl) {
		if !strings.HasPrefix(fn.Name.Name, "Ugly") {
			return
		}
		d := analysis.Diagnostic{Pos: fn.Name.Pos(), Category: "ugly", Message: fn.Name.Name + " is ugly"}
		if fn.Name.Name == "UglyFix" {
			d.SuggestedFixes = []analysis.SuggestedFix{{
				Message:   "Malformed",
				TextEdits: []analysis.TextEdit{{Pos: fn.End(), End: fn.Pos()}},
			}}
		}
		pass.Report(d)
	})
	return nil, nil
}

func runCrash(pass *analysis.Pass) (any, error) {
	var result any
	var err error
	eachFunc(pass, func(fn *ast.FuncDecl) {
		switch fn.Name.Name {
		case "Crash":
			panic("boom")
		case "Fail":
			err = errors.New("no luck")
		case "Wrong":
			result = "unexpected"
		}
	})
	return result, err
}
