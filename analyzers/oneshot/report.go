package oneshot

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/ctrllint/ctrllint/internal/domain/work"
	"github.com/ctrllint/ctrllint/internal/kube"
	"github.com/ctrllint/ctrllint/internal/place"
)

// maxOthers is how many other event functions a finding names that come to the same place.
const maxOthers = 4

// maxSteps is how many functions on the way from the event function to the work a message names; the related places have
// all of them.
const maxSteps = 4

// message says what happens at run time, why, and what to do.
func (f *finding) message() string {
	return fmt.Sprintf("%s %s %s: %s; %s", f.path(), f.does(), f.where(), f.consequence(), f.advice())
}

// path is the way from the event function to the work, in short: onAdd → sync → Secrets.Create.
func (f *finding) path() string {
	steps := []string{f.root()}
	for _, c := range f.found.Calls {
		name := work.Name(c.To)
		if !c.Chosen { // or else it is the type that says which one
			name = lastName(name)
		}
		switch {
		case name == "" && c.Async:
			steps = append(steps, "go func")
		case name == "":
		case c.Async:
			steps = append(steps, "go "+name)
		default:
			steps = append(steps, name)
		}
	}
	leaf := f.found.Leaf
	if leaf.Far != nil {
		for n, step := range leaf.Far.Path {
			if n == 0 {
				steps = append(steps, step.Func)
			} else if n == len(leaf.Far.Path)-1 || len(leaf.Far.Path) < 4 {
				steps = append(steps, lastName(step.Func))
			} else if n == 1 {
				steps = append(steps, "…")
			}
		}
		if f.event.Func.Fn == nil && len(leaf.Far.Path) > 0 {
			steps = steps[1:] // the event function is the first of them
		}
	}
	if len(steps) > maxSteps {
		steps = slices.Concat(steps[:maxSteps-1], []string{"…"}, steps[len(steps)-1:])
	}
	return strings.Join(append(steps, leaf.What), " → ")
}

// root names the event function: a function literal by the field that it is for.
func (f *finding) root() string {
	if f.event.Func.Fn == nil {
		return f.event.Func.Obj.Name()
	}
	name := work.Name(f.event.Func.Fn)
	if name == "" {
		name = f.event.Role
	}
	return lastName(name)
}

// registration says what the event function is registered as, where its name doesn't.
func (f *finding) registration() string {
	if f.root() == f.event.Role {
		return f.event.Role
	}
	return f.root() + " as " + f.event.Role
}

