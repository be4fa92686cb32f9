package paths

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A requirement is what a list asks of one label.
type requirement struct {
	key, operator string
	values        []string
}

// unselected tells whether a list asks for other labels than the object of a write has: one that is created with others, where it
// is given all of its labels where it is made, or one that is dealt with for another label.
func (in *Info) unselected(write, read *Op) bool {
	if read.Verb != kube.VerbList {
		return false
	}
	return in.madeWithout(write, read) || in.forAnother(write, read)
}

// madeWithout tells it of an object that is created.
func (in *Info) madeWithout(write, read *Op) bool {
	if write.Verb != kube.VerbCreate || write.Object == nil {
		return false
	}
	wanted := in.requirements(read)
	if len(wanted) == 0 {
		return false
	}
	labels, all := in.labelsOf(write)
	return slices.ContainsFunc(wanted, func(r requirement) bool {
		value, has := labels[r.key]
		if has && value == nil || !has && !all {
			return false
		}
		is := ""
		if has {
			is = *value
		}
		return kube.Refuses(r.operator, r.values, is, has)
	})
}

// A Selection says whether a list asks for what the object of a write is known to have had.
type Selection uint8

// The selections.
const (
	Unsure     Selection = iota // it isn't known which labels the object had
	Selected                    // the list asks for nothing, or the object was in one that asked for the same
	Unselected                  // the object was in one that asked for something else
)

// picks tells whether a list asks for more than a namespace.
func (op *Op) picks() bool {
	return op.opaque || op.remote != nil && op.remote.Picks || slices.ContainsFunc(op.options, func(o *identity.Term) bool {
		return o != nil && !identity.Same(o, op.namespace) && o.Kind != identity.ConstTerm && !(o.Kind == identity.CallTerm && o.Name == identity.SelectsAll && len(o.Args) == 0)
	})
}

// AsksUnsaid tells whether a list is given all its options by a function, and nothing is known of what it asks for.
func (in *Info) AsksUnsaid(list *Op) bool {
	args := list.Call.Common().Args
	if list.remote != nil || list.Via != kube.Client || len(args) == 0 || !list.picks() || len(in.requirements(list)) > 0 {
		return false
	}
	return ir.StepOf(args[len(args)-1]).Kind == ir.Result
}

// SelectionOf returns whether a list asks for an object that a write deletes or changes, as far as the list shows it from
// which that comes; for one that it creates, that in which it was looked for before.
func (in *Info) SelectionOf(write, list *Op) Selection {
	wanted, own := in.requirements(list), in.operation(write.Call)
	switch {
	case !list.picks():
		return Selected
	case write.Verb == kube.VerbDeleteAll && list.asksAsMuchAs(write):
		return Selected
	case write.Verb == kube.VerbDeleteAll && len(wanted) > 0:
		return selection(wanted, in.requirements(write))
	case own == nil:
		return in.selectedThere(write, list)
	case write.Verb == kube.VerbCreate && in.askedBefore(write, list):
		return Selected
	}
	out := Unsure
	for _, from := range in.of(write.Path[0].Parent()).reads {
		if from.Verb == kube.VerbList && isOf(write, from) && list.asksAsMuchAs(from) {
			return Selected
		}
	}
	for _, from := range in.of(write.Call.Parent()).reads {
		switch {
		case from.Verb != kube.VerbList || !isOf(own, from):
		case list.asksAsMuchAs(from):
			out = Selected
		case len(wanted) == 0:
		default:
			switch selection(wanted, in.requirements(from)) {
			case Unselected:
				return Unselected
			case Selected:
				out = Selected
			}
		}
	}
	return out
}

