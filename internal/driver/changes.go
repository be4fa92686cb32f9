package driver

import (
	"bytes"
	"errors"
	"fmt"
	"go/token"
	"os"
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
	root *root
	differences
}

// differences are what a diff has, by file, relative to the top of the repository.
type differences struct {
	lines map[string][]lineRange // that were added or changed
	cuts  map[string][]int       // the lines behind which code is gone
}

// A lineRange is a range of lines, both ends included.
type lineRange struct{ first, last int }

// wholeFile is the range of all the lines of a file, however many they are.
var wholeFile = lineRange{1, int(^uint(0) >> 1)}

// changesSince returns the lines that differ from the revision in the work tree: staged, not staged, or in files that
// git doesn't track nor ignore. It errs if the current directory is in no work tree, or there is no such revision.
func changesSince(c *children, revision string) (*changes, error) {
	g := &repository{children: c, found: os.Getenv("GIT_WORK_TREE") == ""}
	top, err := g.run("rev-parse", "--show-toplevel")
	if err != nil && g.found {
		g.found = false
		top, err = g.run("rev-parse", "--show-toplevel")
	}
	if err != nil {
		return nil, err
	}
	top, err = filepath.EvalSymlinks(filepath.FromSlash(strings.TrimRight(top, "\r\n")))
	if err != nil {
		return nil, err
	}
	g.dir = top
	if err := g.dropFilters(); err != nil {
		return nil, err
	}
	// git would take the one for an option, the other for the lack of a revision.
	if strings.HasPrefix(revision, "-") || revision == "" {
		return nil, fmt.Errorf("%q is not a git revision", revision)
	}
	commit, err := g.run("rev-parse", "--verify", "--quiet", revision+"^{commit}")
	if err != nil && revision == "HEAD" && g.unborn() {
		commit, err = g.run("hash-object", "-t", "tree", "--stdin") // of nothing
	}
	if err != nil {
		hint := ""
		if shallow, err := g.run("rev-parse", "--is-shallow-repository"); err == nil && strings.TrimSpace(shallow) == "true" {
			hint = "; this is a shallow clone, which may have to be deepened"
		}
		return nil, fmt.Errorf("unknown git revision %q%s", revision, hint)
	}
	commit = strings.TrimSpace(commit)
	// Users may have configured any of these otherwise. Submodules are other repositories, with programs of their own.
	diff, err := g.run("diff-index", "-p", "--unified=0", "--inter-hunk-context=0", "--no-color", "--no-ext-diff", "--no-textconv",
		"--no-relative", "--ignore-submodules=all", "--find-renames", "--src-prefix=a/", "--dst-prefix=b/", commit, "--")
	if err != nil {
		if _, partial := g.run("config", "--get-regexp", `^remote\..*\.promisor$`); partial == nil {
			return nil, fmt.Errorf("%w; this is a partial clone: \"git diff %s\" gets what is missing", err, revision)
		}
		return nil, err
	}
	found, err := parseDiff(diff)
	if err != nil {
		return nil, err
	}
	untracked, err := g.run("ls-files", "--others", "--exclude-standard", "-z")
	if err != nil {
		return nil, err
	}
	for name := range strings.SplitSeq(strings.TrimSuffix(untracked, "\x00"), "\x00") {
		found.lines[name] = []lineRange{wholeFile}
	}
	return &changes{newRoot(top), found}, nil
}

// A repository is a git repository that need not be trusted: it may come from anywhere, with a configuration of its own
// that names programs to run.
type repository struct {
	children *children
	dir      string
	config   []string // what of its configuration is replaced, KEY=VALUE
	// found says that git is to find it from the directory, whatever the environment names: in hooks that is a repository of
	// which git takes any directory for the top.
	found bool
}

// unborn tells whether the branch that is checked out has no commit yet, so that all there is is new.
func (g *repository) unborn() bool {
	branch, err := g.run("symbolic-ref", "--quiet", "HEAD")
	if err != nil {
		return false
	}
	_, err = g.run("show-ref", "--verify", "--quiet", strings.TrimSpace(branch))
	var exit *exec.ExitError
	return errors.As(err, &exit)
}

