package paths

import (
	"go/token"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Polled says with what a function that is called until it is content gives up.
type Polled struct {
	Missing bool          // the read finds no object
	Found   footprint.Set // fields of an object which the read has found, and the function doesn't like

	content []contented // of which it ends the poll
}

// polled returns the reads of a function that a call polls, which see what the cache has before there was a pause, and
// may end the poll by what they find.
func (in *Info) polled(fn *ssa.Function, call ssa.CallInstruction) []*Op {
	if !ir.PollsAtOnce(call.Common()) {
		return nil
	}
	var out []*Op
	for _, r := range in.of(fn).reads {
		if r.Verb != kube.VerbGet || r.Where != "" || ir.InLoop(r.Path[0].Block()) {
			continue
		}
		if p := (Polled{in.givesUp(r), in.dislikes(r.Path[0]), contentOf(r)}); p.Missing || len(p.Found)+len(p.content) > 0 {
			first := in.lifted(r, fn, call)
			first.Polled = &p
			out = append(out, first)
		}
	}
	return out
}

// givesUp tells whether a function ends with an error when what it reads isn't found.
func (in *Info) givesUp(r *Op) bool {
	return !slices.ContainsFunc(r.Path, func(call ssa.CallInstruction) bool {
		f := in.failure(call)
		return !f.Errs || f.Tested && !f.Fails
	})
}

// endsWithout tells whether a loop that waits for the cache ends with an error when it doesn't have what a write has created:
// it only waits for more than that.
func (in *Info) endsWithout(e *event, write *Op) bool {
	call, ok := e.call.(*ssa.Call)
	if !ok || write.Verb != kube.VerbCreate || slices.ContainsFunc(e.reads, func(r *Op) bool { return r.Verb != kube.VerbGet }) {
		return false
	}
	failed := ir.FailedIn(call)
	return len(failed) > 0 && !slices.ContainsFunc(failed, func(b *ssa.BasicBlock) bool {
		return in.reachOf(call.Parent()).Reaches(b, call.Block())
	})
}

// dislikes returns the fields of objects that are asked for before a function ends with an error though a call in it
// didn't fail, but for those that no write changes.
func (in *Info) dislikes(call ssa.CallInstruction) footprint.Set {
	w, s := in.outcome(call, zero)
	asked := footprint.Set{}
	w.onExit = func(s *state, ret *ssa.Return) {
		n := len(ret.Results)
		if n == 0 || !kube.IsError(ret.Results[n-1].Type()) || !w.eval(s, ret.Results[n-1]).isSet() {
			return
		}
		for b := ret.Block(); b.Idom() != nil; b = b.Idom() {
			if branch, ok := ir.Last(b.Idom()).(*ssa.If); ok {
				in.asks(branch.Cond, asked, askedDepth)
			}
		}
	}
	w.run(s)
	maps.DeleteFunc(asked, func(path string, _ bool) bool { return kube.IsLasting(path) })
	return asked
}

// askedDepth is how many steps a condition is followed back.
const askedDepth = 8

// asks adds the fields of objects that a condition is made of, all of the objects that it hands to functions.
func (in *Info) asks(v ssa.Value, asked footprint.Set, depth int) {
	instr, ok := v.(ssa.Instruction)
	if !ok || depth == 0 {
		return
	}
	call, calls := v.(*ssa.Call)
	if calls && in.operation(call) != nil {
		return // its error
	}
	if addr, ok := v.(*ssa.FieldAddr); ok {
		asked[pathOf(addr)] = true
		return
	}
	if calls {
		if recv, args := ir.Receiver(call.Common()); recv != nil && len(args) == 0 && ir.IsOnMetadata(call, recv) && kube.IsObject(recv.Type()) {
			if field, ok := strings.CutPrefix(ir.CalledName(call.Common()), "Get"); ok {
				asked[field] = true
				return
			}
		}
	}
	for _, operand := range instr.Operands(nil) {
		if *operand == nil {
			continue
		}
		if calls && kube.IsObject(identity.Root(*operand).Type()) {
			asked[""] = true
			continue
		}
		in.asks(*operand, asked, depth-1)
	}
}

// pathOf returns the path of a field from what holds it.
func pathOf(addr *ssa.FieldAddr) string {
	outer := ""
	if of, ok := addr.X.(*ssa.FieldAddr); ok {
		outer = pathOf(of)
	}
	if strings.Count(outer, ".")+1 >= footprint.Depth {
		return outer
	}
	path, _ := footprint.FieldPath(outer, addr)
	return path
}

// waitLoop returns the blocks of the innermost loop around a block, if it sleeps.
func (in *Info) waitLoop(b *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	loop := ir.LoopOf(b)
	for l := range loop {
		if slices.ContainsFunc(l.Instrs, sleeps) {
			return loop
		}
	}
	return nil
}

// sleeps tells whether an instruction waits for time to pass.
func sleeps(instr ssa.Instruction) bool {
	if waitsForTime(instr) {
		return true
	}
	call, ok := instr.(ssa.CallInstruction)
	return ok && kube.Sleeps(ir.Symbol(call.Common()))
}

// sleepsBefore tells whether each round of the loop around a call sleeps first.
func (e *event) sleepsBefore() bool { return e.before(sleeps) }

// sleepsLong tells whether each round of the loop around a call sleeps first for so long that a cache catches up.
func (e *event) sleepsLong(in *Info) bool { return e.before(in.lazy.SleepsLong) }

// before tells whether each round of the loop around a call comes to an instruction of a kind first.
func (e *event) before(is func(ssa.Instruction) bool) bool {
	for b := range e.waitLoop {
		if slices.ContainsFunc(b.Instrs, func(instr ssa.Instruction) bool { return is(instr) && ir.Before(instr, e.call) }) {
			return true
		}
	}
	return false
}

// pollsParameter tells whether a function calls one that it is given again and again, and takes its time between: it waits
// for something.
func (in *Info) pollsParameter(fn *ssa.Function) bool { return in.questions.polling.Of(fn) }

func (in *Info) findPolling(fn *ssa.Function) bool {
	given := func(v ssa.Value) bool {
		p, ok := bound(v).(*ssa.Parameter)
		return ok && p.Parent() == fn
	}
	var runs func(body *ssa.Function, again bool) bool
	runs = func(body *ssa.Function, again bool) bool {
		for call := range ir.All[ssa.CallInstruction](body.Blocks) {
			common := call.Common()
			if given(common.Value) && !common.IsInvoke() && (again || in.waitLoop(call.Block()) != nil) {
				return true
			}
			waits := in.waitsFor(common)
			for _, arg := range common.Args {
				literal := ir.BodyOf(arg)
				if waits && given(arg) || literal != nil && literal.Parent() == body && runs(literal, again || waits) {
					return true
				}
			}
		}
		return false
	}
	return runs(fn, false)
}

// waitsFor tells whether a call calls a function that it is passed until that is content.
func (in *Info) waitsFor(common *ssa.CallCommon) bool {
	obj := ir.Called(common)
	if kube.IsWait(kube.SymbolOf(obj)) {
		return true
	}
	if callee := in.lazy.Callee(common); callee != nil {
		return in.pollsParameter(callee)
	}
	f := in.factsFor(obj)
	return f != nil && f.Polls
}

// maxVariables bounds how many variables a value is followed through, maxFollowed how many steps of another kind.
const (
	maxVariables = 10
	maxFollowed  = 6
)

// bound returns what a value is that is captured by function literals, and set once.
func bound(v ssa.Value) ssa.Value {
	for range maxVariables {
		next := identity.Root(v)
		if free, ok := next.(*ssa.FreeVar); ok && ir.Binding(free) != nil {
			next = ir.Binding(free)
		}
		if next == v {
			break
		}
		v = next
	}
	return v
}

// waitsForWork tells whether each round of the loop that begins with a block waits for something to do: from a channel,
// or a work queue.
func (in *Info) waitsForWork(head *ssa.BasicBlock) bool {
	return in.waiting.Of(head, in.findWaiting)
}

func (in *Info) findWaiting(head *ssa.BasicBlock) bool {
	for b := range ir.LoopFrom(head) {
		for _, instr := range b.Instrs {
			switch i := instr.(type) {
			case *ssa.UnOp:
				if i.Op == token.ARROW {
					return true
				}
			case *ssa.Select:
				if i.Blocking {
					return true
				}
			case *ssa.Call:
				if in.takesWork(i.Common()) {
					return true
				}
			}
		}
	}
	return false
}

// takesWork tells whether a call waits for the next item of a work queue, itself or in the function of this package that
// it calls, or for time to pass, in that.
func (in *Info) takesWork(common *ssa.CallCommon) bool {
	if kube.TakesWork(ir.Symbol(common)) {
		return true
	}
	callee := in.lazy.Callee(common)
	return callee != nil && in.questions.takers.Of(callee)
}

func (in *Info) findTaker(fn *ssa.Function) bool {
	for _, instr := range fn.Blocks[0].Instrs { // first thing
		if call, ok := instr.(*ssa.Call); ok && in.takesWork(call.Common()) || waitsForTime(instr) {
			return true
		}
	}
	return false
}

// waitsForTime tells whether an instruction receives from a timer or ticker.
func waitsForTime(instr ssa.Instruction) bool {
	var channels []ssa.Value
	switch i := instr.(type) {
	case *ssa.UnOp:
		if i.Op == token.ARROW {
			channels = append(channels, i.X)
		}
	case *ssa.Select:
		if !i.Blocking {
			return false
		}
		channels = ir.Map(i.States, func(s *ssa.SelectState) ssa.Value { return s.Chan })
	}
	return slices.ContainsFunc(channels, func(c ssa.Value) bool { return kube.IsTimes(c.Type()) })
}

// waitsOn makes the reads of the functions that a call is passed those that wait for the cache.
func (in *Info) waitsOn(e *event, call ssa.CallInstruction) {
	for _, fn := range in.literals(call.Common()) {
		in.askedAgain(e, fn, call)
	}
}

// askedAgain makes what a function reads that is run again and again what a call waits for.
func (in *Info) askedAgain(e *event, fn *ssa.Function, call ssa.CallInstruction) {
	reads := in.of(fn).reads
	e.waits = append(e.waits, reads...)
	for _, r := range reads {
		if !comesBack(r, call) {
			e.slept = append(e.slept, in.lifted(r, fn, call))
		}
	}
}
