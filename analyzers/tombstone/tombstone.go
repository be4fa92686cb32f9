package tombstone

import (
	"slices"

	_ "embed"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/ctrllint/ctrllint/internal/config"
	"github.com/ctrllint/ctrllint/internal/diag"
	"github.com/ctrllint/ctrllint/internal/domain/handler"
	"github.com/ctrllint/ctrllint/internal/kube"
	"github.com/ctrllint/ctrllint/internal/model"
	"github.com/ctrllint/ctrllint/internal/place"
	"github.com/ctrllint/ctrllint/internal/scenario"
)

// Analyzer is the tombstone check with the default settings.
var Analyzer = New(config.Default, model.Analyzer)

// New returns the tombstone check, which goes by the package model's analyzer.
func New(settings *config.Settings, models *analysis.Analyzer) *analysis.Analyzer {
	return model.Check(settings, models, "tombstone", doc, categories, run)
}

func run(pass *analysis.Pass, m *model.Package, reporter *diag.Reporter, trace config.Trace) {
	if m.Handlers == nil {
		return
	}
	info, handlers := m.Scenario, m.Handlers
	j := &judge{
		pass:     pass,
		info:     info,
		handlers: handlers,
		reporter: reporter,
		syntax:   place.NewSyntax(pass.Files),
	}
	j.trace(trace, handlers.List)
	for _, h := range handlers.List {
		if !m.Clients.Dead(h.Site) {
			j.handler(h)
		}
	}
}

// A judge looks for the findings of one package.
type judge struct {
	pass     *analysis.Pass
	info     *scenario.Info
	handlers *handler.Handlers
	reporter *diag.Reporter
	syntax   *place.Syntax
}

// handler judges one event handler: what its filters and then its delete function do with a tombstone.
func (j *judge) handler(h *handler.Handler) {
	if h.Relayed { // whoever calls it may have unwrapped the tombstone
		return
	}
	if h.Typed {
		j.typed(h)
		return
	}
	behind := false
	for _, filter := range h.Filters {
		if len(filter.Funcs) == 0 {
			return // who knows what comes through
		}
		behind = j.filter(h, filter) || behind
	}
	if behind || h.Elsewhere { // where it is judged
		return
	}
	for _, del := range h.Delete {
		j.delete(h, del)
	}
}

// filter judges one filter, and tells whether no tombstone comes through it.
func (j *judge) filter(h *handler.Handler, filter *handler.FilterFunc) bool {
	stops := false
	for _, fn := range filter.Funcs {
		r := j.info.Run(fn, scenario.TheTombstone, filter.Site)
		if r == nil {
			continue
		}
		if len(r.Faults) > 0 {
			stops = true
			for _, fault := range r.Faults {
				j.fault(h, r, fault, filterCategory)
			}
			continue
		}
		if passes, known := r.Value.Bool(); !known || passes || r.Value.Cause == nil {
			continue
		}
		stops = true
		forObject := j.info.Run(fn, objectOf(h), filter.Site)
		if passes, known := forObject.Value.Bool(); known && !passes {
			continue // it lets nothing through
		}
		if queues(r, maxQueues) {
			continue // a worker does what there is to do
		}
		if j.waits(h) {
			j.dropped(h, r, filter)
		}
	}
	return stops
}

// stopsEmpty tells whether a filter lets no tombstone through that holds no object.
func (j *judge) stopsEmpty(filter *handler.FilterFunc) bool {
	return !slices.ContainsFunc(filter.Funcs, func(fn *scenario.Closure) bool {
		r := j.info.Run(fn, scenario.EmptyTombstone, filter.Site)
		if r == nil {
			return true
		}
		passes, known := r.Value.Bool()
		return !known || passes
	})
}

// waits tells whether there is a delete function that does something: for a filter that is put before the handlers of
// others, there will be one.
func (j *judge) waits(h *handler.Handler) bool {
	if h.Any {
		return true
	}
	for _, del := range h.Delete {
		if r := j.info.Run(del, objectOf(h), h.Site); r != nil {
			if strength, _ := r.Strength(); strength > kube.NoEffect {
				return true
			}
		}
	}
	return false
}

