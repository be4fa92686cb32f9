package paths

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A RemoteFilled is a field, by the first step of its path, of a new object that is a function's result of that index, in which it
// has put what comes of other objects' contents; Where names what does it.
type RemoteFilled struct {
	Result       int
	Field, Where string
}

// filled says in which fields of a new object that is the function's nth result it has put what comes of other objects' contents, if
// the object has the same name whatever that is.
func (x *exporter) filled(n int) {
	var lost Overread
	for _, result := range ir.Returned(x.fn, n) {
		if _, given := identity.Root(result).(*ssa.Parameter); given {
			return
		}
		for _, v := range x.in.madeAs(result, maxThrough) {
			made, ok := v.(*ssa.Alloc)
			if !ok || x.in.isAtAPI(made) {
				return
			}
			name := x.in.overread(&lost, made, footprint.Set{}, ir.Always)
			if name.isPassed() {
				return
			}
		}
	}
	for i, field := range lost.Fields {
		f := RemoteFilled{n, field, x.in.lazy.Where(lost.By[i])}
		if !slices.ContainsFunc(x.facts.Filled, func(o RemoteFilled) bool { return o.Result == n && o.Field == field }) {
			x.facts.Filled = append(x.facts.Filled, f)
		}
	}
}

// isAtAPI tells whether the function that makes an object does something with it at the API.
func (in *Info) isAtAPI(made *ssa.Alloc) bool {
	object := in.objects.Pointer(made)
	for call := range ir.All[ssa.CallInstruction](made.Parent().Blocks) {
		reads, writes := in.At(call)
		if slices.ContainsFunc(slices.Concat(reads, writes), func(op *Op) bool { return identity.Same(op.pointer, object) }) {
			return true
		}
	}
	return false
}

// isPassed tells whether a value is made of what callers pass, which they may have made of anything: objects aside, whose contents
// are known.
func (o *makeup) isPassed() bool {
	for v := range o.seen {
		if p, ok := v.(*ssa.Parameter); ok && !kube.IsMetadata(p.Type()) && !kube.IsObject(p.Type()) {
			return true
		}
	}
	return false
}

// filledBy returns what a function of another package has put into a new object that is its result.
func (in *Info) filledBy(v ssa.Value) (out []RemoteFilled) {
	step := ir.StepOf(v)
	if step.Call == nil || in.lazy.Callee(step.Call.Common()) != nil {
		return nil
	}
	if f := in.factsFor(ir.Called(step.Call.Common())); f != nil {
		for _, filled := range f.Filled {
			if filled.Result == step.Index {
				out = append(out, filled)
			}
		}
	}
	return out
}

// overreadElsewhere adds what a function of another package has set in an object that it has made and returned, and what isn't set
// again. Where its caller gives it another name, that may be for other contents.
func (in *Info) overreadElsewhere(lost *Overread, made ssa.Value, again footprint.Set) {
	call := ir.StepOf(made).Call
	h := in.footprints.Object(call.Parent(), in.objects.Pointer(made))
	if h == nil {
		return
	}
	for _, t := range h.At {
		if t.Copies || t.Sets[""] || t.Sets["Name"] || t.Sets["GenerateName"] {
			return
		}
	}
	for _, f := range in.filledBy(made) {
		if top, _, _ := strings.Cut(f.Field, "."); !again[top] {
			lost.Fields, lost.By, lost.Where = append(lost.Fields, top), append(lost.By, call), append(lost.Where, f.Where)
		}
	}
}
