package projection

import (
	"maps"
	"slices"
	"testing"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/klog/v2"
	ctrl "sigs.k8s.io/controller-runtime"
)

// A proof is a controller and what becomes of it.
type proof struct {
	name     string
	category string // of the finding; empty for mended ones
	kind     schema.GroupVersionKind
	setup    func(ctrl.Manager, report) error
	watched  string   // the projection of the informer whose events it handles
	want     []string // the projections of the informers that there are in the end
	live     bool     // it reads from the API server
}

var proofs = []proof{
	{"watchBug", "metadata", appsv1.SchemeGroupVersion.WithKind("Deployment"), func(m ctrl.Manager, r report) error {
		return (&watchBug{m.GetClient(), r}).SetupWithManager(m)
	}, "metadata", []string{"metadata", "typed"}, false},
	{"watchMended", "", appsv1.SchemeGroupVersion.WithKind("StatefulSet"), func(m ctrl.Manager, r report) error {
		return (&watchMended{m.GetClient(), r}).SetupWithManager(m)
	}, "metadata", []string{"metadata"}, false},
	{"readBug", "metadata", corev1.SchemeGroupVersion.WithKind("Pod"), func(m ctrl.Manager, r report) error {
		return (&readBug{m.GetClient(), r}).SetupWithManager(m)
	}, "typed", []string{"metadata", "typed"}, false},
	{"readMended", "", corev1.SchemeGroupVersion.WithKind("Service"), func(m ctrl.Manager, r report) error {
		return (&readMended{m.GetClient(), r}).SetupWithManager(m)
	}, "typed", []string{"typed"}, false},
	{"dynamicBug", "unstructured", batchv1.SchemeGroupVersion.WithKind("Job"), func(m ctrl.Manager, r report) error {
		return (&dynamicBug{m.GetClient(), r}).SetupWithManager(m)
	}, "unstructured", []string{"typed", "unstructured"}, false},
	{"dynamicMended", "", batchv1.SchemeGroupVersion.WithKind("CronJob"), func(m ctrl.Manager, r report) error {
		return (&dynamicMended{report: r}).SetupWithManager(m)
	}, "unstructured", []string{"unstructured"}, false},
	{"indexBug", "metadata", networkingv1.SchemeGroupVersion.WithKind("Ingress"), func(m ctrl.Manager, r report) error {
		return (&indexBug{m.GetClient(), r}).SetupWithManager(m)
	}, "metadata", []string{"metadata", "typed"}, false},
	{"indexMended", "", networkingv1.SchemeGroupVersion.WithKind("NetworkPolicy"), func(m ctrl.Manager, r report) error {
		return (&indexMended{m.GetClient(), r}).SetupWithManager(m)
	}, "typed", []string{"typed"}, false},
	{"exemptMended", "", corev1.SchemeGroupVersion.WithKind("Node"), func(m ctrl.Manager, r report) error {
		return (&exemptMended{m.GetClient(), r}).SetupWithManager(m)
	}, "metadata", []string{"metadata"}, true},
}

func init() { ctrl.SetLogger(klog.Background()) }

// TestProofs runs each controller in a manager, creates an object, and lets the event reach the informer that the
// controller watches, as it may well reach it first. A bug has two informers then, and what it reads is not found,
// although it has just been told that it is there; its twin has one, and finds it.
func TestProofs(t *testing.T) {
	for _, p := range proofs {
		t.Run(p.name, func(t *testing.T) {
			w := &world{kind: p.kind}
			reports := make(chan error, 10)
			w.start(t, func(mgr ctrl.Manager) error { return p.setup(mgr, func(err error) { reports <- err }) })
			w.await(t, p.watched)
			w.create(t, p.watched, w.object(t, p.watched))
			var read error
			select {
			case read = <-reports:
			case <-time.After(20 * time.Second):
				t.Fatal("the event is not handled")
			}
			if got := slices.Sorted(maps.Keys(w.projections())); !slices.Equal(got, p.want) {
				t.Errorf("informers of %v objects, want %v", got, p.want)
			}
			switch {
			case p.live:
				if w.requests() == 0 {
					t.Error("nothing was read from the API server")
				}
			case p.category != "" && !apierrors.IsNotFound(read):
				t.Errorf("the object is read with error %v, want NotFound", read)
			case p.category == "" && read != nil:
				t.Errorf("the object can't be read: %v", read)
			}
		})
	}
}

// await waits for the informer of a projection.
func (w *world) await(t *testing.T, projection string) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !w.projections()[projection]; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("no informer of %s objects", projection)
		}
	}
}

// requests is how many requests have reached the API server.
func (w *world) requests() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.live
}
