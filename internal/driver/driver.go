// Package driver runs checks: as a command that loads packages itself, and as the tool that go vet and go fix run
// on one package at a time.
//
// Both ways hand the packages to the same core, golang.org/x/tools/go/analysis/checker, and in both only the user's
// own packages are read from source and have facts. Own packages are those that are named, and those of the main
// module or workspace that these import; everything else is known by the compiler's export data alone. That is why
// an analysis takes little longer than loading the packages, however many dependencies there are.
package driver

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/ctrllint/ctrllint/internal/config"
)

// The exit statuses of the stand-alone command.
const (
	exitClean    = 0 // everything was analysed, and there are no findings
	exitFindings = 1 // everything was analysed, and there are findings
	exitTrouble  = 2 // something could not be analysed, or the command line is wrong
)

// Main runs the analyzers as the process's arguments say, and returns the process's exit status.
//
// With the arguments that go vet and go fix give their tool (-V=full, -flags, or a configuration file *.cfg) it
// behaves like unitchecker.Main, and may exit by itself. Otherwise it is the stand-alone command, which its flag -h
// describes: 0 means no findings, 1 findings, 2 that something could not be analysed.
// It ends by the signals that end processes, and when its parent does, together with what it started.
//
// The process owns the analyzers and their settings: Main sets flags and replaces Run functions.
func Main(settings *config.Settings, analyzers ...*analysis.Analyzer) int {
	args := os.Args[1:]
	if err := analysis.Validate(analyzers); err != nil {
		return trouble(err)
	}
	if file, ok := unitConfig(args); ok {
		return runUnit(file, args, settings, analyzers)
	}
	if slices.ContainsFunc(args, asksVersion) {
		return print(os.Stdout, writeToolVersion)
	}
	if slices.ContainsFunc(args, asksFlags) {
		handOver(analyzers)
	}

	o := newOptions(settings, analyzers)
	if len(args) > 0 && args[0] == "help" {
		return print(os.Stdout, func(w io.Writer) error { return o.help(w, args[1:]) })
	}
	switch err := o.parseWithFile(args); {
	case errors.Is(err, flag.ErrHelp):
		return print(os.Stdout, func(w io.Writer) error { return o.help(w, nil) })
	case errors.As(err, new(fileError)):
		return trouble(err)
	case err != nil:
		fmt.Fprintf(os.Stderr, "ctrllint: %v\nRun ctrllint -h for usage.\n", err)
		return exitTrouble
	}
	return untilEnded(func(c *children) int {
		o.children = c
		return o.run(os.Stdout, os.Stderr)
	})
}

// A checkedWriter keeps the first error.
type checkedWriter struct {
	io.Writer
	err error
}

func (w *checkedWriter) Write(text []byte) (int, error) {
	n, err := w.Writer.Write(text)
	w.err = cmp.Or(w.err, err)
	return n, err
}

// print lets the function write to w, and returns the exit status.
func print(w io.Writer, write func(io.Writer) error) int {
	checked := &checkedWriter{Writer: w}
	if err := cmp.Or(write(checked), checked.err); err != nil {
		return trouble(err)
	}
	return exitClean
}

// unitConfig returns the name of the configuration file if these are the arguments of a vet tool that is to analyse.
func unitConfig(args []string) (string, bool) {
	if len(args) == 0 {
		return "", false
	}
	last := args[len(args)-1]
	return last, strings.HasSuffix(last, ".cfg") && !strings.HasPrefix(last, "-")
}

// By these the go command asks a vet tool which it is, and for its flags.
func asksVersion(arg string) bool { return arg == "-V=full" || arg == "--V=full" }
func asksFlags(arg string) bool   { return arg == "-flags" || arg == "--flags" }

// handOver lets unitchecker.Main take over the process, which it ends.
func handOver(analyzers []*analysis.Analyzer) {
	// Packages that we are built with, such as testing, may have added flags, which would become go vet's.
	flag.CommandLine = flag.NewFlagSet(os.Args[0], flag.ExitOnError)
	addSharedFlags(flag.CommandLine, analyzers, func(bool) {})
	unitchecker.Main(analyzers...)
}

// trouble prints the error as the command's own and returns the exit status for it.
func trouble(err error) int { return fail(os.Stderr, err) }

// fail prints the error to w as the command's own and returns the exit status for it.
func fail(w io.Writer, err error) int {
	fmt.Fprintf(w, "ctrllint: %v\n", err)
	return exitTrouble
}
