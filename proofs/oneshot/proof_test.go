package oneshot

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"maps"
	"os"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	kuberuntime "k8s.io/apimachinery/pkg/runtime"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes/fake"
	clienttesting "k8s.io/client-go/testing"
	"k8s.io/client-go/tools/cache"
	cachetesting "k8s.io/client-go/tools/cache/testing"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/klog/v2"
)

// TestMain has client-go keep quiet about what is expected here. By default each report of an error waits until a
// millisecond has passed since the last one in any test, and the clocks of two bubbles have nothing to do with each
// other.
func TestMain(m *testing.M) {
	utilruntime.ErrorHandlers = []utilruntime.ErrorHandler{
		func(_ context.Context, err error, msg string, keysAndValues ...any) {
			klog.ErrorS(err, msg, keysAndValues...)
		},
	}
	log.SetOutput(io.Discard)
	klog.SetLogger(klog.Logger{}) // without sink
	os.Exit(m.Run())
}

// A proof shows that a bug goes wrong, and that its mended twin does not.
type proof struct {
	category    string
	bug, mended any
	check       func(*testing.T, any) error // what went wrong
}

var proofs = []proof{
	{"write", WriteBug, WriteMended, copies},
	{"write", WriteAsyncBug, WriteAsyncMended, copies},
	{"block", BlockBug, BlockMended, hearsAtOnce},
	{"block", BlockPrivateBug, BlockPrivateMended, storesAtOnce},
	{"live", LiveBug, LiveMended, asksNoServer},
	{"unsynced", UnsyncedBug, UnsyncedMended, findsAll},
	{"ignored", IgnoredBug, IgnoredMended, findsAll},
	{"handover", HandoverBug, HandoverMended, hearsAtOnce},
}

func TestBugs(t *testing.T) {
	for _, p := range proofs {
		t.Run(nameOf(p.bug), func(t *testing.T) {
			if err := p.check(t, p.bug); err == nil {
				t.Error("nothing went wrong")
			} else {
				t.Log(err)
			}
		})
	}
}

func TestMended(t *testing.T) {
	for _, p := range proofs {
		t.Run(nameOf(p.mended), func(t *testing.T) {
			if err := p.check(t, p.mended); err != nil {
				t.Error(err)
			}
		})
	}
}

// nameOf takes the name from the function, so that a row of a table cannot carry the name of one and run another.
func nameOf(f any) string {
	full := runtime.FuncForPC(reflect.ValueOf(f).Pointer()).Name()
	return full[strings.LastIndexByte(full, '.')+1:]
}

var names = []string{"bank", "mill", "shop"}

func namespace(name string) *corev1.Namespace {
	return &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: name}}
}

// inShop runs a subject in a cluster with three Namespaces, and judges it after a day.
func inShop(t *testing.T, subject any, prepare func(*fake.Clientset), judge func(*Shop, *fake.Clientset) error, objects ...kuberuntime.Object) error {
	t.Helper()
	run, ok := subject.(func(context.Context, *Shop))
	if !ok {
		t.Fatalf("%s has another type", nameOf(subject))
	}
	var err error
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		for _, name := range names {
			objects = append(objects, namespace(name))
		}
		client := fake.NewClientset(objects...)
		prepare(client)
		s := &Shop{
			Client:  client,
			Factory: informers.NewSharedInformerFactory(client, 0),
			Queue:   workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]()),
		}
		run(ctx, s)
		s.Factory.StartWithContext(ctx)
		time.Sleep(24 * time.Hour)
		synctest.Wait()
		err = judge(s, client)
		cancel()
		s.Queue.ShutDown()
		s.Factory.Shutdown()
	})
	return err
}

