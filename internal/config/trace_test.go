package config

import (
	"bytes"
	"go/token"
	"io"
	"testing"
)

func TestDebug(t *testing.T) {
	for _, text := range []string{"", "trace", "trace=", "trace=a.go", "trace=a.go:", "trace=a.go:0", "trace=:3", "a.go:3", "trace=a.go:x"} {
		if err := New(true).Debug(text, io.Discard); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
	var out bytes.Buffer
	s := New(true)
	if err := s.Debug("trace=pods/a.go:3", &out); err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	trace := s.config().Trace.By("check", fset)
	at := func(name string, line int) token.Pos {
		f := fset.AddFile(name, -1, 100)
		f.SetLines([]int{0, 20, 40, 60})
		return f.LineStart(line) + 4
	}
	for pos, want := range map[token.Pos]bool{
		at("/src/pods/a.go", 3):      true,
		at("pods/a.go", 3):           true,
		at("/src/pods/a.go", 4):      false,
		at("/src/otherpods/a.go", 3): false,
	} {
		if got := trace.At(pos); got != want {
			t.Errorf("%v: %t, want %t", fset.Position(pos), got, want)
		}
	}
	if trace.Say(at("/src/pods/a.go", 3), "it is %s", "so"); out.String() != "a.go:3:5: check: it is so\n" {
		t.Errorf("printed %q", out.String())
	}
	if trace.Say(at("/src/pods/a.go", 3), "it is so"); out.String() != "a.go:3:5: check: it is so\n" {
		t.Errorf("printed again: %q", out.String())
	}
	if New(true).config().Trace.On() {
		t.Error("there is a line without being told")
	}
}
