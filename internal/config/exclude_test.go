package config

import (
	"flag"
	"strings"
	"testing"
)

func TestExclude(t *testing.T) {
	for _, c := range []struct {
		dir, pattern, file string
		want               bool
	}{
		{"/m", "a", "/m/a/b/c.go", true},
		{"/m", "a/", "/m/a/b/c.go", true},
		{"/m", "./a/...", "/m/a/b/c.go", true},
		{"/m", "a/b/c.go", "/m/a/b/c.go", true},
		{"/m", "a", "/m/ab/c.go", false},
		{"/m", "b", "/m/a/b/c.go", false},
		{"/m", "c.go", "/m/a/b/c.go", false},
		{"/m", "**/c.go", "/m/a/b/c.go", true},
		{"/m", "**/c.go", "/m/c.go", true},
		{"/m", "**/b", "/m/a/b/c.go", true},
		{"/m", "a/**/c.go", "/m/a/c.go", true},
		{"/m", "a/**/d/**/c.go", "/m/a/b/d/c.go", true},
		{"/m", "a/**/d/**/c.go", "/m/a/b/c.go", false},
		{"/m", "*/b", "/m/a/b/c.go", true},
		{"/m", "*/c.go", "/m/a/b/c.go", false},
		{"/m", "zz_*.go", "/m/zz_a.go", true},
		{"/m", "zz_*.go", "/m/a/zz_a.go", false},
		{"/m", "[a-c]/b", "/m/a/b/c.go", true},
		{"/m", "../n", "/n/a.go", true},
		{"/m", "/n/**", "/n/a.go", true},
		{"/m", "**", "/n/a.go", false},
		{"/m[1]*", "a", "/m[1]*/a/b.go", true},
		{"/m[1]*", "a", "/m1/a/b.go", false},
		{"/m", strings.Repeat("**/*/", 40) + "x", "/m" + strings.Repeat("/a", 60), false},
	} {
		s := New(true)
		s.From(c.dir)
		var f flag.FlagSet
		s.RegisterExclude(&f, s.Check("c"))
		if err := f.Set("exclude", "nosuch,"+c.pattern); err != nil {
			t.Error(err)
		}
		if got := told(t, s).Check("c").Excludes(c.file); got != c.want {
			t.Errorf("in %s, %s excludes %s: %t, want %t", c.dir, c.pattern, c.file, got, c.want)
		}
	}
}
