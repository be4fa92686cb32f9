package diag

import (
	"go/ast"
	"go/token"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"

	"github.com/ctrllint/ctrllint/internal/config"
)

// AllChecks is the name by which a directive silences all checks.
const AllChecks = "ctrllint"

// A Directive is a comment by which users silence findings, in the form that staticcheck has given it:
//
//	//lint:ignore CHECK[,CHECK...] reason
//	//lint:file-ignore CHECK[,CHECK...] reason
//
// The first silences the line it is on or, if it has that line to itself, the line below it and the comments around
// it. The second silences its file. Without a reason neither silences anything.
type Directive struct {
	Comment   *ast.Comment
	Names     []Name // of other tools' checks too
	Reason    string
	WholeFile bool

	line int // the line that is silenced, unless it is the whole file
}

// A Name is what a directive says it silences: all checks, a check, or a category of one.
type Name struct {
	Check    string
	Category string // "" stands for all
	Text     string // as it was written
}

// ParseName reads check, check/category or check.category. As for staticcheck, case makes no difference.
func ParseName(text string) Name {
	n := Name{Check: strings.ToLower(text), Text: text}
	if i := strings.IndexAny(n.Check, "/."); i >= 0 && i+1 < len(n.Check) {
		n.Check, n.Category = n.Check[:i], n.Check[i+1:]
	}
	return n
}

// Names tells whether it is the check that is named, or a category of it, which there need not be.
func (n Name) Names(check string) bool { return n.Check == check || n.Check == AllChecks }

func (n Name) covers(check, category string) bool {
	if n.Check == AllChecks {
		return n.Category == ""
	}
	return n.Check == check && (n.Category == "" || n.Category == category)
}

// Directives returns the directives of the file, in their order.
func Directives(fset *token.FileSet, f *ast.File) []*Directive {
	groups := map[*ast.Comment]*ast.CommentGroup{}
	for _, group := range f.Comments {
		for _, c := range group.List {
			if strings.HasPrefix(c.Text, "//lint:") {
				groups[c] = group
			}
		}
	}
	if len(groups) == 0 {
		return nil // the usual case, which parsing makes much of
	}
	var out []*Directive
	for _, parsed := range lint.ParseDirectives([]*ast.File{f}, fset) {
		d := &Directive{Comment: parsed.Directive}
		switch parsed.Command {
		case "ignore":
			d.line = silencedLine(fset, f, d.Comment, groups[d.Comment])
		case "file-ignore":
			d.WholeFile = true
		default:
			continue
		}
		// What is parsed was split at each single space.
		list, reason, _ := strings.Cut(strings.TrimSpace(strings.Join(parsed.Arguments, " ")), " ")
		d.Reason = strings.TrimSpace(reason)
		for name := range strings.SplitSeq(list, ",") {
			if name != "" {
				d.Names = append(d.Names, ParseName(name))
			}
		}
		out = append(out, d)
	}
	slices.SortFunc(out, func(a, b *Directive) int { return int(a.Comment.Slash - b.Comment.Slash) })
	return out
}

// silencedLine returns the line whose findings the directive silences: its own if there is code before it, otherwise
// the line below its comments, so that directives can be stacked and stand in a doc comment.
func silencedLine(fset *token.FileSet, f *ast.File, c *ast.Comment, group *ast.CommentGroup) int {
	file := fset.File(c.Slash)
	line := LineOf(file, c.Slash)
	start := file.LineStart(line)
	within := func(pos token.Pos) bool { return start <= pos && pos < c.Slash }
	trails := false
	ast.Inspect(f, func(n ast.Node) bool {
		switch n.(type) {
		case nil, *ast.Comment, *ast.CommentGroup:
			return false
		}
		// Each line with code has a token on it that begins or ends a node. The position of an end is one further.
		trails = trails || within(n.Pos()) || within(n.End()-1)
		return !trails && n.Pos() < c.Slash && n.End() > start
	})
	if trails {
		return line
	}
	return LineOf(file, group.End()-1) + 1
}

// LineOf returns the line in the file as it is, whatever a line directive of the compiler's says.
func LineOf(file *token.File, pos token.Pos) int { return file.PositionFor(pos, false).Line }

// ResultType is the ResultType of checks.
var ResultType = reflect.TypeFor[*Result]()

// A Result is the result of a check for one package: for what else has to know which directives were of use, and which
// findings are about the same thing as those in other packages.
type Result struct {
	check      config.Check
	categories []Category
	skip       map[*token.File]bool // files that are not judged
	fset       *token.FileSet
	heeded     map[token.Pos]bool // directives that silenced something, by their positions
	subjects   map[told]Subject
}

// A told is a finding as it was reported.
type told struct {
	pos     token.Pos
	message string
}

// A Subject is what a finding is about, and in which programs it holds; see [Reporter.ReportAbout].
type Subject struct {
	About    string
	Programs []string
}

// Subject returns what a finding of the check in the package is about; the zero Subject if nothing was said.
func (r *Result) Subject(d analysis.Diagnostic) Subject { return r.subjects[told{d.Pos, d.Message}] }

// Judged tells whether findings at pos are reported: in a file of the package that the run does not leave out.
func (r *Result) Judged(pos token.Pos) bool {
	skip, ours := r.skip[r.fset.File(pos)]
	return ours && !skip
}

// Heeded tells whether the directive silenced a finding of the check, or would have if its category were reported.
func (r *Result) Heeded(d *Directive) bool { return r.heeded[d.Comment.Slash] }

// Complete tells whether findings of the category are reported; if it is "", whether no category was switched off.
func (r *Result) Complete(category string) bool {
	if category == "" {
		return len(r.check.Disabled) == 0
	}
	return slices.ContainsFunc(r.categories, func(c Category) bool { return c.Name == category && c.On(r.check) })
}

// silenced tells whether the user has silenced the finding, and notes by which directives.
func (r *Reporter) silenced(d analysis.Diagnostic) bool {
	file := r.pass.Fset.File(d.Pos)
	line := LineOf(file, d.Pos)
	silenced := false
	for _, directive := range r.directives[file] {
		if directive.Reason == "" || !directive.WholeFile && directive.line != line {
			continue
		}
		if slices.ContainsFunc(directive.Names, func(n Name) bool { return n.covers(r.pass.Analyzer.Name, d.Category) }) {
			silenced = true
			r.result.heeded[directive.Comment.Slash] = true
		}
	}
	return silenced
}
