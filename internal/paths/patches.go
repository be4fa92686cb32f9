package paths

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ctrllint/ctrllint/internal/domain/change"
	"github.com/ctrllint/ctrllint/internal/domain/footprint"
	"github.com/ctrllint/ctrllint/internal/domain/identity"
	"github.com/ctrllint/ctrllint/internal/flow"
	"github.com/ctrllint/ctrllint/internal/ir"
	"github.com/ctrllint/ctrllint/internal/kube"
)

// diffBase returns the object that a patch through controller-runtime's client is the difference to, or the parameter
// that is the patch or that object; nil if the write is none.
func diffBase(w *Op) ssa.Value {
	if w.Verb != kube.VerbPatch || w.remote != nil || w.Via != kube.Client && w.Via != kube.Subresource {
		return nil
	}
	return diffedWith(ir.Written(w.Call.Common(), patchArgument))
}

// patchArgument is the index of the patch among the arguments of controller-runtime's Patch.
const patchArgument = 2

// diffedWith returns the object with which client.MergeFrom and kin compare, if a value is what they return, or else
// what the value is an interface of.
func diffedWith(v ssa.Value) ssa.Value {
	v = identity.Root(v)
	if call, ok := v.(*ssa.Call); ok {
		if n := kube.DiffBase(ir.Symbol(call.Common())); n >= 0 && n < len(call.Call.Args) {
			return identity.Root(call.Call.Args[n])
		}
	}
	return v
}

// copiedFor returns the call that copied an object to be the base of its difference, or that made it as a copy of the
// base: what was set before is on both sides. Nil if there is none.
func copiedFor(object, base ssa.Value) ssa.Instruction {
	if of, call := identity.CopyOf(base); of != nil && of == object {
		return call
	}
	if of, call := identity.CopyOf(object); of != nil && of == base {
		return call
	}
	return nil
}

// patched returns what a patch by name changes, as far as its payload shows: the paths of a JSON patch, or what has
// been set in the copy of the object that the patch is the difference to. Of lists that the server may merge it isn't said which
// elements are sent: those are left out.
func (in *Info) patched(w *Op) footprint.Set {
	args, sent := w.Call.Common().Args, footprint.Whole()
	for _, arg := range args {
		if payload := in.payload(arg, layoutOf(w), w.Path, payloadDepth); payload != nil {
			sent = payload
			break
		}
	}
	if of := layoutOf(w); slices.ContainsFunc(args, mergesLists) {
		sent = maps.Clone(sent)
		maps.DeleteFunc(sent, func(path string, _ bool) bool { return of.hasKeys(path) })
	}
	return sent
}

// mergesLists tells whether an argument may be the type of a patch that the server merges into the lists of an object, element by
// element, where these have keys.
func mergesLists(arg ssa.Value) bool {
	if !kube.IsPatchType(arg.Type()) {
		return false
	}
	name, known := ir.Text(arg)
	return !known || kube.MergesLists(name)
}

// payloadDepth is how many steps a patch's payload is followed back.
const payloadDepth = 6

func (in *Info) payload(v ssa.Value, of layout, path []ssa.CallInstruction, depth int) footprint.Set {
	if depth == 0 {
		return nil
	}
	if text, ok := patchText(v, depth); ok {
		if f := jsonPaths(text, of); f != nil {
			return f
		}
		return mergePaths(text, of)
	}
	switch v := v.(type) {
	case *ssa.Convert:
		return in.payload(v.X, of, path, depth-1)
	case *ssa.Extract:
		return in.payload(v.Tuple, of, path, depth-1)
	case *ssa.UnOp:
		if set := in.lazy.SetOnce(v); set != nil {
			return in.payload(set, of, path, depth-1)
		}
	case *ssa.Parameter:
		if i := ir.Home(v, path); i > 0 {
			return in.payload(ir.ArgFor(path[i-1].Common(), v), of, path[:i], depth-1)
		}
	case *ssa.Call:
		if recv, args := ir.Receiver(v.Common()); recv != nil && len(args) == 0 {
			return in.encodedPart(recv, v, path)
		}
		if kube.EncodesJSON(ir.Symbol(v.Common())) {
			return in.encoded(ir.Unwrap(v.Call.Args[0]), of, path)
		}
		if f := in.difference(v); f != nil {
			return f
		}
		if !kube.IsDiffName(ir.CalledName(v.Common())) && !kube.IsPure(kube.SymbolOf(ir.Called(v.Common()))) {
			return nil
		}
		for _, a := range v.Call.Args {
			if mi, ok := a.(*ssa.MakeInterface); ok {
				a = mi.X
			}
			if kube.IsObject(a.Type()) && identity.IsCopy(a) {
				write := path[len(path)-1]
				return in.footprints.Edits(flow.At(a, "")).Before(write, ir.MayPrecede(write))
			}
			if f := in.payload(a, of, path, depth-1); f != nil {
				return f
			}
		}
	}
	return nil
}

