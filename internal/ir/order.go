package ir

import (
	"go/constant"
	"go/token"
	"slices"
	"sort"

	"golang.org/x/tools/go/ssa"
)

// Last returns the instruction that ends a block, nil for an empty one.
func Last(b *ssa.BasicBlock) ssa.Instruction {
	if len(b.Instrs) == 0 {
		return nil
	}
	return b.Instrs[len(b.Instrs)-1]
}

// Order numbers the blocks of a function so that each has a greater number than those that lead to it, loops aside.
func Order(fn *ssa.Function) map[*ssa.BasicBlock]int {
	order, left := map[*ssa.BasicBlock]int{}, len(fn.Blocks)
	var visit func(b *ssa.BasicBlock)
	visit = func(b *ssa.BasicBlock) {
		if _, seen := order[b]; seen {
			return
		}
		order[b] = left
		for _, s := range b.Succs {
			visit(s)
		}
		order[b] = left
		left--
	}
	for _, b := range fn.Blocks {
		visit(b)
	}
	return order
}

// DominatedBy returns what tells whether one of some blocks of a function dominates another one, or is that; false of
// nil.
func DominatedBy(some []*ssa.BasicBlock) func(*ssa.BasicBlock) bool {
	if len(some) < 4 {
		return func(b *ssa.BasicBlock) bool {
			return b != nil && slices.ContainsFunc(some, func(a *ssa.BasicBlock) bool { return a.Dominates(b) })
		}
	}
	known := map[*ssa.BasicBlock]bool{}
	for _, b := range some {
		known[b] = true
	}
	return func(b *ssa.BasicBlock) bool {
		var way []*ssa.BasicBlock
		dominated, found := false, false
		for ; b != nil && !found; b = b.Idom() {
			if dominated, found = known[b]; !found {
				way = append(way, b)
			}
		}
		for _, b := range way {
			known[b] = dominated
		}
		return dominated
	}
}

// Before tells whether instruction a is on every path to b, and not b itself. Both are of one function; otherwise it is
// false.
func Before(a, b ssa.Instruction) bool {
	if a.Parent() != b.Parent() {
		return false
	}
	if a.Block() != b.Block() {
		return a.Block().Dominates(b.Block())
	}
	for _, instr := range a.Block().Instrs {
		switch instr {
		case b:
			return false
		case a:
			return true
		}
	}
	return false
}

// Always is true of each instruction: it is asked for where all of them count.
func Always(ssa.Instruction) bool { return true }

// MayFollow returns whether an instruction can be executed after another one of the same function; true of those of
// other functions.
func MayFollow(first ssa.Instruction) func(ssa.Instruction) bool {
	reached := reachable(succs, first.Block().Succs)
	return func(instr ssa.Instruction) bool {
		if instr.Parent() != first.Parent() || reached.has(instr.Block()) {
			return true
		}
		return instr.Block() == first.Block() && Before(first, instr)
	}
}

// MayPrecede returns whether an instruction can be executed before another one, of the same function or of a literal that is
// made there; true of those of other functions. A deferred call is executed where its function returns.
func MayPrecede(last ssa.Instruction) func(ssa.Instruction) bool {
	if _, deferred := last.(*ssa.Defer); deferred {
		return func(ssa.Instruction) bool { return true }
	}
	reaching := reachable(preds, last.Block().Preds)
	precedes := func(instr ssa.Instruction) bool {
		return reaching.has(instr.Block()) || instr.Block() == last.Block() && Before(instr, last)
	}
	return func(instr ssa.Instruction) bool {
		if instr.Parent() == last.Parent() {
			return precedes(instr)
		}
		made := madeIn(last.Parent(), instr.Parent())
		return len(made) == 0 || slices.ContainsFunc(made, precedes)
	}
}

// madeIn returns the instructions of a function that make, or use, the literal in it which is another function, or has that
// in it; none if there is no such literal.
func madeIn(outer, fn *ssa.Function) (out []ssa.Instruction) {
	for fn != nil && fn.Parent() != outer {
		fn = fn.Parent()
	}
	if fn == nil || fn.Referrers() == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(Uses(fn)), func(ref ssa.Instruction) bool { return ref.Parent() != outer })
}

// MayPrecedeSince returns whether an instruction can be executed before another one of the same function, and after the
// last time that a third one, since, was; true of those of other functions. A deferred call is executed where its function
// returns.
func MayPrecedeSince(last, since ssa.Instruction) func(ssa.Instruction) bool {
	if _, deferred := last.(*ssa.Defer); deferred {
		return MayFollow(since)
	}
	from := since.Block()
	var reaching blockSet // up to their ends
	if !Before(since, last) || from != last.Block() {
		reaching = reachable(func(b *ssa.BasicBlock) []*ssa.BasicBlock {
			if b == from {
				return nil
			}
			return b.Preds
		}, last.Block().Preds)
	}
	return func(instr ssa.Instruction) bool {
		b := instr.Block()
		switch {
		case instr.Parent() != last.Parent():
			return true
		case b == last.Block() && Before(instr, last):
			return b != from || !Before(since, last) || Before(since, instr)
		}
		return reaching.has(b) && (b != from || Before(since, instr))
	}
}

