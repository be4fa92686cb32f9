package program

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/ctrllint/ctrllint/internal/domain/client"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A reader notes the steps of one unit. The order of statements, and the paths on which they run, make no difference.
type reader struct {
	*source
	pkg      *packages.Package
	unit     *unit
	from, to token.Pos // of the unit
	returns  []ref     // the results of the function that is being read
	temps    int
}

func (r *reader) info() *types.Info { return r.pkg.TypesInfo }

func (r *reader) do(s step) { r.unit.steps = append(r.unit.steps, s) }

// temp returns a place of its own for a value that has no name.
func (r *reader) temp() ref {
	r.temps--
	return ref{place{pos: r.from, index: r.temps}, true}
}

// give says that what is at one place gets to another.
func (r *reader) give(to, from ref) {
	if to.ok() && from.ok() && to != from {
		r.do(func(s *solver, ctx context) { s.copy(s.at(to, ctx), s.at(from, ctx)) })
	}
}

// body reads the body of a function, whose results are these.
func (r *reader) body(body *ast.BlockStmt, results []ref) {
	outer := r.returns
	r.returns = results
	r.statements(body)
	r.returns = outer
}

// statements reads what is below a node.
func (r *reader) statements(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			r.assign(n.Lhs, n.Rhs)
		case *ast.ValueSpec:
			r.valueSpec(n)
		case *ast.ReturnStmt:
			for i, from := range r.values(n.Results, len(r.returns)) {
				r.give(r.returns[i], from)
			}
		case *ast.RangeStmt:
			from := r.value(n.X)
			for _, e := range []ast.Expr{n.Key, n.Value} {
				if e != nil && r.carries(r.info().TypeOf(e)) {
					r.store(e, from, nil)
				}
			}
			r.statements(n.Body)
		case *ast.SendStmt:
			r.give(r.value(n.Chan), r.value(n.Value))
		case *ast.TypeSwitchStmt:
			r.typeSwitch(n)
		case ast.Expr:
			r.value(n)
		default:
			return true
		}
		return false
	})
}

func (r *reader) typeSwitch(n *ast.TypeSwitchStmt) {
	if n.Init != nil {
		r.statements(n.Init)
	}
	var from ref
	switch s := n.Assign.(type) {
	case *ast.AssignStmt:
		from = r.value(s.Rhs[0])
	case *ast.ExprStmt:
		from = r.value(s.X)
	}
	for _, clause := range n.Body.List {
		if v, ok := r.info().Implicits[clause].(*types.Var); ok {
			r.give(r.variable(v), from)
		}
		for _, s := range clause.(*ast.CaseClause).Body {
			r.statements(s)
		}
	}
}

func (r *reader) valueSpec(n *ast.ValueSpec) {
	if len(n.Values) > 0 {
		lhs := make([]ast.Expr, len(n.Names))
		for i, name := range n.Names {
			lhs[i] = name
		}
		r.assign(lhs, n.Values)
		return
	}
	for _, name := range n.Names {
		if v, ok := r.info().Defs[name].(*types.Var); ok {
			r.make(r.variable(v), v.Type(), name.Pos())
		}
	}
}

func (r *reader) assign(lhs, rhs []ast.Expr) {
	from := r.values(rhs, len(lhs))
	for i, e := range lhs {
		var value ast.Expr
		if len(lhs) == len(rhs) {
			value = rhs[i]
		}
		r.store(e, from[i], value)
	}
}

// values returns where the values of expressions are: n of them, though a call may stand for several.
func (r *reader) values(exprs []ast.Expr, n int) []ref {
	out := make([]ref, n)
	if len(exprs) == 1 && n > 1 {
		first := r.value(exprs[0])
		out[0] = first
		if call, ok := ast.Unparen(exprs[0]).(*ast.CallExpr); ok {
			for i := 1; i < n; i++ {
				out[i] = result(call.Lparen, i)
			}
		}
		return out
	}
	for i, e := range exprs {
		if v := r.value(e); i < n {
			out[i] = v
		}
	}
	return out
}

// result returns the place of a result of the call whose parenthesis is there.
func result(call token.Pos, index int) ref {
	return ref{place{pos: call, index: index}, true}
}

// store says that a value, which is the expression's if that is not nil, is assigned to what an expression denotes.
func (r *reader) store(to ast.Expr, from ref, value ast.Expr) {
	switch to := ast.Unparen(to).(type) {
	case *ast.Ident:
		if v, ok := r.object(to).(*types.Var); ok {
			r.give(r.variable(v), from)
		}
	case *ast.SelectorExpr:
		if base, field := r.field(to); field != nil {
			r.put(base, field, from)
			r.optionField(base, r.info().TypeOf(to.X), field.Name(), value)
		} else if v, ok := r.object(to.Sel).(*types.Var); ok {
			r.give(r.variable(v), from)
		}
	case *ast.IndexExpr:
		r.value(to.Index)
		r.store(to.X, from, nil)
	case *ast.StarExpr:
		r.give(r.value(to.X), from)
	}
}

func (r *reader) object(id *ast.Ident) types.Object {
	if obj := r.info().Defs[id]; obj != nil {
		return obj
	}
	return r.info().Uses[id]
}

