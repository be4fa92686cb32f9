package kube

import (
	"slices"
	"testing"
)

// Each rule is tested on what it takes, and on what it leaves, though a part of a word looks like it.
func TestNames(t *testing.T) {
	for _, test := range []struct {
		what string
		is   func(string) bool
		yes  []string
		no   []string
	}{
		{
			"a getter", IsGetter,
			[]string{"GetPod", "getPod", "findOwner", "LoadConfig", "fetchState", "isReady", "HasLabel", "formatName", "keyOf", "GetIDs", "isSSA"},
			[]string{"issueData", "hashData", "Get", "is", "getter", "keyedBy", "keystore", "founder", "loader", "isolate", "formatted", "getOrCreateConfigMap", "hasteData", "fetchDefaults"},
		},
		{
			"to hand out a cache", HandsOutCache,
			[]string{"Lister", "GetIndexer", "GetStore"},
			[]string{"ListerFor", "Listers", "NewLister", "lister", "GetStorage", "GetIndexers", "Store", "Informer"},
		},
		{
			"random", func(name string) bool { return IsRandom(Symbol{Pkg: "example.com/p", Name: name}) },
			[]string{"RandomName", "GenPVCName", "GenerateName", "UniqueName", "nextName", "newUUID", "nameWithSuffix", "NowString", "rand4", "nameNow"},
			[]string{"ConfigName", "ToMCResourceName", "nameOf", "OperandName", "UnknownName", "brandName", "genericName", "generationOf", "contextName", "knownName", "grandParent"},
		},
		{
			"to make up what is kept", MakesUp,
			[]string{"generatePassword", "newToken", "signCertificate", "hashOf", "ConfigHash", "randomKey", "checksum"},
			[]string{"passwordless", "tokenize", "certainly", "rehashing", "digestible", "desiredSpec", "serviceFor", "credentialed"},
		},
		{
			"live", LiveName,
			[]string{"APIReader", "apiReader", "mgrAPIReader", "apireader", "liveClient", "uncachedReader", "UncachedClient", "noCacheClient", "nonCachedReader", "notCached", "directClient", "Live"},
			[]string{"deliveryClient", "aliveClient", "redirectReader", "directoryClient", "livenessProbe", "cachedReader", "capiReader", "client", "reader", "olive"},
		},
		{
			"of another cluster", OtherClusterName,
			[]string{"RemoteClient", "ShootClient", "workloadClusterClient", "memberClient", "spoke", "tenantReader", "vcluster", "targetClient"},
			[]string{"client", "Client", "SeedClient", "managementClient", "membershipClient", "retargetedClient", "cachedClient", "guesstimate"},
		},
		{
			"to add a finalizer", IsFinalizerName,
			[]string{"AddFinalizer", "addFinalizers", "ensureFinalizer", "SetFinalizers", "attachFinalizer", "addMyFinalizer"},
			[]string{"RemoveFinalizer", "finalizer", "addressFinalizer", "settleFinalizer", "addLabel", "finalizerAdd", "addFinalizerless", "setupFinalizer"},
		},
		{
			"about finalizers", IsAboutFinalizers,
			[]string{"AddFinalizer", "ContainsFinalizer", "RemoveFinalizer", "GetFinalizers", "removeFinalizers", "ensureFinalizer", "attachFinalizer", "hasFinalizer", "deleteFinalizer"},
			[]string{"finalize", "Finalizer", "handleFinalizer", "AddLabel", "hashFinalizer", "getterFinalizer"},
		},
		{
			"of deletion", IsDeletionName,
			[]string{"isDeleted", "IsBeingDeleted", "isMarkedForDeletion", "isTerminating", "IsPodTerminated"},
			[]string{"isDeletable", "issueDeletion", "isReady", "deleted", "isolatedDeletion", "isTerminal", "isUndeleted"},
		},
		{
			"of owners", IsOwnerName,
			[]string{"SetControllerReference", "SetOwnerReference", "SetOwnerReferences", "addOwnerRef", "setControllerRef", "addOwnerRefs"},
			[]string{"GetOwnerReferences", "setOwner", "settleOwnerRef", "addressOwnerRef", "setCoownerRef", "removeOwnerRef"},
		},
		{
			"a patch of two states", IsDiffName,
			[]string{"MergeFrom", "MergeFromWithOptions", "StrategicMergeFrom", "CreateMergePatch", "CreateTwoWayMergePatch", "GenerateMergePatchPayload", "makePatch", "getPatches", "computePatch"},
			[]string{"Patch", "patchStatus", "MergePatch", "Dispatch", "getName", "Diff", "newDispatcher", "getDispatch", "makeshiftPatch", "buildingPatch", "mergeFromage"},
		},
		{
			"a stand-in", IsStandIn,
			[]string{"fakeClient", "MockStore", "StubClient", "noopRecorder", "NoOpRecorder", "clientFake"},
			[]string{"hammock", "stubbornClient", "snoopClient", "fakeryClient", "Client"},
		},
		{
			"a lister", isListerName,
			[]string{"PodLister", "podNamespaceLister", "Lister", "lister"},
			[]string{"blister", "Enlister", "ListerExpansion", "PodListers", ""},
		},
		{
			"a folder of commands", IsCommandFolder,
			[]string{"cmd", "tools", "kubectl", "kubectl-my-plugin", "hack"},
			[]string{"command", "toolset", "controllers", "kubectlike", "op"},
		},
		{
			"a folder of tests", IsTestFolder,
			[]string{"test", "e2e", "e2e-tests", "e2e_util", "e2etests", "testutil", "testUtils"},
			[]string{"latest", "contest", "testament", "controllers", "e2ed"},
		},
		{
			"a folder of examples", IsExampleFolder,
			[]string{"example", "examples", "_examples", "Samples", "demo"},
			[]string{"counterexample", "sampler", "democracy", "controllers"},
		},
	} {
		for _, name := range test.yes {
			if !test.is(name) {
				t.Errorf("%s is not taken to be %s", name, test.what)
			}
		}
		for _, name := range test.no {
			if test.is(name) {
				t.Errorf("%s is taken to be %s", name, test.what)
			}
		}
	}
}

