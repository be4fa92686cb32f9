package ir_test

import (
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/fixture"
	"github.com/ctrllint/ctrllint/internal/ir"
)

const branching = `package branching

func a(x, y bool) int {
	if x {
		if y {
			return 1
		}
		println(x)
	} else if y {
		println(y)
	}
	return 2
}

func b(n int, on func(int) bool) {
	for i := 0; i < n; i++ {
		if on(i) {
			continue
		}
		if on(n) {
			break
		}
		for on(i) {
			if on(i + 1) {
				return
			}
		}
		println(i)
	}
	println(n)
}

func c(n int, on func(int) bool) {
again:
	switch {
	case on(1):
		if on(2) {
			goto out
		}
		fallthrough
	case on(3):
		n--
		goto again
	case on(4):
		defer println(n)
	}
	println(n)
out:
	select {}
}
`

// TestOrder compares what is worked out for all blocks with what the ways through the function show, one by one.
func TestOrder(t *testing.T) {
	p := fixture.Analyze(t, "cr025", "./oneshot/runtime", map[string]string{"branching": branching}, ir.Analyzer)["branching"].(*ir.Package)
	decisions := 0
	for _, fn := range p.Functions() {
		decided, inLoop := ir.Decided(fn), ir.InLoops(fn)
		for _, b := range fn.Blocks {
			if inLoop(b) != ir.InLoop(b) {
				t.Errorf("%s: block %d is in a loop: %t", fn, b.Index, inLoop(b))
			}
			for up := b.Idom(); up != nil; up = up.Idom() {
				if _, branches := ir.Last(up).(*ssa.If); !branches {
					continue
				}
				// What decides a block decides what is between them in the tree.
				below := b
				for below.Idom() != up {
					below = below.Idom()
				}
				want := reaches(up.Succs[0], b, up) != reaches(up.Succs[1], b, up)
				if decided[below] != want {
					t.Errorf("%s: block %d decides block %d: %t", fn, up.Index, b.Index, decided[below])
				}
				if want {
					decisions++
				}
			}
		}
	}
	if decisions < 20 {
		t.Errorf("only %d decisions", decisions)
	}
}

// TestMayPrecedeSince compares what may come between two instructions with the ways through the function.
func TestMayPrecedeSince(t *testing.T) {
	p := fixture.Analyze(t, "cr025", "./oneshot/runtime", map[string]string{"branching": branching}, ir.Analyzer)["branching"].(*ir.Package)
	between := 0
	for _, fn := range p.Functions() {
		for _, last := range fn.Blocks {
			if _, deferred := last.Instrs[0].(*ssa.Defer); deferred {
				continue // which is executed elsewhere: see TestDeferred
			}
			for _, since := range fn.Blocks {
				may := ir.MayPrecedeSince(last.Instrs[0], ir.Last(since))
				for _, b := range fn.Blocks {
					want := false
					for _, s := range b.Succs {
						want = want || b != since && reaches(s, last, since) || b != since && s == last
					}
					if got := may(b.Instrs[0]); got != want && (len(b.Instrs) > 1 || b != since) {
						t.Errorf("%s: block %d comes before %d after %d: %t", fn, b.Index, last.Index, since.Index, got)
					}
					if want {
						between++
					}
				}
			}
		}
	}
	if between < 100 {
		t.Errorf("only %d blocks are between others", between)
	}
}

// TestDeferred asks what may come before a deferred call, which is executed where its function returns.
func TestDeferred(t *testing.T) {
	p := fixture.Analyze(t, "cr025", "./oneshot/runtime", map[string]string{"deferring": `package deferring

func f(on func(int) bool) {
	println("first")
	defer println("deferred")
	println("later")
	if on(1) {
		println("last")
	}
}
`}, ir.Analyzer)["deferring"].(*ir.Package)
	calls := map[string]ssa.Instruction{}
	for call := range ir.All[ssa.CallInstruction](p.Functions()[0].Blocks) {
		if len(call.Common().Args) > 0 {
			text, _ := ir.Text(call.Common().Args[0])
			calls[text] = call
		}
	}
	before, since := ir.MayPrecede(calls["deferred"]), ir.MayPrecedeSince(calls["deferred"], calls["later"])
	for text, want := range map[string][2]bool{"first": {true, false}, "later": {true, false}, "last": {true, true}} {
		if got := [2]bool{before(calls[text]), since(calls[text])}; got != want {
			t.Errorf("%q comes before the deferred call, and after \"later\": %t, want %t", text, got, want)
		}
	}
}

// reaches tells whether there is a way from one block to another that doesn't pass a third.
func reaches(from, to, without *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{without: true}
	var visit func(*ssa.BasicBlock) bool
	visit = func(b *ssa.BasicBlock) bool {
		if b == to {
			return true
		}
		if seen[b] {
			return false
		}
		seen[b] = true
		for _, s := range b.Succs {
			if visit(s) {
				return true
			}
		}
		return false
	}
	return visit(from)
}
