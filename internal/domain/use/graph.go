package use

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/ir"
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
	sides map[Side]bool        // that matter: of what some uses are on another side of
}

// A node is a function that is no method, a type with its methods, or a variable.
type node struct {
	name     string
	exported bool
	managers []token.Pos            // where it makes managers
	returns  bool                   // it is a function that returns a manager
	edges    map[string][]token.Pos // of this package, and where it mentions them
	foreign  []foreignRef
	own      []*Use
}

// A foreignRef is where a node mentions something of another package that has uses.
type foreignRef struct {
	uses []Reached
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
			for i := range ref.uses {
				ref.uses[i].Use = g.one(ref.uses[i].Use)
			}
		}
	}
	g.initialised()
	g.findSides()
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
					g.mention(g.node(other.Name), spec.Names[0].Name, token.NoPos)
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
		n = &node{name: name, exported: token.IsExported(name), edges: map[string][]token.Pos{}}
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
		n.managers = append(n.managers, id.Pos())
	case name == "":
	case own:
		if name != n.name {
			g.mention(n, name, id.Pos())
		}
	default:
		if slices.Contains(f.Makers, name) {
			n.managers = append(n.managers, id.Pos())
		}
		if uses := f.node(name); len(uses) > 0 {
			n.foreign = append(n.foreign, foreignRef{uses, id.Pos()})
		}
	}
}

// mention notes that a node mentions another.
func (g *graph) mention(n *node, name string, pos token.Pos) {
	n.edges[name] = append(n.edges[name], pos)
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
			g.mention(g.nodes[name], "init", token.NoPos)
		}
	}
}

// names returns the names of the nodes, sorted.
func (g *graph) names() []string { return slices.Sorted(maps.Keys(g.nodes)) }

// makes returns where a node makes managers, by itself or by a function of the package that returns one.
func (g *graph) makes(n *node) []token.Pos {
	out := slices.Clone(n.managers)
	for name, at := range n.edges {
		if other := g.nodes[name]; other != nil && other.returns && len(other.managers) > 0 {
			out = append(out, at...)
		}
	}
	return out
}

// makesManager tells whether a manager is made in a node.
func (g *graph) makesManager(n *node) bool { return len(g.makes(n)) > 0 }

