package work

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
)

// listsOf returns the parameters of a function, or of one around it, of which it reads a lister or store before it returns:
// the parameter itself, or what it has in a field. None if the function waits for caches or for anything else, which may
// be what fills them.
func (in *Info) listsOf(fn *ssa.Function) (out []*ssa.Parameter) {
	n := in.nodes[fn]
	if n == nil || in.traits[fn]&readsTrait == 0 || in.traits[fn]&(awaitsTrait|takesTrait|pausesTrait|endlessTrait) != 0 {
		return nil
	}
	add := func(v ssa.Value) {
		if p := of(v); p != nil {
			out = append(out, p)
		}
	}
	for _, site := range n.reads {
		if _, now := site.(*ssa.Call); now {
			add(receiver(site))
		}
	}
	for _, e := range n.edges {
		if e.only == 0 && !e.async {
			for _, v := range in.listed(e.site, e.callee) {
				add(v)
			}
		}
	}
	for _, f := range n.far {
		if !f.async {
			for _, v := range f.listed() {
				add(v)
			}
		}
	}
	slices.SortFunc(out, orderOfParams)
	return slices.Compact(out)
}

// listed returns of what a function of this package reads a lister or store that an instruction comes to.
func (in *Info) listed(site ssa.Instruction, callee *ssa.Function) (out []ssa.Value) {
	call, ok := site.(*ssa.Call)
	if !ok {
		return nil
	}
	for _, p := range in.lists.Of(callee) {
		if p.Parent() != callee {
			out = append(out, p)
		} else if arg := ir.ArgFor(&call.Call, p); arg != nil && in.pkg.Callee(&call.Call) == callee {
			out = append(out, arg)
		}
	}
	return out
}

// listed returns of what a function of another package reads a lister or store.
func (f *farCall) listed() (out []ssa.Value) {
	call, ok := f.site.(*ssa.Call)
	if !ok {
		return nil
	}
	for _, n := range f.facts.Lists {
		if arg := ir.Arg(&call.Call, n); arg != nil {
			out = append(out, arg)
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

// fed tells whether one of the values is of informers that a function starts, or, if it starts none, waits for: it is theirs,
// or was given what is theirs. What was made by a function that waits itself has filled.
func (in *Info) fed(n *node, values []ssa.Value) bool {
	if len(values) == 0 {
		return false
	}
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
	for todo := values; len(todo) > 0 && len(seen) < maxFed; {
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
