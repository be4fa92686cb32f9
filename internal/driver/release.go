package driver

import (
	"go/types"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"
)

// A releaser lets go of what analyzers know of a package, such as its SSA form, once all checks have run on it.
// checker itself keeps every result to the end, which may take as much memory again as loading the packages does.
type releaser struct {
	checks []*analysis.Analyzer

	mu      sync.Mutex
	pending map[*types.Package]*pending
}

// pending is what a package's checks hold.
type pending struct {
	done    int // checks that have run
	results []release
}

// release is the result of an analyzer that can do without what it holds.
type release interface{ Release() }

func newReleaser(checks []*analysis.Analyzer) *releaser {
	return &releaser{checks: checks, pending: map[*types.Package]*pending{}}
}

// done is to be called at the end of each pass.
func (r *releaser) done(pass *analysis.Pass) {
	if !slices.Contains(r.checks, pass.Analyzer) {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	p := r.pending[pass.Pkg]
	if p == nil {
		p = new(pending)
		r.pending[pass.Pkg] = p
	}
	p.done++
	for _, result := range pass.ResultOf {
		if result, ok := result.(release); ok {
			p.results = append(p.results, result)
		}
	}
	if p.done == len(r.checks) {
		for _, result := range p.results {
			result.Release()
		}
		delete(r.pending, pass.Pkg)
	}
}
