package paths

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// staysApart tells whether a branch leads to a block where a field of an object is not a constant, and all that is stored in the
// field on the way, and behind, are other constants: the next round is not kept from that block by it.
func (h *hinges) staysApart(branch *ssa.If, b *ssa.BasicBlock) bool {
	for side, by := range []token.Token{token.NEQ, token.EQL} { // the side on which it differs
		v, is := ir.Compared(branch.Cond, by)
		if is == nil {
			continue
		}
		load, ok := v.(*ssa.UnOp)
		if !ok || load.Op != token.MUL || !reachedBefore(branch.Block().Succs[side], branch.Block())[b] {
			return false
		}
		object, _, _ := ir.Base(load.X)
		if !kube.IsObject(object.Type()) {
			return false
		}
		path, fields := fieldsTo(object, load.X)
		return len(fields) > 0 && h.storesOnlyOthers(object, fields, is) && h.changedAsStored(object, path)
	}
	return false
}

// storesOnlyOthers tells whether what is stored in the last of some fields of an object is never a constant, and nothing is stored in
// those around it. A part of an object that a function is given may be one of this.
func (h *hinges) storesOnlyOthers(object ssa.Value, fields []*types.Var, is *ssa.Const) bool {
	for at := range h.lent {
		if slices.Contains(fields, at.field) && !(at.of.Known() && at.of != h.kindOf(object)) {
			return false
		}
	}
	some := false
	for at, values := range h.stored {
		n := slices.Index(fields, at.field)
		if n < 0 || at.of.Known() && at.of != h.kindOf(object) {
			continue
		}
		if n > 0 {
			return false
		}
		some = true
		if slices.ContainsFunc(values, func(v ssa.Value) bool { return !h.isOther(v, is) }) {
			return false
		}
	}
	return some
}

// isOther tells whether a value is another constant than one, whichever of the calls passes it that are done with the create.
func (h *hinges) isOther(v ssa.Value, than *ssa.Const) bool {
	switch v := v.(type) {
	case *ssa.Const:
		return !sameConst(v, than)
	case *ssa.Parameter:
		passed := h.constants(v)
		return len(passed) > 0 && !slices.ContainsFunc(passed, func(c *ssa.Const) bool { return sameConst(c, than) })
	}
	return false
}

// constants are those that the calls which are done with the create pass for a parameter; none if anything else may be passed.
func (h *hinges) constants(p *ssa.Parameter) []*ssa.Const {
	if all, known := h.passed[p]; known {
		return all
	}
	h.passed[p] = nil // what comes round isn't known
	if _, every := h.in.lazy.Index().AllCallers(p.Parent()); !every {
		return nil
	}
	var all []*ssa.Const
	for _, call := range h.calling[p.Parent()] {
		var more []*ssa.Const
		switch arg := ir.ArgFor(call.Common(), p).(type) {
		case *ssa.Const:
			more = []*ssa.Const{arg}
		case *ssa.Parameter:
			more = h.constants(arg)
		}
		if h.left--; len(more) == 0 || h.left < 0 {
			return nil
		}
		for _, c := range more {
			if !slices.ContainsFunc(all, func(o *ssa.Const) bool { return sameConst(o, c) }) {
				all = append(all, c)
			}
		}
	}
	h.passed[p] = all
	return all
}

// changedAsStored tells whether what the writes change of a field of an object is seen to be stored there: no function of another
// package may set it, and no more is written of which it is a part.
func (h *hinges) changedAsStored(object ssa.Value, path string) bool {
	k := h.kindOf(object)
	if slices.ContainsFunc(h.called, func(call ssa.CallInstruction) bool { return h.maySet(call, k, path) }) {
		return false
	}
	return !slices.ContainsFunc(h.writes, func(w *Op) bool {
		if w.What.Kind.Known() && w.What.Kind != k {
			return false
		}
		raw := w.Verb == kube.VerbPatch && !w.base.Known() // what it sends isn't what is stored
		return w.remote != nil || slices.ContainsFunc(h.in.Changed(w).List(), func(changed string) bool { return (raw || changed != path) && footprint.PathIn(path, changed) })
	})
}

// maySet tells whether a function of another package may set a field of an object of a kind that it is given, or a part of which.
func (h *hinges) maySet(call ssa.CallInstruction, k kind.Kind, path string) bool {
	return slices.ContainsFunc(ir.Args(call.Common()), func(arg ssa.Value) bool {
		isObject := kube.IsObject(arg.Type())
		switch {
		case isObject && h.kindOf(arg).Known() && h.kindOf(arg) != k:
			return false
		case !isObject && (!ir.Changeable(arg) || types.IsInterface(arg.Type())): // a context or client, say
			return false
		}
		fields, known := h.in.effects.Sets(call, arg)
		return !known || slices.ContainsFunc(fields, func(field string) bool { return !isObject || footprint.PathIn(path, footprint.PathTo(field)) })
	})
}

// fieldsTo returns the path of an address in an object, and the fields on the way, the last one first; embedded ones are left out.
func fieldsTo(object, addr ssa.Value) (path string, fields []*types.Var) {
	for ; addr != object; addr = ir.StepOf(addr).From[0] {
		field, ok := addr.(*ssa.FieldAddr)
		if !ok {
			continue
		}
		if f := ir.FieldAt(field); !ir.Promotes(f) {
			path, fields = footprint.Join(f.Name(), path), append(fields, f)
		}
	}
	return path, fields
}
