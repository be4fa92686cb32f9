package paths

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// forAnother tells whether a list is done for another label than a write: a function lists what has the label that it is given, and
// writes what of that it finds, or lacks; it is called for one value of the label, and the list for another one. Two calls of one
// list are as sure as this gets: a function that lists by one selector and writes for another, as where what is old is replaced,
// has two.
func (in *Info) forAnother(write, list *Op) bool {
	if write.Verb == kube.VerbCreate && in.lackedAnother(write, list) {
		return true
	}
	wanted := in.requirements(list)
	if len(write.Path) < 2 || write.Verb >= kube.VerbDeleteAll || len(wanted) == 0 {
		return false
	}
	inner := write.Path[1]
	precedes := ir.MayPrecede(inner)
	return slices.ContainsFunc(in.of(inner.Parent()).reads, func(from *Op) bool {
		return from.Verb == kube.VerbList && from.Call == list.Call && precedes(from.Path[0]) &&
			selection(wanted, in.askedFor(from, write.Path[0])) == Unselected && in.staysWith(write, from, wanted)
	})
}

// lackedAnother tells whether a function that creates what a list of its own lacks, by labels that it is given, is called for one
// thing, and does the list for something that isn't known to be the same.
func (in *Info) lackedAnother(write, list *Op) bool {
	maker := write.Call.Parent()
	if len(write.Path) < 2 || list.Call.Parent() != maker || list.Path[0] == write.Path[0] || !ir.MayPrecede(write.Call)(list.Call) || !in.asksForGiven(list.Call) || !in.staysWith(write, list, in.requirements(list)) {
		return false
	}
	return !slices.ContainsFunc(in.of(write.Path[0].Parent()).reads, func(from *Op) bool {
		return from.Call == list.Call && from.Path[0] == write.Path[0] && in.asksTheSame(from, list)
	})
}

// ForOtherKey tells whether all that decides after a read of an object is the entry of a key that the function is given which reads
// it, such as its condition of one type, and that function has written it before for another key: it is called for two, or for each
// element of a list.
func (in *Info) ForOtherKey(p *Pair) bool {
	last := len(p.Read.Path) - 1
	if last == 0 || len(p.Write.Path) <= last || p.Read.remote != nil || p.Read.Call.Parent() != p.Write.Path[last].Parent() {
		return false
	}
	own := slices.IndexFunc(in.of(p.Read.Call.Parent()).reads, func(r *Op) bool { return r.Call == p.Read.Call && len(r.Path) == 1 })
	if own < 0 {
		return false
	}
	decides := in.weightOf(in.of(p.Read.Call.Parent()).reads[own]).Decides
	for path := range decides {
		if !strings.Contains(path, given) || !in.keyDiffers(path, p.Write.Path[last-1], p.Read.Path[last-1]) {
			return false
		}
	}
	return len(decides) > 0
}

// keyDiffers tells whether two calls of a function have other arguments for the parameter that is the key of an entry; an element of
// what a loop goes through is another one in each round.
func (in *Info) keyDiffers(path string, write, read ssa.CallInstruction) bool {
	if write == read {
		arg, _ := keyArgument(path, read)
		return arg != nil && ofElement(arg, payloadDepth)
	}
	before, after := in.boundPath(path, write), in.boundPath(path, read)
	known := func(path string) bool {
		return strings.HasSuffix(path, "]") && !strings.Contains(path, given) && !strings.Contains(path, wildcard)
	}
	return before != after && known(before) && known(after)
}

// asksForGiven tells whether what a list asks for hangs on what its function is given, or isn't known.
func (in *Info) asksForGiven(list ssa.CallInstruction) (given bool) {
	for _, own := range in.of(list.Parent()).reads {
		if own.Call != list || len(own.Path) > 1 || !own.picks() {
			continue
		}
		for _, option := range own.options {
			given = given || option == nil
			leavesOf(option, func(leaf ssa.Value) {
				_, made := leaf.(ssa.Instruction)
				p, param := leaf.(*ssa.Parameter)
				given = given || !sameTerm(option, own.namespace) && (made || param && p.Object() != p.Parent().Signature.Recv())
			})
		}
	}
	return given
}

