package config

import (
	"fmt"
	"go/token"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/tools/go/ssa"
)

// A Trace is a line of the source of which the checks tell what they know and why they report it or not. The zero Trace
// is of none.
type Trace struct {
	file string
	line int
	out  io.Writer

	told  *sync.Map // what was told
	check string    // that tells
	fset  *token.FileSet
}

// By returns the trace as a check tells of it, of which the positions are of a set of files.
func (t Trace) By(check string, fset *token.FileSet) Trace {
	t.check, t.fset = check, fset
	return t
}

// Debug sets what a run tells of itself, and where: "trace=FILE:LINE", where FILE may be the end of the file's path. Or
// how many steps the analysis of a package may take: "budget=STEPS". It errs if the text is nothing of the kind.
func (s *Settings) Debug(text string, out io.Writer) error {
	if steps, ok := strings.CutPrefix(text, "budget="); ok {
		n, err := strconv.Atoi(steps)
		if err != nil || n < 1 {
			return fmt.Errorf("want budget=STEPS, not %q", text)
		}
		s.budget = n
		return nil
	}
	place, ok := strings.CutPrefix(text, "trace=")
	file, line, found := strings.Cut(place, ":")
	n, err := strconv.Atoi(line)
	if !ok || !found || file == "" || err != nil || n < 1 {
		return fmt.Errorf("want trace=FILE:LINE or budget=STEPS, not %q", text)
	}
	s.trace = Trace{file: filepath.ToSlash(file), line: n, out: out, told: new(sync.Map)}
	return nil
}

// EndTrace says so if nothing was told of the line.
func (s *Settings) EndTrace() {
	if t := s.trace; t.On() {
		for range t.told.Range {
			return
		}
		fmt.Fprintf(t.out, "ctrllint: -debug: nothing is known of %s:%d; the file may be in none of the packages, or the line has nothing that a check looks at\n", t.file, t.line)
	}
}

// On tells whether there is a line to tell of.
func (t Trace) On() bool { return t.out != nil }

// At tells whether a position is on the line.
func (t Trace) At(pos token.Pos) bool { return t.in(pos, pos) }

// in tells whether the line is among those from one position to another, of the same file.
func (t Trace) in(first, last token.Pos) bool {
	if !t.On() {
		return false
	}
	from, to := t.fset.Position(first), t.fset.Position(last)
	file := filepath.ToSlash(from.Filename)
	return from.Line <= t.line && t.line <= to.Line && (file == t.file || strings.HasSuffix(file, "/"+t.file))
}

// Function tells whether the line is in the source of a function.
func (t Trace) Function(fn *ssa.Function) bool {
	return fn != nil && fn.Syntax() != nil && t.in(fn.Syntax().Pos(), fn.Syntax().End())
}

// Line names a position by file and line.
func (t Trace) Line(pos token.Pos) string {
	p := t.fset.Position(pos)
	return fmt.Sprintf("%s:%d", filepath.Base(p.Filename), p.Line)
}

// Say tells something of a position, as a line of its own; of what is known several times, such as in each program, only
// once.
func (t Trace) Say(pos token.Pos, format string, args ...any) {
	p := t.fset.Position(pos)
	says := fmt.Sprintf("%d: %s: %s\n", p.Column, t.check, fmt.Sprintf(format, args...))
	if _, told := t.told.LoadOrStore(fmt.Sprint(p.Filename, p.Line, says), true); !told {
		fmt.Fprintf(t.out, "%s:%d:%s", filepath.Base(p.Filename), p.Line, says)
	}
}
