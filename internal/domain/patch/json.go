package patch

import (
	"encoding/json"
	"regexp"
	"strings"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
)

var jsonPath = regexp.MustCompile(`"path"\s*:\s*"/([^"]*)"`)

// JSONPaths returns the paths that a JSON patch changes, nil if the text is none, or doesn't say them all.
func JSONPaths(text string, of Layout) footprint.Set {
	var f footprint.Set
	found := jsonPath.FindAllStringSubmatch(text, -1)
	if len(found) != strings.Count(text, `"path"`) {
		return nil
	}
	for _, m := range found {
		if f == nil {
			f = footprint.Set{}
		}
		field, ok := pointedAt(m[1], of)
		if !ok {
			return nil
		}
		if !strings.HasSuffix(m[1], "/-") || !of.hasKeys(field) { // to which elements are added that others don't look for
			f[field] = true
		}
	}
	return f
}

var isNameOfField = regexp.MustCompile(`^[a-zA-Z]+$`)

// pointedAt returns the path of the field to which a JSON pointer leads, without its first slash; false if what is formatted
// into it decides.
func pointedAt(pointer string, of Layout) (string, bool) {
	steps := strings.Split(pointer, "/")
	metadata := steps[0] == "metadata"
	if metadata {
		steps = steps[1:min(len(steps), 3)]
	}
	switch {
	case len(steps) == 0:
		return "", true
	case strings.Contains(steps[0], "%"):
		return "", false
	case metadata && len(steps) > 1:
		return entryOf(steps[0], unescaped.Replace(steps[1])), true
	case len(steps) > 1 && isNameOfField.MatchString(steps[1]):
		return of.part(steps[0], steps[1]), true
	}
	return fieldName(steps[0]), true
}

// MergePaths returns the fields that a merge patch changes, nil if the text is none.
func MergePaths(text string, of Layout) footprint.Set {
	var doc map[string]any
	if json.Unmarshal([]byte(text), &doc) != nil {
		return nil
	}
	return Merged(doc, of)
}

// Merged returns the fields that a document changes which is merged into an object; nil if it has none.
func Merged(doc map[string]any, of Layout) footprint.Set {
	var f footprint.Set
	add := func(path string) {
		if f == nil {
			f = footprint.Set{}
		}
		f[path] = true
	}
	for name, value := range doc {
		fields, ok := value.(map[string]any)
		if name == "apiVersion" || name == "kind" {
			continue
		}
		if !ok || len(fields) == 0 {
			add(fieldName(name))
		}
		for field, value := range fields {
			entries, some := value.(map[string]any)
			switch {
			case name != "metadata":
				add(of.part(name, field))
			case !some || len(entries) == 0:
				add(fieldName(field))
			default:
				for key := range entries {
					add(entryOf(field, key))
				}
			}
		}
	}
	return f
}

// unescaped undoes what a step of a JSON pointer is written with (RFC 6901).
var unescaped = strings.NewReplacer("~1", "/", "~0", "~")

// entryOf is the path of what is in a field of the metadata: of an entry of the labels or annotations, unless the key may be put
// together; of the field, if it is another.
func entryOf(field, key string) string {
	if field != "labels" && field != "annotations" || strings.Contains(key, unknownText) || strings.Contains(key, "%") {
		return fieldName(field)
	}
	return fieldName(field) + ".[" + key + "]"
}

// fieldName is what a JSON field of an object is called in Go.
func fieldName(json string) string {
	if json == "" {
		return ""
	}
	return strings.ToUpper(json[:1]) + json[1:]
}

var jsonTest = regexp.MustCompile(`"op"\s*:\s*"test"`)

// TestsPaths tells whether an operation of a JSON patch only looks at what is at its path.
func TestsPaths(text string) bool { return jsonTest.MatchString(text) }
