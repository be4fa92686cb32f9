package change

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// A Source is a place where the program is given objects that a cache holds.
type Source struct {
	Kind SourceKind
	Pos  token.Pos
	// Call hands the objects out; nil for an event.
	Call *ssa.Call
	// Param is the parameter of an event function of this package.
	Param *ssa.Parameter
	// Surface is what the event function is registered as.
	Surface kube.Surface
	// Type is the type of the objects, as far as it is known.
	Type types.Type
	// Where names the function of another package that hands them out, with file and line; empty if Call does.
	Where string
	// List says that there is a list of them.
	List bool
	// Of is the parameter of the function around that hands them out, if only callers know whether what they pass is a store: it is
	// none until they are asked. Nil otherwise.
	Of *ssa.Parameter
	// Programs are those in which it is one, because of their managers' options; all, if there are none.
	Programs []string
}

// A SourceKind is what gives objects that a cache holds.
type SourceKind uint8

// The kinds of sources.
const (
	Lister SourceKind = iota + 1
	Store             // of an informer
	Event             // the argument of an event function
	Unsafe            // a read through a client with UnsafeDisableDeepCopy
)

// A Root is an object of a cache, or a parameter, to which a value leads back.
type Root struct {
	Source *Source
	Param  *ssa.Parameter // where Source is nil
	// Path is what of the root the value is, or refers to: the names of fields, as in ir.Def.
	Path string
	// Copied says that the way leads through a copy that has the references of the original.
	Copied bool

	// The number of references that lead from what the value refers to, which is then the program's own, to what is the
	// root's: the larger one of floor, and of shift and that number for the parameter, which a source doesn't have.
	shift, floor int8

	// at says where in the struct that the value refers to the root is: a path; behind a >, where it is in the struct that
	// what is there refers to, and so on. It is empty if the value refers to the root itself, or to nothing but the root.
	at string

	// lacks are the paths below Path at which the copy that the value refers to has something else, sorted, with spaces
	// between.
	lacks string

	// typed says that it is the root's only if that is no unstructured object, whose getters return copies.
	typed bool

	// as is the type that the parameter is asserted to be of: if it is another, the way doesn't lead there.
	as string

	// copies is the number of a type parameter of the root's function, counted from 1: the way leads through a copy of a value
	// of that type, which has the references of the original if the type is a struct.
	copies int8

	// part says that the value is the beginning of a slice: what is appended overwrites the rest.
	part bool

	// needs are, of what a function returns, what its flags have to be for it to return that.
	needs ir.Needs
}

// Limits of what is told apart.
const (
	maxAway  = 4 // references
	maxSteps = 5 // fields of a path
	maxRoots = 12
)

// away returns how many references lead from what the value refers to to what is the source's.
func (r Root) away() int8 { return r.shift }

// Within tells whether the root is a source, and no more than depth references lead from what the value refers to to
// what is the source's: then, what is changed so many references away is the cache's.
func (r Root) Within(depth int) bool {
	return r.Source != nil && r.Source.Of == nil && int(r.away()) <= depth
}

// loaded is the root of what is loaded from where a value refers to.
func (r Root) loaded() Root {
	r.shift, r.floor, r.part = r.shift-1, max(r.floor-1, 0), false
	r.at = strings.TrimPrefix(r.at, ">")
	return r.normal()
}

// in is the root of a struct that has a value of that type at a path.
func (r Root) in(path string, t types.Type) Root {
	r.part, r.at = false, strings.TrimPrefix(r.at, ">")
	switch path = withoutElements(path); {
	case ir.IsStruct(t):
		r.at = ir.Below(path, r.at)
	case r.at != "":
		r.at = path + ">" + r.at
	default:
		r.at = path
	}
	return r
}

// held is the root of the address of a variable that has a value of that type at a path.
func (r Root) held(path string, t types.Type) Root {
	r = r.in(path, t)
	r.shift, r.floor = r.shift+1, r.floor+1
	return r.normal()
}

