package gclplugin

import (
	"encoding/json"
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
	severity  string
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
		"severity":  &s.severity,
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

// apply sets the flags of all checks, and returns the checks that are to run.
func (s *settings) apply(all []*analysis.Analyzer) ([]*analysis.Analyzer, error) {
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
	if err := s.setSeverity(all); err != nil {
		return nil, err
	}
	chosen, err := diag.Select(all, s.checks, s.disable, s.enable)
	if err != nil {
		return nil, fmt.Errorf("ctrllint: %w", err)
	}
	return chosen, nil
}

// setSeverity sets the level from which on findings are reported, if the user names one.
func (s *settings) setSeverity(all []*analysis.Analyzer) error {
	for _, check := range all {
		if s.severity == "" || check.Flags.Lookup("severity") == nil {
			continue
		}
		if err := check.Flags.Set("severity", s.severity); err != nil {
			return fmt.Errorf("ctrllint: severity: %w", err)
		}
	}
	return nil
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

// list renders names for a message, in alphabetical order.
func list(names []string) string {
	slices.Sort(names)
	return strings.Join(names, ", ")
}
