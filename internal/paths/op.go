package paths

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/client"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// An Act is what is known of a read or write in every package.
type Act struct {
	Verb kube.Verb
	Via  kube.Via
	Sub  string // the subresource: Status, or another as the method's name or the argument of SubResource has it
	What kind.Denotation
	// Where names the function of another package that does it, with file and line; empty if it is done in this one.
	Where string
	// Locks says that a write fails with a conflict if the object has changed since it was read.
	Locks bool
	// Finalizer says that a write is there to add a finalizer, so that the object is not being deleted.
	Finalizer bool
	// Dying are the kinds of objects, the owner's say, for which alone it is done, since they are being deleted.
	Dying []kind.Kind
	// Tries says that a read is done by a function that is run again after a conflict, for an object that it writes then.
	Tries bool
	// Aside says that the server's answer to a write goes into something else than the object: a subresource's body.
	Aside bool
	// All says that a patch sends what has changed of the status too.
	All bool
	// AtOnce says that a delete sets the grace period, which is to make it shorter than the object's own.
	AtOnce bool
	// Unique says that what is created has another name each time.
	Unique bool
	// OptedOut says that a call is left out of read-your-writes consistency.
	OptedOut bool
}

// An Op is a read or write of objects of the API that a function does, itself or through what it calls.
type Op struct {
	Act
	// Origin is where the client comes from, for reads through one of controller-runtime's.
	Origin client.Origin
	// Call is the innermost call in this package that comes to it, and Path the calls in this package that lead there
	// from the function that the Op is of, from the outermost to Call.
	Call ssa.CallInstruction
	Path []ssa.CallInstruction
	// Object is the object that Call writes or fills; nil if there is none, or for a function of another package.
	Object ssa.Value
	// Polled says that a read is done by a function that is called until it is content, first without a pause, and what
	// ends that with an error.
	Polled *Polled

	turn      int              // the round of a loop that it is done in, if a call there comes to one thing after another; from 1
	remote    *Remote          // what is known of it, if a function of another package does it
	missing   []Failure        // what comes of it there if it finds nothing
	keys      []*identity.Term // of the object, none if it isn't known
	namespace *identity.Term   // of a list or a DeleteAllOf, nil for all
	options   []*identity.Term // of such
	opaque    bool             // one of the options can't be said
	object    *identity.Term
	client    *identity.Term // controller-runtime's, of which there may be one for each cluster
	pointer   *identity.Term // the object, copies of it being others
	sent      *identity.Term // the object of which what is written is a copy, made for that
	base      identity.Base  // of a patch
	patch     *ssa.Parameter // that a patch is, so that the caller knows its base
	results   ssa.Value      // of Call, where the object is a result
	needs     ir.Needs       // what the flags of its function have to be for it
	said      string         // see essence
}

// Name is the method or function as one writes it: Status().Update.
func (op *Op) Name() string {
	switch {
	case op.Via == kube.Subresource && op.Sub == "":
		return "SubResource()." + op.Verb.String()
	case op.Via == kube.Subresource && op.Sub != status:
		return "SubResource(" + strconv.Quote(op.Sub) + ")." + op.Verb.String()
	case op.Via == kube.Subresource:
		return op.Sub + "()." + op.Verb.String()
	case op.Verb == kube.VerbPatch: // of client-go's, where the subresource is an argument
		return op.Verb.String()
	}
	return op.Verb.String() + op.Sub
}

// Pos is where the Op is to be seen in this package: where a method value is called that does it, the call of that.
func (op *Op) Pos() token.Pos {
	at := op.Call.Pos()
	for i := len(op.Path) - 1; i >= 0 && !at.IsValid(); i-- {
		at = op.Path[i].Pos()
	}
	return at
}

// operation returns what a call itself does at the API or in a cache; nil if it is no such call.
func (in *Info) operation(call ssa.CallInstruction) *Op { return in.questions.operations.Of(call) }

