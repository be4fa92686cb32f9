package use

import (
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/ctrllint/ctrllint/internal/kube"
)

// cachesUnstructured tells whether the options of a manager that is made in the package say that its client caches
// unstructured objects. A client that is made beside the manager's, for that very reason, says nothing of it.
func (p *pkg) cachesUnstructured() bool {
	if !p.manages {
		return false
	}
	found := false
	root := inspector.New(p.files).Root()
	for c := range root.Preorder((*ast.KeyValueExpr)(nil)) {
		kv := c.Node().(*ast.KeyValueExpr)
		key, ok := kv.Key.(*ast.Ident)
		if !ok || key.Name != "Unstructured" && key.Name != "CacheUnstructured" {
			continue
		}
		if value, ok := ast.Unparen(kv.Value).(*ast.Ident); ok && value.Name == "false" {
			continue
		}
		lit, ok := c.Parent().Node().(*ast.CompositeLit)
		if ok && kube.ClientOptionOf(p.pass.TypesInfo.TypeOf(lit), key.Name) == kube.CachesUnstructured && !p.ofOtherClient(c) {
			found = true
		}
	}
	return found
}

// ofOtherClient tells whether options are an argument of a function that makes a client, outside of the function that
// makes the manager's.
func (p *pkg) ofOtherClient(c inspector.Cursor) bool {
	other := false
	for at := range c.Enclosing((*ast.CallExpr)(nil), (*ast.KeyValueExpr)(nil)) {
		switch n := at.Node().(type) {
		case *ast.CallExpr:
			other = other || p.makesClient(n)
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok && key.Name == "NewClient" {
				return false
			}
		}
	}
	return other
}

func (p *pkg) makesClient(call *ast.CallExpr) bool {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if sel, isSelector := ast.Unparen(call.Fun).(*ast.SelectorExpr); isSelector {
		id, ok = sel.Sel, true
	}
	if !ok {
		return false
	}
	switch kube.ProvenanceOf(kube.SymbolOf(p.pass.TypesInfo.Uses[id])) {
	case kube.ByOptions, kube.ManagerClient:
		return true
	}
	return false
}
