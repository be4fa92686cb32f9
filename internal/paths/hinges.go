package paths

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/domain/kind"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// hinges look for all on which it hangs whether a function creates something, by the conditions on the way there and what they are
// made of. What a next round finds changed for certain, or may, such as a record in memory, is something else than a list.
type hinges struct {
	in      *Info
	create  *Op
	lists   map[ssa.Value]*Op // what has the objects: a variable, or the call that returns them, or what is made of them
	found   map[*Op]bool
	writes  []*Op                                   // with the create, on a path that comes to both
	stored  map[storedIn][]ssa.Value                // likewise, and what
	lent    map[storedIn]bool                       // likewise, whose address is passed to functions, or stored
	spared  map[storedIn]bool                       // likewise, but only for other constants than those that are passed
	called  []ssa.CallInstruction                   // likewise, of other packages that are analyzed
	calling map[*ssa.Function][]ssa.CallInstruction // likewise, of the package's functions
	passed  map[*ssa.Parameter][]*ssa.Const         // by these
	sites   map[*ssa.Function][]ssa.CallInstruction
	asked   map[*ssa.Parameter]bool
	seen    map[any]bool
	other   bool // it hangs on something else too
	left    int
}

// A storedIn is a field in which something is stored, of objects of a kind if it is one of these.
type storedIn struct {
	of    kind.Kind
	field *types.Var
}

// maxHinges bounds how many values are gone through.
const maxHinges = 2000

// hingesOn returns those of some lists on which alone it hangs whether something is created.
func (in *Info) hingesOn(create *Op, lists []*Op) []*Op {
	h := &hinges{
		in: in, create: create, lists: map[ssa.Value]*Op{}, found: map[*Op]bool{}, stored: map[storedIn][]ssa.Value{}, lent: map[storedIn]bool{}, spared: map[storedIn]bool{},
		calling: map[*ssa.Function][]ssa.CallInstruction{}, passed: map[*ssa.Parameter][]*ssa.Const{}, sites: map[*ssa.Function][]ssa.CallInstruction{}, asked: map[*ssa.Parameter]bool{}, seen: map[any]bool{}, left: maxHinges,
	}
	for _, list := range lists {
		for _, call := range list.Path {
			if v := call.Value(); v != nil && !kube.IsError(v.Type()) {
				h.lists[v] = list
			}
		}
		if v := identity.Root(list.Object); v != nil {
			h.lists[v] = list
		}
	}
	h.writes = in.writesWith(create)
	for n, call := range create.Path {
		h.storing(call)
		if n > 0 {
			h.calling[call.Parent()] = append(h.calling[call.Parent()], create.Path[n-1])
			h.sites[call.Parent()] = append(h.sites[call.Parent()], create.Path[n-1])
		}
	}
	for _, call := range create.Path {
		for _, branch := range h.in.deciding.Of(call.Block(), decidingOn) {
			if !hasFinalizerAt(branch, call.Block()) && !h.staysApart(branch, call.Block()) {
				h.visit(branch.Cond)
			}
		}
	}
	if h.other {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(lists), func(list *Op) bool { return !h.found[list] })
}

// writesWith returns what is written on a path that comes to a create, in the functions that lead there, by whichever of their calls:
// what is known of a function has each write once.
func (in *Info) writesWith(create *Op) (out []*Op) {
	for n, call := range create.Path {
		before, behind := ir.MayPrecede(call), ir.MayFollow(call)
		_, writes := in.others(call, func(other ssa.Instruction) bool { return before(other) || behind(other) })
		for _, w := range writes {
			for m := n; m > 0; m-- {
				w = in.lifted(w, create.Path[m].Parent(), create.Path[m-1])
			}
			if w.Call != create.Call {
				out = append(out, w)
			}
		}
	}
	return out
}

// storing notes the fields in which a function stores on a path that comes to a call, itself or through what it calls.
func (h *hinges) storing(call ssa.CallInstruction) {
	before, behind := ir.MayPrecede(call), ir.MayFollow(call)
	var called []*ssa.Function
	for instr := range ir.All[ssa.Instruction](call.Parent().Blocks) {
		if instr == ssa.Instruction(call) || !before(instr) && !behind(instr) {
			continue
		}
		switch instr := instr.(type) {
		case *ssa.Store:
			h.stores(instr)
		case ssa.CallInstruction:
			h.calls(instr)
			called = append(called, h.in.literals(instr.Common())...)
			if callee := h.in.lazy.Callee(instr.Common()); callee != nil && len(callee.Blocks) > 0 {
				called = append(called, h.storingBy(callee, instr)...)
			}
		}
	}
	for fn := range ir.Reachable(h.in.callees, called...) {
		h.storingIn(fn.Blocks)
	}
}