// selectedThere tells it of a write that a function of another package does, which also lists what it writes.
func (in *Info) selectedThere(write, list *Op) Selection {
	if write.remote == nil || write.remote.From == "" {
		return Unsure
	}
	wanted := in.requirements(list)
	for _, from := range in.of(write.Path[0].Parent()).reads {
		switch {
		case from.Where != write.remote.From || !slices.Equal(from.Path, write.Path):
		case list.asksAsMuchAs(from):
			return Selected
		case len(wanted) > 0:
			return selection(wanted, in.requirements(from))
		}
	}
	return Unsure
}

// listedAt says where the list is, in a function or what that calls, from which the object of a write comes.
func (in *Info) listedAt(write *Op, fn *ssa.Function) string {
	if write.remote != nil && write.remote.From != "" {
		return write.remote.From
	}
	for _, from := range in.of(fn).reads {
		if from.Verb == kube.VerbList && isOf(write, from) {
			return in.where(from)
		}
	}
	return ""
}

// asksAsMuchAs tells whether two lists have the same options, whatever these are.
func (op *Op) asksAsMuchAs(other *Op) bool {
	return op.sayOptions() && other.sayOptions() && slices.EqualFunc(op.options, other.options, identity.Same)
}

// askedBefore tells whether the function that comes to a write and to a list has asked for the same before, so that what it then
// does hangs on the answer.
func (in *Info) askedBefore(write, list *Op) bool {
	precedes := ir.MayPrecede(write.Path[0])
	return slices.ContainsFunc(in.of(write.Path[0].Parent()).reads, func(from *Op) bool {
		return from.Verb == kube.VerbList && from.Path[0] != list.Path[0] && sameKind(from, list) && from.Where == list.Where &&
			precedes(from.Path[0]) && in.asksTheSame(from, list) && len(in.Consequences(from).Decides) > 0
	})
}

// CreatedForAnother tells whether an object is created where a list that chooses by labels has shown none, and the same list
// is come to by another call, and isn't known to ask for the same there.
func (in *Info) CreatedForAnother(write, list *Op) bool {
	last := len(write.Path) - 1
	if write.Verb != kube.VerbCreate || last == 0 || list.Path[0] == write.Path[0] || !list.picks() {
		return false
	}
	if _, all := in.labelsOf(write); all {
		return false // see madeWithout
	}
	precedes, another := ir.MayPrecede(write.Path[last]), false
	for _, from := range in.of(write.Path[0].Parent()).reads {
		if from.Verb != kube.VerbList || from.Call != list.Call || !sameKind(from, list) || len(from.Path) <= last || !slices.Equal(from.Path[:last], write.Path[:last]) || !precedes(from.Path[last]) {
			continue
		}
		if !from.picks() || in.asksTheSame(from, list) {
			return false
		}
		another = true
	}
	return another
}

// asksTheSame tells whether two lists have the same options, also where these are said of objects that have the same key.
func (in *Info) asksTheSame(a, b *Op) bool {
	return a.sayOptions() && b.sayOptions() && slices.EqualFunc(a.options, b.options, func(x, y *identity.Term) bool {
		said := in.objects.Canonical([]*identity.Term{y})
		return slices.ContainsFunc(in.objects.Canonical([]*identity.Term{x}), func(t *identity.Term) bool { return identity.Among(t, said) })
	})
}

// sayOptions tells whether there are options of a list, which are all known.
func (op *Op) sayOptions() bool {
	return !op.opaque && (op.remote == nil || op.remote.Options != nil) && len(op.options) > 0
}

// selection returns whether a list asks for objects of which these requirements hold.
func selection(wanted, had []requirement) Selection {
	switch {
	case slices.ContainsFunc(had, func(h requirement) bool {
		return len(h.values) == 1 && h.operator == "=" && slices.ContainsFunc(wanted, func(r requirement) bool {
			return r.key == h.key && kube.Refuses(r.operator, r.values, h.values[0], true)
		})
	}):
		return Unselected
	case slices.ContainsFunc(wanted, func(r requirement) bool { return !slices.ContainsFunc(had, r.equal) }):
		return Unsure
	}
	return Selected
}

