package driver

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/ctrllint/ctrllint/internal/config"
	"github.com/ctrllint/ctrllint/internal/diag"
	"github.com/ctrllint/ctrllint/internal/page"
)

// options are what the command line says.
type options struct {
	all      []*analysis.Analyzer // every check there is
	settings *config.Settings     // theirs
	flags    *flag.FlagSet
	enabled  map[string]bool      // checks named by -NAME or -NAME=false
	selected []*analysis.Analyzer // those to run
	patterns []string             // the packages

	json    bool
	context int // lines of context, not even the offending one if negative
	tests   bool
	fix     bool
	diff    bool

	// These are for the stand-alone command only.
	dir        string
	config     string // the settings file; "" if it is to be found, noConfig for none
	checks     string
	disable    string
	enable     string
	format     string
	newFromRev string
	tags       string // as go build's
	explained  string // CHECK or CHECK/CATEGORY
	list       bool
	version    bool
	informers  bool
	set        map[string]bool // flags that were given
	file       diag.Choice     // what the settings file chooses
	children   *children       // what the run starts
}

// The formats that the stand-alone command prints findings in.
const (
	formatText   = "text"
	formatJSON   = "json"
	formatSARIF  = "sarif"
	formatGitHub = "github"
)

var formats = []string{formatText, formatJSON, formatSARIF, formatGitHub}

// newOptions returns the options of the stand-alone command before the command line is parsed.
func newOptions(settings *config.Settings, analyzers []*analysis.Analyzer) *options {
	o := newCommonOptions(settings, analyzers)
	o.children = &children{ctx: context.Background()}
	o.flags.StringVar(&o.dir, "C", "", "change to `dir` before anything else")
	o.flags.StringVar(&o.config, "config", "", "take the settings from this `file`, or none if it is \"off\"; the default is the nearest\n"+
		config.FileName+" in the folder or above it, up to the top of the repository")
	o.flags.StringVar(&o.checks, "checks", "", "comma-separated `list` of the checks to run, CHECK, or of the categories to report,\n"+
		"CHECK/CATEGORY; the default is all checks")
	o.flags.StringVar(&o.disable, "disable", "", "comma-separated `list` of checks not to run, and of categories not to report")
	o.flags.StringVar(&o.enable, "enable", "", "comma-separated `list` of categories to report that are off by default")
	o.flags.StringVar(&o.tags, "tags", "", "comma-separated `list` of build tags, as for go build")
	o.flags.StringVar(&o.newFromRev, "new-from-rev", "", "report only what rests on lines that differ from the git `revision`,\n"+
		"in the work tree, staged or not, and on untracked files: a finding's own, or related ones,\n"+
		"or on functions from which code is gone")
	o.flags.StringVar(&o.format, "f", formatText, "`format` of the findings: text, json (as go vet's), sarif (SARIF 2.1.0),\n"+
		"github (annotations of a GitHub workflow)")
	o.flags.Lookup("json").Usage = "the same as -f json"
	o.flags.Lookup("fix").Usage = "apply the fixes that findings suggest, and print how many findings were fixed and are left"
	o.flags.Lookup("diff").Usage = "print the fixes as a diff for git apply, instead of applying them"
	o.context = 0 // a person reads it, who wants to see the line
	context := o.flags.Lookup("c")
	context.Usage = "with -f text, print this `number` of lines around each place;\n" +
		"0, the default, prints the offending line, -1 not even that"
	o.flags.StringVar(&o.explained, "explain", "", "print the documentation of a `check` or of CHECK/CATEGORY and exit")
	o.flags.BoolVar(&o.informers, "informers", false, "print which informers the programs start, and why, instead of looking for mistakes;\n"+
		"with -f json as JSON")
	o.flags.BoolVar(&o.list, "list", false, "list the checks and their categories and exit")
	o.flags.Func("debug", "for who mends ctrllint: trace=`FILE:LINE` prints what the checks know of that line,\n"+
		"and why what they find there is reported or not;\n"+
		"budget=STEPS is how much the analysis of a package may take", func(text string) error { return settings.Debug(text, os.Stderr) })
	o.flags.BoolVar(&o.version, "version", false, "print the version and exit")
	return o
}

