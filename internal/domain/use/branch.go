package use

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"sort"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/ctrllint/ctrllint/internal/kube"
)

// A Side is one of the sides of a condition or of a switch: what Of stands for is Is, or is not.
type Side struct {
	Of, Is string
	Not    bool
}

// excludes tells whether a program that is on one side is not on the other.
func (s Side) excludes(t Side) bool {
	if s.Of != t.Of {
		return false
	}
	if s.Is == t.Is {
		return s.Not != t.Not
	}
	return !s.Not && !t.Not
}

// A Way is the sides on which the program has to be to come to a place. The empty one leads there always.
type Way []Side

func (w Way) excludes(v Way) bool {
	return slices.ContainsFunc(w, func(s Side) bool { return slices.ContainsFunc(v, s.excludes) })
}

// Ways are those that lead to a place; none if there is one that leads there always.
type Ways []Way

// Exclude tells whether no program comes to both places.
func (w Ways) Exclude(v Ways) bool {
	if len(w) == 0 || len(v) == 0 {
		return false
	}
	for _, a := range w {
		for _, b := range v {
			if !a.excludes(b) {
				return false
			}
		}
	}
	return true
}

// Limits of what is kept: past them a place counts as one that is always come to.
const (
	maxWays  = 8
	maxSides = 32
)

// reaching is which ways lead to a place as far as they were found out.
type reaching struct {
	found bool
	ways  Ways
}

// add adds a way, and tells whether that changes anything.
func (r *reaching) add(w Way) bool {
	switch {
	case r.found && len(r.ways) == 0:
		return false
	case len(w) == 0 || len(r.ways) >= maxWays:
		*r = reaching{found: true}
		return true
	case slices.ContainsFunc(r.ways, func(v Way) bool { return slices.Equal(v, w) }):
		return false
	}
	r.found, r.ways = true, append(r.ways, w)
	return true
}

// then returns the ways that lead on from each of these by each of those: none for what can't be.
func (r reaching) then(ways Ways) []Way {
	if len(ways) == 0 {
		ways = Ways{nil}
	}
	from := r.ways
	if len(from) == 0 {
		from = Ways{nil}
	}
	var out []Way
	for _, w := range from {
		for _, v := range ways {
			if !w.excludes(v) {
				out = append(out, joined(w, v))
			}
		}
	}
	return out
}

func joined(w, v Way) Way {
	out := slices.Clone(w)
	for _, s := range v {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	slices.SortFunc(out, func(a, b Side) int { return cmp.Or(cmp.Compare(a.Of, b.Of), cmp.Compare(a.Is, b.Is)) })
	return out[:min(len(out), maxSides)]
}

// A stretch is a part of a file to which a way leads.
type stretch struct {
	from, to token.Pos
	way      Way
}

// branches says which way leads to which place in the functions of a package.
type branches struct {
	pass      *pkg
	info      *types.Info
	receiver  types.Object // of the method that is looked at
	stretches []stretch    // sorted; inner ones behind those around them
}

func newBranches(p *pkg) *branches {
	b := &branches{pass: p, info: p.pass.TypesInfo}
	for _, f := range p.files {
		for _, decl := range f.Decls {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				b.receiver = nil
				if decl.Recv != nil && len(decl.Recv.List[0].Names) > 0 {
					b.receiver = b.info.Defs[decl.Recv.List[0].Names[0]]
				}
				if decl.Body != nil {
					b.stmts(decl.Body.List, nil)
				}
			case *ast.GenDecl:
				b.receiver = nil
				b.literals(decl, nil)
			}
		}
	}
	sort.SliceStable(b.stretches, func(i, j int) bool { return b.stretches[i].from < b.stretches[j].from })
	return b
}

// to returns the way that leads to a place.
func (b *branches) to(pos token.Pos) Way {
	n := sort.Search(len(b.stretches), func(i int) bool { return b.stretches[i].from > pos })
	for n--; n >= 0; n-- {
		if s := b.stretches[n]; pos <= s.to {
			return s.way
		}
	}
	return nil
}

