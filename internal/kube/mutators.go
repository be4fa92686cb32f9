package kube

import (
	"go/types"
	"path"
	"strings"
)

// A Mutation is what a call of a library's function changes in one of its arguments.
type Mutation struct {
	Arg   int    // the argument, counted without the receiver, or Receiver
	Field string // what of an object is changed: Finalizers, Labels, Status; empty for all that the argument refers to
	// Inside says that what that refers to is changed too: the elements of a slice, the entries of a map.
	Inside bool
	// Key is the argument that is the key of the entry which is changed, counted as Arg; 0 if none is.
	Key int
	// Reply says that the server's answer is written into the object, which replaces all of it. Opts are the call's options
	// if one of them may be a body, which gets the answer then; 0 if none can.
	Reply bool
	Opts  int
	// Settles says that what the argument refers to is the same after each call, and that another one changes nothing:
	// elements are put in order, defaults are filled in.
	Settles bool
}

// all is a mutation of whatever an argument refers to.
func all(arg int) Mutation { return Mutation{Arg: arg} }

const (
	runtimePkg = "k8s.io/apimachinery/pkg/runtime"
	yamlUtil   = "k8s.io/apimachinery/pkg/util/yaml"
)

// mutators are the functions, methods and function variables that change an argument, each with its one mutation. Where
// no version is named, all have it. The other arguments are only read.
var mutators = map[Symbol]Mutation{
	{crUtil, "", "AddFinalizer"}:             {Arg: 0, Field: "Finalizers"},
	{crUtil, "", "AddFinalizerWithError"}:    {Arg: 0, Field: "Finalizers"}, // to 0.8
	{crUtil, "", "RemoveFinalizer"}:          {Arg: 0, Field: "Finalizers"},
	{crUtil, "", "RemoveFinalizerWithError"}: {Arg: 0, Field: "Finalizers"}, // to 0.8
	{crFinalizer, "Finalizer", "Finalize"}:   {Arg: 1, Field: "Finalizers"}, // from 0.9; Finalizers has it too

	{crUtil, "", "SetControllerReference"}:    {Arg: 1, Field: "OwnerReferences"},
	{crUtil, "", "SetOwnerReference"}:         {Arg: 1, Field: "OwnerReferences"},
	{crUtil, "", "RemoveControllerReference"}: {Arg: 1, Field: "OwnerReferences"}, // from 0.15
	{crUtil, "", "RemoveOwnerReference"}:      {Arg: 1, Field: "OwnerReferences"}, // from 0.15
	{crRoot, "", "SetControllerReference"}:    {Arg: 1, Field: "OwnerReferences"}, // a variable
	{crRoot, "", "SetOwnerReference"}:         {Arg: 1, Field: "OwnerReferences"}, // a variable

	{apimeta, "", "SetStatusCondition"}:    {Arg: 0, Inside: true}, // from apimachinery 0.19
	{apimeta, "", "RemoveStatusCondition"}: all(0),                 // from apimachinery 0.19
	{apimeta, "", "SetList"}:               {Arg: 0, Field: "Items"},
	{metaV1, "", "SetMetaDataAnnotation"}:  {Arg: 0, Field: "Annotations", Inside: true, Key: 1},
	{metaV1, "", "SetMetaDataLabel"}:       {Arg: 0, Field: "Labels", Inside: true, Key: 1}, // from apimachinery 0.20
	{metaV1, "", "AddLabelToSelector"}:     all(0),

	{schemaPkg, "ObjectKind", "SetGroupVersionKind"}: {Arg: Receiver, Field: "Kind"},

	{unstructPkg, "", "SetNestedField"}:                            all(0),
	{unstructPkg, "", "SetNestedMap"}:                              all(0),
	{unstructPkg, "", "SetNestedSlice"}:                            all(0),
	{unstructPkg, "", "SetNestedStringMap"}:                        all(0),
	{unstructPkg, "", "SetNestedStringSlice"}:                      all(0),
	{unstructPkg, "", "RemoveNestedField"}:                         all(0),
	{unstructPkg, "Unstructured", "UnmarshalJSON"}:                 all(Receiver),
	{unstructPkg, "UnstructuredList", "UnmarshalJSON"}:             all(Receiver),
	{runtimePkg, "UnstructuredConverter", "FromUnstructured"}:      all(1),
	{runtimePkg, "", "SetZeroValue"}:                               all(0),
	{runtimePkg, "", "DecodeInto"}:                                 all(2),
	{runtimePkg, "Decoder", "Decode"}:                              all(2),
	{runtimePkg, "Scheme", "Default"}:                              {Arg: 0, Settles: true},
	{runtimePkg, "ObjectDefaulter", "Default"}:                     {Arg: 0, Settles: true},
	{runtimePkg, "Scheme", "Convert"}:                              all(1),
	{runtimePkg, "ObjectConvertor", "Convert"}:                     all(1),
	{"k8s.io/apimachinery/pkg/util/json", "", "Unmarshal"}:         all(1),
	{yamlUtil, "", "Unmarshal"}:                                    all(1), // from apimachinery 0.21
	{yamlUtil, "YAMLOrJSONDecoder", "Decode"}:                      all(0),
	{"encoding/json", "", "Unmarshal"}:                             all(1),
	{"encoding/json", "Decoder", "Decode"}:                         all(0),
	{"sigs.k8s.io/yaml", "", "Unmarshal"}:                          all(1),
	{"sigs.k8s.io/yaml", "", "UnmarshalStrict"}:                    all(1),
	{"sigs.k8s.io/json", "", "UnmarshalCaseSensitivePreserveInts"}: all(1),
	{"dario.cat/mergo", "", "Merge"}:                               all(0),
	{"dario.cat/mergo", "", "MergeWithOverwrite"}:                  all(0),
	{"github.com/imdario/mergo", "", "Merge"}:                      all(0),
	{"github.com/imdario/mergo", "", "MergeWithOverwrite"}:         all(0),

	{"sort", "", "Slice"}:       {Arg: 0, Settles: true},
	{"sort", "", "SliceStable"}: {Arg: 0, Settles: true},
	{"sort", "", "Sort"}:        {Arg: 0, Settles: true},
	{"sort", "", "Stable"}:      {Arg: 0, Settles: true},
	{"sort", "", "Strings"}:     {Arg: 0, Settles: true},
	{"sort", "", "Ints"}:        {Arg: 0, Settles: true},
	{"maps", "", "Copy"}:        all(0),
	{"maps", "", "DeleteFunc"}:  all(0),
	{"maps", "", "Insert"}:      all(0),

	{"slices", "", "Sort"}:           {Arg: 0, Settles: true},
	{"slices", "", "SortFunc"}:       {Arg: 0, Settles: true},
	{"slices", "", "SortStableFunc"}: {Arg: 0, Settles: true},
	{"slices", "", "Reverse"}:        all(0),
	{"slices", "", "Delete"}:         all(0),
	{"slices", "", "DeleteFunc"}:     all(0),
	{"slices", "", "Compact"}:        {Arg: 0, Settles: true},
	{"slices", "", "CompactFunc"}:    all(0),
	{"slices", "", "Replace"}:        all(0),

	{"github.com/openshift/library-go/pkg/operator/resource/resourcemerge", "", "EnsureObjectMeta"}:    all(1),
	{"github.com/openshift/library-go/pkg/operator/v1helpers", "", "SetOperatorCondition"}:             {Arg: 0, Inside: true},
	{"github.com/openshift/library-go/pkg/operator/v1helpers", "", "RemoveOperatorCondition"}:          all(0),
	{"github.com/openshift/library-go/pkg/config/clusteroperator/v1helpers", "", "SetStatusCondition"}: {Arg: 0, Inside: true},
	{"github.com/openshift/custom-resource-status/conditions/v1", "", "SetStatusCondition"}:            {Arg: 0, Inside: true},
	{"k8s.io/kubernetes/pkg/api/v1/pod", "", "UpdatePodCondition"}:                                     all(0),
	{"sigs.k8s.io/cluster-api/util/annotations", "", "AddAnnotations"}:                                 {Arg: 0, Field: "Annotations", Inside: true},
}

