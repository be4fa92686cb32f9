package scenario

import (
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
)

// Stored is a place where a tombstone leaves: in a field of a struct, such as the item of a queue, or as it is; and the queue
// or channel that this goes on, if it goes on one.
type Stored struct {
	Field *types.Var
	Pipe  ir.Pipe
	Instr ssa.Instruction

	beside *beside // what the other fields of the struct have
}

// A beside is what is known of the fields beside the one that a tombstone is in, such as the kind of the event: readers
// go by that.
type beside struct {
	fields []*types.Var
	values []Value // constants
}

// String names the field, queue or channel.
func (s Stored) String() string {
	if s.Field != nil {
		return "field " + s.Field.Name()
	}
	return s.Pipe.String()
}

// handOver notes that a tombstone leaves with v: the queue or channel that it goes on, and the fields of this package's
// structs in which it goes.
func (f *frame) handOver(i ssa.Instruction, v Value) {
	pipe := f.e.filled(i)
	if v.Kind == Tombstone && v.Boxed == nil && pipe != (ir.Pipe{}) {
		f.res.Stored = merge(f.res.Stored, []Stored{{Pipe: pipe, Instr: i}})
	}
	for _, c := range cellsOf(v) {
		named, ok := types.Unalias(c.Type).(*types.Named)
		if !ok || named.Obj().Pkg() != f.e.pkg.Pkg {
			continue
		}
		st, ok := named.Underlying().(*types.Struct)
		if !ok {
			continue
		}
		for _, n := range sortedKeys(c.fields) {
			if n < 0 || c.fields[n].Kind != Tombstone || c.fields[n].Boxed != nil {
				continue
			}
			if beside, ok := f.e.besideIn(c, st); ok {
				f.res.Stored = merge(f.res.Stored, []Stored{{Field: st.Field(n), Pipe: pipe, Instr: i, beside: beside}})
			}
		}
	}
}

// maxBesides bounds how many kinds of events are told apart of those that go in one type of struct: readers are executed for
// each.
const maxBesides = 32

// besideIn returns the constants that the fields of a struct have, nil if none are known, and the same for the same
// constants; false if there are too many of them.
func (e *Evaluator) besideIn(c *Cell, st *types.Struct) (*beside, bool) {
	if c.lost || c.shared || c.fields[whole].Kind != Unset {
		return nil, true
	}
	var found beside
	var key strings.Builder
	for n := range st.NumFields() {
		v, set := c.fields[n]
		if !set {
			v = zero(st.Field(n).Type(), nil)
		}
		if v.Kind == Const {
			found.fields, found.values = append(found.fields, st.Field(n)), append(found.values, Value{Kind: Const, Const: v.Const})
			fmt.Fprintf(&key, " %d:%s", n, v.Const.ExactString())
		}
	}
	known := e.besides.Of(st, func(*types.Struct) map[string]*beside { return map[string]*beside{"": nil} })
	one, is := known[key.String()]
	if !is && len(known) <= maxBesides {
		one, is = &found, true
		known[key.String()] = one
	}
	return one, is
}

// A Reader is a function that looks at what was stored: the first assertion of the type of what a field holds, or what
// takes an item from a queue or channel.
type Reader struct {
	Fn *ssa.Function
	at ssa.Instruction
}

// readers are those of a package, by field and by queue or channel.
type readers struct {
	ofField map[*types.Var][]Reader
	ofPipe  map[ir.Pipe][]Reader
}

// Readers returns the functions that read what is stored there: those that look into the struct, and those that take it, or
// the tombstone itself, from its queue or channel. If any take it, the others are those that these call.
func (in *Info) Readers(s Stored) []Reader {
	takers := in.takers(s)
	executed := map[*ssa.Function]bool{}
	seen := map[*Result]bool{}
	for todo := in.taking(s); len(todo) > 0; todo = todo[1:] {
		if r := todo[0]; !seen[r] {
			seen[r], executed[r.Fn] = true, true
			todo = append(todo, slices.Collect(maps.Values(r.calls))...)
		}
	}
	inside := slices.Clone(in.readers.ofField[s.Field])
	return append(slices.DeleteFunc(inside, func(r Reader) bool { return len(takers) > 0 && !executed[r.Fn] }), takers...)
}

