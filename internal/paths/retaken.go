package paths

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A RemoteRetake says that a CreateOrUpdate or CreateOrPatch of an object that a function is given is all that this does with
// it, and takes back what the caller has put into it.
type RemoteRetake struct {
	Again []string // the fields that it sets anew, by the first step of their paths
	Idle  bool     // see Overread
}

// retakes returns what a function takes back of an object that it is given, by a CreateOrUpdate or CreateOrPatch; nil if it does
// something else with it, or that can't be said.
func (in *Info) retakes(op *Op, fn *ssa.Function) *RemoteRetake {
	if op.Verb < kube.VerbCreateOrUpdate || op.Via != kube.Client || op.sent != nil || identity.ParamOf(op.pointer, fn) < 0 {
		return nil
	}
	if slices.ContainsFunc(op.Path, func(step ssa.CallInstruction) bool { return !in.onlyRetakes(op, step) }) {
		return nil
	}
	if op.remote != nil {
		return op.remote.Retakes
	}
	own := in.operation(op.Call)
	if own == nil {
		return nil
	}
	again, ok := in.setAgain(op.Call.Parent(), own)
	if !ok {
		return nil
	}
	return &RemoteRetake{again.List(), isIdle(in.literals(op.Call.Common())[0])}
}

// onlyRetakes tells whether a step on the way to a composite is all that its function does with the object: it keeps nothing of it,
// and neither reads nor writes what may be that, too.
func (in *Info) onlyRetakes(op *Op, step ssa.CallInstruction) bool {
	fn := step.Parent()
	_, writes := in.At(step)
	i := slices.IndexFunc(writes, func(w *Op) bool { return w.Call == op.Call && w.Verb == op.Verb && w.remote == op.remote })
	if _, plain := step.(*ssa.Call); !plain || i < 0 || writes[i].pointer == nil {
		return false
	}
	object, what := writes[i].pointer, writes[i].What.Kind
	h := in.footprints.Object(fn, object)
	if h == nil {
		return false
	}
	for at, t := range h.At {
		if at != step && (t.Hands || t.Copies || len(t.Keeps) > 0) {
			return false
		}
	}
	for call := range ir.All[ssa.CallInstruction](fn.Blocks) {
		reads, others := in.At(call)
		for _, other := range slices.Concat(reads, others) {
			if call == step && other.Call == op.Call && other.Verb == op.Verb && other.remote == op.remote {
				continue // which is there for each way in which it ends
			}
			maybe := other.What.Kind == what || !other.What.Kind.Known() || !what.Known()
			if identity.Same(other.pointer, object) || call != step && maybe && other.Verb != kube.VerbList {
				return false
			}
		}
	}
	return true
}

// retaken returns the calls of a function by which functions of other packages take back what is set in objects before.
func (in *Info) retaken(fn *ssa.Function) (out []Overread) {
	for call := range ir.All[*ssa.Call](fn.Blocks) {
		_, writes := in.At(call)
		for _, op := range writes {
			if op.remote == nil || op.remote.Retakes == nil || op.Call != call || op.remote.Pointer == nil || op.remote.Pointer.Kind != identity.LeafTerm {
				continue
			}
			arg := ir.Arg(call.Common(), op.remote.Pointer.Param)
			if arg == nil || !in.onlyRetakes(op, call) {
				continue
			}
			lost := Overread{Call: op, Idle: op.remote.Retakes.Idle}
			made := slices.DeleteFunc(in.madeAs(arg, maxThrough), func(v ssa.Value) bool { return in.changesLater(in.kindOf(v).Kind) })
			if in.overreads(&lost, made, call, footprint.Of(op.remote.Retakes.Again)); len(lost.By) > 0 {
				out = append(out, lost)
			}
		}
	}
	return out
}

// changesLater tells whether the package changes objects of a kind in some other way, or may do so: what isn't stored at once may be
// stored like that.
func (in *Info) changesLater(what kind.Kind) bool {
	return !what.Known() || slices.ContainsFunc(in.Functions, func(fn *ssa.Function) bool {
		for call := range ir.All[ssa.CallInstruction](fn.Blocks) {
			_, writes := in.At(call)
			if slices.ContainsFunc(writes, func(w *Op) bool {
				retakes := w.remote != nil && w.remote.Retakes != nil
				return w.What.Kind == what && w.Sub == "" && w.Verb != kube.VerbCreate && !retakes
			}) {
				return true
			}
		}
		return false
	})
}
