package identity

import (
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A Term stands for a value whose equality matters: an object, its key, a name. Two values with the same term are the
// same on every run; nil is a value of which nothing is known, not even that it equals itself.
type Term struct {
	Kind TermKind
	Name string    // ConstTerm: its text; FieldTerm: the field's name; CallTerm: what is called
	Leaf ssa.Value // LeafTerm
	Args []*Term
	// Field is that of a field term, if it isn't made of a method's name.
	Field *types.Var
	// Call is that of a function of the user's, which in a loop may well give something else each time.
	Call *ssa.Call
	ID   string // what makes the term the same as another
	size int    // of terms that it is made of, with itself
}

// A TermKind says what a term is made of.
type TermKind uint8

// The kinds of terms.
const (
	LeafTerm    TermKind = iota // a value, such as a variable or parameter
	ConstTerm                   // a constant
	FieldTerm                   // a field of Args[0], embedded structs left out
	PairTerm                    // the key with namespace Args[0] and name Args[1]
	KeyTerm                     // the key of object Args[0], or Args[0] itself, which is a key
	CallTerm                    // the result of a function without effects
	pendingTerm                 // what is still being looked for
)

// Same tells whether two terms are known to stand for the same.
func Same(a, b *Term) bool { return a != nil && b != nil && a.ID == b.ID && a.Kind != pendingTerm }

// Equal tells whether two terms are one and the same as answers, be it that nothing is known, or nothing yet.
func Equal(a, b *Term) bool { return a == b || a != nil && b != nil && a.ID == b.ID }

// pending stands for a value that is still being looked for; what is made of it is pending too.
var pending = &Term{Kind: pendingTerm, ID: "?"}

// IsPending tells whether a term stands for a value that is still being looked for.
func IsPending(t *Term) bool { return t != nil && t.Kind == pendingTerm }

// Text is the term of a constant text.
func Text(text string) *Term { return &Term{Kind: ConstTerm, Name: text, ID: strconv.Quote(text)} }

// maxTerm bounds the size of a term: of what is put together of so much, it is not known that it equals anything.
const maxTerm = 100

// compose returns the term of that kind which is made of others; nil if nothing is known of one of them.
func compose(kind TermKind, name string, args ...*Term) *Term {
	var id strings.Builder
	size := 1
	id.WriteString(strconv.Itoa(int(kind)))
	id.WriteString(name)
	id.WriteByte('(')
	for _, a := range args {
		if a == nil || IsPending(a) {
			return a
		}
		size += max(a.size, 1)
		id.WriteString(a.ID)
		id.WriteByte(',')
	}
	if size > maxTerm {
		return nil
	}
	id.WriteByte(')')
	return &Term{Kind: kind, Name: name, Args: args, ID: id.String(), size: size}
}

// Pair returns the key with that namespace and name.
func Pair(namespace, name *Term) *Term {
	if namespace == nil || name == nil || name.Kind == ConstTerm && name.Name == "" {
		return nil // what has no name yet gets one of its own from the server
	}
	if name.Kind == FieldTerm && name.Name == "Name" {
		of := name.Args[0]
		if namespace.Kind == FieldTerm && namespace.Name == "Namespace" && Same(of, namespace.Args[0]) {
			return KeyOf(of)
		}
		if namespace.Kind == ConstTerm && namespace.Name == "" { // of an object without namespace
			return KeyOf(of)
		}
	}
	return compose(PairTerm, "", namespace, name)
}

// substitute replaces the leaves of a term, which becomes nil if one of them becomes nil.
func (f *Finder) substitute(t *Term, leaf func(ssa.Value) *Term) *Term {
	switch {
	case t == nil:
		return nil
	case IsPending(t):
		return t
	case t.Kind == LeafTerm:
		return leaf(t.Leaf)
	case len(t.Args) == 0:
		return t
	}
	args := make([]*Term, len(t.Args))
	for i, a := range t.Args {
		args[i] = f.substitute(a, leaf)
		if args[i] == nil || IsPending(args[i]) {
			return args[i]
		}
	}
	r := f.rebuild(t.Kind, t.Name, args)
	if r != nil && r.Kind == t.Kind {
		r.Field, r.Call = t.Field, t.Call
	}
	return r
}

// rebuild makes a term of arguments that have changed.
func (f *Finder) rebuild(kind TermKind, name string, args []*Term) *Term {
	switch t := text(name, args); {
	case kind == CallTerm && t != nil:
		return t
	case kind == FieldTerm && args[0].Kind == LeafTerm:
		if alloc, ok := args[0].Leaf.(*ssa.Alloc); ok && !kube.IsObject(alloc.Type()) {
			if t, ok := f.storedTerm(alloc, name); ok {
				return t
			}
		}
	case kind == PairTerm:
		return Pair(args[0], args[1])
	case kind == KeyTerm && (args[0].Kind == PairTerm || args[0].Kind == KeyTerm):
		return args[0]
	case kind == FieldTerm && args[0].Kind == PairTerm && name == "Namespace":
		return args[0].Args[0]
	case kind == FieldTerm && args[0].Kind == PairTerm && name == "Name":
		return args[0].Args[1]
	case kind == FieldTerm && namesOf(args[0]) != nil && (name == "Namespace" || name == "Name"):
		return f.rebuild(FieldTerm, name, namesOf(args[0]))
	}
	return compose(kind, name, args...)
}

// namesOf returns what has the namespace and the name of a key, or of an object that a term stands for by its key: the object that
// the key is of, the pair, or the key in a variable; nil if that isn't so.
func namesOf(object *Term) []*Term {
	if object.Kind == KeyTerm {
		return object.Args
	}
	if !isObjectTerm(object) {
		return nil
	}
	key := object.Args[0]
	if key.Kind == KeyTerm && key.Args[0].Kind == LeafTerm {
		if t := key.Args[0].Leaf.Type(); kube.IsKey(t) || kube.IsRequest(t) {
			return key.Args
		}
	}
	if key.Kind == PairTerm {
		return object.Args
	}
	return nil
}

// Leaves calls visit for each leaf of a term, and each call in it of a function of the user's.
func Leaves(t *Term, visit func(ssa.Value)) {
	if t == nil {
		return
	}
	if t.Call != nil {
		visit(t.Call)
	}
	if t.Kind == LeafTerm {
		visit(t.Leaf)
	}
	for _, a := range t.Args {
		Leaves(a, visit)
	}
}

// ParamOf returns the index of the parameter that a term is, -1 if it is none.
func ParamOf(t *Term, fn *ssa.Function) int {
	if t == nil || t.Kind != LeafTerm {
		return -1
	}
	return slices.IndexFunc(fn.Params, func(p *ssa.Parameter) bool { return ssa.Value(p) == t.Leaf })
}

// String is for debugging and tests: what the term stands for, as a Go expression more or less.
func (t *Term) String() string {
	if t == nil {
		return "?"
	}
	args := ir.Map(t.Args, (*Term).String)
	switch t.Kind {
	case LeafTerm:
		return t.Leaf.Name()
	case ConstTerm:
		return t.ID
	case FieldTerm:
		return args[0] + "." + t.Name
	case KeyTerm:
		return "key(" + args[0] + ")"
	case PairTerm:
		return "{" + strings.Join(args, "/") + "}"
	}
	return t.Name + "(" + strings.Join(args, ", ") + ")"
}
