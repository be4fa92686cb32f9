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
		"severity: |-\n  note":                {"severity": {"note"}},
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
		"check: [a]":                  `f.yml:1: unknown setting "check"; known are checks, disable, `,
		"\n\nTests: true":             `f.yml:3: unknown setting "Tests"`,
		"tests":                       `f.yml:1: want keys with values, not "tests"`,
		"tests:true":                  `f.yml:1: want keys with values, not "tests:true"`,
		"- a":                         "f.yml:1: want keys with values, not a list",
		"tests: yes":                  `f.yml:1: tests must be true or false, not "yes"`,
		"tests: [true]":               "f.yml:1: tests must be true or false, not a list",
		"tests:\n- true":              "f.yml:2: tests must be true or false, not a list",
		"severity: [error]":           "f.yml:1: severity must be a string, not a list",
		"severity: {a: b}":            "f.yml:1: severity must be a string, not keys with values",
		"severity: \"a":               "f.yml: found unexpected end of stream",
		"checks: a":                   `f.yml:1: checks must be a list of strings, not "a"`,
		"checks: [[a]]":               "f.yml:1: checks must be a list of strings, not a list",
		"checks: [a":                  "f.yml:1: did not find expected ',' or ']'",
		"checks: [a,,b]":              "f.yml: did not find expected node content",
		"checks: [a]\n- b":            "f.yml:1: did not find expected key",
		"checks:\n  a: b":             "f.yml:2: checks must be a list of strings, not keys with values",
		"checks:\n\t- a":              "f.yml:2: found character that cannot start any token",
		"checks:\n-":                  "f.yml:2: checks must be a list of strings, not an empty value",
		"checks:\n- a: b":             "f.yml:2: checks must be a list of strings, not keys with values",
		"exclude:\n- **/a.go":         "f.yml:2: did not find expected alphabetic or numeric character",
		"checks: &a [b]\ndisable: *a": "f.yml:2: disable must be a list of strings, not a",
		"tests: true\ntests: true":    "f.yml:2: tests is there twice",
		"tests: true\n---\n":          "f.yml:2: a second document",
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
