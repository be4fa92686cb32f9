package kube

import "strings"

// resyncs are the functions and methods of client-go (all versions) that are given the period after which an informer hands
// all objects to its handlers' update functions again, with the argument that is it.
var resyncs = map[Symbol]int{
	{toolsCache, "", "NewSharedInformer"}:                                                       2,
	{toolsCache, "", "NewSharedIndexInformer"}:                                                  2,
	{toolsCache, "", "NewInformer"}:                                                             2,
	{toolsCache, "", "NewIndexerInformer"}:                                                      2,
	{toolsCache, "SharedInformer", "AddEventHandlerWithResyncPeriod"}:                           1,
	{"k8s.io/client-go/dynamic/dynamicinformer", "", "NewDynamicSharedInformerFactory"}:         1,
	{"k8s.io/client-go/dynamic/dynamicinformer", "", "NewFilteredDynamicSharedInformerFactory"}: 1,
}

// generatedFactories are the makers of factories that client-gen's informer-gen writes, in packages of everybody's; the
// second argument is the period.
var generatedFactories = map[string]bool{"NewSharedInformerFactory": true, "NewSharedInformerFactoryWithOptions": true, "NewFilteredSharedInformerFactory": true}

// ResyncArg returns the argument of s that is the period after which an informer hands all objects to its handlers' update
// functions again, -1 if it has none.
func ResyncArg(s Symbol) int {
	if n, ok := resyncs[s]; ok {
		return n
	}
	if s.Recv == "" && generatedFactories[s.Name] && (strings.HasSuffix(s.Pkg, "/informers") || strings.HasSuffix(s.Pkg, "/externalversions") || strings.HasSuffix(s.Pkg, "/metadatainformer")) {
		return 1
	}
	return -1
}

// KeepsResync tells whether the option of that name, of a factory that informer-gen writes, leaves the period as it is.
func KeepsResync(option string) bool {
	return option == "WithTweakListOptions" || option == "WithNamespace" || option == "WithTransform" || option == "WithInformerName"
}

// IsUpdateRole tells whether the field or method of that name is what an informer's handler is called by for updates, resyncs
// among them: with the old object and the new one.
func IsUpdateRole(name string) bool { return name == "UpdateFunc" || name == "OnUpdate" }

// IsDeleteRole tells whether it is that for deletes.
func IsDeleteRole(name string) bool { return name == "DeleteFunc" || name == "OnDelete" }
