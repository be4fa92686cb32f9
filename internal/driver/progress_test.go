package driver

import (
	"bufio"
	"fmt"
	"go/types"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"
)

// screen interprets what is written to a terminal's line and returns what stands there.
func screen(written string) string {
	var line []rune
	at := 0
	for _, r := range written {
		if r == '\r' {
			at = 0
			continue
		}
		line = append(line[:at], append([]rune{r}, line[min(at+1, len(line)):]...)...)
		at++
	}
	return strings.TrimRight(string(line), " ")
}

func TestProgress(t *testing.T) {
	r, w := io.Pipe()
	written := make(chan string, 100)
	go func() {
		defer close(written)
		buf := make([]byte, 1000)
		for {
			n, err := r.Read(buf)
			if err != nil {
				return
			}
			written <- string(buf[:n])
		}
	}()
	p := startProgress(w, true, time.Nanosecond, time.Nanosecond)
	all := ""
	await := func(want string) {
		t.Helper()
		for screen(all) != want {
			select {
			case s := <-written:
				all += s
			case <-time.After(10 * time.Second):
				t.Fatalf("%q stands there after %q; want %q", screen(all), all, want)
			}
		}
	}
	p.say("analysing 12/40 packages")
	await("analysing 12/40 packages")
	p.say("loading…")
	await("loading…")
	p.stop()
	w.Close()
	for s := range written {
		all += s
	}
	if got := screen(all); got != "" {
		t.Errorf("%q stands there in the end", got)
	}
	if strings.Contains(all, "\n") {
		t.Errorf("more than a line: %q", all)
	}
}

// What a run that is told to end was doing doesn't stay on the terminal, nor how far it was, which the go command undoes
// as it ends.
func TestProgressOfEnded(t *testing.T) {
	r, w := io.Pipe()
	c := new(children)
	p := startProgress(w, true, 0, time.Nanosecond)
	p.say("loading… 118 packages compiled so far (37s)")
	c.bar.Store(p)
	buf := make([]byte, 1000)
	n, err := r.Read(buf) // stands there
	if err != nil {
		t.Fatal(err)
	}
	rest := make(chan string)
	go func() {
		all, _ := io.ReadAll(r)
		rest <- string(all)
	}()
	c.running.Add(1) // which may take a moment to end
	go func() {
		time.Sleep(10 * time.Millisecond)
		p.say("loading… 6 packages compiled so far (38s)")
		time.Sleep(10 * time.Millisecond)
		c.running.Done()
	}()
	c.end()
	p.stop() // as the run does, when it gets to it
	w.Close()
	all := string(buf[:n]) + <-rest
	if got := screen(all); got != "" || strings.Contains(all, " 6 packages") {
		t.Errorf("%q stands there in the end, after %q", got, all)
	}
}

// Nothing is written before it is worth it.
func TestNoProgress(t *testing.T) {
	for _, watched := range []bool{true, false} {
		var out strings.Builder
		p := startProgress(&out, watched, time.Hour, time.Nanosecond)
		p.say("loading…")
		p.stop()
		if out.Len() > 0 {
			t.Errorf("watched %v: %q", watched, out.String())
		}
	}
}

// In a log, there is a line now and then.
func TestProgressInLog(t *testing.T) {
	r, w := io.Pipe()
	p := startProgress(w, false, 0, time.Millisecond)
	n := 0
	p.saying("loading…", func() string {
		n++
		return fmt.Sprintf(" %d packages", n)
	})
	lines := bufio.NewScanner(r)
	var got []string
	for len(got) < 3 && lines.Scan() {
		got = append(got, lines.Text())
	}
	go io.Copy(io.Discard, r)
	p.stop()
	if want := "ctrllint: loading… 1 packages\nctrllint: loading… 2 packages\nctrllint: loading… 3 packages"; strings.Join(got, "\n") != want {
		t.Errorf("%q", got)
	}
}

// The first run in an empty cache compiles everything, which is told.
func TestProgressOfCompiling(t *testing.T) {
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "go.mod"), "module example.com/m\n\ngo 1.26\n")
	writeFile(t, filepath.Join(dir, "m.go"), "package m\n\nimport _ \"errors\"\n")
	t.Chdir(dir)
	t.Setenv("GOCACHE", t.TempDir())
	t.Setenv("GOTMPDIR", t.TempDir())
	c := &children{ctx: t.Context()}
	progress := c.progress()
	loaded := make(chan error)
	go func() {
		_, err := load(c, scope{patterns: []string{"./..."}})
		loaded <- err
	}()
	seen := false
	for {
		select {
		case err := <-loaded:
			if err != nil {
				t.Fatal(err)
			}
			if !seen {
				t.Error("nothing was told")
			}
			if left, err := os.ReadDir(os.Getenv("GOTMPDIR")); len(left) > 0 || err != nil {
				t.Errorf("left behind: %v %v", left, err)
			}
			return
		case <-time.After(20 * time.Millisecond):
			seen = seen || strings.Contains(progress(), " compiled so far (")
		}
	}
}

// The go command's folders go when it is done, which may take a while. What was compiled in them was compiled all the same.
func TestProgressOfCleaning(t *testing.T) {
	c := new(children)
	progress := c.progress()
	for _, round := range []struct {
		compiled int
		want     string
	}{{3, " 3 packages compiled so far ("}, {2, " 5 packages compiled so far ("}} {
		dir := t.TempDir()
		c.work.Store(dir)
		for i := range round.compiled {
			if err := os.MkdirAll(filepath.Join(dir, "go-build1", fmt.Sprintf("b%03d", i)), 0o777); err != nil {
				t.Fatal(err)
			}
		}
		if got := progress(); !strings.HasPrefix(got, round.want) {
			t.Errorf("%q, want %q", got, round.want)
		}
		for _, gone := range []string{"go-build1/b000", ""} {
			if err := os.RemoveAll(filepath.Join(dir, gone)); err != nil {
				t.Fatal(err)
			}
			if got := progress(); !strings.HasPrefix(got, round.want) {
				t.Errorf("without %q: %q, want %q", gone, got, round.want)
			}
		}
	}
}

// A package counts once all the checks have been run on it. What they require doesn't, nor do other packages.
func TestAnalysing(t *testing.T) {
	one, two, helper := new(analysis.Analyzer), new(analysis.Analyzer), new(analysis.Analyzer)
	a, b, other := types.NewPackage("a", "a"), types.NewPackage("b", "b"), types.NewPackage("o", "o")
	p := startProgress(io.Discard, false, time.Hour, time.Hour)
	defer p.stop()
	done := p.analysing([]*packages.Package{{Types: a}, {Types: b}}, []*analysis.Analyzer{one, two})
	want := func(text string) {
		t.Helper()
		if p.text != text {
			t.Errorf("%q, want %q", p.text, text)
		}
	}
	want("analysing 0/2 packages")
	for _, pkg := range []*types.Package{a, other} {
		done(&analysis.Pass{Analyzer: one, Pkg: pkg})
		done(&analysis.Pass{Analyzer: helper, Pkg: pkg})
	}
	done(&analysis.Pass{Analyzer: one, Pkg: other})
	done(&analysis.Pass{Analyzer: two, Pkg: other})
	want("analysing 0/2 packages")
	done(&analysis.Pass{Analyzer: two, Pkg: a})
	want("analysing 1/2 packages")
	done(&analysis.Pass{Analyzer: two, Pkg: b})
	done(&analysis.Pass{Analyzer: one, Pkg: b})
	want("analysing 2/2 packages")
}
