package projection

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/watch"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	toolscache "k8s.io/client-go/tools/cache"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

// A world is an API server as the informers of one manager see it: each informer has its own watch, and an event
// reaches it when the test says so. It knows every informer that the cache makes.
type world struct {
	kind schema.GroupVersionKind // of the objects that the test is about

	mu        sync.Mutex
	informers map[string]*watch.FakeWatcher // by projection
	live      int                           // requests that reach the API server itself
}

func projectionOf(obj runtime.Object) string {
	switch obj.(type) {
	case *metav1.PartialObjectMetadata:
		return "metadata"
	case runtime.Unstructured:
		return "unstructured"
	}
	return "typed"
}

// newInformer is the cache's: it counts, and makes an informer on a watch of ours.
func (w *world) newInformer(_ toolscache.ListerWatcher, obj runtime.Object, resync time.Duration, indexers toolscache.Indexers) toolscache.SharedIndexInformer {
	projection := projectionOf(obj)
	w.mu.Lock()
	defer w.mu.Unlock()
	fake := watch.NewFakeWithChanSize(10, false)
	if w.informers[projection] != nil {
		panic("a second informer for " + projection)
	}
	w.informers[projection] = fake
	lw := &toolscache.ListWatch{
		ListFunc:  func(metav1.ListOptions) (runtime.Object, error) { return w.list(obj) },
		WatchFunc: func(metav1.ListOptions) (watch.Interface, error) { return fake, nil },
	}
	return toolscache.NewSharedIndexInformer(toolscache.ToListWatcherWithWatchListSemantics(lw, noWatchList{}), obj, resync, indexers)
}

// noWatchList says that the initial list is not streamed.
type noWatchList struct{}

// IsWatchListSemanticsUnSupported is true.
func (noWatchList) IsWatchListSemanticsUnSupported() bool { return true }

// list is what the API server answers to the informers: nothing is there yet.
func (w *world) list(runtime.Object) (runtime.Object, error) {
	return &unstructured.UnstructuredList{Object: map[string]any{
		"kind": "List", "apiVersion": "v1", "metadata": map[string]any{"resourceVersion": "1"},
	}}, nil
}

// create has the watch of one projection deliver that the object was created.
func (w *world) create(t *testing.T, projection string, obj client.Object) {
	t.Helper()
	meta := metav1.ObjectMeta{Namespace: "default", Name: "object", ResourceVersion: "2", UID: "1"}
	switch o := obj.(type) {
	case *metav1.PartialObjectMetadata:
		o.ObjectMeta = meta
		o.SetGroupVersionKind(w.kind)
	case *unstructured.Unstructured:
		o.SetGroupVersionKind(w.kind)
		o.SetNamespace(meta.Namespace)
		o.SetName(meta.Name)
		o.SetResourceVersion(meta.ResourceVersion)
	default:
		o.SetNamespace(meta.Namespace)
		o.SetName(meta.Name)
		o.SetResourceVersion(meta.ResourceVersion)
	}
	w.mu.Lock()
	fake := w.informers[projection]
	w.mu.Unlock()
	if fake == nil {
		t.Fatalf("no informer of %s objects", projection)
	}
	fake.Add(obj)
}

// object returns an empty object in a projection.
func (w *world) object(t *testing.T, projection string) client.Object {
	t.Helper()
	switch projection {
	case "metadata":
		return &metav1.PartialObjectMetadata{}
	case "unstructured":
		return &unstructured.Unstructured{}
	}
	obj, err := clientgoscheme.Scheme.New(w.kind)
	if err != nil {
		t.Fatal(err)
	}
	return obj.(client.Object)
}

// projections lists those of the informers that the cache has made.
func (w *world) projections() map[string]bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	out := map[string]bool{}
	for p := range w.informers {
		out[p] = true
	}
	return out
}

// start runs a manager in the world until the test is over, with the controllers that setup registers.
func (w *world) start(t *testing.T, setup func(ctrl.Manager) error) {
	t.Helper()
	w.informers = map[string]*watch.FakeWatcher{}
	server := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, _ *http.Request) {
		w.mu.Lock()
		w.live++
		w.mu.Unlock()
		rw.WriteHeader(http.StatusNotFound)
		fmt.Fprint(rw, `{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"NotFound","code":404}`)
	}))
	t.Cleanup(server.Close)
	o := options()
	o.Scheme = clientgoscheme.Scheme
	o.Metrics = metricsserver.Options{BindAddress: "0"}
	o.HealthProbeBindAddress = "0"
	skip := true
	o.Controller.SkipNameValidation = &skip
	o.MapperProvider = func(*rest.Config, *http.Client) (meta.RESTMapper, error) { return w.mapper(t), nil }
	o.NewCache = func(cfg *rest.Config, c cache.Options) (cache.Cache, error) {
		c.NewInformer = w.newInformer
		return cache.New(cfg, c)
	}
	mgr, err := ctrl.NewManager(&rest.Config{Host: server.URL}, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := setup(mgr); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- mgr.Start(t.Context()) }()
	t.Cleanup(func() {
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	if !mgr.GetCache().WaitForCacheSync(t.Context()) {
		t.Fatal("the cache does not sync")
	}
}

// mapper knows the kinds of the scheme.
func (w *world) mapper(t *testing.T) meta.RESTMapper {
	t.Helper()
	mapper := meta.NewDefaultRESTMapper(nil)
	for kind := range clientgoscheme.Scheme.AllKnownTypes() {
		mapper.Add(kind, meta.RESTScopeNamespace)
	}
	return mapper
}
