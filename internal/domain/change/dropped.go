package change

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A Dropped is what a function changes in an object which nobody else has, and which nothing looks at any more: the
// changes are of no effect.
type Dropped struct {
	Object ssa.Value         // the object's variable, or a pointer to it
	By     []ssa.Instruction // what changes it, in the order of the source
	Fields []string          // what of it is changed
	How    Copying           // what the object is a copy of
	// Last is, for an object that is no copy, the last of its writes before the changes, or else its read, and Op what
	// that does; or what makes the other form of it.
	Last ssa.CallInstruction
	Op   kube.Operation
	// Calls are, of an object that the function is given, the calls that give it, here and further up.
	Calls []ssa.CallInstruction
	// Demanded says that this is a method which does nothing else, which the package doesn't call, and which an interface of another
	// package wants: it may be there for its sake only.
	Demanded bool
}

// Copying is how a copy is made.
type Copying uint8

// The ways.
const (
	NoCopy   Copying = iota
	Item             // of an element of a slice or map
	Argument         // of what is passed for a parameter
	Value            // of what a pointer points to, or a variable holds
	DeepCopy         // by a method of that name
	Encoded          // it is no copy itself: another form of it was made before, which is used
)

// Dropped returns the changes of a function that are of no effect, in the order of its instructions.
func (in *Info) Dropped(fn *ssa.Function) (out []*Dropped) {
	if in.pkg.Generated(fn) {
		return nil
	}
	for _, p := range fn.Params {
		if d := in.trace.droppedBeyond(p); d != nil {
			out = append(out, d)
		}
	}
	for alloc := range ir.All[*ssa.Alloc](fn.Blocks) {
		how := copying(alloc)
		part := how == Argument && ir.IsStruct(ir.Deref(alloc.Type())) || how == Item && ofData(alloc)
		if !kube.IsData(alloc.Type()) && !part || how == NoCopy && kube.IsList(alloc.Type()) {
			continue
		}
		if d := in.trace.dropped(alloc, how); d != nil {
			d.Demanded = how == Argument && in.isDemanded(fn)
			out = append(out, d)
		}
	}
	for call := range ir.All[*ssa.Call](fn.Blocks) {
		if d := in.trace.droppedEncoded(call); d != nil {
			out = append(out, d)
		}
		how, result := DeepCopy, ssa.Value(call)
		if CopyOf(call) == nil && !in.trace.isCopiedBy(call) {
			how, result = NoCopy, answerOf(call)
		}
		if result == nil {
			continue
		}
		if d := in.trace.dropped(result, how); d != nil {
			out = append(out, d)
		}
	}
	return out
}

// isDemanded tells whether a function is a method that does nothing but to set fields of its receiver, and that an interface of the
// package or of one that it imports wants, which gets the method from another package than the type's: it may be there for its
// sake only.
func (in *Info) isDemanded(fn *ssa.Function) bool {
	recv := fn.Signature.Recv()
	if recv == nil || fn.Signature.Results().Len() > 0 {
		return false
	}
	for range ir.All[ssa.CallInstruction](fn.Blocks) {
		return false
	}
	for call := range in.pkg.Calls() {
		if ir.CalledName(call.Common()) == fn.Name() {
			return false
		}
	}
	own := fn.Pkg.Pkg
	return slices.ContainsFunc(append([]*types.Package{own}, own.Imports()...), func(pkg *types.Package) bool {
		for named := range ir.Types(pkg) {
			iface, ok := named.Underlying().(*types.Interface)
			if !ok || !types.Implements(recv.Type(), iface) {
				continue
			}
			for m := range iface.Methods() {
				if m.Name() == fn.Name() && m.Pkg() != own {
					return true
				}
			}
		}
		return false
	})
}

// CopyOf returns what a call of a method DeepCopy or DeepCopyObject copies, an object or a part of one; nil if it is no
// such call.
func CopyOf(call *ssa.Call) ssa.Value {
	if recv, args := ir.Receiver(call.Common()); recv != nil && len(args) == 0 && strings.HasPrefix(ir.CalledName(call.Common()), "DeepCopy") {
		return recv
	}
	return nil
}

// answerOf returns the object with which a clientset answers a call, which nobody else has; nil if there is none.
func answerOf(call *ssa.Call) ssa.Value {
	if op, ok := ir.Operation(call.Common()); !ok || op.Via != kube.Clientset || !kube.IsData(ir.ResultType(call, 0)) {
		return nil
	}
	for _, result := range ir.ResultsOf(call, 0) {
		return result
	}
	return nil
}

