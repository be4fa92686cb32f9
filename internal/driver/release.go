package driver

import (
	"go/types"
	"reflect"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"
)

// A releaser lets go of a package's syntax and of what analyzers know of it, such as its SSA form, once all checks have
// run on it: those that import it need no more than its types and facts. checker itself keeps everything to the end,
// which may take as much memory again as loading the packages does.
type releaser struct {
	checks   []*analysis.Analyzer
	packages map[*types.Package]*packages.Package

	mu      sync.Mutex
	pending map[*types.Package]*pending
}

// pending is what holds on to a package.
type pending struct {
	done    int // checks that have run
	passes  []*analysis.Pass
	results []release
}

// release is the result of an analyzer that can do without what it holds.
type release interface{ Release() }

func newReleaser(checks []*analysis.Analyzer, pkgs []*packages.Package) *releaser {
	r := &releaser{checks: checks, packages: map[*types.Package]*packages.Package{}, pending: map[*types.Package]*pending{}}
	for _, p := range pkgs {
		r.packages[p.Types] = p
	}
	return r
}

// done is to be called at the end of each pass.
func (r *releaser) done(pass *analysis.Pass) {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := r.pending[pass.Pkg]
	if p == nil {
		p = new(pending)
		r.pending[pass.Pkg] = p
	}
	p.passes = append(p.passes, pass)
	if !slices.Contains(r.checks, pass.Analyzer) {
		return
	}
	p.done++
	for _, result := range pass.ResultOf {
		// The result of an analyzer that failed is nil, but has its type.
		if result, ok := result.(release); ok && !reflect.ValueOf(result).IsZero() {
			p.results = append(p.results, result)
		}
	}
	if p.done == len(r.checks) {
		for _, result := range p.results {
			result.Release()
		}
		for _, pass := range p.passes {
			pass.Files, pass.TypesInfo, pass.ResultOf = nil, nil, nil
		}
		if pkg := r.packages[pass.Pkg]; pkg != nil {
			pkg.Syntax, pkg.TypesInfo = nil, nil
		}
		delete(r.pending, pass.Pkg)
	}
}
