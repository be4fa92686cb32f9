package gclplugin

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"os"
	"slices"
	"strconv"

	"golang.org/x/tools/go/analysis"

	"github.com/ctrllint/ctrllint/internal/config"
	"github.com/ctrllint/ctrllint/internal/diag"
)

// settings is what the user's configuration says.
type settings struct {
	said  config.Said
	facts bool
	file  config.Said // what the settings file says, nil if there is none
}

// keys are those of a settings file, and one that only golangci-lint has a use for.
func keys() map[string]config.Kind {
	all := maps.Clone(config.Keys)
	all["facts"] = config.Truth
	return all
}

// decode reads the settings. The register package has a decoder, but its errors don't tell what is known.
func decode(conf any) (*settings, error) {
	s := &settings{said: config.Said{}, facts: true}
	text, err := json.Marshal(conf)
	if err != nil {
		return nil, fmt.Errorf("reading the settings: %w", err)
	}
	var given map[string]json.RawMessage
	if err := json.Unmarshal(text, &given); err != nil {
		return nil, fmt.Errorf("the settings must be a map, not %s", text)
	}
	for _, key := range slices.Sorted(maps.Keys(given)) {
		kind, known := keys()[key]
		if !known {
			return nil, config.UnknownKey(key, keys())
		}
		if string(given[key]) == "null" {
			continue
		}
		value, err := read(kind, given[key])
		if err != nil {
			return nil, fmt.Errorf("setting %q must be %v, not %s", key, kind, given[key])
		}
		switch {
		case key == "facts":
			s.facts = value[0] == "true"
		case len(value) == 0 || kind == config.Text && value[0] == "": // as if nothing had been said
		default:
			s.said[key] = config.Value{Texts: value}
		}
	}
	return s, nil
}

// read returns the texts of a value, which must be of the kind.
func read(kind config.Kind, value json.RawMessage) ([]string, error) {
	var text string
	var truth bool
	var list []string
	switch kind {
	case config.List:
		return list, json.Unmarshal(value, &list)
	case config.Text:
		err := json.Unmarshal(value, &text)
		return []string{text}, err
	case config.Truth:
		err := json.Unmarshal(value, &truth)
		return []string{strconv.FormatBool(truth)}, err
	}
	return nil, errors.New("unknown kind")
}

// readFile reads the settings file that counts in the current folder, which is that of golangci-lint.
func (s *settings) readFile() error {
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	name, err := config.FindFile(dir)
	if err != nil || name == "" {
		return err
	}
	s.file, err = config.ReadFile(name)
	return err
}

// apply sets the flags of all checks, and returns the checks that are to run. What golangci-lint's settings say wins over
// what the settings file says.
func (s *settings) apply(all []*analysis.Analyzer) ([]*analysis.Analyzer, error) {
	below, err := diag.Apply(all, s.file)
	if err != nil {
		return nil, err
	}
	choice, err := diag.Apply(all, s.said)
	if err != nil {
		return nil, err
	}
	return diag.Select(all, choice.Over(below))
}

// mark gives what the settings file says a part in the names by which golangci-lint keeps facts and findings from run to
// run: it knows of its own settings only when they change. It returns the checks, and with them one that does nothing,
// since findings are kept by the names of all analyzers of a linter.
func (s *settings) mark(checks []*analysis.Analyzer) []*analysis.Analyzer {
	if s.file == nil {
		return checks
	}
	sum := fnv.New64a()
	for _, key := range slices.Sorted(maps.Keys(s.file)) {
		fmt.Fprintf(sum, "%s %q\n", key, s.file[key].Texts)
	}
	suffix := fmt.Sprintf("_%x", sum.Sum64())
	marked := map[*analysis.Analyzer]bool{}
	var rename func(a *analysis.Analyzer)
	rename = func(a *analysis.Analyzer) {
		if marked[a] {
			return
		}
		marked[a] = true
		if len(a.FactTypes) > 0 && !slices.Contains(checks, a) {
			a.Name += suffix
		}
		for _, required := range a.Requires {
			rename(required)
		}
	}
	for _, check := range checks {
		rename(check)
	}
	return append(slices.Clone(checks), &analysis.Analyzer{
		Name: "ctrllintsettings" + suffix,
		Doc:  "stand for what the settings file says",
		Run:  func(*analysis.Pass) (any, error) { return nil, nil },
	})
}
