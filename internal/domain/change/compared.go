package change

import (
	"cmp"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A Compared is a copy of a part of an object, which a function changes and then only compares with that part: nobody else has it.
type Compared struct {
	Object ssa.Value // that it is a copy of a part of, or its address
	Path   string    // of the part
	By     ssa.Instruction
	Field  string // what that changes first, from the object on
	Tests  []Test
}

// A Test is a condition that says whether two things are equal, or whether they aren't.
type Test struct {
	Cond  ssa.Value
	Equal bool
}

// Compared returns the copies of that kind in a function, in the order of its instructions.
func (in *Info) Compared(fn *ssa.Function) (out []Compared) {
	if in == nil || in.pkg.Generated(fn) {
		return nil
	}
	for instr := range ir.All[ssa.Instruction](fn.Blocks) {
		var part ssa.Value
		switch made := instr.(type) {
		case *ssa.Alloc:
			if stored := ir.StoredAt(made); len(stored) == 1 && copying(made) == Value {
				part = ir.StepOf(stored[0]).From[0]
			}
		case *ssa.Call:
			part = CopyOf(made)
		}
		if object, path := partOf(part); path != "" {
			if c := in.trace.compared(instr.(ssa.Value), Compared{Object: object, Path: path}); c != nil {
				out = append(out, *c)
			}
		}
	}
	return out
}

// partOf returns the object that an address leads into, and the path of the part that is there; no path if it is no part by which
// others call it too, such as embedded metadata.
func partOf(v ssa.Value) (object ssa.Value, path string) {
	addr, ok := v.(*ssa.FieldAddr)
	if !ok || !kube.IsData(addr.Type()) {
		return nil, ""
	}
	for ; ok; addr, ok = addr.X.(*ssa.FieldAddr) {
		if ir.Promotes(ir.FieldAt(addr)) {
			return nil, ""
		}
	}
	if object, path, _ = ir.Base(v); !kube.IsObject(object.Type()) || strings.Contains(path, ir.Element) {
		return nil, ""
	}
	return object, path
}

// compared fills in what changes a copy, and what tells whether that has; nil if nothing does, or it is used otherwise too.
func (t *tracer) compared(object ssa.Value, c Compared) *Compared {
	_, deep := object.(*ssa.Call)
	o := t.follow(object, deep)
	if o.kept || len(o.lent)+len(o.ops)+len(o.inside) > 0 {
		return nil
	}
	others := *o
	others.uses = maps.Clone(o.uses)
	for at := range o.uses {
		if tests := c.testsAt(at); len(tests) > 0 {
			c.Tests = append(c.Tests, tests...)
			delete(others.uses, at)
		}
	}
	for by, paths := range t.setIn(o, deep) {
		for _, path := range paths {
			field := Fields(ir.Below(c.Path, path))
			isFirst := c.By == nil || cmp.Or(cmp.Compare(by.Pos(), c.By.Pos()), cmp.Compare(field, c.Field)) < 0
			if isFirst && isSent(object, path) && !o.restores(by, path) && others.isUnseen(object, by, path) && o.isSeen(object, by, path) {
				c.By, c.Field = by, field
			}
		}
	}
	if c.By == nil || !deep && o.sharesChanges(object) {
		return nil
	}
	slices.SortFunc(c.Tests, func(a, b Test) int { return cmp.Compare(a.Cond.Pos(), b.Cond.Pos()) })
	return &c
}

// setIn returns what changes the copy, or may: functions that are given it may look at it too.
func (t *tracer) setIn(o *own, deep bool) map[ssa.Instruction][]string {
	sets := maps.Clone(o.changes)
	for at, read := range o.uses {
		call, ok := at.(ssa.CallInstruction)
		if !ok || len(sets[at]) > 0 {
			continue
		}
		for _, e := range t.ofCall(call) {
			if !e.Reply && o.has(e.Target) && (deep || !strings.Contains(e.Path, ir.Element)) {
				sets[at] = append(sets[at], ir.Below(read[0], e.Path))
			}
		}
	}
	return sets
}

// sharesChanges tells whether something else than a field of the copy itself may be changed by way of it: what the object refers to
// then.
func (o *own) sharesChanges(object ssa.Value) bool {
	if isFlat(ir.Deref(object.Type()), maxFields) {
		return false
	}
	for at := range o.uses {
		if call, ok := at.(*ssa.Call); ok && !kube.ComparesDeeply(ir.Symbol(call.Common())) {
			return true
		}
	}
	for _, paths := range o.changes {
		if slices.ContainsFunc(paths, func(path string) bool { return strings.Contains(path, ir.Element) }) {
			return true
		}
	}
	return false
}

// isCompared tells whether all that is done with a struct is to compare it.
func isCompared(v ssa.Value) bool {
	return !slices.ContainsFunc(ir.Uses(v), func(ref ssa.Instruction) bool {
		switch ref := ref.(type) {
		case *ssa.MakeInterface:
			return !isCompared(ref)
		case *ssa.Call:
			return !kube.ComparesDeeply(ir.Symbol(ref.Common()))
		}
		return ir.UseOf(v, ref).Does != ir.Compares
	})
}

// isFlat tells whether values of a type are known to refer to nothing that can be changed: structs no deeper than that.
func isFlat(t types.Type, depth int) bool {
	s, ok := t.Underlying().(*types.Struct)
	if !ok || kube.IsTime(t) || depth == 0 {
		return !refers(t)
	}
	for f := range s.Fields() {
		if !isFlat(f.Type(), depth-1) {
			return false
		}
	}
	return true
}

// testsAt returns the conditions that compare a copy with what it is a copy of, if that is all for which an instruction uses it.
func (c *Compared) testsAt(use ssa.Instruction) (out []Test) {
	if call, ok := use.(*ssa.Call); ok {
		if c.isTest(call) {
			return []Test{{call, true}}
		}
		return nil
	}
	load, ok := use.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil
	}
	for _, ref := range ir.Uses(load) {
		refs := []ssa.Instruction{ref}
		if boxed, ok := ref.(*ssa.MakeInterface); ok {
			refs = ir.Uses(boxed)
		}
		for _, ref := range refs {
			switch ref := ref.(type) {
			case *ssa.BinOp:
				if ref.Op != token.EQL && ref.Op != token.NEQ || !c.isPart(ref.X) && !c.isPart(ref.Y) {
					return nil
				}
				out = append(out, Test{ref, ref.Op == token.EQL})
			case *ssa.Call:
				if !c.isTest(ref) {
					return nil
				}
				out = append(out, Test{ref, true})
			case *ssa.DebugRef:
			default:
				return nil
			}
		}
	}
	return out
}

// isTest tells whether a call compares something with the part of the object.
func (c *Compared) isTest(call *ssa.Call) bool {
	_, args := ir.Receiver(call.Common())
	return kube.ComparesDeeply(ir.Symbol(call.Common())) && len(args) == 2 && (c.isPart(args[0]) || c.isPart(args[1]))
}

// isPart tells whether a value is the part of the object, or its address.
func (c *Compared) isPart(v ssa.Value) bool {
	addr := ir.Unwrap(v)
	if load, ok := addr.(*ssa.UnOp); ok && load.Op == token.MUL {
		addr = load.X
	}
	object, path, _ := ir.Base(addr)
	return object == c.Object && path == c.Path
}
