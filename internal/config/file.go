package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"go.yaml.in/yaml/v3"
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
// The file is YAML: one document with a key for each setting.
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
	decoder := yaml.NewDecoder(strings.NewReader(text))
	var doc, more yaml.Node
	if err := decoder.Decode(&doc); errors.Is(err, io.EOF) {
		return Said{}, nil
	} else if err != nil {
		return nil, readable(name, err)
	}
	if err := decoder.Decode(&more); err == nil {
		return nil, fmt.Errorf("%s:%d: a second document", name, more.Line)
	} else if !errors.Is(err, io.EOF) {
		return nil, readable(name, err)
	}
	top := doc.Content[0]
	if top.Tag == "!!null" {
		return Said{}, nil
	}
	if top.Kind != yaml.MappingNode {
		return nil, fmt.Errorf("%s:%d: want keys with values, not %s", name, top.Line, form(top))
	}
	said := Said{}
	for pair := range slices.Chunk(top.Content, 2) {
		if at, err := said.add(name, pair[0], pair[1]); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, at.Line, err)
		}
	}
	return said, nil
}

// readable returns an error of the YAML reader as one that begins with the file, and the line if that is known.
func readable(name string, err error) error {
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	if at, ok := strings.CutPrefix(text, "line "); ok {
		return fmt.Errorf("%s:%s", name, at)
	}
	return fmt.Errorf("%s: %s", name, text)
}

// add adds what a file of that name says of a key. If that can't be, it returns where, and the error.
func (s Said) add(name string, key, said *yaml.Node) (*yaml.Node, error) {
	kind, known := Keys[key.Value]
	switch {
	case !known:
		return key, UnknownKey(key.Value, Keys)
	case s[key.Value].Where != nil:
		return key, fmt.Errorf("%s is there twice", key.Value)
	case said.Tag == "!!null" && kind != List:
		return nil, nil // as if nothing had been said
	}
	value := Value{Where: []string{fmt.Sprintf("%s:%d", name, key.Line)}}
	parts := []*yaml.Node{said}
	switch {
	case said.Tag == "!!null":
		parts = nil
	case kind == List && said.Kind != yaml.SequenceNode:
		return said, fmt.Errorf("%s must be %v, not %s", key.Value, kind, form(said))
	case kind == List:
		parts, value.Texts = said.Content, []string{}
	}
	for _, part := range parts {
		if part.Kind != yaml.ScalarNode || part.Tag == "!!null" || kind == Truth && part.Value != "true" && part.Value != "false" {
			return part, fmt.Errorf("%s must be %v, not %s", key.Value, kind, form(part))
		}
		value.Texts, value.Where = append(value.Texts, part.Value), append(value.Where, fmt.Sprintf("%s:%d", name, part.Line))
	}
	s[key.Value] = value
	return nil, nil
}

// form says what stands at a place of a file.
func form(n *yaml.Node) string {
	switch {
	case n.Tag == "!!null":
		return "an empty value"
	case n.Kind == yaml.ScalarNode:
		return strconv.Quote(n.Value)
	case n.Kind == yaml.SequenceNode:
		return "a list"
	case n.Kind == yaml.MappingNode:
		return "keys with values"
	}
	return n.Value
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
