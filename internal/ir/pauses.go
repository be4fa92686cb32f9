package ir

import (
	"go/token"
	"slices"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/kube"
)

// SleepsLong tells whether an instruction sleeps for a time in which a cache catches up: a constant one, or that of a variable of the
// package that nothing else sets.
func (p *Package) SleepsLong(instr ssa.Instruction) bool {
	call, ok := instr.(ssa.CallInstruction)
	return ok && kube.Sleeps(Symbol(call.Common())) && slices.ContainsFunc(call.Common().Args, func(arg ssa.Value) bool {
		if s := StepOf(arg); s.Kind == Load {
			if of, isGlobal := s.From[0].(*ssa.Global); isGlobal {
				if set := p.Index().StoredAt(of); len(set) == 1 && !token.IsExported(of.Name()) && !slices.ContainsFunc(p.Index().Referrers(of), sharesVariable) {
					arg = set[0]
				}
			}
		}
		pause, ok := arg.(*ssa.Const)
		return ok && kube.IsDuration(pause.Type()) && time.Duration(pause.Int64()) >= kube.LongPause
	})
}

// sharesVariable tells whether an instruction does something else with a variable than to load it or to set it, such as to hand out its
// address for a flag.
func sharesVariable(instr ssa.Instruction) bool {
	switch instr.(type) {
	case *ssa.UnOp, *ssa.Store, *ssa.DebugRef:
		return false
	}
	return true
}