// storingBy notes the fields in which a function stores that a call comes to, as far as the constants that this passes let it, and
// returns what it calls then.
func (h *hinges) storingBy(fn *ssa.Function, call ssa.CallInstruction) (called []*ssa.Function) {
	live := ir.LiveBy(fn, func(p *ssa.Parameter) ssa.Value { return ir.ArgFor(call.Common(), p) })
	for _, b := range fn.Blocks {
		for store := range ir.All[*ssa.Store]([]*ssa.BasicBlock{b}) {
			if addr, ok := store.Addr.(*ssa.FieldAddr); ok && !slices.Contains(live, b) {
				base, _, _ := ir.Base(addr)
				h.spared[storedIn{h.kindOf(base), ir.FieldAt(addr)}] = true
			}
		}
	}
	h.storingIn(live)
	for inner := range ir.All[ssa.CallInstruction](live) {
		if callee := h.in.lazy.Callee(inner.Common()); callee != nil {
			called = append(called, callee)
		}
	}
	return called
}

func (h *hinges) storingIn(blocks []*ssa.BasicBlock) {
	for store := range ir.All[*ssa.Store](blocks) {
		h.stores(store)
	}
	for call := range ir.All[ssa.CallInstruction](blocks) {
		h.calls(call)
	}
}

func (h *hinges) calls(call ssa.CallInstruction) {
	if h.in.factsFor(ir.Called(call.Common())) != nil {
		h.called = append(h.called, call)
	}
	if callee := h.in.lazy.Callee(call.Common()); callee != nil && !slices.Contains(h.calling[callee], call) {
		h.calling[callee] = append(h.calling[callee], call)
	}
	for _, arg := range call.Common().Args {
		h.lends(arg)
	}
}

// lends notes the field whose address a value is, which goes where it isn't followed.
func (h *hinges) lends(v ssa.Value) {
	if addr, ok := ir.Unwrap(v).(*ssa.FieldAddr); ok {
		base, _, _ := ir.Base(addr)
		h.lent[storedIn{h.kindOf(base), ir.FieldAt(addr)}] = true
	}
}

func (h *hinges) stores(store *ssa.Store) {
	h.lends(store.Val)
	if addr, ok := store.Addr.(*ssa.FieldAddr); ok {
		base, _, _ := ir.Base(addr)
		if _, local := base.(*ssa.Alloc); local && !kube.IsObject(base.Type()) {
			return // a literal, say
		}
		at := storedIn{h.kindOf(base), ir.FieldAt(addr)}
		h.stored[at] = append(h.stored[at], store.Val)
	}
}

// decidingOn returns the branches of a function of which one side leads to a block, and the other doesn't.
func decidingOn(b *ssa.BasicBlock) (out []*ssa.If) {
	for _, d := range b.Parent().Blocks {
		branch, ok := ir.Last(d).(*ssa.If)
		if ok && d != b && reachedBefore(d.Succs[0], d)[b] != reachedBefore(d.Succs[1], d)[b] {
			out = append(out, branch)
		}
	}
	return out
}

// hasFinalizerAt tells whether a branch leads to a block where the object has a finalizer already, as it has from then on.
func hasFinalizerAt(branch *ssa.If, b *ssa.BasicBlock) bool {
	cond, side := branch.Cond, 0
	for not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT; not, ok = cond.(*ssa.UnOp) {
		cond, side = not.X, 1-side
	}
	call, ok := cond.(*ssa.Call)
	if !ok || !kube.HasFinalizer(ir.Symbol(call.Common())) && !addsFinalizerCall(call) {
		return false
	}
	if addsFinalizerCall(call) { // which says whether it has
		side = 1 - side
	}
	return reachedBefore(branch.Block().Succs[side], branch.Block())[b]
}

