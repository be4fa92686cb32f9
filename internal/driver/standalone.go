package driver

import (
	"cmp"
	"errors"
	"fmt"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
)

// run is the stand-alone command after its command line is parsed. It prints findings, and what was asked for, to
// stdout, everything else to stderr, and returns the exit status.
func (o *options) run(stdout, stderr io.Writer) int {
	switch {
	case o.version:
		fmt.Fprintln(stdout, "ctrllint", version())
		return exitClean
	case o.list:
		for _, a := range o.all {
			fmt.Fprintf(stdout, "%s\t%s\n", a.Name, title(a))
		}
		return exitClean
	}
	if o.dir != "" {
		if err := os.Chdir(o.dir); err != nil {
			return fail(stderr, err)
		}
	}
	analyzers := o.selected()
	if len(analyzers) == 0 {
		return fail(stderr, errors.New("no check is left to run"))
	}
	if o.fix || o.diff {
		return o.runFix(analyzers, stdout, stderr)
	}

	loaded, err := load(o.patterns, o.judgesTests())
	if err != nil {
		return fail(stderr, err)
	}
	w := &watch{inject: injectTwin}
	w.install(o.all)
	g, err := checker.Analyze(analyzers, loaded.report, nil)
	if err != nil {
		return fail(stderr, err)
	}

	p := newPrinter(stdout, o.context)
	status := exitClean
	findings := sortFindings(g)
	if len(findings) > 0 {
		status = exitFindings
	}
	failures := w.takeFailures(g)
	if o.json {
		showFailures(g, failures)
		err = g.PrintJSON(stdout)
	} else {
		err = p.printAll(findings)
	}
	if err != nil {
		return fail(stderr, err)
	}

	for _, e := range loaded.errors {
		status = exitTrouble
		if e.Pos == "" || e.Pos == "-" {
			fmt.Fprintln(stderr, "ctrllint:", e.Msg)
		} else {
			fmt.Fprintf(stderr, "%s: %s\n", p.relative(e.Pos), e.Msg)
		}
	}
	for _, f := range failures {
		status = exitTrouble
		fmt.Fprintf(stderr, "ctrllint: %v\n%s", f, f.stack)
	}
	return status
}

// version returns the version of the module that the command was built from.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(unknown)"
}

// A finding is a diagnostic where it was reported.
type finding struct {
	check string
	fset  *token.FileSet
	posn  token.Position
	analysis.Diagnostic
}

// sortFindings returns the findings of the roots, sorted by place, check and message, and puts those of each root in
// the same order.
func sortFindings(g *checker.Graph) []finding {
	var all []finding
	for _, root := range g.Roots {
		fset := root.Package.Fset
		slices.SortStableFunc(root.Diagnostics, func(a, b analysis.Diagnostic) int {
			return compareFindings(
				finding{"", fset, fset.Position(a.Pos), a},
				finding{"", fset, fset.Position(b.Pos), b})
		})
		for _, d := range root.Diagnostics {
			all = append(all, finding{root.Analyzer.Name, fset, fset.Position(d.Pos), d})
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

// A printer prints findings as text.
type printer struct {
	w       io.Writer
	dir     string // file names in it are printed relative to it
	context int
	lines   map[string][]string // of the files that context was printed from
}

// newPrinter returns a printer to w, with this number of lines of context, or none if it is negative.
func newPrinter(w io.Writer, context int) *printer {
	dir, err := os.Getwd()
	if err != nil {
		dir = "" // names stay as they are
	}
	return &printer{w, dir, context, map[string][]string{}}
}

// relative makes the file name, which a line and column may follow, relative if it is below the current directory.
func (p *printer) relative(name string) string {
	if p.dir == "" || !strings.HasPrefix(name, p.dir) {
		return name
	}
	if rest, ok := strings.CutPrefix(name[len(p.dir):], string(filepath.Separator)); ok {
		return rest
	}
	return name
}

// printAll prints the findings in their order, each one's related places after it.
func (p *printer) printAll(findings []finding) error {
	var text strings.Builder
	for _, f := range findings {
		p.print(&text, "", f.fset, f.Pos, f.End, f.Message)
		for _, r := range f.Related {
			p.print(&text, "\t", f.fset, r.Pos, r.End, r.Message)
		}
	}
	_, err := io.WriteString(p.w, text.String())
	return err
}

func (p *printer) print(text *strings.Builder, indent string, fset *token.FileSet, pos, end token.Pos, message string) {
	posn := fset.Position(pos)
	fmt.Fprintf(text, "%s%s: %s\n", indent, p.relative(posn.String()), message)
	if p.context < 0 {
		return
	}
	last := posn.Line
	if end.IsValid() {
		last = fset.Position(end).Line
	}
	lines := p.linesOf(posn.Filename)
	for n := max(1, posn.Line-p.context); n <= min(len(lines), last+p.context); n++ {
		fmt.Fprintf(text, "%s%d\t%s\n", indent, n, lines[n-1])
	}
}

// linesOf returns the lines of the file, none if it can't be read.
func (p *printer) linesOf(name string) []string {
	lines, ok := p.lines[name]
	if !ok {
		if data, err := os.ReadFile(name); err == nil {
			lines = strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
		}
		p.lines[name] = lines
	}
	return lines
}
