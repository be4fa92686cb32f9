package driver

import (
	"golang.org/x/tools/go/packages"

	clients "github.com/ctrllint/ctrllint/internal/domain/client"
)

// surveyModule returns what the loaded packages say in the options of managers. A package that is imported by main can't
// see them in main, but we can.
func surveyModule(pkgs []*packages.Package) clients.Options {
	var said clients.Options
	packages.Visit(pkgs, nil, func(p *packages.Package) {
		if p.TypesInfo != nil && len(p.Syntax) > 0 {
			said.Join(clients.OptionsIn(p.Syntax, p.TypesInfo))
		}
	})
	return said
}
