package identity

import (
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
)

// firstAlike returns the first load of a variable that function literals share, and which only the function around them sets, that
// gives the same as a later one, since on no way between the two it is set: the value that a phi would be, were the variable none
// that is shared.
func (f *Finder) firstAlike(load *ssa.UnOp, variable *ssa.Alloc) ssa.Value {
	if first := f.versions.Of(variable, f.findVersions)[load]; first != nil {
		return first
	}
	return load
}

// maxVersions bounds how often the blocks of a function are gone through to see which of the versions of a variable comes where.
const maxVersions = 8

// findVersions returns for the loads of a variable the first ones that give the same; nil if it may be set otherwise than by
// stores in its function.
func (f *Finder) findVersions(variable *ssa.Alloc) map[*ssa.UnOp]ssa.Value {
	loads := 0
	for _, ref := range ir.Uses(variable) {
		switch ref := ref.(type) {
		case *ssa.UnOp:
			loads++
		case *ssa.Store:
			if ref.Addr != ssa.Value(variable) {
				return nil
			}
		case *ssa.MakeClosure, *ssa.DebugRef:
		default:
			return nil
		}
	}
	if loads < 2 || f.IsSetInside(variable) {
		return nil
	}
	v := &versions{variable: variable, at: map[*ssa.BasicBlock]version{}, behind: map[*ssa.BasicBlock]version{}}
	for range maxVersions {
		if !v.pass() {
			return v.alike()
		}
	}
	return nil
}

// A version is what sets a variable, an instruction, or the block where several versions come together.
type version any

// maxFirsts bounds how many loads of one version are tried that may come before a later one.
const maxFirsts = 16

// versions are those of one variable.
type versions struct {
	variable   *ssa.Alloc
	at, behind map[*ssa.BasicBlock]version // the version at the beginning and at the end of a block
}

// pass goes through the blocks once; false if nothing changes any more.
func (v *versions) pass() (changed bool) {
	for _, b := range v.variable.Parent().Blocks {
		at := v.joined(b)
		behind := at
		for _, instr := range b.Instrs {
			if v.sets(instr) {
				behind = instr
			}
		}
		if at != v.at[b] || behind != v.behind[b] {
			v.at[b], v.behind[b], changed = at, behind, true
		}
	}
	return changed
}

// joined returns the version at the beginning of a block.
func (v *versions) joined(b *ssa.BasicBlock) version {
	if len(b.Preds) == 0 || v.at[b] == any(b) {
		return b
	}
	var one version
	for _, pred := range b.Preds {
		switch from := v.behind[pred]; {
		case from == nil || from == one: // not come to yet, in a loop
		case one != nil:
			return b
		default:
			one = from
		}
	}
	return one
}

func (v *versions) sets(instr ssa.Instruction) bool {
	store, ok := instr.(*ssa.Store)
	return ok && store.Addr == ssa.Value(v.variable) || instr == ssa.Instruction(v.variable)
}

// alike returns for each load the first one of the same version that comes before it in any case.
func (v *versions) alike() map[*ssa.UnOp]ssa.Value {
	out, firsts := map[*ssa.UnOp]ssa.Value{}, map[version][]*ssa.UnOp{}
	for _, b := range v.variable.Parent().Blocks {
		now := v.at[b]
		for _, instr := range b.Instrs {
			if v.sets(instr) {
				now = instr
			}
			load, ok := instr.(*ssa.UnOp)
			if !ok || load.X != ssa.Value(v.variable) || now == nil {
				continue
			}
			first := load
			for _, other := range firsts[now] {
				if ir.Before(other, load) {
					first = other
					break
				}
			}
			if out[load] = first; first == load && len(firsts[now]) < maxFirsts {
				firsts[now] = append(firsts[now], load)
			}
		}
	}
	return out
}
