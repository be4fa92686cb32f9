package kube

import (
	"go/token"
	"go/types"
	"testing"
)

// named returns a function of a package, or a method of a type of it.
func named(s Symbol, params ...types.Type) *types.Func {
	pkg := types.NewPackage(s.Pkg, "p")
	var vars []*types.Var
	for _, t := range params {
		vars = append(vars, types.NewVar(token.NoPos, pkg, "", t))
	}
	var recv *types.Var
	if s.Recv != "" {
		named := types.NewNamed(types.NewTypeName(token.NoPos, pkg, s.Recv, nil), types.NewStruct(nil, nil), nil)
		recv = types.NewVar(token.NoPos, pkg, "", types.NewPointer(named))
	}
	return types.NewFunc(token.NoPos, pkg, s.Name, types.NewSignatureType(recv, nil, nil, types.NewTuple(vars...), nil, false))
}

func TestMutations(t *testing.T) {
	object := types.Typ[types.UnsafePointer]
	for s, want := range map[Symbol]Mutation{
		{crUtil, "", "AddFinalizer"}:                               {Arg: 0, Field: "Finalizers"},
		{"a.b/c/vendor/" + crUtil, "", "SetOwnerReference"}:        {Arg: 1, Field: "OwnerReferences"},
		{metaV1, "ObjectMeta", "SetLabels"}:                        {Arg: Receiver, Field: "Labels"},
		{metaV1, "TypeMeta", "SetGroupVersionKind"}:                {Arg: Receiver, Field: "Kind"},
		{unstructPkg, "Unstructured", "SetUnstructuredContent"}:    {Arg: Receiver},
		{apimeta, "MetadataAccessor", "SetLabels"}:                 {Arg: 0, Field: "Labels"},
		{crClient, "Writer", "Update"}:                             {Arg: 1, Reply: true},
		{crClient, "SubResourceWriter", "Patch"}:                   {Arg: 1, Reply: true, Opts: 3},
		{crClient, "SubResourceWriter", "Create"}:                  {Arg: 2, Reply: true},
		{crClient, "SubResourceReader", "Get"}:                     {Arg: 2, Reply: true},
		{crUtil, "", "CreateOrUpdate"}:                             {Arg: 2, Reply: true},
		{"golang.org/x/exp/slices", "", "SortFunc"}:                {Arg: 0, Settles: true},
		{"a.b/api/v1", "Spec", "DeepCopyInto"}:                     {Arg: 0},
		{"sigs.k8s.io/cluster-api/util/conditions", "", "Set"}:     {Arg: 0, Field: "Status.Conditions"},
		{"github.com/fluxcd/pkg/runtime/conditions", "", "Delete"}: {Arg: 0, Field: "Status.Conditions"},
	} {
		if got, ok := MutationOf(named(s, object)); !ok || got != want {
			t.Errorf("%v changes %+v, want %+v", s, got, want)
		}
	}
	for _, s := range []Symbol{
		{crUtil, "", "ContainsFinalizer"}, {metaV1, "ObjectMeta", "GetLabels"}, {crClient, "Writer", "Delete"}, {crClient, "Writer", "Apply"},
		{"a.b/conditions", "", "Set"}, {"a.b/c", "Store", "SetLabels"}, {"slices", "", "Clone"}, {"a.b/api/v1", "Spec", "DeepCopy"},
		{"k8s.io/client-go/dynamic", "ResourceInterface", "Update"}, {toolsCache, "Store", "Get"},
	} {
		if got, ok := MutationOf(named(s, object)); ok {
			t.Errorf("%v changes %+v, want nothing", s, got)
		}
	}
	if got, ok := MutationOf(nil); ok {
		t.Errorf("nothing changes %+v", got)
	}
}
