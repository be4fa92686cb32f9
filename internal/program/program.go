// Package program says which programs a module has, which packages each of them reaches, and what the options of its
// managers say.
//
// It is for drivers that have the whole module before them: go vet and linters see one package at a time, where nobody
// can tell what main has set.
package program

import (
	"cmp"
	"go/token"
	"go/types"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/tools/go/packages"

	"github.com/ctrllint/ctrllint/internal/domain/client"
	"github.com/ctrllint/ctrllint/internal/domain/handler"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A Program is a main package and what it reaches.
type Program struct {
	Name    string // the folder of main in its module
	Options client.Options

	manages bool // it makes a manager, or says with which options
	reaches map[string]*packages.Package
	answers *answers
	idle    []span // functions that it doesn't come to
	sorting sync.Once
	arrive  map[string]*arrivals // see [Programs.arrivals]
}

// Programs are those of a module, or of several, sorted by name.
type Programs struct {
	all    []*Program
	dead   []span                   // functions that nobody in the module comes to, nor could another one
	unused []span                   // functions that no main function comes to, of packages that one of them imports which is no example
	resync map[string]time.Duration // of the packages that programs reach
	files  map[*token.File]string   // the packages that files belong to
	fset   *token.FileSet
}

// Of returns the programs whose main packages are among the loaded ones, and that have to do with managers or clients.
// Those of tests are none.
func Of(pkgs []*packages.Package) *Programs {
	pkgs = slices.DeleteFunc(slices.Clone(pkgs), func(p *packages.Package) bool {
		return p.ForTest != "" || p.TypesInfo == nil || len(p.Syntax) == 0
	})
	ps := &Programs{files: map[*token.File]string{}, resync: map[string]time.Duration{}}
	said, src := map[*packages.Package]says{}, (*source)(nil)
	var mains []*types.Func
	imported := map[string]*packages.Package{}
	for _, p := range pkgs {
		said[p] = ask(p)
		ps.fset = p.Fset
		for _, f := range p.Syntax {
			ps.files[p.Fset.File(f.FileStart)] = p.PkgPath
		}
	}
	for _, p := range pkgs {
		main, ok := p.Types.Scope().Lookup("main").(*types.Func)
		if p.Name != "main" || !ok {
			continue
		}
		program, makes := &Program{Name: name(p), reaches: map[string]*packages.Package{}}, false
		var periods []time.Duration
		packages.Visit([]*packages.Package{p}, nil, func(p *packages.Package) {
			program.reaches[p.PkgPath] = p
			program.Options.Join(said[p].options)
			program.manages = program.manages || said[p].manages
			makes = makes || said[p].makes
			periods = append(periods, said[p].resync...)
		})
		if program.manages {
			periods = append(periods, 0) // of the manager's informers
		}
		ps.resyncs(program, handler.Slowest(periods))
		mains = append(mains, main)
		if !isExample(p) { // a library's users come to more of it
			maps.Copy(imported, program.reaches)
		}
		if !makes {
			continue
		}
		if src == nil {
			src = newSource(pkgs)
		}
		program.answers, program.idle = src.solve(main, program.reaches), src.idle(program.reaches, main)
		ps.all = append(ps.all, program)
	}
	if src != nil {
		ps.dead, ps.unused = src.dead(), src.idle(imported, mains...)
		src.forget()
	}
	slices.SortFunc(ps.all, func(a, b *Program) int { return cmp.Compare(a.Name, b.Name) })
	return ps
}

// Doubt takes back what is said of functions that nobody comes to: packages are missing, which may.
func (ps *Programs) Doubt() {
	ps.dead, ps.unused = nil, nil
	for _, p := range ps.all {
		p.idle = nil
	}
}

// isExample tells whether a program is only there to show how a library is used, or to test it.
func isExample(main *packages.Package) bool {
	module := ""
	if main.Module != nil {
		module = main.Module.Path
	}
	return slices.ContainsFunc(kube.Folders(main.PkgPath, module), func(folder string) bool {
		return kube.IsExampleFolder(folder) || kube.IsTestFolder(folder)
	})
}

// resyncs notes after which period a program's informers resync, for all packages that it reaches.
func (ps *Programs) resyncs(program *Program, period time.Duration) {
	for pkg := range program.reaches {
		if other, seen := ps.resync[pkg]; seen && (other == 0 || period == 0) {
			ps.resync[pkg] = 0
		} else {
			ps.resync[pkg] = max(other, period)
		}
	}
}

// Resync implements handler.Resyncs.
func (ps *Programs) Resync(pkg string) time.Duration { return ps.resync[pkg] }

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
func (ps *Programs) Views(pkg string) []client.View {
	var views []client.View
	var like []string // what is so in them
	programs := ps.of(pkg)
	var within map[string]bool
	if len(programs) > 1 {
		within = importsOf(programs[0].reaches[pkg])
	}
	for _, p := range programs {
		this := ""
		if len(programs) > 1 {
			this = ps.signature(p, within)
		}
		same := slices.Index(like, this)
		if same < 0 {
			same = len(views)
			like = append(like, this)
			views = append(views, client.View{Options: p.Options, Sources: ps.sources(p), Unmanaged: !p.manages, Manager: p.answers.only(), Idle: ps.isIdle, Dead: ps.isDead, Unused: ps.isUnused})
		}
		views[same].Programs = append(views[same].Programs, p.Name)
	}
	return views
}

// isIdle tells whether a program doesn't come to the function at a position.
func (ps *Programs) isIdle(program string, at token.Pos) bool {
	i := slices.IndexFunc(ps.all, func(p *Program) bool { return p.Name == program })
	return i >= 0 && isIn(ps.all[i].idle, at)
}

// isDead tells whether nobody comes to the function at a position.
func (ps *Programs) isDead(at token.Pos) bool { return isIn(ps.dead, at) }

// isUnused tells whether no program comes to the function at a position, be it one that has nothing to do with managers or clients.
func (ps *Programs) isUnused(at token.Pos) bool { return isIn(ps.unused, at) }

// of returns the programs that a package is part of: those that call something of it, if there are any, or else those
// that import it. One without a manager counts if it hands clients to the package. If there is no such program, those
// without a manager count that call something of the package, and hand clients to what it imports.
func (ps *Programs) of(pkg string) []*Program {
	var imports, calls, below []*Program
	for _, p := range ps.all {
		if p.reaches[pkg] == nil {
			continue
		}
		if !p.manages && !ps.hands(p, pkg, false) {
			if p.answers.called[pkg] && ps.hands(p, pkg, true) {
				below = append(below, p)
			}
			continue
		}
		imports = append(imports, p)
		if p.answers.called[pkg] {
			calls = append(calls, p)
		}
	}
	switch {
	case len(calls) > 0:
		return calls
	case len(imports) > 0:
		return imports
	}
	return below
}

// hands tells whether a program hands clients to a package, or to one that it imports if those count too.
func (ps *Programs) hands(p *Program, pkg string, imports bool) bool {
	all := ps.arrivals(p)
	if of := all[pkg]; of != nil && of.hands || !imports {
		return of != nil && of.hands
	}
	within := importsOf(p.reaches[pkg])
	for path, of := range all {
		if of.hands && within[path] {
			return true
		}
	}
	return false
}

// sources returns what gets to an end in a program. Where nothing does, since the program doesn't come to what puts it there, it is
// what others have there, if that is live in all of them: they show who makes it, and how.
func (ps *Programs) sources(p *Program) func(client.End) []client.Source {
	return func(e client.End) []client.Source {
		at := place{pos: e.Pos, index: e.Index}
		if own := p.answers.sources(at); len(own) > 0 {
			return own
		}
		var elsewhere []client.Source
		for _, other := range ps.all {
			elsewhere = append(elsewhere, other.answers.sources(at)...)
		}
		if slices.ContainsFunc(elsewhere, func(s client.Source) bool { return s.Class != client.Live }) {
			return nil
		}
		return elsewhere
	}
}

// says is what one package says of managers.
type says struct {
	options client.Options
	manages bool // it makes a manager, or says what options it is to have
	makes   bool // it makes managers or clients
	resync  []time.Duration
}

// returnedIn tells what the functions that a package names of others say by what they return.
func returnedIn(p *packages.Package) client.Elsewhere {
	return func(fn *types.Func) (client.Options, bool) {
		if fn.Pkg() == nil || p.Imports[fn.Pkg().Path()] == nil {
			return client.Options{}, false
		}
		of := p.Imports[fn.Pkg().Path()]
		if of.TypesInfo == nil {
			return client.Options{}, false
		}
		return client.ReturnedIn(of.Syntax, of.TypesInfo, returnedIn(of))(fn)
	}
}

// ask returns what a package says.
func ask(p *packages.Package) says {
	said := says{options: client.OptionsIn(p.Syntax, p.TypesInfo, returnedIn(p))}
	said.manages = !said.options.Empty()
	informers := false
	for _, obj := range p.TypesInfo.Uses {
		switch obj.(type) {
		case *types.Func, *types.Var: // ctrl.NewManager is a variable
			symbol := kube.SymbolOf(obj)
			said.manages = said.manages || kube.MakesManager(symbol)
			said.makes = said.makes || kube.ProvenanceOf(symbol) == kube.ByOptions
			informers = informers || kube.ResyncArg(symbol) >= 0
		}
	}
	said.makes = said.makes || said.manages
	if informers {
		said.resync = handler.ResyncsIn(p.Syntax, p.TypesInfo)
	}
	return said
}
