package gclplugin

import (
	"fmt"
	"go/token"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/ctrllint/ctrllint/internal/diag"
)

// adapt returns copies of the chosen checks that report in golangci-lint's form.
//
// Results and facts are found by an analyzer's address. So a check that requires others, as check directive does, gets
// the copies of these: the originals would run a second time. Those that are not chosen do not run for it.
func adapt(chosen, all []*analysis.Analyzer) []*analysis.Analyzer {
	copies := map[*analysis.Analyzer]*analysis.Analyzer{}
	for _, check := range chosen {
		adapted := *check
		adapted.Run = func(pass *analysis.Pass) (any, error) {
			p := *pass
			p.Report = func(d analysis.Diagnostic) { pass.Report(fold(pass.Fset, check.Name, d)) }
			return check.Run(&p)
		}
		copies[check] = &adapted
	}
	var built []*analysis.Analyzer
	for _, check := range chosen {
		adapted := copies[check]
		adapted.Requires = nil
		for _, required := range check.Requires {
			switch {
			case copies[required] != nil:
				adapted.Requires = append(adapted.Requires, copies[required])
			case !slices.Contains(all, required): // not a check
				adapted.Requires = append(adapted.Requires, required)
			}
		}
		built = append(built, adapted)
	}
	return built
}

// fold returns the diagnostic with its related information in the message, since golangci-lint makes an issue of its
// own of each, and with no more than one fix, of one file, since golangci-lint applies all of a diagnostic's fixes.
func fold(fset *token.FileSet, check string, d analysis.Diagnostic) analysis.Diagnostic {
	tag := diag.Tag(check, d.Category) // stays at the end
	text, tagged := strings.CutSuffix(d.Message, " "+tag)
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
		b.WriteString(" " + tag)
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
