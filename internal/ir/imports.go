package ir

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// createImports creates the packages that the pass's package imports, each with only those of its objects that the
// package names. All the objects of a large API package are thousands, of which a package names a few; to create them
// would take longer than to build the SSA form of the package itself.
func createImports(prog *ssa.Program, pass *analysis.Pass) {
	files := map[*types.Package]*importedFile{}
	for _, imp := range pass.Pkg.Imports() {
		files[imp] = &importedFile{defs: map[*ast.Ident]types.Object{}, have: map[types.Object]bool{}}
	}
	for _, obj := range pass.TypesInfo.Uses {
		declare(files, obj)
	}
	for _, obj := range pass.TypesInfo.Defs {
		if v, ok := obj.(*types.Var); ok && v.Embedded() {
			declareMethods(files, v.Type())
		}
	}
	for _, imp := range pass.Pkg.Imports() {
		f := files[imp]
		// Of a declaration of constants, ssa looks at nothing but what the names stand for: a function that is declared
		// this way has no syntax, as one from export data.
		decl := &ast.GenDecl{Tok: token.CONST, Specs: []ast.Spec{&ast.ValueSpec{Names: f.names}}}
		prog.CreatePackage(imp, []*ast.File{{Decls: []ast.Decl{decl}}}, &types.Info{Defs: f.defs}, true)
	}
}

// An importedFile stands for the source of an imported package.
type importedFile struct {
	names []*ast.Ident
	defs  map[*ast.Ident]types.Object
	have  map[types.Object]bool
}

// declare puts a function, a method or a package's variable into the file of its package, if that is imported.
func declare(files map[*types.Package]*importedFile, obj types.Object) {
	switch o := obj.(type) {
	case *types.Func:
		obj = o.Origin()
		if recv := o.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) {
			return
		}
	case *types.Var:
		if o.Parent() == nil || o.Pkg() == nil || o.Parent() != o.Pkg().Scope() {
			return
		}
	default:
		return
	}
	f := files[obj.Pkg()]
	if f == nil || f.have[obj] {
		return
	}
	f.have[obj] = true
	name := ast.NewIdent(obj.Name())
	f.names = append(f.names, name)
	f.defs[name] = obj
}

// declareMethods puts the methods of an imported type that is embedded into the file of its package: they are promoted
// without being named.
func declareMethods(files map[*types.Package]*importedFile, t types.Type) {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	if named, ok := types.Unalias(t).(*types.Named); ok {
		for m := range named.Origin().Methods() {
			declare(files, m)
		}
	}
}
