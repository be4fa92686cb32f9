package driver

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"io"
	"os"
	"runtime/debug"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/analysis/unitchecker"
	"golang.org/x/tools/go/packages"

	"github.com/ctrllint/ctrllint/internal/config"
)

// runUnit is what a vet tool does with a configuration file. It returns the exit status.
//
// It does the same as unitchecker.Main, only faster: that reads types from the facts files of imported packages, so
// that every dependency, down to the standard library, must be type-checked from source to make them. Where the
// configuration names the compiler's export data, runUnit reads types from there, and dependencies cost nothing.
func runUnit(configFile string, args []string, settings *config.Settings, analyzers []*analysis.Analyzer) int {
	cfg, err := readConfig(configFile)
	if err != nil {
		return unitTrouble(err)
	}
	settings.From(config.ModuleDir(cfg.Dir))
	o := newUnitOptions(settings, analyzers)
	if err := o.parse(args); err != nil {
		if cfg.VetxOnly && os.WriteFile(cfg.VetxOutput, nil, 0o666) == nil {
			return 0 // the packages that are named say so, and not all that they import
		}
		return trouble(err)
	}
	facts := cfg.VetxOnly && isDependency(cfg)
	if o.fix || o.diff || !namesExportData(cfg) {
		w := &watch{skip: facts, writable: withinModule}
		switch {
		case cfg.VetxOnly: // then there are no facts, and importers can be analysed
		case o.fix:
			w.fail = exitFor // unitchecker doesn't look at errors when it applies fixes
		default:
			w.fail = func(f failure) error { return errors.New(f.String()) }
		}
		w.install(analyzers)
		handOver(analyzers)
	}
	// A package without imports would need no export data in any case. Its types are in the file that it gets, for it
	// can't be known that those who import it will look for them elsewhere.
	if facts && len(cfg.ImportMap) > 0 {
		if err := os.WriteFile(cfg.VetxOutput, nil, 0o666); err != nil {
			return unitTrouble(err)
		}
		return 0
	}
	status, err := analyseUnit(cfg, o)
	if err != nil {
		if cfg.VetxOnly {
			return 1 // go vet tells of the errors when it builds the package
		}
		return unitTrouble(err)
	}
	return status
}

// exitFor tells of the failure and ends the process.
func exitFor(f failure) error {
	fmt.Fprintf(os.Stderr, "ctrllint: %v\n%s", f, f.stack)
	os.Exit(1)
	return nil
}

// unitTrouble prints the error as unitchecker does and returns the exit status for it.
func unitTrouble(err error) int {
	switch err.(type) {
	case types.Error, *scanner.Error, scanner.ErrorList:
		fmt.Fprintln(os.Stderr, err)
	default:
		trouble(err)
	}
	return 1
}

func readConfig(name string) (*unitchecker.Config, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	cfg := new(unitchecker.Config)
	if err := json.Unmarshal(data, cfg); err != nil {
		return nil, fmt.Errorf("cannot decode JSON config file %s: %v", name, err)
	}
	if len(cfg.GoFiles) == 0 {
		return nil, fmt.Errorf("package has no files: %s", cfg.ImportPath)
	}
	return cfg, nil
}

// isDependency tells whether the package belongs neither to the main module nor to one of the workspace.
func isDependency(cfg *unitchecker.Config) bool {
	if m := cfg.Module; m != nil {
		return m.Path == "" || m.Version != ""
	}
	return cfg.ModulePath == "" || cfg.ModuleVersion != ""
}

// needsExportData tells whether the package imports any that has export data.
func needsExportData(cfg *unitchecker.Config) bool {
	for _, path := range cfg.ImportMap {
		if path != "unsafe" && path != "C" {
			return true
		}
	}
	return false
}

// namesExportData tells whether the configuration names the compiler's export data for each import. That of cgo's C is
// gone when the package is compiled.
func namesExportData(cfg *unitchecker.Config) bool {
	for _, path := range cfg.ImportMap {
		if path != "unsafe" && path != "C" && cfg.PackageFile[path] == "" {
			return false
		}
	}
	return true
}

// unitGC is the garbage collector's target in a process that analyses one package.
const unitGC = 400

// analyseUnit analyses the package, prints the findings and writes the facts file. It returns the exit status, or an
// error if the package could not be analysed.
func analyseUnit(cfg *unitchecker.Config, o *options) (int, error) {
	stdout := os.Stdout
	if cfg.Stdout != "" {
		f, err := os.Create(cfg.Stdout)
		if err != nil {
			return 0, err
		}
		defer f.Close()
		stdout = f
	}

	debug.SetGCPercent(unitGC) // the process is gone before it would pay to collect more
	pkg, err := checkUnit(cfg)
	if err != nil {
		return 0, err
	}
	w := new(watch)
	w.install(o.all)
	facts, err := readImportedFacts(pkg.Types, cfg.PackageVetx)
	if err != nil {
		return 0, err
	}
	w.inject = injectImported(facts)
	addImports(pkg, facts)

	selected := o.selected
	o.ruleOut(selected)
	var analyzers []*analysis.Analyzer
	for _, a := range selected {
		if !cfg.VetxOnly || usesFacts(a) && !isDependency(cfg) {
			analyzers = append(analyzers, a)
		}
	}
	g, err := checker.Analyze(analyzers, []*packages.Package{pkg}, nil)
	if err != nil {
		return 0, err
	}
	if cfg.VetxOutput != "" {
		// Where the imports of this package have export data, it has export data for those who import it: only of a
		// package without imports that can't be told.
		exported := pkg.Types
		if needsExportData(cfg) {
			exported = nil
		}
		if err := writeFactsFile(cfg.VetxOutput, pkg.Fset, exported, factsToExport(g, pkg.Types)); err != nil {
			return 0, err
		}
	}
	if cfg.VetxOnly {
		return 0, nil
	}
	return printUnit(g, w, o, stdout), nil
}

