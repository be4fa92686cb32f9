package paths

import (
	"cmp"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A Term stands for a value whose equality matters: an object, its key, a name. Two values with the same term are the
// same on every run; nil is a value of which nothing is known, not even that it equals itself.
type Term struct {
	kind termKind
	name string    // Const: its text; Field: the field's name; Call: what is called
	leaf ssa.Value // Leaf
	args []*Term
	// field is that of a field term, if it isn't made of a method's name.
	field *types.Var
	// call is that of a function of the user's, which in a loop may well give something else each time.
	call *ssa.Call
	id   string // what makes the term the same as another
	size int    // of terms that it is made of, with itself
}

type termKind uint8

const (
	leafTerm    termKind = iota
	constTerm            // a constant
	fieldTerm            // a field of args[0], embedded structs left out
	pairTerm             // the key with namespace args[0] and name args[1]
	keyTerm              // the key of object args[0], or args[0] itself, which is a key
	callTerm             // the result of a function without effects
	pendingTerm          // what is still being looked for
)

func sameTerm(a, b *Term) bool { return a != nil && b != nil && a.id == b.id && a.kind != pendingTerm }

// terms makes the terms of one package.
type terms struct {
	info   *Info
	leaves map[ssa.Value]int
	parts  flow.Memo[*ssa.Alloc, parts]
	filled flow.Memo[*ssa.Function, map[string]bool] // the fields whose maps a function puts something into
}

func (ts *terms) leafOf(v ssa.Value) *Term {
	n, ok := ts.leaves[v]
	if !ok {
		n = len(ts.leaves)
		ts.leaves[v] = n
	}
	return &Term{kind: leafTerm, leaf: v, id: "#" + strconv.Itoa(n)}
}

func textTerm(text string) *Term { return &Term{kind: constTerm, name: text, id: strconv.Quote(text)} }

// maxTerm bounds the size of a term: of what is put together of so much, it is not known that it equals anything.
const maxTerm = 100

func compose(kind termKind, name string, args ...*Term) *Term {
	var id strings.Builder
	size := 1
	id.WriteString(strconv.Itoa(int(kind)))
	id.WriteString(name)
	id.WriteByte('(')
	for _, a := range args {
		if a == nil || isPending(a) {
			return a
		}
		size += max(a.size, 1)
		id.WriteString(a.id)
		id.WriteByte(',')
	}
	if size > maxTerm {
		return nil
	}
	id.WriteByte(')')
	return &Term{kind: kind, name: name, args: args, id: id.String(), size: size}
}

// pair returns the key with that namespace and name.
func pair(namespace, name *Term) *Term {
	if namespace == nil || name == nil || name.kind == constTerm && name.name == "" {
		return nil // what has no name yet gets one of its own from the server
	}
	if name.kind == fieldTerm && name.name == "Name" {
		of := name.args[0]
		if namespace.kind == fieldTerm && namespace.name == "Namespace" && sameTerm(of, namespace.args[0]) {
			return compose(keyTerm, "", of)
		}
		if namespace.kind == constTerm && namespace.name == "" { // of an object without namespace
			return compose(keyTerm, "", of)
		}
	}
	return compose(pairTerm, "", namespace, name)
}

// substitute replaces the leaves of a term, which becomes nil if one of them becomes nil.
func (ts *terms) substitute(t *Term, leaf func(ssa.Value) *Term) *Term {
	switch {
	case t == nil:
		return nil
	case isPending(t):
		return t
	case t.kind == leafTerm:
		return leaf(t.leaf)
	case len(t.args) == 0:
		return t
	}
	args := make([]*Term, len(t.args))
	for i, a := range t.args {
		args[i] = ts.substitute(a, leaf)
		if args[i] == nil || isPending(args[i]) {
			return args[i]
		}
	}
	r := ts.rebuild(t.kind, t.name, args)
	if r != nil && r.kind == t.kind {
		r.field, r.call = t.field, t.call
	}
	return r
}

// rebuild makes a term of arguments that have changed.
func (ts *terms) rebuild(kind termKind, name string, args []*Term) *Term {
	switch t := text(name, args); {
	case kind == callTerm && t != nil:
		return t
	case kind == fieldTerm && args[0].kind == leafTerm:
		if alloc, ok := args[0].leaf.(*ssa.Alloc); ok && !kube.IsObject(alloc.Type()) {
			if t, ok := ts.stored(alloc, name); ok {
				return t
			}
		}
	case kind == pairTerm:
		return pair(args[0], args[1])
	case kind == keyTerm && (args[0].kind == pairTerm || args[0].kind == keyTerm):
		return args[0]
	case kind == fieldTerm && args[0].kind == pairTerm && name == "Namespace":
		return args[0].args[0]
	case kind == fieldTerm && args[0].kind == pairTerm && name == "Name":
		return args[0].args[1]
	case kind == fieldTerm && namesOf(args[0]) != nil && (name == "Namespace" || name == "Name"):
		return ts.rebuild(fieldTerm, name, namesOf(args[0]))
	}
	return compose(kind, name, args...)
}

// namesOf returns what has the namespace and the name of a key, or of an object that a term stands for by its key: the object that
// the key is of, the pair, or the key in a variable; nil if that isn't so.
func namesOf(object *Term) []*Term {
	if object.kind == keyTerm {
		return object.args
	}
	if !isObjectTerm(object) {
		return nil
	}
	key := object.args[0]
	if key.kind == keyTerm && key.args[0].kind == leafTerm {
		if t := key.args[0].leaf.Type(); kube.IsKey(t) || kube.IsRequest(t) {
			return key.args
		}
	}
	if key.kind == pairTerm {
		return object.args
	}
	return nil
}

// leavesOf calls visit for each leaf of a term, and each call in it of a function of the user's.
func leavesOf(t *Term, visit func(ssa.Value)) {
	if t == nil {
		return
	}
	if t.call != nil {
		visit(t.call)
	}
	if t.kind == leafTerm {
		visit(t.leaf)
	}
	for _, a := range t.args {
		leavesOf(a, visit)
	}
}

// of returns the term of a value.
func (ts *terms) of(v ssa.Value) *Term {
	return ts.info.questions.terms.Of(v)
}

func (ts *terms) make(v ssa.Value) *Term {
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value == nil {
			return textTerm("nil")
		}
		if v.Value.Kind() == constant.String {
			return textTerm(constant.StringVal(v.Value))
		}
		return textTerm(v.Value.ExactString())
	case *ssa.MakeInterface:
		return cmp.Or(ts.option(v), ts.of(v.X))
	case *ssa.ChangeInterface, *ssa.ChangeType, *ssa.TypeAssert:
		return ts.of(ir.StepOf(v).From[0])
	case *ssa.Convert:
		return ts.of(v.X)
	case *ssa.FreeVar:
		if b := cmp.Or(ir.Binding(v), ts.info.receiverOf(v.Parent())); b != nil {
			return ts.of(b)
		}
	case *ssa.Phi:
		return ts.phi(v, ts.of)
	case *ssa.FieldAddr:
		return ts.field(v.X, v.Field)
	case *ssa.Field:
		return ts.field(v.X, v.Field)
	case *ssa.IndexAddr:
		return compose(callTerm, "index", ts.of(v.X), ts.of(v.Index))
	case *ssa.Lookup:
		return cmp.Or(ts.entry(v), ts.leafOf(v))
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return ts.load(v)
		}
	case *ssa.BinOp:
		if v.Op == token.ADD {
			x, y := ts.of(v.X), ts.of(v.Y)
			if b, ok := v.Type().Underlying().(*types.Basic); !ok || b.Info()&types.IsString == 0 {
				return compose(callTerm, "sum", x, y)
			}
			return concat(x, y)
		}
	case *ssa.Slice:
		return ts.slice(v)
	case *ssa.MakeMap:
		return cmp.Or(ts.mapping(v), ts.leafOf(v))
	case *ssa.Extract:
		return ts.extract(v)
	case *ssa.Call:
		if t := ts.call(v); t != nil {
			return t
		}
	}
	return ts.leafOf(v)
}

