// Package registry keeps pods by the node that they run on. It knows nothing of informers.
package registry

import (
	"strings"
	"sync"

	corev1 "k8s.io/api/core/v1"
)

// Registry has them.
type Registry struct {
	mutex  sync.Mutex
	byNode map[string][]string
}

// Do does what its name says.
func (r *Registry) Do(what string, pod *corev1.Pod) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	switch what {
	case "add":
		r.add(pod)
	case "remove":
		r.remove(pod)
	case "forget":
		if pod == nil {
			return
		}
		r.remove(pod)
	}
}

func (r *Registry) add(pod *corev1.Pod) {
	r.byNode[pod.Spec.NodeName] = append(r.byNode[pod.Spec.NodeName], pod.Name)
}

func (r *Registry) remove(pod *corev1.Pod) {
	delete(r.byNode, pod.Spec.NodeName)
}

// Drop follows the pointer at once.
func (r *Registry) Drop(pod *corev1.Pod) {
	r.remove(pod)
}

// DropNamed asks for what a promoted method says.
func DropNamed(r *Registry, pod *corev1.Pod) {
	if pod.GetName() == "" {
		return
	}
	r.remove(pod)
}

// MayDrop has nothing to do without a pod.
func (r *Registry) MayDrop(pod *corev1.Pod) {
	if pod == nil {
		return
	}
	r.remove(pod)
}

// DropReady looks at it only if there is one.
func (r *Registry) DropReady(pod *corev1.Pod) bool {
	return pod != nil && pod.Status.Phase == corev1.PodRunning
}

// DropStarted does nothing before the registry is filled.
func (r *Registry) DropStarted(pod *corev1.Pod) {
	if r.byNode == nil {
		return
	}
	r.remove(pod)
}

// Replaced takes another one.
func (r *Registry) Replaced(pod *corev1.Pod) {
	pod = &corev1.Pod{}
	r.remove(pod)
}

// DropAll goes through pods first, of which there may be none.
func (r *Registry) DropAll(pods []*corev1.Pod, pod *corev1.Pod) {
	for range pods {
		r.remove(pod)
	}
}

// Enabled says whether names are looked at.
var Enabled bool

// Chosen leaves a case before it follows the pointer.
func (r *Registry) Chosen(what string, pod *corev1.Pod) {
	switch what {
	case "name":
		if !Enabled {
			break
		}
		r.remove(pod)
	}
}

// Renamed asks for another text than it was given.
func (r *Registry) Renamed(what string, pod *corev1.Pod) {
	what = strings.ToLower(what)
	if what == "Name" {
		r.remove(pod)
	}
}

// Defaulted sets the pointer where it is nil.
func (r *Registry) Defaulted(pod *corev1.Pod, found bool) {
	if !found {
		pod = &corev1.Pod{}
	}
	r.remove(pod)
}

// Recovered goes on when it has panicked.
func (r *Registry) Recovered(pod *corev1.Pod) {
	defer func() { _ = recover() }()
	r.remove(pod)
}

// Round and Back call each other.
func (r *Registry) Round(what string, pod *corev1.Pod) {
	if what == "back" {
		r.Back(pod)
	}
}

// Back comes round.
func (r *Registry) Back(pod *corev1.Pod) {
	if pod != nil {
		r.Round("back", pod)
	}
}