func (b *branches) stretch(from, to token.Pos, way Way) {
	if len(way) > 0 && from < to {
		b.stretches = append(b.stretches, stretch{from, to, way})
	}
}

// on returns a way that goes on by sides; what it began with is dropped where it would be too long.
func (w Way) on(sides ...Side) Way {
	out := append(slices.Clone(w), sides...)
	return out[max(0, len(out)-maxSides):]
}

func (b *branches) stmts(list []ast.Stmt, way Way) {
	for i, s := range list {
		switch s := s.(type) {
		case *ast.IfStmt:
			then, other := b.condition(s)
			b.branch(s.Body, way.on(then...))
			if s.Else != nil {
				b.branch(s.Else, way.on(other...))
			}
			if s.Init != nil {
				b.literals(s.Init, way)
			}
			b.literals(s.Cond, way)
			rest := way
			switch {
			case b.ends(s.Body):
				rest = way.on(other...)
			case s.Else != nil && b.ends(s.Else):
				rest = way.on(then...)
			}
			if len(rest) != len(way) && i+1 < len(list) {
				way = rest
				b.stretch(list[i+1].Pos(), list[len(list)-1].End(), way)
			}
		case *ast.BlockStmt:
			b.stmts(s.List, way)
		case *ast.LabeledStmt:
			b.stmts([]ast.Stmt{s.Stmt}, way)
		case *ast.ForStmt:
			b.stmts(s.Body.List, way)
		case *ast.RangeStmt:
			b.stmts(s.Body.List, way)
		case *ast.SwitchStmt:
			b.clauses(s.Body, s.Tag, way)
		case *ast.TypeSwitchStmt:
			b.clauses(s.Body, nil, way)
		case *ast.SelectStmt:
			b.clauses(s.Body, nil, way)
		default:
			b.literals(s, way)
		}
	}
}

// branch looks at a statement to which its own way leads.
func (b *branches) branch(s ast.Stmt, way Way) {
	b.stretch(s.Pos(), s.End(), way)
	b.stmts([]ast.Stmt{s}, way)
}

// clauses looks at the clauses of a switch or select.
func (b *branches) clauses(body *ast.BlockStmt, tag ast.Expr, way Way) {
	at := "switch " + b.pass.position(body.Pos())
	for _, clause := range body.List {
		side := []Side{{Of: at, Is: b.pass.position(clause.Pos())}}
		var list []ast.Stmt
		switch clause := clause.(type) {
		case *ast.CaseClause:
			list = clause.Body
			if len(clause.List) == 1 && tag != nil {
				if of, value := b.key(tag), b.info.Types[clause.List[0]].Value; of != "" && value != nil {
					side = append(side, Side{Of: of, Is: value.ExactString()})
				}
			} else if len(clause.List) == 1 {
				then, _ := b.sides(clause.List[0])
				side = append(side, then...)
			}
		case *ast.CommClause:
			list = clause.Body
		}
		on := way.on(side...)
		b.stretch(clause.Pos(), clause.End(), on)
		b.stmts(list, on)
	}
}

// literals looks at the function literals in a statement or expression.
func (b *branches) literals(n ast.Node, way Way) {
	ast.Inspect(n, func(n ast.Node) bool {
		if lit, ok := n.(*ast.FuncLit); ok {
			b.stmts(lit.Body.List, way)
			return false
		}
		return true
	})
}

// condition returns the sides of an if statement.
func (b *branches) condition(s *ast.IfStmt) (then, other []Side) {
	then, other = b.sides(s.Cond)
	at := "if " + b.pass.position(s.Pos())
	return append(then, Side{Of: at}), append(other, Side{Of: at, Not: true})
}