// phi is the term of its edges, if they all have the same, where of gives that of each.
func (ts *terms) phi(v *ssa.Phi, of func(ssa.Value) *Term) *Term {
	found := pending
	for _, e := range v.Edges {
		switch t := of(e); {
		case isPending(t): // goes round
		case isPending(found):
			found = t
		case !sameTerm(found, t):
			return ts.leafOf(v)
		}
	}
	if found == nil {
		return ts.leafOf(v)
	}
	return found
}

// field is the term of a field of a struct or of what a pointer points to. That of a local struct which is set once is
// what it is set to.
func (ts *terms) field(x ssa.Value, n int) *Term {
	f := ir.Field(x.Type(), n)
	if ir.Promotes(f) {
		return ts.of(x)
	}
	var t *Term
	known := false
	if alloc, ok := variable(x).(*ssa.Alloc); ok && !kube.IsObject(alloc.Type()) {
		if ts.changes(alloc) {
			return nil // which of them it is hangs on where it is read
		}
		t, known = ts.stored(alloc, f.Name())
	}
	if !known {
		t = ts.rebuildField(f.Name(), ts.of(x))
	}
	if t != nil && t.kind == fieldTerm && t.field == nil && t.name == f.Name() {
		t.field = f
	}
	return t
}

// variable returns the variable that a value is the address of, or was loaded from.
func variable(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.FreeVar:
			b := ir.Binding(x)
			if b == nil {
				return v
			}
			v = b
		case *ssa.UnOp:
			if x.Op != token.MUL {
				return v
			}
			if !ir.IsStruct(x.Type()) {
				return v
			}
			v = x.X
		case *ssa.FieldAddr:
			if !ir.Promotes(ir.Field(x.X.Type(), x.Field)) {
				return v
			}
			v = x.X
		default:
			return v
		}
	}
}