// printUnit prints what was found and what failed, and returns the exit status.
func printUnit(g *checker.Graph, w *watch, o *options, stdout io.Writer) int {
	sortFindings(g)
	failures := w.takeFailures(g)
	for _, f := range failures {
		os.Stderr.Write(f.stack)
	}
	if o.json {
		showFailures(g, failures)
		if err := printJSON(stdout, g); err != nil {
			return unitTrouble(err)
		}
		return 0
	}
	status := 0
	for _, f := range failures {
		fmt.Fprintf(os.Stderr, "ctrllint: %v\n", f)
		status = 1
	}
	for act := range g.All() {
		if act.IsRoot && len(act.Diagnostics) > 0 {
			status = 1
		}
	}
	if err := g.PrintText(os.Stderr, o.context); err != nil {
		return unitTrouble(err)
	}
	return status
}

// showFailures makes PrintJSON show, for each root action, why it or one that it requires failed.
func showFailures(g *checker.Graph, failures []failure) {
	for _, root := range g.Roots {
		for _, f := range failures {
			if f.pkg == root.Package.PkgPath && requires(root.Analyzer, f.check) {
				root.Err = errors.New(f.String())
				break
			}
		}
	}
}

// requires tells whether the analyzer has this name, or requires one that has, directly or not.
func requires(a *analysis.Analyzer, name string) bool {
	return a.Name == name || slices.ContainsFunc(a.Requires, func(r *analysis.Analyzer) bool { return requires(r, name) })
}

// usesFacts tells whether the analyzer has facts, or requires one that has.
func usesFacts(a *analysis.Analyzer) bool {
	return len(a.FactTypes) > 0 || slices.ContainsFunc(a.Requires, usesFacts)
}

// checkUnit parses and type-checks the package of the configuration. Its Imports are left empty.
func checkUnit(cfg *unitchecker.Config) (*packages.Package, error) {
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range cfg.GoFiles {
		f, err := parser.ParseFile(fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}

	exportData := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(cfg.PackageFile[path])
	})
	tc := &types.Config{
		Importer: importerFunc(func(path string) (*types.Package, error) {
			mapped, ok := cfg.ImportMap[path] // resolves vendoring
			if !ok {
				return nil, fmt.Errorf("can't resolve import %q", path)
			}
			if mapped == "unsafe" {
				return types.Unsafe, nil
			}
			return exportData.Import(mapped)
		}),
		Sizes:     types.SizesFor("gc", build.Default.GOARCH),
		GoVersion: cfg.GoVersion,
	}
	info := &types.Info{
		Types:        map[ast.Expr]types.TypeAndValue{},
		Defs:         map[*ast.Ident]types.Object{},
		Uses:         map[*ast.Ident]types.Object{},
		Implicits:    map[ast.Node]types.Object{},
		Instances:    map[*ast.Ident]types.Instance{},
		Scopes:       map[ast.Node]*types.Scope{},
		Selections:   map[*ast.SelectorExpr]*types.Selection{},
		FileVersions: map[*ast.File]string{},
	}
	pkg, err := tc.Check(cfg.ImportPath, fset, files, info)
	if err != nil {
		return nil, err
	}
	return &packages.Package{
		ID:           cfg.ID,
		PkgPath:      cfg.ImportPath,
		Name:         pkg.Name(),
		OtherFiles:   cfg.NonGoFiles,
		IgnoredFiles: cfg.IgnoredFiles,
		Module:       moduleOf(cfg),
		Fset:         fset,
		Syntax:       files,
		Types:        pkg,
		TypesInfo:    info,
		TypesSizes:   tc.Sizes,
	}, nil
}

type importerFunc func(string) (*types.Package, error)

func (f importerFunc) Import(path string) (*types.Package, error) { return f(path) }

// moduleOf returns the module that passes are told, or nil.
func moduleOf(cfg *unitchecker.Config) *packages.Module {
	if m := cfg.Module; m != nil {
		return packagesModule(m)
	}
	if cfg.ModulePath == "" {
		return nil
	}
	return &packages.Module{Path: cfg.ModulePath, Version: cfg.ModuleVersion, GoVersion: cfg.GoVersion}
}

func packagesModule(m *analysis.Module) *packages.Module {
	if m == nil {
		return nil
	}
	module := &packages.Module{
		Path:      m.Path,
		Version:   m.Version,
		Replace:   packagesModule(m.Replace),
		Time:      m.Time,
		Main:      m.Main,
		Indirect:  m.Indirect,
		Dir:       m.Dir,
		GoMod:     m.GoMod,
		GoVersion: m.GoVersion,
	}
	if m.Error != nil {
		module.Error = &packages.ModuleError{Err: m.Error.Err}
	}
	return module
}

// addImports gives the package those imports of which there are facts, as packages without files.
func addImports(pkg *packages.Package, facts *importedFacts) {
	made := map[*types.Package]*packages.Package{}
	bare := func(p *types.Package) *packages.Package {
		if made[p] == nil {
			made[p] = &packages.Package{
				ID:         p.Path(),
				PkgPath:    p.Path(),
				Name:       p.Name(),
				Imports:    map[string]*packages.Package{},
				Fset:       pkg.Fset,
				Types:      p,
				TypesInfo:  &types.Info{},
				TypesSizes: pkg.TypesSizes,
			}
		}
		return made[p]
	}
	pkg.Imports = map[string]*packages.Package{}
	for imp, about := range facts.about {
		pkg.Imports[imp.Path()] = bare(imp)
		for _, p := range about {
			if p != imp {
				bare(imp).Imports[p.Path()] = bare(p)
			}
		}
	}
}
