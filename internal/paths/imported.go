package paths

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/client"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// foreign makes what a function of another package does part of a call of it.
func (in *Info) foreign(e *event, call ssa.CallInstruction, obj types.Object) {
	f := in.factsFor(obj)
	if f == nil {
		return
	}
	if f.Polls {
		in.waitsOn(e, call)
	}
	ops := make([]*Op, len(f.Ops))
	for i, r := range f.Ops {
		ops[i] = in.imported(r, call)
	}
	for i, r := range f.Ops {
		ops[i].missing = r.failures(ops)
	}
	other := ir.Map(f.Ops, func(r Remote) bool { return r.isOtherThan(call) })
	for _, n := range f.Reads {
		if !other[n] {
			e.reads = append(e.reads, ops[n])
		}
	}
	f.wait(e, ops, call)
	for _, x := range f.Exits {
		out := exit{}
		for _, a := range x.Results {
			out.results = append(out.results, abs(a))
		}
		for _, n := range x.Writes {
			if !other[n] {
				out.writes = append(out.writes, ops[n])
			}
		}
		if len(out.writes) > 0 || len(x.Writes) == 0 {
			e.exits = append(e.exits, out)
		}
	}
	for _, p := range f.Pairs {
		if other[p.Write] || other[p.Read] {
			continue
		}
		pair := &Pair{Write: ops[p.Write], Read: ops[p.Read], Failed: p.Failed, Exists: p.Exists}
		if p.Again >= 0 {
			pair.Again = ops[p.Again]
		}
		if p.Maybe {
			e.maybe = append(e.maybe, pair)
		} else {
			e.pairs = append(e.pairs, pair)
		}
	}
}

// imported says what a function of another package does in terms of a call of it.
func (in *Info) imported(r Remote, call ssa.CallInstruction) *Op {
	common := call.Common()
	op := &Op{
		Act: r.Act, Origin: client.Origin{Class: r.Class, Param: -1, Wiring: r.Wiring},
		Call: call, Path: []ssa.CallInstruction{call}, remote: &r,
		needs: in.flags.Needs(call.Parent(), call).And(r.Needs.Handed(common, call.Parent())),
	}
	if fn := common.StaticCallee(); r.Type > 0 && fn != nil && r.Type <= len(fn.TypeArgs()) {
		op.What = kind.OfType(fn.TypeArgs()[r.Type-1])
	}
	op.Dying = append(slices.Clip(op.Dying), in.dyingAt(call.Block())...)
	in.importWrite(op, &r, call)
	for _, k := range r.Keys {
		op.keys = append(op.keys, in.objects.Expand(in.objects.Imported(k, common), call)...)
	}
	op.keys = identity.Compact(op.keys)
	if r.Namespace != nil {
		op.namespace = in.objects.Imported(*r.Namespace, common)
	}
	if r.Options != nil {
		for _, o := range r.Options {
			op.options = append(op.options, in.objects.Imported(o, common))
		}
		op.opaque = slices.Contains(op.options, nil)
	} else if r.Namespace != nil {
		op.options = append(op.options, op.namespace)
	}
	if r.Client >= 0 {
		if arg := ir.Arg(common, r.Client); arg != nil && kube.IsReader(arg.Type()) {
			op.Origin = in.origins.Of(arg)
		}
	}
	if r.Object >= 0 {
		if arg := ir.Arg(common, r.Object); arg != nil {
			op.object = in.objects.Term(arg)
			op.Unique = op.Unique || op.Verb == kube.VerbCreate && in.objects.IsUnique(arg, call)
			if !op.What.Kind.Known() {
				op.What = in.kindOf(arg)
			}
			if len(op.keys) == 0 {
				op.keys = in.objects.Keys(arg, call)
			}
		}
	}
	op.What = in.kindAt(op)
	return op
}
