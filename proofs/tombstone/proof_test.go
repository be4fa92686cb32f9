package tombstone

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"k8s.io/client-go/tools/cache"
)

// proof says how a bug of a category comes out.
type proof struct {
	category    string
	bug, mended subject

	// by is the delivery that the bug fails on. It must survive what is less
	// than that, or the bug is not the tombstone's.
	by delivery

	// crash matches what the process says when it dies. If empty, the process
	// lives, the entry stays, and queued is all that gets into the queue.
	crash  string
	queued []string
}

const (
	isNoPod    = `panic: interface conversion: interface \{\} is cache\.DeletedFinalStateUnknown, not \*v1\.Pod`
	isNoObject = `panic: interface conversion: cache\.DeletedFinalStateUnknown is not v1\.Object: missing method`
	isNil      = `panic: interface conversion: interface \{\} is nil, not \*v1\.Pod`
	nilDeref   = `panic: runtime error: invalid memory address or nil pointer dereference`
)

var proofs = []proof{
	{category: "panic", bug: untyped(PanicBug), mended: untyped(PanicMended), by: missed, crash: isNoPod},
	{category: "panic", bug: untyped(PanicInterfaceBug), mended: untyped(PanicInterfaceMended), by: missed, crash: isNoObject},
	{category: "panic", bug: untyped(PanicDefaultBug), mended: untyped(PanicDefaultMended), by: missed,
		crash: `panic: cannot delete a cache\.DeletedFinalStateUnknown`},
	{category: "panic", bug: untyped(PanicExitBug), mended: untyped(PanicExitMended), by: missed,
		crash: `PanicExitBug got a cache\.DeletedFinalStateUnknown`},

	{category: "nilderef", bug: untyped(NilDerefBug), mended: untyped(NilDerefMended), by: missed, crash: nilDeref},
	{category: "nilderef", bug: untyped(NilDerefInterfaceBug), mended: untyped(NilDerefInterfaceMended), by: missed, crash: nilDeref},
	{category: "nilderef", bug: untyped(NilDerefGoesOnBug), mended: untyped(NilDerefGoesOnMended), by: missed, crash: nilDeref},

	{category: "lost", bug: untyped(LostBug), mended: untyped(LostMended), by: missed},
	{category: "lost", bug: untyped(LostEntryBug), mended: untyped(LostEntryMended), by: missed},
	{category: "lost", bug: untyped(LostSwitchBug), mended: untyped(LostSwitchMended), by: missed},

	{category: "key", bug: untyped(KeyBug), mended: untyped(KeyMended), by: missed},
	{category: "key", bug: untyped(KeyBlankBug), mended: untyped(KeyBlankMended), by: missed, queued: []string{""}},
	{category: "key", bug: untyped(KeyNameBug), mended: untyped(KeyNameMended), by: missed},
	{category: "key", bug: untyped(KeyAccessorBug), mended: untyped(KeyAccessorMended), by: missed},

	{category: "filter", bug: untyped(FilterPanicBug), mended: untyped(FilterPanicMended), by: missed, crash: isNoPod},
	{category: "filter", bug: untyped(FilterFalseBug), mended: untyped(FilterFalseMended), by: missed},
	{category: "filter", bug: untyped(FilterAccessorBug), mended: untyped(FilterAccessorMended), by: missed},

	{category: "pointer", bug: untyped(PointerBug), mended: untyped(PointerMended), by: missed},
	{category: "pointer", bug: untyped(PointerCaseBug), mended: untyped(PointerCaseMended), by: missed},

	{category: "wrongunwrap", bug: untyped(WrongUnwrapBug), mended: untyped(WrongUnwrapMended), by: missed, crash: isNoPod},
	{category: "wrongunwrap", bug: untyped(WrongUnwrapKeyBug), mended: untyped(WrongUnwrapKeyMended), by: missed},
	{category: "wrongunwrap", bug: untyped(WrongUnwrapDropBug), mended: untyped(WrongUnwrapDropMended), by: missed},

	{category: "inner", bug: untyped(InnerBug), mended: untyped(InnerMended), by: forgotten, crash: isNil},
	{category: "inner", bug: untyped(InnerBlankBug), mended: untyped(InnerBlankMended), by: forgotten, crash: nilDeref},
	{category: "inner", bug: untyped(InnerReassignBug), mended: untyped(InnerReassignMended), by: forgotten, crash: isNil},

	{category: "optional", bug: typed(OptionalBug), mended: typed(OptionalMended), by: forgotten, crash: nilDeref},
	{category: "optional", bug: typed(OptionalMethodBug), mended: typed(OptionalMethodMended), by: forgotten, crash: nilDeref},
	{category: "optional", bug: typed(OptionalFilterBug), mended: typed(OptionalFilterMended), by: forgotten, crash: nilDeref},
}