func (in *Info) findOperation(call ssa.CallInstruction) *Op {
	common := call.Common()
	obj := ir.Called(common)
	recv, args := ir.Receiver(common)
	if kube.IsHelperPatch(kube.SymbolOf(obj)) {
		return in.helperPatch(call)
	}
	o, ok := ir.Operation(common)
	if !ok && common.IsInvoke() {
		if body := in.lazy.Callee(common); body != nil && body.Synthetic == "" || in.factsFor(obj) != nil {
			return nil // what the interface's one implementation does is in view
		}
		o, ok = kube.OwnInterfaceOperation(obj, recv.Type())
		if !in.isClient(in.origins.Of(recv)) {
			return nil
		}
	}
	if !ok || o.Verb == kube.VerbWatch || o.Verb.Writes() && in.origins.DryRun(common, o) {
		return nil
	}
	op := &Op{Act: Act{Verb: o.Verb, Via: o.Via, Sub: o.Sub}, Call: call, Path: []ssa.CallInstruction{call}, Origin: client.Origin{Param: -1}}
	if o.Object >= 0 && o.Object < len(args) {
		if ir.IsNil(ir.Unwrap(args[o.Object])) {
			return nil // the client refuses it, or panics
		}
		in.objectIs(op, args[o.Object])
	}
	if o.Type != nil {
		op.What = kind.OfType(o.Type)
	}
	if op.Object == nil || o.Via == kube.Store {
		op.results, _ = call.(ssa.Value)
	}
	in.servedBy(op, recv)
	if !in.through(op, o, recv, args) || in.origins.MayKeep(op.Origin) {
		return nil
	}
	in.patchOf(op, o, args)
	op.sent, op.needs = in.sentCopy(op), in.flags.Needs(call.Parent(), call)
	op.Locks = locks(o, args)
	op.Finalizer = o.Verb.Writes() && in.addsFinalizer(call)
	op.Dying = in.dyingAt(call.Block())
	op.OptedOut = optedOut(args, o.Opts)
	op.AtOnce = slices.ContainsFunc(args, func(a ssa.Value) bool { return mentions(a, 6, kube.IsGracePeriod) })
	op.Unique = op.Verb == kube.VerbCreate && op.Object != nil && in.objects.IsUnique(op.Object, call)
	if reply, ok := kube.MutationOf(obj); ok && op.Object != nil {
		op.Aside = ir.Mutated(common, reply) != op.Object
	}
	in.keysOfOp(op, o, recv, args)
	return op
}

// objectIs fills in the object of an operation.
func (in *Info) objectIs(op *Op, object ssa.Value) {
	op.Object, op.What = object, in.kindOf(object)
	if op.Verb == kube.VerbApply {
		op.What = applied(object)
	}
	op.object, op.pointer = in.objects.Term(object), in.objects.Pointer(object)
}

// servedBy fills in the kind of an operation of a client or lister for any resource, if that is what the receiver is.
func (in *Info) servedBy(op *Op, recv ssa.Value) {
	projection, ok := map[kube.Via]kind.Projection{kube.Dynamic: kind.Unstructured, kube.Metadata: kind.Metadata, kube.Lister: op.What.Projection}[op.Via]
	if !ok || recv == nil || op.What.Kind.Known() {
		return
	}
	if of := in.questions.kinds.Served(recv); of.Known() {
		op.What.Kind, op.What.Projection = of, projection
	}
}

// through fills in which client or store an operation goes through; false if it goes through none.
func (in *Info) through(op *Op, o kube.Operation, recv ssa.Value, args []ssa.Value) bool {
	switch o.Via {
	case kube.Client:
		client := recv
		if o.Client >= 0 && o.Client < len(args) {
			client = args[o.Client]
		}
		if client == nil {
			return false
		}
		op.Origin = in.origins.Of(client)
		op.client = in.objects.Term(client)
	case kube.Subresource:
		op.Sub = subresource(recv)
		if status, ok := recv.(*ssa.Call); ok {
			if client, _ := ir.Receiver(status.Common()); client != nil {
				op.client = in.objects.Term(client)
			}
		}
	case kube.Lister:
		return !in.lazy.IsOwnStore(recv)
	case kube.Store:
		if in.lazy.IsOwnStore(recv) {
			return false
		}
		if d := in.asserted(op.results); d.Kind.Known() {
			op.What = d
		}
	}
	return true
}

// applied returns the kind of an apply configuration.
func applied(v ssa.Value) kind.Denotation {
	if pkg, name := kube.AppliedKind(identity.Root(v).Type()); name != "" {
		return kind.Denotation{Kind: kind.Kind{Pkg: pkg, Name: name}, Projection: kind.Typed}
	}
	return kind.Denotation{}
}

// isClient tells whether something is known to be a client, by the package or by a program.
func (in *Info) isClient(from client.Origin) bool {
	return from.Class != client.Unknown && !from.Assumed || len(from.Ends) > 0 && slices.ContainsFunc(in.origins.Views, func(v client.View) bool {
		of := v.Of(from)
		return of.Seen && of.Class != client.Unknown
	})
}

