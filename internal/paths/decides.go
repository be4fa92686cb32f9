package paths

import (
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A choice is a branch that hangs on the state of an object.
type choice struct {
	branch *ssa.If
	object *identity.Term // the pointer to it, nil if it isn't known
}

// A stake is what hangs on a branch.
type stake struct {
	// acts says that something is done on one side only, or skipped, and that the function doesn't fail in its place.
	acts bool
	// does says of either side that something is done there, outside of a loop around the branch, and not on the other.
	does [2]bool
	// makes says that it is more than a delete.
	makes bool
	// deletesIf says that it is done if the condition holds, and not else.
	deletesIf bool
	// named is the kind of objects if it is that such are created under the name that the condition asks for.
	named kind.Kind
	// fails says that the function just fails on one side, failsIf that it does if the condition holds, and elseDoes that it
	// does something on the other.
	fails, failsIf, elseDoes bool
	// results are those that the function returns other values for.
	results []int
	// phis are the variables that have other values behind it, locals those with an address that are set on one side, or a
	// part of which is if they are structs.
	phis   []*ssa.Phi
	locals []*ssa.Alloc
	// unseen says that there are too many paths to tell.
	unseen bool
}

func equalStakes(a, b stake) bool {
	return a.acts == b.acts && a.does == b.does && a.makes == b.makes && a.deletesIf == b.deletesIf && a.named == b.named && a.fails == b.fails && a.failsIf == b.failsIf && a.elseDoes == b.elseDoes && a.unseen == b.unseen && slices.Equal(a.results, b.results) && slices.Equal(a.phis, b.phis) && slices.Equal(a.locals, b.locals)
}

// stakes returns what hangs on a branch.
func (in *Info) stakes(c choice) stake {
	c.object = in.concern(c.branch.Parent(), c.object)
	return in.questions.stakes.Of(c)
}

// concern returns the object if a function does anything for which it matters that it is this one, and else nil: so what is
// known of the function's paths is the same for all others.
func (in *Info) concern(fn *ssa.Function, object *identity.Term) *identity.Term {
	if object == nil {
		return nil
	}
	return in.questions.concerns.Of(fn)[object.ID]
}

// findConcerns returns the objects that a function updates, or in which it sets something, by their ids.
func (in *Info) findConcerns(fn *ssa.Function) map[string]*identity.Term {
	found := map[string]*identity.Term{}
	add := func(t *identity.Term) {
		if t != nil && !identity.IsPending(t) {
			found[t.ID] = t
		}
	}
	for store := range ir.All[*ssa.Store](fn.Blocks) {
		if base, path, _ := ir.Base(store.Addr); path != "" && kube.IsObject(base.Type()) {
			add(in.objects.Pointer(base))
		}
	}
	for _, e := range in.of(fn).events {
		for _, x := range e.exits {
			for _, w := range x.writes {
				add(w.pointer)
			}
		}
	}
	return found
}

func equalConcerns(a, b map[string]*identity.Term) bool { return maps.EqualFunc(a, b, identity.Equal) }

func (in *Info) findStake(c choice) stake {
	b := c.branch.Block()
	yes, no := in.side(c, 0), in.side(c, 1)
	if yes.cut || no.cut {
		return stake{unseen: true}
	}
	out := stake{acts: yes.beats(no) || no.beats(yes), fails: yes.onlyFails() != no.onlyFails(), failsIf: yes.onlyFails(), results: in.differing(c.branch, yes, no)}
	if out.elseDoes = len(no.done) > 0; !out.failsIf {
		out.elseDoes = len(yes.done) > 0
	}
	left, right := reachedBefore(b.Succs[0], b), reachedBefore(b.Succs[1], b)
	out.phis, out.locals = varied(b, left, right), append(setOnly(left, right), setOnly(right, left)...)
	around := ir.LoopOf(b)
	outside := func(side, other arm) bool {
		for instr := range side.done {
			if !around[instr.Block()] && !other.done[instr] {
				return true
			}
		}
		return false
	}
	out.does = [2]bool{outside(yes, no), outside(no, yes)}
	if out.acts {
		out.deletesIf = !no.beats(yes)
		out.named = in.onlyNames(c.branch.Cond, yes, no)
	}
	maps.DeleteFunc(yes.done, in.onlyDeletes)
	maps.DeleteFunc(no.done, in.onlyDeletes)
	out.makes = yes.beats(no) || no.beats(yes)
	return out
}

// side returns what a function does on one side of a branch.
func (in *Info) side(c choice, n int) arm {
	b := c.branch.Block()
	s := &state{block: b, facts: map[ssa.Value]abs{}, writes: carry(c.branch, &Op{})}
	w := &walker{in: in, fn: in.of(b.Parent()), from: c.branch, onRead: func(*state, *Op) {}}
	w.dominating(s)
	a := in.arm(w, c)
	in.share(w, &a, c.object)
	w.take(s, c.branch, n)
	a.again, a.cut = w.again, a.cut || w.cut || w.full()
	return a
}

// A restAt asks what a function does from a block on, whatever led there, as far as an object is concerned.
type restAt struct {
	block  *ssa.BasicBlock
	object *identity.Term
}

// share has a walk take over what is known already of the blocks that it comes to as any other does.
func (in *Info) share(w *walker, a *arm, object *identity.Term) {
	w.idle = func(s *state) bool {
		if !s.knowsNothing() || w.from != nil && w.mayComeBack(s) {
			return false
		}
		a.join(in.questions.rests.Of(restAt{s.block, object}))
		return true
	}
}

func (in *Info) findRest(of restAt) arm {
	b := of.block
	w := &walker{in: in, fn: in.of(b.Parent()), onRead: func(*state, *Op) {}}
	a := in.arm(w, choice{object: of.object})
	in.share(w, &a, of.object)
	w.run(&state{block: b, facts: map[ssa.Value]abs{}, writes: carry(ir.Last(b), &Op{})})
	a.cut = a.cut || w.cut
	return a
}

// An arm is what a function does on the paths from one point.
type arm struct {
	done    map[ssa.Instruction]bool // what changes something outside of the function
	refused map[ssa.Instruction]bool // updates that are refused if the object isn't the latest; what follows isn't looked at
	exits   map[*ssa.Return][]abs    // without an error
	// failures are the results with which the function fails, or asks to come back.
	failures map[*ssa.Return][]abs
	// swallowed are the ends as if nothing had failed where nobody has asked whether the error is NotFound.
	swallowed map[*ssa.Return]bool
	// again says that a path comes to the branch once more, from which the paths began.
	again bool
	cut   bool
}

func newArm() arm {
	return arm{done: map[ssa.Instruction]bool{}, refused: map[ssa.Instruction]bool{}, exits: map[*ssa.Return][]abs{}, failures: map[*ssa.Return][]abs{}, swallowed: map[*ssa.Return]bool{}}
}

// join adds what is done on other paths.
func (a *arm) join(other arm) {
	maps.Copy(a.done, other.done)
	maps.Copy(a.refused, other.refused)
	maps.Copy(a.exits, other.exits)
	maps.Copy(a.failures, other.failures)
	maps.Copy(a.swallowed, other.swallowed)
	a.cut = a.cut || other.cut
}

func equalArms(a, b arm) bool {
	return a.cut == b.cut && maps.Equal(a.done, b.done) && maps.Equal(a.refused, b.refused) && maps.Equal(a.swallowed, b.swallowed) &&
		maps.EqualFunc(a.exits, b.exits, slices.Equal[[]abs]) && maps.EqualFunc(a.failures, b.failures, slices.Equal[[]abs])
}

// arm makes a walk collect what it comes to.
func (in *Info) arm(w *walker, c choice) arm {
	a := newArm()
	w.each = func(_ *state, instr ssa.Instruction) bool {
		call, isCall := instr.(ssa.CallInstruction)
		switch {
		case c.branch != nil && instr == ssa.Instruction(c.branch):
			w.again = true
			return false // the next round is another decision
		case isCall && in.refuses(call, c.object):
			a.refused[instr] = true
			return false
		case in.isDeed(instr, c.object):
			a.done[instr] = true
		}
		return true
	}
	w.onExit = func(s *state, ret *ssa.Return) {
		if w.comesBack(s, ret) {
			a.failures[ret] = w.results(s, ret)
		} else {
			a.exits[ret] = w.results(s, ret)
			if !s.marks.Missing && in.isQuiet(ret, a.exits[ret]) && !slices.ContainsFunc(ret.Results, ignoresNotFound) {
				a.swallowed[ret] = true
			}
		}
	}
	return a
}

// ignoresNotFound tells whether an error is another one, unless that is NotFound.
func ignoresNotFound(err ssa.Value) bool {
	call, ok := err.(*ssa.Call)
	return ok && kube.Ignores(ir.Symbol(call.Common())) == kube.NotFound
}

// beats tells whether something is done in an arm which isn't in the other: that does not just fail. An update which is
// refused if it is sent, and due again if not, is nothing.
func (a arm) beats(other arm) bool { return !other.onlyFails() && !within(a.done, other.done) }

func (a arm) onlyFails() bool { return len(a.exits)+len(a.refused) == 0 }

func within(a, b map[ssa.Instruction]bool) bool {
	for instr := range a {
		if !b[instr] {
			return false
		}
	}
	return true
}

// differing returns the results for which the arms of a branch return different values. An arm that returns none fails, unless it
// comes to the branch again: then it is for another round to say what is returned, if that isn't the same in each.
func (in *Info) differing(branch *ssa.If, yes, no arm) []int {
	some, others := yes.values(), no.values()
	switch {
	case len(some) == 0 && !yes.again || len(others) == 0 && !no.again:
		return nil
	case len(some) == 0:
		some, others = others, some
	}
	var out []int
	for n := range some {
		differs := len(others) == 0 && slices.ContainsFunc(slices.Collect(maps.Keys(some[n])), func(v any) bool { return in.comesWith(v, branch) })
		if differs || len(others) > 0 && !maps.Equal(some[n], others[n]) {
			out = append(out, n)
		}
	}
	return out
}

// maxMadeOf bounds how many values are asked what they are made of.
const maxMadeOf = 32

// comesWith tells whether a value is another one in each round of the loop around a branch, or made of such a one where the loop
// is left.
func (in *Info) comesWith(v any, branch *ssa.If) bool {
	instr, ok := v.(ssa.Instruction)
	if !ok || instr.Parent() != branch.Parent() {
		return false
	}
	reach, found, left := in.reachOf(branch.Parent()), false, maxMadeOf
	ir.Reachable(func(of ssa.Instruction) (from []ssa.Instruction) {
		if found = found || reach.Reaches(of.Block(), branch.Block()) && reach.Reaches(branch.Block(), of.Block()); found || left == 0 {
			return nil
		}
		left--
		for _, operand := range of.Operands(nil) {
			if made, ok := (*operand).(ssa.Instruction); ok && made.Parent() == branch.Parent() {
				from = append(from, made)
			}
		}
		return from
	}, instr)
	return found
}

// values returns what may be returned for each result but the errors, of which all that counts is that they are none.
func (a arm) values() (of []map[any]bool) {
	for ret := range a.exits {
		if of == nil {
			of = make([]map[any]bool, len(ret.Results))
		}
		for n, result := range ret.Results {
			if of[n] == nil {
				of[n] = map[any]bool{}
			}
			if !kube.IsError(result.Type()) {
				of[n][valueOf(result)] = true
			}
		}
	}
	return of
}

// valueOf is the same for the same value, of which a function may have several if it is a constant.
func valueOf(v ssa.Value) any {
	if c, ok := v.(*ssa.Const); ok {
		return ir.Exactly(c)
	}
	return v
}

// varied returns the variables that get different values on the two sides of a branch, where these come together.
func varied(b *ssa.BasicBlock, yes, no map[*ssa.BasicBlock]bool) []*ssa.Phi {
	var out []*ssa.Phi
	for _, to := range b.Parent().Blocks {
		if !yes[to] || !no[to] {
			continue
		}
		for _, instr := range to.Instrs {
			phi, ok := instr.(*ssa.Phi)
			if !ok {
				break
			}
			values := map[any]bool{}
			for i, from := range to.Preds {
				if from == b || yes[from] != no[from] {
					values[valueOf(phi.Edges[i])] = true
				}
			}
			if len(values) > 1 {
				out = append(out, phi)
			}
		}
	}
	return out
}

// setOnly returns the local variables, objects and errors aside, that are set on one side of a branch, or a part of which
// is if they are structs, and in blocks that the other doesn't come to.
func setOnly(side, other map[*ssa.BasicBlock]bool) []*ssa.Alloc {
	var blocks []*ssa.BasicBlock
	for b := range side {
		if !other[b] {
			blocks = append(blocks, b)
		}
	}
	slices.SortFunc(blocks, func(a, b *ssa.BasicBlock) int { return a.Index - b.Index })
	var out []*ssa.Alloc
	for store := range ir.All[*ssa.Store](blocks) {
		base, field, _ := ir.Base(store.Addr)
		local, ok := base.(*ssa.Alloc)
		if ok && isLocalStruct(local) == (field != "") && isPlain(local) && store.Block() != local.Block() && !slices.Contains(out, local) {
			out = append(out, local)
		}
	}
	return out
}

// isPlain tells whether a variable is neither an object nor an error.
func isPlain(local *ssa.Alloc) bool {
	return !kube.IsError(ir.Deref(local.Type())) && !kube.IsObject(local.Type())
}

// reachedBefore returns the blocks that can come from one on, itself too, before control comes to another.
func reachedBefore(from, end *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	reached := ir.Reachable(func(b *ssa.BasicBlock) []*ssa.BasicBlock {
		if b == end {
			return nil
		}
		return b.Succs
	}, from)
	delete(reached, end)
	return reached
}

// refuses tells whether a call updates an object, and is refused if that isn't the latest; nor does it read it anew.
func (in *Info) refuses(call ssa.CallInstruction, object *identity.Term) bool {
	e := in.of(call.Parent()).events[call]
	if e == nil || object == nil || slices.ContainsFunc(e.reads, func(r *Op) bool { return identity.Same(r.pointer, object) }) {
		return false
	}
	return slices.ContainsFunc(e.exits, func(x exit) bool {
		return slices.ContainsFunc(x.writes, func(w *Op) bool {
			return w.Locks && w.Verb < kube.VerbCreateOrUpdate && identity.Same(w.pointer, object) && (w.Object == nil || !in.versioned(identity.Root(w.Object)))
		})
	})
}

// answers tells whether a call writes an object, and puts the server's answer in it.
func (in *Info) answers(call ssa.CallInstruction, object *identity.Term) bool {
	e := in.of(call.Parent()).events[call]
	return e != nil && object != nil && slices.ContainsFunc(e.exits, func(x exit) bool {
		return slices.ContainsFunc(x.writes, func(w *Op) bool {
			return (w.Via == kube.Client || w.Via == kube.Subresource) && !w.Aside && w.Verb < kube.VerbDelete && identity.Same(w.pointer, object)
		})
	})
}

// isDeed tells whether an instruction changes something outside of its function: by a write to the API, by a function
// that is there for what it does, or in another object.
func (in *Info) isDeed(instr ssa.Instruction, object *identity.Term) bool {
	switch instr := instr.(type) {
	case *ssa.Store:
		base, path, _ := ir.Base(instr.Addr)
		return path != "" && kube.IsObject(base.Type()) && !in.isCopied(base) && !identity.Same(in.objects.Pointer(base), object)
	case ssa.CallInstruction:
		if e := in.of(instr.Parent()).events[instr]; e != nil && len(e.exits) > 0 {
			return true
		}
		return in.acts(instr)
	}
	return false
}

// isCopied tells whether an object is the copy of another, which may be the very one that is looked at.
func (in *Info) isCopied(v ssa.Value) bool { return identity.IsCopy(identity.Root(v)) }

// onlyDeletes tells whether all that an instruction does at the API is to delete.
func (in *Info) onlyDeletes(instr ssa.Instruction, _ bool) bool {
	call, ok := instr.(ssa.CallInstruction)
	if !ok {
		return false
	}
	_, writes := in.At(call)
	return len(writes) > 0 && !slices.ContainsFunc(writes, func(w *Op) bool { return w.Verb != kube.VerbDelete && w.Verb != kube.VerbDeleteAll })
}

// acts tells whether a call is of a function that is there for what it does to others: one of the user's own that returns
// nothing but an error, whose body, if it is in view, has such a call.
func (in *Info) acts(call ssa.CallInstruction) bool {
	if callee := in.lazy.Callee(call.Common()); callee != nil {
		return in.questions.acting.Of(callee)
	}
	obj, results := ir.Called(call.Common()), call.Common().Signature().Results()
	if obj == nil || results.Len() != 1 || !kube.IsError(results.At(0).Type()) || !in.isOwn(obj) {
		return false
	}
	_, isField := obj.(*types.Var)
	return !isField && !kube.OnlyTells(obj) && !kube.IsGetter(obj.Name())
}

func (in *Info) findActing(fn *ssa.Function) bool {
	for call := range ir.All[ssa.CallInstruction](fn.Blocks) {
		if in.isDeed(call, nil) {
			return true
		}
	}
	return false
}
