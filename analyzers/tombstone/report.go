package tombstone

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/diag"
	"github.com/ctrllint/ctrllint/internal/domain/handler"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
	"github.com/ctrllint/ctrllint/internal/place"
	"github.com/ctrllint/ctrllint/internal/scenario"
)

// A finding is what is reported: where, of which cause, in which category.
type finding struct {
	handler  *handler.Handler
	cause    *scenario.Cause
	category diag.Category
	pos      token.Pos
	root     *ssa.Function     // the delete function or filter
	calls    []ssa.Instruction // from there to the cause, or to the function that does nothing
	use      ssa.Instruction   // what panics or uses a wrong key, if it is not the cause
	effect   ssa.Instruction   // what is not done
	stored   scenario.Stored   // what the tombstone went to another function in
	mild     bool              // nothing is lost but what was known before
	asks     bool              // what is not done is to ask a lister, and to do nothing
}

// fault reports a fault of a delete function or filter. The category is the handler's part: filter, inner, optional,
// or none where the kind of fault decides.
func (j *judge) fault(h *handler.Handler, r *scenario.Result, fault scenario.Fault, part diag.Category) {
	f := finding{handler: h, root: r.Fn, cause: fault.Cause, category: part, calls: fault.Calls, use: fault.Instr}
	if f.cause == nil {
		return
	}
	switch {
	case part == optionalCategory:
		f.pos = fault.Instr.Pos()
	case f.cause.Kind == scenario.EmptyObject:
		f.category = innerCategory
	case fault.Kind == scenario.PanicsByChoice:
		f.pos = fault.Instr.Pos()
		if part.Name == "" {
			f.category = panicCategory
		}
	case part.Name != "":
	case f.cause.Kind == scenario.FailedCall:
		f.category = keyCategory
	case f.cause.After || f.cause.Boxed != nil:
		f.category = wrongunwrapCategory
	case fault.Kind == scenario.PanicsOnNil:
		f.category = nilderefCategory
	case fault.Kind == scenario.WrongKey:
		f.category = lostCategory
	default:
		f.category = panicCategory
	}
	if pointer := pointerCause(r.Causes); pointer != nil && part != optionalCategory && f.cause.Kind != scenario.EmptyObject {
		f.cause, f.category, f.pos = pointer, pointerCategory, token.NoPos
	}
	j.report(f)
}

func pointerCause(causes []*scenario.Cause) *scenario.Cause {
	for _, c := range causes {
		if c.Kind == scenario.PointerAssert {
			return c
		}
	}
	return nil
}

// lost reports what a delete function does not do for a tombstone.
func (j *judge) lost(h *handler.Handler, r *scenario.Result, l *loss) {
	cause, category := l.why(r.Causes, h.Holds())
	if cause == nil {
		return
	}
	j.report(finding{handler: h, root: r.Fn, cause: cause, category: category, calls: l.calls, effect: l.effect.Instr, mild: j.handlers.Repeats(h), asks: j.handlers.Asks(h)})
}

// dropped reports a filter that returns false for every tombstone.
func (j *judge) dropped(h *handler.Handler, r *scenario.Result, filter *handler.FilterFunc) {
	if h.Reconciles() { // nothing comes of a delete
		return
	}
	f := finding{handler: h, root: r.Fn, cause: r.Value.Cause, category: filterCategory, mild: h.Mild || j.handlers.Repeats(h), asks: j.handlers.Asks(h)}
	if pointer := pointerCause(r.Causes); pointer != nil {
		f.cause, f.category = pointer, pointerCategory
	}
	if f.cause.Instr == filter.Site {
		f.pos = filter.Site.Pos()
	}
	j.report(f)
}

// place returns where the finding is reported: at the test that fails, unless
//   - it is in a helper that only tells its caller: then at the call in the function that does nothing;
//   - the user put the tombstone where it does not belong: then at the call that does;
//   - it is in a function of add or update events, where it is right: then at the call that brings the tombstone there.
func (j *judge) place(f finding) token.Pos {
	if f.pos.IsValid() {
		return f.pos
	}
	if (f.category == lostCategory || f.category == keyCategory) && f.effect != nil && len(f.cause.Calls) > 0 {
		return f.cause.Calls[0].Pos()
	}
	calls := f.path()
	if f.cause.Boxed != nil {
		for _, call := range calls {
			if call.Parent() == f.cause.Boxed.Parent() {
				return call.Pos()
			}
		}
	}
	at := f.cause.Instr
	for n := len(calls) - 1; n >= 0; n-- {
		if fn := handler.Source(at.Parent()); !j.handlers.Adders[fn] || fn == handler.Source(f.root) {
			break
		}
		at = calls[n]
	}
	return at.Pos()
}