// newUnitOptions returns the options of a vet tool before the command line is parsed.
func newUnitOptions(settings *config.Settings, analyzers []*analysis.Analyzer) *options {
	o := newCommonOptions(settings, analyzers)
	// The go command passes some of its own flags on to a tool that has them, and unitchecker.Main says it does.
	for _, name := range []string{"source", "v", "all"} {
		o.flags.Bool(name, false, "no effect")
	}
	o.flags.String("tags", "", "no effect")
	return o
}

// newCommonOptions returns the options that both ways of running have.
func newCommonOptions(settings *config.Settings, analyzers []*analysis.Analyzer) *options {
	o := &options{
		all:      analyzers,
		settings: settings,
		flags:    flag.NewFlagSet("ctrllint", flag.ContinueOnError),
		enabled:  map[string]bool{},
	}
	o.flags.SetOutput(io.Discard) // parse returns the error, which whoever calls it prints
	o.flags.Usage = func() {}

	o.flags.BoolVar(&o.json, "json", false, "print the findings as JSON")
	o.flags.IntVar(&o.context, "c", -1, "print the offending line with this `number` of lines of context")
	o.flags.BoolVar(&o.fix, "fix", false, "apply the fixes that findings suggest, instead of printing the findings")
	o.flags.BoolVar(&o.diff, "diff", false, "print the fixes as a unified diff, instead of applying them")
	addSharedFlags(o.flags, analyzers, func(tests bool) { o.tests = tests })
	for _, a := range analyzers {
		o.flags.BoolFunc(a.Name, "run this check and others that are named so; =false: all but this", func(value string) error {
			on, err := strconv.ParseBool(value)
			if err == nil {
				o.enabled[a.Name] = on
			}
			return err
		})
		a.Flags.VisitAll(func(f *flag.Flag) {
			o.flags.Var(f.Value, a.Name+"."+f.Name, f.Usage)
		})
	}
	return o
}

// addSharedFlags adds the flags that set the flag of the same name of every check that has one. They call tests with
// whether test files are to be judged, if that is said.
func addSharedFlags(flags *flag.FlagSet, analyzers []*analysis.Analyzer, tests func(bool)) {
	flags.BoolFunc("tests", "judge tests too, _test.go files and packages for tests, in every check", func(value string) error {
		on, err := strconv.ParseBool(value)
		if err != nil {
			return err
		}
		tests(on)
		return diag.SetFlags(analyzers, "tests", value)
	})
	flags.Func("severity", "report only what is of this `level` or worse, in every check: error, warning, or note,\n"+
		"which is the default", func(value string) error {
		if err := diag.CheckLevel(value); err != nil {
			return err
		}
		return diag.SetFlags(analyzers, "severity", value)
	})
	flags.Func("exclude", "comma-separated `paths` of files and folders not to judge, in every check, relative to the folder,\n"+
		"or, in go vet, to the module's; * matches within a name, ** any folders", func(value string) error {
		return diag.SetFlags(analyzers, "exclude", value)
	})
}

// parse reads the command line, and chooses the checks. It returns flag.ErrHelp if help is wanted, and an error if the
// command line is wrong.
func (o *options) parse(args []string) error {
	if err := o.parseFlags(args); err != nil {
		return err
	}
	return o.choose()
}

// parseFlags reads the command line.
func (o *options) parseFlags(args []string) error {
	if err := o.flags.Parse(args); err != nil {
		return err
	}
	o.set = map[string]bool{}
	o.flags.Visit(func(f *flag.Flag) { o.set[f.Name] = true })
	o.patterns = o.flags.Args()
	for _, p := range o.patterns {
		if strings.HasPrefix(p, "-") {
			return fmt.Errorf("flag %s must stand before the packages", p)
		}
	}
	if o.fix || o.diff {
		for _, name := range []string{"json", "f", "new-from-rev"} {
			if o.set[name] && (name != "json" || o.json) {
				return fmt.Errorf("-%s does not go with -fix or -diff", name)
			}
		}
	}
	for _, name := range []string{"fix", "diff", "new-from-rev"} {
		if o.informers && o.set[name] {
			return fmt.Errorf("-%s does not go with -informers", name)
		}
	}
	return o.chooseFormat()
}

