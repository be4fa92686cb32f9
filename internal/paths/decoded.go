package paths

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// What a function makes of a part of an object, it may return, or put where an argument points to: that is a result below zero.

// behindParam is the result that stands for what a parameter points to.
func behindParam(parameter int) int { return -1 - parameter }

// resultsOf returns the values that a call has for a result of its function.
func resultsOf(call ssa.CallInstruction, result int) []ssa.Value {
	if result >= 0 {
		return ir.ResultsOf(call, result)
	}
	if arg := ir.Arg(call.Common(), behindParam(result)); arg != nil {
		return []ssa.Value{ir.Unwrap(arg)}
	}
	return nil
}

// back returns what a call has for a result, which is a part with that path; what the function around it was given for that, its
// callers have too.
func (w *weigher) back(call ssa.CallInstruction, of footprint.Returned, path string) ([]ssa.Value, string) {
	values := resultsOf(call, of.Result)
	for _, v := range values {
		if p, ok := v.(*ssa.Parameter); ok {
			w.returned[footprint.Returned{Result: behindParam(ir.ParamIndex(p)), Path: path}] = true
		}
	}
	return values, path
}

// decodes goes on with what is made of a text that is a part of the object, where an argument of the call points to; false if the
// call makes nothing of it.
func (w *weigher) decodes(text ssa.Value, path string, call ssa.CallInstruction) bool {
	if !kube.Decodes(ir.Symbol(call.Common())) {
		return false
	}
	known, _ := kube.MutationOf(ir.Called(call.Common()))
	into := ir.Mutated(call.Common(), known)
	if into == nil || into == text {
		return false
	}
	into = ir.Unwrap(into)
	switch base, _, _ := ir.Base(into); base := base.(type) {
	case *ssa.Parameter:
		w.returned[footprint.Returned{Result: behindParam(ir.ParamIndex(base)), Path: path}] = true
		w.Of(base, path)
	case *ssa.Alloc:
		if decodedAgain(base, call) {
			return false // what is looked at may be of the other text
		}
		w.Of(base, path)
	default:
		w.Of(into, path)
		w.Unseen = true
	}
	return true
}

// decodedAgain tells whether another call than one makes something of a text in a variable of its function.
func decodedAgain(variable *ssa.Alloc, first ssa.CallInstruction) bool {
	for call := range ir.All[ssa.CallInstruction](variable.Parent().Blocks) {
		if call == first || !kube.Decodes(ir.Symbol(call.Common())) {
			continue
		}
		known, _ := kube.MutationOf(ir.Called(call.Common()))
		if into := ir.Mutated(call.Common(), known); into != nil {
			if base, _, _ := ir.Base(ir.Unwrap(into)); base == ssa.Value(variable) {
				return true
			}
		}
	}
	return false
}

// handed is the path of a value of any type that a function is given.
const handed = "?"

func isHanded(path string) bool { return strings.HasPrefix(path, handed) }

// writesOn tells whether a function writes what it is given for a parameter, which may be anything, to the API, or into objects.
func (x *exporter) writesOn(p *ssa.Parameter) bool {
	if !kube.IsAny(p.Type()) || !slices.ContainsFunc(x.facts.Ops, func(r Remote) bool { return r.Verb.Writes() }) {
		return false
	}
	w := x.in.weigh(weighing{part: flow.At(p, handed)})
	return slices.ContainsFunc(w.Written.List(), isHanded)
}

// facts sees what a function of another package does with the object; false if that isn't known.
func (w *weigher) facts(v ssa.Value, path string, call ssa.CallInstruction) bool {
	f := w.in.factsFor(ir.Called(call.Common()))
	if f == nil {
		return false
	}
	known := false
	for _, p := range f.Params {
		if ir.Arg(call.Common(), p.Index) != v {
			continue
		}
		if slices.ContainsFunc(p.Consequences.Written, isHanded) {
			if path != "" {
				w.Written[path], known = true, true
			}
			continue
		}
		known = true
		hangs := w.in.boundTo(p.Consequences.local(), call)
		hangs.heard(w.in, call)
		w.add(hangs)
	}
	results := call.Common().Signature().Results()
	w.Unseen = w.Unseen || !known || results.Len() > 1 || results.Len() == 1 && !kube.IsError(results.At(0).Type())
	return true
}
