package config

import (
	"flag"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// From sets the folder that paths to exclude are relative to, if they are set later. Without it, that is the current one.
func (s *Settings) From(dir string) { s.dir = dir }

// RegisterExclude makes the files that are not judged a flag of the check.
func (s *Settings) RegisterExclude(f *flag.FlagSet, c *Check) {
	f.Var(&patterns{s, &c.Exclude}, "exclude", "comma-separated `paths` of files and folders not to judge; * and ** are wildcards")
}

// patterns is a flag that lists files and folders: see Check.Exclude.
type patterns struct {
	of   *Settings
	list *[]string
}

func (p *patterns) String() string {
	if p.list == nil { // package flag asks the zero value
		return ""
	}
	return strings.Join(*p.list, ",")
}

// Set makes the paths absolute. It errs if one of them is malformed.
func (p *patterns) Set(text string) error {
	dir := p.of.dir
	if dir == "" {
		dir, _ = os.Getwd()
	}
	var list []string
	for _, pattern := range Words(text) {
		full, err := absolute(dir, pattern)
		if err != nil {
			return err
		}
		list = append(list, full)
	}
	*p.list = list
	return nil
}

// wildcards are the characters that mean something in a pattern, but for the one that takes their meaning away.
var wildcards = regexp.MustCompile(`[*?[]`)

// absolute returns the pattern, which may be relative to the folder, as it is anywhere, with slashes. It errs if the
// pattern is malformed.
func absolute(dir, pattern string) (string, error) {
	slashed := filepath.ToSlash(pattern)
	if _, err := path.Match(slashed, ""); err != nil {
		return "", fmt.Errorf("%q is no path; * matches within a name, ** any folders, [a-z] a character", pattern)
	}
	if filepath.IsAbs(pattern) {
		return path.Clean(slashed), nil
	}
	return path.Join(wildcards.ReplaceAllString(filepath.ToSlash(dir), `\$0`), slashed), nil
}

// Excludes tells whether the file is one that is not judged.
func (c Check) Excludes(file string) bool {
	if full, err := filepath.Abs(file); err == nil {
		file = full
	}
	return slices.ContainsFunc(c.Exclude, func(pattern string) bool { return covers(pattern, filepath.ToSlash(file)) })
}

// covers tells whether the pattern is of the file, or of a folder that it is in.
func covers(pattern, file string) bool {
	const any = "**"
	want, have := append(strings.Split(pattern, "/"), any), strings.Split(file, "/")
	for i, name := range want {
		if name == "..." { // as the go command has it
			want[i] = any
		}
	}
	i, j := 0, 0
	star, from := -1, 0 // the last any, and what it is tried with to match up to
	for j < len(have) {
		matches := false
		if i < len(want) && want[i] != any {
			matches, _ = path.Match(want[i], have[j])
		}
		switch {
		case matches:
			i, j = i+1, j+1
		case i < len(want) && want[i] == any:
			star, from = i, j
			i++
		case star >= 0:
			from++
			i, j = star+1, from
		default:
			return false
		}
	}
	return !slices.ContainsFunc(want[i:], func(name string) bool { return name != any })
}
