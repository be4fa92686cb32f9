package paths

import (
	"go/token"

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
	read := w.readThatFailed(err)
	if read == nil {
		return
	}
	s.drop(func(c carried) bool {
		return c.op.Verb == verb && !ir.Before(read.Call, c.since.at) && w.in.rereads(c.op, read, c.crossed)
	})
}

// readThatFailed returns the Get from a cache that the error is of, nil if it is of none.
func (w *walker) readThatFailed(err ssa.Value) *Op {
	call := ir.StepOf(err).Call
	if call == nil {
		return nil
	}
	if op := w.in.operation(call); op != nil && op.Verb == kube.VerbGet && op.cached() {
		return op
	}
	return nil
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
