package driver

import (
	"bytes"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// managerOptions matches source in which the options of a manager may say which reads are live: what package main says
// counts for packages that it imports, even if nobody asked for main.
var managerOptions = regexp.MustCompile(`\b(DisableFor|ClientDisableCacheFor|UncachedObjects|CacheUnstructured|EnableReadYourWritesConsistency|WithUncached|NewClient|ClientBuilder|Unstructured)\b\s*[:=(]`)

// optionPackages returns the paths of the own packages, other than those loaded, of which the source may have options
// of managers. It goes by the text, which is cheap; whoever loads them finds out.
func optionPackages(loaded []*packages.Package) []string {
	have := map[string]bool{}
	modules := map[string]string{} // paths by folder
	for _, p := range loaded {
		have[p.PkgPath] = true
		if own(p) && p.Module.Dir != "" {
			modules[p.Module.Dir] = p.Module.Path
		}
	}
	var found []string
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
			if !have[pkg] && mentionsOptions(file) {
				have[pkg] = true
				found = append(found, pkg)
			}
			return nil
		})
	}
	slices.Sort(found)
	return found
}

// leftOut tells whether the go command leaves a folder out of ./..., or it is another module's.
func leftOut(dir, name string) bool {
	if name == "vendor" || name == "testdata" || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") {
		return true
	}
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}

func mentionsOptions(file string) bool {
	source, err := os.ReadFile(file)
	return err == nil && bytes.Contains(source, []byte("controller-runtime")) && managerOptions.Match(source)
}
