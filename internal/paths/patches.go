package paths

import (
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/patch"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// diffBase returns the object that a patch through controller-runtime's client is the difference to, or the parameter
// that is the patch or that object; nil if the write is none.
func diffBase(w *Op) ssa.Value {
	if w.Verb != kube.VerbPatch || w.remote != nil || w.Via != kube.Client && w.Via != kube.Subresource {
		return nil
	}
	return patch.DiffedWith(ir.Written(w.Call.Common(), patch.Argument))
}

// rawPatch returns what a write sends that is a patch made of its data, nil if it isn't, or the data can't be seen.
func (in *Info) rawPatch(w *Op) footprint.Set {
	if w.Verb != kube.VerbPatch || w.remote != nil || w.Object == nil {
		return nil
	}
	return in.patches.Raw(w.written())
}

// written is what is asked of a patch that an operation is.
func (op *Op) written() patch.Write {
	return patch.Write{Call: op.Call, Path: op.Path, Object: op.Object}
}

// dataOf returns the same of a patch that a function of another package may do, too.
func (in *Info) dataOf(w *Op) footprint.Set {
	if w.remote != nil && w.remote.Raw {
		return footprint.Of(w.remote.Changed)
	}
	return in.rawPatch(w)
}
