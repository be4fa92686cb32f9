package driver

import (
	"os"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf16"
)

// byteOrderMark may begin a file, where Go's columns count it and nobody else's do.
const byteOrderMark = "\uFEFF"

// sources are the source files that findings are in.
type sources struct {
	lines map[string][]string
}

func newSources() *sources { return &sources{map[string][]string{}} }

// linesOf returns the lines of the file, none if it can't be read.
func (s *sources) linesOf(name string) []string {
	lines, ok := s.lines[name]
	if !ok {
		if data, err := os.ReadFile(name); err == nil {
			lines = strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
			for i, line := range lines {
				lines[i] = strings.TrimSuffix(line, "\r")
			}
		}
		s.lines[name] = lines
	}
	return lines
}

// utf16Column returns the column, counted from 1 in UTF-16 code units, of a place whose column is counted in bytes. If
// the file can't be read, it is the same.
func (s *sources) utf16Column(name string, line, column int) int {
	lines := s.linesOf(name)
	if line < 1 || line > len(lines) {
		return column
	}
	return utf16Column(lines[line-1], column)
}

func utf16Column(line string, column int) int {
	before := line[:min(max(column-1, 0), len(line))]
	n := 1
	for _, r := range strings.TrimPrefix(before, byteOrderMark) {
		n += max(1, utf16.RuneLen(r)) // what is no UTF-8 counts one a byte, as decoders replace it
	}
	return n
}

// blankTo returns the white space that is as wide as what stands before the column, in bytes, of the line. It reports
// false if the line has no such column. Tabs are kept, so that it is as wide wherever it is printed.
func blankTo(line string, column int) (string, bool) {
	if column < 1 || column > len(line)+1 {
		return "", false
	}
	var blank strings.Builder
	for _, r := range line[:column-1] {
		if r == '\t' {
			blank.WriteByte('\t')
		} else {
			blank.WriteString(strings.Repeat(" ", cells(r)))
		}
	}
	return blank.String(), true
}

// wide are the scripts whose characters take two cells of a terminal.
var wide = []*unicode.RangeTable{
	unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana, unicode.Bopomofo, unicode.Yi,
	{
		R16: []unicode.Range16{{Lo: 0x3000, Hi: 0x303e, Stride: 1}, {Lo: 0xff01, Hi: 0xff60, Stride: 1}},
		R32: []unicode.Range32{{Lo: 0x1f300, Hi: 0x1f64f, Stride: 1}, {Lo: 0x1f680, Hi: 0x1f6ff, Stride: 1}, {Lo: 0x1f900, Hi: 0x1faff, Stride: 1}},
	},
}

// cells returns how many cells of a terminal the character takes.
func cells(r rune) int {
	switch {
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case 0xff61 <= r && r <= 0xffdc: // the halfwidth forms of otherwise wide scripts
		return 1
	case unicode.In(r, wide...):
		return 2
	}
	return 1
}

// A root is the directory that reports name files from: the top of the git repository that the current directory is
// in, or the current directory.
type root struct {
	dir  string
	real map[string]string // directories without symbolic links
}

// findRoot finds the root without the help of git, which may be missing, or refuse to work in another user's
// directory, as happens in containers.
func findRoot() (*root, error) {
	current, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	if current, err = filepath.EvalSymlinks(current); err != nil {
		return nil, err
	}
	for dir := current; ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil { // a file in work trees and submodules
			return newRoot(dir), nil
		}
		if dir == filepath.Dir(dir) {
			return newRoot(current), nil
		}
	}
}

// newRoot returns the root for a directory whose name has no symbolic links.
func newRoot(dir string) *root { return &root{dir, map[string]string{}} }

// relative returns the name of the file relative to the root, with slashes. It reports false if the file is outside,
// and then returns its full name.
func (r *root) relative(name string) (string, bool) {
	full, err := filepath.Abs(name)
	if err != nil {
		return filepath.ToSlash(name), false
	}
	dir, ok := r.real[filepath.Dir(full)]
	if !ok {
		dir, err = filepath.EvalSymlinks(filepath.Dir(full))
		if err != nil {
			dir = filepath.Dir(full) // there need not be such a file: line directives name any
		}
		r.real[filepath.Dir(full)] = dir
	}
	full = filepath.Join(dir, filepath.Base(full))
	rel, err := filepath.Rel(r.dir, full)
	if err != nil || !filepath.IsLocal(rel) {
		return filepath.ToSlash(full), false
	}
	return filepath.ToSlash(rel), true
}
