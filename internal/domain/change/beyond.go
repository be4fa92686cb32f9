package change

import (
	"cmp"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A given is what is at a path of the object that a parameter points to.
type given struct {
	param *ssa.Parameter
	path  string
}

// droppedBeyond returns what a function changes of an object that it is given when it has written that, if neither it nor who
// gives it the object, all of whom are known, uses that afterwards; nil if there is nothing.
func (t *tracer) droppedBeyond(p *ssa.Parameter) *Dropped {
	if _, points := p.Type().Underlying().(*types.Pointer); !points || !kube.IsObject(p.Type()) || !t.isWrittenIn(p) {
		return nil
	}
	o := t.ownOf(p)
	if o.isCopiedIn(p.Parent()) {
		return nil // what is written may be the copy, and the object be kept like that
	}
	d := &Dropped{Object: p, How: NoCopy}
	for by, paths := range o.changes {
		if !slices.ContainsFunc(o.ops, func(a access) bool { return sendsWhole(a) && ir.Before(a.call, by) }) {
			continue
		}
		for _, path := range paths {
			if !o.isLent(path) && isSent(p, path) && !o.restores(by, path) && o.isUnseen(p, by, path) && !t.beyond.Of(given{p, path}) {
				d.Fields, d.By = append(d.Fields, Fields(path)), append(d.By, by)
			}
		}
	}
	if len(d.By) == 0 {
		return nil
	}
	d.sort()
	if !o.accessed(d) || !d.Op.Verb.Writes() {
		return nil
	}
	d.Calls = t.givers(p)
	return d
}

// isWrittenIn tells whether the function that has a parameter writes what it is given for that.
func (t *tracer) isWrittenIn(p *ssa.Parameter) bool {
	for call := range ir.All[ssa.CallInstruction](p.Parent().Blocks) {
		if op, ok := ir.Operation(call.Common()); ok && op.Verb.Writes() && op.Object >= 0 && ir.Unwrap(ir.Written(call.Common(), op.Object)) == ssa.Value(p) {
			return true
		}
	}
	return false
}

// sendsWhole tells whether an access is a write that sends the object as it is, or what has been changed of it: another patch
// may have sent what is then set in memory.
func sendsWhole(a access) bool {
	if a.op.Verb != kube.VerbPatch {
		return a.op.Verb.Writes() && a.op.Verb != kube.VerbDelete && a.op.Verb != kube.VerbDeleteAll
	}
	patch := ir.Written(a.call.Common(), a.op.Opts-1)
	if patch == nil {
		return false
	}
	step := ir.StepOf(ir.Unwrap(patch))
	return step.Kind == ir.Result && kube.IsMergeFrom(ir.Symbol(step.Call.Common()))
}

// isCopiedIn tells whether a function makes a copy of the object that isn't just the base of a patch.
func (o *own) isCopiedIn(fn *ssa.Function) bool {
	for call := range ir.All[*ssa.Call](fn.Blocks) {
		if of := CopyOf(call); of != nil && o.has(of) && !isOnlyBase(call) {
			return true
		}
	}
	return false
}

// isOnlyBase tells whether a value is only the base of patches.
func isOnlyBase(v ssa.Value) bool {
	return !slices.ContainsFunc(ir.Uses(v), func(ref ssa.Instruction) bool {
		switch use := ir.UseOf(v, ref); use.Does {
		case ir.Converts:
			return !isOnlyBase(use.To)
		case ir.Passes:
			return !kube.IsMergeFrom(ir.Symbol(use.Call.Common()))
		}
		return true
	})
}

// usedBeyond tells whether something may use what is at a path of an object when a function returns that it was given to.
func (t *tracer) usedBeyond(g given) bool {
	calls, all := t.places.AllCallers(g.param.Parent())
	return !all || len(calls) == 0 || slices.ContainsFunc(calls, func(call ssa.CallInstruction) bool { return t.usesAfter(call, g) })
}

// usesAfter tells whether something may use it after one call, or others have it.
func (t *tracer) usesAfter(call ssa.CallInstruction, g given) bool {
	object := ir.ArgFor(call.Common(), g.param)
	if call.Value() == nil || object == nil {
		return true
	}
	switch v := object.(type) {
	case *ssa.Parameter:
		if t.beyond.Of(given{v, g.path}) {
			return true
		}
	case *ssa.Alloc:
		if copying(v) != NoCopy {
			return true
		}
	case *ssa.Extract:
		if made, ok := v.Tuple.(*ssa.Call); !ok || answerOf(made) != object {
			return true
		}
	default:
		return true
	}
	o := t.ownOf(object)
	seen, succeeds := o.after(object, call, g.path)
	return seen || !succeeds || o.isLent(g.path)
}

// ownOf returns what the function of an object that nobody else has does with it, if that is so.
func (t *tracer) ownOf(object ssa.Value) *own {
	return t.owns.Of(object, func(v ssa.Value) *own { return t.follow(v, true) })
}

// givers returns the calls by which an object comes to be given for a parameter.
func (t *tracer) givers(p *ssa.Parameter) (out []ssa.CallInstruction) {
	up := func(p *ssa.Parameter) (more []*ssa.Parameter) {
		calls, _ := t.places.AllCallers(p.Parent())
		for _, call := range calls {
			if outer, ok := ir.ArgFor(call.Common(), p).(*ssa.Parameter); ok {
				more = append(more, outer)
			}
		}
		return more
	}
	for p := range ir.Reachable(up, p) {
		calls, _ := t.places.AllCallers(p.Parent())
		out = append(out, calls...)
	}
	slices.SortFunc(out, func(a, b ssa.CallInstruction) int { return cmp.Compare(a.Pos(), b.Pos()) })
	return slices.Compact(out)
}
