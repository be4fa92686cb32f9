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

// Whoever asks another program doesn't have it do anything.
func TestSends(t *testing.T) {
	for s, want := range map[Symbol]bool{
		{"os/exec", "Cmd", "Run"}:             true,
		{"os/exec", "Cmd", "Output"}:          false,
		{"net/http", "Client", "Post"}:        true,
		{"net/http", "Client", "Get"}:         false,
		{"database/sql", "DB", "ExecContext"}: true,
		{"database/sql", "DB", "QueryRow"}:    false,
	} {
		if got := Sends(s); got != want {
			t.Errorf("%v: %t, want %t", s, got, want)
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

// All that asks about polls, retries and timers goes by the same row.
func TestCallsAgree(t *testing.T) {
	for _, test := range []struct {
		pkg, name          string
		wait               Wait
		polls, on, retries bool
	}{
		{waitPkg, "PollImmediate", Polling, true, false, false},
		{waitPkg, "PollImmediateUntil", Polling, true, true, false},
		{waitPkg, "PollUntilContextTimeout", Polling, true, false, false},
		{"github.com/cenkalti/backoff/v5", "Retry", Retrying, true, false, false},
		{"github.com/cenkalti/backoff", "RetryNotify", Retrying, true, false, false},
		{"github.com/avast/retry-go/v4", "Do", Retrying, true, false, false},
		{"github.com/avast/retry-go/v5", "Do", Retrying, true, false, false},
		{"github.com/sethvargo/go-retry", "DoValue", Retrying, false, false, false},
		{"github.com/onsi/gomega", "Eventually", NoWait, true, false, false},
		{retryPkg, "RetryOnConflict", Retrying, false, false, true},
		{waitPkg, "JitterUntil", Forever, false, true, false},
		{crUtil, "CreateOrPatch", NoWait, false, false, false},
	} {
		fn := function(test.pkg, test.name)
		s := SymbolOf(fn)
		if now, async := Runs(fn); !now || async {
			t.Errorf("%v runs what it is given: %t, async %t", s, now, async)
		}
		if WaitOf(fn) != test.wait || IsWait(s) != test.polls || Repeats(s) != test.on || IsRetry(s) != test.retries {
			t.Errorf("%v: wait %d, polls %t, repeats %t, retries %t", s, WaitOf(fn), IsWait(s), Repeats(s), IsRetry(s))
		}
	}
	if !Sleeps(Symbol{Pkg: "time", Name: "After"}) || !Sleeps(Symbol{Pkg: waitPkg, Name: "JitterUntil"}) || Sleeps(Symbol{Pkg: "time", Name: "Now"}) {
		t.Error("what sleeps is not what the table says")
	}
}

// Who waits for caches blocks, whoever generated the factory.
func TestAwaitsSync(t *testing.T) {
	pkg := types.NewPackage("example.com/informers", "informers")
	recv := types.NewNamed(types.NewTypeName(token.NoPos, pkg, "factory", nil), types.NewStruct(nil, nil), nil)
	for name, want := range map[string]bool{"WaitForCacheSync": true, "WaitForCacheSyncWithContext": true, "WaitFor": false} {
		sig := types.NewSignatureType(types.NewVar(token.NoPos, pkg, "", types.NewPointer(recv)), nil, nil, nil, nil, false)
		fn := types.NewFunc(token.NoPos, pkg, name, sig)
		if AwaitsSync(fn) != want || (WaitOf(fn) == Syncing) != want {
			t.Errorf("%s: awaits %t, wait %d", name, AwaitsSync(fn), WaitOf(fn))
		}
	}
}

// A kind of the user's that is called like a review is kept.
func TestIsReview(t *testing.T) {
	for pkg, want := range map[string]bool{"k8s.io/api/authorization/v1": true, "github.com/openshift/api/authorization/v1": true, "example.com/api/v1": false} {
		p := types.NewPackage(pkg, "v1")
		named := types.NewNamed(types.NewTypeName(token.NoPos, p, "SubjectAccessReview", nil), types.NewStruct(nil, nil), nil)
		if got := IsReview(types.NewPointer(named)); got != want {
			t.Errorf("%s.SubjectAccessReview is a question: %t, want %t", pkg, got, want)
		}
	}
}
