package kube

import (
	"go/types"
	"strings"
)

const (
	retryPkg = "k8s.io/client-go/util/retry"
	waitPkg  = "k8s.io/apimachinery/pkg/util/wait"
)

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
