package driver

import (
	"cmp"
	"go/ast"
	"go/types"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

const (
	// listMode only finds which packages there are.
	listMode = packages.NeedName | packages.NeedImports | packages.NeedDeps | packages.NeedModule

	// sourceMode reads the packages that are asked for from source, and what they import from export data.
	sourceMode = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
		packages.NeedTypes | packages.NeedTypesSizes | packages.NeedSyntax | packages.NeedTypesInfo |
		packages.NeedModule | packages.NeedForTest
)

// A scope is what the go command is asked for.
type scope struct {
	patterns []string
	tests    bool
	tags     string // as go build's flag -tags
}

// buildFlags returns the go command's flags.
func (s scope) buildFlags() []string {
	if s.tags == "" {
		return nil
	}
	return []string{"-tags=" + s.tags}
}

// config returns the configuration of go/packages.
func (s scope) config(mode packages.LoadMode) *packages.Config {
	return &packages.Config{
		Mode:       mode,
		Tests:      s.tests,
		BuildFlags: s.buildFlags(),
		ParseFile:  new(parsing).file,
	}
}

// A loading is the packages of a run.
type loading struct {
	report []*packages.Package // those to report findings for, ready for analysis
	all    []*packages.Package // those, and what was loaded for what they hang on
	errors []packages.Error    // what is wrong with packages, each once: what the go command says, and then by place
	byGo   int                 // how many of the errors are the go command's
	more   int                 // further errors of the go command's
	follow int                 // errors that may only follow from the go command's
	broken map[string]bool     // paths of packages that were asked for and are broken, if only their tests
}

// load loads the packages that the patterns name, and the own packages that these import. It errs if there are none,
// or if the go command can't tell; a package that is broken is no error but goes into errors, and out of the others'
// imports.
//
// Named files (x.go) come without the own packages that they import, since the go command takes files or packages.
func load(c *children, s scope) (*loading, error) {
	if len(s.patterns) == 0 {
		s.patterns = []string{"."}
	}
	// To name everything is usual, and then nothing is missing. To name a part, as an editor or a hook does, or all that is
	// in a folder of the module, leaves out some imports and programs, which are cheap to list before they are loaded.
	mode := listMode
	if _, err := os.Stat("go.mod"); err == nil && slices.Contains(s.patterns, "./...") {
		mode = sourceMode
	}
	loaded, err := c.load(s.config(mode), s.patterns...)
	if err != nil || !slices.ContainsFunc(loaded, func(p *packages.Package) bool { return p.Name != "" }) {
		if outside := outsideModule(c); outside != nil {
			return nil, outside
		}
	}
	if err != nil {
		return nil, err
	}
	if len(loaded) == 0 {
		return nil, noPackages(c, s)
	}
	named := map[string]bool{}
	for _, p := range loaded {
		named[p.ID] = true
	}
	missing, aside := missingImports(loaded), map[string]bool{}
	if mode == listMode {
		parts, err := programPackages(c, s, loaded)
		if err != nil {
			return nil, err
		}
		for _, path := range parts {
			if !slices.Contains(missing, path) {
				missing = append(missing, path)
				aside[path] = true
			}
		}
	}
	if len(missing) > 0 && namesFiles(s.patterns) {
		missing = nil
	}
	s.patterns = slices.Concat(s.patterns, missing)
	if mode == listMode || len(missing) > 0 {
		loaded, err = c.load(s.config(sourceMode), s.patterns...)
		if err != nil {
			return nil, err
		}
	}
	why := new(reasons)
	if needReasons(loaded) {
		if why, err = findReasons(c, s, loaded); err != nil {
			return nil, err
		}
	}
	l := sortOut(loaded, named, aside, why)
	if len(l.report) == 0 && len(l.errors) == 0 {
		if err := refusal(c, s); err != nil {
			return nil, err
		}
	}
	l.lookBelow(s)
	return l, nil
}

// lookBelow says what may have been meant where a folder is empty.
func (l *loading) lookBelow(s scope) {
	for i, e := range l.errors {
		if strings.HasPrefix(e.Msg, "no Go files in ") && slices.Contains(s.patterns, ".") {
			l.errors[i].Msg += "; ctrllint ./... looks into the folders below it, too"
		}
	}
}

func namesFiles(patterns []string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return strings.HasSuffix(p, ".go") })
}

// own tells whether the package belongs to the main module or one of the workspace, which alone have no version.
func own(p *packages.Package) bool {
	return p.Module != nil && p.Module.Version == ""
}

// missingImports returns the paths of the own packages that the loaded ones import, directly or not, and that were
// not loaded themselves.
func missingImports(loaded []*packages.Package) []string {
	have := map[string]bool{}
	for _, p := range loaded {
		have[p.PkgPath] = true
	}
	var missing []string
	packages.Visit(loaded, nil, func(p *packages.Package) {
		if own(p) && !have[p.PkgPath] {
			have[p.PkgPath] = true
			missing = append(missing, p.PkgPath)
		}
	})
	slices.Sort(missing)
	return missing
}