// severalManagers tells whether more than one may be.
func (g *graph) severalManagers(n *node) bool {
	at := g.makes(n)
	for i, a := range at {
		for _, b := range at[i+1:] {
			if !g.way(a).excludes(g.way(b)) {
				return true
			}
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

// parts returns what becomes part of one program together, and what each node comes to by itself.
func (g *graph) parts() (together, each []Part) {
	var units []Part
	for _, name := range g.names() {
		p := Part{Name: name, Unit: g.unit(g.nodes[name]), Uses: g.reach(name)}
		if obj := g.pass.Pkg.Scope().Lookup(name); obj != nil {
			p.Place = g.place(obj.Pos())
		} else {
			p.Place = g.place(token.NoPos)
		}
		each = append(each, p)
		if p.Unit {
			p.Several = g.severalManagers(g.nodes[name])
			units = append(units, p)
		}
	}
	if len(units) > 0 {
		return units, each
	}
	return each, each
}

// reach returns the uses of the program that mentions a node. It stops at nodes that run a manager of their own.
func (g *graph) reach(root string) []Reached {
	if out, ok := g.known[root]; ok {
		return out
	}
	ways := map[string]*reaching{root: {found: true}}
	for queue := []string{root}; len(queue) > 0; queue = queue[1:] {
		n := g.nodes[queue[0]]
		for _, next := range slices.Sorted(maps.Keys(n.edges)) {
			if other := g.nodes[next]; other == nil || g.unit(other) || next == root {
				continue
			}
			if ways[next] == nil {
				ways[next] = new(reaching)
			}
			for _, pos := range n.edges[next] {
				if g.lead(ways[next], ways[queue[0]], pos, nil) {
					queue = append(queue, next)
				}
			}
		}
	}
	index := map[*Use]int{}
	var out []Reached
	var to []*reaching
	add := func(from *reaching, r Reached, pos token.Pos) {
		i, ok := index[r.Use]
		if !ok {
			i = len(out)
			index[r.Use] = i
			out, to = append(out, Reached{Use: r.Use}), append(to, new(reaching))
		}
		out[i].At = append(out[i].At, pos)
		g.lead(to[i], from, pos, r.Ways)
	}
	for _, name := range slices.Sorted(maps.Keys(ways)) {
		n := g.nodes[name]
		for _, u := range n.own {
			add(ways[name], Reached{Use: u, Ways: u.ways()}, u.pos)
		}
		for _, ref := range n.foreign {
			for _, u := range ref.uses {
				add(ways[name], u, ref.pos)
			}
		}
	}
	for i := range out {
		out[i].Ways = to[i].ways
	}
	out = slices.DeleteFunc(out, func(r Reached) bool { return !to[index[r.Use]].found })
	slices.SortFunc(out, func(a, b Reached) int { return compare(a.Use, b.Use) })
	g.known[root] = out
	return out
}

// lead adds to what is known of the ways to a place those that lead there by a position, and tells whether that changes
// anything.
func (g *graph) lead(to, from *reaching, pos token.Pos, on Ways) bool {
	changed := false
	for _, w := range from.then(Ways{g.matters(pos)}) {
		for _, w := range (reaching{ways: Ways{w}}).then(on) {
			changed = to.add(w) || changed
		}
	}
	return changed
}

// matters returns of the way to a position the sides that matter.
func (g *graph) matters(pos token.Pos) Way {
	if len(g.sides) == 0 || !pos.IsValid() {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(g.way(pos)), func(s Side) bool { return !g.sides[s] })
}

// findSides finds the sides that matter, if a kind is used in several projections at all: that some of what leads to
// uses is on, and some is on the other side.
func (g *graph) findSides() {
	if !g.several() {
		return
	}
	leads := g.leading()
	known := map[string]map[Side]bool{}
	note := func(way Way) {
		for _, s := range way {
			if known[s.Of] == nil {
				known[s.Of] = map[Side]bool{}
			}
			known[s.Of][s] = true
		}
	}
	for _, n := range g.nodes {
		for _, u := range n.own {
			note(g.way(u.pos))
			for _, way := range u.ways() {
				note(way)
			}
		}
		for _, ref := range n.foreign {
			note(g.way(ref.pos))
			for _, u := range ref.uses {
				for _, way := range u.Ways {
					note(way)
				}
			}
		}
		for next, at := range n.edges {
			for _, pos := range at {
				if leads[next] && pos.IsValid() {
					note(g.way(pos))
				}
			}
		}
	}
	g.sides = map[Side]bool{}
	for _, sides := range known {
		for s := range sides {
			g.sides[s] = len(sides) > 1
		}
	}
}

// several tells whether a kind is used in several projections in what the package mentions.
func (g *graph) several() bool {
	projections := map[kind.Kind]kind.Projection{}
	for _, u := range g.same {
		if known, ok := projections[u.Kind]; ok && known != u.Projection {
			return true
		}
		projections[u.Kind] = u.Projection
	}
	return false
}

// leading returns the nodes that come to uses.
func (g *graph) leading() map[string]bool {
	back := map[string][]string{}
	var own []string
	for name, n := range g.nodes {
		for next := range n.edges {
			back[next] = append(back[next], name)
		}
		if len(n.own)+len(n.foreign) > 0 {
			own = append(own, name)
		}
	}
	return ir.Reachable(func(name string) []string { return back[name] }, own...)
}

// ways returns what leads to a use through the helper that is called there.
func (u *Use) ways() Ways {
	if u.way == nil || len(*u.way) == 0 {
		return nil
	}
	return Ways{*u.way}
}

// exportedUses returns the uses that become part of what mentions an exported node: none if it runs its own manager.
func (g *graph) exportedUses(name string) []Reached {
	if g.unit(g.nodes[name]) {
		return nil
	}
	return g.reach(name)
}
