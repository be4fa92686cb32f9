// Package diag is how a check reports: the categories it has, the options every check shares, and the form of its
// diagnostics.
package diag

import (
	"cmp"
	"flag"
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Options are the settings that every check has. The zero value is what users get who set nothing.
type Options struct {
	check      string // its name, if Bind has told it
	categories []Category
	disabled   map[string]bool
	enabled    map[string]bool
	Tests      bool // judge _test.go files too
	Generated  bool // judge generated files too
}

// registered are the options that are flags of a check.
var registered []*Options

// TestsJudged tells whether some check judges _test.go files. If none does, they are not looked at either: what tests
// do, such as to put a fake client in a field, says nothing of the program.
func TestsJudged() bool {
	return slices.ContainsFunc(registered, func(o *Options) bool { return o.Tests })
}

// NewOptions returns the options of a check with these categories.
func NewOptions(categories ...Category) *Options {
	return &Options{categories: categories, disabled: map[string]bool{}, enabled: map[string]bool{}}
}

// Register makes the options flags of a check: those of RegisterCategories, tests and generated.
func (o *Options) Register(flags *flag.FlagSet) {
	registered = append(registered, o)
	o.RegisterCategories(flags)
	flags.BoolVar(&o.Tests, "tests", false, "judge _test.go files too")
	flags.BoolVar(&o.Generated, "generated", false, "judge generated files too")
}

// RegisterCategories makes the flags disable and enable (comma-separated categories).
func (o *Options) RegisterCategories(flags *flag.FlagSet) {
	flags.Var(&setFlag{o, o.disabled}, "disable", "comma-separated `categories` not to report: "+o.names())
	flags.Var(&setFlag{o, o.enabled}, "enable", "comma-separated `categories` to report that are off by default")
}

// Categories returns the check's categories in the order of its documentation.
func (o *Options) Categories() []Category { return slices.Clone(o.categories) }

func (o *Options) names() string {
	var names []string
	for _, c := range o.categories {
		names = append(names, c.Name)
	}
	return strings.Join(names, ", ")
}

// CategoriesOf returns the categories of a check in the order of its documentation, nil for an analyzer that has none.
func CategoriesOf(a *analysis.Analyzer) []Category {
	if o := optionsOf(a); o != nil {
		return o.Categories()
	}
	return nil
}

// optionsOf returns the options whose flags the analyzer has, or nil. A copy of an analyzer shares its flags, and so
// its options.
func optionsOf(a *analysis.Analyzer) *Options {
	if f := a.Flags.Lookup("disable"); f != nil {
		if s, ok := f.Value.(*setFlag); ok {
			return s.options
		}
	}
	return nil
}

// A setFlag is a flag that is a set of categories.
type setFlag struct {
	options *Options
	set     map[string]bool
}

func (f *setFlag) String() string { return strings.Join(slices.Sorted(maps.Keys(f.set)), ",") }

// Set replaces what the set holds, or errs, naming the known categories, when one of the list is unknown. An empty
// list empties the set.
func (f *setFlag) Set(list string) error {
	clear(f.set)
	for name := range strings.SplitSeq(list, ",") {
		name = strings.TrimSpace(name)
		if name == "" {
			continue
		}
		if name == f.options.check && !f.options.known(name) {
			for _, c := range f.options.categories {
				f.set[c.Name] = true
			}
			continue
		}
		if check, category, ok := cutName(name); ok && check == f.options.check && f.options.known(category) {
			name = category
		}
		if !f.options.known(name) {
			return fmt.Errorf("unknown category %q; known are %s", name, f.options.names())
		}
		f.set[name] = true
	}
	return nil
}

func (o *Options) known(category string) bool {
	return slices.ContainsFunc(o.categories, func(c Category) bool { return c.Name == category })
}

// On tells whether findings of the category, which must be one of the check's, are reported.
func (o *Options) On(name string) bool {
	for _, c := range o.categories {
		if c.Name == name {
			return !o.disabled[name] && (!c.Off || o.enabled[name])
		}
	}
	panic("diag: category " + name + " is not declared")
}

// A Reporter reports the findings of one check in one package.
type Reporter struct {
	pass       *analysis.Pass
	options    *Options
	result     *Result
	directives map[*token.File][]*Directive
	found      map[spot]analysis.Diagnostic
}

// A spot is where findings of one category are one finding.
type spot struct {
	pos      token.Pos
	category string
}

// NewReporter returns the reporter for a pass, which leaves out the files and categories that the options do, and
// what users have silenced.
func NewReporter(pass *analysis.Pass, o *Options) *Reporter {
	r := &Reporter{
		pass:       pass,
		options:    o,
		result:     &Result{options: o, skip: map[*token.File]bool{}, fset: pass.Fset, heeded: map[token.Pos]bool{}},
		directives: map[*token.File][]*Directive{},
		found:      map[spot]analysis.Diagnostic{},
	}
	for _, f := range pass.Files {
		tf := pass.Fset.File(f.FileStart)
		test := strings.HasSuffix(tf.Name(), "_test.go")
		r.result.skip[tf] = test && !o.Tests || Generated(pass.Fset, f) && !o.Generated
		if d := Directives(pass.Fset, f); len(d) > 0 {
			r.directives[tf] = d
		}
	}
	return r
}

// Result tells the pass what was reported, and returns the result of the check, whose ResultType is this package's. It
// is called once, at the end.
func (r *Reporter) Result() *Result {
	found := slices.Collect(maps.Values(r.found))
	slices.SortFunc(found, func(a, b analysis.Diagnostic) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.Category, b.Category))
	})
	for _, d := range found {
		r.pass.Report(d)
	}
	return r.result
}

// Judged tells whether findings at pos would be reported: a file of this package that the options don't leave out.
func (r *Reporter) Judged(pos token.Pos) bool { return r.result.Judged(pos) }

// Report reports d, whose Category must be one of the check's, unless the options leave it out or the user has silenced
// it. Of several findings of a category at the same place it reports one, which doesn't hang on the order of the calls.
// It adds the Tag to the message.
func (r *Reporter) Report(d analysis.Diagnostic) {
	on := r.options.On(d.Category)
	// Whether a directive is of use does not hang on the categories that are switched off.
	if !r.Judged(d.Pos) || r.silenced(d) || !on {
		return
	}
	if rewritten(r.pass.Fset, d.Pos) {
		d.SuggestedFixes = nil // of what nobody has written
	}
	d.Message += " " + Tag(r.pass.Analyzer.Name, d.Category)
	if d.URL == "" {
		d.URL = categoryURL(r.pass.Analyzer.Name, d.Category)
	}
	at := spot{d.Pos, d.Category}
	if other, ok := r.found[at]; !ok || r.compare(d, other) < 0 {
		r.found[at] = d
	}
}

// compare says which of two findings at the same place is better told: that which involves less, else any, but always
// the same one.
func (r *Reporter) compare(a, b analysis.Diagnostic) int {
	return cmp.Or(cmp.Compare(len(a.Related), len(b.Related)), cmp.Compare(len(a.Message), len(b.Message)),
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
