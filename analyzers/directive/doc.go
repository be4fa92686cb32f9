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

reason: the comment has no reason after the list. Without one it silences
nothing.

	//lint:ignore tombstone

unknown: the check has no category of that name.

	//lint:ignore tombstone/panics recovered above

unused: the comment silences nothing, since what it names finds nothing there.
It would hide the next mistake. It is not reported where that cannot be known: in files that are
not judged, for checks and categories that do not run, when facts are switched
off, and when Go files are named instead of packages.

What this check finds cannot be silenced by such a comment.
`
