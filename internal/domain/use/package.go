package use

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A pkg is the package under analysis.
type pkg struct {
	pass    *analysis.Pass
	files   []*ast.File // that are looked at
	dir     string
	facts   map[*types.Package]*Facts // of those that it imports
	deals   bool                      // it makes or reads informers, or calls helpers that do
	manages bool                      // it makes a manager

	branches *branches // nil until somebody asks
}

func newPackage(pass *analysis.Pass, lazy *ir.Package, imported map[*types.Package]*Facts) *pkg {
	p := &pkg{pass: pass, files: lazy.Files(), dir: dirOf(pass), facts: map[*types.Package]*Facts{}}
	for imp, f := range imported {
		p.facts[imp] = f.foreign()
	}
	return p
}

// concerned tells whether there is anything to find in the package, by the names that it mentions: what follows costs
// more.
func (p *pkg) concerned() bool {
	for _, obj := range p.pass.TypesInfo.Uses {
		p.mention(obj)
	}
	p.deals = p.deals || declares(p.pass.Pkg)
	return p.deals || p.manages || len(p.facts) > 0
}

// variable returns the kind that a variable of an imported package holds.
func (p *pkg) variable(v *types.Var) kind.Kind {
	if f := p.facts[v.Pkg()]; f != nil {
		return f.variable(v.Name())
	}
	return kind.Kind{}
}

func (p *pkg) mention(obj types.Object) {
	switch obj.(type) {
	case *types.Func, *types.Var:
	case *types.TypeName:
		p.deals = p.deals || kube.IsKindSource(obj.Type())
		return
	default:
		return
	}
	if obj.Pkg() == nil || obj.Pkg() == p.pass.Pkg {
		return
	}
	if f := p.facts[obj.Pkg()]; f != nil {
		p.deals = p.deals || f.helper(obj) != nil
		return
	}
	if !kube.OfProject(obj.Pkg().Path()) {
		return
	}
	s := kube.SymbolOf(obj)
	p.manages = p.manages || kube.MakesManager(s)
	if _, ok := kube.StarterOf(s); ok || kube.IsAsReconciler(s) {
		p.deals = true
		return
	}
	if op, ok := kube.OperationOf(obj, nil); ok && op.Via == kube.Client {
		p.deals = true
	}
}

// unstructured tells whether unstructured objects are read from the cache through the client of a manager in view.
func (p *pkg) unstructured() bool {
	for _, f := range p.facts {
		if f.Caches {
			return true
		}
	}
	return p.cachesUnstructured()
}
