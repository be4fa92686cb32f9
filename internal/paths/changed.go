package paths

import (
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/domain/patch"
	"github.com/ctrllint/ctrllint/internal/domain/use"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Changed returns what of its object a write may change. For an object that is updated, that is what has been set in it
// since it was read, if that can be seen.
func (in *Info) Changed(w *Op) footprint.Set {
	return in.changed.Of(w, in.findChanged)
}

func (in *Info) findChanged(w *Op) footprint.Set {
	changed, given := in.changesWithCallers(w, maxCallers)
	if given {
		changed = footprint.Whole() // the caller may have set anything
	} else if w.Verb == kube.VerbUpdate && w.Sub == "" && w.Object != nil {
		changed = changed.WithoutStatus(identity.Root(w.Object).Type())
	}
	return changed.Inside(kube.SubresourceField(w.Sub)).Answered()
}

// changesWithCallers returns what a write may change, with what those who call the function set in the object before, and whether
// further callers may have set anything: those of other packages, or too many.
func (in *Info) changesWithCallers(w *Op, left int) (changed footprint.Set, given bool) {
	changed, param := in.changes(w)
	if param == nil {
		return changed, false
	}
	fn := w.Path[0].Parent()
	if in.justRead(param) {
		return changed, false
	}
	callers, all := in.lazy.Index().AllCallers(fn)
	if !all || len(callers) == 0 || len(callers) > left {
		return changed, true
	}
	for _, call := range callers {
		if comesBack(w, call) {
			return changed, true
		}
		set, given := in.changesWithCallers(in.lifted(w, fn, call), left/len(callers)-1)
		if given {
			return changed, true
		}
		changed.Add(set)
	}
	return changed, false
}

// justRead tells whether a parameter is the object that a reconciler is given by AsReconciler, which has read it a moment ago, and by
// nobody else in the package.
func (in *Info) justRead(p *ssa.Parameter) bool {
	fn := p.Parent()
	recv := fn.Signature.Recv()
	return fn.Name() == reconcile && recv != nil && p.Object() != recv && kube.Reconciles(recv.Type()) &&
		len(in.lazy.Index().Callers(fn)) == 0 && use.IsHandedObjects(in.lazy, recv.Type())
}

// sendsOther tells whether what a write sends is another object than the one that it changes, such as a Scale.
func (op *Op) sendsOther() bool {
	return op.remote == nil && op.Sub != "" && op.Sub != status && (op.Verb != kube.VerbPatch || op.Object != nil)
}

// changes returns what a write may change, and the parameter of the outermost function that its object is, if it is one,
// of which only what is set from there on counts.
func (in *Info) changes(w *Op) (footprint.Set, *ssa.Parameter) {
	set, param, by := in.changesBy(w)
	if len(by) > 0 {
		set.Add(footprint.Whole())
	}
	return set, param
}

// changesBy is changes, but for what functions set that the outermost function is given, and that it passes the object: which these
// are, is returned too.
func (in *Info) changesBy(w *Op) (footprint.Set, *ssa.Parameter, []Callback) {
	g := &callbacks{in: in, path: w.Path}
	set, param := in.changesWith(w, g)
	return set, param, g.given
}

func (in *Info) changesWith(w *Op, by *callbacks) (footprint.Set, *ssa.Parameter) {
	object, at := identity.Root(w.Object), footprint.Set{}
	switch {
	case w.sendsOther():
		return footprint.Whole(), nil
	case w.Verb == kube.VerbCreate || w.Verb == kube.VerbDelete || w.Verb == kube.VerbDeleteAll:
		return footprint.Whole(), nil
	case w.remote != nil:
		at = in.footprints.BoundOn(in.footprints.Bound(footprint.Of(w.remote.Changed), w.Call), w.Path[:len(w.Path)-1])
		for _, back := range w.remote.By {
			at.Add(by.called(ir.Arg(w.Call.Common(), back.Param), back.Object, len(w.Path)-1, maxHanded))
		}
		if !w.remote.Passed {
			return at, nil
		}
		object = identity.Root(ir.Arg(w.Call.Common(), w.remote.Object))
	case object == nil:
		return in.patches.ByName(w.written()), nil
	}
	if sent := in.rawPatch(w); sent != nil {
		return sent, nil
	}
	if _, held := identity.HeldBy(w.pointer, nil); held {
		return in.heldChanges(w, at)
	}
	base := diffBase(w)
	if of, _ := identity.CopyOf(object); of != nil && patch.CopiedFor(object, base) == nil && patch.CopiedFor(of, base) != nil { // a copy is sent
		at.Add(in.footprints.Edits(flow.At(object, "")).Before(w.Call, ir.MayPrecede(w.Call)))
		object = of
	}
	for i := len(w.Path) - 1; object != nil; i-- {
		written := w.Path[i]
		i = ir.Home(object, w.Path[:i+1])
		from := patch.CopiedFor(object, base)
		if from == nil {
			from = in.readInto(object, written)
		}
		if from == nil {
			object = in.original(object, at, w.Path[:i+1], written)
		}
		set, sinceThen := in.footprints.SetBeforeBy(object, w.Path[i], written, from, func(e footprint.Edit) (footprint.Set, bool) {
			return by.edit(e, object, i, maxHanded)
		})
		if at.Add(in.footprints.BoundOn(set, w.Path[:i])); sinceThen {
			return in.setByHanded(object, at, w.Path[:i+1], written, from)
		}
		p, ok := object.(*ssa.Parameter)
		if !ok {
			break
		}
		if i == 0 {
			return at, p
		}
		object = identity.Root(ir.ArgFor(w.Path[i-1].Common(), p))
		if p, ok := base.(*ssa.Parameter); ok {
			base = patch.DiffedWith(ir.ArgFor(w.Path[i-1].Common(), p))
		}
	}
	if object == nil {
		return footprint.Whole(), nil
	}
	from := in.fetchedAs(object)
	switch {
	case from.how != isSo:
		return footprint.Whole(), nil
	case in.isShared(object):
		return footprint.Set{}, nil // what was set in the cache's own object is in the cache
	}
	at.Add(from.at)
	return at, nil
}

// original returns what an object's variable is a copy of, if it is one, and adds what is set in that before a write; or else the
// variable itself.
func (in *Info) original(object ssa.Value, at footprint.Set, path []ssa.CallInstruction, inner ssa.CallInstruction) ssa.Value {
	source, by := copiedInto(object)
	if by == nil {
		return object
	}
	set, _ := in.footprints.SetBefore(object, path[len(path)-1], inner, by)
	at.Add(in.footprints.BoundOn(set, path[:len(path)-1]))
	return source
}

// readInto returns the last of the reads on every path to a call of its function which fill an object; nil if there is
// none.
func (in *Info) readInto(object ssa.Value, before ssa.CallInstruction) ssa.Instruction {
	var last ssa.Instruction
	for call := range ir.All[ssa.CallInstruction](before.Parent().Blocks) {
		op := in.operation(call)
		fills := op != nil && op.Verb == kube.VerbGet && op.Via == kube.Client && identity.Root(op.Object) == object
		if fills && ir.Before(call, before) && (last == nil || ir.Before(last, call)) {
			last = call
		}
	}
	return last
}

// isShared tells whether a value is the very object that a cache holds: what a lister returned, or a function that
// returns that.
func (in *Info) isShared(v ssa.Value) bool { return in.sharing(v) == isSo }

func (in *Info) sharing(v ssa.Value) every {
	step := ir.StepOf(v)
	call, n := step.Call, step.Index
	if call == nil {
		return notSo
	}
	if op := in.operation(call); op != nil {
		return everyIf(n == 0 && op.Verb == kube.VerbGet && (op.Via == kube.Lister || op.Via == kube.Store))
	}
	if callee := in.lazy.Callee(call.Common()); callee != nil {
		return in.questions.shared.Of(resultOf{callee, n})
	}
	f := in.factsFor(ir.Called(call.Common()))
	return everyIf(f != nil && slices.Contains(f.Shared, n))
}

// every says whether all that something may be is so, nil aside; the zero value, that it is nothing at all.
type every uint8

const (
	isSo every = iota + 1
	notSo
)

func everyIf(is bool) every {
	if is {
		return isSo
	}
	return notSo
}

// returnsShared tells whether what a function returns as its result n, nil aside, is an object that a cache holds.
func (in *Info) returnsShared(fn *ssa.Function, n int) bool {
	return in.questions.shared.Of(resultOf{fn, n}) == isSo
}

func (in *Info) findShared(of resultOf) every {
	var all every
	for _, result := range ir.Returned(of.fn, of.n) {
		if !ir.IsNil(result) {
			all = max(all, in.sharing(result))
		}
	}
	return all
}

// A fetched says whether a value is an object that was read, and what is set in it by the functions that return it.
type fetched struct {
	how every
	at  footprint.Set
}

func readIf(is bool) fetched { return fetched{how: everyIf(is)} }

// fetchedAs tells whether a value is an object that was read: a variable that a read fills, what a lister returned, the
// copy of it, or what a function returns that has read it.
func (in *Info) fetchedAs(v ssa.Value) fetched {
	if from, ok := in.listedIn(v); ok {
		return fetched{isSo, in.edited(from)}
	}
	if variable, ok := v.(*ssa.Alloc); ok {
		return readIf(isFilled(variable))
	}
	step := ir.StepOf(v)
	call, n := step.Call, step.Index
	if call == nil {
		return readIf(false)
	}
	name := ir.CalledName(call.Common())
	if strings.HasPrefix(name, "DeepCopy") && len(call.Call.Args) == 1 {
		return in.fetchedAs(call.Call.Args[0])
	}
	if op := in.operation(call); op != nil {
		return readIf(op.Verb == kube.VerbGet)
	}
	gets := slices.ContainsFunc(in.readsOf(call), func(r *Op) bool { return r.Verb == kube.VerbGet })
	callee := in.lazy.Callee(call.Common())
	if callee == nil {
		return readIf(gets && kube.IsGetter(name)) // it sets nothing, as its name says
	}
	if !gets {
		return readIf(false)
	}
	return in.questions.fetched.Of(resultOf{callee, n})
}

func (in *Info) findFetched(of resultOf) fetched {
	all := fetched{at: footprint.Set{}}
	for _, result := range ir.Returned(of.fn, of.n) {
		if ir.IsNil(result) {
			continue
		}
		result = identity.Root(result)
		from := in.fetchedAs(result)
		all.how = max(all.how, from.how)
		all.at.Add(from.at)
		all.at.Add(in.footprints.Edits(flow.At(result, "")).Fields())
	}
	return all
}

func equalFetched(a, b fetched) bool { return a.how == b.how && maps.Equal(a.at, b.at) }

// isFilled tells whether a read fills an object's variable.
func isFilled(v *ssa.Alloc) bool {
	for _, alias := range ir.Names(v) {
		for mi := range ir.Refs[*ssa.MakeInterface](alias) {
			for call := range ir.Refs[ssa.CallInstruction](mi) {
				if ir.CalledName(call.Common()) == "Get" {
					return true
				}
			}
		}
	}
	return false
}

// A part is a value that is the field with that path of an object, or refers to it.
type part = flow.Part
