// Package subresource says of which kinds the API server keeps the status apart, as a subresource.
//
// The API server's own kinds are in a table of package kube. Of others the markers in the comment of the Go type tell,
// from which controller-gen makes the CustomResourceDefinition: those of the user's packages travel as facts, those of
// other modules are read where their source lies, if that can be. Where there is no marker, manifests of the module may
// tell, and where they say that there is no such subresource, the marker alone is not believed.
package subresource

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A Status says whether the API server keeps the status of a kind apart.
type Status uint8

// The answers.
const (
	Unknown Status = iota
	Apart
	Whole // one write stores all
)

// Facts are the kinds that a package declares, as the comments of their types say.
type Facts struct {
	Apart []string
	Whole []string
}

// New returns what is known of the kinds that a package can name; manifests says whether those of the module may be
// read, and known is what other packages say of their kinds.
func New(pass *analysis.Pass, manifests bool, known map[*types.Package]*Facts) *Info {
	in := &Info{pass: pass, manifests: manifests, own: declared(pass.Files), known: map[kind.Kind]Status{}}
	in.note(pass.Pkg, in.own)
	for pkg, facts := range known {
		in.note(pkg, facts)
	}
	return in
}

// Facts returns what packages that import this one need to know; nil if it declares no kinds.
func (in *Info) Facts() *Facts {
	if in == nil || len(in.own.Apart)+len(in.own.Whole) == 0 {
		return nil
	}
	return in.own
}

func (f *Facts) String() string {
	if f == nil {
		return ""
	}
	return fmt.Sprintf("status apart:%v whole:%v", f.Apart, f.Whole)
}

// Info knows the kinds that one package can name.
type Info struct {
	pass      *analysis.Pass
	manifests bool
	own       *Facts
	known     flow.Memo[kind.Kind, Status]
	files     flow.Memo[string, *ast.File] // of other modules
}

func (in *Info) note(of *types.Package, f *Facts) {
	pkg := kube.Path(of.Path())
	for _, name := range f.Apart {
		in.known[kind.Kind{Pkg: pkg, Name: name}] = Apart
	}
	for _, name := range f.Whole {
		in.known[kind.Kind{Pkg: pkg, Name: name}] = Whole
	}
}

// Of returns what is known of a kind.
func (in *Info) Of(k kind.Kind) Status {
	return in.known.Of(k, in.find)
}

func (in *Info) find(k kind.Kind) Status {
	if builtIn, has := kube.BuiltInStatus(k.Pkg, k.Name); has {
		return Apart
	} else if builtIn {
		return Unknown
	}
	tn := in.lookup(k)
	if tn == nil {
		return Unknown
	}
	file := in.pass.Fset.Position(tn.Pos()).Filename
	if f := in.file(file); f != nil {
		switch facts := declared([]*ast.File{f}); {
		case slices.Contains(facts.Apart, k.Name):
			return Apart
		case slices.Contains(facts.Whole, k.Name):
			return Whole
		}
	}
	if in.manifests && ir.SameModule(in.pass, tn.Pkg()) {
		return defined(file, k)
	}
	return Unknown
}

// Denied tells whether all manifests of the module that define a kind say that its status is not apart, whatever the marker
// says: the kind in the cluster may be made from either.
func (in *Info) Denied(k kind.Kind) bool {
	tn := in.lookup(k)
	return tn != nil && in.manifests && ir.SameModule(in.pass, tn.Pkg()) && defined(in.pass.Fset.Position(tn.Pos()).Filename, k) == Whole
}

// lookup finds the type of a kind among what the package imports, directly or not.
func (in *Info) lookup(k kind.Kind) *types.TypeName {
	for p := range kube.Imported(in.pass.Pkg) {
		if kube.Path(p.Path()) == k.Pkg {
			tn, _ := p.Scope().Lookup(k.Name).(*types.TypeName)
			return tn
		}
	}
	return nil
}

// file returns a source file with its comments, nil if it can't be read.
func (in *Info) file(name string) *ast.File {
	return in.files.Of(name, func(name string) *ast.File {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil
		}
		return f
	})
}

// declared returns the kinds that files declare.
func declared(files []*ast.File) *Facts {
	facts := &Facts{}
	for _, f := range files {
		end := f.Name.End()
		for _, decl := range f.Decls {
			if gen, ok := decl.(*ast.GenDecl); ok && gen.Tok == token.TYPE && len(gen.Specs) == 1 {
				name := gen.Specs[0].(*ast.TypeSpec).Name.Name
				switch isKind, has := kube.MarkedStatus(between(f, end, gen.TokPos)); {
				case has:
					facts.Apart = append(facts.Apart, name)
				case isKind:
					facts.Whole = append(facts.Whole, name)
				}
			}
			end = decl.End()
		}
	}
	slices.Sort(facts.Apart)
	slices.Sort(facts.Whole)
	return facts
}

// between returns the lines of the comments between two positions.
func between(f *ast.File, from, to token.Pos) []string {
	var lines []string
	for _, group := range f.Comments {
		if group.Pos() < from || group.End() > to {
			continue
		}
		for _, c := range group.List {
			lines = append(lines, c.Text)
		}
	}
	return lines
}
