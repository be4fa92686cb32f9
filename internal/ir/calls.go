package ir

import (
	"go/types"
	"iter"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/kube"
)

// Called returns the function, method or function variable that a call names; of an instance of a generic function, the
// one that the source declares. Nil for function values and predeclared functions.
func Called(common *ssa.CallCommon) types.Object {
	if common.IsInvoke() {
		return common.Method
	}
	if fn := common.StaticCallee(); fn != nil {
		if obj := Declared(fn); obj != nil {
			return obj
		}
		return nil
	}
	if load, ok := common.Value.(*ssa.UnOp); ok {
		if g, ok := load.X.(*ssa.Global); ok {
			return g.Object()
		}
	}
	return nil
}

// Calls yields the calls in the functions of the package, in their order.
func (p *Package) Calls() iter.Seq[ssa.CallInstruction] {
	return func(yield func(ssa.CallInstruction) bool) {
		for _, fn := range p.Functions() {
			for call := range All[ssa.CallInstruction](fn.Blocks) {
				if !yield(call) {
					return
				}
			}
		}
	}
}

// Symbol returns the symbol of what a call names; the zero Symbol if it names nothing.
func Symbol(common *ssa.CallCommon) kube.Symbol {
	if obj := Called(common); obj != nil {
		return kube.SymbolOf(obj)
	}
	return kube.Symbol{}
}

// Operation returns the operation at the API, or in a cache, that a call is; false if it is none.
func Operation(common *ssa.CallCommon) (kube.Operation, bool) {
	var of types.Type
	if recv, _ := Receiver(common); recv != nil {
		of = recv.Type()
	}
	op, ok := kube.OperationOf(Called(common), of)
	if ok && op.Sub == "" && op.TakesSubresources() {
		op.Sub = subresourceIn(common)
	}
	return op, ok
}

// subresourceIn returns the subresource that a call names behind its options; empty if it names none, or it isn't known which.
func subresourceIn(common *ssa.CallCommon) string {
	args := Args(common)
	if !common.Signature().Variadic() || len(args) == 0 {
		return ""
	}
	named := Variadic(args[len(args)-1])
	if len(named) != 1 {
		return ""
	}
	name, _ := Text(named[0])
	return kube.SubresourceName(name)
}

// CalledName returns the name of what a call names; empty if it names nothing.
func CalledName(common *ssa.CallCommon) string {
	if obj := Called(common); obj != nil {
		return obj.Name()
	}
	return ""
}

// CalledPackage returns the package of what a call names; nil if it names nothing.
func CalledPackage(common *ssa.CallCommon) *types.Package {
	if obj := Called(common); obj != nil {
		return obj.Pkg()
	}
	return nil
}

// IsBuiltin tells whether a call is of the predeclared function of that name; of any, if the name is empty.
func IsBuiltin(common *ssa.CallCommon, name string) bool {
	b, ok := common.Value.(*ssa.Builtin)
	return ok && (name == "" || b.Name() == name)
}

// Declared returns the function that the source declares: for an instance of a generic function, that one. Nil for
// function literals.
func Declared(fn *ssa.Function) *types.Func {
	if origin := fn.Origin(); origin != nil {
		fn = origin
	}
	obj, _ := fn.Object().(*types.Func)
	return obj
}

// Args returns what a call passes for each parameter of the function that it comes to: the receiver counts, and is the
// first.
func Args(common *ssa.CallCommon) []ssa.Value {
	if common.IsInvoke() {
		return append([]ssa.Value{common.Value}, common.Args...)
	}
	return common.Args
}

// Arg returns what a call passes for the parameter of that index, of which the receiver is one; nil if there is none.
func Arg(common *ssa.CallCommon, index int) ssa.Value {
	if common.IsInvoke() {
		if index == 0 {
			return common.Value
		}
		index--
	}
	if 0 <= index && index < len(common.Args) {
		return common.Args[index]
	}
	return nil
}

// PollsAtOnce tells whether a call that calls a function until it is content or errs does so first without a pause.
func PollsAtOnce(common *ssa.CallCommon) bool {
	always, argument := kube.PollsAtOnce(Symbol(common))
	return always || IsTrue(Written(common, argument))
}

// Written returns argument i of a call as it is written, the receiver not counted, as the tables of package kube have
// it; nil if there is none.
func Written(common *ssa.CallCommon, i int) ssa.Value {
	if _, args := Receiver(common); 0 <= i && i < len(args) {
		return args[i]
	}
	return nil
}

// Mutated returns the argument of a call, or its receiver, that a mutation is of, or the body that an option is for; nil
// if there is none.
func Mutated(common *ssa.CallCommon, m kube.Mutation) ssa.Value {
	if m.Arg == kube.Receiver {
		recv, _ := Receiver(common)
		return recv
	}
	if m.Opts > 0 {
		for _, option := range Variadic(Written(common, m.Opts)) {
			switch made := Unwrap(option).(type) {
			case *ssa.Call:
				if kube.IsBodyOption(Called(&made.Call)) {
					return made.Call.Args[0]
				}
			case *ssa.Alloc:
				if body, ok := FieldStore(made, kube.BodyField); ok {
					return body
				}
			}
		}
	}
	return Written(common, m.Arg)
}

