package use

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ast/astutil"
)

// Apart tells whether two uses are never there in one run of a program: wherever a package of these files brings them
// in, they are in opposite branches, of a flag for example.
func Apart(files []*ast.File, a, b Reached) bool {
	for _, at := range a.At {
		for _, other := range b.At {
			if !inBranches(files, at, other) {
				return false
			}
		}
	}
	return len(a.At) > 0 && len(b.At) > 0
}

// inBranches tells whether two places are in branches of which one run of the function takes one.
func inBranches(files []*ast.File, a, b token.Pos) bool {
	for _, f := range files {
		if f.FileStart <= a && a < f.FileEnd && f.FileStart <= b && b < f.FileEnd {
			return opposite(f, min(a, b), max(a, b))
		}
	}
	return false
}

// opposite tells so of two places of a file, of which a is the first.
func opposite(f *ast.File, a, b token.Pos) bool {
	first, _ := astutil.PathEnclosingInterval(f, a, a)
	second, _ := astutil.PathEnclosingInterval(f, b, b)
	slices.Reverse(first)
	slices.Reverse(second)
	for i := range min(len(first), len(second)) {
		if first[i] == second[i] {
			continue
		}
		switch around := first[i-1].(type) {
		case *ast.IfStmt:
			return first[i] == around.Body && second[i] == around.Else
		case *ast.BlockStmt:
			_, clause := first[i].(*ast.CaseClause)
			return clause || leaves(first[i:])
		}
		return false
	}
	return false
}

// leaves tells whether what encloses a place, from a statement on, is a branch that the function doesn't come back from.
func leaves(path []ast.Node) bool {
	for i, n := range path {
		if _, ok := n.(*ast.FuncLit); ok {
			return false
		}
		branch, ok := n.(*ast.IfStmt)
		if !ok || i+1 >= len(path) || path[i+1] != branch.Body || len(branch.Body.List) == 0 {
			continue
		}
		if _, ok := branch.Body.List[len(branch.Body.List)-1].(*ast.ReturnStmt); ok {
			return true
		}
	}
	return false
}
