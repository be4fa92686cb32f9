package paths

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/kube"
)

// Instead returns what the functions that lead to a read do in its place where there is no object, whether or not they ask what its
// error is: the reads that come behind it then, and don't where it has found its object.
func (in *Info) Instead(r *Op) []*Op { return in.instead.Of(r, in.findInstead) }

func (in *Info) findInstead(r *Op) []*Op {
	var out []*Op
	for _, call := range r.Path {
		results := success(call)
		if call.Value() == nil || len(results) == 0 || results[len(results)-1] != zero {
			continue
		}
		failed, whole := in.readsAfter(call, failure(kube.NotFound))
		found, all := in.readsAfter(call, zero)
		if !whole || !all {
			continue
		}
		out = append(out, slices.DeleteFunc(failed, func(other *Op) bool { return slices.Contains(found, other) })...)
	}
	return out
}

// readsAfter returns what a function reads behind a call whose error is known; not whole if it isn't all seen.
func (in *Info) readsAfter(call ssa.CallInstruction, result abs) (reads []*Op, whole bool) {
	w, s := in.outcome(call, result)
	w.test = result.test()
	w.onRead = func(_ *state, read *Op) {
		if !slices.Contains(reads, read) {
			reads = append(reads, read)
		}
	}
	w.run(s)
	return reads, !w.cut && !w.full()
}
