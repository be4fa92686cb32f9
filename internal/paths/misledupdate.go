package paths

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/change"
	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// hidesUpdate tells whether an event function compares what is changed in the object before an update with the same of the new one,
// and does nothing if they are alike: the one before is the one that was changed.
func (m *misled) hidesUpdate() bool {
	return m.of.Surface != kube.ChangeHandler && slices.ContainsFunc(m.in.effects.Events(), func(e *change.Source) bool {
		if !m.isAlike(e) {
			return false
		}
		u := &updated{m: m, old: before(e.Param), now: given(e.Param, kube.IsEventObject)}
		return len(u.old) > 0 && u.skips(e.Param.Parent())
	})
}

// before returns what an event function is given as the object before an update: a field of the event, or the parameter before the
// new object.
func before(p *ssa.Parameter) []ssa.Value {
	if kube.IsEvent(p.Type()) {
		return given(p, kube.IsOldObject)
	}
	first := 0
	if p.Parent().Signature.Recv() != nil {
		first = 1
	}
	n := slices.Index(p.Parent().Params, p) - 1
	if n < first || !types.Identical(p.Parent().Params[n].Type(), p.Type()) {
		return nil
	}
	return []ssa.Value{p.Parent().Params[n]}
}

// An updated is an update as an event function is given it: the objects before, and those that the cache has now.
type updated struct {
	m        *misled
	old, now []ssa.Value
}

// skips tells whether a function does nothing if what is changed is alike before and after.
func (u *updated) skips(fn *ssa.Function) bool {
	for instr := range ir.All[ssa.Instruction](fn.Blocks) {
		switch instr := instr.(type) {
		case *ssa.BinOp:
			if (instr.Op == token.EQL || instr.Op == token.NEQ) && u.areSame(instr.X, instr.Y) && u.skipsIf(instr, instr.Op == token.EQL) {
				return true
			}
		case *ssa.Call:
			_, args := ir.Receiver(instr.Common())
			if kube.ComparesDeeply(ir.Symbol(instr.Common())) && len(args) >= 2 && u.areSame(args[0], args[1]) && u.skipsIf(instr, true) {
				return true
			}
		}
	}
	return false
}

// areSame tells whether two values are the same part of the object before and of the new one, which is changed, or has what is. The
// objects as a whole differ by their versions.
func (u *updated) areSame(a, b ssa.Value) bool {
	x, path := u.part(a)
	y, same := u.part(b)
	if path == "" || path != same || !u.m.set.Meets(footprint.Set{path: true}) {
		return false
	}
	return slices.Contains(u.old, x) && slices.Contains(u.now, y) || slices.Contains(u.old, y) && slices.Contains(u.now, x)
}

// part returns the object that a value was taken from, and the path of what it is there.
func (u *updated) part(v ssa.Value) (of ssa.Value, path string) {
	for range maxPartSteps {
		switch s := ir.StepOf(v); {
		case slices.Contains(u.old, v) || slices.Contains(u.now, v):
			return v, change.Fields(path)
		case s.Kind == ir.Alias && len(s.From) == 1:
			v = s.From[0]
		case s.Kind == ir.Load, s.Kind == ir.FieldAddr:
			if s.Kind == ir.Load {
				v = s.From[0]
			}
			from, more, _ := ir.Base(v)
			path, v = ir.Below(more, path), from
		case s.Kind == ir.FieldOf:
			path, v = ir.Below(s.Field.Name(), path), s.From[0]
		case s.Kind == ir.Result:
			recv, _ := ir.Receiver(s.Call.Common())
			field, gets := strings.CutPrefix(ir.CalledName(s.Call.Common()), "Get")
			if recv == nil || !gets || !ir.IsOnMetadata(s.Call, recv) {
				return v, change.Fields(path)
			}
			path, v = ir.Below(field, path), recv
		default:
			return v, change.Fields(path)
		}
	}
	return v, change.Fields(path)
}

// maxPartSteps bounds how many steps a part is away from the object.
const maxPartSteps = 8

// skipsIf tells whether a function does nothing, or answers no, where a comparison has an outcome that says that both are alike.
func (u *updated) skipsIf(compared ssa.Value, alike bool) bool {
	return slices.ContainsFunc(ir.Uses(compared), func(ref ssa.Instruction) bool {
		switch ref := ref.(type) {
		case *ssa.UnOp:
			return ref.Op == token.NOT && u.skipsIf(ref, !alike)
		case *ssa.If:
			yes, no := ref.Block().Succs[0], ref.Block().Succs[1]
			if !alike {
				yes, no = no, yes
			}
			return mayDoNothing(yes) && !mayDoNothing(no)
		case *ssa.Return:
			return !alike
		case *ssa.Phi:
			return !alike && slices.ContainsFunc(ir.Uses(ref), func(use ssa.Instruction) bool {
				_, returned := use.(*ssa.Return)
				return returned
			})
		}
		return false
	})
}

// mayDoNothing tells whether a function may return from a block on without calling anything but what only looks at something.
func mayDoNothing(from *ssa.BasicBlock) bool {
	idle := func(b *ssa.BasicBlock) bool {
		return !slices.ContainsFunc(b.Instrs, func(instr ssa.Instruction) bool {
			switch instr := instr.(type) {
			case *ssa.Store, *ssa.MapUpdate, *ssa.Send, *ssa.Go:
				return true
			case ssa.CallInstruction:
				common := instr.Common()
				return !ir.IsBuiltin(common, "") && !kube.OnlyTells(ir.Called(common)) && !kube.ComparesDeeply(ir.Symbol(common)) && !kube.IsGetter(ir.CalledName(common))
			case *ssa.Return:
				return slices.ContainsFunc(instr.Results, ir.IsTrue)
			}
			return false
		})
	}
	ends := false
	if !idle(from) {
		return false
	}
	ir.Reachable(func(b *ssa.BasicBlock) []*ssa.BasicBlock {
		ends = ends || len(b.Succs) == 0
		return slices.DeleteFunc(slices.Clone(b.Succs), func(next *ssa.BasicBlock) bool { return !idle(next) })
	}, from)
	return ends
}
