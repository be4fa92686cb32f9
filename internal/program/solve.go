package program

import (
	"go/token"
	"go/types"

	"github.com/ctrllint/ctrllint/internal/domain/client"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A sort says what an object is.
type sort uint8

const (
	manager    sort = iota
	cluster         // that is no manager
	ownCache        // that is made by itself
	ownClient       // that is made by itself: what it is made with says whether it reads from a cache
	delegating      // a client that is given a cache to read from
	strong          // a fake, whose reads see every write
	clientOf        // the client of the manager or cluster base
	liveOf          // its reader of the API server
	cacheOf         // its cache
	structure       // a value of the struct type
	function        // a function, perhaps bound to a receiver
	unseen          // what comes from where it can't be followed
)

// A thing is something that a program makes, by the place that makes it.
type thing struct {
	sort
	pos  token.Pos
	ctx  context // the calls for which the function is looked at that makes it
	base int     // what it is made from, -1 if nothing is known of it; of a struct in a struct, the outer one
	in   place   // the field that a struct is in
	typ  *types.Named
	fn   *callable
	recv int // where the receiver of a function is
}

// An object is a thing in one program.
type object struct {
	thing
	options []int // where the arguments are that it was made with
}

// A node is a place in one context, or the field of one object.
type node struct {
	place
	ctx context
	of  int // the object, plus one
}

// maxSteps bounds how often something new is found out about one program: it is some hundred times what programs need
// that are known.
const maxSteps = 1 << 20

// A solver finds out what gets where in one program. It looks at a function when the program is found to call it.
// Objects that a place may hold are added until nothing changes.
type solver struct {
	*source
	index   map[node]int
	nodes   []node
	held    []map[int]bool // objects by node
	next    [][]int        // the nodes that what is at a node gets to
	watched [][]func(int)  // what is to be done for each object at a node
	edges   map[[2]int]bool
	objects []object
	ids     map[thing]int
	fields  map[int][]int // nodes of the fields of an object that something is assigned to
	pending [][2]int      // object, node
	began   map[began]bool
	runs    map[string]bool // packages of which functions are called that are in their variables
	openers []opener
	steps   int

	contexts []calling
	numbers  map[calling]context

	said  map[int]client.Options // of options objects
	tells []teller
}

// A began is a unit in a context.
type began struct {
	*unit
	ctx context
}

// An opener is what is done if nothing is found at a node: something comes there that can't be seen.
type opener struct {
	at   int
	open func()
	done bool
}

// A teller is where an option is set, and to what.
type teller struct {
	at   int
	said client.Options
}

func newSolver(src *source) *solver {
	return &solver{
		source: src, index: map[node]int{}, edges: map[[2]int]bool{}, ids: map[thing]int{}, fields: map[int][]int{},
		began: map[began]bool{}, runs: map[string]bool{}, said: map[int]client.Options{},
		contexts: make([]calling, 1), numbers: map[calling]context{},
	}
}

// at returns the node of a place in a context, -1 if there is no place.
func (s *solver) at(r ref, ctx context) int {
	if !r.ok() {
		return -1
	}
	n := node{place: r.place}
	if r.local {
		n.ctx = ctx
	}
	return s.node(n)
}

func (s *solver) node(n node) int {
	i, ok := s.index[n]
	if !ok {
		i = len(s.nodes)
		s.index[n] = i
		s.nodes = append(s.nodes, n)
		s.held = append(s.held, nil)
		s.next = append(s.next, nil)
		s.watched = append(s.watched, nil)
	}
	return i
}

// object returns the object that a thing is.
func (s *solver) object(o thing) int {
	i, ok := s.ids[o]
	if !ok {
		i = len(s.objects)
		s.ids[o] = i
		s.objects = append(s.objects, object{thing: o})
	}
	return i
}

// add says that an object may be at a node.
func (s *solver) add(at, o int) {
	if at < 0 || s.held[at][o] || s.steps > maxSteps {
		return
	}
	s.steps++
	if s.held[at] == nil {
		s.held[at] = map[int]bool{}
	}
	s.held[at][o] = true
	s.pending = append(s.pending, [2]int{o, at})
}

// copy says that what is at one node gets to another.
func (s *solver) copy(to, from int) {
	if to < 0 || from < 0 || to == from || s.edges[[2]int{to, from}] {
		return
	}
	s.edges[[2]int{to, from}] = true
	s.next[from] = append(s.next[from], to)
	for _, o := range s.objectsAt(from) {
		s.add(to, o)
	}
}

// objectsAt returns the objects at a node, in order.
func (s *solver) objectsAt(at int) []int {
	if at < 0 {
		return nil
	}
	return sorted(s.held[at])
}

// each does something for each object that is, or gets, to a node.
func (s *solver) each(at int, do func(o int)) {
	if at < 0 {
		return
	}
	s.watched[at] = append(s.watched[at], do)
	for _, o := range s.objectsAt(at) {
		do(o)
	}
}

// run adds objects until nothing changes. Then what is nowhere to be seen is opened, one after the other.
func (s *solver) run() {
	for {
		for len(s.pending) > 0 {
			last := len(s.pending) - 1
			o, at := s.pending[last][0], s.pending[last][1]
			s.pending = s.pending[:last]
			for _, to := range s.next[at] {
				s.add(to, o)
			}
			for _, do := range s.watched[at] {
				do(o)
			}
		}
		opened := false
		for i := range s.openers {
			if o := &s.openers[i]; !o.done && (o.at < 0 || len(s.held[o.at]) == 0) {
				o.done, opened = true, true
				o.open()
			}
		}
		if !opened {
			return
		}
	}
}

// enter looks at a unit for a context, if that isn't done.
func (s *solver) enter(u *unit, ctx context) {
	if s.began[began{u, ctx}] {
		return
	}
	s.began[began{u, ctx}] = true
	for _, do := range u.steps {
		do(s, ctx)
	}
}

// call says what a call of a function hands over.
func (s *solver) call(to *callable, inner context, c *call, ctx context, recv int) {
	s.copy(s.at(to.recv, inner), recv)
	for i, a := range c.args {
		switch {
		case i < len(to.params):
			s.copy(s.at(to.params[i], inner), s.at(a, ctx))
		case to.variadic:
			s.copy(s.at(to.params[len(to.params)-1], inner), s.at(a, ctx))
		}
	}
	for i, r := range to.results {
		s.copy(s.at(result(c.pos, i), ctx), s.at(r, inner))
	}
	if to.unit != nil {
		s.enter(to.unit, inner)
	}
}

// callValue says the same of a call of whatever functions are at a node.
func (s *solver) callValue(fun int, c *call, ctx context) {
	s.each(fun, func(o int) {
		if f := s.objects[o]; f.sort == function {
			s.call(f.fn, s.inner(f, c.pos, ctx), c, ctx, f.recv)
		}
	})
}

// inner returns the context for a call of a function that is a value.
func (s *solver) inner(f object, call token.Pos, ctx context) context {
	if f.fn.unit != nil {
		return s.contextOf(f.fn.unit, call, ctx)
	}
	return f.ctx
}

// function says that a function is at a node. The libraries may call it, too.
func (s *solver) function(at int, fn *callable, ctx context, recv int, pos token.Pos) {
	if fn.unit == nil {
		pos = token.NoPos // the literal is only there
	}
	s.add(at, s.object(thing{sort: function, pos: pos, ctx: ctx, fn: fn, recv: recv}))
	if fn.unit != nil && !fn.unit.clones {
		s.copy(s.at(fn.recv, 0), recv)
		s.enter(fn.unit, 0)
	}
}

// make says that a struct is at a node.
func (s *solver) make(at int, named *types.Named, pos token.Pos, ctx context) {
	s.place(at, thing{sort: structure, pos: pos, ctx: ctx, typ: named})
}

// place puts a struct at a node. Whoever has it may call its methods.
func (s *solver) place(at int, made thing) {
	o := s.object(made)
	s.add(at, o)
	for m := range made.typ.Methods() {
		if u := s.units[m]; u != nil {
			s.add(s.at(u.recv, 0), o)
			s.enter(u, 0)
		}
	}
}

// load says that a field of what is at a node gets to another. A field that is a struct, of the type inner, is one from
// the start.
func (s *solver) load(to, base int, field place, inner *types.Named) {
	s.each(base, func(o int) {
		if s.objects[o].sort != structure {
			return
		}
		at := s.node(node{place: field, of: o + 1})
		if inner != nil {
			s.fields[o] = append(s.fields[o], at)
			s.place(at, thing{sort: structure, base: o, in: field, typ: inner})
		}
		s.copy(to, at)
	})
	if field.name == "" {
		s.openers = append(s.openers, opener{at: base, open: func() { s.copy(to, s.node(node{place: field})) }})
	}
}

// store says that what is at a node gets to a field.
func (s *solver) store(base int, field place, from int) {
	s.each(base, func(o int) {
		if s.objects[o].sort == structure {
			at := s.node(node{place: field, of: o + 1})
			s.fields[o] = append(s.fields[o], at)
			s.copy(at, from)
		}
	})
	if field.name == "" {
		s.copy(s.node(node{place: field}), from)
	}
}

// say says that an option is set of the options at a node.
func (s *solver) say(base int, said client.Options) {
	s.tells = append(s.tells, teller{base, said})
	s.each(base, func(o int) {
		all := s.said[o]
		all.Join(said)
		s.said[o] = all
	})
}

// derive says that the client, reader or cache of what is at a node is at another.
func (s *solver) derive(to, from int, what sort, pos token.Pos) {
	s.each(from, func(o int) {
		switch s.objects[o].sort {
		case manager, cluster:
			s.add(to, s.object(thing{sort: what, base: o}))
		case unseen:
			s.add(to, s.object(thing{sort: what, base: -1}))
		case structure: // one of the module's that embeds a manager, say
			if f := embedded(s.objects[o].typ); f != nil {
				s.derive(to, s.node(node{place: place{pos: f.Pos()}, of: o + 1}), what, pos)
			}
		}
	})
	s.openers = append(s.openers, opener{at: from, open: func() {
		s.add(to, s.object(thing{sort: what, base: -1}))
	}})
}

// embedded returns the field by which a struct has a manager or cluster in it, nil if it has none.
func embedded(named *types.Named) *types.Var {
	st, ok := named.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for f := range st.Fields() {
		if f.Embedded() && (kube.IsManager(f.Type()) || kube.IsCluster(f.Type())) {
			return f
		}
	}
	return nil
}

// invoke says what a call of an interface's method hands over to that of a struct.
func (s *solver) invoke(o int, method *types.Func, c *call, ctx context) {
	if s.objects[o].sort != structure {
		return
	}
	obj, path, _ := types.LookupFieldOrMethod(types.NewPointer(s.objects[o].typ), true, method.Pkg(), method.Name())
	fn, ok := obj.(*types.Func)
	if !ok {
		return
	}
	recv := s.node(node{place: place{pos: c.pos, index: -1}, ctx: ctx, of: o + 1})
	s.add(recv, o)
	t := types.Type(s.objects[o].typ)
	for _, i := range path[:len(path)-1] {
		f := fieldAt(t, i)
		if f == nil {
			return
		}
		at := s.node(node{place: place{pos: c.pos, index: -2 - i}, ctx: ctx, of: recv + 1})
		s.load(at, recv, place{pos: f.Pos()}, nil)
		recv, t = at, f.Type()
	}
	if types.IsInterface(fn.Signature().Recv().Type()) {
		s.each(recv, func(o int) { s.invoke(o, fn, c, ctx) })
		return
	}
	if u := s.units[fn.Origin()]; u != nil {
		s.call(&u.callable, s.contextOf(u, c.pos, ctx), c, ctx, recv)
	}
}

// configure hands the options of what is made to the functions that are given to set them.
func (s *solver) configure(made int, c *call, ctx context) {
	at := s.node(node{place: place{pos: c.pos, index: -1}, ctx: ctx})
	for _, a := range c.args {
		s.each(s.at(a, ctx), func(o int) {
			f := s.objects[o]
			if f.sort != function || len(f.fn.params) != 1 || !f.fn.params[0].ok() {
				return
			}
			s.add(at, s.object(thing{sort: structure, pos: c.pos, ctx: ctx}))
			inner := s.inner(f, c.pos, ctx)
			s.copy(s.at(f.fn.params[0], inner), at)
			if f.fn.unit != nil {
				s.enter(f.fn.unit, inner)
			}
		})
	}
	s.objects[made].options = append(s.objects[made].options, at)
}
