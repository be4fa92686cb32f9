package paths

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A Base is the state of an object that a patch is the difference to. The zero Base is not known.
type Base struct {
	// Made is the call that makes the patch of its base, or, of a function that is called, the call of that function.
	Made ssa.CallInstruction
	// Copied is the call of DeepCopy that makes the base, or of a function which does; nil if the base is no copy.
	Copied ssa.CallInstruction

	pointer *Term // the base itself
	held    *Term // the field that the patch is in, if no more is known of it
	of      *Term // what it is a copy of
	shared  *Term // that of which only the struct is copied, by an instruction, so that both have the same maps
	by      ssa.Instruction
	// changed is the call that makes the base as a copy, if that is filled or changed afterwards: then it is not known, but
	// for a patch of the very copy.
	changed *ssa.Call
}

// Known tells whether the base is known.
func (b Base) Known() bool { return b.pointer != nil || b.of != nil || b.shared != nil }

// baseOf returns the base of the patch that a value is.
func (in *Info) baseOf(v ssa.Value) Base { return in.questions.bases.Of(v) }

func (in *Info) findBase(v ssa.Value) Base {
	step := ir.StepOf(v)
	switch step.Kind {
	case ir.Alias:
		var all Base
		for i, from := range step.From {
			b := in.baseOf(from)
			if i > 0 && !equalBases(all, b) {
				return Base{}
			}
			all = b
		}
		return all
	case ir.Load:
		switch at := variable(step.From[0]).(type) {
		case *ssa.Alloc:
			if stored := in.onlyStored(at); stored != nil {
				return in.baseOf(stored)
			}
		case *ssa.FieldAddr:
			if alloc, ok := variable(at.X).(*ssa.Alloc); ok {
				if stored := in.onlyStoredIn(alloc, ir.FieldAt(at).Name()); stored != nil {
					return in.baseOf(stored)
				}
			}
			if field := ir.FieldAt(at); kube.IsPatch(field.Type()) {
				return in.unheld(Base{held: in.pointerField(at.X, field)})
			}
		}
	case ir.Result:
		return in.patchBase(step.Call)
	}
	return Base{}
}

// patchBase returns the base of the patch that a call makes: client.MergeFrom and kin, or a function of this package that
// returns what they make.
func (in *Info) patchBase(call *ssa.Call) Base {
	_, args := ir.Receiver(call.Common())
	if kube.IsMergeFrom(ir.Symbol(call.Common())) && len(args) > 0 {
		return in.baseIs(args[0], call)
	}
	callee := in.lazy.Callee(call.Common())
	if callee == nil || callee.Signature.Results().Len() != 1 {
		return Base{}
	}
	returned := ir.Returned(callee, 0)
	if len(returned) != 1 {
		return Base{}
	}
	return in.liftBase(in.baseOf(returned[0]), callee, call)
}

// baseIs is the base that an object, or a copy of it, makes.
func (in *Info) baseIs(v ssa.Value, made *ssa.Call) Base {
	return in.traced(Base{Made: made, pointer: in.pointerTo(v)})
}

// traced is a base of which the pointer is known, with what it is a copy of, if it is one: made where it is, or kept in a
// field by a function of this package that makes a struct.
func (in *Info) traced(b Base) Base {
	p := b.pointer
	if p == nil || b.of != nil || b.shared != nil {
		return b
	}
	if b = in.helped(b); b.of != nil {
		return b
	}
	if from, by := in.shallowCopy(p); from != nil {
		b.shared, b.by = in.pointerTo(from), by
		return b
	}
	if call, ok := p.leaf.(*ssa.Call); ok && p.kind == leafTerm {
		if of := in.copied(call); of != nil {
			if !in.staysCopy(call, payloadDepth) {
				return Base{Made: b.Made, changed: call}
			}
			b.Copied, b.of = call, in.pointerTo(of)
		}
	}
	if p.kind != fieldTerm || p.args[0].kind != leafTerm {
		return b
	}
	maker := madeBy(p.args[0].leaf)
	if maker == nil {
		return b
	}
	if callee := in.lazy.Callee(maker.Common()); callee != nil {
		if kept := in.keptBase(callee, p.name); kept.Known() {
			kept.Made = b.Made
			return in.liftBase(kept, callee, maker)
		}
		return b
	}
	if kept := in.foreignBase(maker, p.name); kept.Known() {
		kept.Made = b.Made
		return kept
	}
	return b
}