// What a table has does not go by its name.
func TestIsRandom(t *testing.T) {
	for _, s := range []Symbol{
		{Pkg: "k8s.io/apimachinery/pkg/util/rand", Name: "String"}, {Pkg: "math/rand/v2", Name: "IntN"}, {Pkg: "github.com/google/uuid", Name: "NewString"},
		{Pkg: "time", Name: "Since"}, {Pkg: "time", Name: "Now"}, {Pkg: metaV1, Name: "Now"}, {Pkg: "sync/atomic", Name: "AddInt64"},
		{Pkg: "k8s.io/apiserver/pkg/storage/names", Recv: "NameGenerator", Name: "GenerateName"},
	} {
		if !IsRandom(s) {
			t.Errorf("%v is not taken to be random", s)
		}
	}
	for _, s := range []Symbol{
		{Pkg: "strings", Name: "TrimSuffix"}, {Pkg: "strings", Name: "HasSuffix"}, {Pkg: "bytes", Name: "TrimSuffix"}, {Pkg: "time", Recv: "Time", Name: "Format"},
		{Pkg: "unicode/utf8", Name: "RuneLen"}, {Pkg: "k8s.io/apimachinery/pkg/api/meta", Name: "NextOf"},
	} {
		if IsRandom(s) {
			t.Errorf("%v is taken to be random", s)
		}
	}
}

// What a package of the libraries is not known for goes by its name, as whole words.
func TestEffectOfNames(t *testing.T) {
	for name, want := range map[string]Effect{
		"IsReady": NoEffect, "GetName": NoEffect, "Infof": NoEffect, "Warning": NoEffect, "Criticalf": NoEffect, "NoticeChange": MayEffect, "CriticalSection": MayEffect, "WithValues": NoEffect, "DeepCopyObject": NoEffect, "RLock": NoEffect, "Len": NoEffect,
		"Issue": MayEffect, "Getter": MayEffect, "Logout": MayEffect, "Lends": MayEffect, "Cancel": MayEffect, "Incinerate": MayEffect, "isReady": MayEffect,
	} {
		if got := EffectOf(Symbol{Pkg: "example.com/p", Recv: "T", Name: name}); got != want {
			t.Errorf("%s: %d, want %d", name, got, want)
		}
	}
}

