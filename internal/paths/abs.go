package paths

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// An abs is what is known of a value: whether it is the zero value of its type (nil, false, an empty struct) or not, of an
// error which [failure] it is, of one of the values that the program gives names which it is (see [named] and [sentinel]), or,
// of a struct that [tellsNext] something, what is known of its fields: name=abs for those that may not be zero, in braces.
type abs string

const (
	anything abs = ""
	zero     abs = "0"
	nonzero  abs = "1"
	nonempty abs = "1++" // of a slice: it has an element
)

// failure is the error of the API of which a test is true, or one that wraps it; any error, if no test is.
func failure(test kube.Test) abs {
	if test == kube.NoTest {
		return nonzero
	}
	return nonzero + abs(rune('a'+test))
}

// test returns which test is true of an error, if it is a [failure] that is known to be of the API.
func (a abs) test() kube.Test {
	if len(a) == 2 && a.isSet() {
		return kube.Test(a[1] - 'a')
	}
	return kube.NoTest
}

// named is what is known of a constant: of a string or number of a type of its own, such as a phase, which one it is.
func named(c *ssa.Const) abs {
	of, ok := types.Unalias(c.Type()).(*types.Named)
	switch {
	case ir.IsNone(c):
		return zero
	case !ok || of.Obj().Pkg() == nil || kube.IsDuration(of) || kube.IsOperationResult(of) || c.Value == nil:
		return nonzero
	}
	text := c.Value.ExactString()
	if len(text) > maxConstant || strings.ContainsFunc(text, func(r rune) bool { return strings.ContainsRune(" ,={}", r) }) {
		return nonzero
	}
	return nonzero + "=" + abs(text)
}

// maxConstant bounds how long a constant may be for it to be told from others.
const maxConstant = 40

// isConstant tells whether it is known which constant a value is.
func (a abs) isConstant() bool { return strings.HasPrefix(string(a), string(nonzero+"=")) }

// sentinel is what is known of an error in a variable which functions return to say what happened.
func sentinel(of *ssa.Global) abs { return nonzero + "=" + abs(of.String()) }

// wrapped is what is known of an error that wraps another one.
func (a abs) wrapped() abs {
	if name, ok := strings.CutPrefix(string(a), string(nonzero+"=")); ok {
		return nonzero + "~" + abs(name)
	}
	return a
}

// isOf tells whether an error is the one of a variable, or wraps it.
func (a abs) isOf(variable abs) bool {
	return variable.isConstant() && (a == variable || a == variable.wrapped())
}

// isSet tells whether a value is known not to be zero.
func (a abs) isSet() bool { return strings.HasPrefix(string(a), string(nonzero)) }

// any leaves out which failure an error is.
func (a abs) any() abs {
	if a.isSet() {
		return nonzero
	}
	return a
}

func (a abs) not() abs {
	switch {
	case a == zero:
		return nonzero
	case a.isSet():
		return zero
	}
	return anything
}

func absIf(is bool) abs {
	if is {
		return nonzero
	}
	return zero
}

// whole says of a struct of which the fields are known whether it is zero.
func (a abs) whole() abs {
	switch {
	case !a.isShape():
		return a
	case strings.Contains(string(a), "=1"):
		return nonzero
	}
	return anything
}

func (a abs) isShape() bool { return strings.HasPrefix(string(a), "{") }

// part says what is known of the field of a struct: nothing is set in a zero one; in others of which the fields aren't known
// a bool is taken to be, as it is what tells callers to stop.
func (a abs) part(field *types.Var) abs {
	switch {
	case a.isShape():
		return a.field(field.Name())
	case ir.IsBool(field.Type()) || a == zero:
		return a
	}
	return anything
}

// field says what is known of a field, by its name.
func (a abs) field(name string) abs {
	if !a.isShape() {
		return map[bool]abs{true: zero}[a == zero]
	}
	for each := range strings.FieldsSeq(string(a[1 : len(a)-1])) {
		if known, ok := strings.CutPrefix(each, name+"="); ok {
			return abs(known)
		}
	}
	return zero
}

// tellsNext tells whether a type is a struct of the program's by which a function says what is to be done next: one that has a
// bool.
func tellsNext(t types.Type) bool {
	s, ok := t.Underlying().(*types.Struct)
	if !ok || s.NumFields() > maxTelling || kube.IsResult(t) || kube.IsData(types.NewPointer(t)) {
		return false
	}
	for f := range s.Fields() {
		if ir.IsBool(f.Type()) {
			return true
		}
	}
	return false
}

// maxTelling bounds how many fields such a struct has.
const maxTelling = 8

// maxLiterals bounds how many structs are looked into at once, of which one has what is in another.
const maxLiterals = 3

// literal says what is known of a struct in a local variable that is only ever set field by field, and read.
func (w *walker) literal(s *state, of *ssa.Alloc) abs {
	if len(w.literals) == maxLiterals || slices.Contains(w.literals, of) {
		return anything
	}
	w.literals = append(w.literals, of)
	defer func() { w.literals = w.literals[:len(w.literals)-1] }()
	var known []string
	for _, ref := range ir.Uses(of) {
		switch ref := ref.(type) {
		case *ssa.UnOp:
		case *ssa.FieldAddr:
			for _, use := range ir.Uses(ref) {
				field := ir.FieldAt(ref).Name() + "="
				switch use := use.(type) {
				case *ssa.UnOp:
				case *ssa.Store:
					is := w.eval(s, use.Val).whole()
					if is.isConstant() {
						is = nonzero
					}
					if use.Block() != of.Block() || slices.ContainsFunc(known, func(k string) bool { return strings.HasPrefix(k, field) }) {
						is = anything // by now it may be another
					}
					if is != zero {
						known = append(known, field+string(is))
					}
				default:
					return anything
				}
			}
		default:
			return anything
		}
	}
	return shape(known)
}

// shape says of a struct what is known of the fields that may not be zero: of one that comes twice, nothing.
func shape(fields []string) abs {
	if len(fields) == 0 {
		return zero
	}
	slices.Sort(fields)
	var out []string
	for _, f := range fields {
		name, _, _ := strings.Cut(f, "=")
		if n := len(out); n > 0 && strings.HasPrefix(out[n-1], name+"=") {
			out[n-1] = name + "="
		} else {
			out = append(out, f)
		}
	}
	return abs("{" + strings.Join(out, " ") + "}")
}

// or is what is known of a value that is one of two.
func (a abs) or(b abs) abs {
	switch {
	case a == b:
		return a
	case a.isSet() && b.isSet():
		return nonzero
	case a == anything || b == anything || !a.isShape() && !b.isShape():
		return anything
	}
	var fields []string
	for _, of := range [2]abs{a, b} {
		other := a
		if of == a {
			other = b
		}
		switch {
		case of.isSet():
			return anything
		case of == zero:
			continue
		}
		for each := range strings.FieldsSeq(string(of[1 : len(of)-1])) {
			name, _, _ := strings.Cut(each, "=")
			if !other.isShape() || !slices.Contains(strings.Fields(string(other[1:len(other)-1])), each) {
				each = name + "="
			}
			fields = append(fields, each)
		}
	}
	return shape(fields)
}
