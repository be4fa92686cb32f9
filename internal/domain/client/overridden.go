package client

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// overridden answers for a reader that embeds another one, whose answer is given, and may have reads of its own in place of
// its: those are answered by whom they ask.
func (t *tracer) overridden(reader *types.Named, embedded answer) answer {
	out := answer{class: never}
	for _, name := range []string{"Get", "List"} {
		if own := ir.DeclaredMethod(reader, name); own != nil {
			out = join(out, t.readBy(own))
		} else {
			out = join(out, embedded)
		}
	}
	return out
}

// readBy answers for what a method reads from.
func (t *tracer) readBy(method *types.Func) answer {
	fn := t.lazy.SSA().Prog.FuncValue(method.Origin())
	if fn == nil {
		return answer{}
	}
	out, reads := answer{class: never}, false
	for call := range ir.All[ssa.CallInstruction](fn.Blocks) {
		op, ok := ir.Operation(call.Common())
		if recv, _ := ir.Receiver(call.Common()); ok && recv != nil && op.Via == kube.Client && !op.Verb.Writes() {
			out, reads = join(out, t.called(t.values.Of(recv))), true
		}
	}
	if !reads {
		return answer{}
	}
	return out
}
