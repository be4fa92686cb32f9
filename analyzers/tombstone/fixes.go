package tombstone

import (
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
)

func (j *judge) fixes(f finding, at inspector.Cursor) []analysis.SuggestedFix { return nil }
