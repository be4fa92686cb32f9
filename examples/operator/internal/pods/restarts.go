package pods

import (
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/informers"
	informersv1 "k8s.io/client-go/informers/core/v1"

	"github.com/ctrllint/ctrllint/examples/operator/api/v1alpha1"
	"github.com/ctrllint/ctrllint/examples/operator/internal/kubeutil"
)

// Restarts counts the container restarts of each Website.
type Restarts struct {
	mu     sync.RWMutex
	bySite map[types.NamespacedName]map[types.UID]int32
}

// NewRestarts returns a tracker that the factory's Pod informer feeds.
func NewRestarts(factory informers.SharedInformerFactory) (*Restarts, error) {
	r := &Restarts{bySite: map[types.NamespacedName]map[types.UID]int32{}}
	_, err := factory.Core().V1().Pods().TypedInformer().AddTypedEventHandler(informersv1.PodFilteringHandler{
		FilterFunc: func(pod *corev1.Pod) bool { return pod.Labels[v1alpha1.WebsiteLabel] != "" },
		Handler: informersv1.PodHandlerFuncs{
			AddFunc:    r.set,
			UpdateFunc: func(_, pod *corev1.Pod) { r.set(pod) },
			DeleteFunc: func(deleted informersv1.DeletedPod) {
				r.remove(kubeutil.WebsiteOf(deleted.OptionalObj), deleted.OptionalObj.UID)
			},
		},
	})
	return r, err
}

// Of returns how often a Website's containers were restarted.
func (r *Restarts) Of(site types.NamespacedName) int32 {
	r.mu.RLock()
	defer r.mu.RUnlock()
	var sum int32
	for _, n := range r.bySite[site] {
		sum += n
	}
	return sum
}

func (r *Restarts) set(pod *corev1.Pod) {
	var n int32
	for _, status := range pod.Status.ContainerStatuses {
		n += status.RestartCount
	}
	site := kubeutil.WebsiteOf(pod)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.bySite[site] == nil {
		r.bySite[site] = map[types.UID]int32{}
	}
	r.bySite[site][pod.UID] = n
}

func (r *Restarts) remove(site types.NamespacedName, uid types.UID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.bySite[site], uid)
}
