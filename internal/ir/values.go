package ir

import (
	"go/constant"
	"go/token"
	"go/types"
	"iter"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/go/types/typeutil"

	"github.com/ctrllint/ctrllint/internal/kube"
)

// Deref returns what a pointer type points to, and other types as they are.
func Deref(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// Field returns field n of the struct that t is or points to, of an instance of a generic type the generic type's; nil
// if t is no struct. What a parameter of a generic function stands for may be structs with the same fields: then it is that of the
// first.
func Field(t types.Type, n int) *types.Var {
	of := Deref(t)
	s, ok := of.Underlying().(*types.Struct)
	if TypeParam(of) != nil {
		s, ok = typeutil.CoreType(of).(*types.Struct)
	}
	if ok && n < s.NumFields() {
		return s.Field(n).Origin()
	}
	return nil
}

// IsStruct tells whether values of a type are structs.
func IsStruct(t types.Type) bool {
	_, ok := t.Underlying().(*types.Struct)
	return ok
}

// TypeParam returns the parameter that a type is of a generic function or type; nil if it is none.
func TypeParam(t types.Type) *types.TypeParam {
	param, _ := types.Unalias(t).(*types.TypeParam)
	return param
}

// IsFunc tells whether values of a type are functions.
func IsFunc(t types.Type) bool {
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

// IsFuncs tells whether values of type t are lists of functions, as variadic arguments are.
func IsFuncs(t types.Type) bool {
	list, ok := t.Underlying().(*types.Slice)
	return ok && IsFunc(list.Elem())
}

// SignatureOf returns the signature of functions of a type, or of those in lists of it; nil if it has to do with no functions.
func SignatureOf(t types.Type) *types.Signature {
	if list, ok := t.Underlying().(*types.Slice); ok {
		t = list.Elem()
	}
	sig, _ := t.Underlying().(*types.Signature)
	return sig
}

// FieldAt returns the field that an instruction takes the address of.
func FieldAt(addr *ssa.FieldAddr) *types.Var { return Field(addr.X.Type(), addr.Field) }

// Promotes tells whether what is in a field is taken for the outer struct's own: it is embedded, and isn't a status or spec that has a
// name of its own in what is sent, as its tag says.
func Promotes(field *types.Var) bool {
	part := field.Name() == "Status" || field.Name() == "Spec"
	return field.Embedded() && !(part && hasJSONName(field))
}

// hasJSONName tells whether the tag of an embedded field, in a struct type that its package declares, gives it a name.
func hasJSONName(field *types.Var) bool {
	if field.Pkg() == nil {
		return false
	}
	scope := field.Pkg().Scope()
	for _, name := range scope.Names() {
		of, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || of.IsAlias() {
			continue
		}
		s, ok := of.Type().Underlying().(*types.Struct)
		for i := 0; ok && i < s.NumFields(); i++ {
			if s.Field(i) == field.Origin() {
				name, _, _ := strings.Cut(reflect.StructTag(s.Tag(i)).Get("json"), ",")
				return name != ""
			}
		}
	}
	return false
}

// Unwrap sees through changes of a value's type that keep the value: into an interface, between interfaces, and between
// types of the same form.
func Unwrap(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.ChangeType:
			v = x.X
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		default:
			return v
		}
	}
}

// IsNil tells whether a value is the constant nil.
func IsNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value == nil
}

// Bindings returns what a function literal has for one of its free variables, wherever it is made.
func Bindings(v *ssa.FreeVar) []ssa.Value {
	fn := v.Parent()
	index := -1
	for i, fv := range fn.FreeVars {
		if fv == v {
			index = i
		}
	}
	refs := fn.Referrers()
	if index < 0 || refs == nil {
		return nil
	}
	var out []ssa.Value
	for _, ref := range *refs {
		if mc, ok := ref.(*ssa.MakeClosure); ok && mc.Fn == fn && index < len(mc.Bindings) {
			out = append(out, mc.Bindings[index])
		}
	}
	return out
}

// IsZero tells whether a value is the constant that is the zero value of its type.
func IsZero(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	if !ok {
		return false
	}
	if c.Value == nil {
		return true
	}
	text := c.Value.ExactString()
	return text == "0" || text == "false" || text == `""`
}

// Captured returns the names by which a function literal has a value that it captures.
func Captured(literal *ssa.MakeClosure, v ssa.Value) (out []ssa.Value) {
	for i, bound := range literal.Bindings {
		if bound == v {
			out = append(out, literal.Fn.(*ssa.Function).FreeVars[i])
		}
	}
	return out
}

// Binding returns the one thing that a function literal has for a free variable; nil if there is none, or several.
func Binding(v *ssa.FreeVar) ssa.Value {
	if all := Bindings(v); len(all) == 1 {
		return all[0]
	}
	return nil
}

