package kind

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/ctrllint/ctrllint/internal/kube"
)

// Declared returns what the exported variables of a package hold that are a schema.GroupVersionKind or a
// schema.GroupVersion: of the latter, a Kind without a name. It goes by syntax, since packages of an API have such
// variables and nothing else that would be worth their SSA form; a variable that the package sets elsewhere than in its
// declaration has no answer. imported answers for variables of other packages.
func Declared(pkg *types.Package, info *types.Info, files []*ast.File, imported func(*types.Var) Kind) map[*types.Var]Kind {
	d := &declarations{pkg: pkg, info: info, imported: imported, values: map[*types.Var]ast.Expr{}}
	if !d.find(files) {
		return nil
	}
	out := map[*types.Var]Kind{}
	for v := range d.values {
		if !v.Exported() {
			continue
		}
		k := Kind{}
		switch {
		case kube.IsGroupVersionKind(v.Type()):
			k = d.kind(d.values[v], 0)
		case kube.IsGroupVersion(v.Type()) && !kube.IsGroupVersionVariable(v):
			k.Pkg = d.group(d.values[v], 0).path()
		}
		if k != (Kind{}) {
			out[v] = k
		}
	}
	return out
}

// declarations are what the variables of a package are set to where they are declared.
type declarations struct {
	pkg      *types.Package
	info     *types.Info
	imported func(*types.Var) Kind
	values   map[*types.Var]ast.Expr
}

// find finds the declarations, and tells whether there are any of use.
func (d *declarations) find(files []*ast.File) bool {
	found := false
	for _, f := range files {
		for _, decl := range f.Decls {
			gen, ok := decl.(*ast.GenDecl)
			if !ok || gen.Tok != token.VAR {
				continue
			}
			for _, spec := range gen.Specs {
				spec := spec.(*ast.ValueSpec)
				for i, name := range spec.Names {
					v, ok := d.info.Defs[name].(*types.Var)
					if ok && len(spec.Values) == len(spec.Names) {
						d.values[v] = spec.Values[i]
						found = found || v.Exported() && (kube.IsGroupVersionKind(v.Type()) || kube.IsGroupVersion(v.Type()) && !kube.IsGroupVersionVariable(v))
					}
				}
			}
		}
	}
	if found {
		d.dropChanged(files)
	}
	return found
}

// dropChanged drops the variables that are set, or whose address is taken, in a function.
func (d *declarations) dropChanged(files []*ast.File) {
	drop := func(e ast.Expr) {
		if v := d.variable(base(e)); v != nil {
			delete(d.values, v)
		}
	}
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for _, e := range n.Lhs {
					drop(e)
				}
			case *ast.UnaryExpr:
				if n.Op == token.AND {
					drop(n.X)
				}
			}
			return true
		})
	}
}

// base returns what an expression selects from: v of v.Kind.
func base(e ast.Expr) ast.Expr {
	for {
		sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
		if !ok {
			return e
		}
		e = sel.X
	}
}

// variable returns the variable that an expression names, of this package or another; nil if it names none.
func (d *declarations) variable(e ast.Expr) *types.Var {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		v, _ := d.info.Uses[e].(*types.Var)
		return v
	case *ast.SelectorExpr:
		if v, ok := d.info.Uses[e.Sel].(*types.Var); ok && !v.IsField() {
			return v
		}
	}
	return nil
}

// maxDeclared is how many declarations are looked through, one after the other: they may well stand in a circle, in
// sources that don't compile.
const maxDeclared = 8

// kind returns the kind that an expression of type schema.GroupVersionKind is.
func (d *declarations) kind(e ast.Expr, depth int) Kind {
	if e = ast.Unparen(e); depth > maxDeclared {
		return Kind{}
	}
	if v := d.variable(e); v != nil {
		if v.Pkg() != d.pkg {
			return d.imported(v)
		}
		return d.kind(d.values[v], depth+1)
	}
	switch e := e.(type) {
	case *ast.CompositeLit:
		return d.literal(e, depth).kind(d.field(e, "Kind", depth).lit, d.pkg)
	case *ast.CallExpr:
		fn := typeutil.StaticCallee(d.info, e)
		if fn == nil {
			return Kind{}
		}
		switch sel, _ := ast.Unparen(e.Fun).(*ast.SelectorExpr); kube.KindMakerOf(kube.SymbolOf(fn)) {
		case kube.WithKind:
			return d.group(sel.X, depth).kind(d.text(e.Args[0], depth).lit, d.pkg)
		case kube.FromStrings:
			return d.text(e.Args[0], depth).groupVersion().kind(d.text(e.Args[1], depth).lit, d.pkg)
		}
	}
	return Kind{}
}

