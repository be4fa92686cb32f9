package paths

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// OnlyTold tells whether all that comes of a read, whatever it finds, is that somebody is told: an event is recorded of the
// object, or a line is logged. The function around it has no results, and has the object for itself, or looks at nothing of it but its
// version.
func (in *Info) OnlyTold(r *Op) bool { return in.onlyTold(r, false) }

// OnlyShown tells whether all that comes of a read, whatever it finds, is that somebody is told, or that something is set in
// the status of objects, in fields at which the package doesn't look.
func (in *Info) OnlyShown(r *Op) bool { return in.onlyTold(r, true) }

// onlyTold tells it of the function around a read; shows says whether a status may be set too.
func (in *Info) onlyTold(r *Op, shows bool) bool {
	fn := r.Call.Parent()
	if r.remote != nil || fn.Signature.Results().Len() > 0 {
		return false
	}
	if r.Object == nil && !in.waitsForVersion(r) {
		return false
	}
	if r.Object != nil {
		if _, own := identity.Root(r.Object).(*ssa.Alloc); !own {
			return false
		}
	}
	follows := ir.MayFollow(r.Call)
	for instr := range ir.All[ssa.Instruction](fn.Blocks) {
		if follows(instr) && !in.talks(instr, shows) {
			return false
		}
	}
	return true
}

// waitsForVersion tells whether all that is looked at of what a lister returns is its version: whoever does so waits for that.
func (in *Info) waitsForVersion(r *Op) bool {
	looked := in.Looked(r)
	return r.Via == kube.Lister && len(looked) == 1 && looked["ResourceVersion"]
}

// A talk asks whether a function does nothing to others but to tell them something; or, if it may, to show it in a status.
type talk struct {
	fn    *ssa.Function
	shows bool
}

func (in *Info) findTalking(of talk) bool {
	for instr := range ir.All[ssa.Instruction](of.fn.Blocks) {
		if !in.talks(instr, of.shows) {
			return false
		}
	}
	return len(of.fn.Blocks) > 0
}

// talks tells it of an instruction.
func (in *Info) talks(instr ssa.Instruction, shows bool) bool {
	switch i := instr.(type) {
	case *ssa.Store:
		base, path, _ := ir.Base(i.Addr)
		_, own := base.(*ssa.Alloc)
		return own || shows && in.isShown(i.Addr, base, path)
	case *ssa.Call:
		return in.onlyTells(i, shows)
	case *ssa.Send, *ssa.MapUpdate, *ssa.Panic, *ssa.Go, *ssa.Defer, *ssa.RunDefers, *ssa.Select:
		return false
	}
	return true
}

// onlyTells tells it of a call. A function of the libraries that is there for what it returns does nothing.
func (in *Info) onlyTells(call *ssa.Call, shows bool) bool {
	if e := in.of(call.Parent()).events[call]; e != nil && len(e.exits) > 0 {
		return false
	}
	if callee := in.lazy.Callee(call.Common()); callee != nil {
		return in.questions.talking.Of(talk{callee, shows})
	}
	obj := ir.Called(call.Common())
	if op := in.operation(call); op != nil && !op.Verb.Writes() {
		return true
	}
	if fn, ok := obj.(*types.Func); ok && kube.Namespaced(fn) { // of a lister
		return true
	}
	if results, none := call.Type().(*types.Tuple); none && results.Len() == 0 { // such as close and delete
		return kube.OnlyTells(obj) || kube.Sleeps(kube.SymbolOf(obj))
	}
	return kube.OnlyTells(obj) || ir.IsBuiltin(call.Common(), "") || obj != nil && !in.isOwn(obj)
}

// isShown tells whether an address is of a field of an object's status from which the package never loads.
func (in *Info) isShown(addr, base ssa.Value, path string) bool {
	field, ok := addr.(*ssa.FieldAddr)
	if !ok || !kube.IsObject(base.Type()) || path != status+"."+ir.FieldAt(field).Name() {
		return false
	}
	return !slices.ContainsFunc(in.lazy.Index().FieldAddrs(ir.FieldAt(field)), func(addr ssa.Value) bool {
		return slices.ContainsFunc(ir.Uses(addr), func(ref ssa.Instruction) bool {
			store, ok := ref.(*ssa.Store)
			return !ok || store.Addr != addr
		})
	})
}
