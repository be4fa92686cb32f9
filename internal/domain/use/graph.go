package use

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"github.com/ctrllint/ctrllint/internal/kube"
)

// A graph says which functions, types and variables of a package mention which others, and so which uses become part of
// a program that mentions one of them. A type stands for all of its methods, since any may be called through an
// interface.
type graph struct {
	*pkg
	nodes map[string]*node
	spans []span
	same  map[string]*Use      // by key: what several packages say of one use is one
	known map[string][]Reached // what nodes reach
}

// A node is a function that is no method, a type with its methods, or a variable.
type node struct {
	name     string
	exported bool
	managers int             // it makes managers
	returns  bool            // it is a function that returns a manager
	edges    map[string]bool // of this package
	foreign  []foreignRef
	own      []*Use
}

// A foreignRef is where a node mentions something of another package that has uses.
type foreignRef struct {
	uses []*Use
	pos  token.Pos
}

// A span is the part of a file that belongs to a node.
type span struct {
	from, to token.Pos
	node     string
}

func newGraph(p *pkg, uses []*Use) *graph {
	g := &graph{pkg: p, nodes: map[string]*node{}, same: map[string]*Use{}, known: map[string][]Reached{}}
	for _, f := range p.files {
		for _, decl := range f.Decls {
			g.declare(decl)
		}
	}
	slices.SortFunc(g.spans, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	for id, obj := range p.pass.TypesInfo.Uses {
		g.mentioned(id, obj)
	}
	for _, u := range uses {
		if n := g.at(u.pos); n != nil {
			n.own = append(n.own, g.one(u))
		}
	}
	for _, name := range g.names() {
		foreign := g.nodes[name].foreign
		slices.SortFunc(foreign, func(a, b foreignRef) int { return cmp.Compare(a.pos, b.pos) })
		for _, ref := range foreign {
			for i, u := range ref.uses {
				ref.uses[i] = g.one(u)
			}
		}
	}
	g.initialised()
	return g
}

// declare notes the nodes of a declaration, and what of it counts: bodies, values, embedded fields.
func (g *graph) declare(decl ast.Decl) {
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		fn, ok := g.pass.TypesInfo.Defs[decl.Name].(*types.Func)
		if !ok || decl.Body == nil {
			return
		}
		name := nodeName(fn)
		n := g.node(name)
		if results := fn.Signature().Results(); results.Len() > 0 && kube.IsManager(results.At(0).Type()) {
			n.returns = true
		}
		g.spans = append(g.spans, span{decl.Body.Pos(), decl.Body.End(), name})
	case *ast.GenDecl:
		for _, spec := range decl.Specs {
			switch spec := spec.(type) {
			case *ast.ValueSpec:
				g.node(spec.Names[0].Name)
				g.spans = append(g.spans, span{spec.Pos(), spec.End(), spec.Names[0].Name})
				for _, other := range spec.Names[1:] {
					g.node(other.Name).edges[spec.Names[0].Name] = true
				}
			case *ast.TypeSpec:
				g.embedded(spec)
			}
		}
	}
}

// embedded notes the embedded fields of a struct type: their methods are the type's.
func (g *graph) embedded(spec *ast.TypeSpec) {
	g.node(spec.Name.Name)
	s, ok := spec.Type.(*ast.StructType)
	if !ok {
		g.spans = append(g.spans, span{spec.Type.Pos(), spec.Type.End(), spec.Name.Name})
		return
	}
	for _, f := range s.Fields.List {
		if len(f.Names) == 0 {
			g.spans = append(g.spans, span{f.Pos(), f.End(), spec.Name.Name})
		}
	}
}

func (g *graph) node(name string) *node {
	n := g.nodes[name]
	if n == nil {
		n = &node{name: name, exported: token.IsExported(name), edges: map[string]bool{}}
		g.nodes[name] = n
	}
	return n
}

// at returns the node that a position belongs to, nil if it is none.
func (g *graph) at(pos token.Pos) *node {
	i, _ := slices.BinarySearchFunc(g.spans, pos, func(s span, pos token.Pos) int {
		if s.to < pos {
			return -1
		}
		if s.from > pos {
			return 1
		}
		return 0
	})
	if i < len(g.spans) && g.spans[i].from <= pos && pos <= g.spans[i].to {
		return g.nodes[g.spans[i].node]
	}
	return nil
}

// nodeName returns the node of an object, empty if it is none: local, a field, a constant.
func nodeName(obj types.Object) string {
	switch obj := obj.(type) {
	case *types.Func:
		if recv := obj.Signature().Recv(); recv != nil {
			if named := kube.Named(recv.Type()); named != nil {
				return named.Obj().Name()
			}
			return ""
		}
		return obj.Name()
	case *types.TypeName:
		if obj.Parent() == obj.Pkg().Scope() {
			return obj.Name()
		}
	case *types.Var:
		if !obj.IsField() && obj.Parent() == obj.Pkg().Scope() {
			return obj.Name()
		}
	}
	return ""
}

