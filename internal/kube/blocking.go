package kube

import (
	"go/types"
	"strings"
)

// A Wait is why a call may take long.
type Wait uint8

// The reasons. Forever stands for calls that return when they are told to stop.
const (
	NoWait Wait = iota
	Sleeping
	Polling
	Retrying
	Networking
	Executing
	Querying
	Joining
	Syncing
	Passing
	Forever
)

var waitWords = [...]string{
	Sleeping:   "sleeps",
	Polling:    "polls until a condition holds",
	Retrying:   "retries with pauses",
	Networking: "waits for an answer over the network",
	Executing:  "runs a process and waits for its end",
	Querying:   "waits for a database",
	Joining:    "waits for other goroutines",
	Syncing:    "waits until caches are filled",
	Passing:    "waits until another goroutine is at the other end of the channel",
	Forever:    "returns only when it is told to stop",
}

// String says in messages what the call does: "polls until a condition holds".
func (w Wait) String() string { return waitWords[w] }

const (
	restPkg  = "k8s.io/client-go/rest"
	informPk = "k8s.io/client-go/informers"
)

// waits are functions and methods of which every call waits. Standard library: all versions. Where all functions of a
// package whose names start alike wait, waitPrefixes has them.
var waits = map[Symbol]Wait{
	{"time", "", "Sleep"}:           Sleeping,
	{"sync", "WaitGroup", "Wait"}:   Joining,
	{"sync", "Cond", "Wait"}:        Joining,
	{"os/exec", "Cmd", "Run"}:       Executing,
	{"os/exec", "Cmd", "Wait"}:      Executing,
	{"os/exec", "Cmd", "Output"}:    Executing,
	{"os", "Process", "Wait"}:       Executing,
	{"net/http", "", "Get"}:         Networking,
	{"net/http", "", "Head"}:        Networking,
	{"net/http", "", "Post"}:        Networking,
	{"net/http", "", "PostForm"}:    Networking,
	{"net/http", "Client", "Do"}:    Networking,
	{"net/http", "Client", "Get"}:   Networking,
	{"net/http", "Client", "Head"}:  Networking,
	{"net/http", "Client", "Post"}:  Networking,
	{"net/rpc", "Client", "Call"}:   Networking,
	{"net/smtp", "", "SendMail"}:    Networking,
	{"crypto/tls", "", "Dial"}:      Networking,
	{"net/http", "Server", "Serve"}: Forever,
	{"net/http", "", "Serve"}:       Forever,

	{"os/exec", "Cmd", "CombinedOutput"}:      Executing,
	{"net/http", "Client", "PostForm"}:        Networking,
	{"net/http", "Transport", "RoundTrip"}:    Networking,
	{"net/http", "RoundTripper", "RoundTrip"}: Networking,
	{"crypto/tls", "", "DialWithDialer"}:      Networking,

	{"golang.org/x/sync/errgroup", "Group", "Wait"}:                Joining,
	{"golang.org/x/crypto/ssh", "", "Dial"}:                        Networking,
	{"golang.org/x/crypto/ssh", "Session", "Run"}:                  Networking,
	{"golang.org/x/crypto/ssh", "Session", "Output"}:               Networking,
	{"golang.org/x/crypto/ssh", "Session", "CombinedOutput"}:       Networking,
	{"google.golang.org/grpc", "ClientConn", "Invoke"}:             Networking,
	{"google.golang.org/grpc", "ClientConnInterface", "Invoke"}:    Networking,
	{"google.golang.org/grpc", "", "DialContext"}:                  NoWait, // only with WithBlock
	{"k8s.io/utils/exec", "Cmd", "Run"}:                            Executing,
	{"k8s.io/utils/exec", "Cmd", "Output"}:                         Executing,
	{"k8s.io/utils/exec", "Cmd", "CombinedOutput"}:                 Executing,
	{restPkg, "Request", "Do"}:                                     Networking,
	{restPkg, "Request", "DoRaw"}:                                  Networking,
	{restPkg, "Request", "Stream"}:                                 Networking,
	{retryPkg, "", "OnError"}:                                      Retrying,
	{retryPkg, "", "RetryOnConflict"}:                              Retrying,
	{"k8s.io/client-go/tools/remotecommand", "Executor", "Stream"}: Networking,
	// from client-go 0.26
	{"k8s.io/client-go/tools/remotecommand", "Executor", "StreamWithContext"}: Networking,

	{toolsCache, "", "WaitForCacheSync"}:                 Syncing,
	{toolsCache, "", "WaitForNamedCacheSync"}:            Syncing,
	{toolsCache, "", "WaitForNamedCacheSyncWithContext"}: Syncing, // from 0.33
	{toolsCache, "", "WaitFor"}:                          Syncing, // from 0.36
	{crCache, "Informers", "WaitForCacheSync"}:           Syncing, // to 0.24
	{crCacheAPI, "Informers", "WaitForCacheSync"}:        Syncing, // from 0.25

	{toolsCache, "SharedInformer", "Run"}:                             Forever,
	{toolsCache, "SharedInformer", "RunWithContext"}:                  Forever, // from 0.33
	{toolsCache, "Controller", "Run"}:                                 Forever,
	{toolsCache, "Controller", "RunWithContext"}:                      Forever, // from 0.33
	{toolsCache, "Reflector", "Run"}:                                  Forever,
	{"k8s.io/client-go/tools/leaderelection", "", "RunOrDie"}:         Forever,
	{"k8s.io/client-go/tools/leaderelection", "LeaderElector", "Run"}: Forever,
	{crManager, "Manager", "Start"}:                                   Forever,
	{crCluster, "Cluster", "Start"}:                                   Forever,
}