// Ahead goes through the instructions that may be executed after one, along each path as long as visit says so; through
// what several paths come to, once.
func Ahead(from ssa.Instruction, visit func(ssa.Instruction) bool) {
	type rest struct {
		of     *ssa.BasicBlock
		instrs []ssa.Instruction
	}
	b, seen := from.Block(), map[*ssa.BasicBlock]bool{}
	for todo := []rest{{b, b.Instrs[slices.Index(b.Instrs, from)+1:]}}; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if slices.ContainsFunc(at.instrs, func(i ssa.Instruction) bool { return !visit(i) }) {
			continue
		}
		for _, next := range at.of.Succs {
			if !seen[next] {
				seen[next] = true
				todo = append(todo, rest{next, next.Instrs})
			}
		}
	}
}

// InLoop tells whether a block can come after itself.
func InLoop(b *ssa.BasicBlock) bool { return reachable(succs, b.Succs).has(b) }

// LoopOf returns the blocks of the innermost loop that the block is in, nil if it is in none.
func LoopOf(b *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	for head := b; head != nil; head = head.Idom() {
		if loop := LoopFrom(head); loop[b] {
			return loop
		}
	}
	return nil
}

// LoopFrom returns the blocks of the loop that begins with the block, nil if none does.
func LoopFrom(head *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	latches := slices.DeleteFunc(slices.Clone(head.Preds), func(b *ssa.BasicBlock) bool { return !head.Dominates(b) })
	if len(latches) == 0 {
		return nil
	}
	return Reachable(func(b *ssa.BasicBlock) []*ssa.BasicBlock {
		if b == head {
			return nil
		}
		return b.Preds
	}, append(latches, head)...)
}

// Live returns the blocks of a function that are not behind a branch on a constant that is never taken.
func Live(fn *ssa.Function) []*ssa.BasicBlock {
	return LiveIf(fn, func(v ssa.Value) ssa.Value { return v })
}

// LiveIf returns the blocks of a function that are reached where its parameters are what is said: values tells what a
// value is then, itself if nothing is said of it.
func LiveIf(fn *ssa.Function, values func(ssa.Value) ssa.Value) []*ssa.BasicBlock {
	if len(fn.Blocks) == 0 {
		return nil
	}
	from := []*ssa.BasicBlock{fn.Blocks[0]}
	if fn.Recover != nil {
		from = append(from, fn.Recover)
	}
	reached := Reachable(func(b *ssa.BasicBlock) []*ssa.BasicBlock { return taken(b, values) }, from...)
	return slices.DeleteFunc(slices.Clone(fn.Blocks), func(b *ssa.BasicBlock) bool { return !reached[b] })
}

// taken returns the successors of a block but the one that a branch on a constant never takes.
func taken(b *ssa.BasicBlock, values func(ssa.Value) ssa.Value) []*ssa.BasicBlock {
	if branch, ok := Last(b).(*ssa.If); ok {
		if c := decided(branch.Cond, values); c != nil && c.Kind() == constant.Bool {
			if constant.BoolVal(c) {
				return b.Succs[:1]
			}
			return b.Succs[1:]
		}
	}
	return b.Succs
}

// decided returns the constant that a value is, or the comparison of two; nil if it is none.
func decided(v ssa.Value, values func(ssa.Value) ssa.Value) constant.Value {
	switch x := values(v).(type) {
	case *ssa.Const:
		return x.Value
	case *ssa.BinOp:
		a, b := decided(x.X, values), decided(x.Y, values)
		if a != nil && b != nil && a.Kind() == b.Kind() && (x.Op == token.EQL || x.Op == token.NEQ) {
			return constant.MakeBool(constant.Compare(a, x.Op, b))
		}
	}
	return nil
}

// Decided returns the blocks of a function of which the condition at the end of their immediate dominator decides
// whether they are executed: they are on the way from one of its branches only. The conditions at other dominators decide
// the block if they decide its immediate dominator.
func Decided(fn *ssa.Function) map[*ssa.BasicBlock]bool {
	// The way from a branch to a block that the condition dominates goes through the blocks which it dominates at once,
	// and what these dominate: each of them is one step.
	enter, leave := map[*ssa.BasicBlock]int{}, map[*ssa.BasicBlock]int{}
	order := fn.DomPreorder()
	for i, b := range order {
		enter[b] = i
	}
	for i := len(order) - 1; i >= 0; i-- {
		leave[order[i]] = max(leave[order[i]], i)
		if up := order[i].Idom(); up != nil {
			leave[up] = max(leave[up], leave[order[i]])
		}
	}
	steps := map[*ssa.BasicBlock][]*ssa.BasicBlock{}
	for _, b := range order {
		up := b.Idom()
		if up == nil {
			continue
		}
		siblings := up.Dominees()
		for _, pred := range b.Preds {
			at := sort.Search(len(siblings), func(i int) bool { return leave[siblings[i]] >= enter[pred] })
			if pred != up && at < len(siblings) && siblings[at] != b {
				steps[siblings[at]] = append(steps[siblings[at]], b)
			}
		}
	}
	decided := map[*ssa.BasicBlock]bool{}
	for _, b := range order {
		if _, branches := Last(b).(*ssa.If); !branches {
			continue
		}
		for _, succ := range b.Succs {
			reached := map[*ssa.BasicBlock]bool{}
			for todo := []*ssa.BasicBlock{succ}; len(todo) > 0; {
				next := todo[len(todo)-1]
				todo = todo[:len(todo)-1]
				if next.Idom() == b && !reached[next] {
					reached[next] = true
					decided[next] = !decided[next] // by one branch, and not by the other
					todo = append(todo, steps[next]...)
				}
			}
		}
	}
	return decided
}
