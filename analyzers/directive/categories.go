package directive

import "github.com/ctrllint/ctrllint/internal/diag"

// What the check finds, with the pages that users read.
var (
	reasonCategory = diag.Category{
		Name:  "reason",
		Doc:   "a directive has no reason, and so silences nothing",
		Level: diag.Note,
		Why: `
Whoever reads the code later, a reviewer or the next maintainer, has to know why
the finding is none here. So a directive has to say so after the names of the
checks, and without it the finding stays.`,
		Setup: exampleSetup,
		Bad: `
func (t *Tracker) onDelete(obj any) {
	//lint:ignore tombstone/panic
	pod := obj.(*corev1.Pod)
	delete(t.pods, pod.UID)
}`,
		Good: `
func (t *Tracker) onDelete(obj any) {
	//lint:ignore tombstone/panic the store in front of it unwraps tombstones
	pod := obj.(*corev1.Pod)
	delete(t.pods, pod.UID)
}`,
		NotSeen: `
Whether the reason is a good one. Directives that name other tools' checks only
are not looked at.`,
	}

	unknownCategory = diag.Category{
		Name:  "unknown",
		Doc:   "a directive names a category that the check doesn't have, or no check",
		Level: diag.Note,
		Why: `
The category is misspelt, or belongs to another check. The directive does not
silence what it was written for. Nor does one that names a category alone, such
as panic: write the check too, as the finding does, tombstone/panic. ctrllint
-list shows the checks and categories that there are.`,
		Setup: exampleSetup,
		Bad: `
func (t *Tracker) onDelete(obj any) {
	//lint:ignore tombstone/panics the store in front of it unwraps tombstones
	pod := obj.(*corev1.Pod)
	delete(t.pods, pod.UID)
}`,
		Good: `
func (t *Tracker) onDelete(obj any) {
	//lint:ignore tombstone/panic the store in front of it unwraps tombstones
	pod := obj.(*corev1.Pod)
	delete(t.pods, pod.UID)
}`,
		NotSeen: `
A check that is misspelt is taken for one of another tool, such as staticcheck.
Categories of checks that do not run are not known.`,
	}

	unusedCategory = diag.Category{
		Name:  "unused",
		Doc:   "a directive silences nothing",
		Level: diag.Note,
		Why: `
What the directive names finds nothing on its line (or, for lint:file-ignore, in
its file): the mistake was mended, the code moved away from the comment, or
there never was one. The directive would hide the next mistake. Remove it.

A comment with a blank before lint:ignore is no directive, and silences nothing
either.`,
		Setup: exampleSetup,
		Bad: `
func (t *Tracker) onDelete(obj any) {
	//lint:ignore tombstone the store in front of it unwraps tombstones
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = tombstone.Obj
	}
	if pod, ok := obj.(*corev1.Pod); ok {
		delete(t.pods, pod.UID)
	}
}`,
		Good: `
func (t *Tracker) onDelete(obj any) {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = tombstone.Obj
	}
	if pod, ok := obj.(*corev1.Pod); ok {
		delete(t.pods, pod.UID)
	}
}`,
		NotSeen: `
It is not reported where it can't be known: in files that are not judged, for
checks and categories that do not run, when facts are switched off, and when Go
files are named instead of packages.`,
	}
)

// categories are all of these, in the order of the documentation.
var categories = []diag.Category{reasonCategory, unknownCategory, unusedCategory}

// exampleSetup is what the examples are about.
const exampleSetup = `
type Tracker struct {
	pods map[types.UID]bool
}

func (t *Tracker) watch(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: t.onDelete})
}
`