// lastName leaves the receiver's type out, which the reader of a message knows.
func lastName(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// does says what the work is.
func (f *finding) does() string {
	switch leaf := f.found.Leaf; leaf.Class {
	case work.Write:
		return "writes to the API server"
	case work.Live:
		return "asks the API server"
	default:
		return leaf.Wait.String()
	}
}

// where says what kind of function the work is done in.
func (f *finding) where() string {
	in := "in " + f.event.Surface.String()
	if f.event.Private {
		in = "in the event handler of a private informer"
	}
	if f.found.Async() {
		in = "in a goroutine of " + strings.TrimPrefix(in, "in ")
	}
	return in
}

// consequence says what comes of it.
func (f *finding) consequence() string {
	meanwhile := "every later event of this " + f.kind() + " waits meanwhile"
	switch {
	case f.event.Private:
		meanwhile = "the informer's store stands still meanwhile"
	case f.event.Surface == kube.SourceFunc:
		meanwhile = "the controller does not start meanwhile"
	case f.found.Async():
		meanwhile = "it races with what the object's next event starts"
	}
	switch f.found.Leaf.Class {
	case work.Write:
		if f.resync > 0 {
			return fmt.Sprintf("when it fails only the informers' resync, after %v, tries it again, and %s", f.resync, meanwhile)
		}
		return "when it fails no queue tries it again, and " + meanwhile
	case work.Live:
		return "each event costs a request, which no queue tries again, and " + meanwhile
	default:
		return meanwhile
	}
}

// kind names what the later events wait for.
func (f *finding) kind() string {
	switch f.event.Surface {
	case kube.Predicate:
		return "watch"
	case kube.MapFunction:
		return "watch"
	case kube.InformerFilter:
		return "filter"
	}
	return "handler"
}

// advice says what to do instead.
func (f *finding) advice() string {
	if f.found.Leaf.Wait == kube.Sleeping {
		return f.later()
	}
	live := f.found.Leaf.Class == work.Live
	switch f.event.Surface {
	case kube.EventHandler:
		if live {
			return "read from the cache, or enqueue a request and read in Reconcile"
		}
		return "enqueue a request, and do it in Reconcile"
	case kube.Predicate:
		if live {
			return "decide by the event's objects or read from the cache"
		}
		return "decide by the event's objects, and do it in Reconcile"
	case kube.MapFunction:
		if live {
			return "read from the cache"
		}
		return "only return requests, and do it in Reconcile"
	case kube.SourceFunc:
		return "do it in a goroutine that ends with the context"
	case kube.InformerFilter:
		return "decide by the object alone, and do the rest in the worker of a queue"
	}
	if live {
		return "read from a lister, or put the key on a work queue and read in its worker"
	}
	return "put the object's key on a work queue and do it in its worker"
}

// later says how something is done later without a sleep.
func (f *finding) later() string {
	switch f.event.Surface {
	case kube.EventHandler:
		return "call the queue's AddAfter with the request"
	case kube.Predicate, kube.MapFunction:
		return "return a Result with RequeueAfter from Reconcile"
	case kube.SourceFunc:
		return "do it in a goroutine that ends with the context"
	case kube.InformerFilter:
		return "decide by the object alone, and call the queue's AddAfter in the handler"
	}
	return "call the queue's AddAfter with the object's key"
}

// related points at where the event function is registered, and at every call from there to the work.
func (j *judge) related(f *finding) []analysis.RelatedInformation {
	var out place.Related
	switch {
	case f.event.Via != "":
		out.Add(f.event.Site, "put here into %s, which %s calls for events", f.event.Role, f.event.Via)
	case f.event.Site != f.pos:
		out.Add(f.event.Site, "registered here: %s", f.registration())
	}
	for _, c := range f.found.Calls {
		how := "calls"
		if c.Async {
			how = "starts a goroutine with"
		}
		if name := work.Name(c.To); name != "" {
			out.Add(c.Site.Pos(), "%s %s", how, name)
		} else if c.Async {
			out.Add(c.Site.Pos(), "%s a function literal", how)
		}
	}
	if far := f.found.Leaf.Far; far != nil {
		var steps []string
		for _, s := range far.Path {
			steps = append(steps, s.Func+" ("+s.Pos+")")
		}
		out.Add(f.pos, "which goes %s → %s", strings.Join(steps, " → "), f.found.Leaf.What)
		for n, s := range steps {
			next := f.found.Leaf.What
			if n+1 < len(steps) {
				next = far.Path[n+1].Func
			}
			out.Add(place.Named(j.pass, s), "calls %s", next)
		}
	}
	for _, pos := range f.again {
		out.Add(pos, "comes to it again")
	}
	for _, b := range f.beyond[:min(len(f.beyond), maxOthers)] {
		out.Add(b.pos, "the same call comes to this too: %s", b.found.Leaf.What)
	}
	for _, r := range f.reads[:min(len(f.reads), maxOthers)] {
		out.Add(r.pos, "%s asks for this besides: %s", f.root(), r.found.Leaf.What)
	}
	for _, o := range f.others[:min(len(f.others), maxOthers)] {
		at := o.event.Site
		if len(o.found.Calls) > 0 {
			at = o.found.Calls[0].Site.Pos()
		}
		out.Add(at, "%s comes to it too", o.root())
	}
	return out
}
