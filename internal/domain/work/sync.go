package work

import (
	"cmp"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Phases are what a function does, itself or through what it calls, that has an order: informers are started, their
// caches fill, and only then may workers run and listers be read.
type Phases struct {
	Starts []ssa.Instruction // informers
	Awaits []ssa.Instruction // their caches
	// Waits are those of the Awaits that wait by themselves. What a call comes to that waits may be about other caches.
	Waits []ssa.Instruction
	// Workers are the calls that start workers which read a cache; Reads those that read one now. Neither are any that
	// wait for the caches themselves.
	Workers, Reads []ssa.Instruction
	// Beyond are where another package reads that a call of the Reads or Sweeps comes to.
	Beyond map[ssa.Instruction]string
	// Sweeps are the calls that start goroutines which read a cache at once, and write, without a queue.
	Sweeps []ssa.Instruction
	// Ignored are the calls that wait for caches and of which nobody asks whether they did fill.
	Ignored []*ssa.Call
	// Idle are those that don't wait for all that they should.
	Idle []*Idle
}

// Phases returns the phases of a function of this package.
func (in *Info) Phases(fn *ssa.Function) Phases {
	n := in.nodes[fn]
	if n == nil {
		return Phases{}
	}
	p := Phases{Starts: n.starts, Awaits: slices.Concat(n.awaits, n.handed), Waits: n.awaits, Reads: n.reads[:len(n.reads):len(n.reads)], Beyond: map[ssa.Instruction]string{}}
	for _, i := range n.awaits {
		call, ok := i.(*ssa.Call)
		if !ok {
			continue
		}
		if idle := cmp.Or(in.idle(call), in.early(call, n.awaits)); idle != nil {
			p.Idle = append(p.Idle, idle)
		} else if ignored(call) {
			p.Ignored = append(p.Ignored, call)
		}
	}
	at := map[ssa.Instruction]*flags{}
	var order []ssa.Instruction
	note := func(site ssa.Instruction, async bool, f flags) {
		if _, deferred := site.(*ssa.Defer); deferred {
			return
		}
		if at[site] == nil {
			at[site] = &flags{async: true}
			order = append(order, site)
		}
		at[site].join(f, async)
	}
	for _, e := range n.edges {
		if e.only == 0 {
			f := in.flags(e.callee)
			f.awaits = f.awaits && !e.asks
			f.soon = in.fedOf(n, in.listed(e.site, e.callee)) != nil
			note(e.site, e.async, f)
		}
		if t := in.traits[e.callee]; in.sweeps(e) && t&(readsTrait|takesTrait|awaitsTrait|pausesTrait) == readsTrait {
			p.Sweeps = append(p.Sweeps, e.site)
		}
	}
	for _, f := range n.far {
		read := in.fedOf(n, f.listed())
		if _, starts := f.site.(*ssa.Go); read != nil {
			p.Beyond[f.site] = read.where
			if starts && read.decides && f.facts.writes() && !f.facts.Takes && !f.facts.Gates && !f.facts.Awaits {
				p.Sweeps = append(p.Sweeps, f.site)
			}
		}
		note(f.site, f.async, flags{awaits: f.facts.Awaits, takes: f.facts.Takes, reads: f.facts.Reads, soon: read != nil})
	}
	for _, site := range order {
		p.add(site, at[site])
	}
	return p
}

// About tells whether a wait may be for the cache that an instruction reads: not if it is for informers which the function
// has got by a call, and the read isn't of these, or if both are of fields that were filled from different parameters.
func (in *Info) About(wait, read ssa.Instruction) bool {
	informers := awaited(wait)
	if !isGot(informers) {
		return !in.givenApart(wait, read)
	}
	from := holder(receiver(read))
	for range maxReceivers {
		if from == nil || from == informers {
			break
		}
		call, ok := from.(*ssa.Call)
		if !ok {
			return false
		}
		from = holder(receiver(call))
	}
	return from == informers
}

// Fills tells whether informers that are started may be those of the cache that an instruction reads: not if the function got
// them by a call, and reads from what it was given, in which it puts nothing.
func Fills(start, read ssa.Instruction) bool {
	informers, from := awaited(start), holder(receiver(read))
	given, ok := from.(*ssa.Parameter)
	if !ok || !isGot(informers) {
		return true
	}
	for put := range ir.All[*ssa.Store](read.Parent().Blocks) {
		if of, _, _ := ir.Base(put.Addr); of == given {
			return true
		}
	}
	for call := range ir.All[ssa.CallInstruction](read.Parent().Blocks) {
		if args := ir.Args(call.Common()); slices.Contains(args, ssa.Value(given)) && slices.ContainsFunc(args, func(a ssa.Value) bool { return holder(a) == informers }) {
			return true
		}
	}
	return false
}

// awaited returns what has the informers, or says of them whether they have filled, that an instruction waits for.
func awaited(wait ssa.Instruction) ssa.Value {
	if recv := receiver(wait); recv != nil {
		return holder(recv)
	}
	call, ok := wait.(ssa.CallInstruction)
	if !ok || len(call.Common().Args) == 0 {
		return nil
	}
	return holder(call.Common().Args[len(call.Common().Args)-1])
}

// isGot tells whether a value is the result of a call, or of one of several.
func isGot(v ssa.Value) bool {
	if phi, ok := v.(*ssa.Phi); ok {
		return !slices.ContainsFunc(phi.Edges, func(edge ssa.Value) bool { return !isGot(first(edge)) })
	}
	_, ok := v.(*ssa.Call)
	return ok
}

// holder returns the value of the function in a field of which another one is, or the other one.
func holder(v ssa.Value) ssa.Value {
	for range maxReceivers {
		if v == nil {
			return nil
		}
		v = first(ir.Unwrap(v))
		load, ok := v.(*ssa.UnOp)
		if !ok {
			return v
		}
		field, ok := load.X.(*ssa.FieldAddr)
		if !ok {
			return v
		}
		v = field.X
	}
	return v
}

// first returns the call of several results of which a value is one, or the value.
func first(v ssa.Value) ssa.Value {
	if extract, ok := v.(*ssa.Extract); ok {
		return extract.Tuple
	}
	return v
}

// maxReceivers bounds how many calls lead from informers to what is read.
const maxReceivers = 10

// receiver returns what the method is called of that an instruction calls; nil if it calls none.
func receiver(instr ssa.Instruction) ssa.Value {
	call, ok := instr.(ssa.CallInstruction)
	if !ok {
		return nil
	}
	recv, _ := ir.Receiver(call.Common())
	if recv == nil {
		return nil
	}
	return first(ir.Unwrap(recv))
}

// sweeps tells whether an edge starts a goroutine that runs a function at once, now or again and again, which writes.
func (in *Info) sweeps(e *edge) bool {
	start, ok := e.site.(*ssa.Go)
	if _, writes := in.next[Write][e.callee]; !ok || !writes {
		return false
	}
	obj := ir.Called(start.Common())
	return obj == nil || obj.Pkg() == in.Package.Pkg || kube.WaitOf(obj) == kube.Forever
}

// flags is what one call comes to: what it calls, and the functions that it is passed and calls. It reads now what the
// package itself reads, and soon what is read of informers of this function's before anything is waited for.
type flags struct{ awaits, takes, reads, now, soon, async bool }

func (f *flags) join(g flags, async bool) {
	f.awaits, f.takes, f.reads, f.now, f.soon, f.async = f.awaits || g.awaits, f.takes || g.takes, f.reads || g.reads, f.now || g.now, f.soon || g.soon, f.async && async
}

func (in *Info) flags(fn *ssa.Function) flags {
	t := in.traits[fn]
	return flags{awaits: t&awaitsTrait != 0 || in.gated(fn), takes: t&takesTrait != 0, reads: t&readsTrait != 0, now: t&nearTrait != 0}
}

func (p *Phases) add(site ssa.Instruction, f *flags) {
	if f.soon && !f.async {
		p.Reads = append(p.Reads, site)
	}
	switch {
	case f.awaits && !f.async:
		p.Awaits = append(p.Awaits, site)
	case f.awaits, f.soon && !f.async:
	case f.takes && f.reads:
		p.Workers = append(p.Workers, site)
	case f.now && !f.async:
		p.Reads = append(p.Reads, site)
	}
}

// ignored tells whether nobody looks at what a call that waits for caches returns.
func ignored(call *ssa.Call) bool {
	if name := ir.CalledName(&call.Call); name == "" || name == "HasSynced" || call.Call.Signature().Results().Len() != 1 {
		return false
	}
	return len(ir.Uses(call)) == 0
}

// Lookup returns the facts of a function of another package, nil if it has none.
func (in *Info) Lookup(fn *types.Func) *Facts { return in.known[fn.Origin()] }
