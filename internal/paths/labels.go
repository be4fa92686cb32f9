package paths

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// unselected tells whether a list asks for another label than an object is created with, which is given all of its labels
// where it is made.
func (in *Info) unselected(write, read *Op) bool {
	if write.Verb != kube.VerbCreate || read.Verb != kube.VerbList || write.Object == nil {
		return false
	}
	wanted := map[string]string{}
	for _, o := range read.options {
		selected(o, wanted)
	}
	if len(wanted) == 0 {
		return false
	}
	for key, is := range in.labelsOf(write) {
		if want, ok := wanted[key]; ok && want != is {
			return true
		}
	}
	return false
}

// Reselects tells whether a write changes a label by which a list selects, so that a cache without the write lists the
// object where it doesn't belong any more, or not yet where it does.
func (in *Info) Reselects(write, list *Op) bool {
	wanted := map[string]string{}
	for _, o := range list.options {
		selected(o, wanted)
	}
	if len(wanted) == 0 {
		return false
	}
	changed := in.Changed(write)
	for key := range wanted {
		if changed["Labels"] || changed[joined("Labels", "["+key+"]")] {
			return true
		}
	}
	return false
}

// selected adds the labels that an option of a list asks for, of which key and value are known.
func selected(o *Term, wanted map[string]string) {
	if o == nil || o.kind != callTerm {
		return
	}
	switch {
	case o.name == "map":
		for i := 0; i+1 < len(o.args); i += 2 {
			if key, value := o.args[i], o.args[i+1]; key.kind == constTerm && value.kind == constTerm {
				wanted[key.name] = value.name
			}
		}
	case o.name == "list", strings.HasSuffix(o.name, "SelectorFromSet"):
		for _, a := range o.args {
			selected(a, wanted)
		}
	}
}

// labelsOf returns the constant labels of the object of a write that is made in the function which writes it, nil if others
// may be set.
func (in *Info) labelsOf(write *Op) map[string]string {
	object, ok := pointer(write.Object).(*ssa.Alloc)
	if !ok || object.Parent() != write.Call.Parent() {
		return nil
	}
	fields, whole := in.terms.stores(object)
	set, literal := fields["Labels"], []ssa.Instruction(nil)
	for _, meta := range fields["*ObjectMeta"] {
		if of := ir.Literal(meta); of != nil {
			parts, _ := in.terms.stores(of)
			set, literal = append(slices.Clone(set), parts["Labels"]...), *meta.Referrers()
		}
	}
	if len(whole) > 0 || len(fields["*ObjectMeta"]) > 1 || len(set) != 1 {
		return nil
	}
	made, ok := set[0].(*ssa.MakeMap)
	if !ok {
		return nil
	}
	out := map[string]string{}
	literal = slices.Clone(literal)
	for _, ref := range *made.Referrers() {
		literal = append(literal, ref)
		update, ok := ref.(*ssa.MapUpdate)
		if !ok {
			continue
		}
		key, known := ir.Text(update.Key)
		value, same := ir.Text(update.Value)
		if known && same && update.Block() == made.Block() {
			out[key] = value
		}
	}
	before := ir.MayPrecede(write.Call)
	others := in.editsOf(flow.At(object, "")).before(write.Call, func(by ssa.Instruction) bool { return before(by) && !slices.Contains(literal, by) })
	if others.Meets(Footprint{"Labels": true}) {
		return nil
	}
	return out
}
