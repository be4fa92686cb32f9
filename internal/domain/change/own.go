package change

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// An own is an object that a function has for itself, unless it is lent, with what the function does with it: each by the
// paths of the fields, without embedded ones.
type own struct {
	flow.Walk
	t *tracer
	// deep says that what the object refers to is its own as well, and not shared with what it is a copy of.
	deep    bool
	changes map[ssa.Instruction][]string
	uses    map[ssa.Instruction][]string
	lent    []string // what somebody else may have, from some time on
	foreign []string // what refers to something that somebody else has
	ops     []access
	put     map[ssa.Value]string       // where parts of it are stored
	joined  []*ssa.Phi                 // pointers that may be to it
	loads   map[ssa.Instruction]string // of references in it
	kept    bool                       // a pointer to it is, which may be to one of an earlier round of a loop
	inside  []inside
}

// An inside is what a function literal does with what is at a path of the object, or with the object, when calls run it.
type inside struct {
	*own
	calls []ssa.CallInstruction
	path  string
}

// An access is an operation at the API on an object.
type access struct {
	call ssa.CallInstruction
	op   kube.Operation
}

// maxFields is how many fields deep the paths are.
const maxFields = 3

// follow returns what the function of v, which is the object, or its address, does with it.
func (t *tracer) follow(v ssa.Value, deep bool) *own { return t.followAll([]ssa.Value{v}, deep) }

// followAll does so for an object that the function has several names for.
func (t *tracer) followAll(names []ssa.Value, deep bool) *own {
	o := &own{t: t, deep: deep, changes: map[ssa.Instruction][]string{}, uses: map[ssa.Instruction][]string{}, put: map[ssa.Value]string{}, loads: map[ssa.Instruction]string{}}
	o.Walk = flow.Walk{Solver: t.solver, Left: flow.MaxParts, Once: true, Visit: o.use, Beyond: func(flow.Part) { o.lent = append(o.lent, "") }}
	o.All(names, "")
	for addr, path := range o.put {
		if base, _, _ := ir.Base(addr); !o.has(addr) && !o.has(base) {
			o.lent = append(o.lent, path)
		}
	}
	for _, phi := range o.joined {
		if slices.ContainsFunc(phi.Edges, func(e ssa.Value) bool { return !ir.IsNil(e) && !o.has(e) }) {
			o.lent = append(o.lent, "") // or to another one
		}
	}
	for load, path := range o.loads {
		if o.isLent(element(path)) {
			o.read(load, path)
		}
	}
	return o
}

// has tells whether a value is an address or reference in the object.
func (o *own) has(v ssa.Value) bool {
	_, ok := o.First(v)
	return ok
}

// restores tells whether an instruction sets what is at a path to what it was at some time, or perhaps was: a function that
// is passed a map may fill that, and return it.
func (o *own) restores(by ssa.Instruction, path string) bool {
	store, ok := by.(*ssa.Store)
	if !ok {
		return false
	}
	was := func(v ssa.Value) bool {
		s := ir.StepOf(v)
		return s.Kind == ir.Load && o.Has(s.From[0], path)
	}
	_, isMap := store.Val.Type().Underlying().(*types.Map)
	if s := ir.StepOf(store.Val); s.Kind == ir.Result && isMap {
		return slices.ContainsFunc(s.Call.Common().Args, was)
	}
	return was(store.Val)
}

func (o *own) use(of flow.Part, ref ssa.Instruction) {
	v, path := of.Value, of.Path
	use := ir.UseOf(v, ref)
	switch use.Does {
	case ir.Converts:
		o.Of(use.To, path)
	case ir.Takes:
		o.takes(use, path)
	case ir.Loads:
		if o.deep && refers(use.To.Type()) && !ir.IsStruct(use.To.Type()) {
			o.loads[ref] = path
			o.Of(use.To, element(path))
			return
		}
		o.read(ref, path)
		if o.deep && ir.IsStruct(use.To.Type()) && refers(use.To.Type()) && !isCompared(use.To) {
			o.lent = append(o.lent, path)
		}
	case ir.Stores:
		o.stored(use.Addr, path, ref)
	case ir.Fills:
		if path != "" {
			o.changes[ref] = append(o.changes[ref], path)
		}
		if use.Val != nil && path != "" && refers(use.Val.Type()) && !o.isFresh(use.Val) {
			o.foreign = append(o.foreign, element(path))
		}
	case ir.Compares:
		o.read(ref, path)
	case ir.Passes:
		o.call(v, path, use.Call)
	default:
		o.other(v, path, use, ref)
	}
}

