package work

import (
	"fmt"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Facts is what packages that call a function need to know of its work.
type Facts struct {
	Work  []Work      // the nearest of each class
	Calls []ParamCall // the parameters that are functions, and are called
	Gives []Given     // what methods of its results may do
	Keeps []Kept      // the parameters that are functions, and are called by what others call later
	Held  []HeldCall  // what it calls of such
	// Awaits, Takes and Reads tell whether it, or a goroutine that it starts, waits for caches to fill, or for somebody who
	// may have, takes items from a work queue, and reads a lister or store. Endless that it only returns when it is told to
	// stop, Gates that it waits for another goroutine before it does, Puts that it puts items on a work queue.
	Awaits, Takes, Reads, Endless, Gates, Puts bool
	// Lists are of which parameters it reads a lister or store before it returns, and before it waits for anything.
	Lists []Listing
	// Requests is how many requests it sends and gets answered in any case, see [Info.Requests].
	Requests int
}

func (f *Facts) String() string {
	out := ""
	for _, w := range f.Work {
		out += w.What + " "
	}
	return fmt.Sprintf("work:%scalls:%d awaits:%t takes:%t reads:%t endless:%t", out, len(f.Calls), f.Awaits, f.Takes, f.Reads, f.Endless)
}

// writes tells whether a function writes to the API server.
func (f *Facts) writes() bool {
	return slices.ContainsFunc(f.Work, func(w Work) bool { return w.Class == Write })
}

// Work is work of a function in another package.
type Work struct {
	Class Class
	What  string
	Wait  kube.Wait
	Brief bool
	Async bool   // in a goroutine
	Path  []Step // from the function itself to the one that does it
	// Programs are those in which it is work; all, if there are none.
	Programs []string
	Needs    ir.Needs // without which the function doesn't come to it
	// Told says that the function returns an error, or leaves it to a queue, when work of the class fails, this or other.
	Told bool
}

// A Step is a function on the way to work in another package.
type Step struct {
	Func string // with the name of the package
	Pos  string // file and line of the call that leads on, or of the work
}

// A ParamCall is that a function calls one of its parameters (the receiver counts): Again says that it does so again and
// again, until it is told to stop.
type ParamCall struct {
	Param        int
	Async, Again bool
}

const maxPath = 8 // steps that a fact keeps

// Facts returns the facts of the package's functions, and of the methods of its interfaces.
func (in *Info) Facts() map[*types.Func]*Facts {
	if in == nil || in.Package.Pkg.Name() == "main" {
		return nil
	}
	facts, own := ir.Facts(in.pkg, in.factsOf), in.Package.Pkg
	for t := range ir.Types(own) {
		iface, ok := t.Underlying().(*types.Interface)
		if !ok || !t.Obj().Exported() {
			continue
		}
		for m := range iface.ExplicitMethods() {
			if f := in.interfaceFacts(m, t); f != nil && m.Pkg() == own {
				facts[m] = f
			}
		}
	}
	return facts
}

// factsOf returns the facts of a function, nil if there is nothing to say.
func (in *Info) factsOf(fn *ssa.Function) *Facts {
	t := in.traits[fn]
	f := &Facts{Awaits: t&awaitsTrait != 0 || in.gated(fn), Takes: t&takesTrait != 0, Reads: t&readsTrait != 0, Endless: t&endlessTrait != 0, Gates: t&gateTrait != 0, Puts: t&putsTrait != 0}
	for c := range classes {
		if w := in.workOf(fn, c); w != nil && in.left.Of(leaving{fn, c, false}) {
			w.Told = kube.MayFail(fn.Signature) && !in.left.Of(leaving{fn, c, true})
			f.Work = append(f.Work, *w)
		}
	}
	for _, c := range in.calls.Of(fn) {
		if c.param.Parent() == fn {
			f.Calls = append(f.Calls, ParamCall{ir.ParamIndex(c.param), c.async, c.again})
		}
	}
	for _, l := range in.lists.Of(fn) {
		if l.param.Parent() == fn {
			f.Lists = append(f.Lists, Listing{ir.ParamIndex(l.param), l.where, l.decides})
		}
	}
	f.Gives, f.Keeps, f.Requests = in.gives(fn), in.keeps(fn), in.fewest.Of(fn)
	for _, c := range in.holders.Of(fn) {
		if c.param.Parent() == fn {
			f.Held = append(f.Held, HeldCall{Held{ir.ParamIndex(c.param), c.field}, c.async})
		}
	}
	if len(f.Work)+len(f.Calls)+len(f.Gives)+len(f.Keeps)+len(f.Held) == 0 && !f.Awaits && !f.Takes && !f.Reads && !f.Endless && !f.Gates && !f.Puts {
		return nil
	}
	return f
}

// interfaceFacts returns what every implementation of an interface's method does, if this package has any.
func (in *Info) interfaceFacts(method *types.Func, t types.Type) *Facts {
	m := in.implementing(method, t)
	f := &Facts{}
	for c := range classes {
		if fn := m.allDo(func(fn *ssa.Function) bool { return in.does(fn, c) && in.left.Of(leaving{fn, c, false}) }); fn != nil {
			f.Work = append(f.Work, *in.workOf(fn, c))
		}
	}
	if len(m.methods) > 0 {
		f.Requests = slices.Min(ir.Map(m.methods, in.fewest.Of))
	}
	if len(m.methods) == 1 {
		if own := in.factsOf(m.methods[0]); own != nil {
			f = own
		}
	}
	if len(f.Work) == 0 && !f.Awaits && !f.Reads && !f.Takes && !f.Endless && !f.Puts {
		return nil
	}
	return f
}

// workOf returns the nearest work of a class that a function comes to, nil if there is none.
func (in *Info) workOf(fn *ssa.Function, c Class) *Work {
	w, from := &Work{Class: c}, fn
	for range len(in.nodes) + 1 {
		s, ok := in.next[c][fn]
		if !ok {
			return nil
		}
		site := ssa.Instruction(nil)
		if s.leaf != nil {
			site = s.leaf.Site
		} else {
			site = s.edge.site
			w.Async = w.Async || s.edge.async
		}
		if fn == from {
			w.Needs = in.decided.Needs(fn, site)
		}
		if name := Name(fn); name != "" && len(w.Path) < maxPath {
			w.Path = append(w.Path, Step{in.Package.Pkg.Name() + "." + name, in.pkg.Line(site)})
		}
		if s.leaf != nil {
			w.What, w.Wait, w.Brief, w.Async, w.Programs = s.leaf.What, s.leaf.Wait, s.leaf.Brief, w.Async || s.leaf.async(), s.leaf.Programs
			if s.leaf.Far != nil {
				w.Path = append(w.Path, s.leaf.Far.Path...)
				w.Path = w.Path[:min(len(w.Path), maxPath)]
			}
			return w
		}
		fn = s.edge.callee
	}
	return nil
}

// Name names a function as its author would: Type.method, or the function's name; empty for literals and wrappers.
func Name(fn *ssa.Function) string {
	if fn.Origin() != nil {
		fn = fn.Origin()
	}
	if fn.Parent() != nil || fn.Synthetic != "" {
		return ""
	}
	return ir.FuncName(fn)
}