// copies tells whether there is a copy of the Secret in each Namespace, though the server once fails to make one.
func copies(t *testing.T, subject any) error {
	var failed atomic.Bool
	return inShop(t, subject, func(client *fake.Clientset) {
		client.PrependReactor("create", "secrets", func(action clienttesting.Action) (bool, kuberuntime.Object, error) {
			if action.GetNamespace() == "shop" && failed.CompareAndSwap(false, true) {
				return true, nil, errors.New("etcd has a new leader")
			}
			return false, nil, nil
		})
	}, func(s *Shop, client *fake.Clientset) error {
		if !failed.Load() {
			t.Error("the server should have failed once")
		}
		var without []string
		for _, name := range names {
			if _, err := client.CoreV1().Secrets(name).Get(t.Context(), "pull", metav1.GetOptions{}); err != nil {
				without = append(without, name)
			}
		}
		if len(without) > 0 {
			return fmt.Errorf("after a day there is no copy in %q", without)
		}
		return nil
	})
}

// hearsAtOnce tells whether the handler is told of all objects of the first list at once.
func hearsAtOnce(t *testing.T, subject any) error {
	return inShop(t, subject, func(*fake.Clientset) {}, func(s *Shop, _ *fake.Clientset) error {
		heard := s.Heard()
		if len(heard) != len(names) {
			return fmt.Errorf("heard of %v only", slices.Sorted(maps.Keys(heard)))
		}
		first, last := heard[names[0]], heard[names[0]]
		for _, at := range heard {
			if at.Before(first) {
				first = at
			}
			if at.After(last) {
				last = at
			}
		}
		if apart := last.Sub(first); apart >= slowly {
			return fmt.Errorf("the last object of the list came %v after the first", apart)
		}
		return nil
	})
}

// storesAtOnce tells whether the store of a private informer has an object soon after the watch has brought it, though
// there was another event just before.
func storesAtOnce(t *testing.T, subject any) error {
	run, ok := subject.(func(context.Context, *Shop) cache.Store)
	if !ok {
		t.Fatalf("%s has another type", nameOf(subject))
	}
	var err error
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		source := cachetesting.NewFakeControllerSource()
		s := &Shop{Source: source, Queue: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())}
		store := run(ctx, s)
		synctest.Wait()
		for _, name := range names {
			source.Add(namespace(name))
			time.Sleep(time.Second)
		}
		synctest.Wait()
		if keys := store.ListKeys(); len(keys) != len(names) {
			err = fmt.Errorf("a second after the watch brought %q the store has %q", names, keys)
		}
		time.Sleep(time.Hour)
		if keys := store.ListKeys(); len(keys) != len(names) {
			t.Errorf("after an hour the store has %q", keys)
		}
		cancel()
		s.Queue.ShutDown()
		source.Shutdown()
	})
	return err
}

// asksNoServer tells whether Secrets are read without a request for each.
func asksNoServer(t *testing.T, subject any) error {
	return inShop(t, subject, func(*fake.Clientset) {}, func(_ *Shop, client *fake.Clientset) error {
		gets := 0
		for _, action := range client.Actions() {
			if action.Matches("get", "secrets") {
				gets++
			}
		}
		if gets > 0 {
			return fmt.Errorf("%d requests for %d events", gets, len(names))
		}
		return nil
	}, secret(names[0]), secret(names[1]), secret(names[2]))
}

// findsAll tells whether a worker finds the Secrets that were there from the start, though the server does not list them
// in the first minute.
func findsAll(t *testing.T, subject any) error {
	return inShop(t, subject, func(client *fake.Clientset) {
		ready := time.Now().Add(time.Minute)
		client.PrependReactor("list", "secrets", func(clienttesting.Action) (bool, kuberuntime.Object, error) {
			if time.Now().Before(ready) {
				return true, nil, errors.New("busy")
			}
			return false, nil, nil
		})
	}, func(s *Shop, _ *fake.Clientset) error {
		if missing := s.Missing(); len(missing) > 0 {
			return fmt.Errorf("taken for deleted in %q", missing)
		}
		return nil
	}, secret(names[0]), secret(names[1]), secret(names[2]))
}
