package diag

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/ctrllint/ctrllint/internal/config"
)

// Apply sets the flags of the checks as a user says in a settings file, or in a linter's settings, and returns what is
// chosen there. It errs, with the place if there is one, if a value isn't right.
func Apply(all []*analysis.Analyzer, said config.Said) (Choice, error) {
	var c Choice
	lists := map[string]*[]string{"checks": &c.Checks, "disable": &c.Disable, "enable": &c.Enable}
	for _, key := range slices.Sorted(maps.Keys(said)) {
		value := said[key]
		set := func(text string) error { return SetFlags(all, key, text) }
		if list := lists[key]; list != nil {
			*list = value.Texts
			set = func(name string) error {
				_, _, err := Named(all, name)
				return err
			}
		}
		for i, text := range value.Texts { // one by one, to know which is wrong
			if err := set(text); err != nil {
				return Choice{}, fmt.Errorf("%s%s: %w", value.At(i), key, err)
			}
		}
		if lists[key] == nil {
			if err := set(strings.Join(value.Texts, ",")); err != nil {
				return Choice{}, fmt.Errorf("%s%s: %w", value.At(-1), key, err)
			}
		}
	}
	return c, nil
}

// SetFlags sets the flag of that name of each check that has one. It errs if one doesn't take the value.
func SetFlags(all []*analysis.Analyzer, name, value string) error {
	for _, check := range all {
		if check.Flags.Lookup(name) == nil {
			continue
		}
		if err := check.Flags.Set(name, value); err != nil {
			return err
		}
	}
	return nil
}