// mentioned notes that an identifier stands for an object.
func (g *graph) mentioned(id *ast.Ident, obj types.Object) {
	if obj.Pkg() == nil {
		return
	}
	own := obj.Pkg() == g.pass.Pkg
	f := g.facts[obj.Pkg()]
	manager := !own && g.manages && kube.MakesManager(kube.SymbolOf(obj))
	if !own && f == nil && !manager {
		return
	}
	n := g.at(id.Pos())
	if n == nil {
		return
	}
	name := nodeName(obj)
	switch {
	case manager:
		n.managers++
	case name == "":
	case own:
		if name != n.name {
			n.edges[name] = true
		}
	default:
		if slices.Contains(f.Makers, name) {
			n.managers++
		}
		if uses := f.node(name); len(uses) > 0 {
			n.foreign = append(n.foreign, foreignRef{uses, id.Pos()})
		}
	}
}

// one returns the use that stands for those with the same key.
func (g *graph) one(u *Use) *Use {
	key := u.Key()
	if g.same[key] == nil {
		g.same[key] = u
	}
	return g.same[key]
}

// initialised makes what functions init mention part of the variables that they mention: they fill them.
func (g *graph) initialised() {
	first := g.nodes["init"]
	if first == nil {
		return
	}
	for name := range first.edges {
		if v, ok := g.pass.Pkg.Scope().Lookup(name).(*types.Var); ok && v != nil {
			g.nodes[name].edges["init"] = true
		}
	}
}

// names returns the names of the nodes, sorted.
func (g *graph) names() []string { return slices.Sorted(maps.Keys(g.nodes)) }

// makesManager tells whether a manager is made in a node, by itself or by a function of the package that returns it.
func (g *graph) makesManager(n *node) bool {
	if n.managers > 0 {
		return true
	}
	for name := range n.edges {
		if other := g.nodes[name]; other != nil && other.returns && other.managers > 0 {
			return true
		}
	}
	return false
}

// unit tells whether a node makes a manager that it runs: what it mentions is one program.
func (g *graph) unit(n *node) bool { return g.makesManager(n) && !n.returns }

// makerNames returns the exported functions that return a manager which they make.
func (g *graph) makerNames() []string {
	var out []string
	for _, name := range g.names() {
		if n := g.nodes[name]; n.exported && n.returns && g.makesManager(n) {
			out = append(out, name)
		}
	}
	return out
}

// parts returns what becomes part of one program together.
func (g *graph) parts() []Part {
	var parts, units []Part
	for _, name := range g.names() {
		p := Part{Name: name, Unit: g.unit(g.nodes[name]), Uses: g.reach(name)}
		if obj := g.pass.Pkg.Scope().Lookup(name); obj != nil {
			p.Place = g.place(obj.Pos())
		} else {
			p.Place = g.place(token.NoPos)
		}
		parts = append(parts, p)
		if p.Unit {
			units = append(units, p)
		}
	}
	if len(units) > 0 {
		return units
	}
	return parts
}

// reach returns the uses of the program that mentions a node. It stops at nodes that run a manager of their own.
func (g *graph) reach(root string) []Reached {
	if out, ok := g.known[root]; ok {
		return out
	}
	index := map[*Use]int{}
	var out []Reached
	add := func(u *Use, pos token.Pos) {
		i, ok := index[u]
		if !ok {
			i = len(out)
			index[u] = i
			out = append(out, Reached{Use: u})
		}
		out[i].At = append(out[i].At, pos)
	}
	seen := map[string]bool{root: true}
	for queue := []string{root}; len(queue) > 0; queue = queue[1:] {
		n := g.nodes[queue[0]]
		for _, u := range n.own {
			add(u, u.pos)
		}
		for _, ref := range n.foreign {
			for _, u := range ref.uses {
				add(u, ref.pos)
			}
		}
		for _, next := range slices.Sorted(maps.Keys(n.edges)) {
			if other := g.nodes[next]; other != nil && !seen[next] && !g.unit(other) {
				seen[next] = true
				queue = append(queue, next)
			}
		}
	}
	slices.SortFunc(out, func(a, b Reached) int { return compare(a.Use, b.Use) })
	g.known[root] = out
	return out
}

// exportedUses returns the uses that become part of what mentions an exported node: none if it runs its own manager.
func (g *graph) exportedUses(name string) []Reached {
	if g.unit(g.nodes[name]) {
		return nil
	}
	return g.reach(name)
}
