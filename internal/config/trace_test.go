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
	trace := s.config().Trace
	for p, want := range map[token.Position]bool{
		{Filename: "/src/pods/a.go", Line: 3}:      true,
		{Filename: "pods/a.go", Line: 3}:           true,
		{Filename: "/src/pods/a.go", Line: 4}:      false,
		{Filename: "/src/otherpods/a.go", Line: 3}: false,
	} {
		if got := trace.At(p); got != want {
			t.Errorf("%v: %t, want %t", p, got, want)
		}
	}
	if trace.Print("check", token.Position{Filename: "/src/pods/a.go", Line: 3, Column: 5}, "it is %s", "so"); out.String() != "a.go:3:5: check: it is so\n" {
		t.Errorf("printed %q", out.String())
	}
	if New(true).config().Trace.On() {
		t.Error("there is a line without being told")
	}
}
