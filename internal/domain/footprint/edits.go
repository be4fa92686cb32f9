package footprint

import (
	"go/token"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Edits are what is set in a part of an object, in one function and in what that calls, and which parts of it the function
// returns.
type Edits struct {
	Set      map[Edit]bool
	Returned map[Returned]bool
}

// An Edit sets the field with that path.
type Edit struct {
	By   ssa.Instruction // nil if that isn't known
	Path string
}

// Fields are the fields that are set.
func (e Edits) Fields() Set { return e.Before(nil, ir.Always) }

// Before are the fields that are set where it counts, but by the write itself.
func (e Edits) Before(write ssa.CallInstruction, counts func(ssa.Instruction) bool) Set {
	f := Set{}
	for s := range e.Set {
		if s.By == nil || s.By != ssa.Instruction(write) && counts(s.By) {
			f[s.Path] = true
		}
	}
	return f
}

// Edits returns what is set in a part of an object. The answer is not to be changed.
func (f *Finder) Edits(p flow.Part) Edits { return f.edits.Of(p) }

// SetIn returns what is set in an object.
func (f *Finder) SetIn(v ssa.Value) Set {
	return f.Edits(flow.At(identity.Root(v), "")).Fields()
}

func (f *Finder) findEdits(p flow.Part) Edits {
	c := &changes{finder: f, Edits: Edits{map[Edit]bool{}, map[Returned]bool{}}}
	c.Walk = flow.Walk{Solver: f.solver, Left: flow.MaxParts, Names: true, Visit: c.visit, Beyond: func(p flow.Part) { c.sets(nil, p.Path) }}
	c.Of(p.Value, p.Path)
	for _, m := range c.maps {
		if !c.renews(m.value, m.path, map[ssa.Value]bool{}) {
			c.sets(m.by, m.path)
		}
	}
	return c.Edits
}

func equalEdits(a, b Edits) bool {
	return maps.Equal(a.Set, b.Set) && maps.Equal(a.Returned, b.Returned)
}

// changes collects what is set in an object in a function.
type changes struct {
	Edits
	flow.Walk
	finder *Finder
	maps   []mapping
}

// A mapping is that a field is set to a map, or its map is stored somewhere: only its entries are set if the map is the one
// that is there already, or a new one where there is none, or if it is put back where it was.
type mapping struct {
	by    ssa.Instruction
	value ssa.Value // the map, or where it is stored
	path  string
}

// sets notes that an instruction sets a field.
func (c *changes) sets(by ssa.Instruction, path string) { c.Set[Edit{by, path}] = true }

// visit collects what an instruction sets through a part of the object.
func (c *changes) visit(of flow.Part, ref ssa.Instruction) {
	v, path := of.Value, of.Path
	switch ref := ref.(type) {
	case *ssa.BinOp, *ssa.Lookup, *ssa.Range, *ssa.If:
	case *ssa.Return:
		for _, r := range Returning(of, ref) {
			if ir.Changeable(v) {
				c.Returned[r] = true
			}
		}
	case *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.Phi:
		c.Of(ref.(ssa.Value), path)
	case *ssa.FieldAddr:
		inner, _ := FieldPath(path, ref)
		if strings.Count(path, ".")+1 >= Depth {
			inner = path
		}
		c.Of(ref, inner)
	case *ssa.UnOp, *ssa.IndexAddr:
		if ir.Changeable(ref.(ssa.Value)) {
			c.Of(ref.(ssa.Value), path)
		}
	case *ssa.MapUpdate:
		if ref.Map == v {
			c.sets(ref, c.finder.Entry(path, ref.Key))
		} else if ir.Changeable(v) {
			c.sets(ref, path)
		}
	case *ssa.Store:
		c.store(v, path, ref)
	case ssa.CallInstruction:
		c.call(v, path, ref)
	default:
		if ir.Changeable(v) {
			c.sets(ref, path)
		}
	}
}

// store sees what is set by a store into a part of an object, or of it.
func (c *changes) store(v ssa.Value, path string, ref *ssa.Store) {
	switch {
	case ref.Addr == v && ir.IsMap(ref.Val.Type()):
		c.maps = append(c.maps, mapping{ref, ref.Val, path})
	case ref.Addr != v && ir.IsMap(v.Type()):
		c.maps = append(c.maps, mapping{ref, ref.Addr, path})
	case ref.Addr != v && isEncodedAt(ref.Addr):
		for load := range ir.Refs[*ssa.UnOp](ref.Addr) {
			c.Of(load, path)
		}
	case ref.Addr == v || ir.Changeable(v) && !ir.PassedOnlyTo(ref, kube.LeavesAlone):
		c.sets(ref, path)
	}
}

// isEncodedAt tells whether an address is of a local variable that is set once, and only loaded besides, or made JSON of by
// its address.
func isEncodedAt(addr ssa.Value) bool {
	alloc, ok := addr.(*ssa.Alloc)
	stores := 0
	return ok && !slices.ContainsFunc(ir.Uses(alloc), func(ref ssa.Instruction) bool {
		switch ref := ref.(type) {
		case *ssa.Store:
			stores++
			return ref.Addr != addr || stores > 1
		case *ssa.MakeInterface:
			return slices.ContainsFunc(ir.Uses(ref), func(by ssa.Instruction) bool {
				call, ok := by.(*ssa.Call)
				return !ok || !kube.EncodesJSON(ir.Symbol(call.Common()))
			})
		}
		_, isLoad := ref.(*ssa.UnOp)
		return !isLoad
	})
}

// builtin sees what the language's own functions set in a part of an object.
func (c *changes) builtin(v ssa.Value, path string, call ssa.CallInstruction) {
	switch common := call.Common(); {
	case ir.IsBuiltin(common, "delete"):
		c.sets(call, c.finder.Entry(path, common.Args[1]))
	case ir.IsBuiltin(common, "clear"), ir.IsBuiltin(common, "copy") && common.Args[0] == v:
		c.sets(call, path)
	}
}

// call sees what a call sets in what it is given: what the body of the function does, or, where that can't be seen,
// what the function is known for, or else what its name says.
func (c *changes) call(v ssa.Value, path string, call ssa.CallInstruction) {
	name := ir.CalledName(call.Common())
	known, _ := kube.MutationOf(ir.Called(call.Common()))
	switch {
	case path != "" && ir.IsBuiltin(call.Common(), ""):
		c.builtin(v, path, call)
	case !ir.Changeable(v), strings.HasPrefix(name, "DeepCopy"):
	case c.finder.lazy.Callee(call.Common()) != nil:
		c.callee(v, path, call)
	case path == "" && getsMap(call, v):
		c.All(ir.ResultsOf(call, 0), strings.TrimPrefix(name, "Get"))
	case c.onlyReads(v, call), kube.IsDiffName(name), kube.IsGetter(name):
	case refersTo(v, call):
		c.passes(v, path, call)
	case known.Key > 0:
		c.sets(call, c.finder.Entry(Join(path, known.Field), ir.Written(call.Common(), known.Key)))
	case path != "":
		c.sets(call, OfCondition(path, call))
	case name == "Get" || name == "Update" || name == "Patch" || name == "Delete", c.isWrite(call): // other operations; each for itself
	case known.Field != "" && known.Arg == kube.Receiver && ir.IsMap(ir.Args(call.Common())[1].Type()):
		c.maps = append(c.maps, mapping{call, ir.Args(call.Common())[1], known.Field})
	case known.Field == Finalizers:
		c.sets(call, c.finder.OfFinalizer("", call))
	case known.Field != "":
		c.sets(call, known.Field)
	case kube.IsOwnerName(name):
		c.sets(call, "OwnerReferences")
	case kube.IsAboutFinalizers(name):
		c.sets(call, c.finder.OfFinalizer("", call))
	case strings.HasPrefix(name, "Set") && ir.IsOnMetadata(call, v):
		c.sets(call, strings.TrimPrefix(name, "Set"))
	default:
		c.effects(v, call)
	}
}

// isWrite tells whether a call writes an object, which doesn't give it another name.
func (c *changes) isWrite(call ssa.CallInstruction) bool {
	op, ok := c.finder.calls.Operation(call)
	return ok && op.Verb.Writes() && op.Verb != kube.VerbCreate
}

// passes goes on with what a call returns of a part that it is given, which it may set besides.
func (c *changes) passes(v ssa.Value, path string, call ssa.CallInstruction) {
	known, sets := kube.MutationOf(ir.Called(call.Common()))
	if sets && path != "" && ir.Mutated(call.Common(), known) == v && !kube.Reorders(ir.Symbol(call.Common())) {
		c.sets(call, path)
	}
	c.All(ir.ResultsOf(call, 0), path)
}

// effects adds what a function of another package sets in an object, as its facts say; what it can set, if they don't say all.
func (c *changes) effects(v ssa.Value, call ssa.CallInstruction) {
	fields, known := c.finder.effects.Sets(call, v)
	switch {
	case known:
	case kube.IsMetadataOnly(v.Type()):
		fields = kube.SettableMetadata()
	default:
		fields = []string{""}
	}
	for _, field := range fields {
		c.sets(call, PathTo(field))
	}
}

// onlyReads tells whether a call of a function of the libraries sets nothing in what it is given.
func (c *changes) onlyReads(v ssa.Value, call ssa.CallInstruction) bool {
	obj := ir.Called(call.Common())
	if kube.LeavesAlone(obj) {
		return true
	}
	known, ok := kube.MutationOf(obj)
	return ok && !known.Reply && ir.Mutated(call.Common(), known) != v
}

// callee adds what the function of this package that a call calls sets, and goes on with what that returns of what it is
// given.
func (c *changes) callee(v ssa.Value, path string, call ssa.CallInstruction) {
	for p := range ir.Given(c.finder.lazy.Callee(call.Common()), call.Common(), v) {
		inner := c.finder.Edits(flow.At(p, path))
		for path := range c.finder.Bound(inner.Fields(), call) {
			c.sets(call, path)
		}
		for _, r := range Sorted(inner.Returned) {
			c.All(ir.ResultsOf(call, r.Result), c.finder.BoundPath(r.Path, call))
		}
	}
}

// getsMap tells whether a call returns the labels or annotations of an object.
func getsMap(call ssa.CallInstruction, object ssa.Value) bool {
	return kube.GetsMap(ir.CalledName(call.Common())) && ir.IsOnMetadata(call, object)
}

// renews tells whether a map is the one that a field has, or a new one where it has none. What is in that is set.
func (c *changes) renews(v ssa.Value, path string, seen map[ssa.Value]bool) bool {
	if seen[v] || c.Has(v, path) && !isPhi(v) {
		return true
	}
	seen[v] = true
	switch v := v.(type) {
	case *ssa.Phi:
		for _, edge := range v.Edges {
			if !c.renews(edge, path, seen) {
				return false
			}
		}
		return true
	case *ssa.MakeMap:
		for update := range ir.Refs[*ssa.MapUpdate](v) {
			if update.Map == v {
				c.sets(update, c.finder.Entry(path, update.Key))
			}
		}
		return c.isNilAt(v.Block(), path)
	}
	return false
}

func isPhi(v ssa.Value) bool {
	_, ok := v.(*ssa.Phi)
	return ok
}

// isNilAt tells whether control comes to a block only where the map in a field is nil, or empty.
func (c *changes) isNilAt(b *ssa.BasicBlock, path string) bool {
	for d := b.Idom(); d != nil; d = d.Idom() {
		branch, ok := ir.Last(d).(*ssa.If)
		if !ok {
			continue
		}
		for side, by := range []token.Token{token.EQL, token.NEQ} {
			of, to := ir.Compared(branch.Cond, by)
			if to == nil || !ir.IsNone(to) || len(d.Succs[side].Preds) != 1 || !d.Succs[side].Dominates(b) {
				continue
			}
			if call, ok := of.(*ssa.Call); ok && ir.IsBuiltin(call.Common(), "len") {
				of = call.Call.Args[0]
			}
			if c.Has(of, path) {
				return true
			}
		}
	}
	return false
}
