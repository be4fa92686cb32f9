package paths

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

func isZero(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	if !ok {
		return false
	}
	if c.Value == nil {
		return true
	}
	switch c.Value.ExactString() {
	case "0", "false", `""`:
		return true
	case `"unchanged"`:
		return kube.IsOperationResult(c.Type()) // OperationResultNone
	}
	return false
}

// eval says what is known of a value.
func (w *walker) eval(s *state, v ssa.Value) abs {
	if isVariable(v) {
		return nonzero // what facts know of a variable's address is of what it holds
	}
	guard, _ := w.in.guard(v)
	if a, ok := s.facts[guard]; ok {
		return a
	}
	switch v := v.(type) {
	case *ssa.Const:
		if isZero(v) {
			return zero
		}
		return nonzero
	case *ssa.MakeInterface, *ssa.MakeClosure, *ssa.MakeMap, *ssa.Function:
		return nonzero
	case *ssa.ChangeInterface, *ssa.ChangeType:
		return w.eval(s, ir.StepOf(v).From[0])
	case *ssa.UnOp:
		if v.Op == token.NOT {
			return w.eval(s, v.X).not()
		}
		if v.Op == token.MUL {
			return w.loaded(s, v.X)
		}
	case *ssa.Field:
		return w.eval(s, v.X).part(ir.Field(v.X.Type(), v.Field))
	case *ssa.BinOp:
		return w.compare(s, v)
	case *ssa.Call:
		return w.called(s, v)
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			known, _ := w.told(s, call, v.Index)
			return known
		}
	}
	return anything
}

// loaded says what is known of what is at an address: of a field of a local struct that is zero, or of a struct that
// is filled with something.
func (w *walker) loaded(s *state, addr ssa.Value) abs {
	switch a := addr.(type) {
	case *ssa.Global:
		switch t := ir.Deref(a.Type()); {
		case isBool(t) && w.in.neverSet(a):
			return zero
		case kube.IsError(t) && w.in.isSentinel(a):
			return nonzero
		}
	case *ssa.Alloc:
		if known, ok := s.facts[a]; ok {
			return known
		}
		fields, whole := w.in.terms.stores(a)
		if len(whole) == 0 && tellsNext(ir.Deref(a.Type())) {
			return w.literal(s, a)
		}
		if len(whole) == 0 && len(fields) > 0 { // a composite literal
			for _, values := range fields {
				for _, value := range values {
					if w.eval(s, value) == nonzero {
						return nonzero
					}
				}
			}
		}
		if len(whole) == 0 && len(fields) == 0 && !a.Heap {
			return zero
		}
	case *ssa.FieldAddr:
		if alloc, ok := variable(a.X).(*ssa.Alloc); ok {
			known, set := s.facts[alloc]
			if !set && tellsNext(ir.Deref(alloc.Type())) {
				known = w.loaded(s, alloc)
			}
			return known.part(ir.FieldAt(a))
		}
	}
	return anything
}

func isBool(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Kind() == types.Bool
}

func (w *walker) compare(s *state, b *ssa.BinOp) abs {
	x := b.X
	if isZero(x) {
		x = b.Y
	} else if !isZero(b.Y) {
		if kube.IsOperationResult(b.Y.Type()) && w.eval(s, x) == nonzero { // one of those that say what was done
			return map[token.Token]abs{token.EQL: nonzero, token.NEQ: zero}[b.Op]
		}
		return anything
	}
	a := w.eval(s, x).whole()
	switch b.Op {
	case token.EQL:
		return a.not()
	case token.NEQ, token.GTR: // a duration or count is positive
		return a
	case token.LSS:
		if a == zero {
			return zero
		}
	}
	return anything
}

// called says what is known of the result of a call of a function that tests or passes on errors and results.
func (w *walker) called(s *state, call *ssa.Call) abs {
	if known, ok := w.told(s, call, 0); ok {
		return known
	}
	obj := ir.Called(call.Common())
	if isErrors(call.Type()) && ir.IsBuiltin(call.Common(), "append") || ir.IsBuiltin(call.Common(), "len") && isErrors(call.Call.Args[0].Type()) {
		return w.joined(s, call.Call.Args)
	}
	if obj == nil || len(call.Call.Args) == 0 {
		if obj != nil && kube.NeverNil(kube.SymbolOf(obj)) {
			return nonzero
		}
		return w.ownError(s, call, obj)
	}
	symbol := kube.SymbolOf(obj)
	arg := w.eval(s, call.Call.Args[0])
	switch {
	case kube.NeverNil(symbol):
		return nonzero
	case kube.IsZeroTest(symbol):
		if alloc, ok := call.Call.Args[0].(*ssa.Alloc); ok {
			arg = s.facts[alloc]
		}
		return arg.not()
	case kube.ErrorTest(symbol) != kube.NoTest && arg == zero:
		return zero
	case w.test != kube.NoTest && arg == nonzero && w.answers(symbol) != anything && !w.isOfAnother(call.Call.Args[0]):
		return w.answers(symbol)
	case kube.WrapsError(symbol):
		return arg
	case kube.JoinsErrors(symbol):
		return w.joined(s, call.Call.Args)
	case kube.PassesNil(symbol) && arg == zero:
		return zero
	}
	return w.ownError(s, call, obj)
}

// isOfAnother tells whether an error is that of another read or write than the call which has failed.
func (w *walker) isOfAnother(err ssa.Value) bool {
	call := ir.StepOf(err).Call
	return call != nil && ssa.Instruction(call) != w.from && w.fn.events[call] != nil
}

// answers says what a function says of the error of the failed call, of which is known what it is.
func (w *walker) answers(symbol kube.Symbol) abs {
	switch test := kube.ErrorTest(symbol); {
	case kube.IgnoresNotFound(symbol):
		return absIf(w.test != kube.NotFound)
	case test != kube.NoTest && test != kube.OtherTest:
		return absIf(test == w.test)
	}
	return anything
}

// ownError says what is known of the error that a function of the user's returns.
func (w *walker) ownError(s *state, call *ssa.Call, obj types.Object) abs {
	known := w.in.errors.Of(obj)
	if known == nil || !kube.IsError(call.Type()) {
		return anything
	}
	if known.Never {
		return nonzero
	}
	_, args := ir.Receiver(call.Common())
	if known.Of >= len(args) {
		return anything
	}
	switch of := w.eval(s, args[known.Of]); {
	case of == nonzero, of == zero && known.With:
		return of
	}
	return anything
}

// joined says what is known of errors that are put together, one by one or in lists: whether there is one.
func (w *walker) joined(s *state, args []ssa.Value) abs {
	all := zero
	for _, arg := range args {
		values := []ssa.Value{ir.Unwrap(arg)}
		if list := ir.Variadic(arg); list != nil {
			values = list
		}
		for _, v := range values {
			switch known := w.eval(s, v); {
			case known == nonzero, known == anything && isFieldError(v):
				return nonzero
			case known == anything:
				all = anything
			}
		}
	}
	return all
}

// isErrors tells whether a type is that of a list of errors, of which is known whether there is one in it.
func isErrors(t types.Type) bool {
	list, ok := t.Underlying().(*types.Slice)
	return ok && (kube.IsError(list.Elem()) || kube.IsFieldError(list.Elem()))
}

// isFieldError tells whether a value is an error of a field that a call has made, which is never nil.
func isFieldError(v ssa.Value) bool {
	_, ok := v.(*ssa.Call)
	return ok && kube.IsFieldError(v.Type())
}
