package client

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A View is one way in which a package is used: as part of programs in which the same is so.
type View struct {
	// Programs are their names, sorted. There are none if no program is in view that the package is part of: then what
	// the package itself says counts, and those that it imports.
	Programs []string
	// Options are what any options say in the programs, for clients of which it isn't known whose they are.
	Options Options
	// Sources, if not nil, returns what the programs hand to an End; nothing if that isn't known.
	Sources func(End) []Source
	// Unmanaged says that no manager is made in the programs, so that no client is one's which isn't seen to be.
	Unmanaged bool
	// Manager is what makes the only manager, cluster or cache in the programs; nothing if there are several.
	Manager Maker
	// Idle, if not nil, tells whether one of the programs never comes to the function at a position.
	Idle func(program string, at token.Pos) bool
	// Dead, if not nil, tells whether nobody comes to the function at a position: no program that is in view, nor an exported
	// function, which others may call.
	Dead func(at token.Pos) bool
	// Unused, if not nil, tells whether no program that is in view comes to the function at a position. Another module may.
	Unused func(at token.Pos) bool
}

// comes tells whether one of the programs comes to the function at a position, as far as is known.
func (v View) comes(at token.Pos) bool {
	return v.Idle == nil || len(v.Programs) == 0 || slices.ContainsFunc(v.Programs, func(program string) bool { return !v.Idle(program, at) })
}

// Elsewhere tells whether only programs of other views come to the function at a position. If none does, who calls it isn't
// seen.
func (v View) Elsewhere(at token.Pos, views []View) bool {
	return !v.comes(at) && slices.ContainsFunc(views, func(other View) bool { return other.comes(at) })
}

// Dead tells whether an instruction is never run: whole programs are in view that the package is part of, and nobody comes to
// the function that it is in.
func (o *Origins) Dead(at ssa.Instruction) bool {
	if at == nil {
		return false
	}
	fn := at.Parent()
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return !slices.ContainsFunc(o.Views, func(v View) bool {
		return len(v.Programs) == 0 || v.Dead == nil || !v.Dead(fn.Pos())
	})
}

// Unused tells whether no program comes to the function at a position: whole programs are in view that the package is part of.
func (o *Origins) Unused(at token.Pos) bool {
	return o != nil && !slices.ContainsFunc(o.Views, func(v View) bool {
		return len(v.Programs) == 0 || v.Unused == nil || !v.Unused(at)
	})
}

// An End is where it takes a whole program to say where a client comes from: a field, a parameter, a variable or the
// result of a call, by the position of its name or of the call's parenthesis. It holds in one run of the command.
type End struct {
	Pos   token.Pos
	Index int // of the call's result
}

// A Maker is what makes a manager, cluster or cache in one program; the zero value is none that is known.
type Maker struct {
	Pos   token.Pos // of the call's parenthesis
	Calls int       // stands for the calls that lead there: each call of a helper makes another one
}

// Known tells whether there is one.
func (m Maker) Known() bool { return m.Pos.IsValid() }

// A Source is one client, reader or cache that gets to an End.
type Source struct {
	Class Class // Unknown for what is no reader, such as a manager
	// Made is what makes the manager, cluster or cache that it belongs to.
	Made    Maker
	Options Options // of its manager, or its own
	// Chosen says that this is one of several that a single object has in the field: which of them, the set-up decides.
	Chosen bool
}

// Same tells whether two sources are of one kind, and belong to the same.
func (s Source) Same(other Source) bool {
	return s.Class == other.Class && s.Made == other.Made && s.Options.Equal(other.Options)
}

// Programs are what a driver that has seen whole programs says of them, as config's Seen.
type Programs interface {
	// Views returns the views of the package of that path: none if it is part of no program.
	Views(pkg string) []View
}

// views returns the views of the package, at least one.
func (o *Origins) views() []View {
	var views []View
	if programs, ok := o.told.Seen.(Programs); ok {
		views = programs.Views(o.pass.Pkg.Path())
	}
	for i := range views {
		views[i].Options = o.asTold(views[i].Options)
		views[i].Sources = o.sources(views[i].Sources)
	}
	if len(views) == 0 {
		views = []View{{Options: o.Options}}
	}
	return views
}

// sources returns the function with what the user says of options.
func (o *Origins) sources(of func(End) []Source) func(End) []Source {
	return func(e End) []Source {
		found := of(e)
		for i := range found {
			found[i].Options = o.asTold(found[i].Options)
		}
		return found
	}
}

// A Known is what a view knows of a client.
type Known struct {
	Class   Class
	Seen    bool    // the programs say it
	Chosen  bool    // it is that, or else one that reads from the API server, as the set-up decides
	Made    []Maker // what its managers, clusters and caches are made by; none if they aren't all known
	Options Options
}

// Of returns what is known of the client of an origin in the view.
func (v View) Of(o Origin) Known {
	usual := Known{Class: o.Class, Options: v.Options}
	if v.Unmanaged && o.Assumed && reads(o.Class) {
		usual = Known{Options: v.Options}
	}
	if v.Sources == nil || len(o.Ends) == 0 {
		return usual
	}
	out := answer{class: o.Rest}
	k, known := Known{Seen: true}, o.Rest == never
	for _, e := range o.Ends {
		sources := v.Sources(e)
		if len(sources) == 0 {
			return usual
		}
		if c := cachedOf(sources); len(c) > 0 {
			sources, k.Chosen = c, true
		}
		for _, s := range sources {
			out = join(out, answer{class: s.Class})
			k.Options.Join(s.Options)
			if !slices.Contains(k.Made, s.Made) {
				k.Made = append(k.Made, s.Made)
			}
			known = known && s.Made.Known()
		}
	}
	if k.Class = out.class; k.Class == never {
		return usual
	}
	if !known {
		k.Made = nil
	}
	return k
}

// cachedOf returns those of the sources that read from a cache, if the set-up chooses between them and others that read
// from the API server.
func cachedOf(sources []Source) []Source {
	var cached []Source
	for _, s := range sources {
		switch {
		case !s.Chosen, s.Class != Live && !reads(s.Class):
			return nil
		case reads(s.Class):
			cached = append(cached, s)
		}
	}
	if len(cached) == len(sources) {
		return nil
	}
	return cached
}

// Where tells whether something is so of what is known of a client in some view of the package, and in which programs; in
// all, if it names none. What is usual doesn't count beside what some programs say: the others have no such client.
func (o *Origins) Where(of Origin, so func(Known) bool) (programs []string, some bool) {
	seen, everywhere := false, true
	known := make([]Known, len(o.Views))
	for i, view := range o.Views {
		known[i] = view.Of(of)
		seen = seen || known[i].Seen
	}
	for i, view := range o.Views {
		switch {
		case seen && !known[i].Seen:
		case so(known[i]):
			programs, some = append(programs, view.Programs...), true
		default:
			everywhere = false
		}
	}
	if everywhere {
		return nil, some
	}
	return programs, some
}

// Apart tells whether two clients certainly don't belong to one manager, cluster or cache.
func (k Known) Apart(other Known) bool {
	shared := slices.ContainsFunc(k.Made, func(made Maker) bool { return slices.Contains(other.Made, made) })
	return len(k.Made) > 0 && len(other.Made) > 0 && !shared
}
