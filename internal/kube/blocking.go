package kube

import (
	"go/types"
	"slices"
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
	Limiting
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
	Limiting:   "waits until a rate limiter lets it go on",
	Joining:    "waits for other goroutines",
	Syncing:    "waits until caches are filled",
	Passing:    "waits until another goroutine is at the other end of the channel",
	Forever:    "returns only when it is told to stop",
}

// String says in messages what the call does: "polls until a condition holds".
func (w Wait) String() string { return waitWords[w] }

// clientPackages are the modules of clients of remote services. A call in them that takes a context first and may fail
// goes over the network, but for those that make something. A path stands for all packages below it too.
var clientPackages = []string{
	"cloud.google.com/go", "github.com/Azure/azure-sdk-for-go", "github.com/aws/aws-sdk-go", "github.com/aws/aws-sdk-go-v2/service",
	"github.com/docker/docker/client", "github.com/gophercloud/gophercloud", "github.com/hashicorp/vault/api",
	"github.com/jackc/pgx", "github.com/minio/minio-go", "github.com/redis/go-redis", "github.com/vmware/govmomi",
	"go.etcd.io/etcd/client", "go.mongodb.org/mongo-driver", "github.com/google/go-containerregistry/pkg/v1/remote",
	"github.com/cloudflare/cloudflare-go", "github.com/digitalocean/godo", "github.com/google/go-github", "github.com/hashicorp/go-tfe",
	"github.com/hetznercloud/hcloud-go", "github.com/linode/linodego", "github.com/oracle/oci-go-sdk", "tailscale.com/client/tailscale",
}

// makers are the beginnings of the names of functions that make or set up clients and do not use them.
var makers = []string{"New", "With", "Make", "Must", "Set", "Close", "From"}

// WaitOf tells why a call of obj, a function, method or function variable, may take long; NoWait if it doesn't, or if
// that is not known.
func WaitOf(obj types.Object) Wait {
	s := SymbolOf(obj)
	if c := callOf(s); c.wait != NoWait {
		return c.wait
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
	if recv := fn.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) && isTransport(fn.Signature()) {
		return Networking // an interface of the author's own to http.Client
	}
	if takesCallOptions(fn) || takesContext(fn) && (inPackages(s.Pkg, clientPackages) || takesTransport(fn)) {
		return Networking
	}
	return NoWait
}

func inPackages(pkg string, list []string) bool {
	return slices.ContainsFunc(list, func(p string) bool { return pkg == p || strings.HasPrefix(pkg, p+"/") })
}

// takesContext tells whether fn takes a context first and may fail: the shape of calls that go to a service.
func takesContext(fn *types.Func) bool {
	params, results := fn.Signature().Params(), fn.Signature().Results()
	return params.Len() > 0 && results.Len() > 0 && isType(params.At(0).Type(), "context", "Context") && IsError(results.At(results.Len()-1).Type())
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
	return slices.ContainsFunc([]string{"Do", "Perform", "RoundTrip"}, func(name string) bool {
		sig := method(t, nil, name)
		return sig != nil && isTransport(sig)
	})
}

// SendsRequest tells whether a call of obj sends an HTTP request: http.Client's Do, or what has its shape.
func SendsRequest(obj types.Object) bool {
	fn, ok := obj.(*types.Func)
	return ok && fn.Signature().Recv() != nil && isTransport(fn.Signature())
}

// isTransport tells whether a function of that signature turns an *http.Request into an *http.Response.
func isTransport(sig *types.Signature) bool {
	return sig.Params().Len() == 1 && sig.Results().Len() == 2 && isPointerTo(sig.Params().At(0).Type(), "net/http", "Request") &&
		isPointerTo(sig.Results().At(0).Type(), "net/http", "Response")
}

func isPointerTo(t types.Type, pkg, name string) bool {
	p, ok := types.Unalias(t).(*types.Pointer)
	return ok && isType(p.Elem(), pkg, name)
}

// IsError tells whether t is the type error.
func IsError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }
