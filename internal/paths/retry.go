package paths

import (
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/client"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A Retry is a call that runs a function of this package again when it fails, or a loop that goes round then, with what
// is read and written there.
type Retry struct {
	Call ssa.CallInstruction // nil for a loop
	// Conflict says that it is run again after a conflict: RetryOnConflict, or OnError with IsConflict.
	Conflict bool
	// Slow says that there may be long pauses between the tries, in which a cache catches up.
	Slow   bool
	Reads  []*Op
	Writes []*Op // in the order of the source

	fn   *ssa.Function // that is run again
	loop map[*ssa.BasicBlock]bool
}

// Retries returns the retries in a function.
func (in *Info) Retries(fn *ssa.Function) []*Retry {
	var out []*Retry
	for call := range ir.All[ssa.CallInstruction](fn.Blocks) {
		again := in.retrying(call.Common())
		if !again.Again {
			continue
		}
		for _, literal := range in.literals(call.Common()) {
			f := in.of(literal)
			r := &Retry{Call: call, fn: literal, Reads: f.reads, Conflict: again.Conflict}
			for _, x := range f.exits {
				for _, w := range x.writes {
					if !slices.Contains(r.Writes, w) {
						r.Writes = append(r.Writes, w)
					}
				}
			}
			slices.SortStableFunc(r.Writes, func(a, b *Op) int { return int(a.Path[0].Pos() - b.Path[0].Pos()) })
			r.Slow = again.Slow || slices.ContainsFunc(r.Writes, func(w *Op) bool { return in.sleepsBehind(w.Path[0]) })
			out = append(out, r)
		}
	}
	return append(out, in.slowRetries(fn)...)
}

// sleepsBehind tells whether a function sleeps behind a call for so long that a cache catches up.
func (in *Info) sleepsBehind(call ssa.CallInstruction) bool {
	follows := ir.MayFollow(call)
	for instr := range ir.All[ssa.Instruction](call.Parent().Blocks) {
		if in.lazy.SleepsLong(instr) && follows(instr) {
			return true
		}
	}
	return false
}

// Retrying says what becomes of a function that another function is given.
type Retrying struct {
	Again    bool // it is run again when it fails
	Conflict bool // also after conflicts
	Slow     bool // with pauses in which a cache catches up
}

// retrying tells whether a call runs a function that it is given again when it fails: retry.RetryOnConflict, or a
// function of the module that hands its parameter to it.
func (in *Info) retrying(common *ssa.CallCommon) Retrying {
	obj := ir.Called(common)
	if kube.IsRetry(kube.SymbolOf(obj)) {
		return Retrying{true, in.onConflict(obj, common), in.pausesLong(common)}
	}
	var again Retrying
	if callee := in.lazy.Callee(common); callee != nil && takesFunction(callee) {
		again = in.retriesParameter(callee)
	} else if f := in.factsFor(obj); f != nil {
		again = f.Retries
	}
	again.Slow = again.Slow || again.Again && in.pausesLong(common)
	return again
}

// retriesParameter says what a function does with a function that it is given.
func (in *Info) retriesParameter(fn *ssa.Function) Retrying { return in.questions.retries.Of(fn) }

func (in *Info) findRetrying(fn *ssa.Function) Retrying {
	for call := range ir.All[ssa.CallInstruction](fn.Blocks) {
		if !slices.ContainsFunc(call.Common().Args, isParameter) {
			continue
		}
		if r := in.retrying(call.Common()); r.Again {
			return r
		}
	}
	return in.insists(fn)
}

func takesFunction(fn *ssa.Function) bool {
	return slices.ContainsFunc(fn.Params, func(p *ssa.Parameter) bool { return ir.IsFunc(p.Type()) })
}

// isParameter tells whether a value is a parameter that is a function.
func isParameter(v ssa.Value) bool {
	_, ok := v.(*ssa.Parameter)
	return ok && ir.IsFunc(v.Type())
}

// onConflict tells whether a retry is one after conflicts: RetryOnConflict, or one that is given IsConflict, or a function
// that says yes when it is asked about a conflict.
func (in *Info) onConflict(obj types.Object, common *ssa.CallCommon) bool {
	if kube.RetriesConflicts(kube.SymbolOf(obj)) {
		return true
	}
	return slices.ContainsFunc(common.Args, func(a ssa.Value) bool {
		fn := ir.FuncOf(ir.Unwrap(a))
		return fn != nil && (testsConflict(fn.Object()) || in.takesConflict(fn))
	})
}

// takesConflict tells whether a function that is asked about an error says yes to a conflict.
func (in *Info) takesConflict(fn *ssa.Function) bool {
	params, results := fn.Signature.Params(), fn.Signature.Results()
	return params.Len() == 1 && kube.IsError(params.At(0).Type()) && results.Len() == 1 && ir.IsBool(results.At(0).Type()) && len(fn.Blocks) > 0 &&
		in.told(fn, []abs{failure(kube.Conflict)})[0].isSet()
}

func testsConflict(obj types.Object) bool {
	return kube.ErrorTest(kube.SymbolOf(obj)) == kube.Conflict
}

// SameObject tells whether two operations are about the same object: by its key, or because it is in the same variable.
func SameObject(a, b *Op) bool {
	if !sameKind(a, b) {
		return false
	}
	if identity.Same(a.object, b.object) {
		return true
	}
	return slices.ContainsFunc(a.keys, func(k *identity.Term) bool { return identity.Among(k, b.keys) })
}

// Unused tells whether nothing is done with the object that a function reads. What other packages do with theirs isn't known.
func (op *Op) Unused() bool {
	if op.Verb != kube.VerbGet || len(op.Path) != 1 || op.remote != nil || op.Call.Value() == nil {
		return false
	}
	if op.Object == nil {
		return !slices.ContainsFunc(ir.ResultsOf(op.Call.Value(), 0), func(v ssa.Value) bool { return used(v) > 0 })
	}
	made, ok := identity.Root(op.Object).(*ssa.Alloc)
	return ok && !slices.ContainsFunc(ir.Uses(made), func(ref ssa.Instruction) bool {
		as, ok := ref.(*ssa.MakeInterface)
		return !ok || used(as) > 1
	})
}

// SameVariable tells whether two operations of one function, in the same call of it, are about the object in the same
// variable.
func SameVariable(a, b *Op) bool {
	return a.Object != nil && b.Object != nil && a.Call.Parent() == b.Call.Parent() && identity.Root(a.Object) == identity.Root(b.Object) &&
		slices.Equal(a.Path[:len(a.Path)-1], b.Path[:len(b.Path)-1])
}

// FromOutside tells whether the object that a retried function writes was read before, outside of it: it is a variable
// around the function literal, which was filled by something else than a literal of its own. With a version that was set to
// something else, such as to none, it is another matter.
func (in *Info) FromOutside(r *Retry, w *Op) bool {
	if w.Object == nil || len(w.Path) != 1 {
		return false
	}
	return in.isOutside(r, w.Object) && !in.footprints.Edits(flow.At(identity.Root(w.Object), "")).Fields()["ResourceVersion"]
}

func (in *Info) isOutside(r *Retry, object ssa.Value) bool {
	switch v := holder(object).(type) {
	case *ssa.Alloc:
		return !r.has(v) && in.wasRead(v)
	case *ssa.Call:
		return !r.has(v) || in.handsOut(r, v)
	case *ssa.Parameter, *ssa.Extract:
		return !r.has(v)
	}
	return false
}

// CopiesOutside tells whether each try writes a new copy of an object that was read before, outside of it: with the version that this
// had. Who creates the object too may have it from nowhere.
func (in *Info) CopiesOutside(r *Retry, w *Op) bool {
	source := r.copies(w)
	return source != nil && len(w.Path) == 1 && in.isOutside(r, source) && !in.isMadeHere(source) && in.keepsVersion(source) && in.keepsVersion(holder(w.Object)) &&
		!slices.ContainsFunc(r.Writes, func(other *Op) bool { return other.Verb == kube.VerbCreate && other.What.Kind == w.What.Kind })
}

// isMadeHere tells whether an object is what a function of this package returns, which may have made it, or what one passes that has
// made it: then it has no version.
func (in *Info) isMadeHere(object ssa.Value) bool {
	if p, ok := holder(object).(*ssa.Parameter); ok {
		return slices.ContainsFunc(in.lazy.Index().Passed(p), func(arg ssa.Value) bool {
			made, ok := holder(arg).(*ssa.Alloc)
			return ok && !in.wasRead(made)
		})
	}
	step := ir.StepOf(holder(object))
	return step.Kind == ir.Result && in.lazy.Callee(step.Call.Common()) != nil
}

// keepsVersion tells whether nothing in an object's function may set its resource version.
func (in *Info) keepsVersion(object ssa.Value) bool {
	set := in.footprints.Edits(flow.At(identity.Root(object), "")).Fields()
	return !set[""] && !set["ResourceVersion"]
}

// copies returns the object of which a retried function writes a copy that it makes; nil if it doesn't.
func (r *Retry) copies(w *Op) ssa.Value {
	if w.Object == nil {
		return nil
	}
	of, call := identity.CopyOf(holder(w.Object))
	if call == nil || !r.has(call) {
		return nil
	}
	return of
}

// handsOut tells whether a call in a retried function hands out what something outside of it holds, the same each time: a
// method of this package that returns a field of its receiver, or one whose result is read into elsewhere in the package; and
// nothing else is asked of the receiver there.
func (in *Info) handsOut(r *Retry, call *ssa.Call) bool {
	recv, args := ir.Receiver(call.Common())
	if recv == nil || len(args) > 0 || call.Common().Signature().Results().Len() != 1 || r.has(holder(recv)) {
		return false
	}
	of := in.objects.Term(recv)
	for instr := range r.instrs {
		other, ok := instr.(ssa.CallInstruction)
		if ok && ir.Called(other.Common()) != ir.Called(call.Common()) &&
			slices.ContainsFunc(ir.Args(other.Common()), func(arg ssa.Value) bool { return identity.Same(in.objects.Term(arg), of) }) {
			return false
		}
	}
	if callee := in.lazy.Callee(call.Common()); callee != nil {
		return ir.ReturnsPart(callee)
	}
	return slices.ContainsFunc(slices.Collect(in.lazy.Calls()), func(other ssa.CallInstruction) bool {
		op := in.operation(other)
		if op == nil || !op.Verb.Reads() || op.Object == nil {
			return false
		}
		into, ok := identity.Root(op.Object).(*ssa.Call)
		return ok && ir.Called(into.Common()) == ir.Called(call.Common())
	})
}

// has tells whether a value is computed in what is run again.
func (r *Retry) has(v ssa.Value) bool {
	if r.fn != nil {
		return ir.Within(v.Parent(), r.fn)
	}
	instr, ok := v.(ssa.Instruction)
	return ok && r.loop[instr.Block()]
}

// instrs returns the instructions that are run again, those of function literals in them too.
func (r *Retry) instrs(yield func(ssa.Instruction) bool) {
	blocks := slices.Collect(maps.Keys(r.loop))
	var literals []*ssa.Function
	if r.fn != nil {
		blocks, literals = r.fn.Blocks, r.fn.AnonFuncs
	} else {
		for mc := range ir.All[*ssa.MakeClosure](blocks) {
			literals = append(literals, mc.Fn.(*ssa.Function))
		}
	}
	for _, fn := range literals {
		blocks = slices.Concat(blocks, fn.Blocks)
	}
	for instr := range ir.All[ssa.Instruction](blocks) {
		if !yield(instr) {
			return
		}
	}
}

// holder returns the variable that holds an object or the pointer to it, or the object if it is in none.
func holder(object ssa.Value) ssa.Value {
	v := identity.Root(object)
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		v = load.X
	}
	if free, ok := v.(*ssa.FreeVar); ok {
		if b := ir.Binding(free); b != nil {
			return holder(b)
		}
	}
	return v
}