// Comes tells whether what is stored there comes to where a tombstone makes the difference as the tombstone that it was: what
// takes it may have unwrapped it before.
func (in *Info) Comes(s Stored, c *Cause) bool {
	is := func(other *Cause) bool { return other != nil && other.Instr == c.Instr }
	taking := in.taking(s)
	return len(taking) == 0 || slices.ContainsFunc(taking, func(r *Result) bool {
		return slices.ContainsFunc(r.Causes, is) || slices.ContainsFunc(r.Faults, func(f Fault) bool { return is(f.Cause) })
	})
}

// takers returns the functions that take what is stored there from its queue or channel.
func (in *Info) takers(s Stored) []Reader {
	if in.readers == nil {
		in.readers = &readers{map[*types.Var][]Reader{}, map[ir.Pipe][]Reader{}}
		for _, fn := range in.Functions {
			in.readers.scan(in.index, fn)
		}
	}
	return in.readers.ofPipe[s.Pipe]
}

// taking executes them with a tombstone.
func (in *Info) taking(s Stored) []*Result {
	return ir.Map(in.takers(s), func(taker Reader) *Result { return in.Assuming(s, TheTombstone, taker) })
}

func (r *readers) scan(x *index, fn *ssa.Function) {
	for instr := range ir.All[ssa.Instruction](fn.Blocks) {
		one := Reader{fn, instr}
		if assert, ok := instr.(*ssa.TypeAssert); ok {
			field := ir.FieldRead(assert.X)
			if known := r.ofField[field]; field != nil && (len(known) == 0 || known[len(known)-1].Fn != fn) {
				r.ofField[field] = append(known, one)
			}
		} else if pipe := x.emptied(instr); pipe != (ir.Pipe{}) {
			r.ofPipe[pipe] = append(r.ofPipe[pipe], one)
		}
	}
}

// An assumption is that a tombstone was stored there, with an object or not, or an object.
type assumption struct {
	field  *types.Var
	beside *beside
	kind   Kind
	empty  bool
	at     ssa.Instruction
}

// Assuming executes a reader, whose arguments are unknown, on the assumption that v was stored there, wherever it is
// read. The result has only the effects that come after the reader has it.
func (in *Info) Assuming(s Stored, v Value, reader Reader) *Result {
	key := assumption{s.Field, s.beside, v.Kind, v.Empty, reader.at}
	if r := in.assuming[key]; r != nil {
		return r
	}
	e, item := newEvaluator(in.index), v
	if s.Field != nil {
		item = unknown(true) // the struct
		e.assume(s.Field, v)
		if s.beside != nil {
			for n, field := range s.beside.fields {
				e.assume(field, s.beside.values[n])
			}
		}
	}
	if _, inside := reader.at.(*ssa.TypeAssert); !inside {
		e.items = map[ssa.Instruction]Value{reader.at: item}
	}
	r := *e.Call(reader.Fn, unknowns(len(reader.Fn.Params)), nil)
	after := r.after(reader.at.Block())
	r.Effects = slices.DeleteFunc(slices.Clone(r.Effects), func(e Effect) bool { return !after[e.Instr.Block()] })
	in.assuming[key] = &r
	return &r
}

// assume has evaluation assume that a field holds a value.
func (e *Evaluator) assume(field *types.Var, v Value) {
	if e.assumed == nil {
		e.assumed = map[*types.Var]*Cell{}
	}
	c := e.newCell(field.Type())
	c.fields[whole] = v
	e.assumed[field] = c
}

// assumesOf tells whether a function is given a struct of which evaluation assumes what a field holds.
func (e *Evaluator) assumesOf(fn *ssa.Function) bool {
	return len(e.assumed) > 0 && slices.ContainsFunc(fn.Params, func(p *ssa.Parameter) bool {
		st, ok := ir.Deref(p.Type()).Underlying().(*types.Struct)
		for n := 0; ok && n < st.NumFields(); n++ {
			if e.assumed[ir.Field(p.Type(), n)] != nil {
				return true
			}
		}
		return false
	})
}

// unknowns are arguments of which nothing is known.
func unknowns(n int) []Value {
	return slices.Repeat([]Value{unknown(false)}, n)
}

// after returns the blocks that the execution may come to from b.
func (r *Result) after(b *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	if !r.reached[b] {
		return nil
	}
	seen := ir.Reachable(func(b *ssa.BasicBlock) []*ssa.BasicBlock {
		succs := b.Succs
		if is, known := r.conds[b].Bool(); known && is {
			succs = succs[:1]
		} else if known {
			succs = succs[1:]
		}
		return slices.DeleteFunc(slices.Clone(succs), func(s *ssa.BasicBlock) bool { return !r.reached[s] })
	}, b)
	return seen
}
