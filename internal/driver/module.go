package driver

import (
	"go/types"

	"golang.org/x/tools/go/packages"

	"github.com/ctrllint/ctrllint/internal/kube"
	clients "github.com/ctrllint/ctrllint/internal/origin"
	"github.com/ctrllint/ctrllint/internal/uses"
)

// surveyModule tells the checks what the loaded packages say in the options of managers. A package that is imported by
// main can't see them in main, but we can.
func surveyModule(pkgs []*packages.Package) {
	clients.Module, uses.ModuleMakesManager = clients.Options{}, false
	packages.Visit(pkgs, nil, func(p *packages.Package) {
		if p.TypesInfo == nil || len(p.Syntax) == 0 {
			return
		}
		clients.Module.Join(clients.OptionsIn(p.Syntax, p.TypesInfo))
		for _, obj := range p.TypesInfo.Uses {
			if makesManager(obj) {
				uses.ModuleMakesManager = true
				break
			}
		}
	})
}

func makesManager(obj types.Object) bool {
	switch obj.(type) {
	case *types.Func, *types.Var:
		return kube.MakesManager(kube.SymbolOf(obj))
	}
	return false
}
