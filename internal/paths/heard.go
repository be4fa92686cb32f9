package paths

import (
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Hears tells whether the package gives a generated informer of a kind a handler that puts something on a work queue for new objects.
func (in *Info) Hears(k kind.Kind) bool {
	for call := range in.lazy.Calls() {
		recv, args := ir.Receiver(call.Common())
		if recv == nil || len(args) == 0 || !kube.AddsHandler(ir.Symbol(call.Common())) {
			continue
		}
		made := ir.StepOf(recv).Call
		if made == nil {
			continue
		}
		informer, _ := ir.Receiver(made.Common())
		if informer == nil {
			continue
		}
		object := kube.Informed(informer.Type())
		if object == nil {
			continue
		}
		named := kube.Named(object)
		if named != nil && named.Obj().Pkg() != nil && named.Obj().Name() == k.Name && kube.Path(named.Obj().Pkg().Path()) == k.Pkg && in.queuesNew(args[0]) {
			return true
		}
	}
	return false
}

// queuesNew tells whether a handler of events, a struct of functions, has one for new objects that comes to put something on a work
// queue.
func (in *Info) queuesNew(handler ssa.Value) bool {
	load, ok := ir.Unwrap(handler).(*ssa.UnOp)
	if !ok {
		return false
	}
	for _, stored := range in.lazy.Index().StoredIn(load.X, "AddFunc") {
		fn := ir.BodyOf(stored)
		if fn == nil {
			continue
		}
		for called := range ir.Reachable(in.callees, fn) {
			for call := range ir.All[ssa.CallInstruction](called.Blocks) {
				if kube.AddsWork(ir.Symbol(call.Common())) {
					return true
				}
			}
		}
	}
	return false
}