// Decodes tells whether s makes of its first argument, a text in JSON or YAML, what another one points to.
func Decodes(s Symbol) bool {
	_, known := mutators[s]
	return known && s.Recv == "" && strings.HasPrefix(s.Name, "Unmarshal")
}

// decoders are functions and methods that make an object of a text, which is the argument with that index.
var decoders = map[Symbol]int{
	{runtimePkg, "", "Decode"}:        1,
	{runtimePkg, "Decoder", "Decode"}: 0,
}

// DecodedBy returns the index of the argument of s that is a text of which it returns the object as its first result; false if it
// returns none.
func DecodedBy(s Symbol) (arg int, ok bool) {
	arg, ok = decoders[s]
	return arg, ok
}

// FiltersBy returns the index of the argument of s that tells which elements it leaves out of the slice that is its first argument,
// which it changes and returns; false if it leaves out none (standard library, from Go 1.21).
func FiltersBy(s Symbol) (arg int, ok bool) {
	s = original(s)
	return 1, s.Pkg == "slices" && (s.Name == "DeleteFunc" || s.Name == "CompactFunc")
}

// sortedTests are functions that tell whether their first argument is sorted.
var sortedTests = map[Symbol]bool{
	{"sort", "", "IsSorted"}: true, {"sort", "", "SliceIsSorted"}: true, {"sort", "", "StringsAreSorted"}: true, {"sort", "", "IntsAreSorted"}: true,
	{"slices", "", "IsSorted"}: true, {"slices", "", "IsSortedFunc"}: true,
}