// encodedPart returns what is set in a part of the copy of an object before a method makes text of it; nil if it is none.
func (in *Info) encodedPart(v ssa.Value, call *ssa.Call, path []ssa.CallInstruction) footprint.Set {
	if load, ok := v.(*ssa.UnOp); ok {
		v = load.X
	}
	of := flow.At(v, "")
	switch made := v.(type) {
	case *ssa.FieldAddr:
		of = flow.At(identity.Root(made.X), "")
	case *ssa.Call:
		addr, ok := change.CopyOf(made).(*ssa.FieldAddr)
		if !ok {
			return nil
		}
		of.Path, _ = footprint.FieldPath("", addr)
	}
	if !identity.IsCopy(of.Value) {
		return nil
	}
	live, precedes := live(call.Parent(), path), ir.MayPrecede(call)
	set := in.footprints.Edits(of).Before(call, func(instr ssa.Instruction) bool {
		return precedes(instr) && (instr.Parent() != call.Parent() || slices.Contains(live, instr.Block()))
	})
	if addr, ok := v.(*ssa.FieldAddr); ok {
		field, _ := footprint.FieldPath("", addr)
		set = set.Inside(field)
	}
	return set
}

// live returns the blocks of the function of the last call of a path that are reached with the constants which the call
// before it passes.
func live(fn *ssa.Function, path []ssa.CallInstruction) []*ssa.BasicBlock {
	return ir.LiveBy(fn, func(p *ssa.Parameter) ssa.Value {
		if len(path) < 2 || path[len(path)-1].Parent() != fn {
			return nil
		}
		return ir.ArgFor(path[len(path)-2].Common(), p)
	})
}

// rawPatch returns what a patch through controller-runtime's client sends that is made of its data, nil if it isn't, or
// the data can't be seen.
func (in *Info) rawPatch(w *Op) footprint.Set {
	if w.Verb != kube.VerbPatch || w.remote != nil || w.Object == nil {
		return nil
	}
	if call, ok := identity.Root(ir.Written(w.Call.Common(), patchArgument)).(*ssa.Call); ok {
		if n := kube.PatchData(ir.Symbol(call.Common())); n >= 0 && n < len(call.Call.Args) {
			return in.payload(call.Call.Args[n], layoutOf(w), w.Path, payloadDepth)
		}
	}
	return nil
}

// dataOf returns the same of a patch that a function of another package may do, too.
func (in *Info) dataOf(w *Op) footprint.Set {
	if w.remote != nil && w.remote.Raw {
		return footprint.Of(w.remote.Changed)
	}
	return in.rawPatch(w)
}

// unknownText stands for the parts of a patch that aren't constant: it may be a number, or in a text.
const unknownText = "0"

// patchText returns the text that a string or its bytes are made of, with unknownText for the parts that aren't constant; false if
// nothing is.
func patchText(v ssa.Value, depth int) (string, bool) {
	if depth == 0 {
		return "", false
	}
	switch v := v.(type) {
	case *ssa.Const:
		return ir.Text(v)
	case *ssa.Convert:
		return patchText(v.X, depth-1)
	case *ssa.BinOp:
		x, some := patchText(v.X, depth-1)
		y, more := patchText(v.Y, depth-1)
		if !some {
			x = unknownText
		}
		if !more {
			y = unknownText
		}
		return x + y, some || more
	case *ssa.Call:
		args := v.Call.Args
		switch ir.Symbol(v.Common()).String() {
		case "fmt.Sprintf":
			return filledIn(args[0], args[1])
		case "fmt.Appendf":
			before, _ := patchText(args[0], depth-1)
			after, ok := filledIn(args[1], args[2])
			return before + after, ok
		}
	}
	return "", false
}

