package paths

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A Snapshot is a call that is deferred and given the object itself, and no pointer to it: what it writes is the copy that the
// defer statement makes, without the changes that come after that.
type Snapshot struct {
	Defer   *ssa.Defer
	Write   *Op // of the copy, in the function that is called
	Changes []ssa.Instruction
	Fields  footprint.Set // what they change
}

// Snapshots returns the deferred calls of a function that are to store what is changed behind them, and can't. keeps says
// what a write does with a field.
func (in *Info) Snapshots(fn *ssa.Function, keeps func(w *Op, field string) Keeping) (out []Snapshot) {
	for deferred := range ir.All[*ssa.Defer](fn.Blocks) {
		callee := in.lazy.Callee(&deferred.Call)
		if callee == nil || ir.InLoop(deferred.Block()) { // where it may be another object in each round
			continue
		}
		for _, p := range callee.Params {
			load, ok := ir.ArgFor(&deferred.Call, p).(*ssa.UnOp)
			if !ok || load.Op != token.MUL || !kube.IsObject(load.X.Type()) {
				continue
			}
			t := in.objects.Pointer(load.X)
			if t == nil || identity.IsPending(t) {
				continue
			}
			h := in.footprints.Object(fn, t)
			if h == nil || in.isOutBut(fn, h, load) {
				continue
			}
			for _, w := range in.writesOfCopy(p) {
				if s := in.snapshot(h, Snapshot{Defer: deferred, Write: w, Fields: footprint.Set{}}, keeps); len(s.Changes) > 0 && !in.hasAnotherWay(h, s, load) {
					out = append(out, s)
					break
				}
			}
		}
	}
	return out
}

// writesOfCopy returns the writes in a function of the object that it is passed by value.
func (in *Info) writesOfCopy(p *ssa.Parameter) (out []*Op) {
	for _, w := range in.Writes(p.Parent()) {
		if w.pointer == nil || w.pointer.Kind != identity.LeafTerm || w.sent != nil {
			continue
		}
		if copied, ok := w.pointer.Leaf.(*ssa.Alloc); ok && in.objects.OnlyStored(copied) == ssa.Value(p) {
			out = append(out, w)
		}
	}
	return out
}

// snapshot adds the changes of an object that a write of its copy would store, and that the copy hasn't.
func (in *Info) snapshot(h *footprint.Object, s Snapshot, keeps func(*Op, string) Keeping) Snapshot {
	behind := ir.MayFollow(s.Defer)
	for by := range ir.All[ssa.Instruction](s.Defer.Parent().Blocks) {
		if !behind(by) {
			continue
		}
		for _, c := range in.changesAt(h, by, keeps) {
			if c.dropped != nil || keeps(s.Write, c.fields.Top()) != Stores || !in.isApart(h, c) || in.setsInCopy(s.Write, c.fields) {
				continue
			}
			if c.fields.Top() == status || !h.LooksBehind(c.by, c.fields) { // what else is looked at may have been set for that
				s.Changes = append(s.Changes, c.by)
				s.Fields.Add(c.fields)
			}
		}
	}
	return s
}

// isApart tells whether a change is in the memory of the object itself, and not in what a copy of the struct shares with it: an
// entry of a map, or what a pointer or slice refers to.
func (in *Info) isApart(h *footprint.Object, c changing) bool {
	if store, ok := c.by.(*ssa.Store); ok {
		base, _, _ := ir.Base(store.Addr)
		return identity.Same(in.objects.Pointer(base), h.Pointer)
	}
	for path := range c.fields {
		if !h.IsPlain(path) {
			return false
		}
	}
	return true
}

// setsInCopy tells whether the function that is given a copy sets there what was changed of the object, or may.
func (in *Info) setsInCopy(w *Op, fields footprint.Set) bool {
	copied := w.pointer.Leaf.(*ssa.Alloc)
	h := in.footprints.Object(copied.Parent(), w.pointer)
	if h == nil {
		return true
	}
	for at, t := range h.At {
		if store, ok := at.(*ssa.Store); ok && store.Addr == ssa.Value(copied) {
			continue // which makes it
		}
		if t.Hands || t.Sets.Meets(fields) {
			return true
		}
	}
	return false
}

// hasAnotherWay tells whether the changes may come to the server otherwise than by the copy: something else writes the object
// behind the defer statement, or deferred too, or has a part of it.
func (in *Info) hasAnotherWay(h *footprint.Object, s Snapshot, load ssa.Instruction) bool {
	behind := ir.MayFollow(s.Defer)
	for at, t := range h.At {
		_, isDeferred := at.(*ssa.Defer)
		if at != load && (isDeferred || behind(at)) && (t.Hands || t.Copies || len(t.Back) > 0 || t.Keeps.Meets(s.Fields)) {
			return true
		}
	}
	for call := range ir.All[ssa.CallInstruction](s.Defer.Parent().Blocks) {
		_, isDeferred := call.(*ssa.Defer)
		if call != s.Defer && !isDeferred && !behind(call) {
			continue
		}
		_, writes := in.At(call)
		if in.mayWrite(call, h.Pointer, maxThrough) || slices.ContainsFunc(writes, func(w *Op) bool {
			return w.isOf(h.Pointer) || call != s.Defer && !h.IsOther(w.What.Kind)
		}) {
			return true
		}
	}
	return false
}