// other sees what else is done with a part of the object: it is an assertion's first result, one of several pointers, or
// what a function literal captures.
func (o *own) other(v ssa.Value, path string, use ir.Use, ref ssa.Instruction) {
	_, isTuple := v.Type().(*types.Tuple)
	phi, isPhi := ref.(*ssa.Phi)
	literal, isLiteral := ref.(*ssa.MakeClosure)
	switch {
	case isTuple && use.To != nil:
		o.Of(use.To, path)
	case isPhi && path == "":
		o.joined, o.kept = append(o.joined, phi), true
		o.Of(phi, path)
	case isLiteral:
		o.captured(literal, v, path)
	case isBasic(use.To):
		o.read(ref, path)
	default:
		o.lend(ref, path)
	}
}

// isBasic tells whether a value is there and can't refer to anything.
func isBasic(v ssa.Value) bool {
	if v == nil {
		return false
	}
	_, ok := v.Type().Underlying().(*types.Basic)
	return ok
}

// takes goes on with a field or an element.
func (o *own) takes(use ir.Use, path string) {
	switch {
	case use.Field == nil:
		path = element(path)
	case !ir.Promotes(use.Field) && strings.Count(path, ".") < maxFields:
		path = ir.Below(path, use.Field.Name())
	}
	o.Of(use.To, path)
}

// element is the path of what a reference at a path refers to, or of an element.
func element(path string) string {
	if strings.HasSuffix(path, ir.Element) {
		return path
	}
	return ir.Below(path, ir.Element)
}

func (o *own) read(by ssa.Instruction, path string) { o.uses[by] = append(o.uses[by], path) }

// isFresh tells whether nobody else refers to what a value that is stored refers to, as far as can be seen.
func (o *own) isFresh(v ssa.Value) bool {
	switch s := ir.StepOf(v); s.Kind {
	case ir.Constant:
		return true
	case ir.Made, ir.Result, ir.Variable, ir.Sliced:
		others := 0 // none of a variable of the package
		for ref := range ir.Refs[ssa.Instruction](v) {
			if use := ir.UseOf(v, ref); use.Does != ir.Fills {
				others++
			}
		}
		return others == 1
	}
	return false
}

// call sees what a call does with what it is given of the object.
func (o *own) call(v ssa.Value, path string, call ssa.CallInstruction) {
	common := call.Common()
	obj, name := ir.Called(common), ir.CalledName(common)
	recv, _ := ir.Receiver(common)
	m, mutates := kube.MutationOf(obj)
	switch {
	case call.Value() == nil: // it is deferred, or runs beside
		o.lend(call, path)
	case ir.IsBuiltin(common, ""):
		o.builtin(v, path, call)
	case o.accesses(v, call), isEncoded(call):
		o.read(call, path)
	case mutates && ir.Mutated(common, m) == v && (o.deep || setsOnly(m)) && !isUsed(call):
		o.changes[call] = append(o.changes[call], ir.Below(path, m.Field))
		o.read(call, ir.Below(path, m.Field))
	case kube.OnlyNames(obj):
		o.read(call, ir.Below(path, "Name"))
	case strings.HasPrefix(name, "Get") && recv == v && kube.IsMetadata(v.Type()):
		o.read(call, ir.Below(path, strings.TrimPrefix(name, "Get")))
		if refers(call.Value().Type()) {
			o.lent = append(o.lent, ir.Below(path, strings.TrimPrefix(name, "Get")))
		}
	case mutates, strings.HasPrefix(name, "DeepCopy"), kube.OnlyTells(obj), kube.OnlyReads(kube.SymbolOf(obj)):
		o.read(call, path)
	default:
		o.callee(v, path, call)
	}
}

// setsOnly tells whether a mutation sets a field, and changes nothing of what that has referred to.
func setsOnly(m kube.Mutation) bool {
	return m.Arg == kube.Receiver && m.Field != "" || m.Field == "Finalizers" || m.Field == "OwnerReferences"
}

