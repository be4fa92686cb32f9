package driver

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// maxReasons bounds how many of the go command's reasons are told: a module that can't be had has one for each of its
// packages.
const maxReasons = 5

// reasonMode finds what the go command has against packages and all that they import, which it compiles. Those that cgo
// adds to the imports it only tells of with the files that it compiles.
const reasonMode = listMode | packages.NeedExportFile | packages.NeedCompiledGoFiles

// reasons are why the go command could not supply packages.
type reasons struct {
	of   map[string]map[packages.Error]bool // by the ID of each package that has or imports, directly or not, such a one
	told []packages.Error                   // those that packages of the run hang on
}

// findReasons asks the go command why packages can't be imported. It errs if that can't be had either.
func findReasons(c *children, s scope, loaded []*packages.Package) (*reasons, error) {
	cgo := map[string]bool{} // by ID
	for _, p := range loaded {
		cgo[p.ID] = cgoFailed(p)
	}
	listed, err := c.load(s.config(reasonMode), s.patterns...)
	if err != nil {
		return nil, err
	}
	r := &reasons{of: map[string]map[packages.Error]bool{}}
	packages.Visit(listed, nil, func(p *packages.Package) {
		of := map[packages.Error]bool{}
		for _, e := range p.Errors {
			// What the compiler has found in own packages, the type checker tells better.
			if e.Kind != packages.TypeError && !(own(p) && fromCompiler(e) && !cgo[p.ID]) {
				of[e] = true
			}
		}
		for _, imp := range p.Imports {
			for e := range r.of[imp.ID] {
				of[e] = true
			}
		}
		r.of[p.ID] = of
	})
	return r, nil
}

// fromCompiler tells whether the error is what a compiler has printed of a package.
func fromCompiler(e packages.Error) bool { return strings.HasPrefix(e.Msg, "# ") }

// cgoFailed tells whether the package was read as it was written, since cgo could make nothing of it. Why not, the type
// checker can't tell.
func cgoFailed(p *packages.Package) bool {
	return !hasSyntaxErrors(p) && slices.ContainsFunc(p.Errors, func(e packages.Error) bool {
		return e.Kind == packages.TypeError && strings.HasPrefix(e.Msg, "could not import C (")
	})
}

// explain tells whether the error of the package may be no more than what follows from the reasons.
func (r *reasons) explain(p *packages.Package, e packages.Error) bool {
	return e.Kind == packages.TypeError && len(r.of[p.ID]) > 0
}

// tell has the reasons that the package hangs on told.
func (r *reasons) tell(p *packages.Package) {
	for why := range r.of[p.ID] {
		if !slices.Contains(r.told, why) {
			r.told = append(r.told, why)
		}
	}
}

// testTitle is the line by which the go command says that it compiled a package for a test.
var testTitle = regexp.MustCompile(`\n# \[.*\]\n`)

// first returns the reasons to tell, sorted, each text once, and how many there are beside.
func (r *reasons) first() (told []packages.Error, more int) {
	all := slices.SortedFunc(slices.Values(r.told), compareErrors)
	said := map[string]bool{}
	for _, e := range all {
		text := testTitle.ReplaceAllString(e.Msg, "\n")
		if said[text] {
			continue
		}
		said[text] = true
		told = append(told, packages.Error{Pos: e.Pos, Msg: text, Kind: e.Kind})
	}
	if len(told) > maxReasons {
		return told[:maxReasons], len(told) - maxReasons
	}
	return told, 0
}

// needReasons tells whether imports of the loaded packages could not be had. What can't be compiled is read from
// source by go/packages, so that nothing need be wrong with who imports it.
func needReasons(loaded []*packages.Package) bool {
	need := false
	packages.Visit(loaded, nil, func(p *packages.Package) {
		need = need || slices.ContainsFunc(p.Errors, func(e packages.Error) bool {
			return !slices.Contains(loaded, p) || e.Kind == packages.TypeError && strings.HasPrefix(e.Msg, "could not import ")
		})
	})
	return need
}

// A goError is the go command's refusal to load anything.
type goError struct{ said string }

func (e *goError) Error() string {
	text := e.said + "\nctrllint: nothing was analysed, because the go command could not list the packages. "
	if strings.Contains(e.said, " requires go >= ") && strings.Contains(e.said, "(running go ") {
		return text + "Use the go command of a release that is new enough: it is the first one in $PATH that is run, and " +
			"with GOTOOLCHAIN=auto it gets the other."
	}
	return text + "Mend what it says; \"go build ./...\" says the same."
}