// foreignBase returns the base that a field holds, itself or as a patch, of the struct which a function of another package
// makes.
func (in *Info) foreignBase(maker *ssa.Call, field string) Base {
	f := in.factsFor(ir.Called(maker.Common()))
	if f == nil {
		return Base{}
	}
	for _, r := range f.Bases {
		of := in.importedPointer(&r.Of, maker.Common())
		switch {
		case r.Field == field && r.Shared:
			return in.foreignShallow(r, maker)
		case r.Field != field || of == nil:
		case r.Copied:
			return Base{Made: maker, Copied: maker, of: of}
		default:
			return Base{Made: maker, pointer: of}
		}
	}
	return Base{}
}

// unheld is the base of a patch that is in a field, where the function is known that makes the struct.
func (in *Info) unheld(b Base) Base {
	if b.held == nil || b.held.kind != fieldTerm || b.held.args[0].kind != leafTerm {
		return Base{}
	}
	maker := madeBy(b.held.args[0].leaf)
	if maker == nil {
		return b
	}
	if callee := in.lazy.Callee(maker.Common()); callee != nil {
		if made := in.madeIn(callee); made != nil && in.staysSet(made, b.held.name) {
			if stored := in.onlyStoredIn(made, b.held.name); stored != nil {
				return in.liftBase(in.baseOf(stored), callee, maker)
			}
		}
		return Base{}
	}
	return in.foreignBase(maker, b.held.name)
}

// madeIn returns the struct that a function makes and returns, nil if it isn't one alone.
func (in *Info) madeIn(maker *ssa.Function) *ssa.Alloc {
	if maker.Signature.Results().Len() == 0 {
		return nil
	}
	returned := slices.DeleteFunc(ir.Returned(maker, 0), ir.IsNil)
	if len(returned) != 1 {
		return nil
	}
	made, _ := variable(pointer(returned[0])).(*ssa.Alloc)
	return made
}

// madeBy returns the call of which a value is the first result, nil if it is none.
func madeBy(v ssa.Value) *ssa.Call {
	if extract, ok := v.(*ssa.Extract); ok && extract.Index == 0 {
		v = extract.Tuple
	}
	call, _ := v.(*ssa.Call)
	return call
}

// keptBase returns the base that a field holds of the struct which a function makes.
func (in *Info) keptBase(maker *ssa.Function, field string) Base {
	returned := slices.DeleteFunc(ir.Returned(maker, 0), ir.IsNil)
	if len(returned) != 1 {
		return Base{}
	}
	kept, ok := in.storedPointer(in.pointerTo(returned[0]), field)
	if !ok {
		return Base{}
	}
	return in.traced(Base{pointer: kept})
}

// staysCopy tells whether nothing is done with a copy that could change it: it is only looked at, compared, or made the
// base of a patch.
func (in *Info) staysCopy(v ssa.Value, depth int) bool {
	if depth == 0 || v.Referrers() == nil {
		return false
	}
	return !slices.ContainsFunc(ir.Uses(v), func(ref ssa.Instruction) bool { return !in.leavesCopy(v, ref, depth) })
}

func (in *Info) leavesCopy(v ssa.Value, ref ssa.Instruction, depth int) bool {
	use := ir.UseOf(v, ref)
	switch use.Does {
	case ir.Converts, ir.Takes:
		return in.staysCopy(use.To, depth-1)
	case ir.Loads:
		return !changeable(use.To) || in.staysCopy(use.To, depth-1)
	case ir.Compares:
		return true
	case ir.Stores:
		switch addr := use.Addr.(type) {
		case *ssa.Alloc:
			if in.onlyStored(addr) == v && in.loadsLeave(addr, depth) {
				return true
			}
		case *ssa.FieldAddr:
			return in.fieldLeaves(ir.FieldAt(addr), depth)
		}
		return ir.PassedOnlyTo(ref.(*ssa.Store), onlyReads)
	case ir.Passes:
		return in.callLeaves(v, use.Call, depth)
	case ir.Fills:
		return false
	}
	switch ref := ref.(type) {
	case *ssa.Extract:
		return !changeable(ref) || in.staysCopy(ref, depth-1) // whether it is of the type asserted is a test
	case *ssa.Phi:
		return in.staysCopy(ref, depth-1)
	}
	return false
}

// loadsLeave tells the same of what is loaded from a variable that a copy is in.
func (in *Info) loadsLeave(alloc *ssa.Alloc, depth int) bool {
	for _, ref := range ir.Uses(alloc) {
		use := ir.UseOf(alloc, ref)
		if use.Does == ir.Fills {
			continue // see onlyStored
		}
		if use.Does != ir.Loads || !in.staysCopy(use.To, depth-1) {
			return false
		}
	}
	return true
}