// below is the root of what is at a path below what a value refers to; false if that is something else.
func (r Root) below(path string) (Root, bool) {
	path = withoutElements(path)
	for r.at = strings.TrimPrefix(r.at, ">"); r.at != "" && path != ""; r.at = strings.TrimPrefix(r.at, ">") {
		first, more, _ := strings.Cut(r.at, ">")
		if rest, ok := ir.PathIn(path, first); ok {
			path, r.at = rest, more
			if more != "" && rest == "" {
				r.at = ">" + more
				return r, true
			}
			continue
		}
		rest, ok := ir.PathIn(first, path)
		if more != "" {
			rest += ">" + more
		}
		r.at = rest
		return r, ok
	}
	if path != "" {
		var ok bool
		if r.lacks, ok = within(r.lacks, path); !ok {
			return r, false
		}
	}
	for step := range strings.SplitSeq(path, ".") {
		if r.Path == "" || strings.Count(r.Path, ".")+1 < maxSteps {
			r.Path = ir.Below(r.Path, step)
		}
	}
	return r, true
}

// withoutElements leaves out of a path what stands for elements.
func withoutElements(path string) string {
	if !strings.Contains(path, ir.Element) {
		return path
	}
	steps := strings.Split(path, ".")
	return strings.Join(slices.DeleteFunc(steps, func(step string) bool { return step == ir.Element }), ".")
}

// normal writes a root in one way.
func (r Root) normal() Root {
	if r.Source != nil {
		r.shift, r.floor = max(r.shift, r.floor), 0
	}
	r.shift = max(r.shift, -maxAway)
	return r
}

// near tells whether a root is not too far away to be followed.
func (r Root) near() bool {
	return r.shift <= maxAway && r.floor <= maxAway && strings.Count(r.at, ".")+strings.Count(r.at, ">") < maxSteps
}

// An answer is what is known of a value.
type answer struct {
	roots []Root // sorted
	other bool   // it may be something else that is not nil
}

func equalAnswers(a, b answer) bool { return a.other == b.other && slices.Equal(a.roots, b.roots) }

// unknown is the answer for what is none of a cache's, or of which nothing is known.
var unknown = answer{other: true}

func rooted(r Root) answer { return answer{roots: []Root{r}} }

// join is what is known of a value that is one of two.
func (a answer) join(b answer) answer {
	if len(b.roots) == 0 {
		return answer{a.roots, a.other || b.other}
	}
	all := slices.Concat(a.roots, b.roots)
	slices.SortFunc(all, compareRoots)
	all = slices.Compact(all)
	return answer{all[:min(len(all), maxRoots)], a.other || b.other}
}

// each applies a function to the roots. What it leaves out is something else.
func (a answer) each(f func(Root) (Root, bool)) answer {
	out := answer{other: a.other}
	for _, r := range a.roots {
		if r, ok := f(r); ok && r.near() {
			out = out.join(rooted(r))
		} else {
			out.other = true
		}
	}
	return out
}

// needing is the answer for what a function returns only if its flags are what is said.
func (a answer) needing(needs ir.Needs) answer {
	if needs == (ir.Needs{}) {
		return a
	}
	return a.each(func(r Root) (Root, bool) {
		r.needs = needs
		return r, true
	})
}

// joinNeeds is what is known of a result that is one of two: a root of both once, with what both of its ways ask of the flags.
func (a answer) joinNeeds(b answer) answer {
	out := answer{other: a.other || b.other}
	bare := func(r Root) Root {
		r.needs = ir.Needs{}
		return r
	}
	for _, r := range slices.Concat(a.roots, b.roots) {
		i := slices.IndexFunc(out.roots, func(o Root) bool { return bare(o) == bare(r) })
		if i < 0 {
			out.roots = append(out.roots, r)
		} else {
			out.roots[i].needs = out.roots[i].needs.Or(r.needs)
		}
	}
	return answer{}.join(out)
}

func (a answer) loaded() answer {
	return a.each(func(r Root) (Root, bool) { return r.loaded(), true })
}

