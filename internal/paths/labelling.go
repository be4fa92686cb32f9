package paths

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A Label is one that the function which a CreateOrUpdate is given sets in the object: where that is made, a cache without it
// doesn't list it by the label.
type Label struct {
	Key, Value string
	Known      bool // the value is
}

// labelling returns the labels that are set by the function which a CreateOrUpdate or CreateOrPatch is given.
func (in *Info) labelling(w *Op) []Label {
	if w.Verb < kube.VerbCreateOrUpdate {
		return nil
	}
	own, out := in.ownComposite(w), []Label(nil)
	if w.remote != nil {
		out = append(out, w.remote.Labels...)
	}
	if own == nil || own.pointer == nil {
		return out
	}
	for _, m := range in.mutators(own) {
		for instr := range ir.All[ssa.Instruction](m.fn.Blocks) {
			if object, entries := labelled(instr, w); object != nil && identity.Same(in.objects.Pointer(object), m.object) {
				out = append(out, entries...)
			}
		}
	}
	slices.SortFunc(out, func(a, b Label) int {
		return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.Value, b.Value), flow.CompareBools(a.Known, b.Known))
	})
	return slices.Compact(out)
}

// ownComposite is a composite as the function has it that does it, or that calls what does it in another package.
func (in *Info) ownComposite(w *Op) *Op {
	if op := in.operation(w.Call); op != nil {
		return op
	}
	_, writes := in.At(w.Call)
	i := slices.IndexFunc(writes, func(op *Op) bool { return op.Verb == w.Verb && op.Where == w.Where })
	if i < 0 {
		return nil
	}
	return writes[i]
}

// labelled returns the object in which an instruction sets labels, and which; nil if it sets none.
func labelled(instr ssa.Instruction, w *Op) (ssa.Value, []Label) {
	switch instr := instr.(type) {
	case *ssa.Store:
		if object := ownerOf(instr.Addr, labels); object != nil {
			return object, entriesOf(instr.Val, w)
		}
	case *ssa.MapUpdate:
		key, known := ir.Text(instr.Key)
		if object := labelsOwner(instr.Map); object != nil && known {
			value, same := w.text(instr.Value)
			return object, []Label{{key, value, same}}
		}
	case ssa.CallInstruction:
		set, _ := kube.MutationOf(ir.Called(instr.Common()))
		if args := ir.Args(instr.Common()); set.Field == labels && set.Arg == kube.Receiver && len(args) == 2 {
			return ownerOf(args[0], ""), entriesOf(args[1], w)
		}
	}
	return nil, nil
}

// labelsOwner returns the object whose labels a map is; nil if it isn't that.
func labelsOwner(m ssa.Value) ssa.Value {
	switch m := m.(type) {
	case *ssa.UnOp:
		return ownerOf(m.X, labels)
	case *ssa.Call:
		if args := ir.Args(m.Common()); len(args) == 1 && ir.CalledName(m.Common()) == "GetLabels" {
			return ownerOf(args[0], "")
		}
	}
	return nil
}

const labels = "Labels"

// ownerOf returns the object of which an address is that of its metadata, or of a field of that; nil if it is another's, such as that
// of a template in it.
func ownerOf(addr ssa.Value, field string) ssa.Value {
	object, path, _ := ir.Base(ir.Unwrap(addr))
	if path = strings.TrimPrefix(path, "ObjectMeta"); strings.TrimPrefix(path, ".") != field {
		return nil
	}
	return ir.Unwrap(object)
}

// entriesOf returns the labels in a map that is made where it is set.
func entriesOf(m ssa.Value, w *Op) (out []Label) {
	made, ok := ir.Unwrap(m).(*ssa.MakeMap)
	if !ok {
		return nil
	}
	entries, _ := constantEntries(made, w)
	for key, value := range entries {
		label := Label{Key: key, Known: value != nil}
		if value != nil {
			label.Value = *value
		}
		out = append(out, label)
	}
	return out
}

// relabels tells whether a composite sets a label by which a list selects, and none that the list doesn't want.
func (in *Info) relabels(write *Op, wanted []requirement) bool {
	some := false
	for _, l := range in.labelling(write) {
		for _, r := range wanted {
			if r.key != l.Key {
				continue
			}
			if l.Known && kube.Refuses(r.operator, r.values, l.Value, true) {
				return false
			}
			some = true
		}
	}
	return some
}
