package paths

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/client"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// caughtUp drops the writes that a cache is known to have seen: what was created, where the condition says that a read
// from the cache has found it, and what was deleted, where it says that one hasn't.
func (w *walker) caughtUp(s *state, cond ssa.Value, a abs) {
	if w.fails {
		return
	}
	var err ssa.Value
	verb := kube.NoVerb
	switch c := cond.(type) {
	case *ssa.BinOp:
		if ir.IsNil(c.Y) && (c.Op == token.EQL && a.isSet() || c.Op == token.NEQ && a == zero) {
			err, verb = c.X, kube.VerbCreate
		}
	case *ssa.Call:
		if kube.ErrorTest(ir.Symbol(c.Common())) == kube.NotFound && len(c.Call.Args) == 1 && a.isSet() {
			err, verb = c.Call.Args[0], kube.VerbDelete
		}
	}
	if verb == kube.NoVerb {
		return
	}
	reads := w.readsThatFailed(err)
	s.drop(func(c carried) bool {
		return c.op.Verb == verb && len(reads) > 0 && !slices.ContainsFunc(reads, func(r *Op) bool {
			return !r.cached() && !r.asks(c.op) || ir.Before(r.Call, c.since.at) || !w.in.rereads(c.op, r, c.crossed)
		})
	})
}

// readsThatFailed returns the Get that an error is of, or each of which it may be, as in a loop that asks again as long as
// there is an error; none if it may be another one.
func (w *walker) readsThatFailed(err ssa.Value) (reads []*Op) {
	from := []ssa.Value{err}
	if phi, ok := err.(*ssa.Phi); ok {
		from = phi.Edges
	}
	for _, v := range from {
		call := ir.StepOf(v).Call
		if call == nil {
			return nil
		}
		op := w.in.operation(call)
		if op == nil || op.Verb != kube.VerbGet {
			return nil
		}
		reads = append(reads, op)
	}
	return reads
}

// asks tells whether a read is through the very client of a parameter that did a write: if that doesn't ask a cache, the
// reads behind don't either.
func (op *Op) asks(write *Op) bool {
	return op.Via == kube.Client && op.Origin.Param >= 0 && op.Origin.Param == write.Origin.Param
}

// cached tells whether a cache answers a read for all that is known of its client; what options of the manager say, who
// judges knows.
func (op *Op) cached() bool {
	switch op.Via {
	case kube.Lister, kube.Store:
		return true
	case kube.Client:
		return op.Origin.Class == client.Cached || op.Origin.Class == client.Cache || op.Origin.Class == client.Backed
	}
	return false
}