// objectOf returns what the informer of a handler hands over, of the type that it holds if that is known.
func objectOf(h *handler.Handler) scenario.Value {
	if held := h.Holds(); held != nil {
		return scenario.TheObject.Holding(held)
	}
	return scenario.TheObject
}

// delete judges one delete function. Behind a filter that lets no tombstone through it gets none: what it would do with
// one stands below the finding of the filter, see behind.
func (j *judge) delete(h *handler.Handler, del *scenario.Closure) {
	tombstone := j.info.Run(del, scenario.TheTombstone, h.Site)
	if tombstone == nil {
		return
	}
	for _, fault := range tombstone.Faults {
		j.fault(h, tombstone, fault, diag.Category{})
	}
	if empty := j.info.Run(del, scenario.EmptyTombstone, h.Site); empty != nil && !slices.ContainsFunc(h.Filters, j.stopsEmpty) {
		for _, fault := range empty.Faults {
			if fault.Cause.Kind == scenario.EmptyObject && fault.Kind != scenario.PanicsByChoice { // what is no object at all is the author's to decide
				j.fault(h, empty, fault, innerCategory)
			}
		}
	}
	if len(tombstone.Faults) > 0 || tombstone.Truncated {
		return
	}
	if fault := tombstone.Only(tombstone.MisKeyed); fault != nil {
		j.fault(h, tombstone, *fault, diag.Category{})
		return
	}
	object := j.info.Run(del, objectOf(h), h.Site)
	if fault := j.misQueued(object, tombstone); fault != nil {
		j.fault(h, tombstone, *fault, diag.Category{})
	} else if l := lost(object, tombstone); l != nil {
		j.lost(h, tombstone, l)
	} else {
		j.otherType(h, del)
	}
	for _, s := range tombstone.Stored {
		j.stored(h, s)
	}
}

// otherType judges what a delete function does for tombstones of the objects that its informer holds, if their type is known: it
// may look for another type in a tombstone.
func (j *judge) otherType(h *handler.Handler, del *scenario.Closure) {
	held := h.Holds()
	if held == nil {
		return
	}
	tombstone := j.info.Run(del, scenario.TheTombstone.Holding(held), h.Site)
	if tombstone == nil || len(tombstone.Faults) > 0 || tombstone.Truncated {
		return
	}
	l := lost(j.info.Run(del, objectOf(h), h.Site), tombstone)
	if l == nil {
		return
	}
	if cause, _ := l.why(tombstone.Causes, held); cause != nil && cause.Kind == scenario.OtherType {
		j.lost(h, tombstone, l)
	}
}

// behind returns what goes wrong on a tombstone in the delete functions of a handler whose filter lets none through.
func (j *judge) behind(h *handler.Handler) []finding {
	if h.Elsewhere {
		return nil
	}
	var out []finding
	for _, del := range h.Delete {
		tombstone := j.info.Run(del, scenario.TheTombstone, h.Site)
		if tombstone == nil {
			continue
		}
		for _, fault := range tombstone.Faults {
			if fault.Cause != nil {
				out = append(out, finding{handler: h, root: tombstone.Fn, cause: fault.Cause, calls: fault.Calls, use: fault.Instr})
			}
		}
		if l := lost(j.info.Run(del, objectOf(h), h.Site), tombstone); l != nil {
			if cause, category := l.why(tombstone.Causes, h.Holds()); cause != nil {
				out = append(out, finding{handler: h, root: tombstone.Fn, cause: cause, category: category, calls: l.calls, effect: l.effect.Instr})
			}
		}
	}
	return out
}

