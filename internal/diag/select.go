package diag

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Named returns the check, and the category if there is one, that a name stands for: CHECK, CHECK/CATEGORY or
// CHECK.CATEGORY. It errs, telling what is known, if there is no such thing.
func Named(all []*analysis.Analyzer, name string) (check *analysis.Analyzer, category string, err error) {
	first, category, hasCategory := cutName(name)
	i := slices.IndexFunc(all, func(a *analysis.Analyzer) bool { return a.Name == first })
	if i < 0 {
		if full := withCategory(all, name); len(full) > 0 {
			return nil, "", fmt.Errorf("%q is a category; did you mean %s?", name, strings.Join(full, " or "))
		}
		if first == "" {
			first = name
		}
		var known []string
		for _, a := range all {
			known = append(known, a.Name)
		}
		return nil, "", fmt.Errorf("unknown check %q; known are %s", first, strings.Join(known, ", "))
	}
	check = all[i]
	if !hasCategory {
		return check, "", nil
	}
	r := registeredAs(check)
	switch {
	case r == nil:
		return nil, "", fmt.Errorf("check %s has no categories", first)
	case !r.known(category):
		return nil, "", fmt.Errorf("unknown category %q of check %s; known are %s", category, first, r.names())
	}
	return check, category, nil
}

// cutName cuts a name at the first slash or dot.
func cutName(name string) (check, category string, ok bool) {
	if i := strings.IndexAny(name, "/."); i >= 0 {
		return name[:i], name[i+1:], true
	}
	return name, "", false
}

// withCategory returns the names, CHECK/CATEGORY, of the categories that are named so.
func withCategory(all []*analysis.Analyzer, name string) []string {
	var full []string
	for _, a := range all {
		for _, c := range CategoriesOf(a) {
			if c.Name == name {
				full = append(full, a.Name+"/"+c.Name)
			}
		}
	}
	return full
}

// A Choice names what is to run and be reported: checks, CHECK, and categories, CHECK/CATEGORY or CHECK.CATEGORY.
type Choice struct{ Checks, Disable, Enable []string }

// Over returns the choice that counts if somebody chooses on top of what is there. The lists are joined, but for Checks,
// of which those on top count if there are any; and what is named on top, to run or to be reported, isn't disabled below.
func (c Choice) Over(below Choice) Choice {
	joined := Choice{Checks: c.Checks, Disable: slices.Clone(c.Disable), Enable: slices.Concat(c.Enable, below.Enable)}
	if len(c.Checks) == 0 {
		joined.Checks = below.Checks
	}
	wanted := map[string]bool{}
	for _, name := range slices.Concat(c.Checks, c.Enable) {
		wanted[slashed(name)] = true
	}
	for _, name := range c.Checks { // of a check that is to run, if only for a category
		check, _, _ := cutName(name)
		wanted[check] = true
	}
	for _, name := range below.Disable {
		if !wanted[slashed(name)] {
			joined.Disable = append(joined.Disable, name)
		}
	}
	return joined
}

// slashed returns CHECK/CATEGORY for CHECK.CATEGORY, and other names as they are.
func slashed(name string) string {
	if check, category, ok := cutName(name); ok {
		return check + "/" + category
	}
	return name
}

// Select switches categories as a choice says, and returns the checks to run, in their order. It errs if a name stands
// for nothing, and then changes nothing.
//
//   - If Checks is not empty, no check runs that it doesn't name. Of a check of which it names categories alone, no
//     others are reported.
//   - Checks in Disable don't run, categories in it are not reported.
//   - Categories in Enable are reported although they are off by default; a check stands for all of its own.
//
// What the checks' own flags say of categories holds as well.
func Select(all []*analysis.Analyzer, c Choice) ([]*analysis.Analyzer, error) {
	var lists [3]named
	for i, names := range [][]string{c.Checks, c.Disable, c.Enable} {
		list, err := resolve(all, names)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", [...]string{"checks", "disable", "enable"}[i], err)
		}
		lists[i] = list
	}
	runs, off, on := lists[0], lists[1], lists[2]
	var chosen []*analysis.Analyzer
	for _, a := range all {
		categories, named := runs[a]
		if len(runs) > 0 && !named || slices.Contains(off[a], "") {
			continue
		}
		chosen = append(chosen, a)
		r := registeredAs(a)
		if r == nil {
			continue
		}
		for _, c := range r.categories {
			alone := named && !slices.Contains(categories, "")
			if slices.Contains(off[a], c.Name) || alone && !slices.Contains(categories, c.Name) {
				add(&r.check.Disabled, c.Name)
			}
			if slices.Contains(on[a], c.Name) || slices.Contains(on[a], "") || alone && slices.Contains(categories, c.Name) {
				add(&r.check.Enabled, c.Name)
			}
		}
	}
	return chosen, nil
}

// named are categories by check; "" stands for the check itself.
type named map[*analysis.Analyzer][]string

func resolve(all []*analysis.Analyzer, names []string) (named, error) {
	found := named{}
	for _, name := range names {
		check, category, err := Named(all, name)
		if err != nil {
			return nil, err
		}
		found[check] = append(found[check], category)
	}
	return found, nil
}
