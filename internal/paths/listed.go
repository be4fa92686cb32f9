package paths

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A listed is the list in which an object is, or to which it points: what was read, and the slices that are its items.
type listed struct {
	list  ssa.Value // nil if a read returned the items themselves
	items []ssa.Value
	reads []ssa.CallInstruction // that fill the list, or return it
}

// copiedInto returns where an object's variable is copied from as a whole, and the instruction that does it, such as that of a loop
// which goes through a list's items; nil if it is set otherwise, too.
func copiedInto(object ssa.Value) (from ssa.Value, by ssa.Instruction) {
	alloc, ok := object.(*ssa.Alloc)
	if !ok {
		return nil, nil
	}
	for store := range ir.Refs[*ssa.Store](alloc) {
		load, loads := store.Val.(*ssa.UnOp)
		if store.Addr != object || by != nil || !loads || load.Op != token.MUL {
			return nil, nil
		}
		from, by = identity.Root(load.X), store
	}
	return from, by
}

// listedIn returns the list in which an object is that one of its items is, or points to; false if none was read.
func (in *Info) listedIn(object ssa.Value) (listed, bool) {
	at := ir.StepOf(object)
	if at.Kind == ir.Load {
		at = ir.StepOf(at.From[0])
	}
	if at.Kind != ir.ElementAddr {
		return listed{}, false
	}
	from := ir.StepOf(at.From[0])
	switch from.Kind {
	case ir.Result:
		if in.lists(from.Call) && from.Index == 0 {
			return listed{items: []ssa.Value{at.From[0]}, reads: []ssa.CallInstruction{from.Call}}, true
		}
	case ir.Load:
		if field, ok := from.From[0].(*ssa.FieldAddr); ok && ir.Field(field.X.Type(), field.Field).Name() == footprint.Items {
			return in.itemsOf(identity.Root(field.X))
		}
	}
	return listed{}, false
}

// itemsOf returns what is known of a list that a read fills or returns; false if none does.
func (in *Info) itemsOf(list ssa.Value) (listed, bool) {
	out := listed{list: list}
	if step := ir.StepOf(list); step.Kind == ir.Result && step.Index == 0 && in.lists(step.Call) {
		out.reads = append(out.reads, step.Call)
	} else if alloc, ok := list.(*ssa.Alloc); ok {
		for call := range ir.All[ssa.CallInstruction](alloc.Parent().Blocks) {
			if in.lists(call) && identity.Root(in.operation(call).Object) == list {
				out.reads = append(out.reads, call)
			}
		}
	}
	for field := range ir.Refs[*ssa.FieldAddr](list) {
		if ir.Field(field.X.Type(), field.Field).Name() == footprint.Items {
			for load := range ir.Refs[*ssa.UnOp](field) {
				out.items = append(out.items, load)
			}
		}
	}
	return out, len(out.reads) > 0
}

func (in *Info) lists(call ssa.CallInstruction) bool {
	op := in.operation(call)
	return op != nil && op.Verb == kube.VerbList
}

// edited returns what is set in any of the items, or in what a copy of one shares with it.
func (in *Info) edited(l listed) footprint.Set {
	at, seen := footprint.Set{}, map[ssa.Instruction]bool{}
	of := flow.At(l.list, "")
	if l.list == nil {
		of = flow.At(l.items[0], footprint.Items)
	}
	for _, slice := range l.items {
		for item := range ir.Refs[*ssa.IndexAddr](slice) {
			for _, v := range append(copiesOf(item), item) {
				for e := range in.footprints.Edits(flow.At(v, "")).Set {
					if store, ok := e.By.(*ssa.Store); ok && store.Addr == v && v != ssa.Value(item) { // which makes the copy
						continue
					}
					at[e.Path], seen[e.By] = true, true
				}
			}
		}
	}
	for e := range in.footprints.Edits(of).Set {
		call, isCall := e.By.(ssa.CallInstruction)
		rest, inside := strings.CutPrefix(e.Path, footprint.Items+".")
		switch {
		case isCall && (slices.Contains(l.reads, call) || in.operation(call) != nil || kube.Reorders(ir.Symbol(call.Common()))):
		case !inside && (e.Path != "" && e.Path != footprint.Items || l.isReadAfter(e.By)): // nothing of the items
		case !inside:
			at[""] = true
		case isCall || !seen[e.By]: // or else the item says it more precisely
			at[rest] = true
		}
	}
	return at
}

// isReadAfter tells whether the list is read after an instruction each time, and never before: then what that sets isn't there
// any more. By is nil where it isn't known what sets it.
func (l listed) isReadAfter(by ssa.Instruction) bool {
	if by == nil {
		return false
	}
	precedes := ir.MayPrecede(by)
	return !slices.ContainsFunc(l.reads, func(read ssa.CallInstruction) bool { return !ir.Before(by, read) || precedes(read) })
}

// copiesOf returns the variables that what is at an address is copied into.
func copiesOf(addr ssa.Value) (out []ssa.Value) {
	for load := range ir.Refs[*ssa.UnOp](addr) {
		for store := range ir.Refs[*ssa.Store](load) {
			if alloc, ok := store.Addr.(*ssa.Alloc); ok && store.Val == load {
				out = append(out, alloc)
			}
		}
	}
	return out
}
