package summary

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
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

// Readers returns the functions that assert the type of what a struct field holds.
func (in *Info) Readers(field *types.Var) []*ssa.Function {
	var readers []*ssa.Function
	for _, fn := range in.Functions {
		if asserts(fn, field) {
			readers = append(readers, fn)
		}
	}
	return readers
}

func asserts(fn *ssa.Function, field *types.Var) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			assert, ok := instr.(*ssa.TypeAssert)
			if !ok {
				continue
			}
			switch x := assert.X.(type) {
			case *ssa.UnOp:
				if addr, ok := x.X.(*ssa.FieldAddr); ok && fieldOf(addr.X.Type(), addr.Field) == field {
					return true
				}
			case *ssa.Field:
				if fieldOf(x.X.Type(), x.Field) == field {
					return true
				}
			}
		}
	}
	return false
}

// Assuming executes fn, whose arguments are unknown, on the assumption that a struct field holds v wherever it is read.
func (in *Info) Assuming(field *types.Var, v Value, fn *ssa.Function) *Result {
	e := newEvaluator(in.Package, in.Functions, in.facts)
	e.assumed = map[*types.Var]*Cell{field: {Type: field.Type(), fields: map[int]Value{whole: v}, id: -1}}
	args := make([]Value, len(fn.Params))
	for i := range args {
		args[i] = unknown(false)
	}
	return e.Call(fn, args, nil)
}
