package lostwrite

import (
	"fmt"
	"go/types"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/diag"
	"github.com/ctrllint/ctrllint/internal/domain/change"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
	"github.com/ctrllint/ctrllint/internal/place"
)

// dropped reports the changes of objects that only a function has, and that nothing looks at afterwards.
func (j *judge) dropped(changes *change.Info) {
	for _, fn := range changes.Functions {
		j.idle(changes, fn)
		for _, call := range changes.Appended(fn) {
			message := "what this appends is in a slice of the function's own, which nothing uses afterwards: the object's list stays as it is; put the slice into the object, or return it"
			if !ir.IsBuiltin(call.Common(), "append") {
				message = "this makes the list of conditions longer or shorter in a variable of the function's own only, which nothing uses afterwards: the object's list stays as it is; pass the address of the object's list"
			}
			j.reporter.Report(copyCategory, analysis.Diagnostic{Pos: call.Pos(), Message: message})
		}
		for _, d := range changes.Dropped(fn) {
			j.trace.dropped(d)
			category, message := j.aboutDropped(d)
			var related []analysis.RelatedInformation
			for _, by := range d.By[1:] {
				related = append(related, analysis.RelatedInformation{Pos: by.Pos(), Message: "which is changed here too"})
			}
			if d.Last != nil {
				related = append(related, analysis.RelatedInformation{Pos: d.Last.Pos(), Message: "what is done with it before"})
			}
			slices.SortFunc(d.Calls, func(a, b ssa.CallInstruction) int { return place.Compare(j.pass.Fset, a.Pos(), b.Pos()) })
			for _, call := range d.Calls {
				related = append(related, analysis.RelatedInformation{Pos: call.Pos(), Message: "who gives it does nothing with it then"})
			}
			j.reporter.Report(category, analysis.Diagnostic{Pos: d.By[0].Pos(), Message: message, Related: related})
		}
	}
}

// idle reports the maps that something is put into and that are left out of their object.
func (j *judge) idle(changes *change.Info, fn *ssa.Function) {
	for _, m := range changes.IdleMaps(fn) {
		message := ""
		if m.Copied != nil {
			name := ir.CalledName(m.Copied.Common())
			if name != m.Maker {
				name += ", which calls " + m.Maker + ","
			}
			message = fmt.Sprintf("what %s returns is a deep copy, and this changes nothing but that: the object stays as it is; put it back with Set%s", name, m.Maker)
		} else {
			kind := types.TypeString(ir.Deref(m.Of.Type()), kube.Qualifier(j.pass.Pkg))
			message = fmt.Sprintf("where the %s has no %s this goes into a new map, which is never put into it: the change is lost then; call Set%s with the map", kind, m.Field, m.Field)
		}
		var related []analysis.RelatedInformation
		for _, by := range m.By[1:] {
			related = append(related, analysis.RelatedInformation{Pos: by.Pos(), Message: "which is changed here too"})
		}
		j.reporter.Report(copyCategory, analysis.Diagnostic{Pos: m.By[0].Pos(), Message: message, Related: related})
	}
}

// aboutDropped says what comes of changes that nothing looks at.
func (j *judge) aboutDropped(d *change.Dropped) (diag.Category, string) {
	kind := types.TypeString(ir.Deref(d.Object.Type()), kube.Qualifier(j.pass.Pkg))
	fields := list(d.Fields)
	switch d.How {
	case change.Item:
		return copyCategory, fmt.Sprintf("this changes %s of a copy of the %s, which nothing uses afterwards: the element itself stays as it is; change that, by its index or a pointer to it", fields, kind)
	case change.Argument:
		category := copyCategory
		if d.Demanded {
			category = category.Mild(diag.Note) // nobody may ever ask for it
		}
		return category, fmt.Sprintf("this changes %s of the function's own copy of the %s, which is passed by value and which nothing uses afterwards: the caller's stays as it is; take a pointer", fields, kind)
	case change.Value:
		return copyCategory, fmt.Sprintf("this changes %s of a copy of the %s, which nothing uses afterwards: what was copied stays as it is; change that itself, or put the copy in its place", fields, kind)
	case change.DeepCopy:
		return copyCategory, fmt.Sprintf("this changes %s of a DeepCopy, which nothing uses afterwards: neither the original nor the API server gets the change; write the copy, or change what is written", fields)
	}
	at := j.pass.Fset.Position(d.Last.Pos())
	if d.How == change.Encoded {
		return afterCategory, fmt.Sprintf("this changes %s of the %s when %s (%s:%d) has made another form of it, and nothing uses it afterwards: the other form doesn't have the change; make it before that",
			fields, kind, ir.CalledName(d.Last.Common()), filepath.Base(at.Filename), at.Line)
	}
	where := fmt.Sprintf("%s%s (%s:%d)", d.Op.Verb, d.Op.Sub, filepath.Base(at.Filename), at.Line)
	if d.Op.Verb.Writes() {
		return afterCategory, fmt.Sprintf("this changes %s of the %s after its last write, %s, and nothing uses it afterwards: the change is never stored; make it before that, or write it", fields, kind, where)
	}
	return afterCategory, fmt.Sprintf("this changes %s of the %s that %s has read, and nothing uses it afterwards: the change is never stored; write it", fields, kind, where)
}
