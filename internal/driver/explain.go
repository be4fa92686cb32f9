package driver

import (
	"fmt"
	"go/doc/comment"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"golang.org/x/tools/go/analysis"

	"github.com/ctrllint/ctrllint/internal/diag"
)

// listChecks prints the checks and their categories.
func (o *options) listChecks(w io.Writer) {
	for _, a := range o.all {
		fmt.Fprintf(w, "%s\t%s\n", a.Name, title(a))
		tab := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
		for _, c := range diag.CategoriesOf(a) {
			fmt.Fprintf(tab, "  %s\t%s\t%s\n", c.Name, onOff(c), c.Doc)
		}
		tab.Flush()
	}
}

// onOff tells whether the category is on if the user doesn't say anything.
func onOff(c diag.Category) string {
	if c.Off {
		return "off"
	}
	return "on"
}

// explain prints the documentation of what is named, CHECK or CHECK/CATEGORY or CHECK.CATEGORY. It errs if there is no
// such thing.
func (o *options) explain(w io.Writer, name string) error {
	check, category := name, ""
	if i := strings.IndexAny(name, "/."); i >= 0 {
		check, category = name[:i], name[i+1:]
	}
	i := slices.IndexFunc(o.all, func(a *analysis.Analyzer) bool { return a.Name == check })
	if i < 0 {
		return fmt.Errorf("-explain: unknown check %q; known are %s", check, strings.Join(names(o.all), ", "))
	}
	a := o.all[i]
	if check == name {
		explainCheck(w, a)
		return nil
	}
	categories := diag.CategoriesOf(a)
	var known []string
	for _, c := range categories {
		if c.Name == category {
			explainCategory(w, a, c)
			return nil
		}
		known = append(known, c.Name)
	}
	if len(known) == 0 {
		return fmt.Errorf("-explain: check %s has no categories", check)
	}
	return fmt.Errorf("-explain: unknown category %q of check %s; known are %s", category, check, strings.Join(known, ", "))
}

func explainCheck(w io.Writer, a *analysis.Analyzer) {
	_, rest, _ := strings.Cut(a.Doc, "\n")
	fmt.Fprintf(w, "%s: %s\n", a.Name, title(a))
	if rest = strings.Trim(rest, "\n"); rest != "" {
		fmt.Fprintf(w, "\n%s\n", rest)
	}
	if categories := diag.CategoriesOf(a); len(categories) > 0 {
		var on, off []string
		for _, c := range categories {
			if c.Off {
				off = append(off, c.Name)
			} else {
				on = append(on, c.Name)
			}
		}
		fmt.Fprintln(w)
		if len(on) > 0 {
			fmt.Fprintf(w, "On by default (-%s.disable): %s\n", a.Name, strings.Join(on, ", "))
		}
		if len(off) > 0 {
			fmt.Fprintf(w, "Off by default (-%s.enable): %s\n", a.Name, strings.Join(off, ", "))
		}
	}
	if a.URL != "" {
		fmt.Fprintf(w, "\n%s\n", a.URL)
	}
}

func explainCategory(w io.Writer, a *analysis.Analyzer, c diag.Category) {
	fmt.Fprintf(w, "%s/%s: %s\n", a.Name, c.Name, c.Doc)
	if section := sectionOf(a, c.Name); section != "" {
		fmt.Fprintf(w, "\n%s\n", section)
	}
	flagName := "disable"
	if c.Off {
		flagName = "enable"
	}
	fmt.Fprintf(w, "\n%s by default (-%s.%s=%s). The whole check: ctrllint -explain %s\n",
		strings.ToUpper(onOff(c)[:1])+onOff(c)[1:], a.Name, flagName, c.Name, a.Name)
}

// sectionOf returns what the check's documentation says of the category, without its name, or "" if there is nothing.
//
// That is the paragraph that begins with the name and a colon, and those after it, up to the one that begins so with
// another category. Where there is none any more, text that is not indented is about the whole check again.
func sectionOf(a *analysis.Analyzer, category string) string {
	categories := diag.CategoriesOf(a)
	begins := func(paragraph string) bool { // a section
		return slices.ContainsFunc(categories, func(c diag.Category) bool {
			return strings.HasPrefix(paragraph, c.Name+": ") || strings.HasPrefix(paragraph, c.Name+":\n")
		})
	}
	paragraphs := strings.Split(strings.TrimRight(a.Doc, "\n"), "\n\n")
	start := slices.IndexFunc(paragraphs, func(p string) bool {
		return strings.HasPrefix(p, category+": ") || strings.HasPrefix(p, category+":\n")
	})
	if start < 0 || !begins(paragraphs[start]) {
		return ""
	}
	length := 1 + slices.IndexFunc(paragraphs[start+1:], begins)
	if length == 0 { // the last one
		length = 1
		for _, p := range paragraphs[start+1:] {
			if !strings.HasPrefix(p, "\t") && !strings.HasPrefix(p, " ") {
				break
			}
			length++
		}
	}
	section := strings.Join(paragraphs[start:start+length], "\n\n")
	return strings.TrimLeft(strings.TrimPrefix(section, category+":"), " \n")
}

// prose returns the paragraphs of a piece of documentation, without code, each a line.
func prose(doc string) string {
	parsed := new(comment.Parser).Parse(doc)
	parsed.Content = slices.DeleteFunc(parsed.Content, func(b comment.Block) bool {
		_, code := b.(*comment.Code)
		return code
	})
	return strings.TrimSpace(string((&comment.Printer{TextWidth: -1}).Text(parsed)))
}

// markdown returns a piece of documentation as Markdown.
func markdown(doc string) string {
	return strings.TrimSpace(string(new(comment.Printer).Markdown(new(comment.Parser).Parse(doc))))
}