// sides returns the sides on which a condition holds, and on which it doesn't, as far as they have names.
func (b *branches) sides(cond ast.Expr) (then, other []Side) {
	switch e := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			then, other = b.sides(e.X)
			return other, then
		}
	case *ast.BinaryExpr:
		switch e.Op {
		case token.LAND:
			x, _ := b.sides(e.X)
			y, _ := b.sides(e.Y)
			return append(x, y...), nil
		case token.LOR:
			_, x := b.sides(e.X)
			_, y := b.sides(e.Y)
			return nil, append(x, y...)
		case token.EQL, token.NEQ:
			return b.compared(e)
		}
	default:
		if of := b.key(e); of != "" {
			return []Side{{Of: of, Is: "true"}}, []Side{{Of: of, Is: "true", Not: true}}
		}
	}
	return nil, nil
}

// compared returns the sides of a comparison with a constant.
func (b *branches) compared(e *ast.BinaryExpr) (then, other []Side) {
	x, y := e.X, e.Y
	if b.info.Types[x].Value != nil {
		x, y = y, x
	}
	of, value := b.key(x), b.info.Types[y].Value
	if of == "" || value == nil {
		return nil, nil
	}
	is := Side{Of: of, Is: value.ExactString(), Not: e.Op == token.NEQ}
	not := is
	not.Not = !is.Not
	return []Side{is}, []Side{not}
}

// key names what an expression stands for, so that the same in another place has the same name: a variable, a field of
// the receiver or of a variable of the package, a call with constants. It is empty for what has no name.
func (b *branches) key(e ast.Expr) string {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if v, ok := b.info.Uses[e].(*types.Var); ok {
			if v == b.receiver {
				if named := kube.Named(v.Type()); named != nil {
					return named.Obj().Name()
				}
			}
			return b.pass.position(v.Pos())
		}
	case *ast.SelectorExpr:
		if v, ok := b.info.Uses[e.Sel].(*types.Var); ok {
			if !v.IsField() {
				return v.Pkg().Path() + "." + v.Name()
			}
			if of := b.key(e.X); of != "" {
				return of + "." + v.Name()
			}
		}
	case *ast.CallExpr:
		for _, arg := range e.Args {
			if b.info.Types[arg].Value == nil {
				return ""
			}
		}
		if fn, ok := typeutil.Callee(b.info, e).(*types.Func); ok && fn.Signature().Results().Len() == 1 {
			return types.ExprString(e)
		}
	}
	return ""
}

// ends tells whether the statement never leads on to the next one.
func (b *branches) ends(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.BlockStmt:
		return len(s.List) > 0 && b.ends(s.List[len(s.List)-1])
	case *ast.ReturnStmt, *ast.BranchStmt:
		return true
	case *ast.IfStmt:
		return s.Else != nil && b.ends(s.Body) && b.ends(s.Else)
	case *ast.ExprStmt:
		if call, ok := ast.Unparen(s.X).(*ast.CallExpr); ok {
			switch fn := typeutil.Callee(b.info, call).(type) {
			case *types.Builtin:
				return fn.Name() == "panic"
			case *types.Func:
				return kube.NeverReturns(fn)
			}
		}
	}
	return false
}

// position names a position of the package, also for others.
func (p *pkg) position(pos token.Pos) string {
	return fmt.Sprintf("%s:%d", p.place(pos), p.pass.Fset.Position(pos).Column)
}

// way returns the way that leads to a position.
func (p *pkg) way(pos token.Pos) Way {
	if p.branches == nil {
		p.branches = newBranches(p)
	}
	return p.branches.to(pos)
}

// rename returns a way with other names for what its sides are of.
func (w Way) rename(name func(string) string) Way {
	out := slices.Clone(w)
	for i, s := range out {
		out[i].Of = name(s.Of)
	}
	return out
}

// decided tells what becomes of a way when a parameter has a constant value: whether the way is not gone then, and
// whether that alone decides it.
func (w Way) decided(of string, value constant.Value) (gone, decided bool) {
	for _, s := range w {
		if s.Of != of {
			continue
		}
		if (s.Is == value.ExactString()) == s.Not {
			return true, true
		}
		decided = true
	}
	return false, decided
}
