package ir

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A Pipe is a work queue or a channel, by what identifies it in the package: the field or variable that holds it, or the
// call that makes it. The zero Pipe is one that is not known.
type Pipe struct {
	id any // a *types.Var or an ssa.Value
}

// String names it: work queue pods, channel events.
func (p Pipe) String() string {
	kind, name := "work queue", ""
	var t types.Type
	switch id := p.id.(type) {
	case *types.Var:
		name, t = " "+id.Name(), id.Type()
	case ssa.Value:
		t = id.Type()
	}
	if _, channel := Deref(t).Underlying().(*types.Chan); channel {
		kind = "channel"
	}
	return kind + name
}

// In tells whether a function makes it, so that it is of no use to others unless they are given it.
func (p Pipe) In(fn *ssa.Function) bool {
	made, ok := p.id.(ssa.Value)
	return ok && made.Parent() == fn
}

// maxHops is how far a queue or channel is followed back.
const maxHops = 10

// Pipe follows a work queue or channel back to what identifies it.
func (p *Index) Pipe(v ssa.Value) Pipe {
	var last Pipe
	for range maxHops {
		var from []ssa.Value
		switch step := StepOf(v); step.Kind {
		case Alias:
			from = step.From
			if free, ok := v.(*ssa.FreeVar); ok && len(from) == 0 {
				from = p.bound[free.Parent()]
			}
		case FieldOf:
			last, from = Pipe{step.Field}, p.OfField(step.Field)
		case Load:
			if at := StepOf(step.From[0]); at.Kind == FieldAddr {
				last, from = Pipe{at.Field}, p.OfField(at.Field)
				break
			}
			last, from = Pipe{p.Place(step.From[0])}, p.Contents(step.From[0])
		case Param:
			from = p.Passed(v.(*ssa.Parameter))
		case Result, Made:
			return Pipe{v}
		}
		if len(from) != 1 || from[0] == nil {
			return last // several may be in it: it is what they have in common
		}
		v = from[0]
	}
	return last
}

// Sent returns what the package sends to a channel, nothing if it isn't known which that is.
func (p *Index) Sent(to ssa.Value) []ssa.Value {
	if p.sent == nil {
		p.sent = map[Pipe][]ssa.Value{}
		for _, s := range p.sends {
			pipe := p.Pipe(s.Chan)
			p.sent[pipe] = append(p.sent[pipe], s.Send)
		}
	}
	if pipe := p.Pipe(to); pipe != (Pipe{}) {
		return p.sent[pipe]
	}
	return nil
}
