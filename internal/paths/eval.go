package paths

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

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
		return named(v)
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
		if isOneMore(v) && countsUp(v, map[ssa.Value]bool{}) {
			return nonzero
		}
		return w.compare(s, v)
	case *ssa.Call:
		return w.called(s, v)
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			if v.Index == 1 && kube.SuggestsDelay(ir.Symbol(call.Common())) {
				if test := w.eval(s, call.Call.Args[0]).test(); test != kube.NoTest && test != kube.OtherTest {
					return zero
				}
			}
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
		case ir.IsBool(t) && w.in.neverSet(a):
			return zero
		case kube.IsError(t) && w.in.isSentinel(a):
			return sentinel(a)
		}
	case *ssa.Alloc:
		if known, ok := s.facts[a]; ok {
			return known
		}
		fields, whole := w.in.objects.Stores(a)
		if len(whole) == 0 && tellsNext(ir.Deref(a.Type())) {
			return w.literal(s, a)
		}
		if len(whole) == 0 && len(fields) > 0 { // a composite literal
			for _, values := range fields {
				for _, value := range values {
					if w.eval(s, value).isSet() {
						return nonzero
					}
				}
			}
		}
		if len(whole) == 0 && len(fields) == 0 && !a.Heap {
			return zero
		}
	case *ssa.FieldAddr:
		if alloc, ok := identity.Variable(a.X).(*ssa.Alloc); ok {
			known, set := s.facts[alloc]
			if !set && tellsNext(ir.Deref(alloc.Type())) {
				known = w.loaded(s, alloc)
			}
			return known.part(ir.FieldAt(a))
		}
	}
	return anything
}

func (w *walker) compare(s *state, b *ssa.BinOp) abs {
	x := b.X
	if ir.IsNone(x) {
		x = b.Y
	} else if !ir.IsNone(b.Y) {
		if kube.IsOperationResult(b.Y.Type()) && w.eval(s, x).isSet() { // one of those that say what was done
			return map[token.Token]abs{token.EQL: nonzero, token.NEQ: zero}[b.Op]
		}
		return equal(w.eval(s, x), w.eval(s, b.Y), b.Op)
	}
	a := w.eval(s, x).whole().any()
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

// equal says what is known of a comparison of which one side is a constant.
func equal(a, b abs, op token.Token) abs {
	switch {
	case op != token.EQL && op != token.NEQ || !a.isConstant() && !b.isConstant():
		return anything
	case a.isConstant() && b.isConstant() || a == zero || b == zero:
		return absIf((a == b) == (op == token.EQL))
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
	if ir.IsBuiltin(call.Common(), "append") {
		return w.appended(s, call.Call.Args[0], call.Call.Args[1])
	}
	if ir.IsBuiltin(call.Common(), "len") {
		return w.length(s, call.Call.Args[0])
	}
	if obj == nil || len(call.Call.Args) == 0 {
		if obj != nil && kube.NeverNil(kube.SymbolOf(obj)) {
			return nonzero
		}
		return w.ownError(s, call, obj)
	}
	symbol := kube.SymbolOf(obj)
	arg := w.eval(s, call.Call.Args[0])
	switch known := w.tested(s, call, arg); {
	case kube.FormatsError(symbol):
		return w.wraps(s, call)
	case kube.NeverNil(symbol):
		return nonzero
	case kube.IsZeroTest(symbol):
		if alloc, ok := call.Call.Args[0].(*ssa.Alloc); ok {
			arg = s.facts[alloc]
		}
		return arg.not()
	case known != anything:
		return known
	case kube.WrapsError(symbol):
		return arg.wrapped()
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

// tested says what is known of a call that asks what error its first argument is, or leaves one out.
func (w *walker) tested(s *state, call *ssa.Call, arg abs) abs {
	symbol := ir.Symbol(call.Common())
	switch {
	case kube.ErrorTest(symbol) != kube.NoTest && arg == zero:
		return zero
	case arg.test() != kube.NoTest:
		return answers(arg.test(), symbol, call)
	case kube.ComparesErrors(symbol) && arg.isOf(w.eval(s, call.Call.Args[1])):
		return nonzero
	case w.test != kube.NoTest && arg == nonzero && !w.isOfAnother(call.Call.Args[0]) && !slices.Contains(w.earlier, call.Call.Args[0]):
		return answers(w.test, symbol, nil)
	}
	return anything
}

// answers says what a function says of an error of the API of which is known what it is. A call that asks whether it is the
// value of a package's variable is given if the error is known to wrap no other: it isn't.
func answers(is kube.Test, symbol kube.Symbol, call *ssa.Call) abs {
	switch test := kube.ErrorTest(symbol); {
	case kube.Ignores(symbol) != kube.NoTest && kube.Ignores(symbol) == is:
		return zero
	case kube.Ignores(symbol) != kube.NoTest:
		return failure(is)
	case test != kube.NoTest && test != kube.OtherTest:
		return absIf(test == is)
	case is != kube.OtherTest && kube.TestsOther(symbol):
		return zero
	case call != nil && kube.ComparesErrors(symbol) && isGlobal(call.Call.Args[1]):
		return zero
	case call != nil && kube.OfTypeErrors(symbol) && !kube.IsAPIError(ir.Deref(ir.Unwrap(call.Call.Args[1]).Type())):
		return zero
	}
	return anything
}

// isGlobal tells whether a value is that of a variable of a package.
func isGlobal(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return false
	}
	_, ok = load.X.(*ssa.Global)
	return ok
}

// wraps says what is known of an error that fmt.Errorf makes: of what is told of it by those which it wraps.
func (w *walker) wraps(s *state, call *ssa.Call) abs {
	format, known := ir.Text(call.Call.Args[0])
	if !known || strings.Count(format, "%w") != 1 || len(call.Call.Args) != 2 {
		return nonzero
	}
	var wrapped []abs
	for _, v := range ir.Variadic(call.Call.Args[1]) {
		if v := ir.Unwrap(v); kube.IsError(v.Type()) {
			wrapped = append(wrapped, w.eval(s, v))
		}
	}
	if len(wrapped) == 1 && wrapped[0].isSet() {
		return wrapped[0].wrapped()
	}
	return nonzero
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
	case of.isSet(), of == zero && known.With:
		return of.any()
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
			case known.isSet(), known == anything && isFieldError(v):
				return nonzero
			case known == anything:
				all = anything
			}
		}
	}
	return all
}

// appended says what is known of a slice to which another one's elements are added: whether it has any.
func (w *walker) appended(s *state, to, added ssa.Value) abs {
	is, of := w.eval(s, to), w.eval(s, added)
	switch {
	case is == nonempty || of == nonempty || len(ir.Variadic(added)) > 0:
		return nonempty
	case is == zero && of == zero:
		return zero
	}
	return anything
}

// length says what is known of how many elements something has: nil has none, and what isn't nil may have none either.
func (w *walker) length(s *state, of ssa.Value) abs {
	switch w.eval(s, of) {
	case nonempty:
		return nonzero
	case zero:
		return zero
	}
	return anything
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
