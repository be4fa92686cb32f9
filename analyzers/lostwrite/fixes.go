package lostwrite

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// copyBase is the fix that copies the base, where it is made before all changes, of a variable or field that is a pointer
// to a type which has DeepCopy.
func (j *judge) copyBase(g *group) (analysis.SuggestedFix, bool) {
	var none analysis.SuggestedFix
	made := g.losses[0].Write.Base().Made
	for _, l := range g.losses {
		if made == nil || l.Change.Parent() != made.Parent() || l.Write.Base().Made != made || !ir.Before(made, l.Change) {
			return none, false
		}
	}
	call := j.syntax.Call(made.Pos())
	if call == nil || len(call.Args) == 0 || !kube.IsMergeFrom(ir.Symbol(made.Common())) {
		return none, false
	}
	arg := ast.Unparen(call.Args[0])
	text := ".DeepCopy()"
	switch arg := arg.(type) {
	case *ast.Ident, *ast.SelectorExpr:
	case *ast.UnaryExpr: // of a variable, of which methods can be called
		if _, ok := ast.Unparen(arg.X).(*ast.Ident); !ok || arg.Op != token.AND {
			return none, false
		}
	default:
		return none, false
	}
	if !hasDeepCopy(j.pass.TypesInfo.TypeOf(arg)) || j.commented(arg.End()) {
		return none, false
	}
	edits := []analysis.TextEdit{{Pos: arg.End(), End: arg.End(), NewText: []byte(text)}}
	if addr, ok := arg.(*ast.UnaryExpr); ok {
		edits = append([]analysis.TextEdit{{Pos: addr.OpPos, End: addr.X.Pos()}}, edits...)
	}
	return analysis.SuggestedFix{Message: "Make the base of a copy", TextEdits: edits}, true
}

// hasDeepCopy tells whether values of type t have a method DeepCopy that returns one of the same type, or a pointer to
// one.
func hasDeepCopy(t types.Type) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "DeepCopy")
	fn, ok := obj.(*types.Func)
	if !ok || fn.Signature().Params().Len() != 0 || fn.Signature().Results().Len() != 1 || types.IsInterface(t) {
		return false
	}
	return types.Identical(ir.Deref(fn.Signature().Results().At(0).Type()), ir.Deref(t))
}

// commented tells whether a comment follows in the same line, which gofmt may have lined up with others.
func (j *judge) commented(pos token.Pos) bool {
	for _, f := range j.pass.Files {
		if pos < f.FileStart || f.FileEnd <= pos {
			continue
		}
		for _, group := range f.Comments {
			if group.Pos() > pos && j.line(group.Pos()) == j.line(pos) {
				return true
			}
		}
	}
	return false
}
