package driver

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"golang.org/x/tools/go/analysis"

	"github.com/ctrllint/ctrllint/internal/diag"
	"github.com/ctrllint/ctrllint/internal/page"
)

// listChecks prints the checks and their categories.
func (o *options) listChecks(w io.Writer) error {
	for _, a := range o.all {
		fmt.Fprintf(w, "%s\t%s\n", a.Name, page.Title(a))
		writeCategories(w, diag.CategoriesOf(a))
	}
	return nil
}

// help prints the help text or, if checks or categories are named, their documentation. It errs if there is no such
// thing.
func (o *options) help(w io.Writer, names []string) error {
	if len(names) == 0 {
		o.usage(w)
		return nil
	}
	for i, name := range names {
		check, category, err := diag.Named(o.all, name)
		if err != nil {
			return fmt.Errorf("help: %w", err)
		}
		if i > 0 {
			fmt.Fprintln(w)
		}
		explainNamed(w, check, category)
	}
	return nil
}

// explain prints the documentation of what is named, CHECK or CHECK/CATEGORY or CHECK.CATEGORY. It errs if there is no
// such thing.
func (o *options) explain(w io.Writer, name string) error {
	a, category, err := diag.Named(o.all, name)
	if err != nil {
		return fmt.Errorf("-explain: %w", err)
	}
	explainNamed(w, a, category)
	return nil
}

// explainNamed prints the documentation of the check, or of its category if that is not "".
func explainNamed(w io.Writer, a *analysis.Analyzer, category string) {
	if category == "" {
		explainCheck(w, a)
		return
	}
	for _, c := range diag.CategoriesOf(a) {
		if c.Name == category {
			explainCategory(w, a, c)
		}
	}
}

func explainCheck(w io.Writer, a *analysis.Analyzer) {
	_, rest, _ := strings.Cut(a.Doc, "\n")
	fmt.Fprintf(w, "%s: %s\n", a.Name, page.Title(a))
	if rest = strings.Trim(rest, "\n"); rest != "" {
		fmt.Fprintf(w, "\n%s\n", rest)
	}
	if categories := diag.CategoriesOf(a); len(categories) > 0 {
		fmt.Fprintf(w, "\nCategories, each of which -explain %s/NAME tells more about:\n\n", a.Name)
		writeCategories(w, categories)
		fmt.Fprintf(w, "\n-%[1]s.disable and -%[1]s.enable switch them off and on, -%[1]s.severity leaves out the milder ones.\n", a.Name)
	}
	if a.URL != "" {
		fmt.Fprintf(w, "\n%s\n", a.URL)
	}
}

// writeCategories writes a table of categories.
func writeCategories(w io.Writer, categories []diag.Category) {
	tab := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	for _, c := range categories {
		fmt.Fprintf(tab, "  %s\t%s\t%s\t%s\n", c.Name, c.Level, page.OnOff(c), c.Doc)
	}
	tab.Flush()
}

func explainCategory(w io.Writer, a *analysis.Analyzer, c diag.Category) {
	fmt.Fprintf(w, "%s/%s: %s\n", a.Name, c.Name, c.Doc)
	if text := helpOf(c); text != "" {
		fmt.Fprintf(w, "\n%s\n", text)
	}
	fmt.Fprintln(w)
	if page.Silenced(a) {
		fmt.Fprintf(w, "To silence one: %s\n", page.Directive(a, c))
	}
	if c.Off {
		fmt.Fprintf(w, "It is off by default. To switch it on: -%s.enable=%s\n", a.Name, c.Name)
	} else {
		fmt.Fprintf(w, "It is on by default. To switch it off: -%s.disable=%s\n", a.Name, c.Name)
	}
	if c.Level != 0 {
		fmt.Fprintln(w, page.Level(c))
	}
	fmt.Fprintf(w, "The whole check: ctrllint -explain %s\n\n%s\n", a.Name, c.URL(a.Name))
}

// helpOf returns what the category's documentation says, as plain text.
func helpOf(c diag.Category) string {
	var parts []string
	add := func(title, text string) {
		if text != "" {
			parts = append(parts, title+text)
		}
	}
	add("", strings.Trim(c.Why, "\n"))
	add("Bad:\n\n", indent(c.Bad))
	add("Good:\n\n", indent(c.Good))
	add("Limitations:\n\n", strings.Trim(c.NotSeen, "\n"))
	return strings.Join(parts, "\n\n")
}

// indent returns source with a tab before each line that has text.
func indent(source string) string {
	lines := strings.Split(strings.Trim(source, "\n"), "\n")
	for i, line := range lines {
		if line != "" {
			lines[i] = "\t" + line
		}
	}
	return strings.Join(lines, "\n")
}
