package diag

import (
	"slices"

	"github.com/ctrllint/ctrllint/internal/config"
)

// A Category is one kind of finding of a check. Its name stands in Diagnostic.Category and, in brackets, at the end
// of the message.
//
// Name and Doc are needed from the start, Why, Bad, Good and NotSeen before the check goes to the registry: they are
// the category's page docs/checks/CHECK/NAME.md, what -explain CHECK/NAME prints, and the help of a SARIF rule. How to
// silence the finding is added by whoever prints it. Prose is written as Go doc comments are: paragraphs with blank
// lines between, code indented by a tab, broken wherever the source wants it. It starts with a capital letter.
//
// The check's Doc tells what is common to the categories and does not repeat them. An example, from
// analyzers/tombstone/categories.go:
//
//	{
//		Name: "key",
//		Doc:  "a key function that fails on a tombstone",
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
