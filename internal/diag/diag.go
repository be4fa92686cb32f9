// Package diag is how a check reports: the categories it has, the flags every check shares, and the form of its
// diagnostics.
package diag

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/ctrllint/ctrllint/internal/config"
)

// A registered check is what its flags set, and by which names.
type registered struct {
	name       string
	categories []Category
	check      *config.Check
}

// Register gives a check the categories, and flags by which its settings are set: those of RegisterCategories, tests and
// generated.
func Register(a *analysis.Analyzer, settings *config.Settings, categories ...Category) {
	RegisterCategories(a, settings, categories...)
	check := settings.Check(a.Name)
	a.Flags.BoolVar(&check.Tests, "tests", false, "judge tests too: _test.go files, and packages for tests")
	a.Flags.BoolVar(&check.Generated, "generated", false, "judge generated files too")
}

// RegisterCategories gives a check the categories, and the flags disable and enable (comma-separated categories),
// severity (a level) and exclude (files).
func RegisterCategories(a *analysis.Analyzer, settings *config.Settings, categories ...Category) {
	r := &registered{a.Name, categories, settings.Check(a.Name)}
	a.Flags.Var(&setFlag{r, &r.check.Disabled}, "disable", "comma-separated `categories` not to report: "+r.names())
	a.Flags.Var(&setFlag{r, &r.check.Enabled}, "enable", "comma-separated `categories` to report that are off by default")
	r.check.Severity = Note.String()
	a.Flags.Var(&levelFlag{&r.check.Severity}, "severity", "report only what is of this `level` or worse: error, warning, note")
	settings.RegisterExclude(&a.Flags, r.check)
}

func (r *registered) names() string {
	var names []string
	for _, c := range r.categories {
		names = append(names, c.Name)
	}
	return strings.Join(names, ", ")
}

func (r *registered) known(category string) bool {
	return slices.ContainsFunc(r.categories, func(c Category) bool { return c.Name == category })
}

// CategoriesOf returns the categories of a check in the order of its documentation, nil for an analyzer that has none.
func CategoriesOf(a *analysis.Analyzer) []Category {
	if r := registeredAs(a); r != nil {
		return slices.Clone(r.categories)
	}
	return nil
}

// registeredAs returns what was registered for the analyzer, or nil. A copy of an analyzer shares its flags, and so what
// was registered.
func registeredAs(a *analysis.Analyzer) *registered {
	if f := a.Flags.Lookup("disable"); f != nil {
		if s, ok := f.Value.(*setFlag); ok {
			return s.of
		}
	}
	return nil
}

// A setFlag is a flag that is a set of categories, by their names, sorted. They may be written with the check's own:
// CHECK, which is all of its categories, CHECK/CATEGORY and CHECK.CATEGORY.
type setFlag struct {
	of  *registered
	set *[]string
}

func (f *setFlag) String() string {
	if f.set == nil { // package flag asks the zero value
		return ""
	}
	return strings.Join(*f.set, ",")
}

// Set replaces what the set holds, or errs, naming the known categories, when one of the list is unknown. An empty
// list empties the set.
func (f *setFlag) Set(list string) error {
	var set []string
	for _, name := range config.Words(list) {
		if name == f.of.name && !f.of.known(name) {
			for _, c := range f.of.categories {
				set = append(set, c.Name)
			}
			continue
		}
		if check, category, ok := cutName(name); ok && check == f.of.name && f.of.known(category) {
			name = category
		}
		if !f.of.known(name) {
			return fmt.Errorf("unknown category %q; known are %s", name, f.of.names())
		}
		set = append(set, name)
	}
	*f.set = nil
	add(f.set, set...)
	return nil
}

// add adds categories to a set.
func add(set *[]string, categories ...string) {
	*set = append(*set, categories...)
	slices.Sort(*set)
	*set = slices.Compact(*set)
}

