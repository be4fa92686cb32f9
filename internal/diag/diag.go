// Package diag is how a check reports: the categories it has, the flags every check shares, and the form of its
// diagnostics.
package diag

import (
	"fmt"
	"go/ast"
	"go/token"
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
	a.Flags.BoolVar(&check.Tests, "tests", false, "judge _test.go files too")
	a.Flags.BoolVar(&check.Generated, "generated", false, "judge generated files too")
}

// RegisterCategories gives a check the categories, and the flags disable and enable (comma-separated categories).
func RegisterCategories(a *analysis.Analyzer, settings *config.Settings, categories ...Category) {
	r := &registered{a.Name, categories, settings.Check(a.Name)}
	a.Flags.Var(&setFlag{r, &r.check.Disabled}, "disable", "comma-separated `categories` not to report: "+r.names())
	a.Flags.Var(&setFlag{r, &r.check.Enabled}, "enable", "comma-separated `categories` to report that are off by default")
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
	seen       map[finding]bool
}

// A finding is what is reported once.
type finding struct {
	pos      token.Pos
	category string
}

// NewReporter returns the reporter for a pass of a check that has these categories. It leaves out the files and
// categories that the run was told to leave out, and what users have silenced.
func NewReporter(pass *analysis.Pass, run *config.Config, categories ...Category) *Reporter {
	check := run.Check(pass.Analyzer.Name)
	r := &Reporter{
		pass:       pass,
		check:      check,
		result:     &Result{check: check, categories: categories, skip: map[*token.File]bool{}, fset: pass.Fset, heeded: map[token.Pos]bool{}},
		directives: map[*token.File][]*Directive{},
		seen:       map[finding]bool{},
	}
	for _, f := range pass.Files {
		tf := pass.Fset.File(f.FileStart)
		test := strings.HasSuffix(tf.Name(), "_test.go")
		r.result.skip[tf] = test && !check.Tests || Generated(pass.Fset, f) && !check.Generated
		if d := Directives(pass.Fset, f); len(d) > 0 {
			r.directives[tf] = d
		}
	}
	return r
}

// Result returns the result of the check's pass, whose ResultType is this package's.
func (r *Reporter) Result() *Result { return r.result }

// Judged tells whether findings at pos would be reported: a file of this package that the run doesn't leave out.
func (r *Reporter) Judged(pos token.Pos) bool { return r.result.Judged(pos) }

// On tells whether findings of the category are reported.
func (r *Reporter) On(c Category) bool { return c.On(r.check) }

// Report reports d as a finding of the category, unless the run leaves it out, the user has silenced it, or the same
// category was reported at the same place before. It adds the Tag to the message.
func (r *Reporter) Report(c Category, d analysis.Diagnostic) {
	d.Category = c.Name
	// Whether a directive is of use does not hang on the categories that are switched off.
	if !r.Judged(d.Pos) || r.silenced(d) || !r.On(c) {
		return
	}
	key := finding{d.Pos, c.Name}
	if r.seen[key] {
		return
	}
	r.seen[key] = true
	if rewritten(r.pass.Fset, d.Pos) {
		d.SuggestedFixes = nil // of what nobody has written
	}
	d.Message += " " + Tag(r.pass.Analyzer.Name, c.Name)
	if d.URL == "" {
		d.URL = c.URL(r.pass.Analyzer.Name)
	}
	r.pass.Report(d)
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