func (h *hinges) visit(v ssa.Value) {
	if v == nil || h.other || h.seen[v] {
		return
	}
	if h.left--; h.left < 0 || !h.in.questions.solver.Step() {
		h.other = true
		return
	}
	h.seen[v] = true
	if kube.IsError(v.Type()) {
		h.failure(v)
		return
	}
	if list := h.lists[v]; list != nil {
		h.found[list] = true
	}
	switch step := ir.StepOf(v); step.Kind {
	case ir.Alias:
		h.all(step.From...)
		if phi, ok := v.(*ssa.Phi); ok {
			h.merged(phi)
		}
	case ir.Function:
		h.all(step.From...)
		h.enter(step.Fn)
	case ir.Result:
		if list := h.lists[step.Call]; list != nil {
			h.found[list] = true
		}
		h.call(step.Call)
	case ir.Param:
		h.param(v.(*ssa.Parameter))
	case ir.Load:
		h.load(v, step.From[0])
	case ir.FieldAddr, ir.ElementAddr:
		h.load(v, v)
	case ir.FieldOf, ir.Entry, ir.Sliced, ir.Computed:
		h.operands(v)
	case ir.Made:
		for update := range ir.Refs[*ssa.MapUpdate](v) {
			h.all(update.Key, update.Value)
		}
	case ir.Variable:
		h.variable(v)
	case ir.Received:
		h.other = true
	}
}

// failure goes on with an error, which may be that of a record in memory; that of an operation at the API says nothing of the next round.
func (h *hinges) failure(err ssa.Value) {
	step := ir.StepOf(err)
	switch {
	case step.Kind == ir.Alias:
		h.all(step.From...)
	case step.Kind != ir.Result || h.in.event(step.Call) != nil:
	case h.in.lazy.Callee(step.Call.Common()) != nil:
		h.call(step.Call)
	default:
		if recv, _ := ir.Receiver(step.Call.Common()); recv != nil && h.in.isOwn(ir.Called(step.Call.Common())) {
			h.visit(recv)
		}
	}
}

func (h *hinges) all(values ...ssa.Value) {
	for _, v := range values {
		h.visit(v)
	}
}

func (h *hinges) operands(v ssa.Value) {
	if extract, ok := v.(*ssa.Extract); ok {
		v = extract.Tuple
		_, selects := v.(*ssa.Select)
		h.other = h.other || selects
	}
	if instr, ok := v.(ssa.Instruction); ok {
		for _, operand := range instr.Operands(nil) {
			h.visit(*operand)
		}
	}
}

// merged goes on with the conditions that choose which value a variable has.
func (h *hinges) merged(phi *ssa.Phi) {
	from := phi.Block().Idom()
	if from == nil {
		return
	}
	for _, b := range phi.Parent().Blocks {
		if branch, ok := ir.Last(b).(*ssa.If); ok && from.Dominates(b) && h.in.reachOf(phi.Parent()).Reaches(b, phi.Block()) {
			h.visit(branch.Cond)
		}
	}
}

// load goes on with what is loaded from an address, or with the address itself.
func (h *hinges) load(v, addr ssa.Value) {
	base, _, _ := ir.Base(addr)
	switch {
	case base == addr:
		h.visit(base)
	case kube.IsObject(base.Type()):
		h.part(base, addr)
	default:
		if _, local := base.(*ssa.Alloc); !local && !h.lasts(v, addr) {
			h.other = true
		}
		h.visit(base)
	}
	for ; addr != base; addr = ir.StepOf(addr).From[0] {
		if index, ok := addr.(*ssa.IndexAddr); ok {
			h.visit(index.Index)
		}
	}
}

// lasts tells whether what is in a part of a struct that is no object is a setting, or a part of an object's: a plain value, or a
// selector, in a field that is not set meanwhile.
func (h *hinges) lasts(v, addr ssa.Value) bool {
	for ; ; addr = ir.StepOf(addr).From[0] {
		switch part := addr.(type) {
		case *ssa.FieldAddr:
			if len(h.stored[storedIn{field: ir.FieldAt(part)}]) > 0 {
				return false
			}
			continue
		case *ssa.IndexAddr:
			continue
		}
		break
	}
	if kube.IsData(addr.Type()) || kube.IsSelector(v.Type()) {
		return true
	}
	if _, element := addr.(*ssa.Slice); element {
		return true
	}
	_, plain := v.Type().Underlying().(*types.Basic)
	return plain || isSlice(addr.Type())
}

// part goes on with a part of an object, which may be another one in the next round if it is written.
func (h *hinges) part(object, addr ssa.Value) {
	path, fields := fieldsTo(object, addr)
	of := h.kindOf(object)
	for _, f := range fields {
		at := storedIn{of, f}
		h.other = h.other || of != h.create.What.Kind && len(h.stored[at]) > 0
		if h.spared[at] && len(h.stored[at]) == 0 && !h.lent[at] && len(h.called) == 0 {
			return // what is written has it as it was
		}
	}
	h.looks(object, path)
}

