package driver

import (
	"golang.org/x/tools/go/packages"

	clients "github.com/ctrllint/ctrllint/internal/domain/client"
)

// surveyModule tells the checks what the loaded packages say in the options of managers. A package that is imported by
// main can't see them in main, but we can.
func surveyModule(pkgs []*packages.Package) {
	clients.Module = clients.Options{}
	packages.Visit(pkgs, nil, func(p *packages.Package) {
		if p.TypesInfo != nil && len(p.Syntax) > 0 {
			clients.Module.Join(clients.OptionsIn(p.Syntax, p.TypesInfo))
		}
	})
}
