package driver

import (
	"cmp"
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/ctrllint/ctrllint/internal/domain/client"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/program"
)

// run is the stand-alone command after its command line is parsed. It prints findings, and what was asked for, to
// stdout, everything else to stderr, and returns the exit status.
func (o *options) run(stdout, stderr io.Writer) int {
	switch {
	case o.version:
		return print(stdout, func(w io.Writer) error {
			_, err := fmt.Fprint(w, versionText(buildInfo()))
			return err
		})
	case o.list:
		return print(stdout, o.listChecks)
	case o.set["explain"]:
		return print(stdout, func(w io.Writer) error { return o.explain(w, o.explained) })
	}
	if o.dir != "" {
		if err := os.Chdir(o.dir); err != nil {
			return fail(stderr, err)
		}
	}
	if o.informers {
		return o.runInformers(stdout, stderr)
	}
	analyzers := o.selected
	o.ruleOut(analyzers)
	if len(analyzers) == 0 {
		return fail(stderr, errors.New("no check is left to run"))
	}
	if o.fix || o.diff {
		return o.runFix(analyzers, stdout, stderr)
	}
	var since *changes
	if o.set["new-from-rev"] {
		var err error
		if since, err = changesSince(o.children, o.newFromRev); err != nil {
			return fail(stderr, fmt.Errorf("-new-from-rev: %v", err))
		}
	}

	r, err := o.analyse(analyzers, since, stderr)
	if err != nil {
		if o.format == formatSARIF { // whose readers look for what went wrong in it
			r = &results{checks: analyzers, loading: &loading{errors: []packages.Error{{Msg: err.Error()}}}}
			if err := o.write(stdout, r); err != nil {
				fail(stderr, err)
			}
		}
		return fail(stderr, err)
	}
	if err := o.write(stdout, r); err != nil {
		return fail(stderr, err)
	}
	r.complain(stderr)
	if o.format == formatText {
		fmt.Fprintln(stderr, r.count(since != nil))
	}
	switch {
	case r.incomplete():
		return exitTrouble
	case len(r.findings) > 0:
		return exitFindings
	}
	return exitClean
}

// How much garbage there may be, in per cent of what is in use: while packages are loaded nearly everything stays, so to
// look for garbage often is for nothing; what the checks make of a package is garbage as soon as they are done with it.
const (
	loadingGC   = 200
	analysingGC = 60
)

// collect sets how much garbage there may be, unless the user has.
func collect(percent int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}

// analyse loads the packages and runs the checks on them. It errs if nothing could be analysed. If since is not nil,
// only findings in those lines count.
func (o *options) analyse(checks []*analysis.Analyzer, since *changes, stderr io.Writer) (*results, error) {
	bar := o.children.show(stderr)
	defer bar.stop()
	collect(loadingGC)
	tests := o.judgesTests()
	loaded, err := load(o.children, scope{o.patterns, tests, o.tags})
	if err != nil {
		return nil, err
	}
	collect(analysingGC)
	o.warn(loaded, stderr)
	programs := program.Of(loaded.all)
	if len(loaded.broken) > 0 {
		programs.Doubt()
	}
	o.settings.See(programs)
	found := infos(loaded.all)
	listers := ir.OwnListers(found)
	o.settings.List(listers)
	o.settings.Get(ir.Getters(found, listers))
	if !tests { // of which there may be a second form of a package, with other functions
		o.lead(loaded)
	}
	o.settings.ReadFiles()
	analysed, held := bar.analysing(loaded.report, checks), newReleaser(checks, loaded.report)
	// Imports come first, so that there is little to wait for.
	pkgs := importsFirst(loaded.report)
	w := &watch{inject: injectTwin, turns: newTurns(pkgs), done: func(pass *analysis.Pass) {
		if analysed != nil {
			analysed(pass)
		}
		held.done(pass)
	}}
	w.install(o.all)
	g, err := checker.Analyze(checks, pkgs, nil)
	if err != nil {
		return nil, err
	}
	o.settings.EndTrace()
	once(g)
	if since != nil {
		since.restrict(g)
	}
	return &results{
		checks:   checks,
		graph:    g,
		loading:  loaded,
		findings: sortFindings(g),
		failures: w.takeFailures(g),
	}, nil
}

// warn tells of kinds in the settings that nothing names, which may be misspelt, if all of a module or folder was loaded.
func (o *options) warn(loaded *loading, stderr io.Writer) {
	if !slices.ContainsFunc(o.patterns, func(p string) bool { return strings.HasSuffix(p, "...") }) {
		return
	}
	for _, name := range client.Unnamed(o.settings.Uncached(), infos(loaded.all)) {
		fmt.Fprintf(stderr, "ctrllint: warning: uncached: nothing here has a kind %s; is it misspelt?\n", name)
	}
}

// infos returns what the type checker found in packages.
func infos(pkgs []*packages.Package) map[*types.Package]*types.Info {
	found := map[*types.Package]*types.Info{}
	for _, p := range pkgs {
		found[p.Types] = p.TypesInfo
	}
	return found
}

// importsFirst returns the packages in an order in which each comes after those of them that it imports.
func importsFirst(pkgs []*packages.Package) []*packages.Package {
	var sorted []*packages.Package
	packages.Visit(pkgs, nil, func(p *packages.Package) {
		if slices.Contains(pkgs, p) {
			sorted = append(sorted, p)
		}
	})
	return sorted
}

