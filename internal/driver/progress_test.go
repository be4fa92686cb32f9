package driver

import (
	"go/types"
	"io"
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

// Nothing is written before it is worth it, or if nobody watches.
func TestNoProgress(t *testing.T) {
	for _, watched := range []bool{true, false} {
		var out strings.Builder
		delay := time.Hour
		if !watched {
			delay = 0
		}
		p := startProgress(&out, watched, delay, time.Nanosecond)
		p.say("loading…")
		if !watched {
			time.Sleep(20 * time.Millisecond)
		}
		p.stop()
		if out.Len() > 0 {
			t.Errorf("watched %v: %q", watched, out.String())
		}
	}
}

// A package counts once all the checks have been run on it. What they require doesn't, nor do other packages.
func TestAnalysing(t *testing.T) {
	one, two, helper := new(analysis.Analyzer), new(analysis.Analyzer), new(analysis.Analyzer)
	a, b, other := types.NewPackage("a", "a"), types.NewPackage("b", "b"), types.NewPackage("o", "o")
	p := startProgress(nil, false, 0, 0)
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