// kindOf returns what an object denotes.
func (in *Info) kindOf(v ssa.Value) kind.Denotation { return in.questions.kinds.Of(v) }

// kindAt returns what an operation is of, which may only be known from what its object turns out to be.
func (in *Info) kindAt(op *Op) kind.Denotation {
	if op.What.Kind.Known() || op.pointer == nil || op.pointer.Kind != identity.LeafTerm || identity.IsPending(op.pointer) {
		return op.What
	}
	return in.kindOf(op.pointer.Leaf)
}

// keysOfOp fills in the keys of an operation's object, or the namespace of a list.
func (in *Info) keysOfOp(op *Op, o kube.Operation, recv ssa.Value, args []ssa.Value) {
	namespace := in.namespaceOf(recv)
	switch {
	case (op.Verb == kube.VerbList || op.Verb == kube.VerbDeleteAll) && op.Via == kube.Client:
		if o.Opts >= 0 && o.Opts < len(args) {
			op.namespace, op.options = in.listOptions(args[o.Opts])
			op.opaque = slices.Contains(op.options, nil)
		}
	case op.Verb == kube.VerbList || op.Verb == kube.VerbDeleteAll:
		op.namespace = namespace
		for _, a := range args {
			op.options = append(op.options, in.objects.Term(a))
		}
	case o.Key >= 0 && o.Key < len(args) && (o.Via == kube.Client || o.Via == kube.Store):
		op.keys = in.objects.KeysBy(args[o.Key])
	case o.Key >= 0 && o.Key < len(args):
		if key := identity.Pair(namespace, in.objects.Term(args[o.Key])); key != nil {
			op.keys = in.objects.Expand(key, nil)
		}
	case op.Object != nil:
		op.keys = in.objects.Keys(op.Object, op.Call)
		if o.Via >= kube.Clientset && namespace != nil {
			op.keys = identity.Compact(append(op.keys, identity.Pair(namespace, in.objects.FieldOf("Name", op.object))))
		}
	}
}

// namespaceOf returns the namespace of a typed client or lister that was made for one: the empty one where there is
// none to choose, nil where it can't be seen.
func (in *Info) namespaceOf(recv ssa.Value) *identity.Term {
	if recv == nil {
		return nil
	}
	call, ok := recv.(*ssa.Call)
	if !ok {
		if load, ok := recv.(*ssa.UnOp); ok && load.Op == token.MUL {
			return identity.Text("") // a lister in a field
		}
		return nil
	}
	fn, _ := ir.Called(call.Common()).(*types.Func)
	if fn == nil {
		return nil
	}
	_, args := ir.Receiver(call.Common())
	switch {
	case len(args) == 0:
		return identity.Text("")
	case kube.Namespaced(fn):
		return in.objects.Term(args[0])
	}
	return nil
}

// listOptions returns the namespace that the options of a list restrict it to, and the terms of them all.
func (in *Info) listOptions(opts ssa.Value) (namespace *identity.Term, all []*identity.Term) {
	list := ir.Variadic(opts)
	if list == nil && !ir.IsNil(opts) {
		list = []ssa.Value{opts} // which are made elsewhere
	}
	for _, o := range list {
		t := in.objects.Term(o)
		all = append(all, cmp.Or(in.objects.Selecting(t), t))
		if mi, ok := o.(*ssa.MakeInterface); ok {
			if named := kube.Named(mi.X.Type()); named != nil && named.Obj().Name() == "InNamespace" {
				namespace = t
			}
		}
	}
	return namespace, all
}

// asserted returns the kind of what comes out of a store as any, by itself or as an element of a list: what it is first
// asserted to be.
func (in *Info) asserted(v ssa.Value) kind.Denotation {
	var found kind.Denotation
	walk := flow.Walk{Left: maxAsserted}
	walk.Visit = func(of flow.Part, by ssa.Instruction) {
		use := ir.UseOf(of.Value, by)
		assert, asserts := by.(*ssa.TypeAssert)
		switch {
		case found.Kind.Known(), use.Does == ir.Compares:
		case asserts && !types.IsInterface(assert.AssertedType):
			found = kind.OfType(assert.AssertedType)
		case use.Does == ir.Passes:
			for p := range ir.Given(in.lazy.Callee(use.Call.Common()), use.Call.Common(), of.Value) {
				walk.Of(p, "")
			}
		case use.To != nil:
			walk.Of(use.To, "")
		}
	}
	if v != nil {
		walk.Of(v, "")
	}
	return found
}