// sortOut makes the loaded packages fit for analysis: it leaves only those imports that can have facts, sets broken
// packages aside, and decides which packages are reported on. Those in aside were loaded only for the programs that they
// belong to; it doesn't matter if they are broken. Errors that the reasons explain are only counted.
func sortOut(loaded []*packages.Package, named, aside map[string]bool, why *reasons) *loading {
	l := &loading{broken: map[string]bool{}}
	byPath := map[string]*packages.Package{} // without tests
	withTests := map[string]bool{}           // paths of the packages of which there is a good form with tests
	usable := map[*packages.Package]bool{}   // loaded from source, and not broken
	for _, p := range loaded {
		// Who loads an import for its facts has its tests loaded too, if tests are loaded at all.
		if isTestMain(p) || forOtherTest(p, named) {
			continue
		}
		if named[p.ID] || !aside[p.PkgPath] {
			l.addErrors(p, why)
			why.tell(p)
		}
		if len(p.Errors) > 0 && named[p.ID] {
			l.broken[pathOf(p)] = true
		}
		if len(p.Errors) > 0 || len(p.Syntax) == 0 {
			continue
		}
		if p.IllTyped && untyped(p) {
			if named[p.ID] {
				l.broken[pathOf(p)] = true
			}
			continue
		}
		usable[p] = true
		l.all = append(l.all, p)
		p.IllTyped = false // which it is, too, if an import is broken
		if p.ForTest == p.PkgPath {
			withTests[p.PkgPath] = true
		} else {
			byPath[p.PkgPath] = p
		}
	}

	done := map[*packages.Package]bool{}
	var prune func(p *packages.Package)
	prune = func(p *packages.Package) {
		if done[p] {
			return
		}
		done[p] = true
		imports := map[string]*packages.Package{}
		for path, imp := range p.Imports {
			twin := byPath[imp.PkgPath]
			switch {
			case usable[imp]:
			case imp.ForTest != "" && twin != nil:
				// imp was compiled once more, for a test of something that it imports, and only its declarations were
				// checked. It has the facts of the package that it is a copy of.
				imp.Syntax = nil
				imp.IllTyped = false
				imp.Errors = nil
			default:
				continue
			}
			imports[path] = imp
			prune(imp)
		}
		p.Imports = imports
		if !usable[p] {
			p.Imports[p.PkgPath] = byPath[p.PkgPath]
			prune(byPath[p.PkgPath])
		}
	}
	for _, p := range loaded {
		// A package with its tests stands for the package without, as under go vet.
		if !usable[p] || !named[p.ID] || p.ForTest == "" && withTests[p.PkgPath] {
			continue
		}
		prune(p)
		l.report = append(l.report, p)
	}
	slices.SortFunc(l.errors, compareErrors)
	said, more := why.first()
	l.byGo, l.more = len(said), more
	l.errors = slices.Concat(said, slices.DeleteFunc(slices.Compact(l.errors), func(e packages.Error) bool {
		return slices.Contains(why.told, e)
	}))
	return l
}

// untyped tells whether a package uses something of a broken import of which nothing is known: the type checker says
// nothing of that, as the error is the import's, and SSA can't be built of it.
func untyped(p *packages.Package) bool {
	for _, file := range p.Syntax {
		for n := range ast.Preorder(file) {
			id, ok := n.(*ast.Ident)
			if !ok || id == file.Name || id.Name == "_" {
				continue
			}
			_, defines := p.TypesInfo.Defs[id]
			used, uses := p.TypesInfo.Uses[id]
			if !defines && !uses || uses && types.Unalias(used.Type()) == types.Typ[types.Invalid] && !isName(used) {
				return true
			}
		}
	}
	return false
}

// isName tells whether an object has no type of its own: a package, a label, nil.
func isName(of types.Object) bool {
	switch of.(type) {
	case *types.PkgName, *types.Label, *types.Nil, *types.Builtin:
		return true
	}
	return false
}

func compareErrors(a, b packages.Error) int {
	return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.Msg, b.Msg))
}

// forOtherTest tells whether the package belongs to a test that was not asked for.
func forOtherTest(p *packages.Package, named map[string]bool) bool {
	return p.ForTest != "" && !named[p.ID]
}

// isTestMain tells whether the package is the program that the go command generates to run a package's tests.
func isTestMain(p *packages.Package) bool {
	return p.Name == "main" && strings.HasSuffix(p.ID, ".test") && p.ForTest == "" &&
		!slices.ContainsFunc(p.GoFiles, func(name string) bool { return strings.HasSuffix(name, ".go") })
}

// hasSyntaxErrors tells whether files of the package can't be parsed.
func hasSyntaxErrors(p *packages.Package) bool {
	return slices.ContainsFunc(p.Errors, func(e packages.Error) bool { return e.Kind == packages.ParseError })
}

// addErrors notes what is wrong with the package, but for what the reasons explain.
func (l *loading) addErrors(p *packages.Package, why *reasons) {
	ours := slices.ContainsFunc(p.Errors, func(e packages.Error) bool {
		return e.Kind == packages.ParseError || e.Kind == packages.TypeError
	})
	for _, e := range p.Errors {
		// The go command tells, in one error without a position, what the compiler found. If we found it too, we tell
		// it better.
		if e.Kind == packages.ListError && fromCompiler(e) && ours {
			continue
		}
		// Nor does the compiler go on after them.
		if e.Kind == packages.TypeError && hasSyntaxErrors(p) {
			continue
		}
		if why.explain(p, e) {
			l.follow++
			continue
		}
		l.errors = append(l.errors, e)
	}
}