// copying tells what a struct variable is a copy of, if it is one and nothing else.
func copying(alloc *ssa.Alloc) Copying {
	how := NoCopy
	for _, whole := range ir.StoredAt(alloc) {
		of := NoCopy
		switch s := ir.StepOf(whole); {
		case s.Kind == ir.Entry:
			of = Item
		case s.Kind == ir.Param:
			of = Argument
		case s.Kind == ir.Load && ir.Literal(whole) == nil:
			if of = Value; ir.StepOf(s.From[0]).Kind == ir.ElementAddr {
				of = Item
			}
		}
		if of == NoCopy || how != NoCopy && how != of {
			return NoCopy
		}
		how = of
	}
	return how
}

// dropped returns what is changed of an object for nothing, nil if nothing is. A copy of an unstructured object that isn't a deep one
// has its content in the same map as what it was copied from.
func (t *tracer) dropped(object ssa.Value, how Copying) *Dropped {
	if how != NoCopy && how != DeepCopy && kube.IsUnstructured(ir.Deref(object.Type())) {
		return nil
	}
	o := t.follow(object, how == NoCopy || how == DeepCopy)
	d := &Dropped{Object: object, How: how}
	if (how == Item || how == Value && !t.writesCopied(object)) && o.isWorkedOn(object) {
		return nil
	}
	for by, paths := range o.changes {
		for _, path := range paths {
			counts := isSent(object, path) || how == DeepCopy && isUsedOnce(object)
			if counts && !o.isLent(path) && !o.restores(by, path) && o.isUnseen(object, by, path) && o.isMeant(object, how, by, path) {
				d.Fields = append(d.Fields, Fields(path))
				d.By = append(d.By, by)
			}
		}
	}
	if how != NoCopy {
		for _, in := range o.inside {
			o.droppedIn(in, d)
		}
	}
	empty := !slices.ContainsFunc(d.By, func(by ssa.Instruction) bool { return !replacesNil(by) })
	if empty || how == NoCopy && !o.accessed(d) {
		return nil
	}
	d.sort()
	return d
}

// isMeant tells whether a change that nothing looks at was made for somebody to look at, as far as the kind of the copy tells.
func (o *own) isMeant(object ssa.Value, how Copying, by ssa.Instruction, path string) bool {
	switch {
	case how == Item:
		return !setInElement(by)
	case how == NoCopy && o.t.isSentInstead(by), how == DeepCopy && (o.isTrimmed(object, by, path) || o.isForComparing(object, by)):
		return false
	}
	return kube.IsData(object.Type()) || setInData(by)
}

// replacesNil tells whether an instruction puts an empty map or slice where there is none: the server sees no difference, and
// what is put into it afterwards is a change of its own.
func replacesNil(by ssa.Instruction) bool {
	store, ok := by.(*ssa.Store)
	if !ok || !ir.IsMadeEmpty(store.Val) || len(store.Block().Preds) != 1 {
		return false
	}
	asked := store.Block().Preds[0]
	branch, ok := ir.Last(asked).(*ssa.If)
	if !ok {
		return false
	}
	test := token.EQL
	if asked.Succs[0] != store.Block() {
		test = token.NEQ
	}
	is, to := ir.Compared(branch.Cond, test)
	if to == nil || !to.IsNil() {
		return false
	}
	load := ir.StepOf(is)
	if load.Kind != ir.Load {
		return false
	}
	of, path, _ := ir.Base(load.From[0])
	object, field, _ := ir.Base(store.Addr)
	return of == object && path == field
}

// sort puts what changes the object, and what is changed, in order.
func (d *Dropped) sort() {
	slices.SortFunc(d.By, func(a, b ssa.Instruction) int { return cmp.Compare(a.Pos(), b.Pos()) })
	slices.Sort(d.Fields)
	d.By, d.Fields = slices.Compact(d.By), slices.Compact(d.Fields)
}

// isWorkedOn tells whether something that is changed of a copy is used then: so the function has the copy for itself, and
// what is left out of it, to hash or to show it, is meant to be.
func (o *own) isWorkedOn(object ssa.Value) bool {
	for by, paths := range o.changes {
		if _, isStore := by.(*ssa.Store); isStore && slices.ContainsFunc(paths, func(path string) bool { return !o.isLent(path) && o.isSeen(object, by, path) }) {
			return true
		}
	}
	return false
}

// writesCopied tells whether the function of a variable writes the object of which that holds a part: then what is changed
// in the variable may be meant for it, whatever else is done with it.
func (t *tracer) writesCopied(variable ssa.Value) bool {
	return slices.ContainsFunc(t.writesIn(variable.Parent()), func(write *ssa.Call) bool {
		written := WrittenBy(write)
		return slices.ContainsFunc(ir.StoredAt(variable), func(whole ssa.Value) bool {
			load := ir.StepOf(whole)
			if load.Kind != ir.Load {
				return false
			}
			of, _, _ := ir.Base(load.From[0])
			return of == written
		})
	})
}

