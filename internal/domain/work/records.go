package work

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
)

// records are the fields that keep for a loop what is to be tried again: lists, maps and channels that are no work queues.
type records struct {
	takers map[*types.Var][]*ssa.Function        // the functions that loops come to, or have them, and that take from a field
	within map[*ssa.Function]map[*types.Var]bool // the fields that a function puts something into, itself or by what it calls
	work   map[*ssa.Function]map[*Leaf]bool      // what a function comes to; see doneBy
	failed map[ssa.Instruction]map[*Leaf]bool    // what is behind a call
}

// Records tells whether an instruction puts something into a field of the package's from which a loop of the package takes it, and
// comes to the very work that is behind a call: when that has failed, the loop tries it again.
func (in *Info) Records(instr ssa.Instruction, failed *ssa.Call) bool {
	if in == nil || len(in.recorded().takers) == 0 {
		return false
	}
	fields := map[*types.Var]bool{}
	if call, ok := instr.(ssa.CallInstruction); !ok {
		fields[recordIn(instr)] = true
	} else if callee := in.pkg.Callee(call.Common()); callee != nil {
		fields = in.recorded().within[callee]
	}
	for field := range fields {
		for _, taker := range in.recorded().takers[field] {
			if in.doesAgain(taker, failed) {
				return true
			}
		}
	}
	return false
}

// recordIn returns the field that holds the list, map or channel into which an instruction puts something; nil if there is none.
func recordIn(instr ssa.Instruction) *types.Var {
	switch i := instr.(type) {
	case *ssa.MapUpdate:
		return ir.FieldRead(i.Map)
	case *ssa.Send:
		return ir.FieldRead(i.Chan)
	case *ssa.Store:
		at := ir.StepOf(i.Addr)
		if added, ok := i.Val.(*ssa.Call); ok && at.Kind == ir.FieldAddr && ir.IsBuiltin(&added.Call, "append") {
			return at.Field
		}
	}
	return nil
}

// takenIn returns the fields that hold what an instruction goes through, or takes an element from.
func takenIn(instr ssa.Instruction) (fields []*types.Var) {
	switch i := instr.(type) {
	case *ssa.Range:
		fields = append(fields, ir.FieldRead(i.X))
	case *ssa.IndexAddr:
		fields = append(fields, ir.FieldRead(i.X))
	case *ssa.Select:
		for _, state := range i.States {
			if state.Dir == types.RecvOnly {
				fields = append(fields, ir.FieldRead(state.Chan))
			}
		}
	default:
		if passing, ok := ir.PassingOf(instr); ok && !passing.Sends {
			fields = append(fields, ir.FieldRead(passing.Chan))
		}
	}
	return fields
}

// recorded returns what is known of such fields of the package.
func (in *Info) recorded() *records {
	if in.records != nil {
		return in.records
	}
	r := &records{
		takers: map[*types.Var][]*ssa.Function{}, within: map[*ssa.Function]map[*types.Var]bool{},
		work: map[*ssa.Function]map[*Leaf]bool{}, failed: map[ssa.Instruction]map[*Leaf]bool{},
	}
	in.records = r
	if in.repeated == nil {
		in.findRepeated()
	}
	for _, n := range in.order {
		in.noteTaker(n)
	}
	if len(r.takers) == 0 {
		return r
	}
	back := in.links()
	callers := func(fn *ssa.Function) (from []*ssa.Function) {
		for _, l := range back[fn] {
			in.solver.Step()
			from = append(from, l.from.fn)
		}
		return from
	}
	from := map[*types.Var][]*ssa.Function{}
	for _, n := range in.order {
		for instr := range ir.All[ssa.Instruction](n.fn.Blocks) {
			if field := recordIn(instr); field != nil && r.takers[field] != nil {
				from[field] = append(from[field], n.fn)
			}
		}
	}
	for field, first := range from {
		for fn := range ir.Reachable(callers, first...) {
			if r.within[fn] == nil {
				r.within[fn] = map[*types.Var]bool{}
			}
			r.within[fn][field] = true
		}
	}
	return r
}

// noteTaker notes from which fields a function takes something that a loop comes to again and again.
func (in *Info) noteTaker(n *node) {
	for instr := range ir.All[ssa.Instruction](n.fn.Blocks) {
		for _, field := range takenIn(instr) {
			if field != nil && field.Pkg() == in.Package.Pkg && (in.repeated[n.fn] || n.rounds(instr.Block())) {
				in.records.takers[field] = append(in.records.takers[field], n.fn)
			}
		}
	}
}

// doesAgain tells whether a function comes to all that is written behind a call, or, if nothing is, to all that is read there.
func (in *Info) doesAgain(taker *ssa.Function, call *ssa.Call) bool {
	behind, known := in.records.failed[call]
	if !known {
		behind = in.workBehind(call)
		in.records.failed[call] = behind
	}
	does := in.doneBy(taker)
	for leaf := range behind {
		if !does[leaf] {
			return false
		}
	}
	return len(behind) > 0
}

// workBehind returns the writes that a call is, or comes to; the reads if there are none.
func (in *Info) workBehind(call *ssa.Call) map[*Leaf]bool {
	all, n := map[*Leaf]bool{}, in.node(call.Parent())
	for _, l := range n.leaves {
		if l.Site == call {
			all[l] = true
		}
	}
	for _, e := range n.edges {
		if e.site == call {
			for l := range in.doneBy(e.callee) {
				all[l] = true
			}
		}
	}
	writes := map[*Leaf]bool{}
	for l := range all {
		if l.Class == Write {
			writes[l] = true
		}
	}
	if len(writes) > 0 {
		return writes
	}
	return all
}

// doneBy returns the writes and reads that a function comes to before it returns.
func (in *Info) doneBy(fn *ssa.Function) map[*Leaf]bool {
	if known, ok := in.records.work[fn]; ok {
		return known
	}
	all := map[*Leaf]bool{}
	callees := func(fn *ssa.Function) (to []*ssa.Function) {
		for _, e := range in.node(fn).edges {
			in.solver.Step()
			if !e.async {
				to = append(to, e.callee)
			}
		}
		return to
	}
	for fn := range ir.Reachable(callees, fn) {
		for _, l := range in.node(fn).leaves {
			if l.Class == Write || l.Class == Live {
				all[l] = true
			}
		}
	}
	in.records.work[fn] = all
	return all
}