// maxAsserted is how many values are gone through to see what comes out of a store.
const maxAsserted = 64

// status is the Sub of the status, however it is written.
const status = "Status"

// subresource names the subresource of a client: what Status() or SubResource("name") returned, or what is of that type.
func subresource(recv ssa.Value) string {
	call, ok := recv.(*ssa.Call)
	if !ok {
		if kube.IsStatusWriter(recv.Type()) {
			return status
		}
		return ""
	}
	obj := ir.Called(call.Common())
	if obj == nil || obj.Name() == status {
		return status
	}
	_, args := ir.Receiver(call.Common())
	if len(args) != 1 {
		return ""
	}
	name, _ := ir.Text(args[0])
	return kube.SubresourceName(name)
}

// locks tells whether a write is refused when the object has changed meanwhile: updates are, and patches that ask for
// it (client.MergeFromWithOptimisticLock; controller-runtime, all versions that have it).
func locks(o kube.Operation, args []ssa.Value) bool {
	switch o.Verb {
	case kube.VerbUpdate, kube.VerbCreateOrUpdate:
		return true
	case kube.VerbPatch:
		for _, a := range args {
			if mentions(a, 6, func(name string) bool { return name == "MergeFromWithOptimisticLock" }) {
				return true
			}
		}
	}
	return false
}

// addsFinalizer tells whether the function around a write, or the one that the write hangs on, adds a finalizer.
func (in *Info) addsFinalizer(write ssa.CallInstruction) bool {
	if in.finalizers == nil {
		in.finalizers = map[*ssa.BasicBlock]bool{}
		for _, fn := range in.Functions {
			own := kube.IsFinalizerName(fn.Name())
			for _, b := range fn.Blocks {
				in.finalizers[b] = own || slices.ContainsFunc(b.Instrs, addsFinalizerCall)
			}
		}
	}
	for b := write.Block(); b != nil; b = b.Idom() {
		if in.finalizers[b] {
			return true
		}
		if len(b.Preds) != 1 || len(b.Preds[0].Succs) > 2 {
			break
		}
	}
	return false
}

func addsFinalizerCall(instr ssa.Instruction) bool {
	call, ok := instr.(ssa.CallInstruction)
	return ok && kube.IsFinalizerName(ir.CalledName(call.Common()))
}

// optedOut tells whether an option or a field of the options leaves the call out of read-your-writes consistency. The
// option is a constant of a type with that name (controller-runtime, from 0.25).
func optedOut(args []ssa.Value, opts int) bool {
	if opts < 0 || opts >= len(args) {
		return false
	}
	return mentions(args[opts], 5, func(name string) bool { return strings.EqualFold(name, "DisableReadYourWritesConsistency") })
}

// mentions tells whether the value is made with a function, package variable, type or field of a name, within a few
// steps.
func mentions(v ssa.Value, steps int, is func(string) bool) bool {
	if v == nil || steps == 0 {
		return false
	}
	if named := kube.Named(v.Type()); named != nil && is(named.Obj().Name()) {
		return true
	}
	switch x := v.(type) {
	case *ssa.Global:
		return is(x.Name())
	case *ssa.MakeInterface:
		return mentions(x.X, steps, is)
	case *ssa.UnOp:
		return mentions(x.X, steps-1, is)
	case *ssa.Slice:
		return slices.ContainsFunc(ir.Variadic(x), func(e ssa.Value) bool { return mentions(e, steps-1, is) })
	case *ssa.Call:
		if obj := ir.Called(x.Common()); obj != nil && is(obj.Name()) {
			return true
		}
		return slices.ContainsFunc(x.Common().Args, func(a ssa.Value) bool { return mentions(a, steps-1, is) })
	case *ssa.FreeVar:
		return mentions(ir.Binding(x), steps, is)
	case *ssa.Alloc:
		for _, ref := range ir.Uses(x) {
			switch ref := ref.(type) {
			case *ssa.FieldAddr:
				if is(ir.Field(x.Type(), ref.Field).Name()) {
					return true
				}
			case *ssa.Store:
				if ref.Addr == v && mentions(ref.Val, steps-1, is) {
					return true
				}
			}
		}
	}
	return false
}
