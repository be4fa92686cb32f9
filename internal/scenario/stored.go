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
	var readers []*ssa.TypeAssert
	for _, fn := range in.Functions {
		if assert := assertion(fn, field); assert != nil {
			readers = append(readers, assert)
		}
	}
	return readers
}

func assertion(fn *ssa.Function, field *types.Var) *ssa.TypeAssert {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			assert, ok := instr.(*ssa.TypeAssert)
			if !ok {
				continue
			}
			switch x := assert.X.(type) {
			case *ssa.UnOp:
				if addr, ok := x.X.(*ssa.FieldAddr); ok && ir.Field(addr.X.Type(), addr.Field) == field {
					return assert
				}
			case *ssa.Field:
				if ir.Field(x.X.Type(), x.Field) == field {
					return assert
				}
			}
		}
	}
	return nil
}

// Assuming executes the function of the assertion, whose arguments are unknown, on the assumption that a struct field
// holds v wherever it is read. The result has only the effects that come after the assertion.
func (in *Info) Assuming(field *types.Var, v Value, assert *ssa.TypeAssert) *Result {
	fn := assert.Parent()
	e := newEvaluator(in.lazy, in.facts)
	e.assumed = map[*types.Var]*Cell{field: {Type: field.Type(), fields: map[int]Value{whole: v}, id: -1}}
	args := make([]Value, len(fn.Params))
	for i := range args {
		args[i] = unknown(false)
	}
	r := *e.Call(fn, args, nil)
	after := r.after(assert.Block())
	r.Effects = slices.DeleteFunc(slices.Clone(r.Effects), func(e Effect) bool { return !after[e.Instr.Block()] })
	return &r
}

// after returns the blocks that the execution may come to from b.
func (r *Result) after(b *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	seen := map[*ssa.BasicBlock]bool{}
	var visit func(*ssa.BasicBlock)
	visit = func(b *ssa.BasicBlock) {
		if seen[b] || !r.reached[b] {
			return
		}
		seen[b] = true
		succs := b.Succs
		if cond, ok := r.conds[b]; ok {
			if is, known := cond.Bool(); known && is {
				succs = succs[:1]
			} else if known {
				succs = succs[1:]
			}
		}
		for _, s := range succs {
			visit(s)
		}
	}
	visit(b)
	return seen
}
