package driver

import (
	"cmp"
	"encoding/gob"
	"errors"
	"fmt"
	"go/types"
	"os"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/types/objectpath"

	"github.com/ctrllint/ctrllint/internal/flow"
)

// A failure is a check that erred or panicked on a package.
type failure struct {
	check string
	pkg   string // path
	err   error
	stack []byte // if it panicked
}

func (f failure) String() string {
	if budget := (flow.BudgetError{}); errors.As(f.err, &budget) {
		return fmt.Sprintf("package %s: check %s %v", f.pkg, f.check, f.err)
	}
	return fmt.Sprintf("internal error: check %s on package %s: %v", f.check, f.pkg, f.err)
}

// A watch stands between the checks and whatever runs them. It makes every way of running show the same facts to a
// check, supplies the facts of packages that are known by their export data alone, and sees to it that a check that
// fails on one package spoils nothing else.
type watch struct {
	// inject, if not nil, exports the facts of a package without files.
	inject func(*analysis.Pass)
	// fail, if not nil, is told of each failure, and what it returns is the error of the pass. Otherwise failures are
	// kept, and the pass returns no error, so that packages which import this one are analysed all the same.
	fail func(failure) error
	// turns, if not nil, say when a pass may run.
	turns *turns
	// done, if not nil, is called at the end of each pass over a package with files.
	done func(*analysis.Pass)
	// skip makes every pass return at once.
	skip bool
	// writable, if not nil, tells which files fixes may change. The others are reported without.
	writable func(file string) bool

	mu       sync.Mutex
	failures []failure
	failed   map[passKey]bool
}

type passKey struct {
	analyzer *analysis.Analyzer
	pkg      *types.Package
}

// install puts the watch in place of the Run of the analyzers and all that they require, and registers their facts
// with gob.
func (w *watch) install(analyzers []*analysis.Analyzer) {
	w.failed = map[passKey]bool{}
	seen := map[*analysis.Analyzer]bool{}
	var visit func([]*analysis.Analyzer)
	visit = func(analyzers []*analysis.Analyzer) {
		for _, a := range analyzers {
			if seen[a] {
				continue
			}
			seen[a] = true
			for _, f := range a.FactTypes {
				gob.Register(f)
			}
			run := a.Run
			a.Run = func(pass *analysis.Pass) (any, error) { return w.run(pass, run) }
			visit(a.Requires)
		}
	}
	visit(analyzers)
}

// run is what checks run instead of their own Run, which it calls.
func (w *watch) run(pass *analysis.Pass, run func(*analysis.Pass) (any, error)) (result any, err error) {
	a := pass.Analyzer
	nothing := func() any {
		if a.ResultType == nil {
			return nil
		}
		return reflect.Zero(a.ResultType).Interface()
	}
	if w.skip {
		return nothing(), nil
	}
	if len(pass.Files) == 0 {
		if w.inject != nil && len(a.FactTypes) > 0 {
			w.inject(pass)
		}
		return nothing(), nil
	}
	if w.turns != nil {
		defer w.turns.take(pass)()
	}
	if w.done != nil {
		defer w.done(pass)
	}
	for _, required := range a.Requires {
		if w.hasFailed(required, pass.Pkg) {
			w.note(pass)
			return nothing(), nil
		}
	}
	restrictFacts(pass)
	dropBadFixes(pass)
	if w.writable != nil {
		restrictFixes(pass, w.writable)
	}

	defer func() {
		var stack []byte
		if p := recover(); p != nil {
			err, stack = fmt.Errorf("panic: %v", p), debug.Stack()
		}
		if err == nil {
			return
		}
		f := failure{a.Name, pass.Pkg.Path(), err, stack}
		if w.fail != nil {
			err = w.fail(f)
			return
		}
		w.note(pass, f)
		result, err = nothing(), nil
	}()
	return run(pass)
}

func (w *watch) hasFailed(a *analysis.Analyzer, pkg *types.Package) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.failed[passKey{a, pkg}]
}

// note remembers that the pass failed, and how, unless it did so only because what it requires failed.
func (w *watch) note(pass *analysis.Pass, how ...failure) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.failed[passKey{pass.Analyzer, pass.Pkg}] = true
	w.failures = append(w.failures, how...)
}

// takeFailures returns what failed in the analysis, in a fixed order, and clears the errors of the graph's actions.
func (w *watch) takeFailures(g *checker.Graph) []failure {
	failures := w.failures
	for act := range g.All() {
		// checker itself objects to some results, and calls off everything that depends on them.
		if act.Err != nil && !strings.HasPrefix(act.Err.Error(), "failed prerequisites") {
			failures = append(failures, failure{check: act.Analyzer.Name, pkg: act.Package.PkgPath, err: act.Err})
		}
		act.Err = nil
	}
	slices.SortFunc(failures, func(a, b failure) int {
		return cmp.Or(cmp.Compare(a.pkg, b.pkg), cmp.Compare(a.check, b.check))
	})
	return failures
}

