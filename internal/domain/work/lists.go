package work

import (
	"cmp"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
)

// A listing is that a function, or a literal in it, reads a lister or store of a parameter before it returns and before it
// waits for anything, which may be what fills it.
type listing struct {
	param *ssa.Parameter
	// where it reads, and whether it writes where it finds too little: otherwise nothing is lost if it does all this again.
	where   string
	decides bool
}

// A Listing is the same for other packages: of which parameter (the receiver counts) it is.
type Listing struct {
	Param   int
	Where   string // "roster.Roster.all (roster.go:31)"
	Decides bool
}

// A lookup is a read of what a value has.
type lookup struct {
	of      ssa.Value
	where   string
	decides bool
}

// listsOf returns the listings of a function. What it does again and again counts only if it decides: another round mends
// the rest.
func (in *Info) listsOf(fn *ssa.Function) (out []listing) {
	n := in.nodes[fn]
	if n == nil || in.traits[fn]&readsTrait == 0 {
		return nil
	}
	b := in.breaksOf(n)
	add := func(site ssa.Instruction, again bool, reads ...lookup) {
		if len(reads) == 0 || !b.soon(site) {
			return
		}
		for _, r := range reads {
			if p := of(r.of); p != nil && (r.decides || !again && !n.rounds(site.Block())) {
				out = append(out, listing{p, r.where, r.decides})
			}
		}
	}
	for _, site := range n.reads {
		if call, now := site.(*ssa.Call); now {
			add(site, false, lookup{receiver(site), in.pkg.Where(site), in.decides(n, call)})
		}
	}
	for _, e := range n.edges {
		if e.only == 0 && !e.async {
			add(e.site, e.again, in.listed(e.site, e.callee)...)
		}
	}
	for _, f := range n.far {
		if !f.async {
			add(f.site, false, f.listed()...)
		}
	}
	slices.SortStableFunc(out, func(a, b listing) int {
		return cmp.Or(orderOfParams(a.param, b.param), flow.CompareBools(b.decides, a.decides))
	})
	return slices.CompactFunc(out, func(a, b listing) bool { return a.param == b.param })
}

// listed returns of what a function of this package reads a lister or store that an instruction comes to.
func (in *Info) listed(site ssa.Instruction, callee *ssa.Function) (out []lookup) {
	call, ok := site.(*ssa.Call)
	if !ok {
		return nil
	}
	for _, l := range in.lists.Of(callee) {
		if l.param.Parent() != callee {
			out = append(out, lookup{l.param, l.where, l.decides})
		} else if arg := ir.ArgFor(&call.Call, l.param); arg != nil && in.pkg.Callee(&call.Call) == callee {
			out = append(out, lookup{arg, l.where, l.decides})
		}
	}
	return append(out, in.bound(call, callee)...)
}

// bound returns of what the receiver of a method has the method reads a lister or store, where a call is passed it as a value.
func (in *Info) bound(call *ssa.Call, method *ssa.Function) (out []lookup) {
	if method.Signature.Recv() == nil {
		return nil
	}
	for _, arg := range call.Call.Args {
		value, ok := ir.Unwrap(arg).(*ssa.MakeClosure)
		if !ok || len(value.Bindings) != 1 || value.Fn.(*ssa.Function).Object() != method.Object() {
			continue
		}
		for _, l := range in.lists.Of(method) {
			if l.param == method.Params[0] {
				out = append(out, lookup{value.Bindings[0], l.where, l.decides})
			}
		}
	}
	return out
}

// listed returns of what a function of another package reads a lister or store.
func (f *farCall) listed() (out []lookup) {
	call, ok := f.site.(ssa.CallInstruction)
	if _, deferred := f.site.(*ssa.Defer); !ok || deferred {
		return nil
	}
	for _, l := range f.facts.Lists {
		if arg := ir.Arg(call.Common(), l.Param); arg != nil {
			out = append(out, lookup{arg, l.Where, l.Decides})
		}
	}
	return out
}

// of returns the parameter that a value is, or that has it in a field or gives it out; nil if it is of none.
func of(v ssa.Value) *ssa.Parameter {
	for range maxReceivers {
		if v == nil {
			return nil
		}
		switch s := ir.StepOf(v); s.Kind {
		case ir.Param:
			return v.(*ssa.Parameter)
		case ir.Alias, ir.Load, ir.FieldOf, ir.FieldAddr:
			if len(s.From) != 1 {
				return nil
			}
			v = s.From[0]
		case ir.Variable: // one that a function literal captures
			stored := ir.StoredAt(v)
			if len(stored) != 1 {
				return nil
			}
			v = stored[0]
		case ir.Result: // lister.Pods(namespace)
			v = receiver(s.Call)
		default:
			return nil
		}
	}
	return nil
}

// fedOf returns the first of some lookups that is fed, nil if none is.
func (in *Info) fedOf(n *node, reads []lookup) *lookup {
	if i := slices.IndexFunc(reads, func(r lookup) bool { return in.fed(n, r) }); i >= 0 {
		return &reads[i]
	}
	return nil
}

// fed tells whether what is read is of informers that a function starts, or, if it starts none, waits for: it is theirs,
// or was given what is theirs. What was made by a function that waits itself has filled.
func (in *Info) fed(n *node, read lookup) bool {
	var informers []ssa.Value
	for _, at := range n.sources() {
		if call, ok := at.(*ssa.Call); ok && call.Call.Signature().Variadic() && len(call.Call.Args) > 0 {
			for _, synced := range ir.Variadic(call.Call.Args[len(call.Call.Args)-1]) {
				informers = append(informers, holder(synced))
			}
		}
		informer := awaited(at)
		informers = append(informers, informer)
		if informer != nil {
			informers = append(informers, madeOf(informer, "Informer")) // whose other method has made the lister
		}
	}
	seen := map[ssa.Value]bool{}
	for todo := []ssa.Value{read.of}; len(todo) > 0 && len(seen) < maxFed; {
		v := todo[0]
		todo = todo[1:]
		if v == nil || seen[v] {
			continue
		}
		seen[v] = true
		in.solver.Step()
		if slices.Contains(informers, v) {
			return true
		}
		todo = append(todo[:len(todo):len(todo)], in.makings(v)...)
	}
	return false
}

// maxFed bounds over how many values it is looked for what feeds one.
const maxFed = 50

// sources returns what starts informers, or, if nothing does, what waits for them.
func (n *node) sources() []ssa.Instruction {
	if len(n.starts) > 0 {
		return n.starts
	}
	return n.awaits
}

// makings returns what a value was made of, one step back.
func (in *Info) makings(v ssa.Value) []ssa.Value {
	switch s := ir.StepOf(v); s.Kind {
	case ir.Alias, ir.Load, ir.FieldOf, ir.FieldAddr:
		return s.From
	case ir.Variable:
		out := ir.StoredAt(v)
		if st, ok := ir.Deref(v.Type()).Underlying().(*types.Struct); ok {
			for f := range st.Fields() {
				out = append(out, in.pkg.Index().StoredIn(v, f.Name())...)
			}
		}
		return out
	case ir.Result:
		if in.awaits(s.Call) {
			return nil
		}
		return ir.Args(&s.Call.Call)
	}
	return nil
}

// awaits tells whether a call comes to a wait for caches.
func (in *Info) awaits(call *ssa.Call) bool {
	if callee := in.pkg.Callee(&call.Call); callee != nil {
		return in.traits[callee]&awaitsTrait != 0
	}
	fn, ok := ir.Called(&call.Call).(*types.Func)
	if !ok {
		return false
	}
	f := in.Lookup(fn)
	return f != nil && f.Awaits
}
