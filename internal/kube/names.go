package kube

import (
	"go/types"
	"path"
	"regexp"
	"strings"
)

// IsKeyOfObject tells whether s returns the key of the object it is given: client.ObjectKeyFromObject
// (controller-runtime, all versions; in 0.6 with an error beside).
func IsKeyOfObject(s Symbol) bool {
	return s == Symbol{crClient, "", "ObjectKeyFromObject"} || s == Symbol{toolsCache, "", "MetaObjectToName"}
}

// KeepsKey tells whether s returns its receiver's or first argument's key in another form.
func KeepsKey(s Symbol) bool {
	return s.Recv == "NamespacedName" && s.Name == "String" || s.Recv == "ObjectName" && (s.Name == "String" || s.Name == "AsNamespacedName")
}

// SplitsKey tells whether s returns the namespace and the name of a key (client-go tools/cache, all versions).
func SplitsKey(s Symbol) bool { return s == Symbol{toolsCache, "", "SplitMetaNamespaceKey"} }

// IsPure tells whether s computes a string from its arguments and does nothing else.
func IsPure(s Symbol) bool {
	switch s.Pkg {
	case "strings", "strconv", "path", "path/filepath":
		return s.Recv == ""
	case "fmt":
		return strings.HasPrefix(s.Name, "Sprint")
	}
	return false
}

// IsRandom tells whether what s computes differs from call to call, as random names and times do; for functions of the
// user's it goes by the name.
func IsRandom(s Symbol) bool {
	switch path.Base(strings.TrimSuffix(s.Pkg, "/v2")) {
	case "rand", "uuid", "time", "ksuid", "xid", "ulid":
		return true
	}
	return randomName.MatchString(s.Name)
}

var randomName = regexp.MustCompile(`(?i)rand|unique|uuid|^gen|suffix|next|now`)

// A Test is what a function finds out about an error. All are false for nil.
type Test uint8

// The tests.
const (
	NoTest Test = iota
	Conflict
	AlreadyExists
	OtherTest
)

const (
	apiErrors = "k8s.io/apimachinery/pkg/api/errors"
	crResult  = "sigs.k8s.io/controller-runtime/pkg/reconcile"
	retryPkg  = "k8s.io/client-go/util/retry"
	waitPkg   = "k8s.io/apimachinery/pkg/util/wait"
	pkgErrors = "github.com/pkg/errors"
)

// ErrorTest returns what a function that takes an error and returns a bool tests for (apimachinery pkg/api/errors, and
// package errors).
func ErrorTest(s Symbol) Test {
	switch {
	case s == Symbol{apiErrors, "", "IsConflict"}:
		return Conflict
	case s == Symbol{apiErrors, "", "IsAlreadyExists"}:
		return AlreadyExists
	case s.Pkg == apiErrors && strings.HasPrefix(s.Name, "Is"), s.Pkg == "errors" && (s.Name == "Is" || s.Name == "As"):
		return OtherTest
	}
	return NoTest
}

// PassesNil tells whether s returns nil for a nil error.
func PassesNil(s Symbol) bool {
	return s.Pkg == crClient && strings.HasPrefix(s.Name, "Ignore") || s.Pkg == pkgErrors && (strings.HasPrefix(s.Name, "W")) ||
		s.Pkg == "k8s.io/apimachinery/pkg/util/errors" && s.Name != "NewAggregate"
}

// IsZeroTest tells whether s tells that its receiver is the zero value: reconcile.Result.IsZero (controller-runtime,
// from 0.7), and IsZero of times.
func IsZeroTest(s Symbol) bool { return s.Name == "IsZero" && s.Recv != "" }

// IsRetry tells whether s calls its function parameter again when it fails with a conflict, or another error:
// RetryOnConflict and OnError (client-go util/retry, all versions).
func IsRetry(s Symbol) bool {
	return s.Pkg == retryPkg && (s.Name == "RetryOnConflict" || s.Name == "OnError")
}

// IsWait tells whether s calls its function parameter until it is content: wait.Poll* and kin (apimachinery
// pkg/util/wait, all versions), and what test frameworks have of the sort.
func IsWait(s Symbol) bool {
	switch s.Pkg {
	case waitPkg:
		return strings.HasPrefix(s.Name, "Poll") || strings.HasPrefix(s.Name, "ExponentialBackoff") || strings.HasPrefix(s.Name, "WaitFor")
	case "github.com/onsi/gomega":
		return s.Name == "Eventually" || s.Name == "Consistently"
	case "github.com/avast/retry-go", "github.com/avast/retry-go/v4", "github.com/cenkalti/backoff", "github.com/cenkalti/backoff/v4":
		return strings.HasPrefix(s.Name, "Do") || strings.HasPrefix(s.Name, "Retry")
	}
	return false
}