// Variadic returns the values of variadic arguments, nil if the slice is made otherwise.
func Variadic(v ssa.Value) []ssa.Value {
	s, ok := v.(*ssa.Slice)
	if !ok {
		return nil
	}
	alloc, ok := s.X.(*ssa.Alloc)
	if !ok {
		return nil
	}
	array, ok := Deref(alloc.Type()).Underlying().(*types.Array)
	if !ok || array.Len() > 16 {
		return nil
	}
	elems := make([]ssa.Value, array.Len())
	for index := range Refs[*ssa.IndexAddr](alloc) {
		n, ok := index.Index.(*ssa.Const)
		if !ok {
			return nil
		}
		for _, stored := range StoredAt(index) {
			elems[n.Int64()] = stored
		}
	}
	if slices.Contains(elems, nil) {
		return nil
	}
	return elems
}

// PassedOnlyTo tells whether a value is stored as one of the variadic arguments of a call of such a function.
func PassedOnlyTo(store *ssa.Store, is func(types.Object) bool) bool {
	array := arrayOf(store)
	if array == nil {
		return false
	}
	for slice := range Refs[*ssa.Slice](array) {
		for _, use := range Uses(slice) {
			call, ok := use.(ssa.CallInstruction)
			if !ok || !is(Called(call.Common())) {
				return false
			}
		}
	}
	return true
}

// arrayOf returns the array in which a value is stored as an element, such as that of variadic arguments; nil if it is stored
// elsewhere.
func arrayOf(store *ssa.Store) *ssa.Alloc {
	if index, ok := store.Addr.(*ssa.IndexAddr); ok {
		array, _ := index.X.(*ssa.Alloc)
		return array
	}
	return nil
}

// PassedTo tells whether a value is stored as one of the variadic arguments of a call, and nowhere else.
func PassedTo(store *ssa.Store, call *ssa.Call) bool {
	array := arrayOf(store)
	return array != nil && slices.ContainsFunc(call.Call.Args, func(arg ssa.Value) bool {
		passed, ok := arg.(*ssa.Slice)
		return ok && passed.X == array
	})
}

// StoredAt returns what is stored, as a whole, at this very address of a function.
func StoredAt(addr ssa.Value) []ssa.Value { return (*Index)(nil).StoredAt(addr) }

// Literal returns the variable of a composite literal that a struct value was loaded from, nil if it may come from
// elsewhere.
func Literal(v ssa.Value) *ssa.Alloc {
	for range maxLiteral {
		load, ok := v.(*ssa.UnOp)
		if !ok {
			return nil
		}
		alloc, ok := load.X.(*ssa.Alloc)
		if !ok {
			return nil
		}
		stored := StoredAt(alloc)
		if len(stored) == 0 {
			return alloc
		}
		v = stored[0]
	}
	return nil
}

// maxLiteral bounds through how many variables a struct value is followed, which may hold each other's.
const maxLiteral = 10

// FieldStore returns what is stored in a field of the struct in a variable, and whether anything is.
func FieldStore(alloc *ssa.Alloc, name string) (ssa.Value, bool) {
	if stored := (*Index)(nil).StoredIn(alloc, name); len(stored) > 0 {
		return stored[0], true
	}
	return nil, false
}

// Within tells whether fn is outer, or a function literal in it.
func Within(fn, outer *ssa.Function) bool {
	for ; fn != nil; fn = fn.Parent() {
		if fn == outer {
			return true
		}
	}
	return false
}

// PartsOf returns the addresses that a function takes of fields and elements of the variable at an address.
func PartsOf(addr ssa.Value) []ssa.Value {
	var out []ssa.Value
	for _, ref := range Uses(addr) {
		if part, ok := ref.(ssa.Value); ok {
			if s := StepOf(part); (s.Kind == FieldAddr || s.Kind == ElementAddr) && s.From[0] == addr {
				out = append(out, part)
			}
		}
	}
	return out
}

// ReturnsPart tells whether all that a method returns is its receiver, or what a field of that holds.
func ReturnsPart(fn *ssa.Function) bool {
	returned := Returned(fn, 0)
	return len(returned) > 0 && !slices.ContainsFunc(returned, func(v ssa.Value) bool {
		v = Unwrap(v)
		if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
			v = load.X
		}
		of, _, _ := Base(v)
		return of != ssa.Value(fn.Params[0])
	})
}

// Text returns the string that a value is a constant of, and whether it is one.
func Text(v ssa.Value) (string, bool) {
	if c, ok := v.(*ssa.Const); ok && c.Value != nil && c.Value.Kind() == constant.String {
		return constant.StringVal(c.Value), true
	}
	return "", false
}

// Behind returns the method that a wrapper calls, such as that of a method value, or the function itself.
func Behind(fn *ssa.Function) *ssa.Function {
	for fn.Synthetic != "" && fn.Origin() == nil && len(fn.Blocks) == 1 {
		var next *ssa.Function
		for call := range All[*ssa.Call](fn.Blocks) {
			next = call.Call.StaticCallee()
		}
		if next == nil {
			return fn
		}
		fn = next
	}
	return fn
}

