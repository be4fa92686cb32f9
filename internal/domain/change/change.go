// Package change says what the functions of a package change, and whose that is: which objects that a cache holds a
// value leads back to, and what an instruction changes in what it refers to.
//
// Calls are seen through: functions, methods and literals of this package, and by facts the functions of the user's
// other packages. It says what may happen on some path.
package change

import (
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/client"
	"github.com/ctrllint/ctrllint/internal/domain/handler"
	"github.com/ctrllint/ctrllint/internal/domain/work"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Info is what is known of the functions of one package.
type Info struct {
	// Functions are the functions and function literals of the source; none if the package has nothing to do with the API,
	// and only callers may pass it a part of an object.
	Functions []*ssa.Function

	pkg     *ir.Package
	origins *client.Origins
	work    *work.Info                  // nil if the package does none
	events  map[*ssa.Parameter]*Source  // what event functions are given
	known   map[*types.Func]*Facts      // of functions of other packages
	worth   func(*types.Signature) bool // tells of which functions others want to know something
	trace   *tracer
}

// Release drops all that Info holds.
func (in *Info) Release() {
	if in != nil {
		*in = Info{}
	}
}

// New returns what is known of the functions of the pass's package, nil if it has nothing to do with the API, and no
// function to which others that have could pass a part of an object. origins are those of the package's clients, events are
// its event functions, info says what its function values may be, and known is what other packages say of their functions.
func New(pass *analysis.Pass, pkg *ir.Package, solver *flow.Solver, origins *client.Origins, info *work.Info, events *handler.Events, known map[*types.Func]*Facts) *Info {
	in := &Info{pkg: pkg, origins: origins, work: info, known: known, worth: tells}
	if kube.Reaches(pass.Pkg) {
		in.Functions = pkg.Functions()
	} else if in.worth = takesBare; !pkg.Offers(func(fn *types.Func) bool { return takesBare(fn.Signature()) }) {
		return nil
	}
	in.trace = newTracer(in, solver)
	in.events = in.trace.eventSources(events)
	return in
}
