package paths

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// OnlyTold tells whether all that comes of a read, whatever it finds, is that somebody is told: an event is recorded of the
// object, or a line is logged. The function around it has no results, and has the object for itself.
func (in *Info) OnlyTold(r *Op) bool {
	fn := r.Call.Parent()
	if r.remote != nil || r.Object == nil || fn.Signature.Results().Len() > 0 {
		return false
	}
	if _, own := pointer(r.Object).(*ssa.Alloc); !own {
		return false
	}
	follows := ir.MayFollow(r.Call)
	for instr := range ir.All[ssa.Instruction](fn.Blocks) {
		if follows(instr) && !in.talks(instr) {
			return false
		}
	}
	return true
}

// talks tells whether an instruction does nothing to others but to tell them something.
func (in *Info) talks(instr ssa.Instruction) bool {
	switch i := instr.(type) {
	case *ssa.Store:
		base, _, _ := ir.Base(i.Addr)
		_, own := base.(*ssa.Alloc)
		return own
	case *ssa.Call:
		return in.onlyTells(i)
	case *ssa.Send, *ssa.MapUpdate, *ssa.Go, *ssa.Defer, *ssa.RunDefers, *ssa.Select:
		return false
	}
	return true
}

// onlyTells tells whether all that a call does to others is to tell them something. A function of the libraries that is
// there for what it returns does nothing.
func (in *Info) onlyTells(call *ssa.Call) bool {
	if e := in.of(call.Parent()).events[call]; e != nil && len(e.exits) > 0 {
		return false
	}
	if callee := in.lazy.Callee(call.Common()); callee != nil {
		return in.questions.talking.Of(callee)
	}
	obj := ir.Called(call.Common())
	if results, none := call.Type().(*types.Tuple); none && results.Len() == 0 { // such as close and delete
		return kube.OnlyTells(obj)
	}
	return kube.OnlyTells(obj) || ir.IsBuiltin(call.Common(), "") || obj != nil && !in.isOwn(obj)
}

func (in *Info) findTalking(fn *ssa.Function) bool {
	for instr := range ir.All[ssa.Instruction](fn.Blocks) {
		if !in.talks(instr) {
			return false
		}
	}
	return len(fn.Blocks) > 0
}
