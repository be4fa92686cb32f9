package work

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// breaks are where a function waits, or may: for caches, for items, for time to pass or for another goroutine.
type breaks struct {
	n    *node
	at   map[ssa.Instruction]bool
	late map[ssa.Instruction]bool // of them those that wait before they call what they are given
}

// breaksOf returns the breaks of a function.
func (in *Info) breaksOf(n *node) *breaks {
	b := &breaks{n, map[ssa.Instruction]bool{}, map[ssa.Instruction]bool{}}
	for _, sites := range [][]ssa.Instruction{n.awaits, n.handed, n.takes} {
		for _, site := range sites {
			b.at[site] = true
		}
	}
	for _, l := range n.leaves {
		if l.Class.Waits() && !l.Async {
			b.at[l.Site] = true
		}
	}
	in.addCalls(b)
	for instr := range ir.All[ssa.Instruction](n.fn.Blocks) {
		choice, chooses := instr.(*ssa.Select)
		passing, passes := ir.PassingOf(instr)
		if chooses && choice.Blocking || passes && !passing.Sends {
			b.at[instr] = true
		}
	}
	return b
}

// addCalls adds the calls that wait, or may.
func (in *Info) addCalls(b *breaks) {
	const waiting = endlessTrait | awaitsTrait | takesTrait | pausesTrait | gateTrait
	n := b.n
	for _, e := range n.edges {
		if !e.async && !e.asks && in.traits[e.callee]&waiting != 0 {
			b.at[e.site] = true
		}
	}
	for _, f := range n.far {
		if !f.async && (f.facts.Awaits || f.facts.Takes || f.facts.Gates || f.facts.Endless) {
			b.at[f.site] = true
		}
	}
	for _, s := range n.sites {
		wait := kube.WaitOf(ir.Called(s.call.Common()))
		if wait != kube.NoWait && !s.async || in.mayWait(s) {
			b.at[s.call] = true
		}
		b.late[s.call] = wait != kube.NoWait && wait != kube.Forever
	}
}

// mayWait tells whether a call is of a function or a method that can't be seen, and that may be there to wait: it is told
// when to stop and says whether it went well, says that alone, or is asked again and again whether something is so.
func (in *Info) mayWait(s *site) bool {
	common := s.call.Common()
	switch {
	case s.async || s.callee != nil:
		return false
	case common.IsInvoke():
		if common.Method.Pkg() != in.Package.Pkg {
			return false
		}
	case common.StaticCallee() != nil || len(s.values) == 0:
		return false
	default:
		if list, _ := in.FuncsOf(common.Value); len(list) > 0 {
			return false
		}
	}
	results := common.Signature().Results()
	if results.Len() != 1 {
		return false
	}
	says := types.Identical(results.At(0).Type(), types.Typ[types.Bool])
	if !says && !kube.IsError(results.At(0).Type()) {
		return false
	}
	for param := range common.Signature().Params().Variables() {
		if kube.IsContext(param.Type()) || isChan(param.Type()) {
			return true
		}
	}
	return common.Signature().Params().Len() == 0 && (!says || ir.InLoop(s.call.Block()))
}

func isChan(t types.Type) bool {
	_, ok := t.Underlying().(*types.Chan)
	return ok
}

// soon tells whether a function comes to an instruction, when it does so first, before it waits for anything.
func (b *breaks) soon(site ssa.Instruction) bool {
	if b.late[site] {
		return false
	}
	if len(b.at) == 0 {
		return true
	}
	var before []ssa.Instruction
	visit := func(i ssa.Instruction) bool {
		if i != site && b.at[i] {
			before = append(before, i)
		}
		return i != site && !b.at[i]
	}
	if entry := site.Parent().Blocks[0].Instrs[0]; visit(entry) {
		ir.Ahead(entry, visit)
	}
	follows := func(i ssa.Instruction) bool { return ir.MayFollow(i)(site) }
	waits := func(i ssa.Instruction) bool { // which is told of where it is
		call, ok := i.(ssa.CallInstruction)
		return ok && kube.WaitOf(ir.Called(call.Common())) == kube.Syncing && ir.MayFollow(site)(i)
	}
	return !slices.ContainsFunc(before, follows) && !slices.ContainsFunc(b.n.awaits, waits)
}