// filledIn returns what a format makes of its arguments, as far as these are constant; false if it isn't known itself.
func filledIn(format, args ssa.Value) (string, bool) {
	text, ok := ir.Text(format)
	values, n := ir.Variadic(args), -1
	return verb.ReplaceAllStringFunc(text, func(verb string) string {
		out := unknownText
		if n++; n < len(values) {
			if text, known := ir.Text(ir.Unwrap(values[n])); known {
				out = text
			}
		}
		if strings.HasSuffix(verb, "q") {
			return strconv.Quote(out)
		}
		return out
	}), ok
}

var verb = regexp.MustCompile(`%[-+# 0-9.]*[a-zA-Z]`)

var jsonPath = regexp.MustCompile(`"path"\s*:\s*"/([^"]*)"`)

// jsonPaths returns the paths that a JSON patch changes, nil if the text is none, or doesn't say them all.
func jsonPaths(text string, of layout) footprint.Set {
	var f footprint.Set
	found := jsonPath.FindAllStringSubmatch(text, -1)
	if len(found) != strings.Count(text, `"path"`) {
		return nil
	}
	for _, m := range found {
		if f == nil {
			f = footprint.Set{}
		}
		field, ok := pointedAt(m[1], of)
		if !ok {
			return nil
		}
		if !strings.HasSuffix(m[1], "/-") || !of.hasKeys(field) { // to which elements are added that others don't look for
			f[field] = true
		}
	}
	return f
}

var isNameOfField = regexp.MustCompile(`^[a-zA-Z]+$`)

// pointedAt returns the path of the field to which a JSON pointer leads, without its first slash; false if what is formatted
// into it decides.
func pointedAt(pointer string, of layout) (string, bool) {
	steps := strings.Split(pointer, "/")
	metadata := steps[0] == "metadata"
	if metadata {
		steps = steps[1:min(len(steps), 3)]
	}
	switch {
	case len(steps) == 0:
		return "", true
	case strings.Contains(steps[0], "%"):
		return "", false
	case metadata && len(steps) > 1:
		return entryOf(steps[0], unescaped.Replace(steps[1])), true
	case len(steps) > 1 && isNameOfField.MatchString(steps[1]):
		return of.part(steps[0], steps[1]), true
	}
	return fieldName(steps[0]), true
}

// mergePaths returns the fields that a merge patch changes, nil if the text is none.
func mergePaths(text string, of layout) footprint.Set {
	var doc map[string]any
	if json.Unmarshal([]byte(text), &doc) != nil {
		return nil
	}
	return mergedFields(doc, of)
}

// mergedFields returns the fields that a document changes which is merged into an object; nil if it has none.
func mergedFields(doc map[string]any, of layout) footprint.Set {
	var f footprint.Set
	add := func(path string) {
		if f == nil {
			f = footprint.Set{}
		}
		f[path] = true
	}
	for name, value := range doc {
		fields, ok := value.(map[string]any)
		if name == "apiVersion" || name == "kind" {
			continue
		}
		if !ok || len(fields) == 0 {
			add(fieldName(name))
		}
		for field, value := range fields {
			entries, some := value.(map[string]any)
			switch {
			case name != "metadata":
				add(of.part(name, field))
			case !some || len(entries) == 0:
				add(fieldName(field))
			default:
				for key := range entries {
					add(entryOf(field, key))
				}
			}
		}
	}
	return f
}

// unescaped undoes what a step of a JSON pointer is written with (RFC 6901).
var unescaped = strings.NewReplacer("~1", "/", "~0", "~")

// entryOf is the path of what is in a field of the metadata: of an entry of the labels or annotations, unless the key may be put
// together; of the field, if it is another.
func entryOf(field, key string) string {
	if field != "labels" && field != "annotations" || strings.Contains(key, unknownText) || strings.Contains(key, "%") {
		return fieldName(field)
	}
	return fieldName(field) + ".[" + key + "]"
}

// fieldName is what a JSON field of an object is called in Go.
func fieldName(json string) string {
	if json == "" {
		return ""
	}
	return strings.ToUpper(json[:1]) + json[1:]
}

var jsonTest = regexp.MustCompile(`"op"\s*:\s*"test"`)

// testsPaths tells whether an operation of a JSON patch only looks at what is at its path.
func testsPaths(text string) bool { return jsonTest.MatchString(text) }