// unsaid is the operator of a requirement of which no more is known than the label.
const unsaid = "?"

// equal tells whether two requirements are certainly the same.
func (r requirement) equal(other requirement) bool {
	return r.operator != unsaid && r.key == other.key && r.operator == other.operator && slices.Equal(r.values, other.values)
}

// ListedElsewhere tells whether the object of a write is an element of another list than the one that is given.
func (in *Info) ListedElsewhere(write, list *Op) bool {
	own := in.operation(write.Call)
	return own != nil && slices.ContainsFunc(in.of(write.Call.Parent()).reads, func(from *Op) bool {
		return from.Verb == kube.VerbList && from.Call != list.Call && isOf(own, from)
	}) && !isOf(own, list)
}

// isOf tells whether the object of a write is an element of what a list of the same function returned, or filled.
func isOf(write, list *Op) bool {
	filled, found := identity.Root(list.Object), false
	for _, k := range write.keys {
		identity.Leaves(k, func(leaf ssa.Value) {
			found = found || filled != nil && leaf == filled || ir.StepOf(leaf).Call != nil && ssa.CallInstruction(ir.StepOf(leaf).Call) == list.Path[0]
		})
	}
	return found
}

// Reselects tells whether a write changes a label by which a list selects, so that a cache without the write lists the
// object where it doesn't belong any more, or not yet where it does.
func (in *Info) Reselects(write, list *Op) bool {
	wanted := in.requirements(list)
	if len(wanted) == 0 {
		return false
	}
	if in.relabels(write, wanted) {
		return true
	}
	changed := in.Changed(write)
	return slices.ContainsFunc(wanted, func(r requirement) bool {
		for path := range changed {
			if strings.HasPrefix(path, "Labels.") && footprint.PathIn(footprint.Join("Labels", "["+r.key+"]"), path) {
				return true
			}
		}
		return false
	})
}

// Deselects tells whether a write gives its object another label than the one by which a list selects, so that a cache without
// the write lists an object that doesn't belong there any more.
func (in *Info) Deselects(write, list *Op) bool {
	object, wanted := identity.Root(write.Object), in.requirements(list)
	if object == nil || !in.Reselects(write, list) {
		return false
	}
	for set := range in.footprints.Edits(flow.At(object, "")).Set {
		put, ok := set.By.(*ssa.MapUpdate)
		if !ok {
			continue
		}
		value, known := write.text(put.Value)
		if known && slices.ContainsFunc(wanted, func(r requirement) bool {
			return set.Path == footprint.Join("Labels", "["+r.key+"]") && kube.Refuses(r.operator, r.values, value, true)
		}) {
			return true
		}
	}
	return false
}

// requirements returns what is known of what a list asks for, all of which the objects that it lists have.
func (in *Info) requirements(list *Op) []requirement {
	var out []requirement
	options := list.options
	if own := in.operation(list.Call); list.opaque && list.remote == nil && own != nil {
		options = own.options // what of them callers can't say, the function itself may
	}
	for _, o := range options {
		out = in.requirementsOf(list, o, out, selectorDepth)
	}
	return out
}

// selectorDepth is how many selectors and options may stand in one another.
const selectorDepth = 8

// requirementsOf adds what an option of a list or a selector asks for.
func (in *Info) requirementsOf(list *Op, o *identity.Term, out []requirement, depth int) []requirement {
	switch {
	case o == nil || depth == 0:
	case o.Kind == identity.LeafTerm:
		out = in.requirementsOf(list, in.objects.Selecting(o), out, depth-1)
	case o.Kind != identity.CallTerm:
	case o.Name == identity.Mapped:
		for i := 0; i+1 < len(o.Args); i += 2 {
			value, known := list.textOf(o.Args[i+1])
			switch key := o.Args[i]; {
			case key.Kind != identity.ConstTerm:
			case known:
				out = append(out, requirement{key.Name, "=", []string{value}})
			default:
				out = append(out, requirement{key: key.Name, operator: unsaid})
			}
		}
	case o.Name == identity.List || o.Name == identity.SelectsAll:
		for _, a := range o.Args {
			out = in.requirementsOf(list, a, out, depth-1)
		}
	case o.Name == identity.SelectsKeys:
		for _, key := range texts(o.Args[0]) {
			out = append(out, requirement{key: key, operator: "exists"})
		}
	case o.Name == identity.SelectsOne && o.Args[0].Kind == identity.ConstTerm && o.Args[1].Kind == identity.ConstTerm:
		values := texts(o.Args[2])
		if values != nil || len(o.Args[2].Args) == 0 {
			out = append(out, requirement{o.Args[0].Name, o.Args[1].Name, values})
		}
	}
	return out
}

