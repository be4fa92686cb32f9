package driver

import (
	"fmt"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/ctrllint/ctrllint/internal/diag"
)

// A printer prints findings as text.
type printer struct {
	w       io.Writer
	dir     string // file names in it are printed relative to it
	context int    // lines to print around the offending one, or not even that if negative
	sources *sources
	paint   painter
}

// newPrinter returns a printer to w, with this number of lines of context, or no source at all if it is negative.
func newPrinter(w io.Writer, context int) *printer {
	dir, err := os.Getwd()
	if err != nil {
		dir = "" // names stay as they are
	}
	return &printer{w, dir, context, newSources(), newPainter(w)}
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

// printAll prints the findings in their order, each one's related places after it. Those are one line each, so that
// the findings stand out, unless context was asked for.
func (p *printer) printAll(findings []finding) error {
	var text strings.Builder
	for _, f := range findings {
		p.printHead(&text, "", f.fset, f.Pos, p.message(f))
		if p.context >= 0 {
			p.printSource(&text, "", f.fset, f.Pos, f.End)
		}
		for _, r := range f.Related {
			p.printHead(&text, "\t", f.fset, r.Pos, r.Message)
			if p.context > 0 {
				p.printSource(&text, "\t", f.fset, r.Pos, r.End)
			}
		}
	}
	_, err := io.WriteString(p.w, text.String())
	return err
}

// message returns the finding's message with the level, which it begins with, and the name of what was found, which
// stands at its end, coloured.
func (p *printer) message(f finding) string {
	level, message := diag.CutLevel(f.Message)
	tag := diag.Tag(f.check, f.Category)
	if rest, ok := strings.CutSuffix(message, tag); ok {
		message = rest + p.paint.yellow(tag)
	}
	if level != 0 {
		message = p.paint.level(level) + " " + message
	}
	return message
}

func (p *printer) printHead(text *strings.Builder, indent string, fset *token.FileSet, pos token.Pos, message string) {
	fmt.Fprintf(text, "%s%s %s\n", indent, p.paint.bold(p.relative(fset.Position(pos).String())+":"), message)
}

// printSource prints the line at pos and a caret under its column. If context is asked for, it also prints the lines
// up to end and those around them, with their numbers.
func (p *printer) printSource(text *strings.Builder, indent string, fset *token.FileSet, pos, end token.Pos) {
	posn := fset.Position(pos)
	lines := p.sources.linesOf(posn.Filename)
	last := posn.Line
	if end.IsValid() && p.context > 0 {
		last = fset.Position(end).Line
	}
	for n := max(1, posn.Line-p.context); n <= min(len(lines), last+p.context); n++ {
		before := indent
		if p.context > 0 {
			before = fmt.Sprintf("%s%d\t", indent, n)
		}
		fmt.Fprintf(text, "%s%s\n", before, lines[n-1])
		if n != posn.Line {
			continue
		}
		if blank, ok := blankTo(lines[n-1], posn.Column); ok {
			if p.context > 0 {
				blank = "\t" + blank // under the tab after the number
			}
			fmt.Fprintf(text, "%s%s%s\n", indent, blank, p.paint.green("^"))
		}
	}
}

// A painter colours text for a terminal, or leaves it alone.
type painter bool

// newPainter returns the painter for what is written to w.
func newPainter(w io.Writer) painter {
	return wantsColour(isTerminal(w), os.Getenv("NO_COLOR"), os.Getenv("TERM"))
}

// wantsColour tells whether colours are welcome: only on terminals that know them, and not where the user says no, in
// the way of https://no-color.org.
func wantsColour(terminal bool, noColor, term string) painter {
	return painter(terminal && noColor == "" && term != "" && term != "dumb")
}

func (p painter) bold(s string) string   { return p.sgr("1", s) }
func (p painter) green(s string) string  { return p.sgr("1;32", s) }
func (p painter) yellow(s string) string { return p.sgr("33", s) }

// level returns what a message of the level begins with, in the colours that compilers have made usual.
func (p painter) level(l diag.Level) string {
	return p.sgr(map[diag.Level]string{diag.Error: "1;31", diag.Warning: "1;35", diag.Note: "1;36"}[l], l.String()+":")
}

// sgr puts s between the escape sequence with this code and the one that undoes it.
func (p painter) sgr(code, s string) string {
	if !p {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

// isTerminal tells whether w is a terminal, or another device that takes characters.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