// field returns the struct of which a selector denotes a field, and the field; nil if it denotes none.
func (r *reader) field(sel *ast.SelectorExpr) (ref, *types.Var) {
	selection := r.info().Selections[sel]
	if selection == nil || selection.Kind() != types.FieldVal {
		return ref{}, nil
	}
	base := r.promoted(sel.X, selection)
	return base, selection.Obj().(*types.Var)
}

// promoted returns the value that a selection is of, after the embedded fields which the source leaves out.
func (r *reader) promoted(x ast.Expr, selection *types.Selection) ref {
	base := r.value(x)
	t := selection.Recv()
	for _, i := range selection.Index()[:len(selection.Index())-1] {
		f := fieldAt(t, i)
		if f == nil {
			return ref{}
		}
		base = r.get(base, f)
		t = f.Type()
	}
	return base
}

func fieldAt(t types.Type, i int) *types.Var {
	t = types.Unalias(t)
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if s, ok := t.Underlying().(*types.Struct); ok && i < s.NumFields() {
		return s.Field(i)
	}
	return nil
}

// name returns the name by which solvers know a field.
func (r *reader) name(f *types.Var) place {
	if r.own[f.Pkg()] {
		return place{pos: f.Pos()}
	}
	return place{name: f.Name()}
}

// get returns where the value of a field is.
func (r *reader) get(base ref, f *types.Var) ref {
	if !r.carries(f.Type()) {
		return ref{}
	}
	out, name := r.temp(), r.name(f)
	inner, _ := types.Unalias(f.Type()).(*types.Named)
	if inner != nil {
		if _, ok := inner.Underlying().(*types.Struct); !ok || r.isContainer(inner) {
			inner = nil
		} else {
			inner = inner.Origin()
		}
	}
	r.do(func(s *solver, ctx context) { s.load(s.at(out, ctx), s.at(base, ctx), name, inner) })
	return out
}

// put says that a value is assigned to a field. That something is assigned to one of the libraries' is of interest
// even if it can't be followed.
func (r *reader) put(base ref, f *types.Var, from ref) {
	if !r.carries(f.Type()) || !from.ok() && r.own[f.Pkg()] {
		return
	}
	name := r.name(f)
	r.do(func(s *solver, ctx context) { s.store(s.at(base, ctx), name, s.at(from, ctx)) })
}

// optionField says what an option is set to, if the field is one.
func (r *reader) optionField(base ref, t types.Type, field string, value ast.Expr) {
	if t == nil || value == nil {
		return
	}
	if o := kube.ClientOptionOf(t, field); o != kube.NoClientOption && o != kube.CacheReader {
		r.option(base, o, value)
	}
}

// option says what an option is set to.
func (r *reader) option(base ref, o kube.ClientOption, value ast.Expr) {
	if said := client.Said(r.pkg.Syntax, r.info(), returnedIn(r.pkg), o, value); !said.Empty() {
		r.do(func(s *solver, ctx context) { s.say(s.at(base, ctx), said) })
	}
}

// value reads an expression, and returns where its value is: nowhere, if it isn't followed.
func (r *reader) value(e ast.Expr) ref {
	switch e := e.(type) {
	case *ast.Ident:
		return r.named(e, e.Pos(), ref{})
	case *ast.ParenExpr:
		return r.value(e.X)
	case *ast.StarExpr: // a pointer stands for what it points to
		return r.value(e.X)
	case *ast.UnaryExpr:
		return r.value(e.X)
	case *ast.TypeAssertExpr:
		if from := r.value(e.X); from.ok() {
			return from
		}
		return r.unseen(r.info().TypeOf(e))
	case *ast.SliceExpr:
		return r.value(e.X)
	case *ast.IndexExpr: // a container stands for its elements
		r.value(e.Index)
		return r.value(e.X)
	case *ast.IndexListExpr:
		return r.value(e.X)
	case *ast.BinaryExpr:
		r.value(e.X)
		r.value(e.Y)
	case *ast.SelectorExpr:
		return r.selector(e)
	case *ast.CompositeLit:
		return r.literal(e)
	case *ast.FuncLit:
		return r.function(e)
	case *ast.CallExpr:
		return r.call(e)
	}
	return ref{}
}

// unseen returns a client, reader or cache that comes from where it can't be followed; nothing for other types.
func (r *reader) unseen(t types.Type) ref {
	if tuple, ok := t.(*types.Tuple); ok && tuple.Len() > 0 {
		t = tuple.At(0).Type()
	}
	if t == nil || !kube.IsReader(t) {
		return ref{}
	}
	out := r.temp()
	r.do(func(s *solver, ctx context) { s.add(s.at(out, ctx), s.object(thing{sort: unseen})) })
	return out
}

