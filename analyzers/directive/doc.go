// Package directive is the check of the comments by which users silence findings: the analyzer's Doc is the page that
// users read. To silence is the work of each check's reporter; here are only the problems that comments have.
package directive

const doc = `find //lint:ignore comments for ctrllint that have no reason or silence nothing

A comment silences findings on its line or, if it has a line to itself, on the
line below it. //lint:file-ignore silences those of its file:

	//lint:ignore tombstone this informer's store never misses a delete
	pod := obj.(*corev1.Pod)

	//lint:file-ignore tombstone/panic,tombstone/inner only for the migration

What is silenced is a check (tombstone), a category of one (tombstone/panic or
tombstone.panic), several of them with commas between, or ctrllint: all checks.
Other tools' checks may stand in the same list. They are not looked at.

What this check finds cannot be silenced by such a comment.
`