// TestBugs shows that every bug deals with a delete that the informer saw, and
// not with one that it missed.
func TestBugs(t *testing.T) {
	for _, p := range proofs {
		t.Run(p.bug.name, func(t *testing.T) {
			if os.Getenv(dieEnv) != "" {
				t.Logf("%s survived: %v", p.bug.name, deliver(t, p.by, p.bug))
				return
			}
			for how := watched; how < p.by; how++ {
				if got := deliver(t, how, p.bug); !got.settled() {
					t.Errorf("%v: %v; without a fault of the tombstone it should have dealt with the delete", how, got)
				}
			}
			if p.crash != "" {
				dies(t, p)
				return
			}
			got := deliver(t, p.by, p.bug)
			if !got.kept || !slices.Equal(got.queued, p.queued) {
				t.Errorf("%v: %v; want queue %q, entry kept", p.by, got, p.queued)
			}
		})
	}
}

// TestMended shows that the twin of every bug deals with all of the deletes
// that the bug was tried on, and that an empty tombstone kills none of them.
func TestMended(t *testing.T) {
	for _, p := range proofs {
		t.Run(p.mended.name, func(t *testing.T) {
			for how := watched; how <= p.by; how++ {
				if got := deliver(t, how, p.mended); !got.settled() {
					t.Errorf("%v: %v; want the delete dealt with", how, got)
				}
			}
			if p.by < forgotten {
				// What they do with it is theirs to choose. They come back from it,
				// which deliver makes sure of.
				deliver(t, forgotten, p.mended)
			}
		})
	}
}

// dieEnv is set in the process that is to die of a bug.
const dieEnv = "CTRLLINT_PROOF_DIES"

// dies runs the bug in a process of its own: handlers run in goroutines of the
// informer, and what they panic with cannot be recovered by anyone else.
func dies(t *testing.T, p proof) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, self, "-test.run=^TestBugs$/^"+p.bug.name+"$", "-test.v")
	cmd.Env = append(os.Environ(), dieEnv+"=1", "GOTRACEBACK=single")
	var stdout, stderr strings.Builder
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err = cmd.Run()

	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		t.Fatalf("the process should have died: %v\n%s%s", err, stdout.String(), stderr.String())
	}
	said := stderr.String()
	if !regexp.MustCompile(p.crash).MatchString(said) {
		t.Errorf("the process did not die of %s:\n%s%s", p.crash, stdout.String(), said)
	}
	code, trace := 2, "/tombstone."+p.bug.name+".func"
	if !strings.HasPrefix(p.crash, "panic: ") {
		code, trace = 1, p.bug.name // an exit leaves no trace but its own words
	}
	if exit.ExitCode() != code {
		t.Errorf("exit status %d, want %d", exit.ExitCode(), code)
	}
	if !strings.Contains(said, trace) {
		t.Errorf("no %q in what the process said:\n%s", trace, said)
	}
}

// TestRealTime shows that tombstones are not owed to the clock of the bubble.
// It is the one proof that takes as long as the reflector makes it wait.
func TestRealTime(t *testing.T) {
	t.Parallel()
	ledger := NewLedger()
	defer ledger.Queue.ShutDown()
	src := newSource()
	defer src.Shutdown()
	src.Add(pod(victim))

	added, deleted := make(chan any, 1), make(chan any, 1)
	ctl := cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { added <- obj },
		DeleteFunc: func(obj any) { deleted <- obj },
	}
	run := sharedInformer(t, src, LostMended(ledger), ctl)
	done := make(chan struct{})
	go func() {
		defer close(done)
		run(t.Context())
	}()
	t.Cleanup(func() { <-done }) // the context ends before clean-up does

	receive(t, "the object", added)
	src.DeleteDropWatch(pod(victim))
	src.ResetWatch()
	checkDelivered(t, missed, []any{receive(t, "the delete", deleted)})
	key := make(chan any, 1)
	go func() {
		k, _ := ledger.Queue.Get()
		key <- k
	}()
	if got := receive(t, "the key", key); got != victim {
		t.Errorf("queued %q, want %q", got, victim)
	}
}

func receive(t *testing.T, what string, from <-chan any) any {
	t.Helper()
	select {
	case v := <-from:
		return v
	case <-time.After(30 * time.Second):
		t.Fatalf("%s did not come", what)
		return nil
	}
}