// saidByGo returns the go command's own words where packages.Load erred.
func saidByGo(err error) error {
	if _, said, ok := strings.Cut(err.Error(), ": stderr: "); ok {
		return &goError{withoutDownloads(said)}
	}
	if said, ok := strings.CutPrefix(err.Error(), "-: "); ok { // which is no place
		return &goError{strings.TrimSpace(said)}
	}
	return err
}

// withoutDownloads returns what the go command said but for the lines that tell of progress.
func withoutDownloads(said string) string {
	lines := slices.DeleteFunc(strings.Split(strings.TrimSpace(said), "\n"), func(line string) bool {
		return strings.HasPrefix(line, "go: downloading ")
	})
	return strings.Join(lines, "\n")
}

// noPackages returns the error for patterns that the go command has matched to nothing: its own, if it has one, which
// go/packages drops.
func noPackages(c *children, s scope) error {
	if err := refusal(c, s); err != nil {
		return err
	}
	return fmt.Errorf("%s matched no packages", strings.Join(s.patterns, " "))
}

// refusal returns what the go command says when it is to compile the packages, if it refuses, or nil.
func refusal(c *children, s scope) error {
	args := slices.Concat([]string{"list", "-export"}, s.buildFlags(), []string{"--"}, s.patterns)
	_, err := c.output(c.command("go", args...))
	if said := withoutDownloads(stderrOf(err)); said != "" {
		return &goError{said}
	}
	return nil
}

// outsideModule returns an error if the current directory is outside of every module, in which case the go command's
// own messages lead astray.
func outsideModule(c *children) error {
	out, err := c.output(c.command("go", "env", "GOMOD", "GOWORK"))
	if err != nil {
		if said := stderrOf(err); said != "" {
			return &goError{withoutDownloads(said)}
		}
		return fmt.Errorf("running go env: %v", err)
	}
	lines := strings.Split(string(out), "\n")
	module, workspace := strings.TrimSpace(lines[0]), strings.TrimSpace(lines[1])
	if module != os.DevNull {
		return nil // in a module, or without modules altogether
	}
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	if workspace == "" || workspace == "off" {
		text := fmt.Sprintf("no go.mod file in %s or above it", dir)
		switch below := modulesBelow(dir); {
		case len(below) > 3:
			text += "; run it in a module's folder, which -C names"
		case len(below) > 0:
			text += "; run it in a module's folder, with -C " + strings.Join(below, " or -C ")
		}
		return errors.New(text)
	}
	patterns, err := workspacePatterns(c, dir)
	if err != nil {
		return err
	}
	text := fmt.Sprintf("%s belongs to no module of the workspace %s", dir, workspace)
	if len(patterns) > 0 {
		text += "; name its modules: ctrllint " + strings.Join(patterns, " ")
	}
	return errors.New(text)
}

// modulesBelow returns the folders below the directory that have a go.mod, as far as who stands there may mean them.
func modulesBelow(dir string) []string {
	var found []string
	for _, pattern := range []string{"*/go.mod", "*/*/go.mod"} {
		files, _ := fs.Glob(os.DirFS(dir), pattern)
		for _, file := range files {
			name := path.Dir(file)
			aside := slices.ContainsFunc(strings.Split(name, "/"), func(part string) bool {
				return part == "testdata" || part == "vendor" || strings.HasPrefix(part, ".") || strings.HasPrefix(part, "_")
			})
			if !aside {
				found = append(found, name)
			}
		}
	}
	return found
}

// workspacePatterns returns patterns for all packages of the workspace's modules below the directory.
func workspacePatterns(c *children, dir string) ([]string, error) {
	out, err := c.output(c.command("go", "list", "-m", "-f", "{{.Dir}}"))
	if err != nil {
		return nil, &goError{withoutDownloads(cmp.Or(stderrOf(err), err.Error()))}
	}
	var patterns []string
	for module := range strings.Lines(string(out)) {
		if rel, err := filepath.Rel(dir, strings.TrimSpace(module)); err == nil && filepath.IsLocal(rel) {
			patterns = append(patterns, "./"+filepath.ToSlash(rel)+"/...")
		}
	}
	return patterns, nil
}
