package lostwrite

import "github.com/ctrllint/ctrllint/internal/diag"

var (
	baseCategory   = diag.Category{Name: "base", Doc: "a patch whose base is the very object that is changed", Level: diag.Error}
	lateCategory   = diag.Category{Name: "late", Doc: "a patch whose base was copied after the change", Level: diag.Error}
	statusCategory = diag.Category{Name: "status", Doc: "the status is set, and the object is written without it", Level: diag.Error}
	specCategory   = diag.Category{Name: "spec", Doc: "something else than the status is changed, and only the status is written", Level: diag.Error}
)

var categories = []diag.Category{baseCategory, lateCategory, statusCategory, specCategory}