// A Reporter reports the findings of one check in one package.
type Reporter struct {
	pass       *analysis.Pass
	check      config.Check
	result     *Result
	directives map[*token.File][]*Directive
	found      map[spot]found
	programs   map[string]bool // of which the package is known to be part
	in         []string        // those of what is reported now

	// Unused, if not nil, tells whether no program comes to the function at a position: what is found there is a note.
	Unused func(token.Pos) bool
	by     []token.Pos // see By
}

// A found is a finding as the check reports it, and in which programs.
type found struct {
	category Category
	analysis.Diagnostic
	in     map[string]bool
	unused bool // no program comes to it
}

// A spot is where findings of one category, about the same thing, are one finding.
type spot struct {
	pos      token.Pos
	category string
	about    string
}

// NewReporter returns the reporter for a pass of a check that has these categories. It leaves out the files and
// categories that the run was told to leave out, and what users have silenced.
func NewReporter(pass *analysis.Pass, run *config.Config, categories ...Category) *Reporter {
	check := run.Check(pass.Analyzer.Name)
	r := &Reporter{
		pass:       pass,
		check:      check,
		result:     &Result{check: check, categories: categories, skip: map[*token.File]bool{}, fset: pass.Fset, heeded: map[token.Pos]bool{}, subjects: map[told]Subject{}},
		directives: map[*token.File][]*Directive{},
		found:      map[spot]found{},
		programs:   map[string]bool{},
	}
	ofTests := IsTestCode(pass)
	for _, f := range pass.Files {
		tf := pass.Fset.File(f.FileStart)
		r.result.skip[tf] = (ofTests || IsTest(pass.Fset, f)) && !check.Tests || Generated(pass.Fset, f) && !check.Generated || check.Excludes(tf.Name())
		if d := Directives(pass.Fset, f); len(d) > 0 {
			r.directives[tf] = d
		}
	}
	return r
}

// Result tells the pass what was reported, and returns the result of the check, whose ResultType is this package's. It
// is called once, at the end.
func (r *Reporter) Result() *Result {
	abouts := map[*found]string{}
	var all []*found
	for at, f := range r.found {
		all = append(all, &f)
		abouts[&f] = at.about
	}
	slices.SortFunc(all, func(a, b *found) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.category.Name, b.category.Name), cmp.Compare(a.Message, b.Message))
	})
	for _, f := range all {
		where := ""
		if len(f.in) < len(r.programs) {
			where = onlyIn(slices.Sorted(maps.Keys(f.in)))
		}
		if f.unused {
			where = "; no program here comes to it"
		}
		d, _ := f.category.findingIn(where, r.pass.Analyzer.Name, r.check, f.Diagnostic)
		if about := abouts[f]; about != "" {
			r.result.subjects[told{d.Pos, d.Message}] = Subject{about, slices.Sorted(maps.Keys(f.in))}
		}
		r.pass.Report(d)
	}
	return r.result
}

// onlyIn says that a finding holds in these programs, and not in others.
func onlyIn(programs []string) string {
	switch n := len(programs); n {
	case 1:
		return " (only in program " + programs[0] + ")"
	case 2:
		return " (only in programs " + programs[0] + " and " + programs[1] + ")"
	default:
		return fmt.Sprintf(" (only in program %s and %d others)", programs[0], n-1)
	}
}

// In says that what is reported from now on holds in these programs. The check calls it, before it reports anything, for
// all programs of which the package is part, one after the other or together; or not at all, if it is known of none.
func (r *Reporter) In(programs []string) {
	r.in = programs
	for _, name := range programs {
		r.programs[name] = true
	}
}

// Only says that what is reported from now on holds only in those of these programs of which the package is part; in all
// of which it is, if there are none. It tells whether it is part of one of them.
func (r *Reporter) Only(programs []string) bool {
	r.in = slices.DeleteFunc(slices.Sorted(maps.Keys(r.programs)), func(p string) bool { return len(programs) > 0 && !slices.Contains(programs, p) })
	return len(r.in) > 0 || len(programs) == 0
}

// Judges tells whether findings would be reported in any of the package's files.
func (r *Reporter) Judges() bool {
	for _, skip := range r.result.skip {
		if !skip {
			return true
		}
	}
	return false
}

