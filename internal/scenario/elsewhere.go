package scenario

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/kube"
)

// elsewhere is the type of cells that stand for event handlers which another package makes, and knows better.
var elsewhere = types.NewStruct(nil, nil)

// deletes lists the results of fn that are event handlers whose delete function does something.
func (in *Info) deletes(fn *ssa.Function) (out []int) {
	results := fn.Signature.Results()
	for n := range results.Len() {
		if !kube.IsHandler(results.At(n).Type()) {
			continue
		}
		v := in.Call(fn, unknowns(len(fn.Params)), nil).Value
		if v.Kind == Tuple {
			v = v.Tuple[n]
		}
		if v.Cell != nil && in.works(v.Cell) {
			out = append(out, n)
		}
	}
	return out
}

// works tells whether the delete function of an event handler, behind whatever filters, does something.
func (in *Info) works(c *Cell) bool {
	for range maxCells {
		inner := in.Role(c, kube.Inner)
		if inner.Cell == nil {
			break
		}
		c = inner.Cell
	}
	for _, del := range in.Role(c, kube.Delete).Funcs {
		if r := in.Run(del, TheObject, in.SetAt(c, kube.Delete)); r != nil {
			if strength, _ := r.Strength(); strength > kube.NoEffect {
				return true
			}
		}
	}
	return false
}

// isDelete tells whether fn is the method of an event handler by which it is told of deletes, and does something.
func (in *Info) isDelete(fn *ssa.Function) bool {
	recv := fn.Signature.Recv()
	if recv == nil || kube.Named(recv.Type()) == nil {
		return false
	}
	for method, role := range kube.HandlerMethods(kube.Named(recv.Type())) {
		if role == kube.Delete && method.Origin() == fn.Object() {
			strength, _ := in.Run(&Closure{Fn: fn}, TheObject, nil).Strength()
			return strength > kube.NoEffect
		}
	}
	return false
}

// working is the delete function of an event handler of another package, of which is known that it does something.
func working() Value {
	does := Outcome{Strength: kube.HasEffect, Dependent: true, Returns: true}
	return Value{Kind: Funcs, Funcs: []*Closure{{Behavior: &Behavior{Object: does, Tombstone: does, Empty: does}}}}
}

// handlersOf returns the facts of a function of another package, if they say that it returns event handlers; nil otherwise.
func (e *Evaluator) handlersOf(c *Closure) *Facts {
	if c.Object == nil {
		return nil
	}
	if facts := e.facts(c.Object); facts != nil && len(facts.Deletes) > 0 {
		return facts
	}
	return nil
}

// handlers returns what a call returns of which facts say that some of the results are event handlers.
func (f *frame) handlers(i ssa.Instruction, facts *Facts) Value {
	call, ok := i.(*ssa.Call)
	if !ok {
		return unknown(false)
	}
	cell := f.cell(call, elsewhere)
	if _, made := cell.fields[roleField(kube.Delete)]; !made {
		f.put(cell, roleField(kube.Delete), working())
		f.put(cell, whole, boolean(facts.Mild, nil))
	}
	all := unknowns(call.Call.Signature().Results().Len())
	for _, n := range facts.Deletes {
		if n < len(all) {
			all[n] = Value{Kind: Ref, Cell: cell, Field: whole}
		}
	}
	if len(all) == 1 {
		return all[0]
	}
	return Value{Kind: Tuple, Tuple: all}
}

// Elsewhere tells whether an event handler is one of another package, whose delete function is known to do something, and
// whether nothing is lost if it isn't called.
func (e *Evaluator) Elsewhere(c *Cell) (is, mild bool) {
	if c.Type != elsewhere {
		return false, false
	}
	mild, _ = c.fields[whole].Bool()
	return true, mild
}

// DeletesElsewhere returns the delete function of an event handler of a type of another package, if it is known to do
// something, and whether nothing is lost if it isn't called; none otherwise.
func (e *Evaluator) DeletesElsewhere(t types.Type) (deletes []*Closure, mild bool) {
	named := kube.Named(t)
	if named == nil || named.Obj().Pkg() == e.pkg.Pkg {
		return nil, false
	}
	for fn, role := range kube.HandlerMethods(named) {
		if facts := e.facts(fn); role == kube.Delete && facts != nil && facts.Works {
			return working().Funcs, facts.Mild
		}
	}
	return nil, false
}