// results are what a run of the stand-alone command comes to.
type results struct {
	checks   []*analysis.Analyzer // those that were run
	graph    *checker.Graph       // or nil if nothing could be analysed
	*loading                      // what was analysed, and what is wrong with packages
	findings []finding
	failures []failure // of checks
}

// incomplete tells whether something could not be analysed.
func (r *results) incomplete() bool { return len(r.errors) > 0 || len(r.failures) > 0 }

// write prints the results to w in the chosen format.
func (o *options) write(w io.Writer, r *results) error {
	switch o.format {
	case formatJSON:
		showFailures(r.graph, r.failures)
		return printJSON(w, r.graph)
	case formatSARIF:
		return writeSARIF(w, r)
	case formatGitHub:
		return writeGitHub(w, r.findings)
	}
	return newPrinter(w, o.context).printAll(r.findings)
}

// complain prints what could not be analysed.
func (r *results) complain(stderr io.Writer) {
	p := newPrinter(stderr, -1)
	for i, e := range r.errors {
		e.Msg = strings.TrimSpace(e.Msg)
		if e.Pos == "" || e.Pos == "-" {
			fmt.Fprintln(stderr, "ctrllint:", e.Msg)
		} else {
			fmt.Fprintf(stderr, "%s: %s\n", p.relative(e.Pos), e.Msg)
		}
		if i+1 == r.byGo {
			text := "ctrllint: the go command can't get these imports"
			if !slices.ContainsFunc(r.errors[:r.byGo], func(e packages.Error) bool { return !fromCompiler(e) }) {
				text = "ctrllint: the go command can't compile this"
			}
			if r.more > 0 {
				text += ", nor " + number(r.more, "other")
			}
			text += "; \"go build\" has to succeed first"
			if r.follow > 0 {
				text += fmt.Sprintf("; %s that may follow from it not listed", number(r.follow, "error"))
			}
			fmt.Fprintln(stderr, text)
		}
	}
	for _, f := range r.failures {
		fmt.Fprintf(stderr, "ctrllint: %v\n%s", f, f.stack)
	}
}

// nothing is the last line of a run that came to nothing.
const nothing = "nothing was analysed"

// count returns the line that says how many findings there are, and in how many packages, and of how many packages
// nothing was analysed. A package and its tests are one.
func (r *results) count(onlyNew bool) string {
	all, found := map[string]bool{}, map[string]bool{}
	for _, p := range r.report {
		all[pathOf(p)] = true
	}
	for _, f := range r.findings {
		found[pathOf(f.pkg)] = true
	}
	switch {
	case len(all) == 0 && r.incomplete():
		return nothing
	case len(all) == 0:
		return "nothing to analyse: there are no Go files but tests, which -tests includes"
	}
	what := "finding"
	if onlyNew {
		what = "new finding"
	}
	text := fmt.Sprintf("no %ss in %s", what, number(len(all), "package"))
	if len(r.findings) > 0 {
		text = fmt.Sprintf("%s in %d of %s", number(len(r.findings), what), len(found), number(len(all), "package"))
	}
	broken := 0
	for path := range r.broken {
		if !all[path] {
			broken++
		}
	}
	if broken > 0 {
		text += "; " + number(broken, "package") + " not analysed"
	}
	return text
}

// pathOf returns the path of the package, or of the one that it is the test of.
func pathOf(p *packages.Package) string { return cmp.Or(p.ForTest, p.PkgPath) }

// number returns how many there are of a thing.
func number(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}

// A finding is a diagnostic where it was reported.
type finding struct {
	check string
	pkg   *packages.Package
	fset  *token.FileSet
	posn  token.Position
	analysis.Diagnostic
}

// rule returns the name of what was found: the check and the category.
func (f finding) rule() string { return ruleID(f.check, f.Category) }

func ruleID(check, category string) string {
	if category == "" || category == check {
		return check
	}
	return check + "/" + category
}

// lastLine returns the line that the finding ends in.
func (f finding) lastLine() int {
	if !f.End.IsValid() {
		return f.posn.Line
	}
	return max(f.posn.Line, f.fset.Position(f.End).Line)
}

// sortFindings returns the findings of the roots, sorted by place, check and message, and puts those of each root in
// the same order.
func sortFindings(g *checker.Graph) []finding {
	var all []finding
	for _, root := range g.Roots {
		fset := root.Package.Fset
		slices.SortStableFunc(root.Diagnostics, func(a, b analysis.Diagnostic) int {
			return compareFindings(
				finding{fset: fset, posn: fset.Position(a.Pos), Diagnostic: a},
				finding{fset: fset, posn: fset.Position(b.Pos), Diagnostic: b})
		})
		for _, d := range root.Diagnostics {
			all = append(all, finding{root.Analyzer.Name, root.Package, fset, fset.Position(d.Pos), d})
		}
	}
	slices.SortStableFunc(all, compareFindings)
	return all
}

func compareFindings(a, b finding) int {
	return cmp.Or(
		cmp.Compare(a.posn.Filename, b.posn.Filename),
		cmp.Compare(a.posn.Line, b.posn.Line),
		cmp.Compare(a.posn.Column, b.posn.Column),
		cmp.Compare(a.check, b.check),
		cmp.Compare(a.Message, b.Message))
}
