package kube

import "go/types"

// IsGroupVersionResource tells whether t is schema.GroupVersionResource (apimachinery, all versions): what returns a client, an informer
// or a lister for any resource is given one.
func IsGroupVersionResource(t types.Type) bool { return isType(t, schemaPkg, "GroupVersionResource") }

// ofResource are the methods that return a client, an informer or a lister of the same resource as their receiver's (client-go, all
// versions).
var ofResource = map[Symbol]bool{
	{dynamicPkg, "NamespaceableResourceInterface", "Namespace"}: true,
	{metadataPkg, "Getter", "Namespace"}:                        true,
	{"k8s.io/client-go/informers", "GenericInformer", "Lister"}: true,
	{toolsCache, "GenericLister", "ByNamespace"}:                true,
	{dynamicList, "Lister", "Namespace"}:                        true,
	{metadataList, "Lister", "Namespace"}:                       true,
}

// OfResource tells whether s returns a client, an informer or a lister of the same resource as its receiver's.
func OfResource(s Symbol) bool { return ofResource[s] }