// Sleeps tells whether a call of s waits for time to pass.
func Sleeps(s Symbol) bool {
	return s.Pkg == "time" && (s.Name == "Sleep" || s.Name == "After" || s.Name == "NewTimer" || s.Name == "NewTicker" || s.Name == "Tick") ||
		s.Pkg == waitPkg && strings.HasPrefix(s.Name, "Until")
}

// IsOperationResult tells whether t is controllerutil.OperationResult, which tells what CreateOrUpdate did
// (controller-runtime, all versions).
func IsOperationResult(t types.Type) bool { return isType(t, crUtil, "OperationResult") }

// TakesWork tells whether s waits for the next item of a work queue (client-go util/workqueue, all versions;
// controller-runtime pkg/controller/priorityqueue, from 0.20).
func TakesWork(s Symbol) bool {
	switch s.Pkg {
	case "k8s.io/client-go/util/workqueue", "sigs.k8s.io/controller-runtime/pkg/controller/priorityqueue":
		return strings.HasPrefix(s.Name, "Get")
	}
	return false
}

// IsFinalizerName tells whether a function of that name adds a finalizer: controllerutil.AddFinalizer
// (controller-runtime, all versions) and what authors call their own.
func IsFinalizerName(name string) bool {
	name = strings.ToLower(name)
	if !strings.Contains(name, "finalizer") {
		return false
	}
	return strings.HasPrefix(name, "add") || strings.HasPrefix(name, "ensure") || strings.HasPrefix(name, "set") || strings.HasPrefix(name, "attach")
}

// IsDeletionName tells whether a function of that name says that an object is being deleted.
func IsDeletionName(name string) bool {
	name = strings.ToLower(name)
	return strings.HasPrefix(name, "is") && (strings.Contains(name, "delet") || strings.Contains(name, "terminat"))
}

// IsOwnerName tells whether a function of that name sets owner references: SetControllerReference, SetOwnerReference
// (controller-runtime pkg/controller/controllerutil, all versions) and what authors call their own.
func IsOwnerName(name string) bool {
	name = strings.ToLower(name)
	return (strings.HasPrefix(name, "set") || strings.HasPrefix(name, "add")) &&
		(strings.Contains(name, "ownerref") || strings.Contains(name, "controllerref"))
}

// IsAboutFinalizers tells whether a function of that name looks at an object's finalizers or changes them:
// controllerutil.AddFinalizer, ContainsFinalizer and RemoveFinalizer, and what authors call their own.
func IsAboutFinalizers(name string) bool {
	name = strings.ToLower(name)
	for _, prefix := range []string{"add", "contains", "has", "remove", "delete", "get", "set"} {
		if strings.HasPrefix(name, prefix) && strings.Contains(name, "finalizer") {
			return true
		}
	}
	return false
}

// IsLasting tells whether a field of an object's metadata of that name never changes: it only tells which object it is
// (apimachinery pkg/apis/meta/v1, all versions).
func IsLasting(field string) bool {
	switch field {
	case "UID", "Name", "Namespace", "CreationTimestamp":
		return true
	}
	return false
}

// IsDiffName tells whether a function of that name makes a patch of two states of an object: client.MergeFrom and kin
// (controller-runtime, all versions), jsonpatch.CreateMergePatch, strategicpatch.CreateTwoWayMergePatch, and what
// authors call their own.
func IsDiffName(name string) bool {
	return strings.HasPrefix(strings.TrimPrefix(name, "Strategic"), "MergeFrom") || diffName.MatchString(name)
}

var diffName = regexp.MustCompile(`(?i)^(create|generate|make|get|new|build|calc|compute)\w*patch`)

// OnlyTells tells whether a function does no more with what it is given than to tell somebody: a log, an event recorder.
func OnlyTells(obj types.Object) bool {
	s := SymbolOf(obj)
	switch {
	case s.Pkg == "log" || s.Pkg == "log/slog", strings.HasPrefix(s.Pkg, "k8s.io/klog"), strings.Contains(s.Pkg, "logr"), strings.HasPrefix(s.Pkg, "go.uber.org/zap"):
		return true
	}
	return strings.Contains(s.Recv, "EventRecorder") || strings.HasSuffix(s.Recv, "Logger")
}

// IsGetter tells whether a function of that name only looks at what it is given.
func IsGetter(name string) bool {
	for _, prefix := range []string{"get", "find", "load", "fetch", "is", "has", "format", "key"} {
		if len(name) > len(prefix) && strings.EqualFold(name[:len(prefix)], prefix) {
			return true
		}
	}
	return false
}
