package change

import (
	"cmp"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A cell is what lies at a path below an address, of an element at an index.
type cell struct {
	base  ssa.Value
	path  string
	index ssa.Value
}

// A cellAt is a cell when a block begins, or, of a variable that a function literal captures, when that is made.
type cellAt struct {
	cell
	block *ssa.BasicBlock
}

// A base is an address with what sets what lies below it.
type base struct {
	defs     []ir.Def
	by       map[*ssa.BasicBlock][]ir.Def // in the order of the block
	concerns flow.Memo[string, bool]      // whether something sets what is at a path, or holds, or is a part of it
}

func (t *tracer) base(v ssa.Value) *base {
	return t.bases.Of(v, t.findBase)
}

func (t *tracer) findBase(v ssa.Value) *base {
	b := &base{by: map[*ssa.BasicBlock][]ir.Def{}}
	if v.Parent() == nil {
		return b // a variable of the package, which is set in any order
	}
	for _, def := range slices.Concat(ir.Defs(v), t.pointedDefs(v)) {
		if def = setBy(def); def.Arg == nil || fills(def) || t.isAnybody(def.By) || t.filledSource(def) != nil {
			b.defs = append(b.defs, def)
			b.by[def.By.Block()] = append(b.by[def.By.Block()], def)
		}
	}
	for _, defs := range b.by {
		slices.SortStableFunc(defs, func(a, b ir.Def) int { return cmp.Compare(t.position(a.By), t.position(b.By)) })
	}
	return b
}

// setBy returns what a call sets that is a setter's of the object's own, SetLabels, say: as if it were stored there. Of anything else
// it returns what it is given.
func setBy(def ir.Def) ir.Def {
	call, ok := def.By.(ssa.CallInstruction)
	if !ok || def.Arg == nil {
		return def
	}
	m, ok := kube.MutationOf(ir.Called(call.Common()))
	_, args := ir.Receiver(call.Common())
	if !ok || m.Inside || m.Reply || m.Arg != kube.Receiver || len(args) != 1 || ir.CalledName(call.Common()) != "Set"+m.Field || ir.Mutated(call.Common(), m) != def.Arg {
		return def
	}
	return ir.Def{By: def.By, Path: ir.Below(def.Path, m.Field), Val: args[0]}
}

// fills tells whether a call replaces what is at the address that it is given: a read that fills it, or a copy into it.
func fills(def ir.Def) bool {
	common := def.By.(ssa.CallInstruction).Common()
	m, ok := kube.MutationOf(ir.Called(common))
	return ok && m.Field == "" && (m.Reply || ir.CalledName(common) == "DeepCopyInto") && ir.Mutated(common, m) == def.Arg
}

// isAnybody tells whether an instruction calls a function of which only callers know which it is. It may give what it is
// passed other maps and slices, as one does that is to complete a copy.
func (t *tracer) isAnybody(by ssa.Instruction) bool {
	call, ok := by.(ssa.CallInstruction)
	if !ok || call.Common().IsInvoke() || call.Common().StaticCallee() != nil || ir.IsBuiltin(call.Common(), "") {
		return false
	}
	p, ok := ir.Unwrap(call.Common().Value).(*ssa.Parameter)
	return ok && p.Parent() == by.Parent()
}

// position returns how many instructions of its block come before an instruction.
func (t *tracer) position(instr ssa.Instruction) int {
	b := instr.Block()
	if !t.numbered[b] {
		t.numbered[b] = true
		for n, i := range b.Instrs {
			t.numbers[i] = n
		}
	}
	return t.numbers[instr]
}

// concern tells whether something sets what a cell is, or holds, or is a part of.
func (b *base) concern(c cell) bool {
	return b.concerns.Of(c.path, func(path string) bool {
		return slices.ContainsFunc(b.defs, func(def ir.Def) bool {
			_, above := ir.PathIn(path, def.Path)
			_, below := ir.PathIn(def.Path, path)
			return above || below
		})
	})
}

// before answers for what a cell holds before an instruction.
func (t *tracer) before(c cell, at ssa.Instruction) answer {
	b := t.base(c.base)
	if !b.concern(c) {
		return t.initial(c)
	}
	defs, at0 := b.by[at.Block()], t.position(at)
	n, _ := slices.BinarySearchFunc(defs, at0, func(def ir.Def, at int) int { return cmp.Compare(t.position(def.By), at) })
	out, done := t.backwards(c, defs[:n])
	switch {
	case done:
		return out
	case t.madeIn(c.base, at.Block()):
		return out.join(t.initial(c))
	}
	return out.join(t.entries.Of(cellAt{c, at.Block()}))
}

// madeIn tells whether a value comes to be in a block. What stands for all loads of a pointer is there from the beginning.
func (t *tracer) madeIn(v ssa.Value, b *ssa.BasicBlock) bool {
	made, ok := v.(ssa.Instruction)
	return ok && made.Block() == b && t.pointsBy(v) == nil
}

// entry answers for what a cell holds when a block begins.
func (t *tracer) entry(at cellAt) (out answer) {
	if len(at.block.Preds) == 0 {
		return t.initial(at.cell)
	}
	b := t.base(at.base)
	for _, pred := range at.block.Preds {
		held, done := t.backwards(at.cell, b.by[pred])
		out = out.join(held)
		if done {
			continue
		}
		if t.madeIn(at.base, pred) {
			out = out.join(t.initial(at.cell))
		} else {
			out = out.join(t.entries.Of(cellAt{at.cell, pred}))
		}
	}
	return out
}

// backwards answers for what a cell holds after these instructions, and tells whether one of them sets it for sure.
func (t *tracer) backwards(c cell, defs []ir.Def) (out answer, done bool) {
	for i := len(defs) - 1; i >= 0; i-- {
		held, done := t.set(c, defs[i])
		out = out.join(held)
		if done {
			return out, true
		}
	}
	return out, false
}

// set answers for what an instruction puts in a cell, and tells whether nothing else remains there.
func (t *tracer) set(c cell, def ir.Def) (held answer, done bool) {
	rest, above := ir.PathIn(c.path, def.Path)
	inner, below := ir.PathIn(def.Path, c.path)
	if !above && !below {
		return answer{}, false
	}
	switch {
	case def.Free != nil:
		held = t.inLiteral(c, def)
		return held, held.isOwn() // it is there to put a copy in the variable
	case def.Arg != nil:
		held, done = t.filled(def, above)
		return held.below(rest), done
	case !refers(def.Val.Type()):
		return answer{}, false
	case !above:
		return t.values.Of(def.Val).in(inner, def.Val.Type()), false
	}
	held = t.part(def.Val, rest)
	if rest == "" || slices.ContainsFunc(t.values.Of(def.Val).roots, func(r Root) bool { return !r.carried() }) {
		held = held.ofStruct(def.Val.Type())
	}
	return held, def.Index == nil || rest == "" && def.Index == c.index
}

// isOwn tells whether a value is known to be something of the program's own, if what that refers to isn't.
func (a answer) isOwn() bool {
	return (a.other || len(a.roots) > 0) && !slices.ContainsFunc(a.roots, func(r Root) bool { return r.shift <= 0 })
}

// inLiteral answers for what a function literal that captures a variable puts in it.
func (t *tracer) inLiteral(c cell, def ir.Def) (out answer) {
	in := freeBase(def.Free, c.base)
	if in == nil {
		return answer{}
	}
	for _, inner := range t.base(in).defs {
		if inner.Arg == nil {
			held, _ := t.set(cell{in, c.path, c.index}, inner)
			out = out.join(held)
		}
	}
	return out
}

// filled answers for what a call puts in a variable of which it is given the address: what a read fills, or what is
// copied into, has nothing of a cache's then, unless the read shares.
func (t *tracer) filled(def ir.Def, above bool) (answer, bool) {
	if held := t.shallow(def); len(held.roots) > 0 {
		return held, above
	}
	return unknown, above
}

// shallow answers for what a read that shares puts in a variable of which it is given the address: nothing if the call
// is none.
func (t *tracer) shallow(def ir.Def) answer {
	read, ok := def.By.(*ssa.Call)
	if !ok {
		return answer{}
	}
	source := t.sharingRead(read, def.Arg)
	if source == nil {
		source = t.filledSource(def)
	}
	if source == nil {
		return answer{}
	}
	r := Root{Source: source, Copied: true}
	if source.List {
		r = r.held("", types.Typ[types.Invalid])
	}
	return rooted(r)
}

// initial answers for what a cell holds when the base comes to be: nothing, if it is a variable.
func (t *tracer) initial(c cell) answer {
	free, captured := c.base.(*ssa.FreeVar)
	switch {
	case captured:
		return t.captured(c, free)
	case t.pointsBy(c.base) != nil:
		return t.pointedTo(c, t.pointsBy(c.base))
	case isVariable(c.base) && c.base.Parent() != nil:
		return answer{}
	case isVariable(c.base) && c.path != "":
		return unknown
	case isVariable(c.base):
		return t.kept(t.places.StoredAt(c.base))
	}
	of := t.values.Of(c.base).below(c.path).loaded()
	if slices.ContainsFunc(of.roots, func(r Root) bool { return r.Source != nil }) {
		return of
	}
	if field := t.ownField(c); field != nil {
		if kept := t.fields.Of(field); len(kept.roots) > 0 {
			return kept
		}
	}
	return of
}

// ownField returns the field that a cell is, if it is one of a struct of this package that is no object of the API.
func (t *tracer) ownField(c cell) *types.Var {
	named := kube.Named(c.base.Type())
	if named == nil || named.Obj().Pkg() != t.pkg.SSA().Pkg || kube.IsObject(types.NewPointer(named)) {
		return nil
	}
	s, ok := named.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for i := range s.NumFields() {
		if s.Field(i).Name() == c.path {
			return ir.Field(named, i)
		}
	}
	return nil
}

// captured answers for what a variable holds that a function literal captures: what it held when the literal was made,
// and what is put in it later.
func (t *tracer) captured(c cell, free *ssa.FreeVar) (out answer) {
	for _, bound := range ir.Bindings(free) {
		of, path, _ := t.split(bound)
		outer := cell{of, ir.Below(path, c.path), c.index}
		if !isVariable(of) {
			out = out.join(t.values.Of(of).below(outer.path).loaded())
			continue
		}
		b := t.base(of)
		for _, def := range b.defs {
			if def.Free == free {
				out = out.join(t.before(outer, def.By)).join(t.later(outer, def.By, free))
			}
		}
	}
	return out
}
