package handler

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/config"
	"github.com/ctrllint/ctrllint/internal/domain/work"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// Events are the functions of one package that run when events come.
type Events struct {
	List []*Event
	// Resync is the period after which informers hand all objects to update functions again; zero if that isn't known.
	Resync time.Duration

	facts  map[*types.Func]*Registers
	fields Fields
}

// Release drops all that Events holds; see [work.Info.Release].
func (e *Events) Release() {
	if e != nil {
		*e = Events{}
	}
}

// An Event is one function that runs when events come, as it was registered.
type Event struct {
	Surface kube.Surface
	Role    string          // the field or method by which it is called: AddFunc, OnAdd, CreateFunc, MapFunc
	Private bool            // it runs in the loop that fills the informer's store
	Resync  time.Duration   // of the informers that it is given to; zero if that isn't known of them
	Site    token.Pos       // where it was put there; the method, for types that implement an interface
	By      ssa.Instruction // what put it there; nil for methods
	Func    work.Target
	Via     string // the event function of another package that calls the field it is put in, with file and line
	// Adapted says that another event function calls it, with the event's object, or what it is asserted to be, as the
	// argument of that index; -1 if that can't be said.
	Adapted bool
	Object  int
}

// Registers is the fact that a function makes event functions of parameters.
type Registers struct {
	Params []Registered
}

// A Registered is a parameter (the receiver counts) that becomes an event function.
type Registered struct {
	Param   int
	Surface kube.Surface
	Role    string
	Private bool
	Resync  time.Duration
	Via     string
	Adapted bool // see Event
	Object  int
}

func (r *Registers) String() string { return fmt.Sprintf("registers%v", r.Params) }

// NewEvents returns the event functions of the pass's package, nil if there can be none. known is what other packages say
// of their functions, called what their event functions call.
func NewEvents(pass *analysis.Pass, told *config.Config, pkg *ir.Package, info *work.Info, known map[*types.Func]*Registers, called map[*types.Package]*Fields) *Events {
	if info == nil {
		return nil
	}
	f := &eventFinder{pass: pass, known: known, info: info, pkg: pkg, out: &Events{Resync: resync(pass, told)},
		params: map[*ssa.Parameter][]Registered{}, private: map[*types.Named]bool{}, seen: map[Event]bool{}}
	for _, fields := range called {
		f.called = append(f.called, fields.List...)
	}
	f.called = eachOnce(f.called)
	for _, fn := range info.Functions {
		for store := range ir.All[*ssa.Store](fn.Blocks) {
			f.store(store)
		}
		for conversion := range ir.All[*ssa.ChangeType](fn.Blocks) {
			if surface, role := kube.EventFunc(conversion.Type()); surface != kube.NoSurface {
				f.register(conversion.X, Registered{Surface: surface, Role: role}, written(conversion))
			}
		}
		for call := range ir.All[ssa.CallInstruction](fn.Blocks) {
			f.call(call)
		}
	}
	f.passed()
	f.methods()
	f.calledFields()
	slices.SortStableFunc(f.out.List, func(a, b *Event) int { return int(a.Site) - int(b.Site) })
	f.out.facts = f.facts()
	return f.out
}

type eventFinder struct {
	pass    *analysis.Pass
	known   map[*types.Func]*Registers // functions of other packages
	called  []Field                    // by event functions of other packages
	info    *work.Info
	pkg     *ir.Package
	out     *Events
	params  map[*ssa.Parameter][]Registered
	order   []*ssa.Parameter
	kept    []keptParam
	private map[*types.Named]bool // types whose methods run in the loop of a private informer
	seen    map[Event]bool
}

// store finds the event functions that a store to a field registers.
func (f *eventFinder) store(i *ssa.Store) {
	addr, ok := i.Addr.(*ssa.FieldAddr)
	if !ok {
		return
	}
	t := ir.Deref(addr.X.Type())
	if surface, role := kube.EventField(t, addr.Field); surface != kube.NoSurface {
		f.register(i.Val, Registered{Surface: surface, Role: role, Private: role == "Process" || goesPrivate(addr.X), Resync: ownResync(addr.X)}, i)
	}
	if kube.IsPrivateOption(t, addr.Field) {
		f.privateType(i.Val)
	}
	f.setField(addr, i)
}

// written returns a conversion, or, if that is not written in the source, what it is for.
func written(c *ssa.ChangeType) ssa.Instruction {
	if !c.Pos().IsValid() {
		for ref := range ir.Refs[ssa.Instruction](c) {
			if ref.Pos().IsValid() {
				return ref
			}
		}
	}
	return c
}

