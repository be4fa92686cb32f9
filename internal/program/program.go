// Package program says which programs a module has, which packages each of them reaches, and what the options of its
// managers say.
//
// It is for drivers that have the whole module before them: go vet and linters see one package at a time, where nobody
// can tell what main has set.
package program

import (
	"cmp"
	"go/types"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/ctrllint/ctrllint/internal/domain/client"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A Program is a main package and what it reaches.
type Program struct {
	Name    string // the folder of main in its module
	Options client.Options

	reaches map[string]bool // packages, by their paths
}

// Programs are those of a module, or of several, sorted by name.
type Programs []*Program

// Of returns the programs whose main packages are among the loaded ones, that run managers or say with which options.
// Those of tests are none.
func Of(pkgs []*packages.Package) Programs {
	s := survey{of: map[*packages.Package]says{}}
	var all Programs
	for _, p := range pkgs {
		if p.Name != "main" || p.ForTest != "" {
			continue
		}
		program, runs := &Program{Name: name(p), reaches: map[string]bool{}}, false
		packages.Visit([]*packages.Package{p}, nil, func(p *packages.Package) {
			said := s.ask(p)
			program.reaches[p.PkgPath] = true
			program.Options.Join(said.options)
			runs = runs || said.manages
		})
		if runs {
			all = append(all, program)
		}
	}
	slices.SortFunc(all, func(a, b *Program) int { return cmp.Compare(a.Name, b.Name) })
	return all
}

// name returns by what a program is told from the others: the folder of its main package in the module.
func name(main *packages.Package) string {
	if m := main.Module; m != nil {
		if main.PkgPath == m.Path {
			return path.Base(m.Path)
		}
		if dir, ok := strings.CutPrefix(main.PkgPath, m.Path+"/"); ok {
			return dir
		}
	}
	return main.PkgPath
}

// Views implements client.Programs.
func (all Programs) Views(pkg string) []client.View {
	var views []client.View
	for _, p := range all {
		if !p.reaches[pkg] {
			continue
		}
		same := slices.IndexFunc(views, func(v client.View) bool { return v.Options.Equal(p.Options) })
		if same < 0 {
			same = len(views)
			views = append(views, client.View{Options: p.Options})
		}
		views[same].Programs = append(views[same].Programs, p.Name)
	}
	return views
}

// A survey remembers what packages say.
type survey struct {
	of map[*packages.Package]says
}

// says is what one package says of managers.
type says struct {
	options client.Options
	manages bool // it makes a manager, or says what options it is to have
}

// ask returns what a package says.
func (s survey) ask(p *packages.Package) says {
	said, ok := s.of[p]
	if ok || p.TypesInfo == nil || len(p.Syntax) == 0 {
		return said
	}
	said.options = client.OptionsIn(p.Syntax, p.TypesInfo)
	said.manages = !said.options.Empty()
	for _, obj := range p.TypesInfo.Uses {
		switch obj.(type) {
		case *types.Func, *types.Var: // ctrl.NewManager is a variable
			said.manages = said.manages || kube.MakesManager(kube.SymbolOf(obj))
		}
	}
	s.of[p] = said
	return said
}
