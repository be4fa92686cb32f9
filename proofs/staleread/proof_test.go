package staleread

import (
	"context"
	"errors"
	"io"
	"log"
	"os"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/klog/v2"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/ctrllint/ctrllint/proofs/internal/apiserver"
)

// TestMain has the libraries keep quiet about what is expected here.
func TestMain(m *testing.M) {
	log.SetOutput(io.Discard)
	klog.SetLogger(klog.Logger{})
	ctrl.SetLogger(logr.Discard())
	os.Exit(m.Run())
}

type subject func(*Keeper, context.Context) (string, error)

func (s subject) name() string {
	full := runtime.FuncForPC(reflect.ValueOf(s).Pointer()).Name()
	return full[strings.LastIndexByte(full, '.')+1:]
}

// proof says how a bug of a category comes out, and what its twin makes of the
// same.
type proof struct {
	category    string
	bug, mended subject

	// others is what somebody else does after the cache has fallen behind.
	others func(context.Context, client.Client) error

	saw   string           // by the bug, if it does not fail
	fails func(error) bool // how it fails
	want  string           // by the twin

	// deaf is a bug that reading live does not help.
	deaf bool
	// asked is what the bug asks for times times.
	asked string
	times int
}

var proofs = []proof{
	{category: "get", bug: (*Keeper).UpdateBug, mended: (*Keeper).UpdateMended, saw: "1", want: "2"},
	{category: "get", bug: (*Keeper).ScaffoldBug, mended: (*Keeper).ScaffoldMended, fails: apierrors.IsConflict, want: "open"},
	{category: "get", bug: (*Keeper).CreateBug, mended: (*Keeper).CreateMended, fails: apierrors.IsNotFound, want: "1"},
	{category: "get", bug: (*Keeper).PatchBug, mended: (*Keeper).PatchMended, saw: "1", want: "2"},
	{category: "get", bug: (*Keeper).ApplyBug, mended: (*Keeper).ApplyMended, saw: "1", want: "2"},

	{category: "delete", bug: (*Keeper).DeleteBug, mended: (*Keeper).DeleteMended, saw: "1", want: "gone"},

	{category: "list", bug: (*Keeper).ListCreatedBug, mended: (*Keeper).ListCreatedMended, saw: "1", want: "2"},
	{category: "list", bug: (*Keeper).ListDeletedBug, mended: (*Keeper).ListDeletedMended, saw: "1", want: "0"},

	{category: "lister", bug: (*Keeper).ListerUpdateBug, mended: (*Keeper).ListerUpdateMended, saw: "1", want: "2", deaf: true},
	{category: "list", bug: (*Keeper).ListerListBug, mended: (*Keeper).ListerListMended, saw: "1", want: "2", deaf: true},

	{category: "composite", bug: (*Keeper).CompositeCreateBug, mended: (*Keeper).CompositeCreateMended, fails: apierrors.IsAlreadyExists, want: "updated"},
	{category: "composite", bug: (*Keeper).CompositeUpdateBug, mended: (*Keeper).CompositeUpdateMended, fails: apierrors.IsConflict, want: "updated"},
	{category: "composite", bug: (*Keeper).CompositePatchBug, mended: (*Keeper).CompositePatchMended, saw: "unchanged", want: "updated"},

	{category: "exists", bug: (*Keeper).ExistsBug, mended: (*Keeper).ExistsMended, others: opens, fails: apierrors.IsNotFound, want: "3"},
	{category: "exists", bug: (*Keeper).ListerExistsBug, mended: (*Keeper).ListerExistsMended, others: opens, fails: apierrors.IsNotFound, want: "1", deaf: true},

	{category: "retry", bug: (*Keeper).RetryBug, mended: (*Keeper).RetryMended, others: raises, fails: apierrors.IsConflict, want: "70", asked: "PUT configmaps/prices", times: 5},
	{category: "retry", bug: (*Keeper).RetryLoopBug, mended: (*Keeper).RetryLoopMended, others: raises, fails: apierrors.IsConflict, want: "70", asked: "PUT configmaps/prices", times: 5},
	{category: "retry", bug: (*Keeper).RetryOnceBug, mended: (*Keeper).RetryOnceMended, others: raises, fails: apierrors.IsConflict, want: "70", asked: "PUT configmaps/prices", times: 2},
	{category: "retry", bug: (*Keeper).RetryCompositeBug, mended: (*Keeper).RetryCompositeMended, others: raises, fails: apierrors.IsConflict, want: "70", asked: "PUT configmaps/prices", times: 5},

	{category: "retryblind", bug: (*Keeper).RetryBlindBug, mended: (*Keeper).RetryBlindMended, others: raises, fails: apierrors.IsConflict, want: "70", deaf: true, asked: "PUT configmaps/prices", times: 5},
	{category: "retryblind", bug: (*Keeper).RetryBlindEmptyBug, mended: (*Keeper).RetryBlindEmptyMended, others: raises, fails: isNameless, want: "70", deaf: true, asked: "PUT configmaps/prices", times: 1},
	{category: "retryblind", bug: (*Keeper).RetryBlindLockedBug, mended: (*Keeper).RetryBlindLockedMended, others: raises, fails: apierrors.IsConflict, want: "7", deaf: true, asked: "PATCH configmaps/prices", times: 5},

	{category: "retrylost", bug: (*Keeper).RetryLostBug, mended: (*Keeper).RetryLostMended, others: raises, saw: "7", want: "70", asked: "PUT configmaps/prices", times: 1},
}

// isNameless tells whether a request was never sent, as there is no name in it.
func isNameless(err error) bool {
	return err != nil && strings.Contains(err.Error(), "resource name may not be empty")
}

