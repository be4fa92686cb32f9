package ir

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/ctrllint/ctrllint/internal/kube"
)

// Affixes are what is known of a text: with what it begins and ends, which is all of it if it is Whole.
type Affixes struct {
	Begins, Ends string
	Whole        bool
}

// affixes are those of a text that is known.
func affixes(text string) Affixes { return Affixes{text, text, true} }

// then returns the affixes of a text with another behind it.
func (a Affixes) then(b Affixes) Affixes {
	out := Affixes{a.Begins, b.Ends, a.Whole && b.Whole}
	if a.Whole {
		out.Begins += b.Begins
	}
	if b.Whole {
		out.Ends = a.Ends + out.Ends
	}
	return out
}

// formatted returns the affixes of what a format gives (package fmt).
func formatted(format string) Affixes {
	if !strings.Contains(format, "%") {
		return affixes(format)
	}
	if strings.Contains(format, "%%") {
		return Affixes{}
	}
	begins, _, _ := strings.Cut(format, "%")
	verb := format[strings.LastIndex(format, "%")+1:]
	if verb = strings.TrimLeft(verb, "+-# .0123456789"); verb == "" || verb[0] == '[' || verb[0] == '*' {
		return Affixes{Begins: begins}
	}
	return Affixes{Begins: begins, Ends: verb[1:]}
}

// Texts says what is known of the texts that functions return: those of the package by their syntax, others by facts.
type Texts struct {
	pass  *analysis.Pass
	known map[*types.Func]*Affixes
	exprs map[*types.Func]ast.Expr // all that a function does is to return this
	found map[*types.Func]Affixes
}

// NewTexts returns what is known of the texts that functions return which the package has, or can come to.
func NewTexts(p *Package, known map[*types.Func]*Affixes) *Texts {
	t := &Texts{p.pass, known, map[*types.Func]ast.Expr{}, map[*types.Func]Affixes{}}
	for _, f := range p.Files() {
		for _, decl := range f.Decls {
			d, ok := decl.(*ast.FuncDecl)
			if !ok || d.Body == nil || len(d.Body.List) != 1 {
				continue
			}
			ret, ok := d.Body.List[0].(*ast.ReturnStmt)
			if fn, isFunc := p.pass.TypesInfo.Defs[d.Name].(*types.Func); ok && isFunc && len(ret.Results) == 1 && isText(fn.Signature().Results().At(0).Type()) {
				t.exprs[fn] = ret.Results[0]
			}
		}
	}
	return t
}

func isText(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// Facts returns what there is to say of functions that other packages can call.
func (t *Texts) Facts(p *Package) map[*types.Func]*Affixes {
	if t == nil {
		return nil
	}
	out := map[*types.Func]*Affixes{}
	for fn := range t.exprs {
		if !fn.Exported() || p.reached != nil && !p.reached[fn] {
			continue
		}
		if a := t.returned(fn); a != (Affixes{}) {
			out[fn] = &a
		}
	}
	return out
}

// Of returns what is known of a text.
func (t *Texts) Of(v ssa.Value) Affixes {
	if text, ok := Text(v); ok {
		return affixes(text)
	}
	switch v := v.(type) {
	case *ssa.BinOp:
		if v.Op == token.ADD {
			return t.Of(v.X).then(t.Of(v.Y))
		}
	case *ssa.Call:
		if kube.Formats(Symbol(v.Common())) {
			if format, known := Text(v.Call.Args[0]); known {
				return formatted(format)
			}
			return Affixes{}
		}
		return t.returned(Called(v.Common()))
	}
	return Affixes{}
}

// returned returns what is known of the text that a function returns.
func (t *Texts) returned(obj types.Object) Affixes {
	fn, ok := obj.(*types.Func)
	if !ok {
		return Affixes{}
	}
	fn = fn.Origin()
	if known := t.known[fn]; known != nil {
		return *known
	}
	if _, ok := t.found[fn]; !ok {
		t.found[fn] = Affixes{} // while it is looked for
		if expr := t.exprs[fn]; expr != nil {
			t.found[fn] = t.of(expr)
		}
	}
	return t.found[fn]
}

// of returns what is known of the text that an expression is.
func (t *Texts) of(expr ast.Expr) Affixes {
	if is := t.pass.TypesInfo.Types[expr].Value; is != nil && is.Kind() == constant.String {
		return affixes(constant.StringVal(is))
	}
	switch expr := ast.Unparen(expr).(type) {
	case *ast.BinaryExpr:
		return t.of(expr.X).then(t.of(expr.Y))
	case *ast.CallExpr:
		fn := typeutil.Callee(t.pass.TypesInfo, expr)
		if kube.Formats(kube.SymbolOf(fn)) {
			if format := t.of(expr.Args[0]); format.Whole {
				return formatted(format.Begins)
			}
			return Affixes{}
		}
		return t.returned(fn)
	}
	return Affixes{}
}
