package projection

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/domain/use"
	"github.com/ctrllint/ctrllint/internal/kube"
	"github.com/ctrllint/ctrllint/internal/place"
)

// A finding is one kind that is cached twice, in one package.
type finding struct {
	pass *analysis.Pass
	*conflict
}

func (f *finding) diagnostic() analysis.Diagnostic {
	return analysis.Diagnostic{
		Pos:     f.name(f.Pos),
		Message: f.message(),
		Related: f.related(),
	}
}

// message says that there are two informers, where, what comes of it, and what to do.
func (f *finding) message() string {
	odd, base := f.Odd[0], f.Base[0]
	here, there := base, odd
	if f.At == odd {
		here, there = odd, base
	}
	where := ""
	if f.At == nil {
		where = " in this program"
	}
	return fmt.Sprintf("%s is cached twice%s: %s %s, %s %s, %s; %s",
		f.Kind, where, f.called(here), does(here, ""), f.called(there), does(there, ""), f.harm(odd), f.advice(odd, base))
}

// harm says what comes of it.
func (f *finding) harm(odd *use.Use) string {
	if f.Quiet {
		return "which costs a second watch and the memory of all objects, and one may not have yet what the other shows"
	}
	return fmt.Sprintf("so right after an event %s may find nothing or an older object", f.reader(odd))
}

// called names the place of a use, if it is not that of the finding.
func (f *finding) called(u *use.Use) string {
	if u == f.At {
		return "this " + u.What
	}
	if !f.position(u.Pos(), u.Place).IsValid() {
		return u.What + " at " + u.Place.String()
	}
	return fmt.Sprintf("%s at %s:%d", u.What, path.Base(u.Place.File), u.Place.Line) // the related place has the rest
}

// does says what the place does with objects of the kind.
func does(u *use.Use, kindName string) string {
	verb, of, then := "caches", "", ""
	switch {
	case u.Watch:
		verb = "watches"
	case u.What == kube.IndexField.String():
		verb = "indexes"
	case u.Need == use.ByWrite:
		verb, then = "writes", " and waits for the cache"
	default:
		verb = "reads"
	}
	if kindName != "" {
		of = " of " + kindName
	}
	return verb + " " + object(u.Projection) + of + then
}

// object names the form of objects.
func object(p kind.Projection) string {
	switch p {
	case kind.Metadata:
		return "metadata"
	case kind.Unstructured:
		return "unstructured objects"
	}
	return "typed objects"
}

// reader names what finds the older object.
func (f *finding) reader(odd *use.Use) string {
	if odd.Watch || odd.Need == use.ByWrite || odd.What == kube.IndexField.String() {
		return "of one a read of the other"
	}
	return odd.What
}

// advice names the way out that fits best. The page has the others.
func (f *finding) advice(odd, base *use.Use) string {
	live := fmt.Sprintf("read it live, through the API reader or by %s", kube.UncachedOption(f.pass.Pkg))
	switch {
	case odd.Need == use.Always:
		return fmt.Sprintf("use %s in both places", object(base.Projection))
	case odd.Need == use.ByWrite:
		return fmt.Sprintf("write %s", object(base.Projection))
	case base.Projection == kind.Metadata && odd.Data:
		return live
	case base.Projection == kind.Metadata:
		return "read its metadata (metav1.PartialObjectMetadata), of which no more is used"
	}
	return fmt.Sprintf("read %s too, or %s", object(base.Projection), "use the API reader")
}

// maxRelated is how many other places are listed.
const maxRelated = 6

// related lists the other places: the other half first.
func (f *finding) related() []analysis.RelatedInformation {
	var out place.Related
	note := func(pos token.Pos, u *use.Use, helper string) {
		out.Add(pos, "%s %s%s", u.What, does(u, f.Kind.String()), helper)
	}
	seen := map[use.Place]bool{}
	if f.At != nil {
		seen[f.At.Place] = true
	}
	if f.At != nil && f.At.Through.Known() {
		note(f.position(token.NoPos, f.At.Through), f.At, "")
	}
	add := func(side []*use.Use) {
		for _, u := range side {
			if seen[u.Place] || len(out) >= maxRelated {
				continue
			}
			seen[u.Place] = true
			helper := ""
			if u.Through.Known() {
				helper = " (at " + u.Through.String() + ")"
			}
			note(f.position(u.Pos(), u.Place), u, helper)
		}
	}
	if f.At == f.Odd[0] || f.At == nil {
		add(f.Base[:1])
	}
	add(f.Odd)
	add(f.Base)
	return out
}

// position returns where a use is. For one in another package, which has no position, only file and line are known. No
// position if they don't lead there.
func (f *finding) position(pos token.Pos, at use.Place) token.Pos {
	if pos.IsValid() {
		return f.name(pos)
	}
	in := func(p *types.Package) bool {
		return p.Path() == at.Dir || strings.HasSuffix(p.Path(), "/"+at.Dir) || at.Dir == ""
	}
	return place.Find(f.pass, in, at.File, at.Line)
}

// name returns the position of the function's name in the call whose parenthesis is at pos.
func (f *finding) name(pos token.Pos) token.Pos {
	for _, file := range f.pass.Files {
		if pos < file.FileStart || file.FileEnd <= pos {
			continue
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if ok && call.Lparen == pos {
				switch fun := ast.Unparen(call.Fun).(type) {
				case *ast.SelectorExpr:
					pos = fun.Sel.Pos()
				case *ast.Ident:
					pos = fun.Pos()
				}
				return false
			}
			return n == nil || n.Pos() <= pos && pos <= n.End()
		})
	}
	return pos
}
