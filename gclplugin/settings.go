package gclplugin

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/ctrllint/ctrllint/internal/diag"
)

// settings is what the user's configuration says.
type settings struct {
	checks    []string
	disable   []string
	enable    []string
	tests     bool
	generated bool
	facts     bool

	// What can't be seen of clients.
	uncached       []string
	readYourWrites bool
	liveReaders    []string
	unknownClient  string
}

// decode reads the settings. The register package has a decoder, but its errors don't tell what is known.
func decode(conf any) (*settings, error) {
	s := &settings{facts: true}
	keys := map[string]any{
		"checks":    &s.checks,
		"disable":   &s.disable,
		"enable":    &s.enable,
		"tests":     &s.tests,
		"generated": &s.generated,
		"facts":     &s.facts,

		"uncached":         &s.uncached,
		"read-your-writes": &s.readYourWrites,
		"live-readers":     &s.liveReaders,
		"unknown-client":   &s.unknownClient,
	}
	text, err := json.Marshal(conf)
	if err != nil {
		return nil, fmt.Errorf("ctrllint: reading the settings: %w", err)
	}
	var given map[string]json.RawMessage
	if err := json.Unmarshal(text, &given); err != nil {
		return nil, fmt.Errorf("ctrllint: the settings must be a map, not %s", text)
	}
	for _, key := range slices.Sorted(maps.Keys(given)) {
		to, ok := keys[key]
		if !ok {
			return nil, fmt.Errorf("ctrllint: unknown setting %q; known are %s", key, list(slices.Collect(maps.Keys(keys))))
		}
		if err := json.Unmarshal(given[key], to); err != nil {
			return nil, fmt.Errorf("ctrllint: setting %q must be %s, not %s", key, wanted(to), given[key])
		}
	}
	return s, nil
}

// wanted says what a setting must be.
func wanted(to any) string {
	switch to.(type) {
	case *[]string:
		return "a list of strings"
	case *string:
		return "a string"
	}
	return "true or false"
}

// apply sets the flags of all checks, and of the analyzers they require, and returns the checks that are to run. When it
// errs, they have their defaults.
func (s *settings) apply(all []*analysis.Analyzer) (chosen []*analysis.Analyzer, err error) {
	analyzers := closure(all)
	if err := reset(analyzers); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			// That the defaults can be set was seen above.
			_ = reset(analyzers)
		}
	}()

	for _, a := range analyzers {
		if a.Flags.Lookup("facts") == nil {
			continue
		}
		if err := a.Flags.Set("facts", strconv.FormatBool(s.facts)); err != nil {
			return nil, fmt.Errorf("ctrllint: facts: %s: %w", a.Name, err)
		}
		if !s.facts && len(a.FactTypes) > 0 {
			// The flag keeps the analyzer from using facts; golangci-lint goes by the types alone. A copy without
			// them would be another analyzer to those that require it.
			factTypes[a], a.FactTypes = a.FactTypes, nil
		}
	}
	for name, value := range map[string]bool{"tests": s.tests, "generated": s.generated} {
		for _, check := range all {
			if check.Flags.Lookup(name) == nil {
				continue
			}
			if err := check.Flags.Set(name, strconv.FormatBool(value)); err != nil {
				return nil, fmt.Errorf("ctrllint: %s: %s: %w", name, check.Name, err)
			}
		}
	}
	if err := s.setClients(all); err != nil {
		return nil, err
	}
	chosen, err = diag.Select(all, s.checks, s.disable, s.enable)
	if err != nil {
		return nil, fmt.Errorf("ctrllint: %w", err)
	}
	return chosen, nil
}

// setClients sets the flags about clients, which the checks that have them have in common.
func (s *settings) setClients(all []*analysis.Analyzer) error {
	for name, value := range map[string]string{
		"uncached":         strings.Join(s.uncached, ","),
		"read-your-writes": strconv.FormatBool(s.readYourWrites),
		"live-readers":     strings.Join(s.liveReaders, ","),
		"unknown-client":   s.unknownClient,
	} {
		for _, check := range all {
			if check.Flags.Lookup(name) == nil || name == "unknown-client" && value == "" {
				continue
			}
			if err := check.Flags.Set(name, value); err != nil {
				return fmt.Errorf("ctrllint: %s: %w", name, err)
			}
		}
	}
	return nil
}

// factTypes are the types that "facts: false" took from analyzers.
var factTypes = map[*analysis.Analyzer][]analysis.Fact{}

// reset sets every flag to its default, and gives the analyzers their facts back.
func reset(analyzers []*analysis.Analyzer) error {
	for a, types := range factTypes {
		a.FactTypes = types
		delete(factTypes, a)
	}
	for _, a := range analyzers {
		var names, values []string
		a.Flags.VisitAll(func(f *flag.Flag) {
			names = append(names, f.Name)
			values = append(values, f.DefValue)
		})
		for i, name := range names {
			if err := a.Flags.Set(name, values[i]); err != nil {
				return fmt.Errorf("ctrllint: default of %s.%s: %w", a.Name, name, err)
			}
		}
	}
	return nil
}

// closure returns the checks and everything they require, each once.
func closure(checks []*analysis.Analyzer) []*analysis.Analyzer {
	var all []*analysis.Analyzer
	var visit func([]*analysis.Analyzer)
	visit = func(list []*analysis.Analyzer) {
		for _, a := range list {
			if !slices.Contains(all, a) {
				all = append(all, a)
				visit(a.Requires)
			}
		}
	}
	visit(checks)
	return all
}

// list renders names for a message, in alphabetical order.
func list(names []string) string {
	slices.Sort(names)
	return strings.Join(names, ", ")
}