// FuncName names a function as its author would: for a function literal, the function around it.
func FuncName(fn *ssa.Function) string {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	if recv := fn.Signature.Recv(); recv != nil {
		if named := kube.Named(recv.Type()); named != nil {
			return named.Obj().Name() + "." + fn.Name()
		}
	}
	if fn.Origin() != nil {
		fn = fn.Origin()
	}
	return fn.Name()
}

// IsTrue tells whether a value is the constant true.
func IsTrue(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value != nil && c.Value.Kind() == constant.Bool && constant.BoolVal(c.Value)
}

// Beginning tells whether a value is the beginning of a slice, and whether it has the rest of that as room behind it. It
// is hollow if there is neither an element nor room.
func Beginning(v ssa.Value) (room, hollow bool) {
	part, ok := v.(*ssa.Slice)
	if !ok {
		return false, false
	}
	bound, ok := part.Max.(*ssa.Const)
	return part.High != nil && part.Max == nil, ok && bound.Int64() == 0
}

// ByFlag tells whether it hangs on a variable that the function sets to true or false itself which of the values that
// paths bring it is.
func ByFlag(v ssa.Value) bool {
	phi, ok := v.(*ssa.Phi)
	if !ok || phi.Block().Idom() == nil {
		return false
	}
	branch, ok := Last(phi.Block().Idom()).(*ssa.If)
	if !ok {
		return false
	}
	cond := branch.Cond
	if not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT {
		cond = not.X
	}
	var set []ssa.Value
	switch flag := cond.(type) {
	case *ssa.Phi:
		set = flag.Edges
	case *ssa.UnOp:
		if variable, ok := flag.X.(*ssa.Alloc); ok {
			set = StoredAt(variable)
		}
	}
	return slices.ContainsFunc(set, func(v ssa.Value) bool {
		_, ok := v.(*ssa.Const)
		return ok
	})
}

// maxTests bounds how many tests that lie one behind the other are asked for what they have found.
const maxTests = 8

// wayTo hands out a block and those before it that lie on the only way to it, as many as are asked.
func wayTo(b *ssa.BasicBlock) iter.Seq[*ssa.BasicBlock] {
	return func(yield func(*ssa.BasicBlock) bool) {
		for range maxTests {
			if len(b.Preds) != 1 || !yield(b) {
				return
			}
			b = b.Preds[0]
		}
	}
}

// equalAt returns the two values which a test right before a block has found to be equal; none if there is no such test.
func equalAt(b *ssa.BasicBlock) (x, y ssa.Value) {
	if len(b.Preds) != 1 {
		return nil, nil
	}
	branch, ok := Last(b.Preds[0]).(*ssa.If)
	if !ok {
		return nil, nil
	}
	test, ok := branch.Cond.(*ssa.BinOp)
	if !ok || !(test.Op == token.EQL && b.Preds[0].Succs[0] == b || test.Op == token.NEQ && b.Preds[0].Succs[1] == b) {
		return nil, nil
	}
	return test.X, test.Y
}

// Unsorted tells whether a call sorts a slice that was found, right before it, not to be sorted.
func Unsorted(call ssa.CallInstruction, slice ssa.Value) bool {
	b := call.Block()
	if len(b.Preds) != 1 {
		return false
	}
	branch, ok := Last(b.Preds[0]).(*ssa.If)
	if !ok || b.Preds[0].Succs[1] != b {
		return false
	}
	test, ok := branch.Cond.(*ssa.Call)
	return ok && kube.TestsSorted(Symbol(&test.Call)) && Unwrap(test.Call.Args[0]) == Unwrap(slice)
}

// isEmpty tells whether a value is a new map or slice without elements, which is used once.
func isEmpty(v ssa.Value) bool {
	if refs := v.Referrers(); refs == nil || len(*refs) != 1 {
		return false
	}
	switch v := v.(type) {
	case *ssa.ChangeType:
		return isEmpty(v.X)
	case *ssa.MakeMap:
		return true
	case *ssa.MakeSlice:
		size, ok := v.Len.(*ssa.Const)
		return ok && size.Int64() == 0
	case *ssa.Slice:
		array, ok := Deref(v.X.Type()).Underlying().(*types.Array)
		return ok && array.Len() == 0
	}
	return false
}

// LoadsFrom tells whether a value is loaded from an address, or from one that is written alike.
func LoadsFrom(v, addr ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return false
	}
	of, path, index := Base(load.X)
	same, its, other := Base(addr)
	if path != its || index != other {
		return false
	}
	again, ok := same.(*ssa.UnOp)
	return of == same || ok && again.Op == token.MUL && LoadsFrom(of, again.X)
}

// Changeable tells whether what a value refers to can be changed through it.
func Changeable(v ssa.Value) bool {
	switch v.Type().Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Slice, *types.Interface:
		return true
	}
	return false
}
