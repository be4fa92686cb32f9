package paths

import (
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// deed notes that a call does something with a part of an object, or because of it; false if it doesn't. What is given how many there
// are may do something as many times.
func (w *weigher) deed(v ssa.Value, path string, call ssa.CallInstruction) bool {
	out, acts := goesOut(v, call), w.in.acts(call)
	switch {
	case footprint.IsCount(path):
		return acts
	case out:
		w.Written[path] = true
	case acts:
		w.Decides[path] = true
	}
	return out || acts
}

// goesOut tells whether a call has another program do something with a value, or with what was made of it: a process that is run,
// or the server of a request. One that only asks for something does nothing with it.
func goesOut(v ssa.Value, call ssa.CallInstruction) bool {
	symbol := ir.Symbol(call.Common())
	return kube.Sends(symbol) || kube.SendsRequest(ir.Called(call.Common())) && changesThere(v)
}

// changesThere tells whether a value is an HTTP request that is made with a method by which something is changed.
func changesThere(request ssa.Value) bool {
	made := ir.StepOf(request).Call
	if made == nil {
		return false
	}
	n := kube.RequestMethod(ir.Symbol(made.Common()))
	if n < 0 || n >= len(made.Call.Args) {
		return false
	}
	method, _ := ir.Text(made.Call.Args[n])
	return kube.IsChangingMethod(method)
}
