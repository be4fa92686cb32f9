package driver

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
)

// changes are the lines that differ from a git revision.
type changes struct {
	root  *root
	lines map[string][]lineRange // by file, relative to the root
}

// A lineRange is a range of lines, both ends included.
type lineRange struct{ first, last int }

// wholeFile is the range of all the lines of a file, however many they are.
var wholeFile = lineRange{1, int(^uint(0) >> 1)}

// changesSince returns the lines that differ from the revision in the work tree: staged, not staged, or in files that
// git doesn't track nor ignore. It errs if the current directory is in no work tree, or there is no such revision.
func changesSince(c *children, revision string) (*changes, error) {
	top, err := git(c, "", "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, err
	}
	top, err = filepath.EvalSymlinks(filepath.FromSlash(strings.TrimRight(top, "\r\n")))
	if err != nil {
		return nil, err
	}
	// git would take the one for an option, the other for the lack of a revision.
	if strings.HasPrefix(revision, "-") || revision == "" {
		return nil, fmt.Errorf("%q is not a git revision", revision)
	}
	commit, err := git(c, top, "rev-parse", "--verify", "--quiet", revision+"^{commit}")
	if err != nil {
		hint := ""
		if shallow, err := git(c, top, "rev-parse", "--is-shallow-repository"); err == nil && strings.TrimSpace(shallow) == "true" {
			hint = "; this is a shallow clone, which may have to be deepened"
		}
		return nil, fmt.Errorf("unknown git revision %q%s", revision, hint)
	}
	// Users may have configured any of these otherwise.
	diff, err := git(c, top, "diff", "--unified=0", "--inter-hunk-context=0", "--no-color", "--no-ext-diff", "--no-textconv",
		"--find-renames", "--src-prefix=a/", "--dst-prefix=b/", strings.TrimSpace(commit), "--")
	if err != nil {
		return nil, err
	}
	lines, err := parseDiff(diff)
	if err != nil {
		return nil, err
	}
	untracked, err := git(c, top, "ls-files", "--others", "--exclude-standard", "-z")
	if err != nil {
		return nil, err
	}
	for name := range strings.SplitSeq(strings.TrimSuffix(untracked, "\x00"), "\x00") {
		lines[name] = []lineRange{wholeFile}
	}
	return &changes{newRoot(top), lines}, nil
}

// git runs git in the directory and returns what it prints.
func git(c *children, dir string, args ...string) (string, error) {
	var stderr bytes.Buffer
	cmd := c.command("git", args...)
	cmd.Dir = dir
	cmd.Stderr = &stderr
	out, err := c.output(cmd)
	var exit *exec.ExitError
	if errors.As(err, &exit) && stderr.Len() > 0 {
		line, _, _ := strings.Cut(stderr.String(), "\n")
		err = errors.New(strings.TrimPrefix(line, "fatal: "))
	}
	if err != nil {
		return "", fmt.Errorf("git: %w", err)
	}
	return string(out), nil
}

// parseDiff returns the lines of each new file that a unified diff without context adds or changes. It errs if it is
// no such diff.
func parseDiff(diff string) (map[string][]lineRange, error) {
	lines := map[string][]lineRange{}
	file := ""
	body := 0 // lines of the hunk that are still to come, which can look like anything
	for line := range strings.SplitSeq(diff, "\n") {
		switch {
		case strings.HasPrefix(line, `\`): // no newline at end of file
		case body > 0:
			body--
		case strings.HasPrefix(line, "+++ "):
			name, err := diffFile(line[len("+++ "):])
			if err != nil {
				return nil, err
			}
			file = name
		case strings.HasPrefix(line, "@@ "):
			old, added, err := parseHunk(line)
			if err != nil {
				return nil, err
			}
			body = old + added.last - added.first + 1
			if file != "" && added.last >= added.first {
				lines[file] = append(lines[file], added)
			}
		}
	}
	return lines, nil
}

// diffFile returns the name of a new file as a diff has it, or "" if the file was deleted.
func diffFile(name string) (string, error) {
	name = strings.TrimSuffix(name, "\t") // which is there if the name has blanks
	if strings.HasPrefix(name, `"`) {
		unquoted, err := strconv.Unquote(name)
		if err != nil {
			return "", fmt.Errorf("git diff: can't read the file name %s", name)
		}
		name = unquoted
	}
	if name == "/dev/null" { // whatever the system
		return "", nil
	}
	name, ok := strings.CutPrefix(name, "b/")
	if !ok {
		return "", fmt.Errorf("git diff: can't read the file name %s", name)
	}
	return name, nil
}

// parseHunk reads the head of a hunk, @@ -1,2 +3,4 @@: how many old lines there are, and which new ones.
func parseHunk(head string) (old int, added lineRange, err error) {
	fields := strings.Fields(head)
	if len(fields) < 4 || fields[3] != "@@" {
		return 0, lineRange{}, fmt.Errorf("git diff: can't read %q", head)
	}
	part := func(field, sign string) (start, count int) {
		rest, ok := strings.CutPrefix(field, sign)
		first, length, several := strings.Cut(rest, ",")
		if !several {
			length = "1"
		}
		start, err1 := strconv.Atoi(first)
		count, err2 := strconv.Atoi(length)
		if !ok || err1 != nil || err2 != nil || count < 0 {
			err = fmt.Errorf("git diff: can't read %q", head)
		}
		return start, count
	}
	_, old = part(fields[1], "-")
	first, count := part(fields[2], "+")
	return old, lineRange{first, first + count - 1}, err
}

// touch tells whether one of the lines of the file, both ends included, was changed.
func (c *changes) touch(file string, first, last int) bool {
	name, ok := c.root.relative(file)
	return ok && slices.ContainsFunc(c.lines[name], func(r lineRange) bool {
		return first <= r.last && r.first <= last
	})
}

// restrict drops those findings of the graph's roots whose lines were not changed.
func (c *changes) restrict(g *checker.Graph) {
	for _, root := range g.Roots {
		fset := root.Package.Fset
		root.Diagnostics = slices.DeleteFunc(root.Diagnostics, func(d analysis.Diagnostic) bool {
			f := finding{fset: fset, posn: fset.Position(d.Pos), Diagnostic: d}
			return !c.touch(f.posn.Filename, f.posn.Line, f.lastLine())
		})
	}
}