// OnlyCalledOn tells whether the result of a call is used, and only by calls of its methods of which all are as asked.
func OnlyCalledOn(call *ssa.Call, is func(*ssa.Call) bool) bool {
	uses := Uses(call)
	return len(uses) > 0 && !slices.ContainsFunc(uses, func(use ssa.Instruction) bool {
		next, ok := use.(*ssa.Call)
		if !ok {
			return true
		}
		recv, _ := Receiver(next.Common())
		return recv != ssa.Value(call) || !is(next)
	})
}

// ArgFor returns what a call of the function that has the parameter passes for it.
func ArgFor(common *ssa.CallCommon, p *ssa.Parameter) ssa.Value { return Arg(common, ParamIndex(p)) }

// Given yields the parameters for which a call of a function passes a value; none if the function is nil.
func Given(callee *ssa.Function, common *ssa.CallCommon, v ssa.Value) iter.Seq[*ssa.Parameter] {
	return func(yield func(*ssa.Parameter) bool) {
		for i := 0; callee != nil && i < len(callee.Params); i++ {
			if Arg(common, i) == v && !yield(callee.Params[i]) {
				return
			}
		}
	}
}

// ParamIndex returns the index of a parameter in its function, of which the receiver is one.
func ParamIndex(p *ssa.Parameter) int {
	for i, other := range p.Parent().Params {
		if other == p {
			return i
		}
	}
	return -1
}

// Receiver returns the receiver of a method call, nil if it is none, and the arguments besides it.
func Receiver(common *ssa.CallCommon) (recv ssa.Value, args []ssa.Value) {
	if common.IsInvoke() {
		return common.Value, common.Args
	}
	if fn := common.StaticCallee(); fn != nil && fn.Signature.Recv() != nil && len(common.Args) > 0 {
		return common.Args[0], common.Args[1:]
	}
	return nil, common.Args
}

// IsOnMetadata tells whether a call is of a method of metav1.Object, and a value its receiver.
func IsOnMetadata(call ssa.CallInstruction, v ssa.Value) bool {
	common := call.Common()
	if common.IsInvoke() {
		return common.Value == v
	}
	return len(common.Args) > 0 && common.Args[0] == v && common.Signature().Recv() != nil && kube.IsMetadata(v.Type())
}

// CallsValue tells whether a call is of a function value that is not known: of what that does, nothing is.
func CallsValue(call ssa.CallInstruction) bool {
	common := call.Common()
	return !common.IsInvoke() && common.StaticCallee() == nil && !IsBuiltin(common, "") && Called(common) == nil
}

// Home returns the index of the last of the calls which is in the function that a value is of, or of the last call, if
// there is none: what a function literal fills may be a variable of the function around it.
func Home(v ssa.Value, path []ssa.CallInstruction) int {
	for i := len(path) - 1; i >= 0; i-- {
		if path[i].Parent() == v.Parent() {
			return i
		}
	}
	return len(path) - 1
}

// ResultType returns the type of one result of a call; of a call that has none, the empty tuple.
func ResultType(call *ssa.Call, n int) types.Type {
	if tuple, ok := call.Type().(*types.Tuple); ok && n < tuple.Len() {
		return tuple.At(n).Type()
	}
	return call.Type()
}

// ResultsOf returns the values that a result of a call is.
func ResultsOf(call ssa.CallInstruction, n int) (out []ssa.Value) {
	value := call.Value()
	switch {
	case value == nil:
	case call.Common().Signature().Results().Len() == 1:
		out = append(out, value)
	default:
		for extract := range Refs[*ssa.Extract](value) {
			if extract.Index == n {
				out = append(out, extract)
			}
		}
	}
	return out
}

// Returned returns what the return statements of a function give as its result of that index.
func Returned(fn *ssa.Function, n int) []ssa.Value {
	var out []ssa.Value
	for ret := range All[*ssa.Return](fn.Blocks) {
		if n < len(ret.Results) {
			out = append(out, ret.Results[n])
		}
	}
	return out
}

// ChangedByBuiltin returns what a call of a predeclared function changes, and what that function is called; nil if it
// changes nothing, or is none. Append changes elements only of what its argument is the [Beginning] of.
func ChangedByBuiltin(common *ssa.CallCommon) (changed ssa.Value, name string) {
	b, ok := common.Value.(*ssa.Builtin)
	if !ok {
		return nil, ""
	}
	switch name = b.Name(); name {
	case "append", "delete", "clear", "copy":
		return common.Args[0], name
	}
	return nil, ""
}
