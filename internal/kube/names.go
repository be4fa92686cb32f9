package kube

import (
	"slices"
	"strings"
)

// The rules of this file go by the words of an identifier, and say what a function, a variable or a folder of that name
// is usually for. They are the last resort: for functions whose body can't be seen and that no table has, for readers
// of which it can't be seen where they come from, and for the folders of a module.

// getterNames are of functions that only look at what they are given; what is about defaults may well fill them in.
var getterNames = nameRule{
	first: []string{"get", "find", "load", "fetch", "is", "has", "format", "key"}, more: true,
	not: []string{"orcreate", "orupdate", "andcreate", "andupdate", "andset", "andpatch", "anddelete", "defaults"},
}

// IsGetter tells whether a function of that name only looks at what it is given.
func IsGetter(name string) bool { return getterNames.takes(name) }

// randomNames are of functions that return something else each time: what is made up, or the time.
var randomNames = []nameRule{
	{first: []string{"gen", "generate"}},
	{has: []string{"rand", "random", "unique", "uuid", "suffix", "next", "now", "timestamp"}},
}

func isRandomName(name string) bool { return takenBy(name, randomNames...) }

// secretNames are of functions that make up what is kept then, or say in short what something has in it.
var secretNames = nameRule{has: []string{
	"password", "passwd", "credential", "credentials", "token", "cert", "certs", "certificate", "keypair", "hash", "hashed", "digest", "checksum",
}}

// MakesUp tells whether a function of that name makes up what is kept then, such as passwords and certificates, or a hash.
func MakesUp(name string) bool { return isRandomName(name) || secretNames.takes(name) }

// liveNames are of readers that ask the API server.
var liveNames = nameRule{has: []string{"apireader", "uncached", "noncached", "notcached", "nocache", "live", "direct"}}

// LiveName tells whether a reader's name says that it reads from the API server.
func LiveName(name string) bool { return liveNames.takes(name) }

// otherClusterNames are of clients of clusters that a program looks after, and does not run in.
var otherClusterNames = nameRule{has: []string{
	"remote", "shoot", "workload", "spoke", "member", "guest", "tenant", "downstream", "upstream", "target", "hosted", "virtual", "vcluster",
}}

// OtherClusterName tells whether a client's name says that it is one of another cluster than the program's own.
func OtherClusterName(name string) bool { return otherClusterNames.takes(name) }

// Functions that add finalizers, controllerutil.AddFinalizer (controller-runtime, all versions) and what authors call
// their own, and those that look at them or take them away: ContainsFinalizer and RemoveFinalizer.
var (
	finalizers        = []string{"finalizer", "finalizers"}
	finalizerAdders   = nameRule{first: []string{"add", "ensure", "set", "attach"}, has: finalizers}
	finalizerHandlers = nameRule{first: []string{"contains", "has", "get", "remove", "delete"}, has: finalizers}
)

// IsFinalizerName tells whether a function of that name adds a finalizer.
func IsFinalizerName(name string) bool { return finalizerAdders.takes(name) }

// IsAboutFinalizers tells whether a function of that name looks at an object's finalizers or changes them.
func IsAboutFinalizers(name string) bool { return takenBy(name, finalizerAdders, finalizerHandlers) }

// deletionNames are of functions that say that an object is being deleted.
var deletionNames = nameRule{
	first: []string{"is"},
	has:   []string{"delete", "deleted", "deleting", "deletion", "terminate", "terminated", "terminating", "termination"},
}

// IsDeletionName tells whether a function of that name says that an object is being deleted.
func IsDeletionName(name string) bool { return deletionNames.takes(name) }

// ownerNames are of functions that set owner references: SetControllerReference, SetOwnerReference (controller-runtime
// pkg/controller/controllerutil, all versions) and what authors call their own.
var ownerNames = nameRule{
	first: []string{"set", "add"},
	has:   []string{"ownerref", "ownerrefs", "ownerreference", "ownerreferences", "controllerref", "controllerreference"},
}

// IsOwnerName tells whether a function of that name sets owner references.
func IsOwnerName(name string) bool { return ownerNames.takes(name) }

// diffNames are of functions that make a patch of two states of an object: client.MergeFrom and kin
// (controller-runtime, all versions), jsonpatch.CreateMergePatch, strategicpatch.CreateTwoWayMergePatch, and what
// authors call their own.
var diffNames = []nameRule{
	{first: []string{"mergefrom", "strategicmergefrom"}},
	{first: []string{"create", "generate", "make", "get", "new", "build", "calc", "calculate", "compute"}, has: []string{"patch", "patches"}},
}

