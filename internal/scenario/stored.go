package scenario

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Stored is a place where a tombstone leaves: in a field of a struct, such as the item of a queue, or as it is, on a
// queue or channel.
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
	if v.Kind == Tombstone && v.Boxed == nil {
		if pipe := f.e.filled(i); pipe != (ir.Pipe{}) {
			f.res.Stored = merge(f.res.Stored, []Stored{{Pipe: pipe, Instr: i}})
		}
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
			if n >= 0 && c.fields[n].Kind == Tombstone && c.fields[n].Boxed == nil {
				f.res.Stored = merge(f.res.Stored, []Stored{{Field: st.Field(n), Instr: i, beside: f.e.besides(c, st)}})
			}
		}
	}
}

// besides returns the constants that the fields of a struct have, the same for the same constants.
func (e *Evaluator) besides(c *Cell, st *types.Struct) *beside {
	if c.lost || c.shared || c.fields[whole].Kind != Unset {
		return nil
	}
	var known beside
	var key strings.Builder
	fmt.Fprintf(&key, "%p", st)
	for n := range st.NumFields() {
		v, set := c.fields[n]
		if !set {
			v = zero(st.Field(n).Type(), nil)
		}
		if v.Kind == Const {
			known.fields, known.values = append(known.fields, st.Field(n)), append(known.values, Value{Kind: Const, Const: v.Const})
			fmt.Fprintf(&key, " %d:%s", n, v.Const.ExactString())
		}
	}
	if len(known.fields) == 0 {
		return nil
	}
	return e.beside.Of(key.String(), func(string) *beside { return &known })
}

// A Reader is a function that looks at what was stored: the first read of a field, or what takes an item from a queue or
// channel.
type Reader struct {
	Fn *ssa.Function
	at ssa.Instruction
}

// readers are those of a package, by field and by queue or channel.
type readers struct {
	ofField map[*types.Var][]Reader
	ofPipe  map[ir.Pipe][]Reader
}

// Readers returns the functions that read what is stored there.
func (in *Info) Readers(s Stored) []Reader {
	if in.readers == nil {
		in.readers = &readers{map[*types.Var][]Reader{}, map[ir.Pipe][]Reader{}}
		for _, fn := range in.Functions {
			in.readers.scan(in.index, fn)
		}
	}
	if s.Field != nil {
		return in.readers.ofField[s.Field]
	}
	return in.readers.ofPipe[s.Pipe]
}

func (r *readers) scan(x *index, fn *ssa.Function) {
	for instr := range ir.All[ssa.Instruction](fn.Blocks) {
		one := Reader{fn, instr}
		if v, ok := instr.(ssa.Value); ok && kube.IsAny(v.Type()) && ir.FieldRead(v) != nil {
			field := ir.FieldRead(v)
			if known := r.ofField[field]; len(known) == 0 || known[len(known)-1].Fn != fn {
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
	e := newEvaluator(in.index)
	if s.Field != nil {
		e.assume(s.Field, v)
		if s.beside != nil {
			for n, field := range s.beside.fields {
				e.assume(field, s.beside.values[n])
			}
		}
	} else {
		e.items = map[ssa.Instruction]Value{reader.at: v}
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