// isSentInstead tells whether what is stored in a field of an object is what the same field has of another one of its kind that
// the function makes itself, and writes then in any case: the first was only read to compare.
func (t *tracer) isSentInstead(by ssa.Instruction) bool {
	store, ok := by.(*ssa.Store)
	if !ok {
		return false
	}
	load, ok := store.Val.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return false
	}
	object, field, _ := ir.Base(store.Addr)
	other, same, _ := ir.Base(load.X)
	if other == object || field != same || !types.Identical(other.Type(), object.Type()) || !t.isOwnMake(other) {
		return false
	}
	writes, left := t.writesIn(by.Parent()), false
	ir.Ahead(by, func(instr ssa.Instruction) bool {
		write, ok := instr.(*ssa.Call)
		if ok && slices.Contains(writes, write) && WrittenBy(write) == other {
			op, _ := ir.Operation(write.Common())
			return op.Sub != "" || op.Via == kube.Subresource
		}
		ret, ok := instr.(*ssa.Return)
		left = left || ok && !ir.Fails(ret)
		return !left
	})
	return !left
}

// isOwnMake tells whether an object is made where it is declared, or by the function of the package that returns it, and no read fills
// it, nor may.
func (t *tracer) isOwnMake(object ssa.Value) bool {
	if call, ok := object.(*ssa.Call); ok {
		callee := t.pkg.Callee(call.Common())
		return callee != nil && len(callee.Blocks) > 0 && !slices.ContainsFunc(ir.Returned(callee, 0), func(v ssa.Value) bool {
			alloc, ok := v.(*ssa.Alloc)
			return !ok || isGiven(alloc)
		})
	}
	alloc, ok := object.(*ssa.Alloc)
	return ok && !isRead(alloc)
}

// isRead tells whether a read fills an object in the function that makes it.
func isRead(object *ssa.Alloc) bool {
	for call := range ir.All[*ssa.Call](object.Parent().Blocks) {
		op, ok := ir.Operation(call.Common())
		if ok && !op.Verb.Writes() && ir.Unwrap(ir.Written(call.Common(), op.Object)) == object {
			return true
		}
	}
	return false
}

// isGiven tells whether a function that makes an object gives it to a call, which may read into it, other than one of its own methods.
func isGiven(object *ssa.Alloc) bool {
	for call := range ir.All[*ssa.Call](object.Parent().Blocks) {
		_, args := ir.Receiver(call.Common())
		if slices.ContainsFunc(args, func(arg ssa.Value) bool { return ir.Unwrap(arg) == object }) {
			return true
		}
	}
	return false
}

// setInData tells whether an instruction sets a field of an object, or of a part of one, that is itself a field of something.
func setInData(by ssa.Instruction) bool {
	store, ok := by.(*ssa.Store)
	if !ok {
		return false
	}
	return isFieldOf(store.Addr, kube.IsObject)
}

// ofData tells whether a struct variable holds elements of slices or maps that are fields of objects, or of parts of them:
// such an element is a part too, also if it is of a type that has nothing to copy deeply, and so no method for it.
func ofData(alloc *ssa.Alloc) bool {
	return !kube.IsTime(ir.Deref(alloc.Type())) && !slices.ContainsFunc(ir.StoredAt(alloc), func(whole ssa.Value) bool {
		s := ir.StepOf(whole)
		if s.Kind == ir.Load { // from the address of the element
			s = ir.StepOf(s.From[0])
		}
		in := ir.StepOf(s.From[0])
		return in.Kind != ir.Load || !isFieldOf(in.From[0], kube.IsData)
	})
}

// isFieldOf tells whether an address is of a field, however deep, of a struct to which the pointers are of such a type.
func isFieldOf(of ssa.Value, is func(types.Type) bool) bool {
	addr, ok := of.(*ssa.FieldAddr)
	for ; ok; addr, ok = addr.X.(*ssa.FieldAddr) {
		if is(addr.X.Type()) {
			return true
		}
	}
	return false
}

// setInElement tells whether what is stored in a field of an element's copy is stored in the same field of an element too,
// there perhaps or something else.
func setInElement(by ssa.Instruction) bool {
	store, ok := by.(*ssa.Store)
	if !ok || store.Val.Referrers() == nil {
		return false
	}
	_, field, _ := ir.Base(store.Addr)
	isSet := func(ref ssa.Instruction) bool {
		other, ok := ref.(*ssa.Store)
		if !ok {
			return false
		}
		_, path, _ := ir.Base(other.Addr)
		return strings.HasSuffix(path, ir.Element+"."+field)
	}
	return slices.ContainsFunc(ir.Uses(store.Val), func(ref ssa.Instruction) bool {
		phi, joins := ref.(*ssa.Phi)
		return isSet(ref) || joins && slices.ContainsFunc(ir.Uses(phi), isSet)
	})
}

