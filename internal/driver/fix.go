package driver

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// runFix applies fixes, or prints their diff, and says what was fixed and what is left. It returns the exit status.
func (o *options) runFix(analyzers []*analysis.Analyzer, stdout, stderr io.Writer) int {
	if o.set["c"] {
		return fail(stderr, errors.New("-c does not go with -fix or -diff"))
	}
	self, err := os.Executable()
	if err != nil {
		return fail(stderr, err)
	}
	if o.diff {
		return o.runDiff(self, analyzers, stdout, stderr)
	}
	before, err := o.analyse(analyzers, nil, stderr)
	if err != nil {
		return fail(stderr, err)
	}
	before.complain(stderr)
	if len(before.report) == 0 {
		fmt.Fprintln(stderr, before.count(false))
		if before.incomplete() {
			return exitTrouble
		}
		return exitClean
	}
	status := exitClean
	if before.incomplete() {
		status, stderr = exitTrouble, io.Discard // go vet says the same
	}
	found := map[string]int{}
	for _, f := range before.findings {
		found[f.rule()]++
	}
	left := found
	if slices.ContainsFunc(before.findings, func(f finding) bool { return len(f.SuggestedFixes) > 0 }) {
		if err := o.vetFix(self, analyzers, stdout, stderr); err != nil {
			return exitTrouble
		}
		var broken string
		if left, broken, err = o.countLeft(self, analyzers); err != nil {
			return fail(stderr, err)
		}
		if broken != "" && status == exitClean {
			return fail(stderr, fmt.Errorf("after the fixes, not everything can be analysed any more:\n%s", broken))
		}
	}
	fixed := map[string]int{}
	for rule, n := range found {
		if n > left[rule] {
			fixed[rule] = n - left[rule]
		}
	}
	fmt.Fprintf(stdout, "fixed: %s\nleft: %s\n", tally(fixed), tally(left))
	relative := newPrinter(stdout, 0).relative
	for _, file := range unwritable(before.findings) {
		fmt.Fprintf(stdout, "not changed, since it is not in the module's folder, or a symbolic link leads out of that: %s\n", relative(file))
	}
	return status
}

