package scenario

import (
	"go/constant"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// sampleKeys are the forms that the Key of a tombstone has.
var sampleKeys = []string{"namespace/name", "name"}

// Ignores tells whether whoever takes what is put on a work queue certainly does nothing for the Key of a tombstone, whatever it
// does for other texts: as one does that looks for more in it than namespace and name.
func (in *Info) Ignores(queued Fault) bool {
	pipe := in.filled(queued.Instr)
	if pipe == (ir.Pipe{}) {
		return false
	}
	works := false
	s := Stored{Pipe: pipe}
	for _, taker := range in.takers(s) {
		if r := in.Assuming(s, unknown(true), taker); r.Truncated {
			return false
		} else if strength, dependent := r.Strength(); strength == kube.HasEffect && dependent {
			works = true
		}
		if slices.ContainsFunc(sampleKeys, func(key string) bool {
			r := in.Assuming(s, Value{Kind: Const, Const: constant.MakeString(key), Tainted: true, Cause: queued.Cause}, taker)
			strength, _ := r.Strength()
			return r.Truncated || strength > kube.NoEffect
		}) {
			return false
		}
	}
	return works
}

// decided executes a call of the libraries of which what it is given, or called on, says what it returns.
func (f *frame) decided(i ssa.Instruction, sym kube.Symbol, args []Value) (Value, bool) {
	if v, ok := ofTexts(sym, args); ok {
		return v, true
	}
	return f.deletedFrom(i, sym, args)
}

// ofTexts executes a function that is asked of texts which are known.
func ofTexts(sym kube.Symbol, args []Value) (Value, bool) {
	if len(args) != 2 || args[0].Kind != Const || args[1].Kind != Const {
		return Value{}, false
	}
	results, ok := kube.OfTexts(sym, args[0].Const, args[1].Const)
	if !ok {
		return Value{}, false
	}
	all := ir.Map(results, func(c constant.Value) Value {
		return Value{Kind: Const, Const: c, Tainted: args[0].Tainted, Cause: args[0].Cause}
	})
	if len(all) == 1 {
		return all[0], true
	}
	return Value{Kind: Tuple, Tuple: all}, true
}
