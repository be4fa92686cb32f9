package change

import (
	"cmp"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// An Idle is a map that a function puts something into and that goes nowhere: not into the object for which it was made.
type Idle struct {
	By []*ssa.MapUpdate
	// Of is the object that has no such map yet, Field the one of its fields where it belongs; for a copy of a part of an
	// unstructured object, Of is nil, and Copied the call that makes it.
	Of     ssa.Value
	Field  string
	Copied *ssa.Call
}

// IdleMaps returns the maps of a function that it makes where an object has none, or copies out of an unstructured one, and
// then leaves out of it.
func (in *Info) IdleMaps(fn *ssa.Function) (out []*Idle) {
	for made := range ir.All[*ssa.MakeMap](fn.Blocks) {
		u := &mapUses{seen: map[ssa.Value]bool{}}
		if !u.idle(made) || !u.unseen() {
			continue
		}
		for _, from := range u.others {
			if of, field := mapOf(from); of != nil {
				out = append(out, &Idle{By: u.sorted(), Of: of, Field: field})
				break
			}
		}
	}
	for call := range ir.All[*ssa.Call](fn.Blocks) {
		if !kube.CopiesNestedMap(ir.Symbol(call.Common())) {
			continue
		}
		for _, copied := range ir.ResultsOf(call, 0) {
			u := &mapUses{seen: map[ssa.Value]bool{}}
			if u.idle(copied) && u.unseen() {
				out = append(out, &Idle{By: u.sorted(), Copied: call})
			}
		}
	}
	return out
}

// mapUses are what is done with a map.
type mapUses struct {
	by     []*ssa.MapUpdate // of variables that may be other maps too
	others []ssa.Value      // what the variable may be besides
	looks  []ssa.Instruction
	seen   map[ssa.Value]bool
}

// unseen tells whether something is put into a map that nothing looks at afterwards.
func (u *mapUses) unseen() bool {
	return len(u.by) > 0 && !slices.ContainsFunc(u.by, func(by *ssa.MapUpdate) bool { return slices.ContainsFunc(u.looks, ir.MayFollow(by)) })
}

// idle tells whether a map is only filled and looked at.
func (u *mapUses) idle(v ssa.Value) bool {
	if u.seen[v] {
		return true
	}
	u.seen[v] = true
	return !slices.ContainsFunc(*v.Referrers(), func(ref ssa.Instruction) bool { return !u.leaves(v, ref) })
}

func (u *mapUses) leaves(v ssa.Value, ref ssa.Instruction) bool {
	switch use := ir.UseOf(v, ref); use.Does {
	case ir.Fills:
		if put, ok := ref.(*ssa.MapUpdate); ok && ir.StepOf(v).Kind != ir.Made {
			u.by = append(u.by, put)
		}
		return true
	case ir.Looks:
		u.looks = append(u.looks, ref)
		return true
	case ir.Compares:
		return true
	case ir.Passes:
		if ir.IsBuiltin(use.Call.Common(), "len") {
			u.looks = append(u.looks, ref)
			return true
		}
		return ir.IsBuiltin(use.Call.Common(), "delete")
	case ir.Else:
		if use.To == nil || ir.StepOf(use.To).Kind != ir.Alias {
			return false
		}
		for _, from := range ir.StepOf(use.To).From { // where paths join
			if from != v {
				u.others = append(u.others, from)
			}
		}
		return u.idle(use.To)
	}
	return false
}

func (u *mapUses) sorted() []*ssa.MapUpdate {
	slices.SortFunc(u.by, func(a, b *ssa.MapUpdate) int { return cmp.Compare(a.Pos(), b.Pos()) })
	return slices.Compact(u.by)
}

// mapOf returns the object of which a value is the labels or annotations, nil if it is nothing of the kind.
func mapOf(v ssa.Value) (of ssa.Value, field string) {
	switch s := ir.StepOf(v); s.Kind {
	case ir.Result:
		how, arg, field := kube.SharingOf(ir.Called(s.Call.Common()))
		if recv, _ := ir.Receiver(s.Call.Common()); how != kube.NoSharing && arg == kube.Receiver && recv != nil && kube.GetsMap("Get"+field) {
			base, _, _ := ir.Base(recv)
			return base, field
		}
	case ir.Load:
		if base, path, _ := ir.Base(s.From[0]); kube.IsObject(base.Type()) && kube.GetsMap("Get"+Fields(path)) {
			return base, Fields(path)
		}
	}
	return nil, ""
}