// unwritable returns the files which fixes would change, and may not, sorted.
func unwritable(findings []finding) []string {
	files := map[string]bool{}
	for _, f := range findings {
		for _, fix := range f.SuggestedFixes {
			for _, edit := range fix.TextEdits {
				if file := f.fset.File(edit.Pos); file != nil && !withinModule(file.Name()) {
					files[file.Name()] = true
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(files))
}

// tally tells how many findings there are, and of what.
func tally(counts map[string]int) string {
	total := 0
	var each []string
	for _, rule := range slices.Sorted(maps.Keys(counts)) {
		total += counts[rule]
		each = append(each, fmt.Sprintf("%d %s", counts[rule], rule))
	}
	if total == 0 {
		return "nothing"
	}
	return number(total, "finding") + " (" + strings.Join(each, ", ") + ")"
}

// checkFlags are the flags by which another process, which reads no settings file, judges the same.
func (o *options) checkFlags(analyzers []*analysis.Analyzer) []string {
	var flags []string
	if o.tags != "" {
		flags = append(flags, "-tags="+o.tags)
	}
	for _, a := range analyzers {
		flags = append(flags, "-"+a.Name)
	}
	for _, a := range analyzers {
		a.Flags.VisitAll(func(f *flag.Flag) {
			if value := f.Value.String(); value != f.DefValue {
				flags = append(flags, "-"+a.Name+"."+f.Name+"="+value)
			}
		})
	}
	return flags
}

// vetFix runs go vet with this very program as its tool and its flag -fix: that merges the fixes of all checks and
// packages, and checks that the result still parses. With further flags it may do something else with them. It returns
// an *exec.ExitError if go vet says that something is wrong.
func (o *options) vetFix(self string, analyzers []*analysis.Analyzer, stdout, stderr io.Writer, flags ...string) error {
	args := slices.Concat([]string{"vet", "-vettool=" + self, "-fix"}, flags, o.checkFlags(analyzers), o.patterns)
	cmd := o.children.command("go", args...)
	cmd.Stdout, cmd.Stderr = stdout, stderr
	err := o.children.run(cmd)
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		fail(stderr, fmt.Errorf("running go vet: %v", err))
	}
	return err
}

// countLeft counts the findings that there are now, in a process of its own: ours knows the files as they were. It also
// returns what can't be analysed.
func (o *options) countLeft(self string, analyzers []*analysis.Analyzer) (left map[string]int, broken string, err error) {
	out, err := o.children.output(o.children.command(self, slices.Concat([]string{"-config=" + noConfig, "-json"}, o.checkFlags(analyzers), o.patterns)...))
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return nil, "", err
	}
	if exit != nil && exit.ExitCode() == exitTrouble {
		broken = strings.TrimSpace(string(exit.Stderr))
	}
	left = map[string]int{}
	var tree map[string]map[string]json.RawMessage // by package and check
	if err := json.Unmarshal(out, &tree); err != nil && broken == "" {
		return nil, "", fmt.Errorf("what is left can't be told: %v", err)
	}
	for _, checks := range tree {
		for check, found := range checks {
			var findings []struct{ Category string }
			if json.Unmarshal(found, &findings) != nil {
				continue // an error, of which was told
			}
			for _, f := range findings {
				left[ruleID(check, f.Category)]++
			}
		}
	}
	return left, broken, nil
}

// runDiff prints the fixes as a diff in git's form, relative to the top of the repository. It returns the exit status.
func (o *options) runDiff(self string, analyzers []*analysis.Analyzer, stdout, stderr io.Writer) int {
	root, err := findRoot()
	if err != nil {
		return fail(stderr, err)
	}
	var diff bytes.Buffer
	var complaints counter
	err = o.vetFix(self, analyzers, &diff, io.MultiWriter(stderr, &complaints), "-diff")
	if _, err := io.WriteString(stdout, gitDiff(diff.String(), root)); err != nil {
		return fail(stderr, err)
	}
	switch {
	case err == nil:
		return exitClean
	case diff.Len() > 0 && complaints == 0:
		return exitFindings
	}
	return exitTrouble
}

// gitDiff gives the files of a unified diff the names that git apply and patch -p1 take. A file outside of the root
// keeps its own.
func gitDiff(diff string, root *root) string {
	var out strings.Builder
	old, added := 0, 0 // lines of the hunk that are still to come, which can look like anything
	for line := range strings.Lines(diff) {
		switch {
		case strings.HasPrefix(line, `\`): // no newline at end of file
		case old > 0 || added > 0:
			if !strings.HasPrefix(line, "+") {
				old--
			}
			if !strings.HasPrefix(line, "-") {
				added--
			}
		case strings.HasPrefix(line, "@@ "):
			if before, after, err := parseHunk(line); err == nil {
				old, added = before, after.last-after.first+1
			}
		case strings.HasPrefix(line, "--- "):
			line = "--- " + diffName("a/", line[len("--- "):], " (old)", root)
		case strings.HasPrefix(line, "+++ "):
			line = "+++ " + diffName("b/", line[len("+++ "):], " (new)", root)
		}
		out.WriteString(line)
	}
	return out.String()
}

// diffName returns the name of a file in a diff as git has it.
func diffName(prefix, name, suffix string, root *root) string {
	name = strings.TrimSuffix(strings.TrimSuffix(name, "\n"), suffix)
	rel, ok := root.relative(name)
	if !ok {
		return name + "\n"
	}
	if strings.ContainsAny(rel, " \t") {
		rel += "\t" // where the name ends
	}
	return prefix + rel + "\n"
}

// A counter is a writer that counts bytes.
type counter int

func (c *counter) Write(data []byte) (int, error) {
	*c += counter(len(data))
	return len(data), nil
}
