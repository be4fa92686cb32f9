package kube

import (
	"go/types"
	"strings"
)

// runners are functions and methods that call the functions they are given before they return, or in a goroutine that
// they start now. A path stands for all functions of the package. What only keeps a function for later, such as a
// registry or a queue, is none.
var runners = map[string]bool{
	waitPkg: true, retryPkg: true, "slices": true, "sort": true, "maps": true, "strings": true, "bytes": true,
	"k8s.io/apimachinery/pkg/util/sets":      true,
	"k8s.io/client-go/util/workqueue":        true, // ParallelizeUntil
	"k8s.io/apimachinery/pkg/util/runtime":   true,
	"golang.org/x/sync/errgroup":             true,
	"golang.org/x/sync/singleflight":         true,
	"github.com/cenkalti/backoff/v4":         true,
	"github.com/cenkalti/backoff/v5":         true,
	"github.com/avast/retry-go":              true,
	"github.com/avast/retry-go/v4":           true,
	"github.com/samber/lo":                   true,
	"k8s.io/client-go/tools/pager":           true,
	"k8s.io/apimachinery/pkg/api/meta":       true, // EachListItem
	"sigs.k8s.io/controller-runtime/pkg/log": false,
}

// asyncRunners run their functions in goroutines of their own.
var asyncRunners = map[Symbol]bool{
	{"golang.org/x/sync/errgroup", "Group", "Go"}:    true,
	{"golang.org/x/sync/errgroup", "Group", "TryGo"}: true,
	{"sync", "WaitGroup", "Go"}:                      true, // from Go 1.25
	{"time", "", "AfterFunc"}:                        true,
	{waitPkg, "Group", "Start"}:                      true,
	{waitPkg, "Group", "StartWithContext"}:           true,
	{waitPkg, "Group", "StartWithChannel"}:           true,
}

// Repeats tells whether s calls its function parameter again and again until it is told to stop: wait.Until, Forever
// and kin, and the polls without an end of their own (apimachinery pkg/util/wait, all versions; PollUntilContextCancel
// from 0.27).
func Repeats(s Symbol) bool {
	if s.Pkg != waitPkg || strings.Contains(s.Name, "Timeout") {
		return false
	}
	return prefixWait(s) == Forever || strings.HasPrefix(s.Name, "PollUntil") || strings.Contains(s.Name, "Infinite")
}

// IsContext tells whether t is context.Context.
func IsContext(t types.Type) bool { return isType(t, "context", "Context") }

// Runs tells whether a call of obj calls the functions that it is given, and whether in a goroutine.
func Runs(obj types.Object) (runs, async bool) {
	s := SymbolOf(obj)
	switch {
	case asyncRunners[s]:
		return true, true
	case s.Pkg == "sync":
		return strings.HasPrefix(s.Name, "Do") || s.Name == "Range", false // Once.Do, Map.Range
	case s.Pkg == crUtil || s.Pkg == crRoot:
		return strings.HasPrefix(s.Name, "CreateOr"), false
	}
	return runners[s.Pkg], false
}