// path returns the calls from the handler to the test that fails.
func (f finding) path() []ssa.Instruction {
	if len(f.calls) > 0 && len(f.cause.Calls) > 0 && f.calls[0] == f.cause.Calls[0] {
		return f.cause.Calls
	}
	if f.effect == nil && len(f.calls) > 0 && f.use != f.cause.Instr {
		if f.cause.Instr.Parent() == f.root {
			return nil // it was passed down
		}
		return f.cause.Calls
	}
	return append(f.calls[:len(f.calls):len(f.calls)], f.cause.Calls...)
}

func (j *judge) report(f finding) {
	pos := j.place(f)
	if !pos.IsValid() {
		pos = f.handler.Pos
	}
	d := analysis.Diagnostic{Pos: pos, Message: j.message(f)}
	if expr, c, ok := node[*ast.TypeAssertExpr](j, pos); ok && expr.Type != nil {
		d.Pos, d.End = expr.Pos(), expr.End()
		d.SuggestedFixes = j.fixes(f, c)
	} else if call, c, ok := node[*ast.CallExpr](j, pos); ok && call.Lparen == pos {
		d.Pos, d.End = call.Pos(), call.End()
		d.SuggestedFixes = j.fixes(f, c)
	} else if kv, _, ok := node[*ast.KeyValueExpr](j, pos); ok && kv.Colon == pos {
		d.Pos, d.End = kv.Pos(), kv.End()
	} else if clause, c, ok := node[*ast.CaseClause](j, pos); ok && clause.Case == pos {
		if sw, swc, ok := node[*ast.TypeSwitchStmt](j, pos); ok && f.category != pointerCategory {
			d.Pos, d.End = sw.Pos(), sw.Body.Lbrace
			c = swc
		}
		d.SuggestedFixes = j.fixes(f, c)
	}
	d.Related = j.related(f, d.Pos)
	if f.mild || f.asks {
		f.category = f.category.Mild(diag.Note)
	}
	j.reporter.By(f.handler.Pos)
	j.reporter.Report(f.category, d)
}

// related lists the other halves: what panics or is not done, the calls on the way, the handler.
func (j *judge) related(f finding, at token.Pos) []analysis.RelatedInformation {
	var out []analysis.RelatedInformation
	add := func(pos token.Pos, message string) {
		if pos.IsValid() && j.line(pos) != j.line(at) {
			out = append(out, analysis.RelatedInformation{Pos: pos, Message: message})
		}
	}
	if f.use != nil {
		add(f.use.Pos(), "used here")
	}
	if f.effect != nil {
		add(f.effect.Pos(), "this is done for an object only")
	}
	for _, call := range f.path() {
		add(call.Pos(), "called with the tombstone here")
	}
	switch {
	case f.cause.Note != "":
	case f.cause.Kind == scenario.UnknownState:
		add(f.cause.Pos(), "where FinalStateUnknown is looked at")
	default:
		add(f.cause.Pos(), "where it fails")
	}
	add(place.Named(j.pass, f.cause.Note), "where it fails")
	if f.filter() != nil {
		for _, next := range j.behind(f.handler) {
			add(j.place(next), "behind the filter, this fails on it as well")
		}
	}
	add(j.registered(f), "the event handler"+j.orTyped(f))
	return out
}

// filter returns the filter that the function is, nil if it is none.
func (f finding) filter() *handler.FilterFunc {
	for _, filter := range f.handler.Filters {
		if filter.Is(f.root) {
			return filter
		}
	}
	return nil
}

// registered returns where the handler gets the function that the finding is about: its element in the handler's
// literal, or else the handler itself.
func (j *judge) registered(f finding) token.Pos {
	at := f.handler.DeleteSite
	if filter := f.filter(); filter != nil {
		at = filter.Site
	}
	if at != nil {
		if kv, _, ok := node[*ast.KeyValueExpr](j, at.Pos()); ok && kv.Colon == at.Pos() {
			return kv.Pos()
		}
	}
	return j.literal(f.handler.Pos)
}

// literal returns the start of the composite literal whose brace is at pos, or pos itself.
func (j *judge) literal(pos token.Pos) token.Pos {
	if lit, _, ok := node[*ast.CompositeLit](j, pos); ok && lit.Lbrace == pos {
		return lit.Pos()
	}
	return pos
}

func (j *judge) line(pos token.Pos) string {
	p := j.pass.Fset.Position(pos)
	return fmt.Sprintf("%s:%d", filepath.Base(p.Filename), p.Line)
}

// addsWork tells whether an instruction puts something on a work queue.
func addsWork(i ssa.Instruction) bool {
	call, ok := i.(ssa.CallInstruction)
	return ok && kube.AddsWork(ir.Symbol(call.Common()))
}

