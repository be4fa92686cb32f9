package paths

import (
	"cmp"
	"fmt"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/client"
	"github.com/ctrllint/ctrllint/internal/domain/condition"
	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/domain/patch"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Facts is what packages that call a function need to know of what it reads and writes.
type Facts struct {
	identity.Facts

	Ops   []Remote
	Reads []int // of Ops
	RemoteWaits
	Exits []RemoteExit
	Pairs []RemotePair // that hang on the client that the caller passes, or on the objects
	// Shared are the results that are objects which a cache holds, not copies.
	Shared []int
	// Built are the results that are new objects of which it has set the status.
	Built []RemoteBuilt
	// Params are the parameters that are objects of which not everything is looked at.
	Params []RemoteParam
	// Certain are the parameters that are objects which it has written if the error is nil that it returns.
	Certain []int
	// Diffs are the parameters that it makes patches of, and Same the results that are what it is given.
	Diffs []patch.Params
	Same  []RemoteSame
	// Tells is what it says of its arguments, nil if that is nothing.
	Tells *Tells
	// Asks are the objects by which alone it says yes or no.
	Asks []condition.Asked
	// Polls says that the function calls one that it is given until that is content.
	Polls bool
	// Retries says what the function does with one that it is given when that fails.
	Retries Retrying
	// Loaders are the functions, in fields of its receiver or its parameters, by which retries get what they write.
	Loaders []Loader
}

func (f *Facts) String() string {
	return fmt.Sprintf("reads:%d exits:%d pairs:%d keys:%d", len(f.Reads), len(f.Exits), len(f.Pairs), len(f.Keys))
}

// A Remote is an Op for other packages.
type Remote struct {
	Act
	Class     client.Class
	Wiring    client.Wiring
	Client    int // parameter that is the client, or -1
	Object    int // parameter that is the object, or -1
	Type      int // type parameter that the object is of, counted from 1; 0 if there is none
	Keys      []identity.RemoteTerm
	Namespace *identity.RemoteTerm
	// Pointer is the object, in terms of the parameters, if it is the very one that is written. Sent is the object of which a copy is
	// written. Patch is the parameter that the patch is, or -1.
	Pointer, Sent *identity.RemoteTerm
	identity.RemotePatch
	Patch int
	// Looked is what the function looks at of an object that it reads, Consequences what hangs on that, and Returned the
	// result that the object is, or -1.
	Looked       []string
	Consequences RemoteConsequences
	Returned     int
	// Answers are other results that are parts of it, or hang on them.
	Answers []RemoteAnswer
	// Ends says that the function fails if the read does, and does nothing else. Absent and Without say what comes of it if
	// the read finds nothing, and the results that callers get then (see Info.Absent); Remade that it creates then what there is,
	// Deals that it deals with it.
	Ends    bool
	Absent  Absence
	Remade  bool
	Deals   bool
	Without []string
	Missing []RemoteFailure // see Info.Missing
	// Changed is what the function changes in an object that it writes. Passed says that the caller has set the rest, in
	// what it passes as the object, or as the struct that it is in.
	Changed []string
	Passed  bool
	// By are the functions that it is given by which it changes more.
	By []Callback
	// Raw says that a patch is made of data, which change no more than Changed.
	Raw bool
	// From is where the list is from which the object of a write comes, as Where has it; empty if that isn't known.
	From string
	// Typed are the types of what is passed for parameters for which alone the function does it.
	Typed []RemoteTyped
	// Needs are what the flags of the function have to be for it.
	Needs ir.Needs
	// Drops says that the function passes over it when what it creates is there already.
	Drops bool
	// Labels are those that a composite's function sets.
	Labels []Label
	// Picks says that a list asks for more than a namespace.
	Picks bool
	// Options are those of a list, if all of them can be said.
	Options []identity.RemoteTerm
}

// filled returns the argument of a call of the function that the read fills; nil if that is another object, such as a copy.
func (r *Remote) filled(common *ssa.CallCommon) ssa.Value {
	if r.Pointer == nil || r.Pointer.Kind != identity.LeafTerm {
		return nil
	}
	return ir.Arg(common, r.Pointer.Param)
}

// A RemoteAnswer is a result that is the part with that path of what a function reads, or hangs on it; or what a parameter points to,
// see behindParam.
type RemoteAnswer struct {
	Result int
	Path   string
}

// A RemoteParam is what a function looks at of an object that it is given, and what hangs on that; or that something else that it is
// given is written.
type RemoteParam struct {
	Index        int
	Looked       []string
	Consequences RemoteConsequences
}

// RemoteConsequences are Consequences for other packages.
type RemoteConsequences struct {
	Decides, Written, Fails, Stops, Set []string
	Lost, Sent, Unseen, Fewer, Spares   bool
}

func (c Consequences) remote() RemoteConsequences {
	return RemoteConsequences{c.Decides.List(), c.Written.List(), c.Fails.List(), c.Stops.List(), c.Set.List(), c.Lost, c.Sent, c.Unseen, c.Fewer, c.Spares}
}

func (r RemoteConsequences) local() Consequences {
	return Consequences{
		Decides: footprint.Of(r.Decides), Written: footprint.Of(r.Written), Fails: footprint.Of(r.Fails), Stops: footprint.Of(r.Stops), Set: footprint.Of(r.Set),
		Lost: r.Lost, Sent: r.Sent, Unseen: r.Unseen, Fewer: r.Fewer, Spares: r.Spares,
	}
}

// A RemoteExit is one way in which a function returns; Writes are indexes of Ops.
type RemoteExit struct {
	Results []string
	Writes  []int
}

// A RemotePair is a read after a write; the fields are indexes of Ops, Again is -1 if there is none.
type RemotePair struct {
	Write, Read, Again int
	Failed, Exists     bool
	// Maybe says that the objects are the same only if the caller passes the same.
	Maybe bool
}

// maxRemote bounds the facts of a function.
const maxRemote = 24

// Facts returns the facts of those functions that other packages can call.
func (in *Info) Facts() map[*types.Func]*Facts {
	if in == nil || in.pass.Pkg.Name() == "main" {
		return nil
	}
	return ir.WithSole(in.lazy, ir.Facts(in.lazy, in.factsOf))
}

func (in *Info) factsOf(fn *ssa.Function) *Facts {
	f := in.of(fn)
	x := &exporter{in: in, fn: fn, index: map[*Op]int{}, facts: &Facts{Facts: in.objects.Facts(fn)}}
	for _, r := range f.reads {
		if n := x.op(r); n >= 0 && !slices.Contains(x.facts.Reads, n) {
			x.facts.Reads = append(x.facts.Reads, n)
		}
	}
	x.unfound(f)
	for _, e := range f.exits {
		out := RemoteExit{}
		for _, a := range e.results {
			out.Results = append(out.Results, string(a))
		}
		for _, w := range e.writes {
			if n := x.op(w); n >= 0 {
				out.Writes = append(out.Writes, n)
			}
		}
		if len(out.Writes) > 0 {
			x.facts.Exits = append(x.facts.Exits, out)
		}
	}
	for _, p := range f.pairs {
		if p.unresolved() {
			x.pair(p, false)
		}
	}
	for _, p := range f.maybe {
		x.pair(p, true)
	}
	x.waits(f)
	results := fn.Signature.Results()
	for n := range results.Len() {
		if kube.IsObject(results.At(n).Type()) && in.returnsShared(fn, n) {
			x.facts.Shared = append(x.facts.Shared, n)
		}
		if kube.IsObject(results.At(n).Type()) {
			x.built(n)
		}
	}
	x.params()
	x.certain()
	x.diffs()
	x.loaders()
	x.facts.Asks = x.in.conditions.Asks(x.fn)
	x.facts.Polls, x.facts.Retries, x.facts.Tells = in.pollsParameter(fn), in.retriesParameter(fn), x.tells()
	if len(x.facts.Ops)+len(x.facts.Keys)+len(x.facts.Params)+len(x.facts.Bases)+len(x.facts.Diffs)+len(x.facts.Same)+len(x.facts.Loaders)+len(x.facts.Built)+len(x.facts.Unique)+len(x.facts.Asks) == 0 && !x.facts.Polls && !x.facts.Retries.Again && !x.facts.Holds && x.facts.Tells == nil {
		return nil
	}
	return x.facts
}

// An exporter makes the facts of one function.
type exporter struct {
	in    *Info
	fn    *ssa.Function
	index map[*Op]int
	facts *Facts
}

// op returns the index of an operation, -1 if there are too many, or it says nothing to callers.
func (x *exporter) op(op *Op) int {
	if n, ok := x.index[op]; ok {
		return n
	}
	if len(x.facts.Ops) >= maxRemote {
		return -1
	}
	r := Remote{
		Act: op.Act, Class: op.Origin.Class, Wiring: op.Origin.Wiring, Client: op.Origin.Param,
		Object: identity.ParamOf(op.object, x.fn), Keys: identity.AllInParams(x.fn, op.keys), Namespace: identity.InParams(x.fn, op.namespace),
	}
	r.Where, r.Typed, r.Needs = x.in.where(op), x.typed(op), op.needs
	x.write(op, &r)
	if op.Object != nil && !r.What.Kind.Known() {
		r.Type = kind.TypeParam(identity.Root(op.Object)) + 1
	}
	useful := r.What.Kind.Known() || r.Object >= 0 || r.Type > 0 || r.Pointer != nil || r.Sent != nil
	if !useful || len(r.Keys) == 0 && op.Verb != kube.VerbList && op.Verb != kube.VerbDeleteAll && !op.Verb.Writes() {
		x.index[op] = -1
		return -1
	}
	x.parts(op, &r)
	x.index[op] = len(x.facts.Ops)
	x.facts.Ops = append(x.facts.Ops, r)
	return x.index[op]
}

// params says what the function looks at of the objects that it is given.
func (x *exporter) params() {
	for n, p := range x.fn.Params {
		if !kube.IsObject(p.Type()) {
			if x.writesOn(p) {
				x.facts.Params = append(x.facts.Params, RemoteParam{Index: n, Consequences: RemoteConsequences{Written: []string{handed}}})
			}
			continue
		}
		l := x.in.footprints.Look(p, nil)
		hangs := x.in.weigh(weighing{part: flow.At(p, "")}).Consequences
		hangs.Sent = false // which is known by what the function writes
		if len(l.Returned) == 0 && !l.At[""] || !hangs.equal(noConsequences()) {
			x.facts.Params = append(x.facts.Params, RemoteParam{n, l.At.List(), hangs.remote()})
		}
	}
}

// parts says which parts of the object are looked at or changed.
func (x *exporter) parts(op *Op, r *Remote) {
	r.Returned = -1
	switch {
	case op.Verb == kube.VerbGet:
		l := x.in.tour(op)
		for n := range x.fn.Signature.Results().Len() {
			if l.Returned[n] {
				r.Returned = n
			}
		}
		if l.outer && r.Pointer == nil || len(l.Returned) > 1 || l.param != nil && identity.ParamOf(x.in.objects.Term(l.param), x.fn) != r.Object {
			l.At[""] = true
		}
		weight, without := x.in.weightOf(op), x.in.without(op)
		r.Looked, r.Consequences = l.At.List(), weight.remote()
		r.answers(weight)
		r.Ends, r.Absent, r.Remade, r.Deals, r.Without = x.in.Ends(op), without.worst, without.remade, without.deals, without.exits
		if without.worst == Fails && without.unsure {
			r.Absent = Answers
		}
	case op.Verb == kube.VerbList:
		weight := x.in.weightOf(op)
		r.Consequences = weight.remote()
		r.answers(weight)
		r.Picks = op.picks()
		if said := identity.AllInParams(x.fn, op.options); !op.opaque && (op.remote == nil || op.remote.Options != nil) && len(said) == len(op.options) {
			r.Options = said
		}
	case op.Verb.Writes():
		changed, param, by := x.in.changesBy(op)
		if _, held := identity.HeldBy(op.pointer, nil); param != nil && (held && r.Pointer != nil || identity.ParamOf(x.in.objects.Term(param), x.fn) == r.Object) {
			r.Passed = true
		} else if param != nil {
			changed = footprint.Whole()
		}
		r.Changed, r.By = changed.Inside(kube.SubresourceField(op.Sub)).List(), by
		r.Raw, r.From = x.in.dataOf(op) != nil, x.in.listedAt(op, x.fn)
		r.Labels = x.in.labelling(op)
		r.Drops = op.Verb >= kube.VerbCreateOrUpdate && x.in.Drops(op)
	}
}

// answers says which results hang on what is read, but for the one that is the object.
func (r *Remote) answers(w weight) {
	for _, back := range footprint.Sorted(w.returned) {
		if back.Path != "" || back.Result != r.Returned {
			r.Answers = append(r.Answers, RemoteAnswer{back.Result, back.Path})
		}
	}
}

func (x *exporter) pair(p *Pair, maybe bool) {
	out := RemotePair{Write: x.op(p.Write), Read: x.op(p.Read), Again: -1, Failed: p.Failed, Exists: p.Exists, Maybe: maybe}
	if p.Again != nil {
		out.Again = x.op(p.Again)
	}
	if out.Write >= 0 && out.Read >= 0 {
		x.facts.Pairs = append(x.facts.Pairs, out)
	}
}

// where names the function that does an operation, with file and line.
func (in *Info) where(op *Op) string {
	return cmp.Or(op.Where, in.lazy.Where(op.Call))
}

// factsFor returns the facts of a function of another package, nil if there are none.
func (in *Info) factsFor(obj types.Object) *Facts {
	if fn, ok := obj.(*types.Func); ok {
		return in.known[fn.Origin()]
	}
	return nil
}
