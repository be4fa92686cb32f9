package config

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]map[string][]string{
		"":                                    {},
		"\ufeff# nothing\r\n\r\n":             {},
		"---\nchecks: [tombstone]\n":          {"checks": {"tombstone"}},
		"checks:\n":                           {"checks": nil},
		"checks: ~ # none\nseverity: null":    {"checks": nil},
		"checks: []":                          {"checks": {}},
		"checks: [ a, 'b' ,\"c\", ]":          {"checks": {"a", "b", "c"}},
		"checks:\n- a\n- b # why\n\n-   c\n":  {"checks": {"a", "b", "c"}},
		"checks:\r\n    - a/b\r\n    - 'a.c'": {"checks": {"a/b", "a.c"}},
		"severity: error  # bad":              {"severity": {"error"}},
		`severity: "a#b \" #" # c`:            {"severity": {`a#b " #`}},
		"severity: 'it''s'":                   {"severity": {"it's"}},
		"severity: a#b":                       {"severity": {"a#b"}},
		"tests: true\ngenerated: \"false\"":   {"tests": {"true"}, "generated": {"false"}},
		"exclude: ['**/a.go', b]":             {"exclude": {"**/a.go", "b"}},
	} {
		said, err := parse("f.yml", text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		got := map[string][]string{}
		for key, value := range said {
			got[key] = value.Texts
			if len(value.Where) != len(value.Texts)+1 {
				t.Errorf("%q: %d texts stand in %q", text, len(value.Texts), value.Where)
			}
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"check: [a]":               `f.yml:1: unknown setting "check"; known are checks, disable, `,
		"\n\nTests: true":          `f.yml:3: unknown setting "Tests"`,
		"tests":                    `f.yml:1: want "key: value", not "tests"`,
		"tests:true":               `f.yml:1: want "key: value", not "tests:true"`,
		"tests: yes":               "f.yml:1: tests must be true or false, not yes",
		"tests: [true]":            "f.yml:1: tests must be true or false, not [true]",
		"tests:\n- true":           "f.yml:2: tests must be true or false, not a list",
		"severity: [error]":        "f.yml:1: severity must be a string, not [error]",
		"severity: {a: b}":         "f.yml:1: severity must be a string, not {a: b}",
		"severity: |":              "f.yml:1: severity must be a string, not |",
		"severity: \"a":            `f.yml:1: no closing "`,
		"severity: 'a":             "f.yml:1: no closing '",
		"severity: \"a\" b":        "f.yml:1: severity must be a string",
		"checks: a":                "f.yml:1: checks must be a list of strings, not a",
		"checks: [a":               "f.yml:1: checks must be a list of strings, not [a",
		"checks: [[a]]":            "f.yml:1: checks must be a list of strings, not [[a]]",
		"checks: [a,,b]":           "f.yml:1: checks must be a list of strings, not [a,,b]",
		"checks: [a]\n- b":         "f.yml:2: a line with a dash belongs below the key of a list",
		"- a":                      "f.yml:1: a line with a dash belongs below the key of a list",
		"checks:\n  a: b":          "f.yml:2: the settings are flat: only lines with a dash are indented",
		"checks:\n\t- a":           "f.yml:2: a tab; YAML indents by blanks",
		"checks:\n-":               "f.yml:2: an empty value",
		"checks:\n- a: b":          "f.yml:2: a: b is no plain string",
		"checks:\n- - a":           "f.yml:2: - a is no plain string",
		"exclude:\n- **/a.go":      "f.yml:2: put **/a.go in quotes",
		"checks: &a [b]":           "f.yml:1: checks must be a list of strings",
		"tests: true\ntests: true": "f.yml:2: tests is there twice",
		"tests: true\n---\n":       `f.yml:2: want "key: value", not "---"`,
	} {
		_, err := parse("f.yml", text)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("checks: ['a', \"b\"] # c\ndisable:\n  - a\ntests: true\n")
	f.Fuzz(func(t *testing.T, text string) {
		said, err := parse("f.yml", text)
		if err != nil && !strings.HasPrefix(err.Error(), "f.yml:") {
			t.Errorf("no line in %v", err)
		}
		for key, value := range said {
			if _, known := Keys[key]; !known || len(value.Where) != len(value.Texts)+1 {
				t.Errorf("%s: %q", key, value)
			}
		}
	})
}

// A folder's file is found from below, up to the top of the repository, or else of the workspace or the module.
func TestFindFile(t *testing.T) {
	for name, c := range map[string]struct {
		files []string
		want  string // relative to the top
	}{
		"module":         {[]string{"a/go.mod", "a/" + FileName}, "a/" + FileName},
		"above module":   {[]string{"a/go.mod", FileName}, ""},
		"nearest":        {[]string{"a/go.mod", "a/" + FileName, "a/b/" + FileName}, "a/b/" + FileName},
		"inner module":   {[]string{"a/go.mod", "a/" + FileName, "a/b/go.mod"}, ""},
		"workspace":      {[]string{"go.work", FileName, "a/b/go.mod"}, FileName},
		"repository":     {[]string{".git", FileName, "a/b/go.mod"}, FileName},
		"repository top": {[]string{"a/.git", FileName, "go.work"}, ""},
		"no module":      {[]string{FileName}, ""},
		"no module here": {[]string{"a/b/" + FileName}, "a/b/" + FileName},
	} {
		t.Run(name, func(t *testing.T) {
			top := t.TempDir()
			for _, file := range append(c.files, "a/b/x") {
				file = filepath.Join(top, filepath.FromSlash(file))
				if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, nil, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			got, err := FindFile(filepath.Join(top, "a", "b"))
			if err != nil {
				t.Fatal(err)
			}
			want := c.want
			if want != "" {
				want = filepath.Join(top, filepath.FromSlash(want))
			}
			if got != want {
				t.Errorf("found %q, want %q", got, want)
			}
		})
	}
}
