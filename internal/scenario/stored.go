package scenario

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
)

// Stored is a place where a tombstone leaves: in a field of a struct, such as the item of a queue, or as it is, on a
// queue or channel.
type Stored struct {
	Field *types.Var
	Pipe  ir.Pipe
	Instr ssa.Instruction
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
				f.res.Stored = append(f.res.Stored, Stored{Field: st.Field(n), Instr: i})
			}
		}
	}
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
	field *types.Var
	kind  Kind
	empty bool
	at    ssa.Instruction
}

// Assuming executes a reader, whose arguments are unknown, on the assumption that v was stored there, wherever it is
// read. The result has only the effects that come after the reader has it.
func (in *Info) Assuming(s Stored, v Value, reader Reader) *Result {
	key := assumption{s.Field, v.Kind, v.Empty, reader.at}
	if r := in.assuming[key]; r != nil {
		return r
	}
	e := newEvaluator(in.index)
	if s.Field != nil {
		c := in.newCell(s.Field.Type())
		c.fields[whole] = v
		e.assumed = map[*types.Var]*Cell{s.Field: c}
	} else {
		e.items = map[ssa.Instruction]Value{reader.at: v}
	}
	r := *e.Call(reader.Fn, unknowns(len(reader.Fn.Params)), nil)
	after := r.after(reader.at.Block())
	r.Effects = slices.DeleteFunc(slices.Clone(r.Effects), func(e Effect) bool { return !after[e.Instr.Block()] })
	in.assuming[key] = &r
	return &r
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