// in is the answer for a struct that has a value of that type at a path.
func (a answer) in(path string, t types.Type) answer {
	return a.each(func(r Root) (Root, bool) { return r.in(path, t), true })
}

// held is the answer for the address of a variable that has a value of that type at a path.
func (a answer) held(path string, t types.Type) answer {
	return a.each(func(r Root) (Root, bool) { return r.held(path, t), true })
}

func (a answer) below(path string) answer {
	if path == "" {
		return a
	}
	return a.each(func(r Root) (Root, bool) { return r.below(path) })
}

// copied is the answer for a copy of the slice or map that a value refers to, which has its references.
func (a answer) copied(t types.Type) answer {
	return a.each(func(r Root) (Root, bool) {
		if r = r.loaded().held("", elementOf(t)); !refersItself(elementOf(t)) {
			r.Copied = true
		}
		return r, true
	})
}

// ofStruct is the answer for a value of a type that was loaded: a struct is a copy, but not of what it points to.
func (a answer) ofStruct(t types.Type) answer {
	if param := ir.TypeParam(t); param != nil {
		return a.ofParam(param)
	}
	if !ir.IsStruct(t) || kube.IsEvent(t) {
		return a
	}
	return a.each(func(r Root) (Root, bool) {
		r.Copied = r.Copied || !r.carried()
		return r, true
	})
}

// carried tells whether a value is a struct that has a pointer to the root, and nothing of it itself.
func (r Root) carried() bool { return r.at != "" && r.Path == "" }

// elementOf returns the type of the elements of a slice or map.
func elementOf(t types.Type) types.Type {
	switch t := t.Underlying().(type) {
	case *types.Slice:
		return t.Elem()
	case *types.Map:
		return t.Elem()
	}
	return types.Typ[types.Invalid]
}

// refersItself tells whether values of a type are references, to objects for all that is known.
func refersItself(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Interface:
		return true
	}
	return false
}

func compareRoots(a, b Root) int {
	return cmp.Or(comparePos(a, b), cmp.Compare(a.Path, b.Path), cmp.Compare(a.shift, b.shift), cmp.Compare(a.floor, b.floor), flow.CompareBools(a.Copied, b.Copied), flow.CompareBools(a.part, b.part), cmp.Compare(a.at, b.at), cmp.Compare(a.lacks, b.lacks), flow.CompareBools(a.typed, b.typed), cmp.Compare(a.as, b.as), cmp.Compare(a.copies, b.copies), cmp.Compare(a.needs.True, b.needs.True), cmp.Compare(a.needs.False, b.needs.False))
}

func comparePos(a, b Root) int {
	switch {
	case a.Source != nil && b.Source != nil:
		return cmp.Or(cmp.Compare(a.Source.Pos, b.Source.Pos), cmp.Compare(a.Source.Kind, b.Source.Kind), cmp.Compare(a.Source.Where, b.Source.Where))
	case a.Source != nil:
		return -1
	case b.Source != nil:
		return 1
	case a.Param == b.Param:
		return 0
	}
	return cmp.Or(cmp.Compare(a.Param.Pos(), b.Param.Pos()), cmp.Compare(ir.ParamIndex(a.Param), ir.ParamIndex(b.Param)),
		cmp.Compare(a.Param.Parent().String(), b.Param.Parent().String()))
}

// Fields returns a path as one writes it: without embedded metadata, elements, and the fields of events that hold the
// objects. Of a type that contains itself, what is changed may be at any depth: the path ends where it comes round.
func Fields(path string) string {
	var out []string
	for n, step := range strings.Split(path, ".") {
		if round := slices.Index(out, step); round > 0 && strings.Count(path, ".")+1 >= maxSteps {
			return strings.Join(out[:round], ".")
		}
		switch step {
		case "", "ObjectMeta", "TypeMeta", "ListMeta", ir.Element:
		default:
			if n > 0 || !kube.IsEventObject(step) {
				out = append(out, step)
			}
		}
	}
	return strings.Join(out, ".")
}
