package work

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A Hasty is a wait for caches that is given up after some time, after which the function goes on as if they had filled.
type Hasty struct {
	Call *ssa.Call
	// Then is where it then reads a cache, or comes to a read of one, and writes where that finds nothing, or too little.
	Then ssa.Instruction
}

// hasty tells what a function comes to after a wait of which nobody asks how it ended, and for which it has a time-out of its own:
// the process is not about to end then, and goes by what isn't in the caches for good. Nil if it comes to nothing that is lost by
// that.
func (in *Info) hasty(n *node, wait *ssa.Call, awaits []ssa.Instruction) *Hasty {
	limited := in.limit(wait)
	if limited == nil {
		return nil
	}
	then := map[ssa.Instruction]bool{}
	for _, site := range n.reads {
		if call, now := site.(*ssa.Call); now && in.decides(n, call) {
			then[site] = true
		}
	}
	for _, e := range n.edges {
		if e.only == 0 && slices.ContainsFunc(in.listed(e.site, e.callee), func(l lookup) bool { return l.decides }) {
			then[e.site] = true
		}
	}
	var first ssa.Instruction
	ir.Ahead(wait, func(i ssa.Instruction) bool {
		in.solver.Step()
		if first == nil && then[i] {
			first = i
		}
		return first == nil && !asksSynced(i) && (i == ssa.Instruction(wait) || !slices.Contains(awaits, i))
	})
	if first == nil {
		return nil
	}
	return &Hasty{wait, first}
}

// asksSynced tells whether an instruction calls a function value that says yes or no, as a kept HasSynced does.
func asksSynced(i ssa.Instruction) bool {
	call, ok := i.(*ssa.Call)
	if !ok || call.Call.IsInvoke() || call.Call.StaticCallee() != nil {
		return false
	}
	sig := call.Call.Signature()
	return sig.Params().Len() == 0 && sig.Results().Len() == 1 && types.Identical(sig.Results().At(0).Type(), types.Typ[types.Bool])
}

// limit returns the context with a time-out that a function makes for a wait and for nothing else; nil if there is none.
func (in *Info) limit(wait *ssa.Call) ssa.Value {
	args := ir.Args(&wait.Call)
	for _, arg := range args {
		if kube.IsContext(arg.Type()) {
			return limitedFor(arg, wait)
		}
		done, ok := ir.Unwrap(arg).(*ssa.Call)
		if !ok || !done.Call.IsInvoke() || !kube.IsContext(done.Call.Value.Type()) || done.Call.Method.Name() != "Done" {
			continue
		}
		if slices.ContainsFunc(*done.Referrers(), func(ref ssa.Instruction) bool { return ref != ssa.Instruction(wait) && !isUnwrapping(ref, arg) }) {
			return nil
		}
		return limitedFor(done.Call.Value, done)
	}
	return nil
}

// isUnwrapping tells whether an instruction only makes a value of another type of one.
func isUnwrapping(ref ssa.Instruction, v ssa.Value) bool {
	made, ok := ref.(ssa.Value)
	return ok && made == v
}

// limitedFor returns a context if the function has made it with a time-out, and uses it nowhere but in an instruction.
func limitedFor(ctx ssa.Value, only ssa.Instruction) ssa.Value {
	part, ok := ctx.(*ssa.Extract)
	if !ok || part.Index != 0 {
		return nil
	}
	made, ok := part.Tuple.(*ssa.Call)
	if !ok || !kube.LimitsTime(ir.Symbol(&made.Call)) || len(*part.Referrers()) != 1 || (*part.Referrers())[0] != only {
		return nil
	}
	return part
}