// droppedIn adds what a function literal changes for nothing when CreateOrUpdate and the like run it, which do so once, and
// write another object.
func (o *own) droppedIn(in inside, d *Dropped) {
	for _, call := range in.calls {
		op, ok := ir.Operation(call.Common())
		if !ok || op.Verb < kube.VerbCreateOrUpdate || slices.ContainsFunc(call.Common().Args, o.has) {
			return
		}
	}
	unseen := func(path string) bool {
		return !slices.ContainsFunc(in.calls, func(call ssa.CallInstruction) bool { return !o.isUnseen(d.Object, call, path) })
	}
	for by, paths := range in.changes {
		for _, inner := range paths {
			path := ir.Below(in.path, inner)
			if !o.isLent(path) && isSent(d.Object, path) && !in.restores(by, inner) && in.isUnseen(nil, by, inner) && unseen(path) {
				d.Fields = append(d.Fields, Fields(path))
				d.By = append(d.By, by)
			}
		}
	}
}

// isUsedOnce tells whether all that is ever done with a copy is one thing. If that changes it the change is of no effect, whatever it
// is of: what the server sets may have been meant to be taken out of the original, which stays in memory.
func isUsedOnce(v ssa.Value) bool {
	uses := slices.DeleteFunc(slices.Clone(ir.Uses(v)), func(ref ssa.Instruction) bool {
		_, told := ref.(*ssa.DebugRef)
		return told
	})
	return len(uses) == 1
}

// isSent tells whether what is at a path of an object, or of a part of one, is sent with it to be stored.
func isSent(object ssa.Value, path string) bool {
	top, _, _ := strings.Cut(Fields(path), ".")
	return top != "" && !(kube.IsObject(object.Type()) && kube.IsServersField(top)) && !kube.IsBesideObject(ir.Deref(object.Type()), top) &&
		(!kube.IsData(object.Type()) || kube.SendsField(object.Type(), Fields(path)))
}

// accessed notes what was done last at the API with an object before it was changed; false if nothing was.
func (o *own) accessed(d *Dropped) bool {
	before := ir.MayPrecede(d.By[0])
	note := func(call ssa.CallInstruction, op kube.Operation) {
		if before(call) && (d.Last == nil || op.Verb.Writes() && (!d.Op.Verb.Writes() || ir.MayFollow(d.Last)(call))) {
			d.Last, d.Op = call, op
		}
	}
	if extract, ok := d.Object.(*ssa.Extract); ok {
		call := extract.Tuple.(*ssa.Call)
		op, _ := ir.Operation(call.Common())
		note(call, op)
		if op.Verb.Writes() && len(o.ops) == 0 {
			return false // what a write answers is perhaps only changed to be shown
		}
	}
	for _, a := range o.ops {
		note(a.call, a.op)
	}
	return d.Last != nil
}

// isUnseen tells whether nothing looks at a path of the object any more when it was changed, on all paths to a return,
// on one of which the function doesn't fail.
func (o *own) isUnseen(object ssa.Value, change ssa.Instruction, path string) bool {
	seen, succeeds := o.after(object, change, path)
	return succeeds && !seen
}

// isSeen tells whether something looks at a path of the object when it was changed.
func (o *own) isSeen(object ssa.Value, change ssa.Instruction, path string) bool {
	seen, _ := o.after(object, change, path)
	return seen
}

// after tells whether something looks at a path of the object when it was changed, and whether a path ends without failing.
func (o *own) after(object ssa.Value, change ssa.Instruction, path string) (seen, succeeds bool) {
	ir.Ahead(change, func(instr ssa.Instruction) bool {
		if !o.kept && begins(object, instr) {
			return false
		}
		seen = seen || meets(o.uses[instr], path)
		if ret, ok := instr.(*ssa.Return); ok {
			succeeds = succeeds || !ir.Fails(ret)
		}
		return !seen
	})
	return seen, succeeds
}

// begins tells whether the object is another one from an instruction on.
func begins(object ssa.Value, instr ssa.Instruction) bool {
	if store, ok := instr.(*ssa.Store); ok {
		return store.Addr == object
	}
	made, ok := instr.(ssa.Value)
	if extract, isExtract := object.(*ssa.Extract); isExtract {
		return ok && made == extract.Tuple
	}
	return ok && made == object
}
