package driver

import (
	"fmt"
	"go/types"
	"io"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"
)

const (
	progressDelay = 2 * time.Second // less is not worth a word
	progressEvery = 200 * time.Millisecond

	// In a log, lines stay.
	logDelay = 20 * time.Second
	logEvery = time.Minute
)

// A progress tells what is being done: if somebody watches, in a line that it keeps overwriting, otherwise in a line now
// and then. Its methods can be called from several goroutines.
type progress struct {
	w       io.Writer
	watched bool
	quit    chan struct{}
	quitOne sync.Once
	done    chan struct{} // closed when nothing more will be written

	mu    sync.Mutex
	text  string
	more  func() string // what is told after the text, or nil
	shown string        // what stands there
}

// progressOn starts a progress for what is printed to w.
func progressOn(w io.Writer) *progress {
	if isTerminal(w) {
		return startProgress(w, true, progressDelay, progressEvery)
	}
	return startProgress(w, false, logDelay, logEvery)
}

// startProgress starts a progress that writes to w after the delay. It must be stopped.
func startProgress(w io.Writer, watched bool, delay, every time.Duration) *progress {
	p := &progress{w: w, watched: watched, quit: make(chan struct{}), done: make(chan struct{})}
	go func() {
		defer close(p.done)
		defer p.draw("")
		next := time.After(delay)
		for {
			select {
			case <-p.quit:
				return
			case <-next:
				p.draw(p.now())
				next = time.After(every)
			}
		}
	}()
	return p
}

// say sets what is being done.
func (p *progress) say(text string) { p.saying(text, nil) }

// saying sets what is being done, and what tells how far it is.
func (p *progress) saying(text string, more func() string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.text, p.more = text, more
}

// now returns what to tell now.
func (p *progress) now() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.more == nil {
		return p.text
	}
	return p.text + p.more()
}

// draw overwrites what stands there, or adds a line.
func (p *progress) draw(text string) {
	if text == p.shown {
		return
	}
	if !p.watched {
		if text != "" {
			fmt.Fprintf(p.w, "ctrllint: %s\n", text)
		}
		return
	}
	// Blanks rather than an escape sequence, which not every terminal knows.
	blank := strings.Repeat(" ", utf8.RuneCountInString(p.shown))
	fmt.Fprintf(p.w, "\r%s\r%s", blank, text)
	p.shown = text
}

// stop clears the line. Nothing is written afterwards. It can be called again.
func (p *progress) stop() {
	p.quitOne.Do(func() { close(p.quit) })
	<-p.done
}

// analysing says how many of the packages all of the checks have been run on. It returns the function to tell of each
// finished pass.
func (p *progress) analysing(pkgs []*packages.Package, checks []*analysis.Analyzer) func(*analysis.Pass) {
	var mu sync.Mutex
	left := map[*types.Package]int{} // checks to run
	finished := 0
	for _, pkg := range pkgs {
		left[pkg.Types] = len(checks)
	}
	p.say(fmt.Sprintf("analysing 0/%d packages", len(pkgs)))
	return func(pass *analysis.Pass) {
		if !slices.Contains(checks, pass.Analyzer) {
			return
		}
		mu.Lock()
		defer mu.Unlock()
		if left[pass.Pkg]--; left[pass.Pkg] == 0 {
			finished++
			p.say(fmt.Sprintf("analysing %d/%d packages", finished, len(pkgs)))
		}
	}
}
