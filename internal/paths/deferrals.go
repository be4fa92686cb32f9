package paths

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/ir"
)

// A Deferral is a call that is deferred and changes an object, though a deferred write of that, which would store the change, has
// been made by then: what is deferred first is run last.
type Deferral struct {
	Defer  *ssa.Defer
	Fields footprint.Set // what it changes
	Write  *Op
}

// Deferrals returns the deferred calls of a function that change what nobody but the function has, after the last write of it.
// keeps says what a write does with a field.
func (in *Info) Deferrals(fn *ssa.Function, keeps func(w *Op, field string) Keeping) (out []Deferral) {
	f := in.of(fn)
	if len(f.deferred) == 0 {
		return nil
	}
	defers := slices.Collect(ir.All[*ssa.Defer](fn.Blocks))
	for _, h := range in.footprints.Objects(fn) {
		if in.isOut(fn, h) {
			continue
		}
		for _, d := range defers {
			if h.At[d] == nil || ir.InLoop(d.Block()) || in.mayWriteAtEnd(h, d) {
				continue
			}
			for _, fields := range h.Groups(in.deferredSets(h, d)) {
				if w := in.writtenBefore(f, h, d, fields.Top(), keeps); w != nil && !in.usedAfter(h, d, defers, fields) {
					out = append(out, Deferral{d, fields, w})
				}
			}
		}
	}
	return out
}

// deferredSets returns what a deferred call changes in an object, if it doesn't hand it to what can't be followed.
func (in *Info) deferredSets(h *footprint.Object, d *ssa.Defer) footprint.Set {
	if t := h.At[d]; t.Hands || t.Copies {
		return nil
	}
	literal := ir.BodyOf(d.Call.Value)
	if literal == nil || literal.Parent() != d.Parent() {
		if in.usesOwn(d, h.At[d].Sure, map[*ssa.Function]bool{}) {
			return nil
		}
		return h.At[d].Sure
	}
	inner := in.footprints.Object(literal, h.Pointer)
	if inner == nil {
		return nil
	}
	out := footprint.Set{}
	for by, t := range inner.At {
		if !inner.LooksBehind(by, t.Sure) && !in.usesOwn(by, t.Sure, map[*ssa.Function]bool{}) {
			out.Add(t.Sure)
		}
	}
	return out
}

// writtenBefore returns the first deferred write of an object which is made before a deferred call is run, and would store a
// change of a field; nil if there is none.
func (in *Info) writtenBefore(f *function, h *footprint.Object, d *ssa.Defer, field string, keeps func(*Op, string) Keeping) *Op {
	for _, e := range f.deferred {
		if !ir.Before(d, e.call) {
			continue
		}
		_, writes := e.operations()
		for _, w := range writes {
			if w.isOf(h.Pointer) && keeps(w, field) == Stores {
				return w
			}
		}
	}
	return nil
}

// mayWriteAtEnd tells whether a deferred call comes to a write of an object, or of one that may be it.
func (in *Info) mayWriteAtEnd(h *footprint.Object, d *ssa.Defer) bool {
	reads, writes := in.At(d)
	return slices.ContainsFunc(slices.Concat(reads, writes), func(op *Op) bool { return op.isOf(h.Pointer) || !h.IsOther(op.What.Kind) }) || in.mayWrite(d, h.Pointer, maxThrough)
}

// usedAfter tells whether a call that is deferred may be run after another one, and use what that has changed in an object.
func (in *Info) usedAfter(h *footprint.Object, d *ssa.Defer, defers []*ssa.Defer, fields footprint.Set) bool {
	return slices.ContainsFunc(defers, func(other *ssa.Defer) bool {
		if other == d || ir.Before(d, other) && !ir.InLoop(other.Block()) {
			return false
		}
		t := h.At[other]
		return in.mayWriteAtEnd(h, other) || t != nil && (t.Hands || t.Copies || t.Looks.Meets(fields) || t.Keeps.Meets(fields))
	})
}