// call finds the event functions that a call registers.
func (f *eventFinder) call(call ssa.CallInstruction) {
	common := call.Common()
	callee := common.StaticCallee()
	if callee == nil || callee.Object() == nil || len(callee.Blocks) > 0 && callee.Origin() == nil {
		return
	}
	fn, ok := callee.Object().(*types.Func)
	if !ok {
		return
	}
	s := kube.SymbolOf(fn)
	if surface := kube.EventMaker(s); surface != kube.NoSurface && len(common.Args) > 0 {
		f.register(common.Args[0], Registered{Surface: surface, Role: s.Name}, call)
	}
	for n, arg := range common.Args {
		if kube.HandlerMaker(s)[n] != nil {
			f.register(arg, Registered{Surface: kube.InformerHandler, Role: s.Name}, call)
		}
	}
	if n := kube.PrivateHandler(s); n >= 0 && n < len(common.Args) {
		f.privateType(common.Args[n])
	}
	fact := f.known[fn.Origin()]
	if fact == nil {
		return
	}
	for _, r := range fact.Params {
		if r.Param < len(common.Args) {
			f.register(common.Args[r.Param], r, call)
		}
	}
}

func (f *eventFinder) privateType(v ssa.Value) {
	if made, ok := v.(*ssa.MakeInterface); ok {
		if named := kube.Named(made.X.Type()); named != nil {
			f.private[named] = true
		}
	}
}

// register notes the functions that v may be. Where it is a parameter, the callers say which: see passed; and where it is in a
// field, other packages may, see becomes.
func (f *eventFinder) register(v ssa.Value, r Registered, by ssa.Instruction) {
	at := by.Pos()
	if !at.IsValid() {
		at = v.Pos()
	}
	f.becomes(v, r)
	list, params := f.info.FuncsOf(v)
	for _, p := range params {
		f.param(p, r)
	}
	for _, p := range f.info.Kept(v) {
		f.kept = append(f.kept, keptParam{p, r})
	}
	for _, t := range list {
		e := Event{Surface: r.Surface, Role: r.Role, Private: r.Private, Resync: r.Resync, Site: at, By: by, Func: t, Via: r.Via, Adapted: r.Adapted, Object: r.Object}
		if f.seen[e] {
			continue
		}
		f.seen[e] = true
		f.out.List = append(f.out.List, &e)
		if t.Fn == nil {
			continue
		}
		for _, p := range f.info.Outer(t.Fn) {
			inner := r
			inner.Adapted, inner.Object = true, e.hands(p)
			f.param(p, inner)
		}
	}
}

// param notes that a parameter becomes an event function.
func (f *eventFinder) param(p *ssa.Parameter, r Registered) {
	r.Param = ir.ParamIndex(p)
	if !slices.Contains(f.params[p], r) {
		if f.params[p] == nil {
			f.order = append(f.order, p)
		}
		f.params[p] = append(f.params[p], r)
	}
}

// Given returns the index of the argument by which an event function is given the object as the cache holds it, of arguments
// of these types; -1 if it isn't.
func (e *Event) Given(params []types.Type) int {
	if e.Adapted {
		return e.Object
	}
	return kube.EventObject(e.Surface, e.Role, params)
}

// hands returns the index of the argument by which an event function hands its object on to a function that it captures,
// which a parameter of the function around it is; -1 if it doesn't, or some calls have other arguments.
func (e *Event) hands(captured *ssa.Parameter) int {
	params := e.Func.Fn.Params
	if e.Func.Fn.Signature.Recv() != nil {
		params = params[1:]
	}
	object, n := e.Given(ir.Map(params, (*ssa.Parameter).Type)), -1
	if object < 0 || object >= len(params) {
		return -1
	}
	for call := range ir.All[ssa.CallInstruction](e.Func.Fn.Blocks) {
		if !isCaptured(call.Common().Value, captured) {
			continue
		}
		at := slices.IndexFunc(call.Common().Args, func(arg ssa.Value) bool { return asserted(arg) == ssa.Value(params[object]) })
		if at < 0 || n >= 0 && n != at {
			return -1
		}
		n = at
	}
	return n
}

// isCaptured tells whether a function value is that parameter of the function around.
func isCaptured(v ssa.Value, p *ssa.Parameter) bool {
	free, ok := v.(*ssa.FreeVar)
	if load, loads := v.(*ssa.UnOp); loads {
		free, ok = load.X.(*ssa.FreeVar)
	}
	if !ok || ir.Binding(free) == nil {
		return false
	}
	bound := ir.Binding(free)
	return bound == ssa.Value(p) || slices.Contains(ir.StoredAt(bound), ssa.Value(p))
}

// asserted returns what a value was before it was asserted to be of another type.
func asserted(v ssa.Value) ssa.Value {
	for {
		if extract, ok := v.(*ssa.Extract); ok {
			v = extract.Tuple
		}
		step := ir.StepOf(v)
		if _, isPhi := v.(*ssa.Phi); isPhi || step.Kind != ir.Alias || len(step.From) != 1 {
			return v
		}
		v = step.From[0]
	}
}

