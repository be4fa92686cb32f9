// Package page makes the pages of docs/checks: one for each check, one for each of its categories. Everything on them
// is in the analyzers and their categories.
package page

import (
	"flag"
	"fmt"
	"go/doc/comment"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/ctrllint/ctrllint/internal/diag"
)

// Files returns the pages of the checks and their index, by their names below docs/checks, with slashes.
func Files(checks []*analysis.Analyzer) map[string]string {
	files := map[string]string{"README.md": index(checks)}
	for _, a := range checks {
		files[a.Name+".md"] = note + check(a)
		for _, c := range diag.CategoriesOf(a) {
			files[a.Name+"/"+c.Name+".md"] = note + category(a, c)
		}
	}
	return files
}

// note is for whoever wants to edit a page.
const note = "<!-- Made by internal/docgen from the sources of the check. -->\n\n"

// Title returns the first line of the check's documentation.
func Title(a *analysis.Analyzer) string {
	line, _, _ := strings.Cut(a.Doc, "\n")
	return strings.TrimPrefix(line, a.Name+": ")
}

func index(checks []*analysis.Analyzer) string {
	var b strings.Builder
	b.WriteString(note + "# Checks\n\nEach category has a level, which says how bad its findings are:\n\n")
	for _, level := range diag.Levels() {
		fmt.Fprintf(&b, "- %s: %s.\n", level, level.Meaning())
	}
	for _, a := range checks {
		fmt.Fprintf(&b, "\n## [%s](%s.md)\n\n%s\n", a.Name, a.Name, sentence(Title(a)))
		writeCategories(&b, a)
	}
	return b.String()
}

// check returns the page of a check.
func check(a *analysis.Analyzer) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s\n", a.Name, sentence(Title(a)))
	if _, rest, _ := strings.Cut(a.Doc, "\n"); strings.TrimSpace(rest) != "" {
		fmt.Fprintf(&b, "\n%s\n", Markdown(rest))
	}
	if len(diag.CategoriesOf(a)) > 0 {
		b.WriteString("\n## Categories\n")
		writeCategories(&b, a)
	}
	b.WriteString("\n## Flags\n\n| flag | default | meaning |\n|---|---|---|\n")
	a.Flags.VisitAll(func(f *flag.Flag) {
		argument, usage := flag.UnquoteUsage(f)
		name := "-" + a.Name + "." + f.Name
		if argument != "" {
			name += " " + strings.ToUpper(argument)
		}
		def := ""
		if f.DefValue != "" {
			def = "`" + f.DefValue + "`"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", name, def, cell(usage))
	})
	b.WriteString("\nHow to set them in each way of running ctrllint: [README](../../README.md#configuration).\n")
	return b.String()
}

// writeCategories writes the table of the check's categories, whose pages are in a folder named as the check.
func writeCategories(b *strings.Builder, a *analysis.Analyzer) {
	categories := diag.CategoriesOf(a)
	if len(categories) == 0 {
		return
	}
	b.WriteString("\n| category | what goes wrong | level | by default |\n|---|---|---|---|\n")
	for _, c := range categories {
		fmt.Fprintf(b, "| [%s](%s/%s.md) | %s | %s | %s |\n", c.Name, a.Name, c.Name, cell(c.Doc), c.Level, OnOff(c))
	}
}

// OnOff tells whether the category is on if the user doesn't say anything.
func OnOff(c diag.Category) string {
	if c.Off {
		return "off"
	}
	return "on"
}

// Level says in a sentence how bad the findings of the category are, which must have a level.
func Level(c diag.Category) string {
	level := fmt.Sprintf("Its level is %s: %s.", c.Level, c.Level.Meaning())
	if c.MildOff {
		level += " Milder findings are off unless `-enable` names it."
	}
	return level
}

// category returns the page of a category of the check.
func category(a *analysis.Analyzer, c diag.Category) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s/%s\n\n%s\n\n", a.Name, c.Name, sentence(c.Doc))
	fmt.Fprintf(&b, "A category of the check [%s](../%s.md). It is %s by default.\n", a.Name, a.Name, OnOff(c))
	if c.Level != 0 {
		fmt.Fprintf(&b, "\n%s\n", Level(c))
	}
	fmt.Fprintf(&b, "\n%s\n\n## How to silence it\n\n%s\n", Help(c), silence(a, c))
	return b.String()
}

// Help returns what the category's documentation says, as Markdown.
func Help(c diag.Category) string {
	var parts []string
	for _, part := range []struct{ title, text string }{
		{"Why", Markdown(c.Why)},
		{"Bad", fence(c.Bad)},
		{"Good", fence(c.Good)},
		{"Limitations", Markdown(c.NotSeen)},
	} {
		if part.text != "" {
			parts = append(parts, "## "+part.title+"\n\n"+part.text)
		}
	}
	return strings.Join(parts, "\n\n")
}

// silence says how to silence findings of the category, or how to have them at all.
func silence(a *analysis.Analyzer, c diag.Category) string {
	var b strings.Builder
	if Silenced(a) {
		fmt.Fprintf(&b, "One finding, by a comment on its line or above it, which has to give a reason:\n\n%s\n\n",
			fence(Directive(a, c)))
	}
	if c.Off {
		fmt.Fprintf(&b, "It is off. To switch it on: the flag `-%[1]s.enable=%[2]s`, or in golangci-lint the setting `enable: [%[1]s.%[2]s]`.", a.Name, c.Name)
	} else {
		fmt.Fprintf(&b, "All of them: the flag `-%[1]s.disable=%[2]s`, or in golangci-lint the setting `disable: [%[1]s.%[2]s]`.", a.Name, c.Name)
	}
	return b.String()
}

// Silenced tells whether comments silence what the check finds.
func Silenced(a *analysis.Analyzer) bool { return a.ResultType == diag.ResultType }

// Directive returns the comment that silences a finding of the category.
func Directive(a *analysis.Analyzer, c diag.Category) string {
	return fmt.Sprintf("//lint:ignore %s/%s why this is right here", a.Name, c.Name)
}

// Markdown returns text in the form of Go doc comments as Markdown.
func Markdown(doc string) string {
	return strings.TrimSpace(string(new(comment.Printer).Markdown(parse(doc))))
}

// Prose returns the paragraphs of text in the form of Go doc comments, without code, each a line.
func Prose(doc string) string {
	parsed := parse(doc)
	parsed.Content = slices.DeleteFunc(parsed.Content, func(b comment.Block) bool {
		_, code := b.(*comment.Code)
		return code
	})
	return strings.TrimSpace(string((&comment.Printer{TextWidth: -1}).Text(parsed)))
}

func parse(doc string) *comment.Doc { return new(comment.Parser).Parse(strings.Trim(doc, "\n")) }

// fence returns Go source as a block of code, or "" if there is none.
func fence(source string) string {
	if source = strings.Trim(source, "\n"); source == "" {
		return ""
	}
	return "```go\n" + source + "\n```"
}

// sentence returns a line that has no full stop and no capital letter with them. A name in another case, such as
// DeletedObject.OptionalObj, has its letter already.
func sentence(line string) string {
	if line == "" {
		return ""
	}
	return strings.ToUpper(line[:1]) + line[1:] + "."
}

// cell returns text that can stand in a cell of a table.
func cell(text string) string {
	return strings.NewReplacer("\n", " ", "|", `\|`, "*", `\*`, "<", `\<`).Replace(text)
}
