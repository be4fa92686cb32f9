package change

import (
	"fmt"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Facts is what callers in other packages need to know of a function.
type Facts struct {
	Changes []Changed
	Gives   []Given
	Spares  []Spared
	Hands   []Handed
	Updates []Updated // of which the function may update objects; see [Info.Updates]
	Nested  []Nested
	Looks   []int // the parameters (the receiver counts) that are maps which the function only looks at
	Sends   []Sent
	Fills   []Reading
	Shares  []int // the results that are options of reads by which these hand out what a cache holds
}

func (f *Facts) String() string {
	return fmt.Sprintf("changes:%d gives:%d spares:%d hands:%d updates:%d nested:%d looks:%d sends:%d shares:%d fills:%d", len(f.Changes), len(f.Gives), len(f.Spares), len(f.Hands), len(f.Updates), len(f.Nested), len(f.Looks), len(f.Sends), len(f.Shares), len(f.Fills))
}

// A Changed is an [Effect] on what a parameter (the receiver counts) refers to.
type Changed struct {
	Param int
	Mark
}

// A Given is the [Root] of a result.
type Given struct {
	Result   int
	Yield    int          // the value, counted from 1, that the result yields, an iterator; 0 for the result itself
	Param    int          // -1 for a source
	Kind     SourceKind   // of the source
	Surface  kube.Surface // of the source
	Where    string       // that is it
	Programs []string     // of the source
	Store    int          // the parameter that hands it out, from 1, if that is a store; 0 if it is one for sure

	Path   string
	Copied bool
	Shift  int8
	Floor  int8
	At     string
	Lacks  string
	Typed  bool
	Part   bool
	Copies int8
	Needs  ir.Needs // without which it doesn't give that
}

// A Spared is a parameter (the receiver counts) of which a function keeps nothing: what it is passed is its caller's own
// still. Sets are the fields that it sets, if it does nothing else with them, with spaces between.
type Spared struct {
	Param int
	Sets  string
}

// Facts returns the facts of the package's functions.
func (in *Info) Facts() map[*types.Func]*Facts {
	if in == nil {
		return nil
	}
	return ir.WithSole(in.pkg, ir.Facts(in.pkg, func(fn *ssa.Function) *Facts {
		if in.pkg.Generated(fn) {
			return nil // what is generated has no object of a cache, and DeepCopy and kin are known
		}
		f := &Facts{Updates: in.trace.updates.Of(fn), Nested: in.trace.nested.Of(fn), Shares: in.trace.sharingResults(fn), Fills: in.trace.fillingParams(fn)}
		if in.worth(fn.Signature) {
			in.fill(f, fn)
		}
		in.fillHands(f, fn)
		if len(f.Changes)+len(f.Gives)+len(f.Spares)+len(f.Hands)+len(f.Updates)+len(f.Nested)+len(f.Looks)+len(f.Sends)+len(f.Shares)+len(f.Fills) == 0 {
			return nil
		}
		return f
	}))
}

// tells tells whether a function is given or returns what may be an object, or a part of one.
func tells(sig *types.Signature) bool {
	if recv := sig.Recv(); recv != nil && isData(recv.Type()) {
		return true
	}
	for _, tuple := range []*types.Tuple{sig.Params(), sig.Results()} {
		for v := range tuple.Variables() {
			if isData(v.Type()) || slices.ContainsFunc(ir.Yields(v.Type()), isData) {
				return true
			}
		}
	}
	return false
}

// takesBare tells whether a function is given what may be a part of an object, though its package doesn't know the API: a
// slice, a map or a pointer that is of no type which the package declares, or of a parameter of the function's type.
func takesBare(sig *types.Signature) bool {
	for v := range sig.Params().Variables() {
		if kube.Named(v.Type()) == nil && isData(v.Type()) {
			return true
		}
	}
	return false
}

// fill fills in what a function changes, gives and spares.
func (in *Info) fill(f *Facts, fn *ssa.Function) {
	for _, e := range in.trace.changes.Of(fn) {
		if p := e.Target.(*ssa.Parameter); isData(p.Type()) {
			f.Changes = append(f.Changes, Changed{ir.ParamIndex(p), e.Mark})
		}
	}
	for i, p := range fn.Params {
		if in.trace.looks.Of(p) {
			f.Looks = append(f.Looks, i)
		}
		if what := in.trace.sends.Of(p); what != 0 {
			f.Sends = append(f.Sends, Sent{i, what})
		}
		if !kube.IsData(p.Type()) && !kube.IsObject(p.Type()) && !kube.IsMetadata(p.Type()) {
			continue
		}
		if given := in.trace.lends.Of(lending{p, true}); !given.lent {
			f.Spares = append(f.Spares, Spared{i, given.sets})
		}
	}
	for n := range fn.Signature.Results().Len() {
		if !isData(fn.Signature.Results().At(n).Type()) {
			continue
		}
		f.Gives = append(f.Gives, in.given(fn, Given{Result: n}, in.trace.results.Of(result{fn, n}).forAll())...)
	}
	in.givesYielded(f, fn)
}

// forAll leaves out of an answer what only one of the callers has given: an event function gives others no objects of its events.
func (a answer) forAll() answer {
	return a.each(func(r Root) (Root, bool) { return r, r.Source == nil || r.Source.Param == nil })
}

// fillHands fills in what the functions are called with that a function is given.
func (in *Info) fillHands(f *Facts, fn *ssa.Function) {
	for i, p := range fn.Params {
		sig := ir.SignatureOf(p.Type())
		if sig == nil {
			continue
		}
		for n := range sig.Params().Len() {
			if !isData(sig.Params().At(n).Type()) {
				continue
			}
			for _, g := range in.given(fn, Given{}, in.trace.handings.Of(handing{p, n})) {
				f.Hands = append(f.Hands, Handed{i, n, g})
			}
		}
	}
}

// given returns the roots of one thing that a function gives.
func (in *Info) given(fn *ssa.Function, what Given, a answer) (out []Given) {
	for _, r := range a.roots {
		g := Given{Result: what.Result, Yield: what.Yield, Param: -1, Path: r.Path, Copied: r.Copied, Shift: r.shift, Floor: r.floor, At: r.at, Lacks: r.lacks, Typed: r.typed, Part: r.part, Copies: r.copies, Needs: r.needs}
		switch {
		case r.Param != nil && r.Param.Parent() == fn && isData(r.Param.Type()):
			g.Param = ir.ParamIndex(r.Param)
		case r.Source != nil:
			g.Kind, g.Surface, g.Where, g.Programs = r.Source.Kind, r.Source.Surface, in.trace.where(r.Source), r.Source.Programs
			if r.Source.Of != nil {
				g.Store = ir.ParamIndex(r.Source.Of) + 1
			}
		default:
			continue
		}
		out = append(out, g)
	}
	return out
}

// factsOf returns what another package says of the function that a call comes to; nil if it says nothing.
func (t *tracer) factsOf(call ssa.CallInstruction) *Facts { return t.factsFor(call.Common()) }

func (t *tracer) factsFor(common *ssa.CallCommon) *Facts {
	if fn, ok := ir.Called(common).(*types.Func); ok {
		return t.known[fn.Origin()]
	}
	return nil
}

// fact answers for a result of a function of another package.
func (t *tracer) fact(call *ssa.Call, n int) answer { return t.factOf(call, n, 0) }

// factOf answers for a result of a function of another package, or for what that yields, as [Given] has it.
func (t *tracer) factOf(call *ssa.Call, n, yield int) answer {
	known := t.factsOf(call)
	if known == nil {
		return unknown
	}
	out := unknown
	for i, g := range known.Gives {
		if g.Result == n && g.Yield == yield && !g.Needs.Denied(call) {
			out = out.join(t.givenBy(g, call, func(s *Source) *Source {
				s.Type = objectIn(givenType(call, n, yield))
				return t.only(sourceAt{call, i}, s)
			}))
		}
	}
	return out
}

// where names what hands out the objects of a source, as another function does; nothing for events.
func (t *tracer) where(s *Source) string {
	if s.Where == "" && s.Call != nil && s.Kind != Event {
		return t.pkg.Where(s.Call)
	}
	return s.Where
}

// givenBy answers for what a call of a function of another package gives.
func (t *tracer) givenBy(g Given, call ssa.CallInstruction, only func(*Source) *Source) answer {
	r := Root{Path: g.Path, Copied: g.Copied, shift: g.Shift, floor: g.Floor, at: g.At, lacks: g.Lacks, typed: g.Typed, part: g.Part, copies: g.Copies}.instance(call.Common())
	if g.Param < 0 {
		r.Source = only(&Source{Kind: g.Kind, Surface: g.Surface, Where: g.Where, Programs: g.Programs})
		if g.Store > 0 {
			return t.passedStore(r, call, ir.Arg(call.Common(), g.Store-1))
		}
		return rooted(r)
	}
	if arg := ir.Arg(call.Common(), g.Param); arg != nil {
		return t.passed(arg, r, call)
	}
	return answer{}
}

// givenType returns the type of a result of a call, or of what that yields.
func givenType(call *ssa.Call, n, yield int) types.Type {
	result := ir.ResultType(call, n)
	if types := ir.Yields(result); 0 < yield && yield <= len(types) {
		return types[yield-1]
	}
	return result
}

// objectIn returns the type of the elements of a slice or map, and other types as they are.
func objectIn(t types.Type) types.Type {
	if elem := elementOf(t); elem != types.Typ[types.Invalid] {
		return elem
	}
	return t
}

// ofForeign returns what a function of another package changes in what it is given.
func (t *tracer) ofForeign(call ssa.CallInstruction) []Effect {
	return ofKnown(call, t.factsOf(call))
}

// ofKnown returns what a call changes in what it is given, when it comes to a function of which this is known.
func ofKnown(call ssa.CallInstruction, known *Facts) (out []Effect) {
	if known == nil {
		return nil
	}
	for _, c := range known.Changes {
		if arg := ir.Arg(call.Common(), c.Param); arg != nil && !(c.Typed && isUnstructured(arg)) && !isElse(arg, c.As) && !c.Needs.Denied(call) {
			out = append(out, Effect{By: call, Target: arg, Mark: c.Mark})
		}
	}
	return out
}

// Part returns the path to the part of what a call passes to a function of another package that this returns, if that is all
// that it does with it: an accessor.
func (in *Info) Part(call ssa.CallInstruction, v ssa.Value) (path string, ok bool) {
	if in == nil || call.Common().Signature().Results().Len() != 1 {
		return "", false
	}
	known := in.trace.factsOf(call)
	if known == nil || len(known.Changes)+len(known.Updates) > 0 || len(known.Gives) != 1 {
		return "", false
	}
	g := known.Gives[0]
	if g.Param < 0 || g.Yield > 0 || ir.Arg(call.Common(), g.Param) != v || g.Path == "" || g.Copied || g.Part || g.Copies != 0 || g.Shift != 0 || g.Floor != 0 || g.At != "" || g.Lacks != "" {
		return "", false
	}
	return g.Path, true
}
