package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// FileName is the name of the settings file.
const FileName = ".ctrllint.yml"

// Said is what a user says by keys: in a settings file, or in the settings that a linter hands over.
type Said map[string]Value

// A Value is what is said of one key.
type Value struct {
	Texts []string // of a list what is in it, otherwise one
	Where []string // of a file: where the key stands, and then each of Texts, as FILE:LINE
}

// At returns what an error about the value's text of that number begins with, or about all of it if the number is -1.
func (v Value) At(i int) string {
	if len(v.Where) == 0 {
		return ""
	}
	return v.Where[i+1] + ": "
}

// A Kind is what the value of a key must be.
type Kind int

// The kinds.
const (
	List  Kind = iota // of strings
	Text              // a string
	Truth             // true or false
)

// String says what a value must be.
func (k Kind) String() string {
	return [...]string{"a list of strings", "a string", "true or false"}[k]
}

// Keys are the keys that a settings file may have. The settings of golangci-lint have them too.
var Keys = map[string]Kind{
	"checks":           List,
	"disable":          List,
	"enable":           List,
	"exclude":          List,
	"severity":         Text,
	"tests":            Truth,
	"generated":        Truth,
	"uncached":         List,
	"read-your-writes": Truth,
	"live-readers":     List,
	"unknown-client":   Text,
}

// FindFile returns the name of the settings file that counts in a folder: the nearest in it or above it, up to the top
// of the repository that the folder is in, or, if it is in none, of the workspace or module. It returns "" if there is
// none, and errs if there is something by its name that is no file, or a file that is nearly called so.
func FindFile(dir string) (string, error) {
	for _, dir := range foldersOf(dir) {
		for _, name := range []string{FileName, ".ctrllint.yaml"} {
			file := filepath.Join(dir, name)
			// A link may lead anywhere, to a file that an error about a line of it shouldn't print.
			info, err := os.Lstat(file)
			switch {
			case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR): // whoever goes there will say so
			case err != nil:
				return "", err
			case name != FileName:
				return "", fmt.Errorf("%s: a settings file is called %s", shown(file), FileName)
			case !info.Mode().IsRegular():
				return "", fmt.Errorf("%s: not a regular file", shown(file))
			default:
				return file, nil
			}
		}
	}
	return "", nil
}

// foldersOf returns the folder and those above it that belong to the same repository, workspace or module.
func foldersOf(dir string) []string {
	var all []string
	module, workspace := 0, 0
	for {
		all = append(all, dir)
		switch {
		case has(dir, ".git"): // a file in work trees and submodules
			return all
		case has(dir, "go.work"):
			workspace = len(all)
		case has(dir, "go.mod") && module == 0:
			module = len(all)
		}
		if dir == filepath.Dir(dir) {
			return all[:max(workspace, module, 1)]
		}
		dir = filepath.Dir(dir)
	}
}

// ModuleDir returns the folder of the module that a folder is in, the folder itself if it is in none.
func ModuleDir(dir string) string {
	for above := dir; ; above = filepath.Dir(above) {
		if has(above, "go.mod") {
			return above
		}
		if above == filepath.Dir(above) {
			return dir
		}
	}
}

func has(dir, name string) bool {
	_, err := os.Lstat(filepath.Join(dir, name))
	return err == nil
}

// ReadFile reads a settings file. Paths to exclude are made absolute: they are relative to its folder. An error names
// the file and the line.
//
// The file is YAML, of which it takes what flat settings need: a key a line, with a string, true or false, a list in
// brackets on the same line, or a list of lines below it that begin with a dash; strings plain or in quotes; comments.
func ReadFile(name string) (Said, error) {
	name, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	said, err := parse(shown(name), string(text))
	if err != nil {
		return nil, err
	}
	exclude := said["exclude"]
	for i, pattern := range exclude.Texts {
		if exclude.Texts[i], err = absolute(filepath.Dir(name), pattern); err != nil {
			return nil, fmt.Errorf("%sexclude: %w", exclude.At(i), err)
		}
	}
	return said, nil
}

// shown returns the name of the file as it is printed: relative to the current folder, if that is shorter.
func shown(file string) string {
	current, err := os.Getwd()
	if err != nil {
		return file
	}
	rel, err := filepath.Rel(current, file)
	if err != nil || len(rel) > len(file) {
		return file
	}
	return rel
}

// parse reads the text of a settings file of that name.
func parse(name, text string) (Said, error) {
	said := Said{}
	list := "" // the key whose list the lines with a dash go on with
	for n, line := range strings.Split(strings.TrimPrefix(text, "\uFEFF"), "\n") {
		at := fmt.Sprintf("%s:%d", name, n+1)
		line, err := withoutComment(strings.TrimSuffix(line, "\r"))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", at, err)
		}
		trimmed := strings.TrimSpace(line)
		item, isItem := strings.CutPrefix(trimmed+" ", "- ")
		switch {
		case trimmed == "" || trimmed == "---" && len(said) == 0:
		case strings.HasPrefix(strings.TrimLeft(line, " "), "\t"):
			err = errors.New("a tab; YAML indents by blanks")
		case isItem:
			err = said.addItem(list, item, at)
		case line != strings.TrimLeft(line, " "):
			err = errors.New("the settings are flat: only lines with a dash are indented")
		default:
			list, err = said.addKey(trimmed, at)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", at, err)
		}
	}
	for key, value := range said {
		if len(value.Texts) == 0 && Keys[key] != List { // as if nothing had been said
			delete(said, key)
		}
	}
	return said, nil
}

// addKey adds what a line "key: value" says, and returns the key if it is a list to which further lines may add.
func (s Said) addKey(line, at string) (list string, err error) {
	key, rest, ok := strings.Cut(line+" ", ": ")
	kind, known := Keys[key]
	switch {
	case !ok:
		return "", fmt.Errorf("want \"key: value\", not %q", line)
	case !known:
		return "", UnknownKey(key, Keys)
	case s[key].Where != nil:
		return "", fmt.Errorf("%s is there twice", key)
	}
	value := Value{Where: []string{at}}
	rest = strings.TrimSpace(rest)
	switch {
	case rest == "" || rest == "null" || rest == "~":
		list = key
	case kind == List:
		value.Texts, err = flowList(rest)
	default:
		var text string
		text, err = scalar(rest)
		value.Texts = []string{text}
		if kind == Truth && text != "true" && text != "false" {
			err = errors.New("not so")
		}
	}
	if err != nil {
		return "", fmt.Errorf("%s must be %v, not %s", key, kind, rest)
	}
	for range value.Texts {
		value.Where = append(value.Where, at)
	}
	s[key] = value
	return list, nil
}

// addItem adds what a line "- item" says to the list of the key.
func (s Said) addItem(key, item, at string) error {
	if key == "" {
		return errors.New("a line with a dash belongs below the key of a list")
	}
	if Keys[key] != List {
		return fmt.Errorf("%s must be %v, not a list", key, Keys[key])
	}
	text, err := scalar(strings.TrimSpace(item))
	if err != nil {
		return err
	}
	value := s[key]
	value.Texts, value.Where = append(value.Texts, text), append(value.Where, at)
	s[key] = value
	return nil
}

// UnknownKey returns the error that there is no such key, and which there are.
func UnknownKey[T any](key string, known map[string]T) error {
	var names []string
	for name := range known {
		names = append(names, name)
	}
	slices.Sort(names)
	return fmt.Errorf("unknown setting %q; known are %s", key, strings.Join(names, ", "))
}