// IsDiffName tells whether a function of that name makes a patch of two states of an object.
func IsDiffName(name string) bool { return takenBy(name, diffNames...) }

// standInNames are of types that stand in for others in tests.
var standInNames = nameRule{has: []string{"fake", "mock", "stub", "noop"}}

// IsStandIn tells whether a type of that name stands in for another in tests.
func IsStandIn(name string) bool { return standInNames.takes(name) }

// isListerName tells whether a type of that name may be a lister, which lister-gen makes wherever the user wants it. Its
// methods must have the shape too.
func isListerName(name string) bool {
	words := Words(name)
	return len(words) > 0 && words[len(words)-1] == "lister"
}

// logNames are of the methods by which loggers log, whoever declares them.
var logNames = []string{
	"debug", "debugf", "debugln", "debugw", "info", "infof", "infoln", "infow", "warn", "warnf", "warnln", "warnw",
	"warning", "warningf", "warningln", "warningw", "noticef", "criticalf",
	"error", "errorf", "errorln", "errorw", "trace", "tracef", "traceln", "tracew", "log", "logf", "logln", "logw", "print", "printf", "println",
}

// loggerNames are of the methods of loggers, whoever declares them.
var loggerNames = nameRule{first: slices.Concat(logNames, []string{"with"})}

// IsLoggerName tells whether a method of that name is one of a logger, or gives one more to say.
func IsLoggerName(name string) bool { return loggerNames.takes(name) }

// quietNames are of the methods and functions of loggers, meters and getters wherever they are declared: what has such
// a name and is not known is taken for quiet, so that a handler which only logs through its author's own logger does
// not look as if it did something.
var quietNames = nameRule{first: slices.Concat(logNames, []string{
	"fatal", "fatalf", "fatalln", "fatalw", "panic", "panicf", "panicln", "panicw",
	"verbose", "with", "v", "enabled", "inc", "observe", "lock", "unlock", "rlock", "runlock",
	"is", "has", "get", "should", "can", "need", "contains", "equal", "match", "string", "len",
	"deepcopy", "key", "name", "namespace", "lister", "list", "load", "since", "now", "done", "err", "value",
})}

// Folders in which code of commands and tools, of tests, and of examples, lies. That of kubectl's plugins is called kubectl-NAME.
var (
	commandFolders = map[string]bool{
		"cmd": true, "cli": true, "hack": true, "tools": true, "tool": true, "kubectl": true, "ctl": true, "migration": true, "migrations": true,
	}
	testFolders = map[string]bool{
		"test": true, "tests": true, "testing": true, "testutil": true, "testutils": true, "testhelper": true, "testhelpers": true,
		"testlib": true, "fake": true, "fakes": true, "envtest": true, "e2etest": true, "e2etests": true, "e2eutil": true, "e2eutils": true,
	}
	exampleFolders = map[string]bool{
		"example": true, "examples": true, "_examples": true, "sample": true, "samples": true, "demo": true, "demos": true,
	}
	pluginFolders = nameRule{first: []string{"kubectl"}}
	e2eFolders    = nameRule{first: []string{"e2e"}}
)

// IsCommandFolder tells whether code of commands and tools lies in a folder of that name.
func IsCommandFolder(name string) bool { return commandFolders[name] || pluginFolders.takes(name) }

// IsExampleFolder tells whether programs that show how a library is used lie in a folder of that name.
func IsExampleFolder(name string) bool { return exampleFolders[strings.ToLower(name)] }

// IsTestImport tells whether only tests, and helpers for them, import a package.
func IsTestImport(path string) bool {
	switch path {
	case "testing", "github.com/onsi/gomega", "github.com/onsi/ginkgo", "github.com/onsi/ginkgo/v2":
		return true
	}
	return false
}

// IsTestFolder tells whether code of tests lies in a folder of that name.
func IsTestFolder(name string) bool {
	name = strings.ToLower(name)
	return testFolders[name] || e2eFolders.takes(name)
}

// Folders returns the names of the folders between the root of a module and one of its packages. What the module itself
// is called says nothing of the package. Where the module is not known, or is another's, the first three elements of
// the path are left out, which may be its name: github.com/NAME/MODULE.
func Folders(pkg, module string) []string {
	if pkg == module {
		return nil
	}
	if below, ok := strings.CutPrefix(pkg, module+"/"); ok && module != "" {
		return strings.Split(below, "/")
	}
	elements := strings.Split(pkg, "/")
	return elements[min(3, len(elements)):]
}
