package projection

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
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
	const two = "two informers with separate watches now hold it"
	if f.At == nil {
		return fmt.Sprintf("this brings together %s at %s, which %s, and %s at %s, which %s: %s, %s; %s",
			base.What, base.Place, does(base, f.Kind.String()), odd.What, odd.Place, does(odd, ""), two, f.harm(odd), f.advice(odd, base))
	}
	here, there := odd, base
	if f.At != odd {
		here, there = base, odd
	}
	return fmt.Sprintf("%s %s%s, but %s at %s %s: %s, %s; %s",
		here.What, does(here, f.Kind.String()), through(here), there.What, f.where(there), does(there, ""), two, f.harm(odd), f.advice(odd, base))
}

// does says what the place does with objects of the kind, or with "it".
func does(u *use.Use, kindName string) string {
	verb, from := "caches", ""
	switch {
	case u.Watch:
		verb = "watches"
	case u.What == kube.IndexField.String():
		verb = "indexes"
	case u.Need == use.ByWrite:
		verb, from = "writes", " and waits until the cache has it"
	default:
		verb, from = "reads", " from the cache"
	}
	if u.Projection == kind.Metadata {
		if kindName == "" {
			return verb + " its metadata" + from
		}
		return verb + " the metadata of " + kindName + from
	}
	if kindName == "" {
		kindName = "it"
	}
	return verb + " " + kindName + from + " as " + object(u.Projection)
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

// through names the line of the helper that makes the informer.
func through(u *use.Use) string {
	if u.Through.Known() {
		return " (at " + u.Through.String() + ")"
	}
	return ""
}

// where names a place: by file and line, and that of the helper there.
func (f *finding) where(u *use.Use) string {
	if u.Place.Dir == f.at().Dir {
		return fmt.Sprintf("%s:%d", u.Place.File, u.Place.Line)
	}
	return u.Place.String()
}

func (f *finding) at() use.Place {
	if f.At != nil {
		return f.At.Place
	}
	return use.Place{}
}

// harm says what goes wrong in a cluster.
func (f *finding) harm(odd *use.Use) string {
	if odd.Watch || odd.What == kube.IndexField.String() {
		return "so right after an event of one, a read from the other may find nothing or an older object"
	}
	return fmt.Sprintf("so right after an event %s may find nothing or an older object", odd.What)
}

// advice names the ways out, the one that fits first.
func (f *finding) advice(odd, base *use.Use) string {
	disable := fmt.Sprintf("keep %s out of the client's cache (%s)", f.Kind, f.disableFor())
	const live = "read it through the manager's API reader"
	switch {
	case odd.Need == use.Always:
		return fmt.Sprintf("use %s in both places, since neither %s nor the API reader changes what is watched", object(base.Projection), f.disableFor())
	case odd.Need == use.ByWrite:
		return fmt.Sprintf("write %s, or pass client.DisableReadYourWritesConsistency to this call", object(base.Projection))
	case base.Projection == kind.Metadata && odd.Data:
		return fmt.Sprintf("%s, %s, or read no more than its metadata (metav1.PartialObjectMetadata)", disable, live)
	case base.Projection == kind.Metadata:
		return fmt.Sprintf("read its metadata (metav1.PartialObjectMetadata), of which no more is used, %s, or %s", disable, live)
	}
	return fmt.Sprintf("read %s too, %s, or %s", object(base.Projection), disable, live)
}

// disableFor returns what the option is called that makes the manager's client read a kind live: a field of the
// manager's options to controller-runtime 0.14, of the client's cache from 0.15.
func (f *finding) disableFor() string {
	for _, imp := range f.pass.Pkg.Imports() {
		if strings.HasSuffix(kube.Path(imp.Path()), "controller-runtime/pkg/client") && imp.Scope().Lookup("CacheOptions") == nil {
			return "ClientDisableCacheFor"
		}
	}
	return "Client.Cache.DisableFor"
}

// maxRelated is how many other places are listed.
const maxRelated = 6

// related lists the other places: the other half first.
func (f *finding) related() []analysis.RelatedInformation {
	var out []analysis.RelatedInformation
	seen := map[use.Place]bool{f.at(): true}
	add := func(side []*use.Use) {
		for _, u := range side {
			if seen[u.Place] || len(out) >= maxRelated {
				continue
			}
			seen[u.Place] = true
			if pos := f.position(u); pos.IsValid() {
				out = append(out, analysis.RelatedInformation{Pos: pos, Message: fmt.Sprintf("%s %s%s", u.What, does(u, f.Kind.String()), through(u))})
			}
		}
	}
	if f.At == f.Odd[0] || f.At == nil {
		add(f.Base[:1])
	}
	add(f.Odd)
	add(f.Base)
	return out
}

// position returns where a use is. For one in another package, only file and line are known. No position if they don't
// lead there.
func (f *finding) position(u *use.Use) token.Pos {
	if u.Pos().IsValid() {
		return f.name(u.Pos())
	}
	in := func(p *types.Package) bool {
		return p.Path() == u.Place.Dir || strings.HasSuffix(p.Path(), "/"+u.Place.Dir) || u.Place.Dir == ""
	}
	return place.Find(f.pass, in, u.Place.File, u.Place.Line)
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
