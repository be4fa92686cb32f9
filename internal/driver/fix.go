package driver

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"

	"golang.org/x/tools/go/analysis"
)

// runFix applies fixes, or prints their diff, by running go vet with this very program as its tool: that merges the
// fixes of all checks and packages, and checks that the result still parses. It returns the exit status.
func (o *options) runFix(analyzers []*analysis.Analyzer, stdout, stderr io.Writer) int {
	if o.set["c"] {
		return fail(stderr, errors.New("-c does not go with -fix or -diff"))
	}
	self, err := os.Executable()
	if err != nil {
		return fail(stderr, err)
	}
	args := []string{"vet", "-vettool=" + self, "-fix"}
	if o.diff {
		args = append(args, "-diff")
	}
	if o.tags != "" {
		args = append(args, "-tags="+o.tags)
	}
	for _, a := range analyzers {
		args = append(args, "-"+a.Name)
	}
	args = append(args, o.passOn...)
	for _, a := range analyzers { // with what -checks, -disable and -enable say
		for _, name := range []string{"disable", "enable"} {
			if f := a.Flags.Lookup(name); f != nil && f.Value.String() != "" {
				args = append(args, "-"+a.Name+"."+name+"="+f.Value.String())
			}
		}
	}
	args = append(args, o.patterns...)

	var printed, complaints counter
	cmd := o.children.command("go", args...)
	cmd.Stdout = io.MultiWriter(stdout, &printed)
	cmd.Stderr = io.MultiWriter(stderr, &complaints)
	err = o.children.run(cmd)
	var exit *exec.ExitError
	switch {
	case err == nil:
		return exitClean
	case !errors.As(err, &exit):
		return fail(stderr, fmt.Errorf("running go vet: %v", err))
	case o.diff && printed > 0 && complaints == 0:
		return exitFindings
	}
	return exitTrouble
}

// A counter is a writer that counts bytes.
type counter int

func (c *counter) Write(data []byte) (int, error) {
	*c += counter(len(data))
	return len(data), nil
}
