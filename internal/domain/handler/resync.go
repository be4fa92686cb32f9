package handler

import (
	"go/ast"
	"go/constant"
	"go/types"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/ctrllint/ctrllint/internal/config"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Resyncs is what a driver that has seen whole programs says of them, as config's Seen.
type Resyncs interface {
	// Resync returns the period after which all informers of the programs that have a package hand all objects to the update
	// functions of their handlers again; zero if one doesn't, or if that isn't known.
	Resync(pkg string) time.Duration
}

// resync returns the period after which the informers of a package do so: as the driver has seen, or as a program of one
// package says itself.
func resync(pass *analysis.Pass, told *config.Config) time.Duration {
	if seen, ok := told.Seen.(Resyncs); ok {
		return seen.Resync(pass.Pkg.Path())
	}
	if pass.Pkg.Name() == "main" {
		return Slowest(ResyncsIn(pass.Files, pass.TypesInfo))
	}
	return 0
}

// Slowest returns the longest of some periods, zero if one of them is none.
func Slowest(periods []time.Duration) (slowest time.Duration) {
	for _, p := range periods {
		if p <= 0 {
			return 0
		}
		slowest = max(slowest, p)
	}
	return slowest
}

// ResyncsIn returns the periods that informers are given in some files, zero for one that is no constant.
func ResyncsIn(files []*ast.File, info *types.Info) (periods []time.Duration) {
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			obj := typeutil.Callee(info, call)
			if obj == nil {
				return true
			}
			if arg := kube.ResyncArg(kube.SymbolOf(obj)); arg >= 0 && arg < len(call.Args) {
				var period int64
				if value := info.Types[call.Args[arg]].Value; value != nil && value.Kind() == constant.Int {
					period, _ = constant.Int64Val(value)
				}
				periods = append(periods, time.Duration(period))
			}
			return true
		})
	}
	return periods
}
