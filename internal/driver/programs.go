package driver

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/ctrllint/ctrllint/internal/kube"
)

// mainClause matches source of a main package.
var mainClause = regexp.MustCompile(`(?m)^package main\b`)

// programPackages returns the paths of the own packages, other than those loaded, that programs consist of which have
// one of the loaded packages in them, and that have to do with the libraries: what main says of its managers counts for
// what it imports, even if nobody asked for main. It errs if the go command can't tell.
func programPackages(c *children, s scope, loaded []*packages.Package) ([]string, error) {
	have, deals := map[string]bool{}, dealing{}
	modules := map[string]string{} // paths by folder
	for _, p := range loaded {
		have[p.PkgPath] = true
		if own(p) && p.Module.Dir != "" && deals.deals(p) {
			modules[p.Module.Dir] = p.Module.Path
		}
	}
	mains := mainPackages(modules)
	if len(mains) == 0 {
		return nil, nil
	}
	s.tests = false
	listed, err := c.load(s.config(listMode), mains...)
	if err != nil {
		return nil, err
	}
	var found []string
	for _, main := range listed {
		if main.Name != "main" {
			continue
		}
		var reached []*packages.Package
		packages.Visit([]*packages.Package{main}, nil, func(p *packages.Package) {
			if own(p) && deals.deals(p) {
				reached = append(reached, p)
			}
		})
		if !slices.ContainsFunc(reached, func(p *packages.Package) bool { return have[p.PkgPath] }) {
			continue
		}
		for _, p := range reached {
			if !have[p.PkgPath] {
				found = append(found, p.PkgPath)
			}
		}
	}
	slices.Sort(found)
	return slices.Compact(found), nil
}

// mainPackages returns the paths of the packages in the modules that are programs, by the text.
func mainPackages(modules map[string]string) []string {
	found := map[string]bool{}
	var mains []string
	for dir, module := range modules {
		filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return fs.SkipDir
			case d.IsDir() && file != dir && leftOut(file, d.Name()):
				return fs.SkipDir
			case d.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go"):
				return nil
			}
			rel, err := filepath.Rel(dir, filepath.Dir(file))
			if err != nil {
				return nil
			}
			pkg := path.Join(module, filepath.ToSlash(rel))
			if !found[pkg] && isMain(file) {
				found[pkg] = true
				mains = append(mains, pkg)
			}
			return nil
		})
	}
	slices.Sort(mains)
	return mains
}

// leftOut tells whether the go command leaves a folder out of ./..., or it is another module's.
func leftOut(dir, name string) bool {
	if name == "vendor" || name == "testdata" || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") {
		return true
	}
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}

func isMain(file string) bool {
	source, err := os.ReadFile(file)
	return err == nil && mainClause.Match(source)
}

// A dealing remembers which packages import the libraries, directly or through others.
type dealing map[*packages.Package]bool

// deals tells whether a package can have to do with the libraries.
func (d dealing) deals(p *packages.Package) bool {
	deals, ok := d[p]
	if ok {
		return deals
	}
	d[p] = false
	for _, imp := range p.Imports {
		deals = deals || kube.OfProject(imp.PkgPath) || own(imp) && d.deals(imp)
	}
	d[p] = deals
	return deals
}
