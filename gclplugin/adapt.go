package gclplugin

import (
	"fmt"
	"go/token"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// adapt returns a copy of the check that reports in golangci-lint's form. Only a check may be copied: results and
// facts are found by an analyzer's address, and no analyzer requires a check.
func adapt(check *analysis.Analyzer) *analysis.Analyzer {
	adapted := *check
	adapted.Run = func(pass *analysis.Pass) (any, error) {
		p := *pass
		p.Report = func(d analysis.Diagnostic) { pass.Report(fold(pass.Fset, d)) }
		return check.Run(&p)
	}
	return &adapted
}

// fold returns the diagnostic with its related information in the message, since golangci-lint makes an issue of its
// own of each, and with no more than one fix, of one file, since golangci-lint applies all of a diagnostic's fixes.
func fold(fset *token.FileSet, d analysis.Diagnostic) analysis.Diagnostic {
	// The category in brackets stays at the end.
	var tag string
	if d.Category != "" {
		tag = " [" + d.Category + "]"
	}
	text, tagged := strings.CutSuffix(d.Message, tag)
	var b strings.Builder
	b.WriteString(text)
	for _, related := range d.Related {
		if related.Pos.IsValid() {
			at := fset.Position(related.Pos)
			fmt.Fprintf(&b, "; see %s:%d: %s", filepath.Base(at.Filename), at.Line, related.Message)
		} else {
			fmt.Fprintf(&b, "; %s", related.Message)
		}
	}
	if tagged {
		b.WriteString(tag)
	}
	d.Message = b.String()
	d.Related = nil

	if len(d.SuggestedFixes) > 0 {
		// The first is the check's own choice. Where that can't be used, another isn't taken in its place.
		d.SuggestedFixes = d.SuggestedFixes[:1:1]
		if !oneFile(fset, d.SuggestedFixes[0]) {
			d.SuggestedFixes = nil
		}
	}
	return d
}

// oneFile tells whether all edits of the fix are in the same file.
func oneFile(fset *token.FileSet, fix analysis.SuggestedFix) bool {
	for _, edit := range fix.TextEdits {
		if fset.File(edit.Pos) != fset.File(fix.TextEdits[0].Pos) {
			return false
		}
	}
	return true
}