// group returns what an expression of type schema.GroupVersion is.
func (d *declarations) group(e ast.Expr, depth int) groupVersion {
	if e = ast.Unparen(e); depth > maxDeclared {
		return groupVersion{}
	}
	if v := d.variable(e); v != nil {
		switch {
		case kube.IsGroupVersionVariable(v):
			return groupVersion{pkg: kube.Path(v.Pkg().Path()), known: true}
		case v.Pkg() != d.pkg:
			return groupOf(d.imported(v))
		}
		return d.group(d.values[v], depth+1)
	}
	if lit, ok := e.(*ast.CompositeLit); ok {
		return d.literal(lit, depth)
	}
	return groupVersion{}
}

// literal returns what the fields Group and Version of a composite literal come to.
func (d *declarations) literal(lit *ast.CompositeLit, depth int) groupVersion {
	group := d.field(lit, "Group", depth)
	if group == (text{}) && fieldOf(lit, "Group") != nil && d.info.Types[fieldOf(lit, "Group")].Value == nil {
		return groupVersion{} // not that of core, which is the empty string
	}
	return join(group, d.field(lit, "Version", depth))
}

// field returns the string that a composite literal has for a field; the empty one too if that can't be seen.
func (d *declarations) field(lit *ast.CompositeLit, name string, depth int) text {
	if value := fieldOf(lit, name); value != nil {
		return d.text(value, depth)
	}
	return text{}
}

// fieldOf returns what a composite literal has for a field, nil if it has nothing.
func fieldOf(lit *ast.CompositeLit, name string) ast.Expr {
	for _, elt := range lit.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			if key, ok := kv.Key.(*ast.Ident); ok && key.Name == name {
				return kv.Value
			}
		}
	}
	return nil
}

// text returns the string that an expression is.
func (d *declarations) text(e ast.Expr, depth int) text {
	if depth > maxDeclared {
		return text{}
	}
	if value := d.info.Types[e].Value; value != nil && value.Kind() == constant.String {
		return text{lit: constant.StringVal(value)}
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if v := d.variable(e); v != nil && v.Pkg() == d.pkg && d.values[v] != nil {
			return d.text(d.values[v], depth+1)
		}
	case *ast.SelectorExpr:
		return d.part(e, depth)
	case *ast.CallExpr:
		return d.calledText(e, depth)
	}
	return text{}
}

// part returns the string that is a field of a schema.GroupVersion or schema.GroupVersionKind.
func (d *declarations) part(e *ast.SelectorExpr, depth int) text {
	switch t := d.info.TypeOf(e.X); {
	case t == nil:
	case kube.IsGroupVersion(t):
		return d.group(e.X, depth+1).part(e.Sel.Name)
	case kube.IsGroupVersionKind(t):
		if k := d.kind(e.X, depth+1); k.Known() {
			if e.Sel.Name == "Kind" {
				return text{lit: k.Name}
			}
			return groupOf(k).part(e.Sel.Name)
		}
	}
	return text{}
}

// calledText returns the string that a call returns: GroupVersion.String(), or reflect.TypeOf(Widget{}).Name().
func (d *declarations) calledText(e *ast.CallExpr, depth int) text {
	sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr)
	if !ok {
		return text{}
	}
	switch t := d.info.TypeOf(sel.X); {
	case t == nil:
	case kube.IsGroupVersion(t) && (sel.Sel.Name == "String" || sel.Sel.Name == "Identifier"):
		if gv := d.group(sel.X, depth+1); gv.known {
			return gv.text()
		}
	case sel.Sel.Name == "Name":
		made, ok := ast.Unparen(sel.X).(*ast.CallExpr)
		if !ok || len(made.Args) != 1 {
			return text{}
		}
		if fn := typeutil.StaticCallee(d.info, made); fn != nil && kube.IsTypeOf(kube.SymbolOf(fn)) {
			return typeText(d.info.TypeOf(made.Args[0]))
		}
	}
	return text{}
}

// typeText returns the name that reflection gives a type.
func typeText(t types.Type) text {
	if named, ok := types.Unalias(t).(*types.Named); ok {
		return text{lit: named.Obj().Name()}
	}
	return text{}
}

// groupOf returns the group and version of a kind, or of a Kind that stands for no more than these.
func groupOf(k Kind) groupVersion {
	if strings.Count(k.Pkg, "/") > 1 {
		return groupVersion{pkg: k.Pkg, known: true}
	}
	return parseGroupVersion(k.Pkg)
}