// stored returns what the field of a local struct is set to: that of its one store, or the zero value if the struct is
// filled field by field and this one isn't. False if that can't be said.
func (ts *terms) stored(alloc *ssa.Alloc, field string) (*Term, bool) {
	stores, whole := ts.stores(alloc)
	switch values := stores[field]; {
	case len(whole) == 1 && len(stores) == 0:
		return ts.rebuildField(field, ts.of(whole[0])), true
	case len(whole) > 0:
		return nil, false
	case len(values) == 1:
		return ts.of(values[0]), true
	case len(stores[requestKey]) > 0 && kube.IsRequest(ir.Deref(alloc.Type())):
		return ts.rebuildField(field, ts.local(alloc)), len(stores) == 1
	case len(values) == 0 && len(stores) > 0 && !slices.Contains(objectFields(alloc.Type()), field):
		return textTerm(""), true
	}
	return nil, false
}

// stores lists what is stored in the fields of a local struct, those of embedded structs too, and in the whole.
func (ts *terms) stores(alloc *ssa.Alloc) (fields map[string][]ssa.Value, whole []ssa.Value) {
	p := ts.parts.Of(alloc, ts.findParts)
	return p.fields, p.whole
}

func (ts *terms) findParts(alloc *ssa.Alloc) parts {
	p := parts{fields: map[string][]ssa.Value{}, whole: slices.DeleteFunc(ir.StoredAt(alloc), ir.IsNil)}
	var visit func(addr ssa.Value)
	visit = func(addr ssa.Value) {
		for _, part := range ir.PartsOf(addr) {
			f := ir.StepOf(part).Field
			if f == nil {
				continue // an element
			}
			name := f.Name()
			if ir.Promotes(f) { // the embedded struct as a whole
				name = "*" + name
				visit(part)
			}
			if stored := ir.StoredAt(part); len(stored) > 0 {
				p.fields[name] = append(p.fields[name], stored...)
			}
		}
	}
	visit(alloc)
	if kube.IsObject(alloc.Type()) {
		for _, name := range ts.variablesOf(alloc) {
			visit(name)
		}
	}
	return p
}

// variablesOf returns the loads of variables that never have anything but the pointer to a struct, such as one that a
// function literal captures.
func (ts *terms) variablesOf(alloc *ssa.Alloc) []ssa.Value {
	var out []ssa.Value
	for store := range ir.Refs[*ssa.Store](alloc) {
		if store.Val != ssa.Value(alloc) {
			continue
		}
		variable, ok := store.Addr.(*ssa.Alloc)
		if !ok || ts.info.onlyStored(variable) != store.Val {
			continue
		}
		for load := range ir.Refs[*ssa.UnOp](variable) {
			out = append(out, load)
		}
	}
	return out
}

// parts are what is stored in a local struct.
type parts struct {
	fields map[string][]ssa.Value
	whole  []ssa.Value
}

// load is the term of what is at an address.
func (ts *terms) load(v *ssa.UnOp) *Term {
	switch x := variable(v.X).(type) {
	case *ssa.Alloc:
		if ir.IsStruct(v.Type()) {
			if ts.changes(x) {
				return ts.leafOf(firstLike(v, x))
			}
			return ts.local(x)
		}
		if stored := cmp.Or(ts.info.onlyStored(x), lastStored(v)); stored != nil {
			return ts.of(stored)
		}
		return ts.leafOf(v)
	case *ssa.Global:
		return ts.leafOf(x)
	case *ssa.FieldAddr, *ssa.IndexAddr:
		return ts.of(x)
	default:
		if ir.IsStruct(v.Type()) {
			return ts.of(x)
		}
		return ts.leafOf(v)
	}
}

// storesThrough tells whether the function literal stores in a variable around it.
func (ts *terms) storesThrough(mc *ssa.MakeClosure, alloc *ssa.Alloc) bool {
	for _, captured := range ir.Captured(mc, alloc) {
		for _, ref := range ir.Uses(captured) {
			switch ref := ref.(type) {
			case *ssa.Store:
				if ref.Addr == captured {
					return true
				}
			case *ssa.MakeClosure:
				return true
			}
		}
	}
	return false
}
