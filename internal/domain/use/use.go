// Package use lists the places of a program that make informers, or read from them, and says which of them become part
// of one program.
//
// A place whose kind or client is a parameter's is listed where the parameter's value is known, at the call, also in
// other packages. What a package lists, its importers know as facts.
package use

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/ctrllint/ctrllint/internal/domain/client"
	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
)

// A Need is what has to be so for a place to make an informer.
type Need uint8

// The needs.
const (
	Always         Need = iota
	ByClient            // a read through the manager's client, unless its options leave out the kind
	ByUnstructured      // the same, of an unstructured object: only if the options have these cached
	ByWrite             // a write through a client that reads its own writes
)

// A Use is a place that makes an informer, or reads from one, which makes it when it is not there.
type Use struct {
	Kind       kind.Kind // unknown where the place's kind can't be seen
	Projection kind.Projection
	What       string // the method or function: For, Get
	Watch      bool   // its events are handled
	Need       Need
	Data       bool   // of what is read, more than the metadata is used
	List       bool   // a list is read
	Assumed    bool   // it goes through a client that is taken for the manager's
	Perhaps    bool   // options that can't be seen, or are set under a condition, decide on the projection
	Cache      string // which cache it is; empty for the manager's
	Own        bool   // the options of the manager's client have no say in what that cache holds
	Class      client.Class
	Wiring     *client.Wiring // of the client, or of what the cache is asked of; nil if programs say nothing of it
	Func       string         // the function it is in: Reconciler.Reconcile
	Place      Place
	Through    Place // the place in the helper that is called at Place, if it is one

	pos token.Pos // in the package under analysis
	way *Way      // through the helper that is called there, nil if there is none
}

// Pos returns where the use is in the package under analysis; for those of imported packages, no position.
func (u *Use) Pos() token.Pos { return u.pos }

// Plain returns the use as every package knows it.
func (u *Use) Plain() Use {
	plain := *u
	plain.pos, plain.way, plain.Wiring = token.NoPos, nil, nil
	return plain
}

// Key identifies a use among those of a program.
func (u *Use) Key() string {
	return fmt.Sprint(u.Place, u.Kind, u.Projection, u.What, u.Need, u.Through)
}

// compare orders uses by place.
func compare(a, b *Use) int {
	return cmp.Or(a.Place.compare(b.Place), cmp.Compare(a.Kind.Pkg, b.Kind.Pkg), cmp.Compare(a.Kind.Name, b.Kind.Name),
		cmp.Compare(a.Projection, b.Projection), cmp.Compare(a.What, b.What), cmp.Compare(a.Need, b.Need), a.Through.compare(b.Through))
}

// Client returns what the programs of a view say of the client that the place uses; nothing if they don't.
func (u *Use) Client(v client.View) client.Known {
	if u.Wiring == nil {
		return client.Known{}
	}
	return v.Of(client.Origin{Class: u.Class, Assumed: u.Assumed, Wiring: *u.Wiring})
}

// Made returns what makes the manager, cluster or cache whose informer the place would make; nothing if no program says.
func (u *Use) Made(v client.View) client.Maker {
	switch made := u.Client(v).Made; {
	case len(made) == 1:
		return made[0]
	case u.Cache == "":
		return v.Manager
	}
	return client.Maker{}
}

// In tells whether the place makes an informer in a view, and in which cache.
func (u *Use) In(v client.View) (cache string, active bool) {
	known := u.Client(v)
	if cache = u.Cache; u.Made(v).Known() {
		cache = fmt.Sprint("made at ", u.Made(v))
	}
	switch {
	case u.Need == Always:
		return cache, true
	case !known.Seen:
		usual := u.Class == client.Cached || u.Class == client.Backed
		return cache, usual && !(v.Unmanaged && u.Assumed) && u.Active(v.Options)
	}
	switch known.Class {
	case client.Cached, client.Backed:
		return cache, !known.Chosen && u.Active(known.Options)
	case client.Cache: // no option keeps a kind out of a cache that is read itself; no write goes through one
		return cache, !known.Chosen && u.Need != ByWrite
	}
	return cache, false
}

// Active tells whether the place makes an informer when the manager has these options, as far as they can be seen.
func (u *Use) Active(o client.Options) bool {
	if u.Own && u.Need == ByClient {
		return true
	}
	switch u.Need {
	case ByClient:
		return !o.OwnClient && (o.ReadYourWrites || !o.IsUncached(u.Kind))
	case ByUnstructured:
		return !o.OwnClient && (o.ReadYourWrites || o.Unstructured && !o.IsUncached(u.Kind))
	case ByWrite:
		return !o.OwnClient && o.ReadYourWrites
	}
	return true
}

// A Place is a line of a source file. The zero Place is none.
type Place struct {
	Dir  string // of the package, from the root of its module
	File string
	Line int
}

// String returns the place as the go command prints it at the root of the module.
func (p Place) String() string { return fmt.Sprintf("%s:%d", path.Join(p.Dir, p.File), p.Line) }

