package paths

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/change"
	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Misleads tells whether the package shows that somebody goes by what a function changes in the object that an event function is
// given: who reads the cache besides, or is given the object by another registration; who compares the state before an update with
// the new one; or who decides by it, when he is given the cached object once more, whether to update it.
func (in *Info) Misleads(changes []change.Change, fn *ssa.Function) bool {
	m := in.misled(changes)
	switch {
	case m.of.Surface == kube.IndexFunction: // what it is indexed by is asked for
		return true
	case in == nil:
		return false
	}
	return m.isSentOn() || m.isReadElsewhere() || m.isGivenToOthers() || m.hidesUpdate() || m.decidesAgain(changes, fn)
}

// SentAnyway tells whether nobody goes by what a function changes in an object of a lister or store that is sent then: neither the
// function, to decide whether to do something, nor others of the package that read objects of the kind.
func (in *Info) SentAnyway(changes []change.Change) bool {
	m := in.misled(changes)
	if in == nil || m.of.Call == nil || len(m.set) == 0 || tellsOfChange(changes) || !areHandedOn(changes) || m.isReadElsewhere() || m.isGivenToOthers() {
		return false
	}
	objects := changedIn(changes)
	all := m.hangsOn(objects...)
	return !all.Unseen && !slices.ContainsFunc(objects, m.isLookedAt) && !m.isOf(all.Decides, all.Fails, all.Written, all.Set)
}

// tellsOfChange tells whether a function that changes something says whether it had to, and somebody goes by that.
func tellsOfChange(changes []change.Change) bool {
	return slices.ContainsFunc(changes, func(c change.Change) bool {
		call, ok := c.By.(*ssa.Call)
		if !ok {
			return false
		}
		for n := range call.Call.Signature().Results().Len() {
			if slices.ContainsFunc(ir.ResultsOf(call, n), func(v ssa.Value) bool { return ir.IsBool(v.Type()) && len(ir.Uses(v)) > 0 }) {
				return true
			}
		}
		return false
	})
}

// areHandedOn tells whether each object is given to a function when it has been changed, which may be the one that sends it.
func areHandedOn(changes []change.Change) bool {
	return !slices.ContainsFunc(changes, func(c change.Change) bool {
		objects, follows := changedIn([]change.Change{c}), ir.MayFollow(c.By)
		for call := range ir.All[ssa.CallInstruction](c.By.Parent().Blocks) {
			if follows(call) && slices.ContainsFunc(ir.Args(call.Common()), func(arg ssa.Value) bool { return slices.Contains(objects, ir.Unwrap(arg)) }) {
				return false
			}
		}
		return true
	})
}

// changedIn returns the objects that are changed, as the functions have them that change them.
func changedIn(changes []change.Change) (out []ssa.Value) {
	for _, c := range changes {
		for v := c.Target; v != nil; {
			of, _, _ := ir.Base(ir.Unwrap(v))
			if v = nil; kube.IsObject(of.Type()) {
				out = append(out, of)
			} else if s := ir.StepOf(of); s.Kind == ir.Load {
				v = s.From[0]
			} else {
				out = append(out, of)
			}
		}
	}
	return out
}

// A misled is a look for who goes by what is changed in the objects of a source.
type misled struct {
	in   *Info
	of   *change.Source
	what kind.Kind
	set  footprint.Set // what is changed
	// entries says that entries of a map are changed, which a copy of the object goes through.
	entries bool
}

func (in *Info) misled(changes []change.Change) *misled {
	m := &misled{in: in, of: changes[0].Root.Source, set: footprint.Set{}}
	if in != nil {
		m.what = in.kindOfSource(m.of)
	}
	for _, c := range changes {
		if c.Reply || c.Harm < change.Ahead {
			continue
		}
		m.set[change.Fields(c.Root.Path)] = true
		call, isCall := c.By.(ssa.CallInstruction)
		_, puts := c.By.(*ssa.MapUpdate)
		m.entries = m.entries || puts || isCall && ir.IsBuiltin(call.Common(), "delete")
	}
	return m
}

