package footprint

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/change"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// call notes what a call does with what it is given.
func (f *toucher) call(v ssa.Value, path string, call ssa.CallInstruction) {
	common := call.Common()
	if ir.IsBuiltin(common, "") {
		f.builtin(v, path, call)
		return
	}
	if f.followed(v, path, call) {
		return
	}
	obj, name := ir.Called(common), ir.CalledName(common)
	known, isKnown := kube.MutationOf(obj)
	recv, args := ir.Receiver(common)
	looks := path
	switch callee := f.finder.lazy.Callee(common); {
	case callee != nil:
		f.callee(v, path, callee, call)
		return // which may look at a part only
	case isKnown:
		if ir.Mutated(common, known) == v {
			if looks = Join(path, known.Field) + conditionOf(common); known.Key > 0 {
				looks = f.finder.Entry(looks, ir.Written(common, known.Key))
			}
			f.set(call, looks, !known.Settles) // an order, or defaults, may be there for this function only
		}
	case recv == v && kube.IsMetadata(v.Type()) && call.Value() != nil && strings.HasPrefix(name, "Get"):
		looks = Join(path, strings.TrimPrefix(name, "Get"))
		f.gets(call.Value(), looks)
	case kube.OnlyNames(obj):
		looks = Join(path, "Name")
	case kube.LeavesAlone(obj), kube.IsMergeFrom(kube.SymbolOf(obj)), kube.IsGetter(name), !ir.Changeable(v):
	case recv == v && len(args) > 0 && strings.HasPrefix(name, "Set") && name != "Set":
		looks = Join(path, strings.TrimPrefix(name, "Set"))
		f.set(call, looks, true)
	case f.effects(v, path, call):
		return // what it says it has done is what it has changed
	case mayWrite(call) && (obj == nil || !ir.SameModule(f.finder.pass, obj.Pkg()) || common.IsInvoke() && !f.finder.calls.IsKnown(obj)):
		f.at(call).Hands = true
	default:
		f.set(call, path, false)
	}
	f.looks(v, path, looks, call)
}

// gets notes what a getter of the metadata returns: the very map or slice, but for unstructured objects.
func (f *toucher) gets(v *ssa.Call, field string) {
	if ir.Changeable(v) {
		f.may(v, field)
	}
}

// looks notes what a call looks at of what it is given: of the object itself, no more than a function of another package says.
func (f *toucher) looks(v ssa.Value, path, looks string, call ssa.CallInstruction) {
	if kube.IsAboutFinalizers(ir.CalledName(call.Common())) {
		looks = Join(path, "Finalizers")
	}
	if known := f.finder.glimpsed(v, call); path == "" && looks == "" && known != nil {
		f.at(call).Looks.Add(known)
		return
	}
	f.at(call).Looks[looks] = true
}

// callee goes on in the function of this package that a call calls, and with what that returns of what it is given.
func (f *toucher) callee(v ssa.Value, path string, callee *ssa.Function, call ssa.CallInstruction) {
	_, isGo := call.(*ssa.Go)
	for p := range ir.Given(callee, call.Common(), v) {
		inner := f.finder.given(p)
		if inner == nil {
			continue
		}
		f.at(call).include(inner, path)
		f.at(call).Sure.Under(path, inner.Sure)
		f.at(call).Hands = f.at(call).Hands || isGo
		for _, r := range inner.Back {
			for _, result := range ir.ResultsOf(call, r.Result) {
				if r.Path != "" && len(inner.Back) == 1 && len(ir.Returned(callee, r.Result)) == 1 {
					f.Of(result, Join(path, r.Path)) // that part, and nothing else
				} else {
					f.may(result, Join(path, r.Path))
				}
			}
		}
	}
}

// followed tells whether a call copies what it is given, is an operation, which the paths know, or hands out a part of it.
func (f *toucher) followed(v ssa.Value, path string, call ssa.CallInstruction) bool {
	return f.copied(v, path, call) || f.finder.isOperation(call) || f.accessed(v, path, call)
}

// copied notes that a call copies what it is given, if it does, for a helper that patches the object, or to return it.
func (f *toucher) copied(v ssa.Value, path string, call ssa.CallInstruction) bool {
	value, ok := call.(*ssa.Call)
	returns := ok && (change.CopyOf(value) == v || path == "" && f.finder.objects.Copied(value) == v)
	if !returns && !kube.MakesHelper(kube.SymbolOf(ir.Called(call.Common()))) {
		return false
	}
	if f.at(call).Copies = path == ""; returns {
		f.kept(value, path, call)
	}
	return true
}

// accessed goes on with the part of the object that a function of another package returns, if it does nothing else.
func (f *toucher) accessed(v ssa.Value, path string, call ssa.CallInstruction) bool {
	part, ok := f.finder.effects.Part(call, v)
	if !ok {
		return false
	}
	for _, result := range ir.ResultsOf(call, 0) {
		f.Of(result, Join(path, PathTo(part)))
	}
	return true
}

// effects notes what a function of the user's other packages changes in what it is given, as their facts say; false if they
// say nothing.
func (f *toucher) effects(v ssa.Value, path string, call ssa.CallInstruction) (some bool) {
	for _, e := range f.finder.effects.ByCall(call) {
		if e.Target != v || e.Reply {
			continue
		}
		field := Join(path, PathTo(e.Path))
		f.set(call, field, field != "" && !handsOutList(call))
		f.at(call).Looks[field] = true
		if _, known := f.finder.effects.Sets(call, v); !known { // it may have changed that for who has it from then on
			f.at(call).Keeps[field] = true
		}
		some = true
	}
	return some
}

// handsOutList tells whether a call returns a map or slice: that may be what it has changed, for its caller and not to be
// stored.
func handsOutList(call ssa.CallInstruction) bool {
	for result := range call.Common().Signature().Results().Variables() {
		switch result.Type().Underlying().(type) {
		case *types.Map, *types.Slice:
			return true
		}
	}
	return false
}

// mayWrite tells whether a function that can't be followed may come to a client: it has a receiver, or is given one.
func mayWrite(call ssa.CallInstruction) bool {
	common := call.Common()
	if recv, _ := ir.Receiver(common); recv != nil || common.StaticCallee() == nil {
		return true
	}
	return slices.ContainsFunc(common.Args, func(a ssa.Value) bool { return kube.IsReader(a.Type()) || kube.IsContext(a.Type()) })
}

func (f *toucher) builtin(v ssa.Value, path string, call ssa.CallInstruction) {
	common := call.Common()
	first := len(common.Args) > 0 && common.Args[0] == v
	switch common.Value.Name() {
	case "append":
		if value := call.Value(); value != nil && first {
			f.Of(value, path)
		}
	case "delete", "clear", "copy":
		if first {
			f.set(call, path, true)
		}
	}
}