// kindOf is the kind of an object, the unknown one for what is no object.
func (h *hinges) kindOf(v ssa.Value) kind.Kind {
	if !kube.IsObject(v.Type()) {
		return kind.Kind{}
	}
	return h.in.kindOf(v).Kind
}

// looks notes that a part of an object is looked at.
func (h *hinges) looks(object ssa.Value, path string) {
	k := h.kindOf(object)
	if k == h.create.What.Kind || !kube.IsObject(object.Type()) {
		h.visit(object)
		return
	}
	top, _, _ := strings.Cut(path, ".")
	if kube.IsLasting(top) || top == "DeletionTimestamp" {
		return
	}
	looked := footprint.Set{path: true}
	h.other = h.other || slices.ContainsFunc(h.writes, func(w *Op) bool {
		changed := h.in.Changed(w)
		if changed[""] && top == "Spec" && w.Verb != kube.VerbCreate {
			return false // nothing is stored there, or part would have said so
		}
		return (w.What.Kind == k || !w.What.Kind.Known() || !k.Known()) && changed.Meets(looked)
	})
}

func (h *hinges) variable(v ssa.Value) {
	alloc, ok := v.(*ssa.Alloc)
	if !ok {
		_, plain := ir.Deref(v.Type()).Underlying().(*types.Basic)
		own := v.(*ssa.Global).Pkg == h.in.lazy.SSA()
		h.other = h.other || own && !plain
		return
	}
	h.all(ir.StoredAt(alloc)...)
	for _, part := range ir.PartsOf(alloc) {
		h.all(ir.StoredAt(part)...)
	}
}

func (h *hinges) param(p *ssa.Parameter) {
	h.asked[p] = true
	for _, site := range h.sites[p.Parent()] {
		h.visit(ir.ArgFor(site.Common(), p))
	}
}

// call goes on with what a call returns: with all that a function of the package goes by, and else with what it is given.
func (h *hinges) call(call *ssa.Call) {
	reads, _ := h.in.At(call)
	for _, r := range reads {
		made := r.What.Kind != h.create.What.Kind && slices.ContainsFunc(h.writes, func(w *Op) bool { return w.What.Kind == r.What.Kind && w.Verb == kube.VerbCreate })
		h.other = h.other || made
	}
	common := call.Common()
	if callee := h.in.lazy.Callee(common); callee != nil && len(callee.Blocks) > 0 {
		h.sites[callee] = append(h.sites[callee], call)
		for _, p := range callee.Params {
			if h.asked[p] {
				h.visit(ir.ArgFor(common, p))
			}
		}
		h.enter(callee)
		return
	}
	if h.in.operation(call) != nil || len(reads) > 0 {
		return
	}
	recv, args := ir.Receiver(common)
	symbol := ir.Symbol(common)
	if kube.TakesWork(symbol) {
		return // the key, which is the same in the next round
	}
	h.other = h.other || kube.IsRandom(symbol) || ir.Called(common) == nil && !ir.IsBuiltin(common, "")
	if recv != nil {
		args = append([]ssa.Value{recv}, args...)
	}
	for _, arg := range args {
		h.given(ir.Unwrap(arg), symbol)
	}
}

// given goes on with what a function is given whose body can't be seen.
func (h *hinges) given(arg ssa.Value, symbol kube.Symbol) {
	if addr, ok := arg.(*ssa.FieldAddr); ok && kube.IsMetadata(arg.Type()) {
		arg, _, _ = ir.Base(addr)
	}
	switch {
	case !kube.IsObject(arg.Type()):
		h.visit(arg)
	case kube.OnlyReads(symbol) && !kube.HasFinalizer(symbol) && !kube.ComparesDeeply(symbol):
		h.looks(arg, "Name")
	case kube.IsAboutFinalizers(symbol.Name):
		h.looks(arg, "Finalizers")
	default:
		h.looks(arg, strings.TrimPrefix(getter(symbol), "Get"))
	}
}

// getter is the name of a method that returns a part of an object's metadata, empty for another function.
func getter(s kube.Symbol) string {
	if s.Recv != "" && kube.IsMetadataField(strings.TrimPrefix(s.Name, "Get")) || s.Name == "GetDeletionTimestamp" {
		return s.Name
	}
	return ""
}

// enter goes on with all that a function goes by.
func (h *hinges) enter(fn *ssa.Function) {
	if h.seen[fn] {
		return
	}
	h.seen[fn] = true
	for _, b := range fn.Blocks {
		switch last := ir.Last(b).(type) {
		case *ssa.If:
			h.visit(last.Cond)
		case *ssa.Return:
			h.all(last.Results...)
		}
	}
}
