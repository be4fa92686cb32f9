package program

import (
	"go/token"
	"go/types"

	"github.com/ctrllint/ctrllint/internal/domain/client"
)

// A context is the call for which a function is looked at, by its number in one program; 0 for any call of it. Of a
// function that makes managers, each call for itself makes its own: there it is the calls that lead up to main.
type context int

// A calling is a call, and the context of what it is in, if that matters.
type calling struct {
	call  token.Pos
	outer context
}

// maxCalls bounds how many calls are told apart that lead to where a manager is made.
const maxCalls = 4

// contextOf returns the context for a call of a function that is in a context.
func (s *solver) contextOf(u *unit, call token.Pos, in context) context {
	if !u.clones {
		return 0
	}
	if !u.makes {
		return s.context(calling{call: call})
	}
	calls := 0
	for c := in; c != 0; c = s.contexts[c].outer {
		if s.contexts[c].call == call {
			return c // a circle
		}
		calls++
	}
	if calls >= maxCalls {
		in = 0
	}
	return s.context(calling{call, in})
}

// context returns the number of a context.
func (s *solver) context(c calling) context {
	n, ok := s.numbers[c]
	if !ok {
		n = context(len(s.contexts))
		s.numbers[c] = n
		s.contexts = append(s.contexts, c)
	}
	return n
}

// findMakers finds the functions that make managers, clusters or caches, themselves or by others that they name.
func (src *source) findMakers() {
	callers := map[types.Object][]*unit{}
	var makers []*unit
	for _, u := range src.units {
		for _, obj := range u.mentions {
			callers[obj] = append(callers[obj], u)
		}
		if u.makes {
			makers = append(makers, u)
		}
	}
	for len(makers) > 0 {
		last := makers[len(makers)-1]
		makers = makers[:len(makers)-1]
		for _, u := range callers[last.fn] {
			if !u.makes {
				u.makes = true
				makers = append(makers, u)
			}
		}
	}
}

// maker returns what makes a manager, cluster or cache. One of a method that anything may call is that of its call, if
// only one is seen.
func (a *answers) maker(base int) client.Maker {
	if base < 0 {
		return client.Maker{}
	}
	made, ctx := a.objects[base], a.objects[base].ctx
	for i := range a.objects {
		if a.leadsOn(made.ctx, base, i) && a.leads(ctx, a.objects[i].ctx) {
			ctx = a.objects[i].ctx
		}
	}
	for i := range a.objects {
		if its := a.objects[i].ctx; a.leadsOn(made.ctx, base, i) && its != ctx && !a.leads(its, ctx) {
			return client.Maker{}
		}
	}
	return client.Maker{Pos: made.pos, Calls: int(ctx)}
}

// leadsOn tells whether another object is made in the same place, and more is known of the calls that lead there than a
// context says.
func (a *answers) leadsOn(ctx context, base, other int) bool {
	x, y := &a.objects[base], &a.objects[other]
	return x.sort == y.sort && x.pos == y.pos && a.leads(ctx, y.ctx)
}

// leads tells whether a context goes on further up than another one does.
func (a *answers) leads(short, long context) bool {
	for short != 0 {
		if long == 0 || a.contexts[short].call != a.contexts[long].call {
			return false
		}
		short, long = a.contexts[short].outer, a.contexts[long].outer
	}
	return long != 0
}

// standsIn tells whether an object belongs to a manager of a method that anything may call, and another one to the same
// for a call that is seen.
func (a *answers) standsIn(o int, others map[int]bool) bool {
	base := a.base(o)
	for other := range others {
		b := a.base(other)
		if base >= 0 && b >= 0 && a.objects[other].sort == a.objects[o].sort && a.leadsOn(a.objects[base].ctx, base, b) {
			return true
		}
	}
	return false
}

// base returns the manager, cluster or cache that an object is, or belongs to; -1 if that isn't known.
func (a *answers) base(o int) int {
	switch a.objects[o].sort {
	case clientOf, liveOf, cacheOf:
		return a.objects[o].base
	case manager, cluster, ownCache:
		return o
	}
	return -1
}
