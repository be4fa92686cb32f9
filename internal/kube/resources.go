package kube

// resourceArgs are what has the objects of any resource: where the schema.GroupVersionResource is among the arguments, the receiver
// not counted (client-go, all versions).
var resourceArgs = map[Symbol]int{
	{dynamicPkg, "Interface", "Resource"}:                                                       0,
	{metadataPkg, "Interface", "Resource"}:                                                      0,
	{"k8s.io/client-go/dynamic/dynamicinformer", "DynamicSharedInformerFactory", "ForResource"}: 0,
	{"k8s.io/client-go/metadata/metadatainformer", "SharedInformerFactory", "ForResource"}:      0,
	{"k8s.io/client-go/informers", "SharedInformerFactory", "ForResource"}:                      0,
	{"k8s.io/client-go/dynamic/dynamicinformer", "", "NewFilteredDynamicInformer"}:              1,
	{"k8s.io/client-go/metadata/metadatainformer", "", "NewFilteredMetadataInformer"}:           1,
	{dynamicList, "", "New"}:  1,
	{metadataList, "", "New"}: 1,
}

// ResourceArg returns which argument of s is the schema.GroupVersionResource of the objects that a client, an informer or a lister
// for any resource has which s returns; false if s returns none.
func ResourceArg(s Symbol) (arg int, ok bool) {
	arg, ok = resourceArgs[s]
	return arg, ok
}

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
