package flow

import (
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
)

// A Part is a value that is the field with that path of something, or refers to it; with the empty path, the whole.
type Part struct {
	Value ssa.Value
	Path  string
}

// At returns the part of a value with a path.
func At(v ssa.Value, path string) Part { return Part{v, path} }

// A Walk goes forward: from a part to the instructions that refer to it, and on with what these make of it, as far as the
// question says that is asked. No part is gone through twice, and no more than a number of them.
type Walk struct {
	// Solver counts the parts as steps; nil for a walk that is part of one.
	Solver *Solver
	// Left is how many parts may still be gone through.
	Left int
	// Names says that other names of a value are gone through with it; see [ir.Names].
	Names bool
	// Once says that a value is gone through with the path only by which it is come to first.
	Once bool
	// Visit looks at an instruction that refers to a part, and goes on with what it makes of that.
	Visit func(of Part, by ssa.Instruction)
	// Beyond, if it isn't nil, is told of the parts that are not gone through: there are too many, or who refers to them isn't
	// known.
	Beyond func(Part)

	first map[ssa.Value]string
	seen  map[Part]bool
}

// MaxParts is how many parts an object is followed through that a function has.
const MaxParts = 2000

// Of goes through a part.
func (w *Walk) Of(v ssa.Value, path string) {
	p := At(v, path)
	_, again := w.first[v]
	switch refs := v.Referrers(); {
	case refs == nil:
		w.beyond(p)
		return
	case w.seen[p] || w.Once && again:
		return
	case w.first == nil:
		w.first, w.seen = map[ssa.Value]string{}, map[Part]bool{}
	}
	if w.seen[p] = true; !again {
		w.first[v] = path
	}
	if w.Left--; w.Left < 0 || w.Solver != nil && !w.Solver.Step() {
		w.beyond(p)
		return
	}
	if w.Names {
		for _, name := range ir.Names(v)[1:] {
			w.Of(name, path)
		}
	}
	for _, ref := range ir.Uses(v) {
		if !w.Names || !ir.IsName(v, ref) {
			w.Visit(p, ref)
		}
	}
}

func (w *Walk) beyond(p Part) {
	if w.Beyond != nil {
		w.Beyond(p)
	}
}

// All goes through values that are the same part.
func (w *Walk) All(values []ssa.Value, path string) {
	for _, v := range values {
		w.Of(v, path)
	}
}

// Has tells whether a part was come to.
func (w *Walk) Has(v ssa.Value, path string) bool { return w.seen[At(v, path)] }

// First returns the path by which a value was come to first, and whether it was.
func (w *Walk) First(v ssa.Value) (path string, ok bool) {
	path, ok = w.first[v]
	return path, ok
}
