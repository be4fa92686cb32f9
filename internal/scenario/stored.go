package scenario

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
)

// handOver notes the fields of this package's structs in which a tombstone leaves with v.
func (f *frame) handOver(i ssa.Instruction, v Value) {
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
				f.res.Stored = append(f.res.Stored, Stored{st.Field(n), i})
			}
		}
	}
}

// Readers returns, for the functions that assert the type of what a struct field holds, the first assertion.
func (in *Info) Readers(field *types.Var) []*ssa.TypeAssert {
	if in.readers == nil {
		in.readers = map[*types.Var][]*ssa.TypeAssert{}
		for _, fn := range in.Functions {
			for assert := range ir.All[*ssa.TypeAssert](fn.Blocks) {
				field := ir.FieldRead(assert.X)
				known := in.readers[field]
				if field != nil && (len(known) == 0 || known[len(known)-1].Parent() != fn) {
					in.readers[field] = append(known, assert)
				}
			}
		}
	}
	return in.readers[field]
}

// An assumption is that a struct field holds a tombstone, with an object or not, or an object.
type assumption struct {
	field *types.Var
	kind  Kind
	empty bool
	at    *ssa.TypeAssert
}

// Assuming executes the function of the assertion, whose arguments are unknown, on the assumption that a struct field
// holds v wherever it is read. The result has only the effects that come after the assertion.
func (in *Info) Assuming(field *types.Var, v Value, assert *ssa.TypeAssert) *Result {
	key := assumption{field, v.Kind, v.Empty, assert}
	if r := in.assuming[key]; r != nil {
		return r
	}
	e := newEvaluator(in.index)
	c := in.newCell(field.Type())
	c.fields[whole] = v
	e.assumed = map[*types.Var]*Cell{field: c}
	r := *e.Call(assert.Parent(), unknowns(len(assert.Parent().Params)), nil)
	after := r.after(assert.Block())
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
	seen := map[*ssa.BasicBlock]bool{}
	for todo := []*ssa.BasicBlock{b}; len(todo) > 0; {
		b, todo = todo[len(todo)-1], todo[:len(todo)-1]
		if seen[b] || !r.reached[b] {
			continue
		}
		seen[b] = true
		succs := b.Succs
		if is, known := r.conds[b].Bool(); known && is {
			succs = succs[:1]
		} else if known {
			succs = succs[1:]
		}
		todo = append(todo, succs...)
	}
	return seen
}