// dropBadFixes makes the pass report a finding without its fixes if they are malformed, as unitchecker does, where
// checker would panic.
func dropBadFixes(pass *analysis.Pass) {
	report := pass.Report
	pass.Report = func(d analysis.Diagnostic) {
		defer func() {
			if p := recover(); p != nil {
				if d.SuggestedFixes == nil {
					panic(p)
				}
				fmt.Fprintf(os.Stderr, "ctrllint: %v\n", p)
				d.SuggestedFixes = nil
				report(d)
			}
		}()
		report(d)
	}
}

// restrictFixes makes the pass report a finding without its fixes if one of them changes a file that is not writable.
func restrictFixes(pass *analysis.Pass, writable func(file string) bool) {
	report := pass.Report
	pass.Report = func(d analysis.Diagnostic) {
		for _, fix := range d.SuggestedFixes {
			for _, edit := range fix.TextEdits {
				if file := pass.Fset.File(edit.Pos); file != nil && !writable(file.Name()) {
					d.SuggestedFixes = nil
				}
			}
		}
		report(d)
	}
}

// withinModule tells whether a file is in its module's folder: neither it nor a folder on the way is a symbolic link
// that leads out of it.
func withinModule(file string) bool {
	for dir := filepath.Dir(file); ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(dir, "go.mod")); err == nil {
			module, err1 := filepath.EvalSymlinks(dir)
			target, err2 := filepath.EvalSymlinks(file)
			if err1 != nil || err2 != nil {
				return false
			}
			rel, err := filepath.Rel(module, target)
			return err == nil && filepath.IsLocal(rel)
		}
		if dir == filepath.Dir(dir) {
			info, err := os.Lstat(file) // a file without module
			return err == nil && info.Mode().IsRegular()
		}
	}
}

// restrictFacts makes the pass show the same facts in every way of running. checker and unitchecker show facts of
// packages that are not imported directly, the one all, the other those that it happens to have read. Here facts of
// such packages are shown only if they are about a type, a method or a field, and asked for by name.
func restrictFacts(pass *analysis.Pass) {
	direct := func(pkg *types.Package) bool { return slices.Contains(pass.Pkg.Imports(), pkg) }
	// visible tells whether an importer can get hold of the object, and its facts with it.
	visible := func(obj types.Object) bool {
		if obj.Pkg() == nil {
			return false // predeclared
		}
		if obj.Pkg() == pass.Pkg || travels(obj) {
			return true
		}
		if !direct(obj.Pkg()) {
			return false
		}
		if obj.Parent() == obj.Pkg().Scope() {
			return obj.Exported()
		}
		_, err := objectpath.For(obj) // a parameter has one, a local variable has none
		return err == nil
	}

	importObjectFact := pass.ImportObjectFact
	pass.ImportObjectFact = func(obj types.Object, fact analysis.Fact) bool {
		return visible(obj) && importObjectFact(obj, fact)
	}
	allObjectFacts := pass.AllObjectFacts
	pass.AllObjectFacts = func() []analysis.ObjectFact {
		return slices.DeleteFunc(allObjectFacts(), func(f analysis.ObjectFact) bool {
			return f.Object.Pkg() != pass.Pkg && !direct(f.Object.Pkg()) || !visible(f.Object)
		})
	}
	importPackageFact := pass.ImportPackageFact
	pass.ImportPackageFact = func(pkg *types.Package, fact analysis.Fact) bool {
		return (pkg == pass.Pkg || direct(pkg)) && importPackageFact(pkg, fact)
	}
	allPackageFacts := pass.AllPackageFacts
	pass.AllPackageFacts = func() []analysis.PackageFact {
		return slices.DeleteFunc(allPackageFacts(), func(f analysis.PackageFact) bool {
			return f.Package != pass.Pkg && !direct(f.Package)
		})
	}
}

// injectImported returns an inject for packages whose facts were read from files.
func injectImported(facts *importedFacts) func(*analysis.Pass) {
	return func(pass *analysis.Pass) {
		for _, f := range facts.of[pass.Pkg] {
			if !slices.ContainsFunc(pass.Analyzer.FactTypes, func(t analysis.Fact) bool {
				return reflect.TypeOf(t) == reflect.TypeOf(f.fact)
			}) {
				continue
			}
			if f.object != nil {
				pass.ExportObjectFact(f.object, f.fact)
			} else {
				pass.ExportPackageFact(f.fact)
			}
		}
	}
}

// injectTwin is an inject for a package that is a second type-checked form of one that was analysed, and that it
// imports: the recompilation of a package for another's test. It gets the other's facts.
func injectTwin(pass *analysis.Pass) {
	for _, f := range pass.AllPackageFacts() {
		if f.Package.Path() == pass.Pkg.Path() {
			pass.ExportPackageFact(f.Fact)
		}
	}
	for _, f := range pass.AllObjectFacts() {
		if f.Object.Pkg().Path() != pass.Pkg.Path() {
			continue
		}
		if path, err := objectpath.For(f.Object); err == nil {
			if object, err := objectpath.Object(pass.Pkg, path); err == nil {
				pass.ExportObjectFact(object, f.Fact)
			}
		}
	}
}