// TestsSorted tells whether s tells if its first argument is sorted.
func TestsSorted(s Symbol) bool { return sortedTests[original(s)] }

// copied are packages whose functions are in the tables under the name of the one that they became.
var copied = map[string]string{"golang.org/x/exp/slices": "slices", "golang.org/x/exp/maps": "maps"}

// original returns the symbol by which the tables know s.
func original(s Symbol) Symbol {
	if pkg := copied[s.Pkg]; pkg != "" {
		s.Pkg = pkg
	}
	return s
}

// conditionSetters are the functions of packages named conditions, of cluster-api and of fluxcd/pkg/runtime, that set a
// condition of the object that is their first argument.
var conditionSetters = map[string]bool{
	"Set": true, "Delete": true, "MarkTrue": true, "MarkFalse": true, "MarkUnknown": true, "MarkStalled": true, "MarkReconciling": true,
	"SetSummary": true, "SetMirror": true, "SetAggregate": true, "SetSummaryCondition": true, "SetMirrorCondition": true, "SetAggregateCondition": true,
}

// MutationOf returns what a call of obj, a function, method or function variable, changes in an argument; false if it
// is not known to change any. A client's operations are among them which write the server's answer into an object. Of
// those that are known, the other arguments are not changed.
func MutationOf(obj types.Object) (Mutation, bool) {
	s := original(SymbolOf(obj))
	if m, ok := mutators[s]; ok {
		return m, true
	}
	switch {
	case obj == nil:
		return Mutation{}, false
	case s.Recv != "":
		return methodMutation(s, obj)
	case conditionSetters[s.Name] && isConditionsPackage(s.Pkg):
		return Mutation{Arg: 0, Field: "Status.Conditions"}, true
	}
	if op, ok := operations[s]; ok && op.Verb >= VerbCreateOrUpdate {
		return Mutation{Arg: op.Object, Reply: true}, true
	}
	return Mutation{}, false
}

// IsOfCondition tells whether a call of obj changes the conditions in its first argument, and the second one is the
// condition or its type.
func IsOfCondition(obj types.Object) bool {
	s := SymbolOf(obj)
	return s == Symbol{apimeta, "", "SetStatusCondition"} || s == Symbol{apimeta, "", "RemoveStatusCondition"} ||
		s.Recv == "" && conditionSetters[s.Name] && isConditionsPackage(s.Pkg)
}

func isConditionsPackage(pkg string) bool {
	dir, name := path.Split(pkg)
	if IsAPIVersion(name) {
		name = path.Base(dir)
	}
	return name == "conditions" && (strings.HasPrefix(pkg, "sigs.k8s.io/cluster-api/util/") || strings.HasPrefix(pkg, "github.com/fluxcd/pkg/runtime/"))
}

// IsBodyOption tells whether obj makes the option of a subresource's write that gives it a body of its own, its argument
// (controller-runtime pkg/client, from 0.14).
func IsBodyOption(obj types.Object) bool {
	return SymbolOf(obj) == Symbol{crClient, "", "WithSubResourceBody"}
}

// BodyField is the field of a subresource's options that IsBodyOption's functions set.
const BodyField = "SubResourceBody"

// methodMutation knows the setters of metadata, the copies into an object, and a client's operations.
func methodMutation(s Symbol, obj types.Object) (Mutation, bool) {
	if field, ok := strings.CutPrefix(s.Name, "Set"); ok && (s.Pkg == metaV1 || s.Pkg == unstructPkg || s.Pkg == apimeta && s.Recv == "MetadataAccessor") {
		switch {
		case s.Recv == "MetadataAccessor":
			return Mutation{Arg: 0, Field: field}, true
		case s.Name == "SetUnstructuredContent":
			field = ""
		case s.Name == "SetGroupVersionKind":
			field = "Kind"
		}
		return Mutation{Arg: Receiver, Field: field}, true
	}
	fn, isFunc := obj.(*types.Func)
	if isFunc && s.Name == "DeepCopyInto" && fn.Signature().Params().Len() == 1 {
		return all(0), true
	}
	if op, ok := operations[s]; ok && op.Object >= 0 && (op.Via == Client || op.Via == Subresource) {
		m, sub := Mutation{Arg: op.Object, Reply: true}, op.Via == Subresource
		switch op.Verb {
		case VerbGet, VerbCreate:
			if sub {
				m.Arg++ // the subresource, an Eviction for one
			}
			return m, true
		case VerbUpdate, VerbPatch:
			if sub {
				m.Opts = op.Opts
			}
			return m, true
		case VerbList:
			return m, true
		}
	}
	return Mutation{}, false
}

// Reorders tells whether s does nothing to what is in a slice that it is given but to put it elsewhere there, or to leave it out
// (packages sort and slices; all but the two functions that put other elements in).
func Reorders(s Symbol) bool {
	return s.Pkg == "sort" || s.Pkg == "slices" && s.Name != "Insert" && s.Name != "Replace"
}