// keepsBase tells whether a store puts a copy into a field in which it is nothing but the base of patches.
func (in *Info) keepsBase(store *ssa.Store) bool {
	addr, ok := store.Addr.(*ssa.FieldAddr)
	return ok && in.fieldLeaves(ir.FieldAt(addr), payloadDepth)
}

// fieldLeaves tells the same of what is loaded from a field that a copy is in, which nobody but this package has.
func (in *Info) fieldLeaves(field *types.Var, depth int) bool {
	if field.Exported() || field.Pkg() != in.lazy.SSA().Pkg {
		return false
	}
	for _, addr := range in.lazy.Index().FieldAddrs(field) {
		for _, use := range in.lazy.Index().Uses(addr) {
			if use.Does != ir.Fills && (use.Does != ir.Loads || !in.staysCopy(use.To, depth-1)) {
				return false
			}
		}
	}
	return true
}

func (in *Info) callLeaves(v ssa.Value, call ssa.CallInstruction, depth int) bool {
	obj, name := ir.Called(call.Common()), ir.CalledName(call.Common())
	if callee := in.lazy.Callee(call.Common()); callee != nil {
		return !slices.ContainsFunc(callee.Params, func(p *ssa.Parameter) bool {
			return ir.ArgFor(call.Common(), p) == v && !in.staysCopy(p, depth-1)
		})
	}
	if f := in.factsFor(obj); f != nil && in.operation(call) == nil {
		return true // what it does with it, its facts say
	}
	return onlyReads(obj) || kube.IsMergeFrom(kube.SymbolOf(obj)) || kube.IsGetter(name) || strings.HasPrefix(name, "DeepCopy") || ir.IsBuiltin(call.Common(), "len")
}

// liftBase says a base in a function in terms of a call of it.
func (in *Info) liftBase(b Base, callee *ssa.Function, call ssa.CallInstruction) Base {
	if b.held != nil {
		return in.unheld(Base{held: in.liftPointer(b.held, callee, call.Common())})
	}
	if !b.Known() {
		return Base{}
	}
	out := Base{pointer: in.liftPointer(b.pointer, callee, call.Common()), of: in.liftPointer(b.of, callee, call.Common())}
	if out.shared = in.liftPointer(b.shared, callee, call.Common()); !out.Known() {
		return Base{}
	}
	out.Made, out.Copied, out.by = b.Made, b.Copied, b.by
	if b.by != nil && ir.Within(b.by.Parent(), callee) {
		out.by = call
	}
	if b.Made != nil && ir.Within(b.Made.Parent(), callee) {
		out.Made = call
	}
	if b.Copied != nil && ir.Within(b.Copied.Parent(), callee) {
		out.Copied = call
	}
	return in.traced(out) // the caller may know what it gives, or what is in the field, for a copy
}

// isOf tells whether a base is the very object that a term points to.
func (in *Info) isOf(b Base, object *Term) bool {
	return sameTerm(b.pointer, object) || b.changed != nil && sameTerm(in.pointerTo(b.changed), object)
}

func equalBases(a, b Base) bool {
	return a.Made == b.Made && a.Copied == b.Copied && a.changed == b.changed && equalTerms(a.pointer, b.pointer) && equalTerms(a.of, b.of) && equalTerms(a.held, b.held) && equalTerms(a.shared, b.shared)
}

// patchOf fills in what a patch is the difference to.
func (in *Info) patchOf(op *Op, o kube.Operation, args []ssa.Value) {
	if o.Verb != kube.VerbPatch || o.Via != kube.Client && o.Via != kube.Subresource || o.Opts < 1 || o.Opts > len(args) {
		return
	}
	patch := args[o.Opts-1]
	op.base = in.baseOf(patch)
	op.patch, _ = ir.Unwrap(patch).(*ssa.Parameter)
}

// liftWrite says which object an operation of a function is of, and what its patch is the difference to, in terms of a
// call of it.
func (in *Info) liftWrite(c, op *Op, callee *ssa.Function, call ssa.CallInstruction) {
	c.pointer, c.sent, c.base, c.patch = in.liftPointer(op.pointer, callee, call.Common()), in.liftPointer(op.sent, callee, call.Common()), Base{}, nil
	if op.patch == nil {
		c.base = in.liftBase(op.base, callee, call)
		return
	}
	if op.patch.Parent() == callee {
		if arg := ir.ArgFor(call.Common(), op.patch); arg != nil {
			c.base = in.baseOf(arg)
			c.patch, _ = ir.Unwrap(arg).(*ssa.Parameter)
		}
	}
}

