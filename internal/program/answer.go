package program

import (
	"go/token"
	"go/types"
	"maps"
	"slices"
	"sync"

	"golang.org/x/tools/go/packages"

	"github.com/ctrllint/ctrllint/internal/domain/client"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/kube"
)

func sorted(set map[int]bool) []int { return slices.Sorted(maps.Keys(set)) }

// answers are what is known of one program when it is solved.
type answers struct {
	*solver
	mutex   sync.Mutex
	places  map[place][]int // nodes that hold something, but for those of single objects
	loose   client.Options  // that are set, but can't be said to be whose
	options map[int]client.Options
	known   map[place][]client.Source
	clients flow.Memo[int, client.Source] // what objects are
	owners  map[place][]int               // objects that have the field
	called  map[string]bool               // packages of which the program calls something
	asks    map[token.Pos]bool            // fields with readers, see source
	keeps   map[token.Pos]bool            // types, see source
}

// solve finds out what gets where in the program of a main function and of what runs when its packages are loaded.
func (src *source) solve(main *types.Func, reaches map[string]*packages.Package) *answers {
	s := newSolver(src)
	for _, path := range slices.Sorted(maps.Keys(reaches)) {
		for _, u := range src.inits[path] {
			s.enter(u, 0)
		}
	}
	first := maps.Clone(s.began)
	clear(s.runs)
	if u := src.units[main]; u != nil {
		s.enter(u, 0)
	}
	s.run()
	a := &answers{
		solver: s, places: map[place][]int{}, options: map[int]client.Options{}, known: map[place][]client.Source{}, called: s.runs, owners: map[place][]int{}, asks: src.asked, keeps: src.keepers,
	}
	for b := range s.began {
		if !first[b] {
			a.called[b.pkg] = true
		}
	}
	s.source, s.watched, s.openers, s.began = nil, nil, nil, nil // which hold on to the sources
	s.edges, s.next, s.pending = nil, nil, nil
	if s.steps > maxSteps {
		return a
	}
	for i, n := range s.nodes {
		if n.of > 0 && n.name == "" {
			a.owners[n.place] = append(a.owners[n.place], n.of-1)
		}
		if n.of == 0 && n.index >= 0 && len(s.held[i]) > 0 {
			a.places[n.place] = append(a.places[n.place], i)
		}
	}
	for _, t := range s.tells {
		if t.at < 0 || len(s.held[t.at]) == 0 {
			a.loose.Join(t.said)
		}
	}
	return a
}

// sources returns where the client, reader or cache at a place comes from; nothing if the program doesn't say.
func (a *answers) sources(at place) []client.Source {
	nodes := a.places[at]
	if len(nodes) == 0 {
		return nil
	}
	a.mutex.Lock()
	defer a.mutex.Unlock()
	if known, ok := a.known[at]; ok {
		return slices.Clone(known)
	}
	if slices.ContainsFunc(nodes, func(n int) bool { return a.nodes[n].ctx != 0 }) {
		nodes = slices.DeleteFunc(slices.Clone(nodes), func(n int) bool { return a.nodes[n].ctx == 0 })
	}
	objects := map[int]bool{}
	for _, n := range nodes {
		maps.Copy(objects, a.held[n])
	}
	a.known[at] = a.of(objects, map[int]bool{})
	if a.isChosen(at, objects) {
		for i := range a.known[at] {
			a.known[at][i].Chosen = true
		}
	}
	return slices.Clone(a.known[at])
}

// isChosen tells whether a place is a field in which each object of the program has all that any has there: then the
// set-up chooses, and not who makes one object or another.
func (a *answers) isChosen(at place, all map[int]bool) bool {
	for o := range all {
		if len(a.of(map[int]bool{o: true}, map[int]bool{})) > 1 {
			return false // a wrapper, which asks the one or the other
		}
	}
	found := false
	for _, o := range a.owners[at] {
		if i := a.index[node{place: at, of: o + 1}]; len(a.held[i]) > 0 {
			if found = true; !maps.Equal(a.held[i], all) {
				return false
			}
		}
	}
	return found
}

// of returns what objects are as clients.
func (a *answers) of(objects map[int]bool, seen map[int]bool) []client.Source {
	var out []client.Source
	add := func(s client.Source) {
		if !slices.ContainsFunc(out, func(o client.Source) bool { return o.Same(s) }) {
			out = append(out, s)
		}
	}
	for _, o := range sorted(objects) {
		obj := a.objects[o]
		if a.standsIn(o, objects) {
			continue
		}
		switch obj.sort {
		case function:
		case structure:
			if seen[o] {
				continue
			}
			seen[o] = true
			for _, s := range a.wrapped(o, seen) {
				add(s)
			}
		default:
			add(a.clients.Of(o, a.source))
		}
	}
	return out
}