// Of quiet packages most functions only compute; some have others do something, or keep something.
func TestEffectOfQuiet(t *testing.T) {
	for s, want := range map[Symbol]Effect{
		{"time", "", "AfterFunc"}: MayEffect, {"time", "Timer", "Reset"}: MayEffect, {"time", "Ticker", "Reset"}: MayEffect, {"time", "Timer", "Stop"}: NoEffect, {"time", "", "Since"}: NoEffect,
		{"context", "", "AfterFunc"}: MayEffect, {"context", "", "WithCancel"}: NoEffect,
		{"sync", "Cond", "Signal"}: MayEffect, {"sync", "Cond", "Broadcast"}: MayEffect, {"sync", "Cond", "Wait"}: NoEffect, {"sync", "Mutex", "Lock"}: NoEffect,
		{"k8s.io/utils/lru", "Cache", "Add"}: MayEffect, {"k8s.io/utils/lru", "Cache", "Remove"}: MayEffect, {"k8s.io/utils/lru", "Cache", "Clear"}: MayEffect, {"k8s.io/utils/lru", "Cache", "Get"}: NoEffect,
	} {
		if got := EffectOf(s); got != want {
			t.Errorf("%v: %d, want %d", s, got, want)
		}
	}
}

// The words of a module's own path say nothing of its packages.
func TestFolders(t *testing.T) {
	for _, test := range []struct {
		pkg, module string
		want        []string
	}{
		{"example.com/tools/op", "example.com/tools/op", nil},
		{"example.com/tools/op/controllers", "example.com/tools/op", []string{"controllers"}},
		{"example.com/tools/op/cmd/run", "example.com/tools/op", []string{"cmd", "run"}},
		{"example.com/tools/operator", "example.com/tools/op", nil},
		{"op/tools", "op", []string{"tools"}},
		{"github.com/cli/tools", "", nil},
		{"github.com/cli/tools/test/e2e", "", []string{"test", "e2e"}},
		{"cmd", "", nil},
	} {
		if got := Folders(test.pkg, test.module); !slices.Equal(got, test.want) {
			t.Errorf("%s in %q: %q, want %q", test.pkg, test.module, got, test.want)
		}
	}
}

// All that asks about work queues and loggers goes by the same tables.
func TestQueuesAndLoggers(t *testing.T) {
	for _, pkg := range []string{workQueue, priorityQueue} {
		for name, want := range map[string]queueUse{"Get": takesItem, "Add": addsItem, "AddRateLimited": addsItem, "Forget": marksItem, "Len": noQueueUse} {
			s := Symbol{Pkg: pkg, Recv: "TypedInterface", Name: name}
			if TakesWork(s) != (want == takesItem) || (EffectOf(s) == HasEffect) != (want == addsItem || want == marksItem) {
				t.Errorf("%v: takes work %t, effect %d", s, TakesWork(s), EffectOf(s))
			}
		}
	}
	if !TakesWork(Symbol{Pkg: priorityQueue, Recv: "PriorityQueue", Name: "GetWithPriority"}) {
		t.Error("GetWithPriority takes no work")
	}
	for pkg, ends := range map[string]bool{"log": true, "k8s.io/klog/v2": true, "github.com/golang/glog": true, "github.com/sirupsen/logrus": true, "github.com/rs/zerolog": false, "example.com/logrotate": false} {
		fn := function(pkg, "Fatalf")
		if NeverReturns(fn) != ends {
			t.Errorf("%s.Fatalf never returns: %t", pkg, NeverReturns(fn))
		}
		if OnlyTells(fn) && ends {
			t.Errorf("%s.Fatalf only tells", pkg)
		}
		says := function(pkg, "Printf")
		if known := pkg != "example.com/logrotate"; OnlyTells(says) != known || isQuiet(pkg) != known {
			t.Errorf("%s is a logger's package: %t and %t, want %t", pkg, OnlyTells(says), isQuiet(pkg), known)
		}
	}
}

// What a function reads only is not set by it, though its name doesn't say so; an owner is not what is owned.
func TestOnlyReads(t *testing.T) {
	for s, want := range map[Symbol]bool{
		{"encoding/json", "", "Marshal"}:                  true,
		{"encoding/json", "", "Unmarshal"}:                false,
		{"fmt", "", "Sprintf"}:                            true,
		{"fmt", "", "Sscan"}:                              false,
		{crClient, "", "ObjectKeyFromObject"}:             true,
		{toolsCache, "", "MetaNamespaceKeyFunc"}:          true,
		{crUtil, "", "ContainsFinalizer"}:                 true,
		{crUtil, "", "AddFinalizer"}:                      false,
		{apimeta, "", "IsStatusConditionTrue"}:            true,
		{apimeta, "", "FindStatusCondition"}:              false, // it returns the object's own
		{apimeta, "", "Accessor"}:                         false, // what it returns is the object
		{"sort", "", "Strings"}:                           false,
		{"k8s.io/apimachinery/pkg/runtime", "", "Encode"}: false,
	} {
		if got := OnlyReads(s); got != want {
			t.Errorf("%v only reads: %t, want %t", s, got, want)
		}
	}
}