// Base returns what a patch is the difference to; the zero Base if that is not known, or the write is no such patch.
func (op *Op) Base() Base { return op.base }

// Writes returns what a function may have written when it returns, itself or through what it calls.
func (in *Info) Writes(fn *ssa.Function) []*Op {
	var out []*Op
	for _, x := range in.of(fn).exits {
		out = addOps(out, x.writes...)
	}
	return out
}

// write says which object a write is of, and what a patch is the difference to.
func (x *exporter) write(op *Op, r *Remote) {
	r.Pointer, r.Sent, r.Patch = x.one(op.pointer), x.one(op.sent), -1
	switch {
	case op.base.held != nil:
		r.Held = x.one(op.base.held)
	case op.base.Copied != nil:
		r.Copied = x.one(op.base.of)
	default:
		r.Base = x.one(op.base.pointer)
	}
	if op.patch != nil && op.patch.Parent() == x.fn {
		r.Patch = ir.ParamIndex(op.patch)
	}
}

// bases says which fields of the struct that the function makes hold what it is given, or copies of it, or patches that are
// the difference to it.
func (x *exporter) bases() {
	made := x.in.madeIn(x.fn)
	if made == nil {
		return
	}
	fields, ok := ir.Deref(made.Type()).Underlying().(*types.Struct)
	if !ok || kube.IsObject(made.Type()) {
		return
	}
	for field := range fields.Fields() {
		if field.Exported() || field.Pkg() != x.in.pass.Pkg {
			continue
		}
		var base Base
		switch stored := x.in.onlyStoredIn(made, field.Name()); {
		case stored == nil:
		case kube.IsObject(field.Type()):
			base = x.in.keptBase(x.fn, field.Name())
		case kube.IsPatch(field.Type()):
			base = x.in.baseOf(stored)
		}
		if (base.Copied == nil || kube.IsPatch(field.Type())) && !x.in.staysSet(made, field.Name()) {
			continue
		}
		if base.shared != nil {
			x.shallowBase(field.Name(), base.shared, made, fields)
		} else if of := x.one(base.of); base.Copied != nil && of != nil {
			x.facts.Bases = append(x.facts.Bases, RemoteBase{Field: field.Name(), Of: *of, Copied: true})
		} else if of := x.one(base.pointer); base.Copied == nil && of != nil {
			x.facts.Bases = append(x.facts.Bases, RemoteBase{Field: field.Name(), Of: *of})
		}
	}
}

// importWrite says it in terms of a call.
func (in *Info) importWrite(op *Op, r *Remote, call ssa.CallInstruction) {
	op.pointer, op.sent = in.importedPointer(r.Pointer, call.Common()), in.importedPointer(r.Sent, call.Common())
	if r.Held != nil {
		op.base = in.unheld(Base{held: in.importedPointer(r.Held, call.Common())})
	} else if r.Copied != nil {
		op.base = Base{Made: call, Copied: call, of: in.importedPointer(r.Copied, call.Common())}
	} else if r.Base != nil {
		op.base = in.traced(Base{Made: in.keeper(r.Base, call), pointer: in.importedPointer(r.Base, call.Common())})
	}
	if !op.base.Known() && op.base.held == nil {
		op.base = Base{}
	}
	if arg := ir.Arg(call.Common(), r.Patch); r.Patch >= 0 && arg != nil {
		op.base = in.baseOf(arg)
		op.patch, _ = ir.Unwrap(arg).(*ssa.Parameter)
	}
}

// keeper returns the call that makes the struct in a field of which a function of another package has the base of a patch; or else the
// call of that function.
func (in *Info) keeper(base *RemoteTerm, call ssa.CallInstruction) ssa.CallInstruction {
	if termKind(base.Kind) == fieldTerm && termKind(base.Args[0].Kind) == leafTerm {
		if of := in.importedPointer(&base.Args[0], call.Common()); of != nil && of.kind == leafTerm {
			if maker := madeBy(of.leaf); maker != nil && ir.Within(call.Parent(), maker.Parent()) {
				return maker
			}
		}
	}
	return call
}

func (in *Info) importedPointer(r *RemoteTerm, common *ssa.CallCommon) *Term {
	if r == nil {
		return nil
	}
	switch termKind(r.Kind) {
	case leafTerm:
		if arg := ir.Arg(common, r.Param); arg != nil {
			return in.pointerTo(arg)
		}
	case fieldTerm:
		if of := in.importedPointer(&r.Args[0], common); !isPending(of) {
			return in.pointerIn(of, r.Name, nil)
		}
	}
	return nil
}