// askedFor returns what a list of a function that is called asks for because of the call's arguments: what constants are given
// further in, another operation at the same place may not share.
func (in *Info) askedFor(list *Op, call ssa.CallInstruction) []requirement {
	given, known := *list, in.requirements(list)
	given.Path = append([]ssa.CallInstruction{call}, list.Path...)
	return slices.DeleteFunc(in.requirements(&given), func(r requirement) bool { return slices.ContainsFunc(known, r.equal) })
}

// staysWith tells whether the object of a write is one of those for which a list asks, as far as the function shows that does both,
// and goes on to be.
func (in *Info) staysWith(write, from *Op, wanted []requirement) bool {
	of := func(labels map[string]bool) bool {
		return slices.ContainsFunc(wanted, func(r requirement) bool { return labels[r.key] })
	}
	switch write.Verb {
	case kube.VerbCreate:
		known := map[string]bool{}
		made, _ := in.labelsOf(write)
		for key, value := range made {
			known[key] = value != nil
		}
		return !of(known) // or else they are those for which the other list asks
	case kube.VerbDelete:
		return in.comesFrom(write, from)
	}
	if changed := in.Changed(write); !changed[""] && !changed[labels] {
		return in.comesFrom(write, from) && !slices.ContainsFunc(wanted, func(r requirement) bool {
			return changed.Meets(Footprint{joined(labels, "["+r.key+"]"): true})
		})
	}
	set := in.labels.Of(write.Path[1].Parent(), in.findLabels)
	return in.comesFrom(write, from) && !set[someLabel] && !of(set)
}

// someLabel stands for labels of which the keys aren't known.
const someLabel = "*"

// comesFrom tells whether a function that another one calls writes what it has, in whatever way, from a list of its own.
func (in *Info) comesFrom(write, from *Op) bool {
	inner, filled := write.Path[1], pointer(from.Object)
	call, _ := from.Path[0].(ssa.Value)
	if slices.ContainsFunc(inner.Common().Args, func(arg ssa.Value) bool {
		return call != nil && derives(arg, call, map[ssa.Value]bool{}) || len(from.Path) == 1 && filled != nil && derives(arg, filled, map[ssa.Value]bool{})
	}) {
		return true
	}
	_, writes := in.At(inner)
	return slices.ContainsFunc(writes, func(own *Op) bool { return own.Call == write.Call && isOf(own, from) })
}

// findLabels returns the keys by which a function, or one that it calls, sets labels of an object that there was: what was listed
// may be what another list asks for from then on.
func (in *Info) findLabels(fn *ssa.Function) map[string]bool {
	puts := map[string]bool{}
	for fn := range ir.Reachable(in.callees, fn) {
		for put := range ir.All[ssa.Instruction](fn.Blocks) {
			of, key := labelSet(put)
			made, isNew := of.(*ssa.Alloc)
			if of == nil || isNew && len(ir.StoredAt(made)) == 0 && !isFilled(made) {
				continue
			}
			if text, known := ir.Text(key); key != nil && known {
				puts[text] = true
			} else {
				puts[someLabel] = true
			}
		}
	}
	return puts
}

// labelSet returns whose labels an instruction sets, or the map in a field of that name, and the key; nil if it sets no label, and
// for the key if it sets all of them.
func labelSet(instr ssa.Instruction) (of, key ssa.Value) {
	owner := func(m ssa.Value) ssa.Value {
		if field := ir.FieldRead(m); field != nil && field.Name() == labels {
			return cmp.Or(labelsOwner(m), m)
		}
		return labelsOwner(m)
	}
	switch instr := instr.(type) {
	case *ssa.MapUpdate:
		return owner(instr.Map), instr.Key
	case *ssa.Store:
		if addr, ok := instr.Addr.(*ssa.FieldAddr); ok && ir.FieldAt(addr).Name() == labels && isMap(instr.Val) {
			return cmp.Or(ownerOf(addr, labels), addr.X), nil
		}
	case *ssa.Call:
		if ir.IsBuiltin(instr.Common(), "delete") {
			return owner(instr.Call.Args[0]), instr.Call.Args[1]
		}
	}
	return nil, nil
}

// callees returns the functions of the package that one calls.
func (in *Info) callees(fn *ssa.Function) (out []*ssa.Function) {
	for call := range ir.All[ssa.CallInstruction](fn.Blocks) {
		if callee := in.lazy.Callee(call.Common()); callee != nil {
			out = append(out, callee)
		}
	}
	return out
}
