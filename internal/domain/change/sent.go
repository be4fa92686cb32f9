package change

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A Sending says what of an object is sent to the server by an update or patch of it, or of a copy.
type Sending uint8

// What may be sent.
const (
	SendsPart  Sending = 1 << iota // by a subresource, such as the status
	SendsWhole                     // all the rest
	keepsIt                        // somebody may send it later: it is kept somewhere
)

// A Sent is a parameter (the receiver counts) of which the function sends what it is given.
type Sent struct {
	Param int
	What  Sending
}

// maxSent is how many parts of a function an object is followed through that may be sent.
const maxSent = 500

// A sender is one look for what sends an object.
type sender struct {
	flow.Walk
	t    *tracer
	what Sending
	// counts tells whether an instruction comes late enough; nil for all.
	counts func(ssa.Instruction) bool
	// up says that the object is followed to who gets it returned.
	up bool
}

func (t *tracer) newSender(left int) *sender {
	s := &sender{t: t}
	s.Walk = flow.Walk{Solver: t.solver, Left: left, Names: true, Once: true, Visit: s.use, Beyond: func(flow.Part) { s.what |= keepsIt }}
	return s
}

// sending answers for what a function is given for a parameter.
func (t *tracer) sending(p *ssa.Parameter) Sending {
	if !mayBeObject(p.Type()) {
		return 0
	}
	s := t.newSender(maxSent)
	s.Of(p, "")
	return s.what &^ keepsIt
}

// mayBeObject tells whether a value may be an object of the API, or hold such in a slice.
func mayBeObject(t types.Type) bool {
	if elem := elementOf(t); elem != types.Typ[types.Invalid] {
		t = elem
	}
	return types.IsInterface(t) || kube.IsObject(t) || kube.IsObject(types.NewPointer(ir.Deref(t)))
}

// Sent tells whether an update or patch of the object that is changed may follow which sends that, or of a copy that is made then,
// unless somebody compares the copy with the object: what both have is no reason to send it. Of an object that is kept somewhere it
// goes by what is updated there; see [Info.Updates].
func (in *Info) Sent(c Change, fn *ssa.Function) bool {
	what := in.trace.sentAfter(c.Effect)
	if what&keepsIt != 0 && in.Updates(fn, c.Root.Source.Type, c.Root.Path) {
		return true
	}
	return what&SendsWhole != 0 || what&SendsPart != 0 && !isOutsideStatus(c.Root.Path)
}

// Written tells whether an update or patch in the function that makes a change is of the object that is changed, before it or after.
func (in *Info) Written(c Change) bool {
	all := in.trace.saves.Of(c.By.Parent(), in.trace.findSaves)
	return len(all) > 0 && slices.ContainsFunc(basesOf(c.Target), func(v ssa.Value) bool { return all[v] != nil })
}

// basesOf returns what an address leads back to in its function, from the nearest on.
func basesOf(v ssa.Value) (out []ssa.Value) {
	for range maxAway {
		if v == nil {
			return out
		}
		v, _, _ = ir.Base(ir.Unwrap(v))
		out = append(out, v)
		step := ir.StepOf(v)
		if step.Kind != ir.Load {
			return out
		}
		v = step.From[0]
	}
	return out
}

func (t *tracer) sentAfter(e Effect) Sending {
	bases := basesOf(e.Target)
	if len(bases) == 0 {
		return keepsIt // by a function of another package, which others call
	}
	s, follows := t.newSender(flow.MaxParts), ir.MayFollow(e.By)
	s.up = true
	s.counts = func(by ssa.Instruction) bool { return by == e.By || follows(by) }
	s.All(bases, "")
	for _, v := range bases {
		if step := ir.StepOf(v); kube.IsObject(v.Type()) && step.Kind == ir.Load {
			if of, path, _ := ir.Base(step.From[0]); path != "" && path != ir.Element && !kube.IsObject(of.Type()) {
				s.what |= keepsIt // in a field of something
			}
		}
	}
	if saved := t.saves.Of(e.By.Parent(), t.findSaves); len(saved) > 0 {
		for _, v := range bases {
			if writes := saved[v]; writes != nil && writes.mayFollow(e.By, t.position) {
				s.what |= writes.sends()
			}
		}
	}
	return s.what
}

// sends tells what the writes send, also such as name the object only.
func (s *saves) sends() (what Sending) {
	for _, writes := range s.in {
		for _, write := range writes {
			op, _ := ir.Operation(write.Common())
			what |= sentBy(op)
		}
	}
	return what
}

func sentBy(op kube.Operation) Sending {
	if op.Sub != "" || op.Via == kube.Subresource {
		return SendsPart
	}
	return SendsWhole
}

