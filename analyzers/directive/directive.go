package directive

import (
	"fmt"
	"go/ast"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/ctrllint/ctrllint/internal/config"
	"github.com/ctrllint/ctrllint/internal/diag"
)

// New returns the check of the directives that silence these checks, whose ResultType must be diag.ResultType.
//
// It requires them, since only when all have run is it known whether a directive that names several was of use. Whoever
// runs some checks only may take the others out of its Requires: what names those is not reported then.
func New(settings *config.Settings, checks ...*analysis.Analyzer) *analysis.Analyzer {
	var names []string
	for _, c := range checks {
		names = append(names, c.Name)
	}
	a := &analysis.Analyzer{
		Name:     "directive",
		Doc:      doc,
		URL:      diag.CheckURL("directive"),
		Requires: append([]*analysis.Analyzer{settings.Analyzer}, checks...),
	}
	a.Run = func(pass *analysis.Pass) (any, error) {
		told := settings.Of(pass)
		j := &judge{pass: pass, said: told.Check(pass.Analyzer.Name), facts: told.Facts, checks: names, ran: map[string]*check{}}
		// Not the checks by their addresses: in a copy of this analyzer, Requires may be copies.
		for _, c := range pass.Analyzer.Requires {
			if result, _ := pass.ResultOf[c].(*diag.Result); result != nil {
				j.ran[c.Name] = &check{c, result}
			}
		}
		for _, f := range pass.Files {
			if j.said.Excludes(pass.Fset.File(f.FileStart).Name()) {
				continue
			}
			for _, d := range diag.Directives(pass.Fset, f) {
				j.directive(d)
			}
			for _, group := range f.Comments {
				for _, c := range group.List {
					j.blank(c)
				}
			}
		}
		return nil, nil
	}
	diag.RegisterCategories(a, settings, categories...)
	return a
}

// A check is one that ran on the package.
type check struct {
	analyzer *analysis.Analyzer
	result   *diag.Result
}

// A judge looks for what is wrong with the directives of one package.
type judge struct {
	pass   *analysis.Pass
	said   config.Check // of this check
	facts  bool         // the checks have them
	checks []string     // the names of all there are
	ran    map[string]*check
}

// directive judges one directive, and only what it says about checks that ran and judge its file.
func (j *judge) directive(d *diag.Directive) {
	var ours, theirs, unknown []string // unknown are messages
	judged := false                    // by one of those it names
	used := false
	// Of a package whose files are named one by one, some may be missing, and with them what the checks go by.
	known := !strings.HasPrefix(j.pass.Pkg.Path(), "command-line-arguments") // whether all it could silence was found
	for _, n := range d.Names {
		if full := j.withCategory(d, n); len(full) > 0 {
			unknown = append(unknown, fmt.Sprintf("%q is a category, which does not silence anything without its check; write %s",
				n.Text, strings.Join(full, " or ")))
			judged = true
			continue
		}
		if n.Check != diag.AllChecks && !slices.Contains(j.checks, n.Check) {
			theirs = append(theirs, n.Text)
			continue
		}
		ours = append(ours, n.Text)
		message := j.unknown(n)
		if message != "" {
			unknown = append(unknown, message)
		}
		for _, name := range j.checks {
			if n.Check != diag.AllChecks && n.Check != name {
				continue
			}
			c := j.ran[name]
			if c == nil {
				known = false
				continue
			}
			judges := c.result.Judged(d.Comment.Slash)
			judged = judged || judges
			used = used || c.result.Heeded(d)
			known = known && judges && j.facts && message == "" && c.result.Complete(n.Category)
		}
	}

	if !judged {
		return
	}
	switch named := enumerate(ours); {
	case d.Reason == "" && len(ours) > 0:
		j.report(d.Comment, reasonCategory, fmt.Sprintf("this directive gives no reason, and so does not silence %s; say why after the names of the checks", named))
	case len(unknown) > 0:
		for _, message := range unknown {
			j.report(d.Comment, unknownCategory, message)
		}
	case known && !used:
		j.unused(d, named, len(ours) > 1, len(theirs) > 0)
	}
}

// blank judges a comment that would be a directive but for the blanks before it, which make it none.
func (j *judge) blank(c *ast.Comment) {
	text, _ := strings.CutPrefix(c.Text, "//")
	words := strings.Fields(text)
	if len(words) < 2 || strings.HasPrefix(text, "lint:") || words[0] != "lint:ignore" && words[0] != "lint:file-ignore" {
		return
	}
	for name := range strings.SplitSeq(words[1], ",") {
		for _, check := range j.checks {
			checked := j.ran[check]
			if checked != nil && checked.result.Judged(c.Slash) && diag.ParseName(name).Names(check) {
				j.report(c, unusedCategory, fmt.Sprintf("this comment silences nothing, since a blank is before %s; write //%[1]s", words[0]))
				return
			}
		}
	}
}

// unused reports a directive that silences nothing of what it names, which may be several checks, and may be named
// beside those of others.
func (j *judge) unused(d *diag.Directive, named string, several, besides bool) {
	find, where, remove := "finds", "here", "it"
	if several {
		find = "find"
	}
	if d.WholeFile {
		where = "in this file"
	}
	if besides {
		remove = named + " from it"
	}
	j.report(d.Comment, unusedCategory, fmt.Sprintf("this directive silences nothing: %s %s nothing %s; remove %s", named, find, where, remove))
}

// unknown says what is wrong if there is no such category, "" if there is or the check didn't run.
func (j *judge) unknown(n diag.Name) string {
	if n.Category == "" {
		return ""
	}
	if n.Check == diag.AllChecks {
		return fmt.Sprintf("%s stands for all checks and has no category %q; known checks are %s", n.Check, n.Category, strings.Join(j.checks, ", "))
	}
	c := j.ran[n.Check]
	if c == nil {
		return ""
	}
	var known []string
	for _, category := range diag.CategoriesOf(c.analyzer) {
		if category.Name == n.Category {
			return ""
		}
		known = append(known, category.Name)
	}
	return fmt.Sprintf("check %s has no category %q; known are %s", n.Check, n.Category, strings.Join(known, ", "))
}

// withCategory returns the names, CHECK/CATEGORY, of the categories that are named so, if no check is. They are those of
// checks that ran and judge the directive's file.
func (j *judge) withCategory(d *diag.Directive, n diag.Name) []string {
	var full []string
	if n.Category != "" || n.Check == diag.AllChecks || slices.Contains(j.checks, n.Check) {
		return nil
	}
	for _, name := range j.checks {
		c := j.ran[name]
		if c != nil && c.result.Judged(d.Comment.Slash) && slices.ContainsFunc(diag.CategoriesOf(c.analyzer), func(c diag.Category) bool { return c.Name == n.Check }) {
			full = append(full, name+"/"+n.Check)
		}
	}
	return full
}

// report reports a problem. It goes past diag.Reporter, which would let a directive silence what is said about it.
func (j *judge) report(c *ast.Comment, category diag.Category, message string) {
	d := analysis.Diagnostic{Pos: c.Pos(), End: c.End(), Message: message}
	if d, wanted := category.Finding(j.pass.Analyzer.Name, j.said, d); wanted {
		j.pass.Report(d)
	}
}

// enumerate joins names as a sentence does.
func enumerate(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}
