package kube

import (
	"go/token"
	"go/types"
	"testing"
)

func function(pkg, name string) *types.Func {
	return types.NewFunc(token.NoPos, types.NewPackage(pkg, "p"), name, types.NewSignatureType(nil, nil, nil, nil, nil, false))
}

// Of the beginnings of names that fit, the longest counts, and packages are told apart.
func TestWaitOf(t *testing.T) {
	for _, test := range []struct {
		pkg, name string
		want      Wait
	}{
		{"time", "Sleep", Sleeping},
		{"time", "Now", NoWait},
		{"net", "LookupHost", Networking},
		{"net", "ParseIP", NoWait},
		{"net/http", "Get", Networking},
		{"net/http", "StatusText", NoWait},
		{"net/http", "ListenAndServeTLS", Forever},
		{waitPkg, "PollUntilContextTimeout", Polling},
		{waitPkg, "UntilWithContext", Forever},
		{waitPkg, "Jitter", NoWait},
		{waitPkg, "JitterUntil", Forever},
		{"example.com/vendor/" + waitPkg, "Poll", Polling},
		{"example.com/wait", "Poll", NoWait},
	} {
		if got := WaitOf(function(test.pkg, test.name)); got != test.want {
			t.Errorf("%s.%s: %d, want %d", test.pkg, test.name, got, test.want)
		}
	}
}

// A poll that ends by itself does not repeat what failed.
func TestRepeats(t *testing.T) {
	for name, want := range map[string]bool{
		"Until": true, "Forever": true, "PollUntilContextCancel": true, "PollImmediateInfinite": true,
		"Poll": false, "PollUntilContextTimeout": false, "ExponentialBackoff": false, "Jitter": false,
	} {
		if got := Repeats(Symbol{Pkg: waitPkg, Name: name}); got != want {
			t.Errorf("%s: %t, want %t", name, got, want)
		}
	}
}

func TestRuns(t *testing.T) {
	for _, test := range []struct {
		pkg, name   string
		runs, async bool
	}{
		{retryPkg, "RetryOnConflict", true, false},
		{"time", "AfterFunc", true, true},
		{"slices", "SortFunc", true, false},
		{"sync", "OnceFunc", false, false},
		{"k8s.io/client-go/tools/cache", "AddEventHandler", false, false},
	} {
		if runs, async := Runs(function(test.pkg, test.name)); runs != test.runs || async != test.async {
			t.Errorf("%s.%s: %t, %t, want %t, %t", test.pkg, test.name, runs, async, test.runs, test.async)
		}
	}
}
