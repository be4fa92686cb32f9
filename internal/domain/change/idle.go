package change

import (
	"cmp"
	"go/types"
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
	// Maker is what is called that makes the copy, in Copied or in the function that this calls.
	Maker string
}

// A Nested is a result of a function that is a deep copy of a map in an unstructured object, which nobody else has, and the name
// of the function of the library that makes it.
type Nested struct {
	Result int
	Maker  string
}

// IdleMaps returns the maps of a function that it makes where an object has none, or copies out of an unstructured one, and
// then leaves out of it.
func (in *Info) IdleMaps(fn *ssa.Function) (out []*Idle) {
	for made := range ir.All[*ssa.MakeMap](fn.Blocks) {
		u := in.trace.usesOfMap()
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
		for _, n := range in.trace.nestedBy(call.Common()) {
			for _, copied := range ir.ResultsOf(call, n.Result) {
				u := in.trace.usesOfMap()
				if u.idle(copied) && u.unseen() {
					out = append(out, &Idle{By: u.sorted(), Copied: call, Maker: n.Maker})
				}
			}
		}
	}
	return out
}

// nestedBy returns the results of a call that are deep copies of maps in an unstructured object.
func (t *tracer) nestedBy(common *ssa.CallCommon) []Nested {
	if s := ir.Symbol(common); kube.CopiesNestedMap(s) {
		return []Nested{{0, s.Name}}
	}
	if callee := t.pkg.Callee(common); callee != nil {
		return t.nested.Of(callee)
	}
	if known := t.factsFor(common); known != nil {
		return known.Nested
	}
	return nil
}

// returnsNested returns the results of a function that are such copies, nil aside, of which it keeps nothing.
func (t *tracer) returnsNested(fn *ssa.Function) (out []Nested) {
	for n := range fn.Signature.Results().Len() {
		if _, isMap := fn.Signature.Results().At(n).Type().Underlying().(*types.Map); !isMap {
			continue
		}
		if returned := slices.DeleteFunc(ir.Returned(fn, n), ir.IsNil); len(returned) > 0 {
			makers := ir.Map(returned, t.nestedMaker)
			if !slices.Contains(makers, "") {
				out = append(out, Nested{n, makers[0]})
			}
		}
	}
	return out
}

// nestedMaker returns what is called that makes the copy which a map is that a function returns; empty if it is none, or if the
// function does something else with it than to fill it and look at it.
func (t *tracer) nestedMaker(v ssa.Value) string {
	s := ir.StepOf(v)
	if s.Kind != ir.Result {
		return ""
	}
	u := t.usesOfMap()
	u.returned = true
	for _, n := range t.nestedBy(s.Call.Common()) {
		if n.Result == s.Index && u.idle(v) {
			return n.Maker
		}
	}
	return ""
}

// looksOnly tells whether all that the function does which a call comes to with a map that it is given is to look at it.
func (t *tracer) looksOnly(call ssa.CallInstruction, v ssa.Value) bool {
	common := call.Common()
	callee, known := t.pkg.Callee(common), t.factsFor(common)
	_, isCall := call.(*ssa.Call)
	for n, arg := range ir.Args(common) {
		switch {
		case arg != v:
		case !isCall, callee == nil && known == nil, callee != nil && n >= len(callee.Params):
			return false
		case callee != nil && !t.looks.Of(callee.Params[n]), callee == nil && !slices.Contains(known.Looks, n):
			return false
		}
	}
	return true
}

// onlyLooks tells that of the map that a function is given for a parameter.
func (t *tracer) onlyLooks(p *ssa.Parameter) bool {
	if _, isMap := p.Type().Underlying().(*types.Map); !isMap {
		return false
	}
	u := t.usesOfMap()
	return u.idle(p) && !u.changed
}

// mapUses are what is done with a map.
type mapUses struct {
	t      *tracer
	by     []*ssa.MapUpdate // of variables that may be other maps too
	others []ssa.Value      // what the variable may be besides
	looks  []ssa.Instruction
	seen   map[ssa.Value]bool
	// changed says that something is put into it, or deleted, returned that it may be returned.
	changed, returned bool
}

func (t *tracer) usesOfMap() *mapUses { return &mapUses{t: t, seen: map[ssa.Value]bool{}} }

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
	return !slices.ContainsFunc(ir.Uses(v), func(ref ssa.Instruction) bool { return !u.leaves(v, ref) })
}

func (u *mapUses) leaves(v ssa.Value, ref ssa.Instruction) bool {
	switch use := ir.UseOf(v, ref); use.Does {
	case ir.Fills:
		u.changed = true
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
		if ir.IsBuiltin(use.Call.Common(), "delete") {
			u.changed = true
			return true
		}
		u.looks = append(u.looks, ref)
		return u.t.looksOnly(use.Call, v)
	case ir.Else:
		if _, isReturn := ref.(*ssa.Return); isReturn && u.returned {
			return true
		}
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