// Judged tells whether findings at pos would be reported: a file of this package that the run doesn't leave out.
func (r *Reporter) Judged(pos token.Pos) bool { return r.result.Judged(pos) }

// On tells whether findings of the category are reported, if they are bad enough.
func (r *Reporter) On(c Category) bool { return c.On(r.check) }

// Report reports d as a finding of the category, unless the run leaves it out or the user has silenced it. Of several
// findings of a category at the same place it reports one, which doesn't hang on the order of the calls. See
// Category.Finding for the form.
func (r *Reporter) Report(c Category, d analysis.Diagnostic) { r.ReportAbout("", c, d) }

// ReportAbout does what Report does, for checks of which several findings of a category at one place may be about
// different things, such as kinds: these are all reported.
func (r *Reporter) ReportAbout(about string, c Category, d analysis.Diagnostic) {
	unused := r.isUnused(d.Pos)
	if unused {
		c = c.Mild(Note)
	}
	finding, wanted := c.Finding(r.pass.Analyzer.Name, r.check, d)
	// Whether a directive is of use does not hang on what is switched off.
	if !r.Judged(d.Pos) || r.silenced(finding) || !wanted {
		return
	}
	if rewritten(r.pass.Fset, d.Pos) {
		d.SuggestedFixes = nil // of what nobody has written
	}
	at := spot{d.Pos, c.Name, about}
	f := found{c, d, map[string]bool{}, unused}
	if other, ok := r.found[at]; ok {
		f.in, unused = other.in, unused && other.unused
		if r.compare(f, other) >= 0 {
			f = other
		}
		f.unused = unused
	}
	for _, name := range r.in {
		f.in[name] = true
	}
	r.found[at] = f
}

// By says where that is put to be called which does what is reported from now on: if no program comes to any of these places, none
// does it, be it in a function that is called for something else too.
func (r *Reporter) By(places ...token.Pos) { r.by = places }

func (r *Reporter) isUnused(at token.Pos) bool {
	return r.Unused != nil && (r.Unused(at) || len(r.by) > 0 && !slices.ContainsFunc(r.by, func(by token.Pos) bool { return !r.Unused(by) }))
}

// compare says which of two findings at the same place is better told: the worse one, then that which involves less, else
// any, but always the same one.
func (r *Reporter) compare(a, b found) int {
	return cmp.Or(cmp.Compare(b.category.Level, a.category.Level), cmp.Compare(len(a.Related), len(b.Related)), cmp.Compare(len(a.Message), len(b.Message)),
		cmp.Compare(a.Message, b.Message), slices.CompareFunc(a.Related, b.Related, func(a, b analysis.RelatedInformation) int {
			return cmp.Or(cmp.Compare(a.Message, b.Message), cmp.Compare(r.pass.Fset.Position(a.Pos).String(), r.pass.Fset.Position(b.Pos).String()))
		}))
}

// Tag returns what the messages of a check's category end with: its name as one types it after -explain and in
// directives, in brackets.
func Tag(check, category string) string { return "[" + check + "/" + category + "]" }

// cgoHeader is how cgo begins what it generates.
const cgoHeader = "// Code generated by cmd/cgo; DO NOT EDIT."

// Generated tells whether a file is generated. One that imports C is not, although the compiler gets what cgo makes of
// it, unless it was before.
func Generated(fset *token.FileSet, f *ast.File) bool {
	if !ast.IsGenerated(f) {
		return false
	}
	if f.Comments[0].List[0].Text != cgoHeader || !rewritten(fset, f.Package) {
		return true
	}
	source := *f
	source.Comments = nil
	for i, group := range f.Comments {
		if i == 0 {
			group = &ast.CommentGroup{List: group.List[1:]}
		}
		if len(group.List) > 0 {
			source.Comments = append(source.Comments, group)
		}
	}
	return ast.IsGenerated(&source)
}

// rewritten tells whether a line directive says that what is at pos comes from another file.
func rewritten(fset *token.FileSet, pos token.Pos) bool {
	return fset.Position(pos).Filename != fset.PositionFor(pos, false).Filename
}
