package driver

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

func TestBlankTo(t *testing.T) {
	for _, tt := range []struct {
		line, before string // the line, and what of it stands before the column
		want         string
	}{
		{"abc", "", ""},
		{"abc", "ab", "  "},
		{"abc", "abc", "   "},
		{"\t\tx\ty", "\t\tx\t", "\t\t \t"},
		{"é = x", "é = ", "    "},
		{"漢字 x", "漢字 ", "     "},
		{"ﾊﾟ x", "ﾊﾟ ", "   "},          // halfwidth
		{"Ａ、x", "Ａ、", "    "},           // fullwidth
		{"e\u0301 x", "e\u0301 ", "  "}, // a combining accent
		{"\uFEFFx", "\uFEFF", ""},
		{"😀 x", "😀 ", "   "},
		{"한 x", "한 ", "   "},
		{"\xff\xfe x", "\xff\xfe ", "   "},
	} {
		got, ok := blankTo(tt.line, len(tt.before)+1)
		if got != tt.want || !ok {
			t.Errorf("%q before column %d of %q: %q, %v; want %q", tt.before, len(tt.before)+1, tt.line, got, ok, tt.want)
		}
	}
	for _, column := range []int{0, -1, 5, 100} {
		if got, ok := blankTo("abc", column); ok {
			t.Errorf("column %d: %q", column, got)
		}
	}
}

func TestUTF16Column(t *testing.T) {
	for _, tt := range []struct {
		line, before string
		want         int
	}{
		{"abc", "", 1},
		{"abc", "abc", 4},
		{"\tx", "\t", 2},
		{"é x", "é ", 3},
		{"漢 x", "漢 ", 3},
		{"😀 x", "😀 ", 4},
		{"e\u0301 x", "e\u0301 ", 4},
		{"\xff\xfe x", "\xff\xfe ", 4},
		{"\uFEFFpackage p", "\uFEFFpackage ", 9},
	} {
		if got := utf16Column(tt.line, len(tt.before)+1); got != tt.want {
			t.Errorf("%q: %d, want %d", tt.before, got, tt.want)
		}
	}
	if got := utf16Column("abc", 100); got != 4 {
		t.Errorf("behind the line: %d", got)
	}
	if got := utf16Column("abc", 0); got != 1 {
		t.Errorf("no column: %d", got)
	}
	if got := newSources().utf16Column("nosuch.go", 3, 7); got != 7 {
		t.Errorf("no file: %d", got)
	}
}

func TestLines(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("a.go", []byte("one\r\n\ntwo"), 0o666); err != nil {
		t.Fatal(err)
	}
	if got := newSources().linesOf("a.go"); strings.Join(got, "|") != "one||two" {
		t.Errorf("%q", got)
	}
}

func TestWantsColour(t *testing.T) {
	for _, tt := range []struct {
		terminal      bool
		noColor, term string
		want          painter
	}{
		{true, "", "xterm-256color", true},
		{false, "", "xterm-256color", false},
		{true, "1", "xterm-256color", false},
		{true, "", "dumb", false},
		{true, "", "", false},
	} {
		if got := wantsColour(tt.terminal, tt.noColor, tt.term); got != tt.want {
			t.Errorf("%+v: %v", tt, got)
		}
	}
}

func TestIsTerminal(t *testing.T) {
	if isTerminal(new(bytes.Buffer)) {
		t.Error("a buffer is")
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	if isTerminal(w) {
		t.Error("a pipe is")
	}
}

// Without the escape sequences, a coloured report is the same as a plain one.
func TestColours(t *testing.T) {
	fset, file := sourceFile(t, "package p\n\nfunc\tBad() {}\n")
	f := finding{check: "toy", fset: fset, posn: fset.Position(file.Pos(16))}
	f.Pos, f.Category, f.Message = file.Pos(16), "use", "error: it is [bad] [toy/use]"
	var plain, coloured bytes.Buffer
	for w, paint := range map[*bytes.Buffer]painter{&plain: false, &coloured: true} {
		p := newPrinter(w, 0)
		p.paint = paint
		if err := p.printAll([]finding{f}); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := plain.String(), "p.go:3:6: error: it is [bad] [toy/use]\nfunc\tBad() {}\n    \t^\n"; got != want {
		t.Errorf("plain:\n%s\nwant\n%s", got, want)
	}
	want := "\x1b[1mp.go:3:6:\x1b[0m \x1b[1;31merror:\x1b[0m it is [bad] \x1b[33m[toy/use]\x1b[0m\nfunc\tBad() {}\n    \t\x1b[1;32m^\x1b[0m\n"
	if got := coloured.String(); got != want {
		t.Errorf("coloured:\n%q\nwant\n%q", got, want)
	}
}