func (p Place) compare(q Place) int {
	return cmp.Or(cmp.Compare(p.Dir, q.Dir), cmp.Compare(p.File, q.File), cmp.Compare(p.Line, q.Line))
}

// InTest tells whether the file is a test.
func (p Place) InTest() bool { return strings.HasSuffix(p.File, "_test.go") }

// Known tells whether there is a place.
func (p Place) Known() bool { return p.File != "" }

// Info is what is known of the informers of one package.
type Info struct {
	Uses    []*Use    // in the package itself, by place
	Own     []Reached // the same, with the ways that lead to them in their functions
	Parts   []Part
	Options client.Options // of the managers that the package and those that it imports make
	Views   []client.View

	each    []Part                  // what each node comes to
	reached map[string]map[int]Ways // the uses by key: which of these come to them, and by which ways
	kinds   *kind.Finder
	facts   *Facts
}

// A Part is what becomes part of one program together: what a manager runs that the package makes; if it makes none, what
// each of its functions, types and variables comes to.
type Part struct {
	Name string // of the function, type or variable
	Unit bool   // it makes a manager and runs it
	// Several says that it makes more than one, and which of them runs what can't be seen.
	Several bool
	Place   Place
	Uses    []Reached // by place
}

// A Reached use is part of a program through what the package mentions.
type Reached struct {
	*Use
	// At is where: where the use is, or where it comes from another package that is named there.
	At []token.Pos
	// Ways are what leads there.
	Ways Ways
}

// Apart tells whether no program has both uses.
func (r Reached) Apart(other Reached) bool { return r.Ways.Exclude(other.Ways) }

// New returns what is known of the informers of the pass's package. imported is what those that it imports say of theirs.
func New(pass *analysis.Pass, lazy *ir.Package, solver *flow.Solver, origins *client.Origins, imported map[*types.Package]*Facts) *Info {
	info, p := &Info{facts: new(Facts)}, newPackage(pass, lazy, imported)
	info.facts.describeVariables(p)
	if !p.concerned() {
		return info
	}
	info.Options = origins.Options
	info.Options.Unstructured = p.unstructured()
	info.Views = slices.Clone(origins.Views)
	for i := range info.Views {
		info.Views[i].Options.Unstructured = info.Options.Unstructured
	}
	if p.deals {
		s := newScan(p, lazy, solver, origins)
		info.kinds = s.kinds
		info.Uses = s.uses()
		info.facts.describe(s)
	}
	g := newGraph(p, info.Uses)
	info.Parts, info.each = g.parts()
	for _, u := range info.Uses {
		to := new(reaching)
		g.lead(to, &reaching{found: true}, u.pos, u.ways())
		info.Own = append(info.Own, Reached{Use: u, At: []token.Pos{u.pos}, Ways: to.ways})
	}
	info.facts.collect(g)
	return info
}

// Together tells whether two uses of the package may be part of one program: not if all that mentions both in the package
// mentions one or the other.
func (i *Info) Together(a, b *Use) bool {
	if i.reached == nil {
		i.reached = map[string]map[int]Ways{}
		for n, part := range i.each {
			for _, r := range part.Uses {
				key := r.Key()
				if i.reached[key] == nil {
					i.reached[key] = map[int]Ways{}
				}
				i.reached[key][n] = r.Ways
			}
		}
	}
	mentioned := false
	of := i.reached[b.Key()]
	for n, ways := range i.reached[a.Key()] {
		other, both := of[n]
		if both && !ways.Exclude(other) {
			return true
		}
		mentioned = mentioned || both
	}
	return !mentioned
}

// Facts returns what packages that import this one need to know of it, nil if there is nothing to say.
func (i *Info) Facts() *Facts {
	if i.facts == nil || i.facts.empty() {
		return nil
	}
	return i.facts
}

// Kinds returns what finds out which kinds the package's objects are of, nil if it has nothing to do with informers.
func (i *Info) Kinds() *kind.Finder { return i.kinds }

// place returns the place of a position.
func (p *pkg) place(pos token.Pos) Place {
	position := p.pass.Fset.Position(pos)
	return Place{p.dir, path.Base(strings.ReplaceAll(position.Filename, "\\", "/")), position.Line}
}

// dirOf returns the folder of the package from the root of its module; where the module is not known, the end of its
// path.
func dirOf(pass *analysis.Pass) string {
	pkg := pass.Pkg.Path()
	if m := pass.Module; m != nil && m.Path != "" {
		if pkg == m.Path {
			return ""
		}
		if dir, ok := strings.CutPrefix(pkg, m.Path+"/"); ok {
			return dir
		}
	}
	parts := strings.Split(pkg, "/")
	return path.Join(parts[max(0, len(parts)-2):]...)
}

func sortUses(uses []*Use) []*Use {
	slices.SortFunc(uses, compare)
	return slices.CompactFunc(uses, func(a, b *Use) bool { return a.Key() == b.Key() && a.Func == b.Func })
}