// isUsed tells whether something is done with the result of a call that is no error.
func isUsed(call ssa.CallInstruction) bool {
	return !kube.IsError(call.Value().Type()) && len(ir.Uses(call.Value())) > 0
}

func (o *own) lend(by ssa.Instruction, path string) {
	o.read(by, path)
	o.lent = append(o.lent, path)
}

// accesses notes the operation at the API that a call is, if it is one of the object.
func (o *own) accesses(v ssa.Value, call ssa.CallInstruction) bool {
	op, ok := ir.Operation(call.Common())
	if !ok || op.Object < 0 || ir.Written(call.Common(), op.Object) != v {
		return false
	}
	o.ops = append(o.ops, access{call, op})
	return true
}

func (o *own) builtin(v ssa.Value, path string, call ssa.CallInstruction) {
	changed, name := ir.ChangedByBuiltin(call.Common())
	switch {
	case name != "append" && changed == v:
		o.changes[call] = append(o.changes[call], path)
		return
	case name == "append" && changed == v:
		o.Of(call.Value(), path)
	case name == "append":
		o.lent = append(o.lent, path)
	}
	o.read(call, path)
}

// callee sees what a function does with the object: setters change it, and who keeps nothing of it only reads it.
func (o *own) callee(v ssa.Value, path string, call ssa.CallInstruction) {
	o.read(call, path)
	for i := range 1 + len(call.Common().Args) {
		if ir.Arg(call.Common(), i) != v {
			continue
		}
		given := o.t.lentBy(call, i, o.deep)
		if given.lent {
			o.lent = append(o.lent, path)
		}
		if given.sets != "" && !isUsed(call) {
			for field := range strings.SplitSeq(given.sets, " ") {
				o.changes[call] = append(o.changes[call], ir.Below(path, field))
			}
		}
	}
}

// lentBy tells what the function that a call comes to does with an argument, the receiver counted. What is known of one of
// another package holds of objects whose parts are the caller's own too: of others that is left out what it does by way of
// references.
func (t *tracer) lentBy(call ssa.CallInstruction, n int, deep bool) lent {
	if callee := t.pkg.Callee(call.Common()); callee != nil {
		if n >= len(callee.Params) {
			return lent{lent: true}
		}
		return t.lends.Of(lending{callee.Params[n], deep})
	}
	known := t.factsOf(call)
	if known == nil {
		return lent{lent: true}
	}
	for _, s := range known.Spares {
		switch {
		case s.Param != n:
		case deep || !strings.Contains(s.Sets, ir.Element):
			return lent{sets: s.Sets}
		default:
			return lent{}
		}
	}
	return lent{lent: true}
}

// A lending asks what a function does with what it is given for a parameter, as an own.
type lending struct {
	param *ssa.Parameter
	deep  bool
}

// A lent says whether a function may keep something of what it is given, and which fields it sets, if it does nothing
// else with them.
type lent struct {
	lent bool
	sets string // with spaces between
}

func (t *tracer) lending(l lending) lent {
	o := t.follow(l.param, l.deep)
	out := lent{lent: len(o.lent) > 0}
	var sets []string
	for _, changed := range o.changes {
		sets = append(sets, changed...)
	}
	for _, read := range o.uses {
		if slices.ContainsFunc(read, func(path string) bool { return meets(sets, path) }) {
			return out
		}
	}
	slices.Sort(sets)
	out.sets = strings.Join(slices.Compact(sets), " ")
	return out
}

// meets tells whether a path is one of others, leads to one, or is below one.
func meets(paths []string, path string) bool {
	return slices.ContainsFunc(paths, func(p string) bool {
		_, in := ir.PathIn(p, path)
		_, around := ir.PathIn(path, p)
		return in || around
	})
}

// isLent tells whether somebody else may see a change of what is at a path: not if that is a reference, and he has what
// it referred to.
func (o *own) isLent(path string) bool {
	return slices.ContainsFunc(slices.Concat(o.lent, o.foreign), func(p string) bool {
		_, in := ir.PathIn(path, p)
		rest, around := ir.PathIn(p, path)
		return in || around && !strings.Contains(rest, ir.Element)
	})
}
