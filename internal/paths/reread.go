package paths

import (
	"fmt"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/client"
	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// maxThrough bounds how many calls deep a change is followed into functions that read its object anew.
const maxThrough = 3

// Rereads returns how a function loses whatever its callers have changed in an object that it is given: it reads that anew,
// perhaps only after a conflict, and writes it as it was read.
func (in *Info) Rereads(fn *ssa.Function) (out []*Loss) {
	f := in.of(fn)
	for _, h := range in.footprints.Objects(fn) {
		if p, ok := h.Pointer.Leaf.(*ssa.Parameter); !ok || p.Parent() != fn || !in.isWritten(f, h) || in.isHandedOut(fn, h) || isGivenPart(fn, p) {
			continue
		}
		lost := in.rereadsOf(f, h, footprint.Whole())
		if len(lost) == 0 {
			// Of what the server itself answers, only the status is certain to take the place of what was changed.
			lost = slices.DeleteFunc(in.rereadsOf(f, h, footprint.Set{status: true}), func(l *Loss) bool { return l.Later == nil || l.Later.Sub != status || in.maySetAnew(l) })
		}
		out = append(out, lost...)
	}
	return out
}

// maySetAnew tells whether a function may set the status of an object itself on any way from the read that replaces it to the write,
// be it by a function that it is handed: then its callers only say which object it is.
func (in *Info) maySetAnew(l *Loss) bool {
	read, write := l.Write.Path[0], l.Later.Path[0]
	since := ir.MayPrecedeSince(write, read)
	for call := range ir.All[ssa.CallInstruction](write.Parent().Blocks) {
		common := call.Common()
		if _, builtin := common.Value.(*ssa.Builtin); !builtin && !common.IsInvoke() && common.StaticCallee() == nil && since(call) {
			return true
		}
	}
	if l.Later.Object == nil {
		return true
	}
	return in.footprints.Edits(flow.At(identity.Root(l.Later.Object), "")).Before(write, since).Meets(footprint.Set{status: true})
}

// rereadsOf returns how a function loses that of an object which callers may have changed before.
func (in *Info) rereadsOf(f *function, h *footprint.Object, fields footprint.Set) (out []*Loss) {
	start := f.fn.Blocks[0].Instrs[0]
	t := &trail{in: in, f: f, object: h, fields: fields, field: fields.Top(), found: new([]*Loss), keeps: func(*Op, string) Keeping { return Stores }}
	if !t.isReread() {
		return nil
	}
	w := &walker{in: in, fn: f, from: start, trail: t}
	w.run(&state{block: f.fn.Blocks[0], facts: map[ssa.Value]abs{}, writes: carry(start, &Op{})})
	for _, l := range *t.found {
		if l.How == Reread && l.Alone && len(l.Write.Path) == 1 {
			out = append(out, l)
		}
	}
	return out
}

// isHandedOut tells whether a function gives an object to functions that it has from its caller: to these it leaves the
// changes, which they make in what was read anew.
func (in *Info) isHandedOut(fn *ssa.Function, h *footprint.Object) bool {
	for call := range ir.All[ssa.CallInstruction](fn.Blocks) {
		common := call.Common()
		if common.IsInvoke() || common.StaticCallee() != nil || ir.IsBuiltin(common, "") {
			continue
		}
		if slices.ContainsFunc(common.Args, func(arg ssa.Value) bool { return identity.Same(in.objects.Pointer(arg), h.Pointer) }) {
			return true
		}
	}
	return false
}

// isGivenPart tells whether a function is given, beside an object, what may be a part of that, such as its status: what is
// changed there is changed in the object, too.
func isGivenPart(fn *ssa.Function, object *ssa.Parameter) bool {
	return slices.ContainsFunc(fn.Params, func(p *ssa.Parameter) bool {
		part, ok := p.Type().Underlying().(*types.Pointer)
		if p == object || !ok || kube.IsObject(p.Type()) || !kube.IsData(p.Type()) {
			return false
		}
		whole, ok := ir.Deref(object.Type()).Underlying().(*types.Struct)
		return !ok || slices.ContainsFunc(slices.Collect(whole.Fields()), func(f *types.Var) bool { return types.Identical(f.Type(), part.Elem()) })
	})
}

// rereads walks over a call that reads the object anew: what was changed, and is not written yet, is gone then. In a loop
// around the change the next round makes it again, and what has been copied may be put back.
func (t *trail) rereads(w *walker, s *state, call ssa.CallInstruction) bool {
	if s.fate.dropped != nil || s.fate.copies != "" || len(s.writes[0].crossed) > 0 {
		return false
	}
	value, hasValue := call.(ssa.Value)
	if r := t.in.operation(call); r != nil {
		if !hasValue || !t.isReplacedBy(r) {
			return false
		}
		t.fail(w, s, call)
		know(s, value, success(call))
		s.fate.dropped, s.fate.how = r, Reread
		return true
	}
	for _, end := range t.through(s, call) {
		next := s.clone()
		if next.fate = end.fate; hasValue {
			know(next, value, end.results)
		}
		next.index++
		w.add(next)
	}
	return false
}

// isReplacedBy tells whether a read of the object takes the change back. Of callers, that may have changed anything or nothing,
// what the API server itself answers tells only if it is sure for all releases.
func (t *trail) isReplacedBy(r *Op) bool {
	if r.Verb != kube.VerbGet || r.Via != kube.Client {
		return false
	}
	return r.Origin.Class != client.Live || t.isAnswered(r) || t.change != nil && kube.ClearsTargets(t.in.pass.Pkg)
}

// isAnswered tells whether the change is taken back by what the API server itself answers. Of a custom resource that is
// decoded into the object as JSON: what the answer doesn't have stays as it is, such as entries of maps.
func (t *trail) isAnswered(op *Op) bool {
	builtIn, _ := kube.BuiltInStatus(op.What.Kind.Pkg, op.What.Kind.Name)
	_, isEntry := t.change.(*ssa.MapUpdate)
	return builtIn || t.field == status && !isEntry
}

// leftOut tells whether a patch is made of data that don't have what was changed: it sends nothing of the object itself.
func (t *trail) leftOut(op *Op) bool {
	sent := t.in.dataOf(op)
	for field := range sent {
		if !t.object.Has(field) {
			return false // it is called otherwise in Go
		}
	}
	return sent != nil && !sent.Meets(t.fields)
}

// fail also follows the path on which a call fails, which leaves the object as it is.
func (t *trail) fail(w *walker, s *state, call ssa.CallInstruction) {
	results := success(call)
	value, ok := call.(ssa.Value)
	if n := len(results); ok && n > 0 && results[n-1] == zero {
		failed := s.clone()
		if e := w.fn.events[call]; e != nil && direct(e) != nil {
			failed.fate.refused = true
		}
		results = make([]abs, n)
		results[n-1] = nonzero
		know(failed, value, results)
		failed.index++
		w.add(failed)
	}
}

// A passage is one way in which a call that is seen through ends.
type passage struct {
	fate    fate
	results []abs
}

// through follows the change through the function that a call comes to, or the function literal that it runs, again as
// long as that fails, and returns in which ways it ends. What it finds there is added to what t has found.
func (t *trail) through(s *state, call ssa.CallInstruction) (ends []passage) {
	body, again := t.in.runs(call.Common())
	if body == nil || t.depth == maxThrough {
		return nil
	}
	i := slices.IndexFunc(t.in.footprints.Objects(body), func(h *footprint.Object) bool {
		p := h.Pointer
		if !again {
			p = t.in.objects.LiftPointer(p, body, call.Common())
		}
		return identity.Same(p, t.object.Pointer)
	})
	if i < 0 {
		return nil
	}
	inner := *t
	inner.f, inner.object, inner.depth = t.in.of(body), t.in.footprints.Objects(body)[i], t.depth+1
	start := func(f fate) *state {
		return &state{block: body.Blocks[0], facts: map[ssa.Value]abs{}, writes: s.writes, fate: f}
	}
	w := &walker{in: t.in, fn: inner.f, from: body.Blocks[0].Instrs[0], trail: &inner}
	seen := map[string]bool{}
	w.onExit = func(x *state, ret *ssa.Return) {
		end := passage{x.fate, success(call)}
		switch {
		case again && fails(w, x, ret):
			w.come(start(x.fate))
			return
		case !again && len(ret.Results) == len(end.results):
			for n, result := range ret.Results {
				end.results[n] = w.eval(x, result)
			}
		}
		if key := fmt.Sprint(end); !seen[key] {
			seen[key] = true
			ends = append(ends, end)
		}
	}
	w.run(start(s.fate))
	t.stored = t.stored || inner.stored
	return ends
}

// runs returns the function of the package that a call runs, and whether it runs it again when that fails; nil if that is
// not one.
func (in *Info) runs(common *ssa.CallCommon) (fn *ssa.Function, again bool) {
	if !in.retrying(common).Again {
		return in.lazy.Callee(common), false
	}
	for _, literal := range in.literals(common) {
		if len(in.of(literal).reads) > 0 {
			if fn != nil {
				return nil, true
			}
			fn = literal
		}
	}
	return fn, true
}

// isReadBy tells whether an event reads the object anew.
func (t *trail) isReadBy(e *event) bool {
	return slices.ContainsFunc(e.reads, func(r *Op) bool { return identity.Same(r.pointer, t.object.Pointer) })
}

// isReread tells whether the function reads the object anew somewhere.
func (t *trail) isReread() bool {
	return t.f.some(t.isReadBy)
}
