package driver

import (
	"go/types"
	"runtime"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"
)

// maxTurns bounds how many passes run at a time: each may hold on to what is known of a package of its own.
const maxTurns = 4

// turns let a few passes run at a time, and of those that could run the ones on the first packages. So the packages are
// done nearly one after the other, and what is known of one can be let go of before many others have begun, while more
// than one processor has work.
type turns struct {
	mu      sync.Mutex
	rank    map[*types.Package]int
	free    int
	waiting []waiter // by rank, those of the same rank as they came
}

type waiter struct {
	rank int
	turn chan struct{} // closed when it is theirs
}

// newTurns returns the turns for passes on the packages, which come in this order, and on others, which come first.
func newTurns(pkgs []*packages.Package) *turns {
	t := &turns{rank: map[*types.Package]int{}, free: min(runtime.GOMAXPROCS(0), maxTurns)}
	for n, p := range pkgs {
		t.rank[p.Types] = n + 1
	}
	return t
}

// take waits for the turn of a pass and returns the function to call at the end of it.
func (t *turns) take(pass *analysis.Pass) (done func()) {
	t.mu.Lock()
	if t.free > 0 {
		t.free--
		t.mu.Unlock()
		return t.pass
	}
	w := waiter{t.rank[pass.Pkg], make(chan struct{})}
	at, _ := slices.BinarySearchFunc(t.waiting, w.rank+1, func(w waiter, rank int) int { return w.rank - rank })
	t.waiting = slices.Insert(t.waiting, at, w)
	t.mu.Unlock()
	<-w.turn
	return t.pass
}

// pass passes a turn on to the first who waits.
func (t *turns) pass() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.waiting) == 0 {
		t.free++
		return
	}
	close(t.waiting[0].turn)
	t.waiting = t.waiting[1:]
}
