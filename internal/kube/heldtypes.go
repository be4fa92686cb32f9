package kube

import (
	"go/types"
	"slices"
)

// genericInformers are what makes informers for any resource that hold objects of one type (client-go, all versions): its package
// and name.
var genericInformers = map[Symbol][2]string{
	{"k8s.io/client-go/metadata/metadatainformer", "SharedInformerFactory", "ForResource"}:      {metaV1, "PartialObjectMetadata"},
	{"k8s.io/client-go/metadata/metadatainformer", "", "NewFilteredMetadataInformer"}:           {metaV1, "PartialObjectMetadata"},
	{"k8s.io/client-go/dynamic/dynamicinformer", "DynamicSharedInformerFactory", "ForResource"}: {unstructPkg, "Unstructured"},
	{"k8s.io/client-go/dynamic/dynamicinformer", "", "NewFilteredDynamicInformer"}:              {unstructPkg, "Unstructured"},
}

// genericFactories are what makes their factories (client-go, all versions).
var genericFactories = map[Symbol]bool{
	{"k8s.io/client-go/metadata/metadatainformer", "", "NewSharedInformerFactory"}:              true,
	{"k8s.io/client-go/metadata/metadatainformer", "", "NewFilteredSharedInformerFactory"}:      true,
	{"k8s.io/client-go/dynamic/dynamicinformer", "", "NewDynamicSharedInformerFactory"}:         true,
	{"k8s.io/client-go/dynamic/dynamicinformer", "", "NewFilteredDynamicSharedInformerFactory"}: true,
}

// HeldByGeneric returns the type of the objects of the informers for any resource that s makes, which pkg names; nil if it makes none,
// or if the package doesn't import the type.
func HeldByGeneric(s Symbol, pkg *types.Package) types.Type {
	held, ok := genericInformers[s]
	if !ok {
		return nil
	}
	for _, imp := range pkg.Imports() {
		if Path(imp.Path()) != held[0] {
			continue
		}
		if obj, ok := imp.Scope().Lookup(held[1]).(*types.TypeName); ok {
			return types.NewPointer(obj.Type())
		}
	}
	return nil
}

// MakesInformers tells whether s makes informers for any resource of client-go's, or a factory of them: what it makes isn't told yet
// what to make of what it holds, but for what others tell the same factory.
func MakesInformers(s Symbol) bool {
	_, generic := genericInformers[s]
	return generic || genericFactories[s]
}

// IsTransform tells whether t is cache.TransformFunc, which makes what an informer holds of what the API server sends (client-go
// tools/cache, from 0.23).
func IsTransform(t types.Type) bool { return isType(t, toolsCache, "TransformFunc") }

// leadsTo are the methods of informers that can be told what to make of what they hold, and of what has or makes such (client-go, all
// versions; SetTransform from 0.23).
var leadsTo = []string{"SetTransform", "Informer", "ForResource"}

// LeadsToInformers tells whether a value of type t is an informer that can be told what to make of what it holds, or has or makes such.
func LeadsToInformers(t types.Type) bool {
	return slices.ContainsFunc(leadsTo, func(method string) bool {
		found, _, _ := types.LookupFieldOrMethod(t, false, nil, method)
		_, ok := found.(*types.Func)
		return ok
	})
}