// passed registers what this package passes to its own functions that make event functions of parameters.
func (f *eventFinder) passed() {
	for n := 0; n < len(f.order); n++ { // registering may add parameters
		p := f.order[n]
		for _, call := range f.pkg.Index().Callers(p.Parent()) {
			if arg := ir.ArgFor(call.Common(), p); arg != nil {
				for _, r := range f.params[p] {
					f.register(arg, r, call)
				}
			}
		}
	}
}

// methods finds the types of this package that implement the libraries' interfaces.
func (f *eventFinder) methods() {
	for _, named := range f.pkg.Concrete() {
		ofInformer := kube.HandlerMethods(named)
		for fn := range named.Methods() {
			surface := kube.EventMethod(fn)
			if ofInformer[fn] != kube.NoRole {
				surface = kube.InformerHandler
			}
			body := f.info.Package.Prog.FuncValue(fn)
			if surface == kube.NoSurface || body == nil || len(body.Blocks) == 0 {
				continue
			}
			f.out.List = append(f.out.List, &Event{Surface: surface, Role: fn.Name(), Private: f.private[named], Site: fn.Pos(), Func: work.Target{Fn: body}})
		}
	}
}

// goesPrivate tells whether a struct at an address, or a copy of it, is given to a private informer, also behind a
// filter.
func goesPrivate(v ssa.Value) bool {
	private := false
	handedOn(v, uses{
		stored: func(t types.Type, field int) bool {
			private = private || kube.IsPrivateOption(t, field)
			return kube.FieldRole(t, field) == kube.Inner
		},
		passed: func(call ssa.CallInstruction, handler ssa.Value) {
			n := kube.PrivateHandler(ir.Symbol(call.Common()))
			private = private || n >= 0 && ir.Written(call.Common(), n) == handler
		},
	})
	return private
}

// uses are what is done with an event handler; returned, captured and other may be nil.
type uses struct {
	captured func(by *ssa.MakeClosure, handler ssa.Value) (on []ssa.Value) // a function has it, and what to go on with
	stored   func(of types.Type, field int) (on bool)                      // it is put in a field, and whether to go on with what has that
	passed   func(call ssa.CallInstruction, handler ssa.Value)
	returned func(*ssa.Return)
	other    func() // anything else by which somebody may have it
}

// handedOn goes through an event handler at an address, its copies, and the filters before it, and tells what is done with it.
func handedOn(v ssa.Value, told uses) {
	w := &flow.Walk{Left: flow.MaxParts}
	w.Visit = func(of flow.Part, ref ssa.Instruction) {
		switch use := ir.UseOf(of.Value, ref); use.Does {
		case ir.Stores:
			if addr, ok := use.Addr.(*ssa.FieldAddr); ok {
				if told.stored(ir.Deref(addr.X.Type()), addr.Field) {
					w.Of(addr.X, "")
				}
			} else if _, global := use.Addr.(*ssa.Global); ir.StepOf(use.Addr).Kind == ir.Variable && (!global || told.other == nil) {
				w.Of(use.Addr, "")
			} else {
				told.goesElse()
			}
		case ir.Passes:
			told.passed(use.Call, of.Value)
		default:
			if ret, ok := ref.(*ssa.Return); ok && told.returned != nil {
				told.returned(ret)
				return
			}
			if closure, ok := ref.(*ssa.MakeClosure); ok && told.captured != nil {
				for _, on := range told.captured(closure, of.Value) {
					w.Of(on, "")
				}
			}
			if step := ir.StepOf(use.To); step.Kind == ir.Alias || step.Kind == ir.Load && step.From[0] == of.Value {
				w.Of(use.To, "")
			} else if use.Does == ir.Else || use.Does == ir.Converts {
				told.goesElse()
			}
		}
	}
	w.Of(v, "")
}

func (u uses) goesElse() {
	if u.other != nil {
		u.other()
	}
}

// Facts returns which functions of the package register their parameters.
func (e *Events) Facts() map[*types.Func]*Registers {
	if e == nil {
		return nil
	}
	return e.facts
}

func (f *eventFinder) facts() map[*types.Func]*Registers {
	facts := map[*types.Func]*Registers{}
	note := func(p *ssa.Parameter, r Registered) {
		obj, ok := p.Parent().Object().(*types.Func)
		if !ok || obj.Pkg() != f.pass.Pkg {
			return
		}
		if facts[obj] == nil {
			facts[obj] = &Registers{}
		}
		if r.Param = ir.ParamIndex(p); !slices.Contains(facts[obj].Params, r) {
			facts[obj].Params = append(facts[obj].Params, r)
		}
	}
	for _, p := range f.order {
		for _, r := range f.params[p] {
			note(p, r)
		}
	}
	for _, k := range f.kept {
		note(k.param, k.as)
	}
	return facts
}