// decides tells whether a function writes where a read of a lister has found nothing, or less than there should be: to a
// cache that isn't filled yet it does so for everything. What it does with what it finds, it does to the rest later.
func (in *Info) decides(n *node, read *ssa.Call) bool {
	op, _ := ir.Operation(&read.Call)
	var lacking []*ssa.BasicBlock
	switch op.Verb {
	case kube.VerbGet:
		lacking = missingIn(read)
	case kube.VerbList:
		lacking = fewIn(read)
	}
	if len(lacking) == 0 {
		return false
	}
	behind := ir.DominatedBy(lacking)
	asked := func(at *ssa.BasicBlock) bool { // what there is, the API server has said
		for call := range ir.All[*ssa.Call](n.fn.Blocks) {
			op, ok := ir.Operation(&call.Call)
			if ok && !op.Verb.Writes() && op.Via != kube.Lister && op.Via != kube.Store && behind(call.Block()) && call.Block().Dominates(at) {
				return true
			}
		}
		return false
	}
	counts := func(at *ssa.BasicBlock) bool { return behind(at) && !asked(at) && !goesThrough(at, read) }
	return slices.ContainsFunc(n.leaves, func(l *Leaf) bool { return l.Class == Write && counts(l.Site.Block()) }) ||
		slices.ContainsFunc(n.edges, func(e *edge) bool { return in.does(e.callee, Write) && counts(e.site.Block()) })
}

// goesThrough tells whether a block is in a loop through the elements of what a list has returned.
func goesThrough(b *ssa.BasicBlock, list *ssa.Call) bool {
	loop := ir.LoopOf(b)
	if loop == nil {
		return false
	}
	for _, all := range ir.ResultsOf(list, 0) {
		for elem := range ir.Refs[*ssa.IndexAddr](all) {
			if loop[elem.Block()] {
				return true
			}
		}
	}
	return false
}

// missingIn returns the blocks to which control comes only when a Get has failed: where its error is that of an object that
// isn't there, or, if nobody asks for that, where it isn't nil.
func missingIn(get *ssa.Call) (in []*ssa.BasicBlock) {
	asked := false
	for _, err := range ir.ResultsOf(get, get.Call.Signature().Results().Len()-1) {
		for test := range ir.Refs[*ssa.Call](err) {
			if kube.ErrorTest(ir.Symbol(&test.Call)) != kube.NotFound {
				continue
			}
			asked = true
			for branch := range ir.Refs[*ssa.If](test) {
				if b := branch.Block().Succs[0]; len(b.Preds) == 1 {
					in = append(in, b)
				}
			}
		}
	}
	if !asked {
		return ir.FailedIn(get)
	}
	return in
}

// fewIn returns the blocks to which control comes only when a list has less than a number of elements, or none.
func fewIn(list *ssa.Call) (in []*ssa.BasicBlock) {
	for _, all := range ir.ResultsOf(list, 0) {
		for count := range ir.Refs[*ssa.Call](all) {
			if !ir.IsBuiltin(&count.Call, "len") {
				continue
			}
			in = append(in, belowIn(count)...)
			for counter := range ir.Refs[*ssa.Phi](count) { // for n := len(all); n < wanted; n++
				in = append(in, belowIn(counter)...)
			}
		}
	}
	return in
}

// belowIn returns the blocks to which control comes only when a number is below another one, or zero.
func belowIn(number ssa.Value) (in []*ssa.BasicBlock) {
	for test := range ir.Refs[*ssa.BinOp](number) {
		op, other := test.Op, test.Y
		if test.Y == number {
			op, other = ir.Mirrored[op], test.X
		}
		c, fixed := other.(*ssa.Const)
		none := fixed && c.Value != nil && constant.Sign(c.Value) == 0
		below := op == token.LSS || op == token.LEQ || op == token.EQL && none
		above := fixed && (op == token.GTR || op == token.GEQ) || op == token.NEQ && none
		for branch := range ir.Refs[*ssa.If](test) {
			switch to := branch.Block().Succs; {
			case below && len(to[0].Preds) == 1:
				in = append(in, to[0])
			case above && len(to[1].Preds) == 1:
				in = append(in, to[1])
			}
		}
	}
	return in
}