// stored judges the functions that read what a delete function handed the tombstone on in, such as the workers of its
// queue.
func (j *judge) stored(h *handler.Handler, s scenario.Stored) {
	pos := s.Instr.Pos()
	if !pos.IsValid() && h.DeleteSite != nil { // in a method value
		pos = h.DeleteSite.Pos()
	}
	for _, reader := range j.info.Readers(s) {
		tombstone := j.info.Assuming(s, scenario.TheTombstone, reader)
		for _, fault := range tombstone.Faults {
			if fault.Cause != nil && j.info.Comes(s, fault.Cause) {
				j.report(finding{handler: h, root: reader.Fn, cause: fault.Cause, category: panicCategory, pos: pos, stored: s})
				return
			}
		}
		object := j.info.Assuming(s, scenario.TheObject, reader)
		if len(tombstone.Faults) > 0 || tombstone.Truncated {
			continue
		}
		if l := lost(object, tombstone); l != nil {
			if cause, _ := l.why(tombstone.Causes, nil); cause != nil && j.info.Comes(s, cause) {
				j.report(finding{handler: h, root: reader.Fn, cause: cause, category: lostCategory, pos: pos, stored: s, effect: l.effect.Instr})
				return
			}
		}
	}
}

// typed judges a typed handler: its delete function gets no raw tombstones, but the object may be missing.
func (j *judge) typed(h *handler.Handler) {
	for _, filter := range h.Filters {
		for _, fn := range filter.Funcs {
			if r := j.info.RunEmpty(fn, scenario.Nil); r != nil {
				for _, fault := range r.Faults {
					j.fault(h, r, fault, optionalCategory)
				}
			}
		}
	}
	for _, fn := range h.Delete {
		if r := j.info.RunEmpty(fn, scenario.Deleted); r != nil {
			for _, fault := range r.Faults {
				j.fault(h, r, fault, optionalCategory)
			}
		}
		j.unknownState(h, fn)
	}
}

// unknownState judges what the delete function of a typed handler does where FinalStateUnknown is set: it may be nothing.
func (j *judge) unknownState(h *handler.Handler, fn *scenario.Closure) {
	tombstone := j.info.Run(fn, scenario.MissedDeleted, nil)
	if tombstone == nil || len(tombstone.Faults) > 0 || tombstone.Truncated {
		return
	}
	l := lost(j.info.Run(fn, scenario.SeenDeleted, nil), tombstone)
	if l == nil || j.isShared(fn) {
		return
	}
	if cause, _ := l.why(tombstone.Causes, nil); cause != nil && cause.Kind == scenario.UnknownState {
		j.lost(h, tombstone, l)
	}
}

// isShared tells whether another delete function for what a function is given does something where FinalStateUnknown is set, and nothing
// where it isn't: the two share the work.
func (j *judge) isShared(fn *scenario.Closure) bool {
	does := func(other *scenario.Closure, with scenario.Value) bool {
		r := j.info.Run(other, with, nil)
		if r == nil {
			return false
		}
		strength, _ := r.Strength()
		return strength > kube.NoEffect
	}
	return slices.ContainsFunc(j.handlers.List, func(h *handler.Handler) bool {
		return h.Typed && slices.ContainsFunc(h.Delete, func(other *scenario.Closure) bool {
			return other != fn && types.Identical(given(other), given(fn)) && does(other, scenario.MissedDeleted) && !does(other, scenario.SeenDeleted)
		})
	})
}

// given returns the type of what a handler's function is given.
func given(fn *scenario.Closure) types.Type {
	if fn.Fn == nil || len(fn.Fn.Params) == 0 {
		return types.Typ[types.Invalid]
	}
	return fn.Fn.Params[len(fn.Fn.Params)-1].Type()
}

// node returns the innermost syntax node of type N that encloses the position.
func node[N ast.Node](j *judge, pos token.Pos) (n N, c inspector.Cursor, ok bool) {
	at, found := j.syntax.Enclosing(pos, pos+1)
	if !found {
		return n, c, false
	}
	for c := range at.Enclosing() {
		if n, ok := c.Node().(N); ok {
			return n, c, true
		}
	}
	return n, c, false
}
