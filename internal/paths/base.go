package paths

import (
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// patchOf fills in what a patch is the difference to.
func (in *Info) patchOf(op *Op, o kube.Operation, args []ssa.Value) {
	if o.Verb != kube.VerbPatch || o.Via != kube.Client && o.Via != kube.Subresource || o.Opts < 1 || o.Opts > len(args) {
		return
	}
	patch := args[o.Opts-1]
	op.base = in.objects.BaseOf(patch)
	op.patch, _ = ir.Unwrap(patch).(*ssa.Parameter)
}

// liftWrite says which object an operation of a function is of, and what its patch is the difference to, in terms of a
// call of it.
func (in *Info) liftWrite(c, op *Op, callee *ssa.Function, call ssa.CallInstruction) {
	c.pointer, c.sent, c.base, c.patch = in.objects.LiftPointer(op.pointer, callee, call.Common()), in.objects.LiftPointer(op.sent, callee, call.Common()), identity.Base{}, nil
	if op.patch == nil {
		c.base = in.objects.LiftBase(op.base, callee, call)
		return
	}
	if op.patch.Parent() == callee {
		if arg := ir.ArgFor(call.Common(), op.patch); arg != nil {
			c.base = in.objects.BaseOf(arg)
			c.patch, _ = ir.Unwrap(arg).(*ssa.Parameter)
		}
	}
}

// Base returns what a patch is the difference to; the zero Base if that is not known, or the write is no such patch.
func (op *Op) Base() identity.Base { return op.base }

// Writes returns what a function may have written when it returns, itself or through what it calls.
func (in *Info) Writes(fn *ssa.Function) []*Op {
	var out []*Op
	for _, x := range in.of(fn).exits {
		out = addOps(out, x.writes...)
	}
	return out
}

// write says which object a write is of, and what a patch is the difference to.
func (x *exporter) write(op *Op, r *Remote) {
	r.Pointer, r.Sent, r.Patch = identity.InParams(x.fn, op.pointer), identity.InParams(x.fn, op.sent), -1
	r.RemotePatch = op.base.InParams(x.fn)
	if op.patch != nil && op.patch.Parent() == x.fn {
		r.Patch = ir.ParamIndex(op.patch)
	}
}

// importWrite says it in terms of a call.
func (in *Info) importWrite(op *Op, r *Remote, call ssa.CallInstruction) {
	op.pointer, op.sent = in.objects.ImportedPointer(r.Pointer, call.Common()), in.objects.ImportedPointer(r.Sent, call.Common())
	op.base = in.objects.ImportedBase(r.RemotePatch, call)
	if arg := ir.Arg(call.Common(), r.Patch); r.Patch >= 0 && arg != nil {
		op.base = in.objects.BaseOf(arg)
		op.patch, _ = ir.Unwrap(arg).(*ssa.Parameter)
	}
}