// deletesEntry tells whether an instruction deletes something in a map.
func deletesEntry(i ssa.Instruction) bool {
	call, ok := i.(ssa.CallInstruction)
	return ok && ir.IsBuiltin(call.Common(), "delete")
}

// whyLost says why a delete is lost.
func (j *judge) whyLost(f finding, what string) string {
	switch {
	case f.cause.Kind == scenario.UnknownState:
		return fmt.Sprintf("FinalStateUnknown of the cache.DeletedObject is set then, and what is done for an object%s is not; do it there too, by GetKey or OptionalObj", j.at(f.effect))
	case f.cause.Kind == scenario.OtherType:
		return fmt.Sprintf("its Obj is a %s, as in the informer, %s fails, and what is done for an object at %s is not; assert the former", j.typeName(f.cause.Held), what, j.line(f.effect.Pos()))
	case f.cause.Kind == scenario.TombstoneKey && addsWork(f.use):
		return fmt.Sprintf("its Key is that of the object itself, and what is put on the queue at %s for an object is the key of another, which the worker then looks for; take that of the tombstone's Obj", j.line(f.use.Pos()))
	case f.cause.Kind == scenario.TombstoneKey && !deletesEntry(f.use): // another package does
		return fmt.Sprintf("its Key is the namespace and name, and what %s deletes is kept under the object's UID; take that of the tombstone's Obj", what)
	case f.cause.Kind == scenario.TombstoneKey:
		return fmt.Sprintf("its Key is the namespace and name, and what is deleted at %s is kept under the object's UID; take that of the tombstone's Obj", j.line(f.use.Pos()))
	case f.effect == nil:
		return fmt.Sprintf("%s fails, and what is deleted at %s is what is kept under the empty key; unwrap the tombstone's Obj first", what, j.line(f.use.Pos()))
	}
	return fmt.Sprintf("%s fails, and what is done for an object%s is not; unwrap the tombstone's Obj first", what, j.at(f.effect))
}

// at says where an instruction is, if it isn't one that the compiler makes, as of a method value.
func (j *judge) at(i ssa.Instruction) string {
	if !i.Pos().IsValid() {
		return ""
	}
	return " at " + j.line(i.Pos())
}

// ofFilter says it of a filter.
func ofFilter(f finding, what, missed string) string {
	if f.use != nil {
		return fmt.Sprintf("%s in a filter panics %s, whether or not there is a delete function; unwrap the tombstone's Obj in the filter", what, missed)
	}
	never := "the delete function behind it never runs"
	if f.asks {
		never += ", which puts the key on a queue whose worker does nothing for it as it is now"
	}
	if kube.MadeFilter(f.cause.Symbol) != kube.Unlisted {
		return fmt.Sprintf("the filter of %s returns false %s, so %s; give it the tombstone's Obj in a filter of your own", f.cause.Symbol, missed, never)
	}
	return fmt.Sprintf("%s fails and the filter returns false %s, so %s; unwrap the tombstone's Obj in the filter", what, missed, never)
}

// ofAsking says it of what only puts a key on the queue of a worker that does nothing for it.
func (j *judge) ofAsking(f finding, what, missed string) string {
	fails, mend := " fails", "unwrap the tombstone's Obj first"
	if f.cause.Kind == scenario.UnknownState {
		what, fails, mend = "FinalStateUnknown of the cache.DeletedObject", " is set", "put it there then, too"
	}
	return fmt.Sprintf("%s %s, so that the object's key is not put on the queue at %s, whose worker does nothing for it as it is now; %s, before it does",
		what+fails, missed, j.line(f.effect.Pos()), mend)
}

