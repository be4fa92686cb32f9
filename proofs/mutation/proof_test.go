package mutation

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	kuberuntime "k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes/fake"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	clienttesting "k8s.io/client-go/testing"
	"k8s.io/client-go/tools/cache"
	ctrl "sigs.k8s.io/controller-runtime"
	ctrlcache "sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

// A proof shows that a bug changes what the cache holds, and that its mended twin does not.
type proof struct {
	category    string
	bug, mended func(*Shop, context.Context) error
}

var proofs = []proof{
	{"field", (*Shop).FieldBug, (*Shop).FieldMended},
	{"shared", (*Shop).SharedBug, (*Shop).SharedMended},
	{"shared", (*Shop).UnsafeBug, (*Shop).UnsafeMended},
	{"shared", (*Shop).ManagedBug, (*Shop).ManagedMended},
	{"callee", (*Shop).CalleeBug, (*Shop).CalleeMended},
	{"reply", (*Shop).ReplyBug, (*Shop).ReplyMended},
	{"event", (*Shop).EventBug, (*Shop).EventMended},
}

// nameOf returns the name of a method.
func nameOf(method func(*Shop, context.Context) error) string {
	name := runtime.FuncForPC(reflect.ValueOf(method).Pointer()).Name()
	return name[strings.LastIndexByte(name, '.')+1:]
}

// watched names the method that a process runs for TestProofs.
const watched = "CTRLLINT_PROOF"

// TestProofs runs each method in a process of its own with client-go's mutation detector, which ends the process if it
// changes what the cache holds.
func TestProofs(t *testing.T) {
	for _, p := range proofs {
		for _, method := range []func(*Shop, context.Context) error{p.bug, p.mended} {
			t.Run(nameOf(method), func(t *testing.T) {
				t.Parallel()
				cmd := exec.Command(os.Args[0], "-test.run=^TestWatched$")
				cmd.Env = append(os.Environ(), "KUBE_CACHE_MUTATION_DETECTOR=true", watched+"="+nameOf(method))
				out, err := cmd.CombinedOutput()
				altered := err != nil && strings.Contains(string(out), "ALTERED!") && strings.Contains(string(out), "panic: cache ")
				bug := strings.HasSuffix(nameOf(method), "Bug")
				if altered != bug || err != nil && !bug {
					t.Errorf("the detector finds a change: %t, want %t; %v\n%s", altered, bug, err, out)
				}
			})
		}
	}
}

// TestWatched is what TestProofs runs in other processes.
func TestWatched(t *testing.T) {
	for _, p := range proofs {
		for _, method := range []func(*Shop, context.Context) error{p.bug, p.mended} {
			if nameOf(method) == os.Getenv(watched) {
				s := open(t)
				if err := method(s, t.Context()); err != nil {
					t.Fatal(err)
				}
				time.Sleep(3 * time.Second) // the detector looks every second
			}
		}
	}
}

// TestUnsafe compares what controller-runtime's cache holds before and after a read without copies.
func TestUnsafe(t *testing.T) {
	for _, method := range []func(*Shop, context.Context) error{(*Shop).UnsafeBug, (*Shop).UnsafeMended, (*Shop).ManagedBug, (*Shop).ManagedMended} {
		s := open(t)
		reader := s.Cache
		if strings.HasPrefix(nameOf(method), "Managed") {
			reader = s.Managed
		}
		held := func() *corev1.Pod {
			var pod corev1.Pod
			if err := reader.Get(t.Context(), client.ObjectKey{Namespace: namespace, Name: name}, &pod); err != nil {
				t.Fatal(err)
			}
			return pod.DeepCopy()
		}
		before := held()
		if err := method(s, t.Context()); err != nil {
			t.Fatal(err)
		}
		changed := !reflect.DeepEqual(before, held())
		if want := strings.HasSuffix(nameOf(method), "Bug"); changed != want {
			t.Errorf("%s changes what the cache holds: %t, want %t", nameOf(method), changed, want)
		}
	}
}

