package handler

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/ctrllint/ctrllint/internal/config"
	"github.com/ctrllint/ctrllint/internal/ir"
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

// ownResync returns the longest period after which the informers that are given an event handler at an address, and nothing else
// is, hand all objects to it again; zero if that isn't known of one.
func ownResync(handler ssa.Value) time.Duration {
	var periods []time.Duration
	unknown := func() { periods = append(periods, 0) }
	handedOn(handler, uses{
		stored: func(types.Type, int) bool {
			unknown()
			return false
		},
		passed:   func(call ssa.CallInstruction, v ssa.Value) { periods = append(periods, resyncOf(call, v)) },
		returned: func(*ssa.Return) { unknown() },
		captured: func(*ssa.MakeClosure, ssa.Value) []ssa.Value {
			unknown()
			return nil
		},
	})
	return Slowest(periods)
}

// resyncOf returns the period after which the informer that a call gives an event handler hands all objects to it again, zero if
// that isn't known: that of the factory in the same function which the informer comes from.
func resyncOf(call ssa.CallInstruction, handler ssa.Value) time.Duration {
	symbol := ir.Symbol(call.Common())
	if !kube.AddsHandler(symbol) || ir.Written(call.Common(), 0) != handler {
		return 0
	}
	if symbol.Name != "AddEventHandler" { // a period that it is given counts only if the informer has one, too
		return 0
	}
	from, _ := ir.Receiver(call.Common())
	for range maxMakers {
		step := ir.StepOf(from)
		switch {
		case (step.Kind == ir.Alias || step.Kind == ir.Load) && len(step.From) == 1:
			from = step.From[0]
		case step.Kind == ir.Variable:
			stored := ir.StoredAt(from)
			if len(stored) != 1 {
				return 0
			}
			from = stored[0]
		case step.Kind == ir.Result:
			common := step.Call.Common()
			if n := kube.ResyncArg(ir.Symbol(common)); n >= 0 {
				if common.Signature().Variadic() && mayResync(common) {
					return 0
				}
				return periodOf(ir.Written(common, n))
			}
			recv, args := ir.Receiver(common)
			if recv == nil || len(args) > 0 {
				return 0
			}
			from = recv
		default:
			return 0
		}
	}
	return 0
}

// maxMakers bounds how many calls lead from a factory to its informer.
const maxMakers = 10

// periodOf returns the period that a constant is, zero if a value is none.
func periodOf(v ssa.Value) time.Duration {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.Int {
		return 0
	}
	period, _ := constant.Int64Val(c.Value)
	return time.Duration(period)
}

// mayResync tells whether one of the options of a factory may be another period for some informers.
func mayResync(common *ssa.CallCommon) bool {
	last := common.Args[len(common.Args)-1]
	options := ir.Variadic(last)
	if len(options) == 0 && !ir.IsNil(last) {
		return true
	}
	return slices.ContainsFunc(options, func(v ssa.Value) bool {
		call, ok := v.(*ssa.Call)
		return !ok || !kube.KeepsResync(ir.CalledName(&call.Call))
	})
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
