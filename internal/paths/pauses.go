package paths

import (
	"go/constant"
	"go/token"
	"go/types"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// pausesLong tells whether a retry is given a backoff of its own whose pauses come to so much that a cache catches up
// between the first try and the last.
func (in *Info) pausesLong(common *ssa.CallCommon) bool {
	for _, arg := range common.Args {
		if kube.IsBackoff(arg.Type()) {
			return in.pausesOf(arg) >= kube.LongPause
		}
	}
	return false
}

// pausesOf returns what the pauses of a backoff come to, 0 if that isn't known: retry.OnError sleeps behind each try but the
// last (k8s.io/apimachinery pkg/util/wait, all versions).
func (in *Info) pausesOf(backoff ssa.Value) time.Duration {
	said := in.literalOf(backoff)
	pause, steps, factor, most := said["Duration"], said["Steps"], said["Factor"], said["Cap"]
	all := 0.0
	for range min(int(steps)-1, maxPauses) {
		all += pause
		if factor != 0 {
			pause *= factor
		}
		if most > 0 && pause > most {
			break // Cap ends the steps
		}
	}
	return time.Duration(all)
}

// maxPauses bounds how many pauses are added up.
const maxPauses = 100

// literalOf returns the numbers in the fields of a struct that is a composite literal, or that a variable of the package
// holds which nothing else sets; nil if one of them is no constant.
func (in *Info) literalOf(v ssa.Value) map[string]float64 {
	var addr ssa.Value
	if literal := ir.Literal(v); literal != nil {
		addr = literal
	} else if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		if addr, ok = load.X.(*ssa.Global); !ok {
			return nil
		}
		if whole := in.lazy.Index().StoredAt(addr); len(whole) == 1 {
			return in.literalOf(whole[0])
		}
	} else {
		return nil
	}
	said := map[string]float64{}
	for field := range v.Type().Underlying().(*types.Struct).Fields() {
		for i, stored := range in.lazy.Index().StoredIn(addr, field.Name()) {
			number, ok := stored.(*ssa.Const)
			if !ok || i > 0 || number.Value == nil {
				return nil
			}
			said[field.Name()], _ = constant.Float64Val(constant.ToFloat(number.Value))
		}
	}
	return said
}
