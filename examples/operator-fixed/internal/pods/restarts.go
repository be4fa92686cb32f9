package pods

import (
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/informers"
	informersv1 "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/tools/cache"

	"github.com/ctrllint/ctrllint/examples/operator-fixed/api/v1alpha1"
	"github.com/ctrllint/ctrllint/examples/operator-fixed/internal/kubeutil"
)

// Restarts counts the container restarts of each Website.
type Restarts struct {
	mu    sync.RWMutex
	byPod map[cache.ObjectName]restarts
}

type restarts struct {
	site  types.NamespacedName
	count int32
}

// NewRestarts returns a tracker that the factory's Pod informer feeds.
func NewRestarts(factory informers.SharedInformerFactory) (*Restarts, error) {
	r := &Restarts{byPod: map[cache.ObjectName]restarts{}}
	_, err := factory.Core().V1().Pods().TypedInformer().AddTypedEventHandler(informersv1.PodFilteringHandler{
		// The Pod is nil when a delete was missed and nothing but the name is left: remove needs no more.
		FilterFunc: func(pod *corev1.Pod) bool { return pod == nil || pod.Labels[v1alpha1.WebsiteLabel] != "" },
		Handler: informersv1.PodHandlerFuncs{
			AddFunc:    r.set,
			UpdateFunc: func(_, pod *corev1.Pod) { r.set(pod) },
			DeleteFunc: func(deleted informersv1.DeletedPod) { r.remove(deleted.GetObjectName()) },
		},
	})
	return r, err
}

// Of returns how often a Website's containers were restarted.
func (r *Restarts) Of(site types.NamespacedName) int32 {
	r.mu.RLock()
	defer r.mu.RUnlock()
	var sum int32
	for _, pod := range r.byPod {
		if pod.site == site {
			sum += pod.count
		}
	}
	return sum
}

func (r *Restarts) set(pod *corev1.Pod) {
	var n int32
	for _, status := range pod.Status.ContainerStatuses {
		n += status.RestartCount
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.byPod[cache.MetaObjectToName(pod)] = restarts{site: kubeutil.WebsiteOf(pod), count: n}
}

func (r *Restarts) remove(pod cache.ObjectName) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.byPod, pod)
}
