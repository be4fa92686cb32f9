// Package diag is how a check reports: the categories it has, the options every check shares, and the form of its
// diagnostics.
package diag

import (
	"flag"
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// A Category is one kind of finding of a check. Its name stands in Diagnostic.Category and, in brackets, at the end
// of the message.
type Category struct {
	Name string // as users write it: panic, nilderef, ...
	Doc  string // one line: what goes wrong at run time
	Off  bool   // not reported unless -enable names it
}

// Options are the settings that every check has. The zero value is what users get who set nothing.
type Options struct {
	categories []Category
	disabled   map[string]bool
	enabled    map[string]bool
	Tests      bool // judge _test.go files too
	Generated  bool // judge generated files too
}

// NewOptions returns the options of a check with these categories.
func NewOptions(categories ...Category) *Options {
	return &Options{categories: categories, disabled: map[string]bool{}, enabled: map[string]bool{}}
}

// Register makes the options flags of a check: disable and enable (comma-separated categories), tests and generated.
func (o *Options) Register(flags *flag.FlagSet) {
	flags.Func("disable", "comma-separated `categories` not to report: "+o.names(), o.set(o.disabled))
	flags.Func("enable", "comma-separated `categories` to report that are off by default", o.set(o.enabled))
	flags.BoolVar(&o.Tests, "tests", false, "judge _test.go files too")
	flags.BoolVar(&o.Generated, "generated", false, "judge generated files too")
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

// set returns a flag's setter that replaces what the set holds, or errs, naming the known categories, when one of
// the list is unknown. An empty list empties the set.
func (o *Options) set(to map[string]bool) func(string) error {
	return func(list string) error {
		clear(to)
		for name := range strings.SplitSeq(list, ",") {
			name = strings.TrimSpace(name)
			if name == "" {
				continue
			}
			if !slices.ContainsFunc(o.categories, func(c Category) bool { return c.Name == name }) {
				return fmt.Errorf("unknown category %q; known are %s", name, o.names())
			}
			to[name] = true
		}
		return nil
	}
}

// on tells whether findings of the category are reported.
func (o *Options) on(name string) bool {
	for _, c := range o.categories {
		if c.Name == name {
			return !o.disabled[name] && (!c.Off || o.enabled[name])
		}
	}
	panic("diag: category " + name + " is not declared")
}

// A Reporter reports the findings of one check in one package.
type Reporter struct {
	pass    *analysis.Pass
	options *Options
	skip    map[*token.File]bool // files that are not judged
	seen    map[string]bool      // position and category of what was reported
}

// NewReporter returns the reporter for a pass, which leaves out the files and categories that the options do.
func NewReporter(pass *analysis.Pass, o *Options) *Reporter {
	r := &Reporter{pass: pass, options: o, skip: map[*token.File]bool{}, seen: map[string]bool{}}
	for _, f := range pass.Files {
		tf := pass.Fset.File(f.FileStart)
		test := strings.HasSuffix(tf.Name(), "_test.go")
		r.skip[tf] = test && !o.Tests || ast.IsGenerated(f) && !o.Generated
	}
	return r
}

// Judged tells whether findings at pos would be reported: a file of this package that the options don't leave out.
func (r *Reporter) Judged(pos token.Pos) bool {
	skip, ours := r.skip[r.pass.Fset.File(pos)]
	return ours && !skip
}

// Report reports d, whose Category must be one of the check's, unless the options leave it out or the same category
// was reported at the same place before. It adds the category to the message.
func (r *Reporter) Report(d analysis.Diagnostic) {
	if !r.options.on(d.Category) || !r.Judged(d.Pos) {
		return
	}
	key := fmt.Sprint(d.Pos, d.Category)
	if r.seen[key] {
		return
	}
	r.seen[key] = true
	d.Message += " [" + d.Category + "]"
	r.pass.Report(d)
}
