package diag

import (
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/tools/go/analysis"

	"github.com/ctrllint/ctrllint/internal/config"
)

// A Category is one kind of finding of a check. Its name stands in Diagnostic.Category and, in brackets, at the end
// of the message.
//
// Name and Doc are needed from the start, Level, Why, Bad, Good and NotSeen before the check goes to the registry: they
// are the category's page docs/checks/CHECK/NAME.md, what -explain CHECK/NAME prints, and the help of a SARIF rule. How
// to silence the finding is added by whoever prints it. Prose is written as Go doc comments are: paragraphs with blank
// lines between, code indented by a tab, broken wherever the source wants it. It starts with a capital letter.
//
// The check's Doc tells what is common to the categories and does not repeat them. An example, from
// analyzers/tombstone/categories.go:
//
//	{
//		Name: "key",
//		Doc:  "a key function that fails on a tombstone",
//		Level: diag.Error,
//		Why: `
//	cache.MetaNamespaceKeyFunc reads the name from the object's metadata, and a
//	tombstone has none: the function returns an error, ...`,
//		Setup: `
//	type Services struct {
//		queue workqueue.TypedRateLimitingInterface[string]
//	}`,
//		Bad: `
//	func (s *Services) onDelete(obj any) {
//		key, err := cache.MetaNamespaceKeyFunc(obj)
//	...`,
//		Good: `
//	func (s *Services) onDelete(obj any) {
//		key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
//	...`,
//		NotSeen: `
//	Key functions of your own that another module declares. ...`,
//	}
type Category struct {
	Name string // as users write it: panic, nilderef, ...
	Doc  string // one line, no full stop: what goes wrong at run time
	Off  bool   // not reported unless -enable names it
	// MildOff says that findings milder than Level are not reported unless -enable names the category.
	MildOff bool

	// Level says how bad the findings are. One that the code shows to be milder is reported in the category that Mild
	// returns.
	Level Level

	// Why says what the library does, in which versions, what that comes to in a cluster, and what to do instead.
	Why string
	// Bad is Go source, as gofmt has it, that has this mistake and no other: declarations without package clause and
	// imports. TestSnippets (in package analyzers) compiles it against the real libraries, in the module
	// testdata/src/cr025, and wants this category reported and nothing else. It imports what is used by the names that
	// are usual for Kubernetes (corev1, cache, client, ctrl, ...); other imports go to Setup.
	Bad string
	// Good is Bad without the mistake. TestSnippets wants nothing reported.
	Good string
	// Setup is the source that Bad and Good need to compile and a reader does not need to see, if any. It may start
	// with imports.
	Setup string
	// NotSeen says where the mistake is not reported: because it can't be seen, or since it is none there.
	NotSeen string
}

// site is where the project lives.
const site = "https://github.com/ctrllint/ctrllint"

// CheckURL returns the address of a check's page, for its Analyzer.URL.
func CheckURL(check string) string { return site + "/blob/main/docs/checks/" + check + ".md" }

// URL returns the address of the category's page.
func (c Category) URL(check string) string {
	return site + "/blob/main/docs/checks/" + check + "/" + c.Name + ".md"
}

// On tells whether findings of the category are reported when its check was told this.
func (c Category) On(check config.Check) bool {
	return !slices.Contains(check.Disabled, c.Name) && (!c.Off || slices.Contains(check.Enabled, c.Name))
}

// Mild returns the category with this level, unless its own is milder, for a finding that the code shows to be so.
func (c Category) Mild(level Level) Category {
	c.Off = c.Off || c.MildOff && level < c.Level
	c.Level = min(c.Level, level)
	return c
}

// Finding returns d as it is reported in the category by this check, and whether the check was told to report it. The
// message begins with the level and ends with the Tag. Of one that is longer than MaxMessage, what comes behind a semicolon
// is related information.
func (c Category) Finding(check string, told config.Check, d analysis.Diagnostic) (analysis.Diagnostic, bool) {
	return c.findingIn("", check, told, d)
}

// findingIn does what Finding does, for a finding that says last where it holds.
func (c Category) findingIn(where, check string, told config.Check, d analysis.Diagnostic) (analysis.Diagnostic, bool) {
	d.Category = c.Name
	d = fitted(d, len(c.Level.prefix())+len(where)+len(" ")+len(Tag(check, c.Name)))
	d.Message = c.Level.prefix() + d.Message + where + " " + Tag(check, c.Name)
	if d.URL == "" {
		d.URL = c.URL(check)
	}
	// A category that doesn't say how bad it is can't be left out for it.
	return d, c.On(told) && (c.Level == 0 || c.Level >= levelNamed(told.Severity))
}

// MaxMessage is how many characters the message of a finding has at most, unless names alone are longer. Who reads
// findings in a list reads no more of each, and what shows them in a line cuts it.
const MaxMessage = 300

// fitted returns the diagnostic with what its message can do without, if it is too long beside further bytes: what is to
// be done, which is said last, behind a semicolon. It is the first of the related places then.
func fitted(d analysis.Diagnostic, further int) analysis.Diagnostic {
	for utf8.RuneCountInString(d.Message)+further > MaxMessage {
		i := strings.LastIndex(d.Message, "; ")
		if i < 0 {
			return d
		}
		rest := analysis.RelatedInformation{Pos: d.Pos, End: d.End, Message: d.Message[i+len("; "):]}
		d.Message, d.Related = d.Message[:i], append([]analysis.RelatedInformation{rest}, d.Related...)
	}
	return d
}