// kindOfSource returns the kind of the objects that a source gives, as far as it is known: what those of an event are asserted to be.
func (in *Info) kindOfSource(of *change.Source) kind.Kind {
	what := kind.OfType(of.Type).Kind
	if what.Known() || of.Param == nil {
		return what
	}
	for _, v := range given(of.Param, kube.IsEventObject) {
		if asserted := in.asserted(v).Kind; asserted.Known() {
			return asserted
		}
	}
	return what
}

// isOf tells whether something of what is looked at is what is changed.
func (m *misled) isOf(looks ...footprint.Set) bool {
	return slices.ContainsFunc(looks, func(at footprint.Set) bool {
		for path := range at {
			if footprint.IsCount(path) {
				continue
			}
			if m.set.Meets(footprint.Set{strings.TrimPrefix(strings.TrimPrefix(path, footprint.Items), "."): true}) {
				return true
			}
		}
		return false
	})
}

// isAt tells whether what is looked at is certain to be something of what is changed, as far down as it is known what is looked at.
func (m *misled) isAt(looks footprint.Set) bool {
	for path := range looks {
		for changed := range m.set {
			deep := strings.Count(path, ".")+1 >= footprint.Depth
			if path != "" && (footprint.PathIn(path, changed) || deep && footprint.PathIn(changed, path)) {
				return true
			}
		}
	}
	return false
}

// isManagers tells whether the objects are of the cache of a manager, which everybody reads through its client.
func (m *misled) isManagers() bool {
	switch m.of.Surface {
	case kube.EventHandler, kube.Predicate, kube.MapFunction, kube.SourceFunc:
		return true
	}
	return false
}

// isSentOn tells whether what is changed goes out with every update of an object that is read from the manager's cache, and says
// which object, in which version.
func (m *misled) isSentOn() bool {
	return m.isManagers() && slices.ContainsFunc(m.set.List(), kube.IsSentToIdentify)
}

// isReadElsewhere tells whether the package reads objects of the kind from a cache at another place, and looks there at what is
// changed. What reads through the manager's client copies all of the object: it goes through its maps.
func (m *misled) isReadElsewhere() bool {
	if !m.what.Known() {
		return false
	}
	for _, r := range m.in.cachedReads(m.what) {
		if m.isApart(r) {
			continue
		}
		if m.isReadBy(r) {
			return true
		}
		if c := m.in.Consequences(r); m.isOf(c.Decides, c.Written, c.Fails, c.Set) {
			return true
		}
	}
	return slices.ContainsFunc(m.in.effects.HandOuts(m.of.Type), func(call *ssa.Call) bool {
		c := m.hangsOn(ir.ResultsOf(call, 0)...)
		return call != m.of.Call && m.isOf(c.Decides, c.Written, c.Fails, c.Set)
	})
}

// isReadBy tells whether what a read returns or fills is looked at where it is changed. What is read through the manager's client goes
// where it isn't followed to be looked at there.
func (m *misled) isReadBy(r *Op) bool {
	elements := elementsRead(r)
	if r.Via == kube.Client {
		isWhole := func(v ssa.Value) bool { return m.in.footprints.Look(v, nil).At[""] }
		if m.entries || len(elements) == 0 && m.in.tour(r).At[""] || slices.ContainsFunc(elements, isWhole) {
			return true
		}
	}
	return m.isAt(m.in.tour(r).At) || slices.ContainsFunc(elements, m.isLookedAt)
}

// isApart tells whether a read is the one that hands out the objects, or of another cache, as far as can be seen.
func (m *misled) isApart(r *Op) bool {
	if m.of.Call == nil {
		return r.Via == kube.Client && !m.isManagers()
	}
	return r.Call == ssa.CallInstruction(m.of.Call) || r.Via == kube.Client || areApart(informerOf(r.Call), informerOf(m.of.Call))
}