// texts returns the elements of a list of constants, nil if they aren't all known.
func texts(list *identity.Term) []string {
	if list.Kind != identity.CallTerm || list.Name != identity.List {
		return nil
	}
	var out []string
	for _, a := range list.Args {
		if a.Kind != identity.ConstTerm {
			return nil
		}
		out = append(out, a.Name)
	}
	return out
}

// labelsOf returns the labels of the object of a write that is made in the function which writes it, nil for the value of
// one that isn't known, and whether they are all; none if others may be set.
func (in *Info) labelsOf(write *Op) (labels map[string]*string, all bool) {
	object, ok := identity.Root(write.Object).(*ssa.Alloc)
	if !ok || object.Parent() != write.Call.Parent() {
		return nil, false
	}
	fields, whole := in.objects.Stores(object)
	set, literal := fields["Labels"], []ssa.Instruction(nil)
	for _, meta := range fields["*ObjectMeta"] {
		of := ir.Literal(meta)
		if of == nil {
			return nil, false
		}
		parts, _ := in.objects.Stores(of)
		set, literal = append(slices.Clone(set), parts["Labels"]...), slices.Clone(ir.Uses(meta))
	}
	if len(whole) > 0 || len(fields["*ObjectMeta"]) > 1 || len(set) > 1 {
		return nil, false
	}
	all = true
	if len(set) == 1 {
		made, ok := set[0].(*ssa.MakeMap)
		if !ok {
			return nil, false
		}
		labels, all = constantEntries(made, write)
		literal = append(literal, ir.Uses(made)...)
	}
	before := ir.MayPrecede(write.Call)
	others := in.footprints.Edits(flow.At(object, "")).Before(write.Call, func(by ssa.Instruction) bool { return before(by) && !slices.Contains(literal, by) })
	if others.Meets(footprint.Set{"Labels": true}) {
		return nil, false
	}
	return labels, all
}

// textOf returns the constant that a term stands for, if it is one: for a parameter, that which the calls are given that lead to
// an operation.
func (op *Op) textOf(t *identity.Term) (string, bool) {
	if t.Kind == identity.LeafTerm {
		return op.text(t.Leaf)
	}
	return t.Name, t.Kind == identity.ConstTerm
}

func (op *Op) text(v ssa.Value) (string, bool) {
	for _, call := range slices.Backward(op.Path) {
		p, ok := v.(*ssa.Parameter)
		if callee := call.Common().StaticCallee(); !ok || callee == nil || callee != p.Parent() {
			continue
		}
		v = ir.ArgFor(call.Common(), p)
	}
	return ir.Text(v)
}

// constantEntries returns the entries that a map is given before a write, nil for a value that isn't known, and whether they
// are all.
func constantEntries(made *ssa.MakeMap, write *Op) (entries map[string]*string, all bool) {
	entries = map[string]*string{}
	for update := range ir.Refs[*ssa.MapUpdate](made) {
		key, known := ir.Text(update.Key)
		if !known {
			return nil, false
		}
		entries[key] = nil
		if value, same := write.text(update.Value); same && update.Block() == made.Block() {
			entries[key] = &value
		}
	}
	return entries, true
}
