package work

import (
	"go/types"
	"slices"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/client"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A Class is a kind of work.
type Class uint8

// The classes.
const (
	Write Class = iota // to the API server
	Live               // read from the API server
	Block              // something that takes long
	Hand               // to or from another goroutine, through a channel without buffer
	classes
)

// Waits tells whether work of the class is only waiting, so that it does not matter in a goroutine of its own.
func (c Class) Waits() bool { return c == Block || c == Hand }

// A Leaf is an instruction that does work itself, or a call that leaves the package for a function that does.
type Leaf struct {
	Site  ssa.Instruction
	Class Class
	What  string    // "Secrets.Create", "time.Sleep"
	Wait  kube.Wait // for Block
	Brief bool      // the wait comes to less than a second in all, or most often does
	Far   *Work     // for a call that leaves the package
	Async bool      // in a goroutine that it starts
	// Perhaps says that it is a write of CreateOrUpdate or kin, which finds nothing to be written most often.
	Perhaps bool
	// Programs are those in which it is work, because of what the client is there; all, if there are none.
	Programs []string
}

// leaf notes a call of obj, a function, method or function variable of another package, or a method of an interface, if
// it does work. recv is the receiver. It tells whether obj is known.
func (in *Info) leaf(n *node, site ssa.CallInstruction, obj types.Object, recv ssa.Value, async bool) bool {
	if fn, ok := obj.(*types.Func); ok {
		in.ordering(n, site, fn, async)
	}
	if op, ok := in.operation(obj, recv); ok {
		in.operate(n, site, obj.Name(), op, recv, async)
		return true
	}
	if w := kube.WaitOf(obj); w == kube.Polling && isContent(site) {
		return true
	} else if w != kube.NoWait {
		n.leaves = append(n.leaves, &Leaf{Site: site, Class: Block, What: symbolName(obj), Wait: w, Brief: isBrief(site, w), Async: async})
		n.endless = n.endless || w == kube.Forever && !async
		return true
	}
	fn, ok := obj.(*types.Func)
	if !ok {
		return false
	}
	f := in.Lookup(fn)
	if f == nil {
		return false
	}
	n.far = append(n.far, &farCall{site, f, async})
	if async && f.Endless {
		return true // a worker, which is not part of the event's work
	}
	for i := range f.Work {
		w := &f.Work[i]
		if w.Needs.Denied(site) {
			continue
		}
		n.leaves = append(n.leaves, &Leaf{Site: site, Class: w.Class, What: w.What, Wait: w.Wait, Brief: w.Brief, Far: w, Async: async, Programs: w.Programs})
	}
	return true
}

// isContent tells whether a call that calls a function until that is content or fails doesn't pause before it calls it, and the
// function always is, or fails.
func isContent(site ssa.CallInstruction) bool {
	if !ir.PollsAtOnce(site.Common()) {
		return false
	}
	for _, arg := range site.Common().Args {
		fn := ir.FuncOf(ir.Unwrap(arg))
		if fn == nil || len(fn.Blocks) == 0 {
			continue
		}
		for ret := range ir.All[*ssa.Return](fn.Blocks) {
			if len(ret.Results) == 0 || !ir.IsTrue(ret.Results[0]) && (!ir.Fails(ret) || isFiltered(ret)) {
				return false
			}
		}
		return true
	}
	return false
}

// isFiltered tells whether a function returns what another one makes of an error, which may leave out some.
func isFiltered(ret *ssa.Return) bool {
	s := ir.StepOf(ret.Results[len(ret.Results)-1])
	if s.Kind != ir.Result {
		return false
	}
	symbol := ir.Symbol(s.Call.Common())
	return !kube.NeverNil(symbol) && !kube.WrapsError(symbol) && slices.ContainsFunc(ir.Args(s.Call.Common()), func(arg ssa.Value) bool { return kube.IsError(arg.Type()) })
}

// isBrief tells whether a call that tries again is given a backoff of which the pauses come to little, or, after conflicts alone, one
// of another package, which isn't known: such are short. How long a process runs isn't known either.
func isBrief(site ssa.CallInstruction, w kube.Wait) bool {
	if w == kube.Executing {
		return true
	}
	conflicts := kube.RetriesConflicts(ir.Symbol(site.Common()))
	return w == kube.Retrying && slices.ContainsFunc(site.Common().Args, func(arg ssa.Value) bool {
		load, ok := arg.(*ssa.UnOp)
		if !ok {
			return false
		}
		global, ok := load.X.(*ssa.Global)
		return ok && global.Object() != nil && (kube.IsBriefBackoff(kube.SymbolOf(global.Object())) || conflicts && isOfOther(global, site.Parent()))
	})
}

// isOfOther tells whether a package variable is another package's than a function; of a wrapper it isn't known.
func isOfOther(global *ssa.Global, fn *ssa.Function) bool {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	if fn.Origin() != nil {
		fn = fn.Origin()
	}
	return fn.Pkg != nil && global.Pkg != fn.Pkg
}

// operation tells what a call does at the API server or in a cache.
func (in *Info) operation(obj types.Object, recv ssa.Value) (kube.Operation, bool) {
	if verb := kube.RemoteOf(kube.SymbolOf(obj)); verb != kube.NoVerb {
		return kube.Operation{Verb: verb, Via: kube.Clientset, Object: -1, Key: -1, Client: -1, Opts: -1}, true
	}
	if recv == nil {
		return kube.OperationOf(obj, nil)
	}
	if fn, ok := obj.(*types.Func); !ok || !kube.MayOperate(fn) {
		return kube.Operation{}, false
	}
	return kube.OperationOf(obj, recv.Type())
}

func (in *Info) operate(n *node, site ssa.CallInstruction, name string, op kube.Operation, recv ssa.Value, async bool) {
	if op.Via == kube.Lister || op.Via == kube.Store {
		if !in.pkg.IsOwnStore(recv) && !in.isTold(site, op, recv) {
			n.reads = append(n.reads, site)
		}
		n.remembers(site)
		return
	}
	if op.Verb == kube.VerbWatch || op.Verb.Writes() && in.origins.DryRun(site.Common(), op) || in.isMadeUp(site, op) {
		return
	}
	object := op.Type
	if object == nil {
		object = objectType(site, op)
	}
	class, programs := Live, []string(nil)
	switch {
	case op.Verb.Writes() && (object == nil || !kube.IsReview(object)):
		class = Write
	case op.Verb.Writes(): // a question to the API server
	case op.Via == kube.Client:
		var live bool
		programs, live = in.origins.Where(in.origins.Of(recv), func(k client.Known) bool { return k.Class == client.Live })
		if !live {
			if _, cached := in.origins.Where(in.origins.Of(recv), func(k client.Known) bool { return k.Class == client.Cached }); cached {
				n.remembers(site)
			}
			return
		}
	}
	n.leaves = append(n.leaves, &Leaf{Site: site, Class: class, What: in.operationName(name, op, recv, object), Async: async, Perhaps: op.Verb >= kube.VerbCreateOrUpdate, Programs: programs})
}

// remembers notes a read from memory.
func (n *node) remembers(site ssa.Instruction) {
	if n.memory == nil {
		n.memory = map[ssa.Instruction]bool{}
	}
	n.memory[site] = true
}

// onlyRemembers tells whether a function can't fail but by reads from memory, which don't do so for long.
func (n *node) onlyRemembers() bool {
	if n == nil || len(n.memory) == 0 || len(n.leaves) > 0 {
		return false
	}
	for call := range ir.All[*ssa.Call](n.fn.Blocks) {
		if kube.MayFail(call.Call.Signature()) && !n.memory[call] {
			return false
		}
	}
	return true
}

// objectType returns the type of the object that a call writes or fills, nil if that is not known.
func objectType(site ssa.CallInstruction, op kube.Operation) types.Type {
	object := ir.Written(site.Common(), op.Object)
	if object == nil {
		return nil
	}
	t := ir.Unwrap(object).Type()
	if types.IsInterface(t) {
		return nil
	}
	return t
}

// operationName names an operation as authors say it: Secrets.Create, Client.Update of *v1.Secret.
func (in *Info) operationName(method string, op kube.Operation, recv ssa.Value, object types.Type) string {
	verb := op.Verb.String()
	switch op.Via {
	case kube.Clientset:
		if getter, ok := recv.(*ssa.Call); ok {
			if name := ir.CalledName(&getter.Call); name != "" {
				return name + "." + method
			}
		}
	case kube.Dynamic:
		return "dynamic." + method
	case kube.Metadata:
		return "metadata." + method
	case kube.Subresource:
		verb = "Status." + verb
		if getter, ok := recv.(*ssa.Call); ok && ir.CalledName(&getter.Call) == "SubResource" {
			verb = "SubResource." + op.Verb.String()
		}
	}
	if object == nil {
		if op.Via == kube.Client && op.Client < 0 {
			return "Client." + verb
		}
		return verb
	}
	return verb + "(" + types.TypeString(object, kube.Qualifier(in.Package.Pkg)) + ")"
}

// symbolName names a function as callers write it: time.Sleep, exec.Cmd.Run.
func symbolName(obj types.Object) string {
	name := obj.Name()
	if fn, ok := obj.(*types.Func); ok {
		if recv := fn.Signature().Recv(); recv != nil {
			if named := kube.Named(recv.Type()); named != nil {
				name = named.Obj().Name() + "." + name
			}
		}
	}
	return obj.Pkg().Name() + "." + name
}

// ordering notes calls that matter to the order of workers and caches, and those that put items on a work queue.
func (in *Info) ordering(n *node, site ssa.CallInstruction, fn *types.Func, async bool) {
	n.puts = n.puts || kube.AddsWork(kube.SymbolOf(fn))
	if kube.TakesWork(kube.SymbolOf(fn)) {
		n.takes = append(n.takes, site)
		n.endless = true
	}
	if kube.AwaitsSync(fn) && !async && (kube.WaitOf(fn) == kube.Syncing || !isSaid(site)) {
		n.awaits = append(n.awaits, site)
	}
	if kube.StartsInformers(fn) {
		n.starts = append(n.starts, site)
	}
}

// channel notes a send to, or receive from, a channel that certainly has no buffer. To receive from time.After, or from a
// ticker of the function's own, is to sleep.
func (in *Info) channel(n *node, at ssa.Instruction, p ir.Passing) {
	if !p.Sends && isTicker(p.Chan) {
		n.leaves = append(n.leaves, &Leaf{Site: at, Class: Block, What: "<-time.Ticker.C", Wait: kube.Sleeping})
		return
	}
	if step := ir.StepOf(p.Chan); !p.Sends && step.Kind == ir.Result {
		if !p.CommaOk && ir.Symbol(&step.Call.Call) == (kube.Symbol{Pkg: "time", Name: "After"}) {
			n.leaves = append(n.leaves, &Leaf{Site: at, Class: Block, What: "<-time.After", Wait: kube.Sleeping})
		}
		return
	}
	n.puts = n.puts || p.Sends && kube.IsEventChannel(p.Chan.Type())
	if p.CommaOk || kube.IsEventChannel(p.Chan.Type()) || in.buffers.Of(p.Chan) != unbuffered {
		return
	}
	what := "the receive from channel"
	if p.Sends {
		what = "the send to channel"
	}
	n.leaves = append(n.leaves, &Leaf{Site: at, Class: Hand, What: what + channelName(p.Chan), Wait: kube.Passing})
}

// isTicker tells whether a channel is that of a ticker which the function makes that has it, and which ticks no sooner than in
// a second, as far as is known. What a timer has sent may be taken out of its channel, which waits for nothing.
func isTicker(ch ssa.Value) bool {
	var made *ssa.Call
	if step := ir.StepOf(ch); step.Kind == ir.Result {
		made = step.Call
	} else if step.Kind == ir.Load {
		if field, ok := step.From[0].(*ssa.FieldAddr); ok {
			made, _ = field.X.(*ssa.Call)
		}
	}
	if made == nil || !kube.Ticks(ir.Symbol(&made.Call)) {
		return false
	}
	for call := range ir.Refs[ssa.CallInstruction](made) {
		if kube.ResetsTicker(ir.Symbol(call.Common())) {
			return false
		}
	}
	period, ok := made.Call.Args[0].(*ssa.Const)
	return ok && period.Value != nil && period.Int64() >= int64(time.Second)
}

// buffering is what is known of the channels that a value may be.
type buffering uint8

const (
	neverMade  buffering = iota
	unbuffered           // every one is made without buffer, in view
	mayBuffer
)

// bufferOf returns the buffering of a channel, or of what the variable at an address holds.
func (in *Info) bufferOf(v ssa.Value) buffering {
	var from []ssa.Value
	switch step := ir.StepOf(v); step.Kind {
	case ir.Made:
		if made, ok := v.(*ssa.MakeChan); ok {
			if size, ok := made.Size.(*ssa.Const); ok && size.Value != nil && size.Int64() == 0 {
				return unbuffered
			}
		}
		return mayBuffer
	case ir.Variable:
		if _, global := v.(*ssa.Global); global {
			return mayBuffer
		}
		from = in.pkg.Index().StoredAt(v)
	case ir.Alias, ir.Load:
		from = step.From
	case ir.FieldAddr, ir.FieldOf:
		if owner := kube.Named(step.From[0].Type()); step.Field == nil || step.Field.Exported() && (owner == nil || owner.Obj().Exported()) {
			return mayBuffer // anyone may put another in an exported one
		}
		from = in.pkg.Index().OfField(step.Field)
	case ir.Param:
		if from = in.passed(v.(*ssa.Parameter)); len(from) == 0 {
			return mayBuffer
		}
	default:
		return mayBuffer
	}
	out := neverMade
	for _, one := range from {
		out = max(out, in.buffers.Of(one))
	}
	return out
}

// passed returns what is passed for a parameter, nothing unless all calls are in view.
func (in *Info) passed(p *ssa.Parameter) []ssa.Value {
	fn := p.Parent()
	if obj := fn.Object(); fn.Parent() != nil || obj == nil || obj.Exported() {
		return nil
	}
	return in.pkg.Index().Passed(p)
}

// channelName names a channel that is a field.
func channelName(ch ssa.Value) string {
	if field := ir.FieldRead(ch); field != nil {
		return " " + field.Name()
	}
	return ""
}