func (s *sender) use(of flow.Part, ref ssa.Instruction) {
	v := of.Value
	switch use := ir.UseOf(v, ref); use.Does {
	case ir.Converts, ir.Loads:
		s.Of(use.To, "")
	case ir.Takes:
		if use.Field == nil {
			s.Of(use.To, "") // an element
		}
	case ir.Looks:
		s.Of(use.To, "")
	case ir.Stores:
		s.stored(use.Addr)
	case ir.Passes:
		s.call(v, use.Call)
	default:
		s.other(v, use.To, ref)
	}
}

// stored goes on with a variable in which the object is put.
func (s *sender) stored(addr ssa.Value) {
	if of, path, _ := ir.Base(addr); isVariable(of) && (path == "" || path == ir.Element) {
		s.Of(of, "")
		return
	}
	s.what |= keepsIt
}

// other goes on with a value that is the object too, or one of several, and with who gets it returned.
func (s *sender) other(v, to ssa.Value, ref ssa.Instruction) {
	switch ref := ref.(type) {
	case *ssa.Phi, *ssa.Extract, *ssa.Next, *ssa.Slice:
		s.Of(to, "")
	case *ssa.MapUpdate, *ssa.Send:
		s.what |= keepsIt
	case *ssa.MakeClosure:
		for _, inside := range ir.Captured(ref, v) {
			s.Of(inside, "")
		}
	case *ssa.Return:
		if !s.up {
			return
		}
		for n, result := range ref.Results {
			for _, call := range s.t.places.Callers(ref.Parent()) {
				if result == v {
					s.All(ir.ResultsOf(call, n), "")
				}
			}
		}
	}
}

// call sees what a call does with the object.
func (s *sender) call(v ssa.Value, call ssa.CallInstruction) {
	if s.counts != nil && !s.counts(call) {
		return
	}
	common := call.Common()
	if made, ok := call.(*ssa.Call); ok && CopyOf(made) == v {
		if !isComparedWith(v, made) {
			s.Of(made, "")
		}
		return
	}
	if op, ok := ir.Operation(common); ok {
		anew := op.Verb == kube.VerbCreate || op.Verb == kube.VerbDelete || op.Verb == kube.VerbDeleteAll
		if op.Verb.Writes() && !anew && op.Object >= 0 && ir.Written(common, op.Object) == v && !s.t.origins.DryRun(common, op) {
			s.what |= sentBy(op)
		}
		return
	}
	if ir.IsBuiltin(common, "append") || ir.CalledName(common) == "DeepCopyInto" {
		s.handed(v, call)
		return
	}
	for n, arg := range ir.Args(common) {
		if arg == v {
			s.what |= s.t.sendsArg(call, n)
		}
	}
	if value := call.Value(); value != nil && types.Identical(value.Type(), v.Type()) {
		s.Of(value, "") // it may be the object again
	}
}

// handed goes on with the slice or the object that the object comes into.
func (s *sender) handed(v ssa.Value, call ssa.CallInstruction) {
	if value := call.Value(); value != nil && ir.IsBuiltin(call.Common(), "append") {
		s.Of(value, "")
		return
	}
	recv, args := ir.Receiver(call.Common())
	if recv == v && len(args) == 1 {
		of, _, _ := ir.Base(args[0])
		s.Of(of, "")
	}
}

// sendsArg tells what the function that a call comes to sends of what it is given as an argument, the receiver counted.
func (t *tracer) sendsArg(call ssa.CallInstruction, n int) (what Sending) {
	if callee := t.pkg.Callee(call.Common()); callee != nil {
		if n < len(callee.Params) {
			return t.sends.Of(callee.Params[n])
		}
		return 0
	}
	if known := t.factsOf(call); known != nil {
		for _, s := range known.Sends {
			if s.Param == n {
				what |= s.What
			}
		}
	}
	return what
}

// isComparedWith tells whether a function compares the object with something, in whole or in part, when it has made a copy of it.
func isComparedWith(object ssa.Value, copied *ssa.Call) bool {
	follows := ir.MayFollow(copied)
	for call := range ir.All[*ssa.Call](copied.Parent().Blocks) {
		if !kube.ComparesDeeply(ir.Symbol(call.Common())) || !follows(call) {
			continue
		}
		_, args := ir.Receiver(call.Common())
		if slices.ContainsFunc(args, func(arg ssa.Value) bool { return slices.Contains(basesOf(addressed(arg)), ir.Unwrap(object)) }) {
			return true
		}
	}
	return false
}

// addressed returns where a value was loaded from that is passed as an interface, and other values as they are.
func addressed(v ssa.Value) ssa.Value {
	v = ir.Unwrap(v)
	if s := ir.StepOf(v); s.Kind == ir.Load {
		return s.From[0]
	}
	return v
}