// waitPrefixes are the beginnings of the names of functions and methods that wait, by package. The longest that fits
// counts.
var waitPrefixes = map[string]map[string]Wait{
	waitPkg: {
		"Poll": Polling, "ExponentialBackoff": Polling, "WaitFor": Polling, "Until": Forever, "Forever": Forever,
		"JitterUntil": Forever, "BackoffUntil": Forever, "NonSlidingUntil": Forever,
	},
	"net":          {"Dial": Networking, "Lookup": Networking},
	"net/http":     {"ListenAndServe": Forever},
	"database/sql": {"Query": Querying, "Exec": Querying, "Ping": Querying, "Begin": Querying, "Prepare": Querying, "Commit": Querying},
	informPk:       {"WaitForCacheSync": Syncing},
	"k8s.io/client-go/dynamic/dynamicinformer":   {"WaitForCacheSync": Syncing},
	"k8s.io/client-go/metadata/metadatainformer": {"WaitForCacheSync": Syncing},
	"github.com/cenkalti/backoff/v4":             {"Retry": Retrying},
	"github.com/cenkalti/backoff/v5":             {"Retry": Retrying},
	"github.com/avast/retry-go":                  {"Do": Retrying},
	"github.com/avast/retry-go/v4":               {"Do": Retrying},
}

// clientPackages are the modules of clients of remote services. A call in them that takes a context first and may fail
// goes over the network, but for those that make something. A path stands for all packages below it too.
var clientPackages = []string{
	"cloud.google.com/go", "github.com/Azure/azure-sdk-for-go", "github.com/aws/aws-sdk-go", "github.com/aws/aws-sdk-go-v2/service",
	"github.com/docker/docker/client", "github.com/gophercloud/gophercloud", "github.com/hashicorp/vault/api",
	"github.com/jackc/pgx", "github.com/minio/minio-go", "github.com/redis/go-redis", "github.com/vmware/govmomi",
	"go.etcd.io/etcd/client", "go.mongodb.org/mongo-driver", "github.com/google/go-containerregistry/pkg/v1/remote",
}

// makers are the beginnings of the names of functions that make or set up clients and do not use them.
var makers = []string{"New", "With", "Make", "Must", "Set", "Close", "From"}

// WaitOf tells why a call of obj, a function, method or function variable, may take long; NoWait if it doesn't, or if
// that is not known.
func WaitOf(obj types.Object) Wait {
	s := SymbolOf(obj)
	if w, ok := waits[s]; ok {
		return w
	}
	if w := prefixWait(s); w != NoWait {
		return w
	}
	fn, ok := obj.(*types.Func)
	if !ok {
		return NoWait
	}
	for _, prefix := range makers {
		if strings.HasPrefix(fn.Name(), prefix) {
			return NoWait
		}
	}
	if takesCallOptions(fn) || takesContext(fn) && (inPackages(s.Pkg, clientPackages) || takesTransport(fn)) {
		return Networking
	}
	return NoWait
}

func prefixWait(s Symbol) Wait {
	longest, found := 0, NoWait
	for prefix, w := range waitPrefixes[s.Pkg] {
		if strings.HasPrefix(s.Name, prefix) && len(prefix) > longest {
			longest, found = len(prefix), w
		}
	}
	return found
}

func inPackages(pkg string, list []string) bool {
	for _, p := range list {
		if pkg == p || strings.HasPrefix(pkg, p+"/") {
			return true
		}
	}
	return false
}

// takesContext tells whether fn takes a context first and may fail: the shape of calls that go to a service.
func takesContext(fn *types.Func) bool {
	params, results := fn.Signature().Params(), fn.Signature().Results()
	return params.Len() > 0 && results.Len() > 0 && isType(params.At(0).Type(), "context", "Context") && isError(results.At(results.Len()-1).Type())
}

// takesCallOptions tells whether fn is a method of a gRPC client, which protoc-gen-go-grpc makes: the last parameter
// is ...grpc.CallOption (all versions).
func takesCallOptions(fn *types.Func) bool {
	sig := fn.Signature()
	if !sig.Variadic() || sig.Recv() == nil || sig.Results().Len() != 2 {
		return false
	}
	last, ok := sig.Params().At(sig.Params().Len() - 1).Type().(*types.Slice)
	return ok && isType(last.Elem(), "google.golang.org/grpc", "CallOption")
}

// takesTransport tells whether the receiver or a parameter of fn can send HTTP requests: it has a method that turns an
// *http.Request into an *http.Response. So a request type with a method Do(ctx, transport) is known, whatever the
// library is called.
func takesTransport(fn *types.Func) bool {
	sig := fn.Signature()
	if sig.Recv() != nil && sendsRequests(sig.Recv().Type()) {
		return true
	}
	for p := range sig.Params().Variables() {
		if sendsRequests(p.Type()) {
			return true
		}
	}
	return false
}

func sendsRequests(t types.Type) bool {
	for _, name := range []string{"Do", "Perform", "RoundTrip"} {
		sig := method(t, nil, name)
		if sig != nil && sig.Params().Len() == 1 && sig.Results().Len() == 2 && isPointerTo(sig.Params().At(0).Type(), "net/http", "Request") &&
			isPointerTo(sig.Results().At(0).Type(), "net/http", "Response") {
			return true
		}
	}
	return false
}

func isPointerTo(t types.Type, pkg, name string) bool {
	p, ok := types.Unalias(t).(*types.Pointer)
	return ok && isType(p.Elem(), pkg, name)
}

func isError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }
