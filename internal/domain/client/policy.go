package client

import (
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/config"
	"github.com/ctrllint/ctrllint/internal/diag"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// assume returns what is usual for a variable, field or parameter of that name and type. owner is the type that a field
// belongs to, nil for others.
func (t *tracer) assume(name string, typ types.Type, owner *types.Named) answer {
	a := answer{assumed: true}
	switch {
	case kube.IsCache(typ):
		a.class = Cache
	case !kube.IsReader(typ):
	case slices.Contains(t.told.Clients.LiveReaders, name) || kube.LiveName(name):
		a.class = Live
	case kube.IsClient(typ):
		a.class = t.assumeClient(owner)
	}
	return a
}

// assumeClient returns what a client.Client counts as: the manager's where it can be, which is in code of controllers.
func (t *tracer) assumeClient(owner *types.Named) Class {
	switch t.told.Clients.Unknown {
	case config.AssumeManager:
		return Cached
	case config.AssumeLive:
		return Live
	case config.AssumeNothing:
		return Unknown
	}
	if t.store() {
		return Unknown
	}
	if t.controllers || owner != nil && kube.Reconciles(types.NewPointer(owner)) {
		return Cached
	}
	return Unknown
}

// MayKeep tells whether a client of an origin of which nothing is known may be one of the package's own that keeps what it is given,
// and asks no API server.
func (o *Origins) MayKeep(of Origin) bool {
	if of.Class != Unknown || of.Param >= 0 || !o.tracer().store() {
		return false
	}
	_, some := o.Where(of, func(k Known) bool { return k.Class != Unknown })
	return !some
}

// findStore tells whether the package has a client of its own that asks no other one to create objects, but keeps them, such as
// for a simulation: what its code is handed may well be that.
func (t *tracer) findStore() bool {
	scope := t.pass.Pkg.Scope()
	return slices.ContainsFunc(scope.Names(), func(name string) bool {
		typ, ok := scope.Lookup(name).(*types.TypeName)
		return ok && t.isStore(kube.Named(typ.Type()))
	})
}

// isStore tells it of a type. A client that calls another one, or a function that it has in a field, keeps nothing itself.
func (t *tracer) isStore(typ *types.Named) bool {
	if typ == nil || typ.TypeParams().Len() > 0 || types.IsInterface(typ) || !kube.IsClient(types.NewPointer(typ)) {
		return false
	}
	create := ir.DeclaredMethod(typ, "Create")
	if create == nil {
		return false
	}
	fn := t.lazy.SSA().Prog.FuncValue(create)
	if fn == nil || len(fn.Blocks) == 0 {
		return false
	}
	for call := range ir.All[ssa.CallInstruction](fn.Blocks) {
		if ir.CalledName(call.Common()) == create.Name() || !call.Common().IsInvoke() && ir.FieldRead(call.Common().Value) != nil {
			return false // of a mock, who makes it says in a field what it does
		}
	}
	return true
}

// isCommand tells whether the package is a command or part of one.
func isCommand(pass *analysis.Pass) bool {
	return pass.Pkg.Name() == "main" || diag.IsTestCode(pass) ||
		diag.InFolder(pass, kube.IsCommandFolder) || imports(pass, "github.com/spf13/cobra", "github.com/urfave/cli/v2")
}

// imports tells whether one of the package's files, its tests aside, imports one of the paths.
func imports(pass *analysis.Pass, paths ...string) bool {
	for _, f := range pass.Files {
		if strings.HasSuffix(pass.Fset.File(f.FileStart).Name(), "_test.go") {
			continue
		}
		for _, spec := range f.Imports {
			if path, err := strconv.Unquote(spec.Path.Value); err == nil && slices.Contains(paths, path) {
				return true
			}
		}
	}
	return false
}