// opens makes a ConfigMap that the cache does not know of.
func opens(ctx context.Context, c client.Client) error {
	return c.Create(ctx, configMap(hours))
}

// raises writes what the cache has in an older version.
func raises(ctx context.Context, c client.Client) error {
	cm := configMap(prices)
	cm.Data["tea"] = "7"
	return c.Update(ctx, cm)
}

// TestBugs shows that every bug goes wrong while the cache is behind, and that
// it is the cache's doing: with a client that reads live, the bug does what its
// twin does.
func TestBugs(t *testing.T) {
	for _, p := range proofs {
		t.Run(p.bug.name(), func(t *testing.T) {
			t.Parallel()
			s, keeper := open(t, p)
			saw, err := p.bug(keeper, t.Context())
			switch {
			case p.fails == nil && (err != nil || saw != p.saw):
				t.Errorf("saw %q, error %v; want %q", saw, err, p.saw)
			case p.fails != nil && !p.fails(err):
				t.Errorf("saw %q, error %v; another error is expected", saw, err)
			}
			if p.asked != "" && s.Count(p.asked) != p.times {
				t.Errorf("asked for %s %d times, want %d", p.asked, s.Count(p.asked), p.times)
			}
			if p.deaf {
				return
			}
			_, keeper = open(t, p)
			keeper.Client = direct(t, keeper)
			if saw, err := p.bug(keeper, t.Context()); err != nil || saw != p.want {
				t.Errorf("live: saw %q, error %v; want %q", saw, err, p.want)
			}
		})
	}
}

// TestMended shows that the twins do the right thing in the same place.
func TestMended(t *testing.T) {
	for _, p := range proofs {
		t.Run(p.mended.name(), func(t *testing.T) {
			t.Parallel()
			_, keeper := open(t, p)
			if saw, err := p.mended(keeper, t.Context()); err != nil || saw != p.want {
				t.Errorf("saw %q, error %v; want %q", saw, err, p.want)
			}
		})
	}
}

// TestCatchesUp shows that a moment later the cache has it all: the bugs are
// of those that come and go.
func TestCatchesUp(t *testing.T) {
	t.Parallel()
	s, keeper := open(t, proof{others: raises})
	var cm corev1.ConfigMap
	if err := keeper.Get(t.Context(), prices, &cm); err != nil || cm.Data["tea"] != "1" {
		t.Fatalf("the cache has %v, error %v; want it behind", cm.Data, err)
	}
	s.CatchUp()
	for deadline := time.Now().Add(30 * time.Second); cm.Data["tea"] != "7"; {
		if time.Now().After(deadline) {
			t.Fatal("the cache did not catch up")
		}
		time.Sleep(time.Millisecond)
		if err := keeper.Get(t.Context(), prices, &cm); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := keeper.RetryBug(t.Context()); err != nil {
		t.Error(err)
	}
}

// open starts a server with the prices and the till, and a keeper whose caches
// have seen both and will see nothing else.
func open(t *testing.T, p proof) (*apiserver.Server, *Keeper) {
	t.Helper()
	return openWith(t, p, client.CacheOptions{})
}

// openWith is open with options for the client, and objects of all the
// representations that the cache is to have.
func openWith(t *testing.T, p proof, cacheOptions client.CacheOptions, cached ...client.Object) (*apiserver.Server, *Keeper) {
	t.Helper()
	ctx := t.Context()
	s := apiserver.New(t)
	mapper := meta.NewDefaultRESTMapper(nil)
	for kind := range scheme.Scheme.KnownTypes(corev1.SchemeGroupVersion) {
		mapper.Add(corev1.SchemeGroupVersion.WithKind(kind), meta.RESTScopeNamespace)
	}
	options := client.Options{Scheme: scheme.Scheme, Mapper: mapper}
	live, err := client.New(s.Config(), options)
	check(t, err)
	check(t, live.Create(ctx, configMap(prices)))
	check(t, live.Create(ctx, &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: till.Namespace, Name: till.Name}}))

	// The manager makes its cache and its client like this.
	behind, err := cache.New(s.Config(), cache.Options{Scheme: scheme.Scheme, Mapper: mapper})
	check(t, err)
	for _, obj := range append(cached, &corev1.ConfigMap{}, &corev1.Pod{}) {
		_, err := behind.GetInformer(ctx, obj, cache.BlockUntilSynced(false))
		check(t, err)
	}
	stop, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := behind.Start(stop); err != nil {
			t.Error(err)
		}
	}()
	clientset, err := kubernetes.NewForConfig(s.Config())
	check(t, err)
	factory := informers.NewSharedInformerFactory(clientset, 0)
	lister := factory.Core().V1().ConfigMaps().Lister()
	factory.Start(stop.Done())
	t.Cleanup(func() {
		cancel()
		<-done
		factory.Shutdown()
	})
	if !behind.WaitForCacheSync(ctx) {
		t.Fatal("the cache did not sync")
	}
	for informer, ok := range factory.WaitForCacheSync(stop.Done()) {
		if !ok {
			t.Fatalf("the informer of %v did not sync", informer)
		}
	}
	cacheOptions.Reader = behind
	options.Cache = &cacheOptions
	manager, err := client.New(s.Config(), options)
	check(t, err)

	s.FallBehind()
	if p.others != nil {
		check(t, p.others(ctx, live))
		s.FallBehind() // and forget their requests
	}
	return s, &Keeper{Client: manager, APIReader: live, Clientset: clientset, ConfigMaps: lister}
}

func direct(t *testing.T, k *Keeper) client.Client {
	t.Helper()
	live, ok := k.APIReader.(client.Client)
	if !ok {
		t.Fatal(errors.New("the reader is no client"))
	}
	return live
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