// TestLost has the first update of a Pod fail. The bug finds its own change in the cache then, and never tries again; its
// twin does.
func TestLost(t *testing.T) {
	for method, want := range map[string]int{"FieldBug": 1, "FieldMended": 2} {
		s := open(t)
		clientset, updates := s.Clientset.(*fake.Clientset), 0
		clientset.PrependReactor("update", "pods", func(clienttesting.Action) (bool, kuberuntime.Object, error) {
			updates++
			return updates == 1, nil, errors.New("the API server is away")
		})
		sync := s.FieldBug
		if method == "FieldMended" {
			sync = s.FieldMended
		}
		if err := sync(t.Context()); err == nil {
			t.Errorf("%s: the first update succeeds", method)
		}
		if err := sync(t.Context()); err != nil {
			t.Errorf("%s: %v", method, err)
		}
		pod, err := s.Clientset.CoreV1().Pods(namespace).Get(t.Context(), name, metav1.GetOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if saved := pod.Labels["open"] == "yes"; updates != want || saved != (want == 2) {
			t.Errorf("%s: %d updates, want %d; saved: %t", method, updates, want, saved)
		}
	}
}

func till() *corev1.Pod {
	return &corev1.Pod{
		TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "Pod"},
		ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name, ResourceVersion: "1", Labels: map[string]string{"app": "shop"}},
	}
}

// open returns a shop with one Pod, which its caches hold.
func open(t *testing.T) *Shop {
	t.Helper()
	clientset := fake.NewClientset(till())
	factory := informers.NewSharedInformerFactory(clientset, 0)
	pods := factory.Core().V1().Pods()
	s := &Shop{Clientset: clientset, Pods: pods.Lister(), Informer: pods.Informer()}
	stop, cancel := context.WithCancel(context.Background())
	factory.Start(stop.Done())
	factory.WaitForCacheSync(stop.Done())

	server := httptest.NewServer(http.HandlerFunc(updated))
	mapper := meta.NewDefaultRESTMapper(nil)
	mapper.Add(corev1.SchemeGroupVersion.WithKind("Pod"), meta.RESTScopeNamespace)
	config := &rest.Config{Host: server.URL}
	var err error
	s.Client, err = client.New(config, client.Options{Scheme: scheme.Scheme, Mapper: mapper})
	if err != nil {
		t.Fatal(err)
	}
	newInformer := func(_ cache.ListerWatcher, obj kuberuntime.Object, resync time.Duration, indexers cache.Indexers) cache.SharedIndexInformer {
		lw := &cache.ListWatch{
			ListFunc: func(options metav1.ListOptions) (kuberuntime.Object, error) {
				return clientset.CoreV1().Pods("").List(stop, options)
			},
			WatchFunc: func(options metav1.ListOptions) (watch.Interface, error) {
				return clientset.CoreV1().Pods("").Watch(stop, options)
			},
		}
		return cache.NewSharedIndexInformer(cache.ToListWatcherWithWatchListSemantics(lw, clientset), obj, resync, indexers)
	}
	own, err := ctrlcache.New(config, ctrlcache.Options{Scheme: scheme.Scheme, Mapper: mapper, NewInformer: newInformer})
	if err != nil {
		t.Fatal(err)
	}
	s.Cache = own
	mgr, err := s.Manage(config, ctrl.Options{
		Cache:          ctrlcache.Options{NewInformer: newInformer},
		MapperProvider: func(*rest.Config, *http.Client) (meta.RESTMapper, error) { return mapper, nil },
		Metrics:        metricsserver.Options{BindAddress: "0"},
	})
	if err != nil {
		t.Fatal(err)
	}
	started := []interface{ Start(context.Context) error }{own, mgr}
	done := make(chan error, len(started))
	for i, c := range []ctrlcache.Cache{own, mgr.GetCache()} {
		if _, err := c.GetInformer(stop, &corev1.Pod{}, ctrlcache.BlockUntilSynced(false)); err != nil {
			t.Fatal(err)
		}
		go func() { done <- started[i].Start(stop) }()
		if !c.WaitForCacheSync(stop) {
			t.Fatal("the cache did not sync")
		}
	}
	t.Cleanup(func() {
		cancel()
		for range started {
			if err := <-done; err != nil {
				t.Error(err)
			}
		}
		factory.Shutdown()
		server.Close()
	})
	return s
}

// updated answers an update of the Pod with its next version.
func updated(w http.ResponseWriter, _ *http.Request) {
	pod := till()
	pod.ResourceVersion = "2"
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(pod); err != nil {
		panic(err)
	}
}
