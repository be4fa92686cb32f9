package ir

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A Pipe is what one puts values in for others to take: a work queue, a channel, a map. It goes by what identifies it in
// the package: the field or variable that holds it, or the call that makes it. The zero Pipe is one that is not known.
type Pipe struct {
	id any // a *types.Var, an ssa.Value or a constantText
}

// A constantText is a text that is known.
type constantText string

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

// MadeBy tells whether it is a result of a call.
func (p Pipe) MadeBy(call ssa.CallInstruction) bool {
	made, ok := p.id.(ssa.Value)
	if !ok {
		return false
	}
	step := StepOf(made)
	return step.Kind == Result && ssa.CallInstruction(step.Call) == call
}

// Field returns the field or variable by which it is known, nil if it is known by something else.
func (p Pipe) Field() *types.Var {
	field, _ := p.id.(*types.Var)
	return field
}

// A put is what is put in something: sent to a channel, added to a queue, stored in a map.
type put struct{ in, val ssa.Value }

// maxHops is how far a pipe is followed back.
const maxHops = 10

// Pipe follows a work queue, a channel or a map back to what identifies it: of several in a slice, the slice. So it does with what
// has a queue, and with a text, such as the name of an object.
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
			switch at := StepOf(step.From[0]); at.Kind {
			case FieldAddr:
				last, from = Pipe{at.Field}, p.OfField(at.Field)
			case ElementAddr:
				from = at.From
			default:
				last, from = Pipe{p.Place(step.From[0])}, p.Contents(step.From[0])
			}
		case FieldAddr: // where it is no pointer
			return Pipe{step.Field}
		case Param:
			from = p.Passed(v.(*ssa.Parameter))
		case Result, Made:
			return Pipe{v}
		case Constant:
			if text, ok := Text(v); ok {
				return Pipe{constantText(text)}
			}
		}
		if len(from) != 1 || from[0] == nil {
			return last // several may be in it: it is what they have in common
		}
		v = from[0]
	}
	return last
}

// Put returns what the package puts in a channel, a queue or a map, nothing if it isn't known which that is.
func (p *Index) Put(in ssa.Value) []ssa.Value {
	if p.inside == nil {
		p.inside = map[Pipe][]ssa.Value{}
		for _, put := range p.puts {
			pipe := p.Pipe(put.in)
			p.inside[pipe] = append(p.inside[pipe], put.val)
		}
	}
	if pipe := p.Pipe(in); pipe != (Pipe{}) {
		return p.inside[pipe]
	}
	return nil
}