// wasRead tells whether the variable got its object from a parameter or a call, and not from a literal, whose update
// has no resource version to conflict with.
func (in *Info) wasRead(v *ssa.Alloc) bool {
	if kube.IsObject(v.Type()) {
		return in.objects.IsFilled(v)
	}
	for _, stored := range ir.StoredAt(v) {
		switch x := stored.(type) {
		case *ssa.Parameter, *ssa.Extract, *ssa.Call:
		case *ssa.Alloc:
			if !in.wasRead(x) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// CreatedFirst tells whether every try creates the object before it writes it: the API server refuses to create what has a
// resource version, be it there or not, so that it has none, and the write is refused for none. What controller-runtime's client
// has created has one from then on.
func (in *Info) CreatedFirst(r *Retry, w *Op) bool {
	for instr := range r.instrs {
		call, ok := instr.(*ssa.Call)
		if !ok || !ir.Before(call, w.Path[0]) {
			continue
		}
		op := in.operation(call)
		if op == nil || op.Verb != kube.VerbCreate || op.Sub != "" || op.Object == nil || holder(op.Object) != holder(w.Object) {
			continue
		}
		failed := slices.ContainsFunc(ir.FailedIn(call), func(b *ssa.BasicBlock) bool { return b.Dominates(w.Path[0].Block()) })
		if failed || op.Via == kube.Clientset {
			return true
		}
	}
	return false
}

// HandsOn tells whether a retried function gives the object that it writes to a function which may read it anew: one
// whose body can't be seen, unless it has no way to say that it couldn't.
func (in *Info) HandsOn(r *Retry, w *Op) bool {
	object, source := in.objects.Term(w.Object), r.copies(w)
	isSent := func(v ssa.Value) bool {
		t := in.objects.Term(v)
		return identity.Same(t, object) || source != nil && identity.Same(t, in.objects.Term(source))
	}
	for instr := range r.instrs {
		call, ok := instr.(ssa.CallInstruction)
		if !ok || call == w.Call || in.operation(call) != nil || in.lazy.Callee(call.Common()) != nil {
			continue
		}
		obj := ir.Called(call.Common())
		if obj == nil && call.Common().Signature().Results().Len() == 0 {
			continue
		}
		if obj != nil && (kube.IsLibrary(kube.SymbolOf(obj).Pkg) || in.factsFor(obj) == nil && obj.Pkg() != nil && in.isOwn(obj)) {
			continue
		}
		if slices.ContainsFunc(call.Common().Args, isSent) {
			return true
		}
	}
	return false
}

// Assigned tells whether a retried function sets the variable whose object it writes to something else, or the object's
// resource version, without which an update overwrites whatever there is.
func (in *Info) Assigned(r *Retry, w *Op) bool {
	held := []ssa.Value{holder(w.Object)}
	if source := r.copies(w); source != nil {
		held = append(held, holder(source))
	}
	for instr := range r.instrs {
		if call, ok := instr.(ssa.CallInstruction); ok && in.setsVersion(call, w) {
			return true
		}
		store, ok := instr.(*ssa.Store)
		if !ok {
			continue
		}
		if f, ok := store.Addr.(*ssa.FieldAddr); ok && ir.Field(f.X.Type(), f.Field).Name() == "ResourceVersion" && identity.Same(in.objects.Term(f.X), in.objects.Term(w.Object)) {
			return true
		}
		if slices.Contains(held, identity.Variable(store.Addr)) || slices.Contains(held, holder(store.Addr)) {
			return true
		}
	}
	return false
}

// setsVersion tells whether a call sets the resource version of an object that is written, as its name says.
func (in *Info) setsVersion(call ssa.CallInstruction, w *Op) bool {
	recv, _ := ir.Receiver(call.Common())
	if recv == nil || ir.CalledName(call.Common()) != "SetResourceVersion" {
		return false
	}
	if got, ok := recv.(*ssa.Call); ok && ir.CalledName(got.Common()) == "GetObjectMeta" {
		recv, _ = ir.Receiver(got.Common())
	}
	of, _, _ := ir.Base(recv) // the method is one of the metadata
	return identity.Same(in.objects.Term(of), in.objects.Term(w.Object)) || identity.Same(in.objects.Term(recv), in.objects.Term(w.Object))
}

// After returns the operations that may come after a call in its function.
func (in *Info) After(call ssa.CallInstruction) (reads, writes []*Op) {
	return in.others(call, ir.MayFollow(call))
}

// Before returns the operations that may come before a call in its function.
func (in *Info) Before(call ssa.CallInstruction) (reads, writes []*Op) {
	return in.others(call, ir.MayPrecede(call))
}

// At returns the operations of a call itself, and of what it calls.
func (in *Info) At(call ssa.CallInstruction) (reads, writes []*Op) {
	if e := in.event(call); e != nil {
		return e.operations()
	}
	return nil, nil
}

// others returns the operations of some other calls in the function of a call.
func (in *Info) others(call ssa.CallInstruction, some func(ssa.Instruction) bool) (reads, writes []*Op) {
	f := in.of(call.Parent())
	for other := range ir.All[ssa.CallInstruction](call.Parent().Blocks) {
		e := f.events[other]
		if e == nil || other == call || !some(other) {
			continue
		}
		r, w := e.operations()
		reads, writes = append(reads, r...), append(writes, w...)
	}
	return reads, writes
}

// Views are the ways in which the package is used, at least one.
func (in *Info) Views() []client.View { return in.origins.Views }

// Reads returns everything that a function reads, itself or through what it calls.
func (in *Info) Reads(fn *ssa.Function) []*Op { return in.of(fn).reads }

// Derives tells whether a write is of something that the result of a read was, or that was made of it; to have its name
// from there is not enough.
func Derives(w, r *Op) bool {
	from, ok := r.Call.(ssa.Value)
	call := w.Path[0]
	for _, c := range w.Path {
		if c.Parent() == r.Call.Parent() {
			call = c
		}
	}
	return ok && slices.ContainsFunc(call.Common().Args, func(a ssa.Value) bool { return derives(a, from, map[ssa.Value]bool{}) })
}

func derives(v, from ssa.Value, seen map[ssa.Value]bool) bool {
	if v == from {
		return true
	}
	instr, ok := v.(ssa.Instruction)
	if !ok || seen[v] {
		return false
	}
	if _, plain := v.Type().Underlying().(*types.Basic); plain {
		return false
	}
	seen[v] = true
	return slices.ContainsFunc(instr.Operands(nil), func(op *ssa.Value) bool { return *op != nil && derives(*op, from, seen) })
}
