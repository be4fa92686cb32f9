package paths

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
)

// RemoteWaits is how a function waits for a cache, for other packages.
type RemoteWaits struct {
	Waits []int // reads, of Ops, that wait until a cache has the object
	First []RemoteFirst
	Holds bool // it also waits for a cache to have objects of kinds that aren't known
}

// A RemoteFirst is the first look of a poll, by which that may end.
type RemoteFirst struct {
	Read    int // of Ops
	Missing bool
	Found   []string
}

// waits says how a function waits for a cache.
func (x *exporter) waits(f *function) {
	w := &x.facts.RemoteWaits
	for _, r := range f.waits {
		if n := x.op(r); n < 0 {
			w.Holds = w.Holds || !r.What.Kind.Known()
		} else if !slices.Contains(w.Waits, n) {
			w.Waits = append(w.Waits, n)
		}
	}
	for _, r := range f.first {
		if n := x.op(r); n >= 0 && r.Polled != nil {
			w.First = append(w.First, RemoteFirst{n, r.Polled.Missing, r.Polled.Found.List()})
		}
	}
}

// wait makes how a function of another package waits part of a call of it; ops are its operations there.
func (w RemoteWaits) wait(e *event, ops []*Op, call ssa.CallInstruction) {
	for _, n := range w.Waits {
		e.slept = append(e.slept, ops[n])
	}
	for _, first := range w.First {
		r := *ops[first.Read]
		r.Polled = &Polled{Missing: first.Missing, Found: footprint.Of(first.Found)}
		e.first = append(e.first, &r)
	}
	if w.Holds {
		e.waits = append(e.waits, &Op{Call: call, Path: []ssa.CallInstruction{call}})
	}
}
