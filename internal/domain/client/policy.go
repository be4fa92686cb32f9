package client

import (
	"flag"
	"fmt"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/ctrllint/ctrllint/internal/kube"
)

// What a client.Client of unknown origin counts as; the flag unknown-client.
const (
	assumeAuto    = "auto"    // as the manager's, in code of controllers
	assumeManager = "manager" // always as the manager's
	assumeLive    = "live"
	assumeNothing = "unknown"
)

var (
	facts         = true
	unknownClient = choice{value: assumeAuto, of: []string{assumeAuto, assumeManager, assumeLive, assumeNothing}}
	liveReaders   list // further names of readers that are live
)

func init() {
	Analyzer.Flags.BoolVar(&facts, "facts", true, "use what is known of clients in other packages of the user's")
}

// Register makes what users can say about their clients flags of a check. The checks that hang on it have the flags in
// common: what is set for one holds for all.
func Register(f *flag.FlagSet) {
	f.Var(&unknownClient, "unknown-client", "what a client.Client counts as whose origin can't be seen: auto (the manager's, in code of controllers), manager, live or unknown")
	f.Var(&liveReaders, "live-readers", "comma-separated `names` of fields, variables and parameters that hold readers which ask the API server")
	f.Var(&flagged.uncached, "uncached", "comma-separated `kinds` that the manager's client doesn't cache, such as v1/Secret,apps/v1/Deployment or my.domain/api/v1.Widget")
	f.BoolVar(&flagged.readYourWrites, "read-your-writes", false, "the manager's client waits for its own writes (EnableReadYourWritesConsistency)")
}

// A choice is a flag with few values.
type choice struct {
	value string
	of    []string
}

func (c *choice) String() string { return c.value }

// Set errs if the value is none of the flag's.
func (c *choice) Set(s string) error {
	if !slices.Contains(c.of, s) {
		return fmt.Errorf("%q is none of %s", s, strings.Join(c.of, ", "))
	}
	c.value = s
	return nil
}

// A list is a flag of comma-separated words.
type list []string

func (l *list) String() string { return strings.Join(*l, ",") }

// Set replaces the list.
func (l *list) Set(s string) error {
	*l = nil
	for word := range strings.SplitSeq(s, ",") {
		if word = strings.TrimSpace(word); word != "" {
			*l = append(*l, word)
		}
	}
	return nil
}

// assume returns what is usual for a variable, field or parameter of that name and type. owner is the type that a field
// belongs to, nil for others.
func (t *tracer) assume(name string, typ types.Type, owner *types.Named) answer {
	a := answer{assumed: true}
	switch {
	case kube.IsCache(typ):
		a.class = Cache
	case !kube.IsReader(typ):
	case slices.Contains(liveReaders, name) || kube.LiveName(name):
		a.class = Live
	case kube.IsClient(typ):
		a.class = t.assumeClient(owner)
	}
	return a
}

// assumeClient returns what a client.Client counts as: the manager's where it can be, which is in code of controllers.
func (t *tracer) assumeClient(owner *types.Named) Class {
	switch unknownClient.value {
	case assumeManager:
		return Cached
	case assumeLive:
		return Live
	case assumeNothing:
		return Unknown
	}
	if !t.Options.OwnClient && (t.controllers || owner != nil && kube.Reconciles(types.NewPointer(owner))) {
		return Cached
	}
	return Unknown
}

// isCommand tells whether the package is a command or part of one.
func isCommand(pass *analysis.Pass) bool {
	return pass.Pkg.Name() == "main" || isTestCode(pass) ||
		inFolder(pass, kube.IsCommandFolder) || imports(pass, "github.com/spf13/cobra", "github.com/urfave/cli/v2")
}

// isTestCode tells whether the package is for tests: as its path says, or what it imports.
func isTestCode(pass *analysis.Pass) bool {
	return inFolder(pass, kube.IsTestFolder) || imports(pass, "testing", "github.com/onsi/gomega", "github.com/onsi/ginkgo", "github.com/onsi/ginkgo/v2")
}

// inFolder tells whether one of the folders of the package, below its module, is of that sort.
func inFolder(pass *analysis.Pass, is func(string) bool) bool {
	module := ""
	if pass.Module != nil {
		module = pass.Module.Path
	}
	return slices.ContainsFunc(kube.Folders(pass.Pkg.Path(), module), is)
}

// imports tells whether one of the package's files, its tests aside, imports one of the paths.
func imports(pass *analysis.Pass, paths ...string) bool {
	for _, f := range pass.Files {
		if strings.HasSuffix(pass.Fset.File(f.FileStart).Name(), "_test.go") {
			continue
		}
		for _, spec := range f.Imports {
			if path, err := strconv.Unquote(spec.Path.Value); err == nil && slices.Contains(paths, path) {
				return true
			}
		}
	}
	return false
}

// TestCode tells whether the package is for tests, as its path or its imports say. Findings there are of no use.
func (o *Origins) TestCode() bool { return o.pass != nil && isTestCode(o.pass) }