// choose settles which checks run. As with go vet, if some are named, these and no others; otherwise, all but those that
// are ruled out. It errs if a name is unknown.
func (o *options) choose() error {
	said := diag.Choice{Checks: config.Words(o.checks), Disable: config.Words(o.disable), Enable: config.Words(o.enable)}
	for _, a := range o.all {
		if on, named := o.enabled[a.Name]; on {
			said.Checks = append(said.Checks, a.Name)
		} else if named {
			said.Disable = append(said.Disable, a.Name)
		}
	}
	chosen, err := diag.Select(o.all, said.Over(o.file))
	if err != nil {
		return fmt.Errorf("-%w", err)
	}
	o.selected = chosen
	return nil
}

// chooseFormat settles the format. It errs if it is unknown, or if -f and -json name two.
func (o *options) chooseFormat() error {
	if o.set["f"] && !slices.Contains(formats, o.format) {
		return fmt.Errorf("-f: unknown format %q; known are %s", o.format, strings.Join(formats, ", "))
	}
	if o.json {
		if o.set["f"] && o.format != formatJSON {
			return fmt.Errorf("-json does not go with -f %s", o.format)
		}
		o.format = formatJSON
	}
	return nil
}

// ruleOut keeps the selected checks from running checks that are not selected. Only the check of directives looks at
// others, and takes what is not there for switched off.
func (o *options) ruleOut(selected []*analysis.Analyzer) {
	for _, a := range selected {
		a.Requires = slices.DeleteFunc(slices.Clone(a.Requires), func(r *analysis.Analyzer) bool {
			return slices.Contains(o.all, r) && !slices.Contains(selected, r)
		})
	}
}

// judgesTests tells whether a check wants test files.
func (o *options) judgesTests() bool {
	return o.tests || slices.ContainsFunc(o.selected, func(a *analysis.Analyzer) bool {
		f := a.Flags.Lookup("tests")
		return f != nil && f.Value.String() == "true"
	})
}

// flagGroups are the flags of the stand-alone command, but for those of checks, in the order of the help text.
var flagGroups = []struct {
	title string
	flags []string
}{
	{"What to analyse", []string{"C", "config", "checks", "disable", "enable", "exclude", "tests", "tags", "new-from-rev"}},
	{"How to report", []string{"severity", "f", "json", "c"}},
	{"Fixes", []string{"fix", "diff"}},
	{"About the checks, and this command", []string{"list", "explain", "informers", "debug", "version"}},
}

// usage prints the help text.
func (o *options) usage(w io.Writer) {
	fmt.Fprint(w, `Ctrllint finds mistakes in Kubernetes controllers.

There are three ways to run it:

	ctrllint [flags] [packages]                     # by itself; the default package is .
	go vet -vettool=$(which ctrllint) [packages]    # as go vet's tool
	golangci-lint run                               # as a plugin of golangci-lint

	ctrllint help [CHECK or CHECK/CATEGORY ...]     # this text, or about checks

Packages are named as for go build: ./..., ./controllers, an import path. Findings are reported for these alone, but
what they import from the same module or workspace is read as well.

Exit status: 0 no findings, 1 findings, 2 something could not be analysed.
With -fix, 0 unless something could not be analysed or fixed; with -diff, 1 if there are differences.

`)
	for _, g := range flagGroups {
		fmt.Fprintf(w, "%s:\n", g.title)
		for _, name := range g.flags {
			printFlag(w, "-"+name, o.flags.Lookup(name))
		}
		fmt.Fprintln(w)
	}
	fmt.Fprint(w, "Checks, and their flags:\n")
	for _, a := range o.all {
		fmt.Fprintf(w, "  %s\n    \t%s\n", a.Name, page.Title(a))
		printFlag(w, "-"+a.Name, o.flags.Lookup(a.Name))
		a.Flags.VisitAll(func(f *flag.Flag) { printFlag(w, "-"+a.Name+"."+f.Name, f) })
	}
}

func printFlag(w io.Writer, name string, f *flag.Flag) {
	argument, usage := flag.UnquoteUsage(f)
	if argument != "" {
		name += " " + argument
	}
	fmt.Fprintf(w, "  %s\n    \t%s\n", name, strings.ReplaceAll(usage, "\n", "\n    \t"))
}