// named returns the value of a name: of a variable, or of a function or method, whose receiver is then at recv.
func (r *reader) named(id *ast.Ident, pos token.Pos, recv ref) ref {
	switch obj := r.object(id).(type) {
	case *types.Var:
		if !obj.IsField() {
			return r.variable(obj)
		}
	case *types.Func:
		u, fn := r.units, obj.Origin()
		switch {
		case !r.own[obj.Pkg()]:
			return r.maker(obj, pos)
		case !r.carries(obj.Type()) && !r.carriesRecv(obj): // whoever gets it may call it, as the libraries do with commands
			r.do(func(s *solver, _ context) {
				if to := u[fn]; to != nil {
					s.enter(to, 0)
				}
			})
			return ref{}
		}
		out := r.temp()
		r.do(func(s *solver, ctx context) {
			if to := u[fn]; to != nil {
				s.function(s.at(out, ctx), &to.callable, 0, s.at(recv, ctx), pos)
			}
		})
		return out
	}
	return ref{}
}

func (r *reader) carriesRecv(fn *types.Func) bool {
	return fn.Signature().Recv() != nil && r.carries(fn.Signature().Recv().Type())
}

func (r *reader) selector(e *ast.SelectorExpr) ref {
	selection := r.info().Selections[e]
	switch {
	case selection == nil: // of a package
		return r.named(e.Sel, e.Pos(), ref{})
	case selection.Kind() == types.FieldVal:
		base, field := r.field(e)
		return r.get(base, field)
	case selection.Kind() == types.MethodVal:
		return r.named(e.Sel, e.Pos(), r.promoted(e.X, selection))
	}
	return r.named(e.Sel, e.Pos(), ref{})
}

// function reads a function literal.
func (r *reader) function(e *ast.FuncLit) ref {
	sig, ok := r.info().TypeOf(e).(*types.Signature)
	if !ok {
		return ref{}
	}
	c := r.callable(sig)
	r.body(e.Body, c.results)
	if !r.carries(sig) {
		return ref{}
	}
	out := r.temp()
	r.do(func(s *solver, ctx context) { s.function(s.at(out, ctx), &c, ctx, -1, e.Pos()) })
	return out
}

// make says that a new struct is at a place, if it is one that is followed.
func (r *reader) make(to ref, t types.Type, pos token.Pos) {
	named := kube.Named(t)
	if named == nil || types.IsInterface(named) || !r.carries(t) || r.isContainer(t) {
		return
	}
	if _, pointer := types.Unalias(t).(*types.Pointer); pointer {
		return
	}
	named = named.Origin()
	r.do(func(s *solver, ctx context) { s.make(s.at(to, ctx), named, pos, ctx) })
}

// literal reads a composite literal.
func (r *reader) literal(e *ast.CompositeLit) ref {
	t := r.info().TypeOf(e)
	if p, ok := types.Unalias(t).Underlying().(*types.Pointer); ok { // of an element whose type is left out
		t = p.Elem()
	}
	out := ref{}
	if r.carries(t) {
		out = r.temp()
		r.make(out, t, e.Pos())
	}
	s, isStruct := types.Unalias(t).Underlying().(*types.Struct)
	for i, elt := range e.Elts {
		value, field := elt, (*types.Var)(nil)
		if isStruct && i < s.NumFields() {
			field = s.Field(i)
		}
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			value = kv.Value
			if key, ok := kv.Key.(*ast.Ident); ok && isStruct {
				field, _ = r.info().Uses[key].(*types.Var)
			} else {
				r.value(kv.Key)
			}
		}
		from := r.value(value)
		switch {
		case !out.ok():
		case field != nil:
			r.put(out, field, from)
			r.optionField(out, t, field.Name(), value)
		case !isStruct:
			r.give(out, from)
		}
	}
	return out
}

// call reads a call, and returns where its first result is.
func (r *reader) call(e *ast.CallExpr) ref {
	if tv := r.info().Types[e.Fun]; tv.IsType() { // a conversion
		if len(e.Args) == 1 {
			return r.value(e.Args[0])
		}
		return ref{}
	}
	var args []ref
	if len(e.Args) == 1 {
		if tuple, ok := r.info().TypeOf(e.Args[0]).(*types.Tuple); ok {
			args = r.values(e.Args, tuple.Len())
		}
	}
	if args == nil {
		args = r.values(e.Args, len(e.Args))
	}
	obj := typeutil.Callee(r.info(), e)
	if b, ok := obj.(*types.Builtin); ok {
		return r.builtin(e, b.Name(), args)
	}
	c := &call{pos: e.Lparen, args: args, obj: obj, typ: r.info().TypeOf(e)}
	if sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr); ok {
		if selection := r.info().Selections[sel]; selection != nil && selection.Kind() == types.MethodVal {
			c.recv = r.promoted(sel.X, selection)
		}
	}
	r.called(c, e)
	if r.carries(c.typ) {
		return result(e.Lparen, 0)
	}
	return ref{}
}

func (r *reader) builtin(e *ast.CallExpr, name string, args []ref) ref {
	switch name {
	case "append", "copy":
		out := r.temp()
		for _, a := range args {
			r.give(out, a)
		}
		if name == "copy" && len(args) == 2 {
			r.give(args[0], args[1])
		}
		return out
	case "new":
		out := r.temp()
		if t := r.info().TypeOf(e.Args[0]); r.carries(t) {
			r.make(out, t, e.Pos())
		}
		return out
	}
	return ref{}
}