// message says what happens at run time, why, and what to do.
func (j *judge) message(f finding) string {
	const missed = "when the informer missed the delete and hands over a cache.DeletedFinalStateUnknown"
	what := j.what(f.cause)
	if f.asks && f.effect != nil {
		return j.ofAsking(f, what, missed)
	}
	if f.stored.Instr != nil {
		happens := "fails, so that the delete is lost"
		if f.category == panicCategory {
			happens = "panics"
		}
		return fmt.Sprintf("when the informer missed the delete, what goes into %s is a cache.DeletedFinalStateUnknown, and %s at %s %s; %s",
			f.stored, what, j.line(f.cause.Pos()), happens, f.handOn())
	}
	switch f.category {
	case panicCategory:
		if f.pos.IsValid() {
			return fmt.Sprintf("the process exits here %s, since %s fails; unwrap the tombstone first and use its Obj", missed, what)
		}
		if f.cause.Kind == scenario.Reflected {
			return fmt.Sprintf("%s panics %s, which is no pointer; unwrap the tombstone's Obj first", what, missed)
		}
		return fmt.Sprintf("%s panics %s; check the assertion and unwrap the tombstone's Obj", what, missed)
	case nilderefCategory:
		return fmt.Sprintf("%s fails and leaves nil %s, and the use of it at %s panics; check the assertion and unwrap the tombstone's Obj", what, missed, j.line(f.use.Pos()))
	case lostCategory:
		return "the delete is lost " + missed + ": " + j.whyLost(f, what)
	case keyCategory:
		use := "and the delete is lost"
		if f.use != nil {
			use = "and the empty key is used at " + j.line(f.use.Pos())
		}
		return fmt.Sprintf("%s returns an error %s, %s; %s", what, missed, use, j.keyAdvice(f.cause))
	case filterCategory:
		return ofFilter(f, what, missed)
	case pointerCategory:
		return fmt.Sprintf("%s never succeeds: informers hand over cache.DeletedFinalStateUnknown by value, so the missed delete is not dealt with; assert the value", what)
	case wrongunwrapCategory:
		if f.cause.Boxed != nil {
			return fmt.Sprintf("%s fails, since what it is given is the cache.DeletedFinalStateUnknown itself; pass the tombstone's Obj", what)
		}
		return fmt.Sprintf("%s fails, since the value is still the cache.DeletedFinalStateUnknown that was recognised before; use the tombstone's Obj", what)
	case innerCategory:
		if f.use != nil && what == unnamed {
			return fmt.Sprintf("what is left is nil when the tombstone holds no object (Obj may be nil), and the use of it at %s panics; check it and fall back on the tombstone's Key", j.line(f.use.Pos()))
		}
		if f.use != nil && f.use != f.cause.Instr {
			return fmt.Sprintf("%s leaves nil when the tombstone holds no object (Obj may be nil), and the use of it at %s panics; check it and fall back on the tombstone's Key", what, j.line(f.use.Pos()))
		}
		return fmt.Sprintf("%s panics when the tombstone holds no object (Obj may be nil); check it and fall back on the tombstone's Key", what)
	default: // optional
		what := fmt.Sprintf("the use of %s panics when the informer missed the delete and the tombstone holds no object, since it is nil then", j.used(f.use))
		switch {
		case f.filter() != nil && len(f.handler.Delete) > 0:
			return what + "; check it for nil, and return true: the delete function can go by the key"
		case f.filter() != nil:
			return what + "; check it for nil"
		}
		return what + "; check it for nil, and use GetKey, GetNamespace and GetName of the cache.DeletedObject"
	}
}

// handOn says what should go there instead.
func (f finding) handOn() string {
	if t := f.cause.Type; t != nil {
		if _, text := t.Underlying().(*types.Basic); text {
			return "put the key there that cache.DeletionHandlingMetaNamespaceKeyFunc makes of it"
		}
	}
	return "unwrap the tombstone's Obj before"
}

// what names the test that fails.
func (j *judge) what(c *scenario.Cause) string {
	switch {
	case c.Note != "":
		return c.Note
	case c.Kind == scenario.FailedCall:
		return c.Symbol.String()
	case c.Kind == scenario.Reflected:
		return "Elem of its reflect." + c.Symbol.Recv
	case c.Type != nil:
		return "the assertion to " + j.typeName(c.Type)
	}
	return unnamed
}

// unnamed is what a test is called of which there is nothing to say.
const unnamed = "the use of it"

// used names the type of what an instruction uses although it is nil.
func (j *judge) used(i ssa.Instruction) string {
	for _, operand := range i.Operands(nil) {
		if t := (*operand).Type(); types.IsInterface(t) || isPointer(t) {
			return "the " + j.typeName((*operand).Type())
		}
	}
	return "the object"
}

func isPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}

func (j *judge) typeName(t types.Type) string {
	return types.TypeString(t, kube.Qualifier(j.pass.Pkg))
}

// orTyped names the handlers that make the mistake impossible, where client-go has them.
func (j *judge) orTyped(f finding) string {
	of := f.cause.Type
	if f.cause.Kind == scenario.OtherType {
		of = f.cause.Held
	}
	if _, pointer := of.(*types.Pointer); !pointer || !kube.HasTypedHandlers(j.pass.Pkg) || f.category != panicCategory && f.category != lostCategory {
		return ""
	}
	return fmt.Sprintf("; as cache.TypedResourceEventHandlerFuncs[%s] its DeleteFunc would get a cache.DeletedObject", j.typeName(of))
}

func (j *judge) keyAdvice(c *scenario.Cause) string {
	if safe := kube.DeletionHandling(c.Symbol); safe != "" && c.Boxed == nil {
		return "use cache." + safe
	}
	return "unwrap the tombstone's Obj first"
}