// run runs git in the directory and returns what it prints. Nothing that the repository says is run.
func (g *repository) run(args ...string) (string, error) {
	full := []string{"--no-optional-locks", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=" + os.DevNull}
	for _, setting := range g.config {
		full = append(full, "-c", setting)
	}
	var stderr bytes.Buffer
	cmd := g.children.command("git", append(full, args...)...)
	cmd.Dir = g.dir
	cmd.Env = append(os.Environ(), "GIT_NO_LAZY_FETCH=1") // which would run the repository's transports
	if g.found {
		cmd.Env = slices.DeleteFunc(cmd.Env, func(v string) bool { return strings.HasPrefix(v, "GIT_DIR=") || strings.HasPrefix(v, "GIT_PREFIX=") })
	}
	cmd.Stderr = &stderr
	out, err := g.children.output(cmd)
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

// dropFilters replaces the programs that are configured to convert files of the work tree before they are compared. It
// errs if there is one that can't be.
func (g *repository) dropFilters() error {
	found, err := g.run("config", "--name-only", "-z", "--get-regexp", `^filter\..*\.(clean|process|required)$`)
	if err != nil {
		return nil // there are none
	}
	for key := range strings.SplitSeq(strings.TrimSuffix(found, "\x00"), "\x00") {
		if strings.ContainsAny(key, "=\n") {
			return fmt.Errorf("git: the setting %q is not supported", key)
		}
		g.config = append(g.config, key+"=")
	}
	return nil
}

// parseDiff returns what a unified diff without context adds, changes and takes away. It errs if it is no such diff.
func parseDiff(diff string) (differences, error) {
	found := differences{map[string][]lineRange{}, map[string][]int{}}
	file := ""
	body := 0                // lines of the hunk that are still to come, which can look like anything
	var added lineRange      // those of the hunk
	removed, instead := 0, 0 // lines of code in it
	end := func() {
		if file != "" && removed > instead {
			found.cuts[file] = append(found.cuts[file], max(added.first, added.last))
		}
		removed, instead = 0, 0
	}
	for line := range strings.SplitSeq(diff, "\n") {
		switch {
		case strings.HasPrefix(line, `\`): // no newline at end of file
		case body > 0:
			body--
			if code, ok := strings.CutPrefix(line, "-"); ok && isCode(code) {
				removed++
			} else if code, ok := strings.CutPrefix(line, "+"); ok && isCode(code) {
				instead++
			}
		case strings.HasPrefix(line, "+++ "):
			end()
			name, err := diffFile(line[len("+++ "):])
			if err != nil {
				return differences{}, err
			}
			file = name
		case strings.HasPrefix(line, "@@ "):
			end()
			var old int
			var err error
			if old, added, err = parseHunk(line); err != nil {
				return differences{}, err
			}
			body = old + added.last - added.first + 1
			if file != "" && added.last >= added.first {
				found.lines[file] = append(found.lines[file], added)
			}
		}
	}
	end()
	return found, nil
}

// isCode tells whether a line of Go has more than a comment and what closes brackets.
func isCode(line string) bool {
	line = strings.TrimLeft(line, " \t})],")
	return line != "" && !strings.HasPrefix(line, "//")
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

// cut tells whether code is gone between lines of the file.
func (c *changes) cut(file string, first, last int) bool {
	name, ok := c.root.relative(file)
	return ok && slices.ContainsFunc(c.cuts[name], func(behind int) bool { return first <= behind && behind < last })
}

// restrict drops those findings of the graph's roots that rest on nothing that was changed: see rests.
func (c *changes) restrict(g *checker.Graph) {
	syntax := &syntax{files: map[string]*parsed{}}
	for _, root := range g.Roots {
		fset := root.Package.Fset
		root.Diagnostics = slices.DeleteFunc(root.Diagnostics, func(d analysis.Diagnostic) bool {
			f := finding{fset: fset, posn: fset.Position(d.Pos), Diagnostic: d}
			return !c.rests(syntax, f.posn, f.lastLine()) && !slices.ContainsFunc(d.Related, func(r analysis.RelatedInformation) bool {
				posn := fset.Position(r.Pos)
				last := posn.Line
				if r.End.IsValid() {
					last = max(last, fset.Position(r.End).Line)
				} else if c.changed(posn.Filename) {
					last = syntax.lastLine(posn.Filename, last)
				}
				return r.Pos.IsValid() && c.rests(syntax, posn, last)
			})
		})
	}
}

// changed tells whether anything of the file was.
func (c *changes) changed(file string) bool {
	name, ok := c.root.relative(file)
	return ok && (c.lines[name] != nil || c.cuts[name] != nil)
}

// rests tells whether what is in the lines from a place on is new: one of them was changed, or code is gone from the
// function around them. Code that is gone has no line any more, and may be what made it right.
func (c *changes) rests(syntax *syntax, posn token.Position, last int) bool {
	if c.touch(posn.Filename, posn.Line, last) {
		return true
	}
	if !c.changed(posn.Filename) {
		return false
	}
	start, end := syntax.function(posn.Filename, posn.Line)
	return c.cut(posn.Filename, start, end)
}
