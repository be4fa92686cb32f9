package work

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
)

// A Target is a function that a function value may be: one of this package, with its body, or one of another.
type Target struct {
	Fn  *ssa.Function
	Obj *types.Func
}

// targets is what a function value may be.
type targets struct {
	list   []Target
	params []*ssa.Parameter // parameters of the functions around: the callers decide
}

const maxDepth = 12 // of stores, closures and calls that a function value is followed through

// FuncsOf returns the functions that a function value may be, and the parameters of this package's functions that it
// may come from.
func (in *Info) FuncsOf(v ssa.Value) ([]Target, []*ssa.Parameter) {
	t := in.targets[v]
	if t == nil {
		s := &search{in: in, seen: map[ssa.Value]bool{}, out: &targets{}}
		s.value(v, maxDepth, false)
		t = s.out
		in.targets[v] = t
	}
	return t.list, t.params
}

// A search follows one function value back.
type search struct {
	in   *Info
	seen map[ssa.Value]bool
	out  *targets
}

func (s *search) add(t Target) {
	for _, have := range s.out.list {
		if have == t {
			return
		}
	}
	s.out.list = append(s.out.list, t)
}

// value adds what v may be. Behind a field or a variable the parameters of the function that stored it are followed to
// its callers, since who calls the field's function is another.
func (s *search) value(v ssa.Value, depth int, stored bool) {
	if v == nil || depth == 0 || s.seen[v] {
		return
	}
	s.seen[v] = true
	depth--
	switch v := v.(type) {
	case *ssa.Function:
		s.function(v)
	case *ssa.MakeClosure:
		s.function(v.Fn.(*ssa.Function))
	case *ssa.ChangeType:
		s.value(v.X, depth, stored)
	case *ssa.MakeInterface: // a function that implements an interface, or is passed as any
		s.value(v.X, depth, stored)
	case *ssa.Phi:
		for _, e := range v.Edges {
			s.value(e, depth, stored)
		}
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			s.results(call, v.Index, depth)
		}
	case *ssa.Call:
		s.results(v, 0, depth)
	case *ssa.Parameter:
		if !stored {
			s.out.params = append(s.out.params, v)
			return
		}
		for _, call := range s.in.callers[v.Parent()] {
			s.value(ir.ArgFor(call.Common(), v), depth, true)
		}
	case *ssa.FreeVar:
		for _, bound := range ir.Bindings(v) {
			s.value(bound, depth, stored)
		}
	case *ssa.Field:
		s.field(ir.Field(v.X.Type(), v.Field), depth)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			s.load(v.X, depth, stored)
		}
	}
}

// function adds a function, or the one behind a wrapper of a method of another package.
func (s *search) function(fn *ssa.Function) {
	fn = behind(fn)
	if len(fn.Blocks) > 0 {
		s.add(Target{Fn: fn})
		return
	}
	if obj, ok := fn.Object().(*types.Func); ok {
		s.add(Target{Obj: obj})
	}
}

// behind returns the method that a method value's wrapper calls, or the function itself.
func behind(fn *ssa.Function) *ssa.Function {
	for fn.Synthetic != "" && fn.Origin() == nil && len(fn.Blocks) == 1 {
		var next *ssa.Function
		for _, instr := range fn.Blocks[0].Instrs {
			if call, ok := instr.(*ssa.Call); ok {
				next = call.Call.StaticCallee()
			}
		}
		if next == nil {
			return fn
		}
		fn = next
	}
	return fn
}

// load adds what the variable at an address may hold.
func (s *search) load(addr ssa.Value, depth int, stored bool) {
	switch a := addr.(type) {
	case *ssa.Alloc:
		for _, ref := range *a.Referrers() {
			if store, ok := ref.(*ssa.Store); ok && store.Addr == a {
				s.value(store.Val, depth, stored)
			}
		}
	case *ssa.FreeVar:
		for _, bound := range ir.Bindings(a) {
			s.load(bound, depth, stored)
		}
	case *ssa.FieldAddr:
		s.field(ir.Field(a.X.Type(), a.Field), depth)
	case *ssa.Global:
		for _, v := range s.in.globals[a] {
			s.value(v, depth, true)
		}
	}
}

func (s *search) field(f *types.Var, depth int) {
	if f == nil {
		return
	}
	for _, v := range s.in.fields[f.Origin()] {
		s.value(v, depth, true)
	}
}

// results adds the functions that a call returns. A function of another package that takes a function and returns one
// is taken for an adapter, whose result calls its argument.
func (s *search) results(call *ssa.Call, index, depth int) {
	callee := call.Call.StaticCallee()
	if callee == nil || len(callee.Blocks) == 0 {
		if callee == nil && !call.Call.IsInvoke() {
			return
		}
		for _, arg := range call.Call.Args {
			if _, isFunc := arg.Type().Underlying().(*types.Signature); isFunc {
				s.value(arg, depth, false)
			}
		}
		return
	}
	for _, b := range callee.Blocks {
		if ret, ok := ir.Last(b).(*ssa.Return); ok && index < len(ret.Results) {
			s.returned(ret.Results[index], call, depth)
		}
	}
}

// returned adds what a function returns; where that is one of its parameters, what this call passes.
func (s *search) returned(v ssa.Value, call *ssa.Call, depth int) {
	if p, ok := v.(*ssa.Parameter); ok {
		s.value(ir.ArgFor(&call.Call, p), depth, false)
		return
	}
	s.value(v, depth, true)
}

// index notes who calls whom, and what the function fields, channel fields and variables of this package hold.
func (in *Info) index() {
	in.callers = map[*ssa.Function][]ssa.CallInstruction{}
	in.fields = map[*types.Var][]ssa.Value{}
	in.globals = map[*ssa.Global][]ssa.Value{}
	in.chans = map[*types.Var][]*ssa.MakeChan{}
	for _, fn := range in.Functions {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				switch i := instr.(type) {
				case ssa.CallInstruction:
					if callee := i.Common().StaticCallee(); callee != nil && len(callee.Blocks) > 0 {
						in.callers[callee] = append(in.callers[callee], i)
					}
				case *ssa.Store:
					in.indexStore(i)
				}
			}
		}
	}
}

func (in *Info) indexStore(store *ssa.Store) {
	switch addr := store.Addr.(type) {
	case *ssa.FieldAddr:
		f := ir.Field(addr.X.Type(), addr.Field)
		if f == nil || f.Pkg() != in.Package.Pkg {
			return
		}
		switch f.Type().Underlying().(type) {
		case *types.Signature:
			in.fields[f.Origin()] = append(in.fields[f.Origin()], store.Val)
		case *types.Chan:
			made, _ := ir.Unwrap(store.Val).(*ssa.MakeChan)
			in.chans[f.Origin()] = append(in.chans[f.Origin()], made) // nil: not known
		}
	case *ssa.Global:
		if _, isFunc := ir.Deref(addr.Type()).Underlying().(*types.Signature); isFunc {
			in.globals[addr] = append(in.globals[addr], store.Val)
		}
	}
}
