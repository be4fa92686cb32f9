package paths

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/client"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// isOf tells whether an operation is of the object that a term points to, or of a copy of it that is made to be written.
func (op *Op) isOf(object *identity.Term) bool {
	return identity.Same(op.pointer, object) || identity.Same(op.sent, object)
}

// inOrder puts the writes of a call first that are there to store the change, where all writes of the object are patches of it to
// itself: or else another one would be named as what doesn't send it.
func (t *trail) inOrder(own, writes []*Op, call ssa.CallInstruction) []*Op {
	if len(own) < 2 || slices.ContainsFunc(own, func(op *Op) bool { return op.Verb != kube.VerbPatch || !t.sameBase(op, call) }) {
		return writes
	}
	isOther := func(op *Op) bool { return !t.isOf(op) || t.keeps(op, t.field) != Stores }
	return append(slices.DeleteFunc(slices.Clone(writes), isOther), slices.DeleteFunc(slices.Clone(writes), func(op *Op) bool { return !isOther(op) })...)
}

// SendsCopy tells whether what is written is a copy of the object, which doesn't get the answer then.
func (op *Op) SendsCopy() bool { return op.sent != nil }

// helperPatch is what a call does of a helper's method that patches an object and its status.
func (in *Info) helperPatch(call ssa.CallInstruction) *Op {
	recv, args := ir.Receiver(call.Common())
	if recv == nil || len(args) < 2 {
		return nil
	}
	op := &Op{Act: Act{Verb: kube.VerbPatch, Via: kube.Client, All: true, Aside: true}, Call: call, Path: []ssa.CallInstruction{call}, Origin: client.Origin{Param: -1}}
	op.sent = in.objects.Pointer(args[1])
	op.base = in.objects.Helped(identity.Base{Made: call, Pointer: in.objects.Pointer(recv)})
	return op
}

// sentCopy returns the object of which a write sends a copy that is made for nothing else; nil if it sends none.
func (in *Info) sentCopy(op *Op) *identity.Term {
	if op.pointer == nil || op.pointer.Kind != identity.LeafTerm || !op.Verb.Writes() {
		return nil
	}
	made, ok := op.pointer.Leaf.(*ssa.Call)
	if !ok {
		return nil
	}
	if of := in.objects.Copied(made); of != nil && in.objects.StaysUntil(made, op.Call) {
		return in.objects.Pointer(of)
	}
	return nil
}

// Differences returns the patches of a function that never send anything of an object which it is given: their base is the
// very object, or a copy of it that is made when nothing more is changed.
func (in *Info) Differences(fn *ssa.Function) []*Op {
	var out []*Op
	for call := range ir.All[ssa.CallInstruction](fn.Blocks) {
		op := in.operation(call)
		switch {
		case op == nil:
			op = in.lateHelper(call)
		case op.sent != nil:
			if !in.isLateIn(fn, op) {
				op = nil
			}
		case op.Verb != kube.VerbPatch || op.pointer == nil || !isGiven(op.pointer) || !in.isUseless(op, howBased(op)):
			op = nil
		}
		if op != nil {
			out = append(out, op)
		}
	}
	return out
}

func howBased(op *Op) How {
	if op.base.Copied != nil {
		return Late
	}
	return Same
}

// isGiven tells whether a term points to what a function has from a parameter.
func isGiven(t *identity.Term) bool {
	_, given := t.Leaf.(*ssa.Parameter)
	return given
}

// lateHelper returns the first of the patches of an object that a call comes to, if none of them sends anything of it, since
// their base is a copy which the function of the call has made when all changes were; nil if there is none, or the call comes
// to another write of the object too.
func (in *Info) lateHelper(call ssa.CallInstruction) *Op {
	_, writes := in.At(call)
	i := slices.IndexFunc(writes, func(op *Op) bool { return in.isLateIn(call.Parent(), op) })
	if i < 0 || slices.ContainsFunc(writes, func(op *Op) bool {
		return !in.isLateIn(call.Parent(), op) && (op.isOf(writes[i].sent) || op.pointer == nil && op.sent == nil)
	}) {
		return nil
	}
	return writes[i]
}

// isLateIn tells whether a write in terms of a function is a patch that sends nothing of an object which the function has from
// a parameter, be it in a field, because the function has copied that for the base, and does nothing with it until the patch.
func (in *Info) isLateIn(fn *ssa.Function, op *Op) bool {
	copied := op.base.Copied
	if op.Verb != kube.VerbPatch || copied == nil || op.sent == nil || copied == op.Path[0] || copied.Parent() != fn || !identity.Same(op.base.Of, op.sent) {
		return false
	}
	root := op.sent
	for root.Kind == identity.FieldTerm {
		root = root.Args[0]
	}
	h := in.footprints.Object(fn, op.sent)
	return isGiven(root) && h != nil && ir.Before(copied, op.Path[0]) && h.IsUntouched(copied, op.Path[0]) && onlyLooks(copied, op.Path[0])
}

// onlyLooks tells whether nothing is done between two instructions that could change an object which somebody else has too,
// such as in a struct that holds it: nothing is called but what only reads.
func onlyLooks(from, to ssa.Instruction) bool {
	behind, before := ir.MayFollow(from), ir.MayPrecede(to)
	for instr := range ir.All[ssa.Instruction](from.Parent().Blocks) {
		if instr == from || instr == to || !behind(instr) || !before(instr) {
			continue
		}
		switch instr := instr.(type) {
		case ssa.CallInstruction:
			if !kube.LeavesAlone(ir.Called(instr.Common())) && !kube.IsGetter(ir.CalledName(instr.Common())) && !ir.IsBuiltin(instr.Common(), "") {
				return false
			}
		case *ssa.Store:
			if base, _, _ := ir.Base(instr.Addr); !isVariable(base) {
				return false
			}
		case *ssa.MapUpdate:
			return false
		}
	}
	return true
}
