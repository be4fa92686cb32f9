package identity

import (
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A merge is the one way in which a map gets all that another one has, after its own entries: what it has of these as well is
// replaced.
type merge struct {
	from ssa.Value       // the other map
	puts ssa.Instruction // what puts its entries
	done *ssa.BasicBlock // from which on they are all there
}

// mergedInto returns how a map that a function makes gets all that another one has: by maps.Copy, or by a loop that does nothing
// else and is come to in any case. Nil if it doesn't, or if it gets several.
func mergedInto(v *ssa.MakeMap) (found *merge) {
	for _, ref := range ir.Uses(v) {
		var m *merge
		switch ref := ref.(type) {
		case *ssa.MapUpdate:
			m = mergedBy(ref)
		case *ssa.Call:
			if kube.CopiesMap(ir.Symbol(ref.Common())) && len(ref.Call.Args) == 2 && ref.Call.Args[0] == ssa.Value(v) && ref.Call.Args[1] != ssa.Value(v) {
				m = &merge{ref.Call.Args[1], ref, ref.Block()}
			}
		}
		switch {
		case m == nil:
		case found != nil:
			return nil
		default:
			found = m
		}
	}
	if found == nil || found.begins() != v.Block() {
		return nil
	}
	return found
}

// mergedBy returns the map of which a loop puts each entry in another one, as it is; nil if an instruction does anything else.
func mergedBy(put *ssa.MapUpdate) *merge {
	key, ok := put.Key.(*ssa.Extract)
	value, ok2 := put.Value.(*ssa.Extract)
	if !ok || !ok2 || key.Index != 1 || value.Index != 2 || key.Tuple != value.Tuple {
		return nil
	}
	next, ok := key.Tuple.(*ssa.Next)
	if !ok || next.IsString {
		return nil
	}
	over, body, head := next.Iter.(*ssa.Range), put.Block(), next.Block()
	if over.X == put.Map || len(body.Preds) != 1 || body.Preds[0] != head || len(body.Succs) != 1 || body.Succs[0] != head || len(head.Succs) != 2 {
		return nil
	}
	return &merge{over.X, put, head.Succs[1]}
}

// begins returns the block in which it is begun to put the other map's entries.
func (m *merge) begins() *ssa.BasicBlock {
	if put, ok := m.puts.(*ssa.MapUpdate); ok {
		return put.Key.(*ssa.Extract).Tuple.(*ssa.Next).Iter.(*ssa.Range).Block()
	}
	return m.puts.Block()
}

// precedes tells whether all entries of the other map are there before an instruction.
func (m *merge) precedes(at ssa.Instruction) bool {
	if m.puts.Block() == m.done {
		return ir.Before(m.puts, at)
	}
	return m.done.Dominates(at.Block())
}

// onlyReads tells whether a function that is given a map, maps.Copy or one of the package, does nothing with it but look up what it
// has.
func (f *Finder) onlyReads(call *ssa.Call, of ssa.Value) bool {
	if kube.CopiesMap(ir.Symbol(call.Common())) {
		return call.Call.Args[0] != of
	}
	callee := f.lazy.Callee(call.Common())
	if callee == nil {
		return false
	}
	found := false
	for p := range ir.Given(callee, call.Common(), of) {
		found = true
		for _, ref := range ir.Uses(p) {
			switch ref := ref.(type) {
			case *ssa.Range, *ssa.Lookup:
			case *ssa.Call:
				copied := kube.CopiesMap(ir.Symbol(ref.Common())) && ref.Call.Args[0] != p
				if !copied && !ir.IsBuiltin(ref.Common(), "len") {
					return false
				}
			default:
				return false
			}
		}
	}
	return found
}
