package driver

import (
	"go/types"
	"runtime"
	"slices"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"
)

// TestTurns holds that no more passes run at a time than there are turns, and that of those that wait the ones on the
// first packages are next, as they came.
func TestTurns(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	var pkgs []*packages.Package
	for _, name := range []string{"a", "b", "c"} {
		pkgs = append(pkgs, &packages.Package{Types: types.NewPackage(name, name)})
	}
	turns := newTurns(pkgs)
	done := turns.take(&analysis.Pass{Pkg: pkgs[2].Types})

	ran := make(chan string)
	for n, p := range []int{2, 1, 0, 1} {
		go func() {
			defer turns.take(&analysis.Pass{Pkg: pkgs[p].Types})()
			ran <- pkgs[p].Types.Path()
		}()
		for waits := 0; waits <= n; time.Sleep(time.Millisecond) {
			turns.mu.Lock()
			waits = len(turns.waiting)
			turns.mu.Unlock()
		}
	}
	select {
	case path := <-ran:
		t.Fatalf("a pass on %s ran without a turn", path)
	default:
	}
	done()
	var got []string
	for range 4 {
		got = append(got, <-ran)
	}
	if want := []string{"a", "b", "b", "c"}; !slices.Equal(got, want) {
		t.Errorf("passes ran on %q, want %q", got, want)
	}
}