// elementsRead returns the elements of the list that a read returns or fills, as its function has them.
func elementsRead(r *Op) (out []ssa.Value) {
	lists := ir.ResultsOf(r.Call, 0)
	if r.Object != nil && r.Via == kube.Client {
		for items := range ir.Refs[*ssa.FieldAddr](ir.Unwrap(r.Object)) {
			for load := range ir.Refs[*ssa.UnOp](items) {
				lists = append(lists, load)
			}
		}
	}
	for _, list := range lists {
		for at := range ir.Refs[*ssa.IndexAddr](list) {
			out = append(out, at)
			for load := range ir.Refs[*ssa.UnOp](at) {
				out = append(out, load)
			}
		}
	}
	return out
}

// maxReadsOf bounds how many reads of a kind are looked at.
const maxReadsOf = 100

// cachedReads returns the reads of objects of a kind that a cache answers.
func (in *Info) cachedReads(what kind.Kind) (out []*Op) {
	for _, fn := range in.Functions {
		for _, r := range in.Reads(fn) {
			if len(out) < maxReadsOf && r.What.Kind == what && r.cached() && !slices.ContainsFunc(out, func(o *Op) bool { return o.Call == r.Call && slices.Equal(o.Path, r.Path) }) {
				out = append(out, r)
			}
		}
	}
	return out
}

// isGivenToOthers tells whether an event function that is registered apart is given such objects too, and looks at what is changed.
func (m *misled) isGivenToOthers() bool {
	return slices.ContainsFunc(m.in.effects.Events(), func(other *change.Source) bool {
		return other.Group != m.of.Group && m.isAlike(other) && slices.ContainsFunc(given(other.Param, kube.IsEventObject), m.isLookedAt)
	})
}

// isAlike tells whether another event function is given objects of the kind, or is registered with the one that changes them.
func (m *misled) isAlike(other *change.Source) bool {
	return other.Group == m.of.Group && other.Group != nil || m.what.Known() && m.in.kindOfSource(other) == m.what
}

func (m *misled) isLookedAt(object ssa.Value) bool {
	return m.isAt(m.in.footprints.Look(object, nil).At)
}

// given returns the objects that an event function is given: what it has for a parameter, or for the fields of that, an event.
func given(p *ssa.Parameter, is func(field string) bool) (out []ssa.Value) {
	if !kube.IsEvent(p.Type()) {
		return []ssa.Value{p}
	}
	for _, ref := range ir.Uses(p) {
		switch ref := ref.(type) {
		case *ssa.Field:
			if is(ir.Field(ref.X.Type(), ref.Field).Name()) {
				out = append(out, ref)
			}
		case *ssa.Store:
			for addr := range ir.Refs[*ssa.FieldAddr](ref.Addr) {
				if is(ir.FieldAt(addr).Name()) {
					for load := range ir.Refs[*ssa.UnOp](addr) {
						out = append(out, load)
					}
				}
			}
		}
	}
	return out
}

// decidesAgain tells whether a function that is run again with the object of the cache, if it fails, looks at what is changed, and such
// objects are updated there.
func (m *misled) decidesAgain(changes []change.Change, fn *ssa.Function) bool {
	if m.of.Surface != kube.ChangeHandler || m.of.Param == nil {
		return false
	}
	updates := func(c change.Change) bool { return m.in.effects.Updates(fn, m.of.Type, c.Root.Path) }
	return slices.ContainsFunc(changes, updates) && (tellsOfChange(changes) || m.isLookedAt(m.of.Param) || m.isOf(m.hangsOn(m.of.Param).Decides))
}

// hangsOn returns what hangs on an object that a function has as one of some values.
func (m *misled) hangsOn(values ...ssa.Value) Consequences {
	all := noConsequences()
	for _, v := range values {
		w := m.in.weigh(weighing{part: flow.At(v, "")})
		all.add(w.Consequences)
		if len(w.returned) > 0 && v.Parent() != nil && m.of.Surface == kube.NoSurface {
			m.in.outside(w, v.Parent(), &all, maxCallers)
		}
	}
	return all
}