// source returns what one object is as a client.
func (a *answers) source(o int) client.Source {
	obj := a.objects[o]
	switch obj.sort {
	case clientOf:
		return client.Source{Class: client.Cached, Made: a.maker(obj.base), Options: a.optionsOf(obj.base)}
	case liveOf:
		return client.Source{Class: client.Live, Made: a.maker(obj.base)}
	case cacheOf:
		return client.Source{Class: client.Cache, Made: a.maker(obj.base)}
	case ownCache:
		return client.Source{Class: client.Cache, Made: a.maker(o)}
	case strong:
		return client.Source{Class: client.Strong}
	case ownClient, delegating:
		return a.ownClient(o)
	}
	return client.Source{Made: a.maker(o)}
}

// only returns what makes the program's only manager, cluster or cache; nothing if there are several.
func (a *answers) only() client.Maker {
	var only client.Maker
	for i, o := range a.objects {
		switch o.sort {
		case manager, cluster, ownCache:
			made := a.maker(i)
			if !made.Known() || only.Known() && only != made {
				return client.Maker{}
			}
			only = made
		}
	}
	return only
}

// ownClient returns what a client is that is made by itself: its options may have a cache.
func (a *answers) ownClient(o int) client.Source {
	obj := a.objects[o]
	out := client.Source{Class: client.Live}
	if obj.sort == delegating {
		out.Class = client.Backed
	}
	seen, unknown := map[int]bool{}, true
	for _, at := range obj.options {
		unknown = unknown && len(a.held[at]) == 0
		a.reader(at, seen, &out)
	}
	if unknown && obj.sort == ownClient && len(obj.options) > 1 { // one is that of functions
		return client.Source{}
	}
	if out.Class == client.Backed {
		out.Options = a.optionsOf(o)
	}
	return out
}

// reader looks for the cache in the options at a node.
func (a *answers) reader(at int, seen map[int]bool, out *client.Source) {
	for _, o := range a.objectsAt(at) {
		if seen[o] {
			continue
		}
		seen[o] = true
		switch a.objects[o].sort {
		case cacheOf, clientOf:
			*out = client.Source{Class: client.Backed, Made: a.maker(a.objects[o].base)}
		case ownCache:
			*out = client.Source{Class: client.Backed, Made: a.maker(o)}
		case structure:
			for _, f := range a.fields[o] {
				switch name := a.nodes[f].name; {
				case name == "Reader" || name == "CacheReader":
					*out = client.Source{Class: client.Backed}
					a.reader(f, seen, out)
				case name == "Cache":
					if len(a.held[f]) == 0 && out.Class == client.Live {
						*out = client.Source{}
					}
					a.reader(f, seen, out)
				}
			}
		}
	}
}

// optionsOf returns what the options say that a manager, cluster or client is made with, and, if they aren't known, what
// any say.
func (a *answers) optionsOf(o int) client.Options {
	if known, ok := a.options[o]; ok {
		return known
	}
	var out client.Options
	if o < 0 || !a.collect(o, &out) {
		for _, said := range a.tells {
			out.Join(said.said)
		}
	}
	out.Join(a.loose)
	a.options[o] = out
	return out
}

// collect joins what is said in the options of a manager; false if nothing is known of them.
func (a *answers) collect(o int, out *client.Options) bool {
	seen, known := map[int]bool{}, len(a.objects[o].options) <= 1
	var visit func(at int)
	visit = func(at int) {
		for _, o := range a.objectsAt(at) {
			if a.objects[o].sort != structure || seen[o] {
				continue
			}
			seen[o], known = true, true
			out.Join(a.said[o])
			for _, f := range a.fields[o] {
				visit(f)
			}
		}
	}
	for _, at := range a.objects[o].options {
		visit(at)
	}
	return known
}

// wrapped returns what a struct of the module's is as a client: what it embeds, and, if it has a Get or List of its own, the
// other readers that this may ask.
func (a *answers) wrapped(o int, seen map[int]bool) []client.Source {
	named := a.objects[o].typ
	if named == nil {
		return nil
	}
	st, ok := named.Underlying().(*types.Struct)
	switch {
	case !ok:
		return nil
	case a.keeps[named.Obj().Pos()] && kube.IsClient(types.NewPointer(named)):
		return []client.Source{{}} // it keeps what it is given
	}
	var out []client.Source
	for f := range st.Fields() {
		if !kube.IsReader(f.Type()) || !f.Embedded() && !reads(named, "Get", "List") || (!f.Embedded() || reads(named, "Get") && reads(named, "List")) && !a.asks[f.Pos()] {
			continue
		}
		sources := []client.Source{{}}
		for _, n := range []node{{place: place{pos: f.Pos()}, of: o + 1}, {place: place{pos: f.Pos()}}} {
			if i, ok := a.index[n]; ok && len(a.held[i]) > 0 {
				sources = a.of(a.held[i], seen)
				break
			}
		}
		if out = append(out, sources...); !reads(named, "Get", "List") {
			break
		}
	}
	if len(out) == 0 {
		return []client.Source{{}}
	}
	return out
}

// reads tells whether a method with one of the names is declared for a type itself.
func reads(named *types.Named, names ...string) bool {
	for m := range named.Methods() {
		if slices.Contains(names, m.Name()) {
			return true
		}
	}
	return false
}
