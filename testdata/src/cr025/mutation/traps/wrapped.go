package traps

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
)

type step struct {
	phase   string
	started metav1.Time
}

type history struct {
	name    string
	created metav1.Time
	owner   *metav1.OwnerReference
	steps   []step
}

// histories changes what it has made, beside what is the cache's.
func (c *Controller) histories(before []history) []history {
	pods, err := c.pods.List(labels.Everything())
	if err != nil {
		return nil
	}
	for _, pod := range pods {
		before = append(before, history{name: pod.Name, created: pod.CreationTimestamp, owner: &pod.OwnerReferences[0], steps: []step{{}}})
	}
	for i := range before {
		closeLast(before[i].steps)
		closeLast(stepsOf(before, before[i].name))
	}
	return before
}

func closeLast(steps []step) {
	if len(steps) > 0 {
		steps[len(steps)-1].phase = "closed"
	}
}

func stepsOf(all []history, name string) []step {
	for _, h := range all {
		if h.name == name {
			return h.steps
		}
	}
	return nil
}

type capabilities struct{ enabled map[string]bool }

type work struct {
	spec         corev1.PodSpec
	selector     map[string]string
	capabilities capabilities
}

type worker struct {
	work *work
}

// update keeps parts of a cache's object in a struct of which it changes others.
func (w *worker) update(spec corev1.PodSpec) {
	next := &work{spec: spec, selector: spec.NodeSelector}
	next.capabilities.enabled = map[string]bool{}
	if w.work == nil {
		w.work = next
	}
	w.work.capabilities = enable(w.work.capabilities)
	w.work.spec.NodeName = "n"
}

func enable(c capabilities) capabilities {
	c.enabled["a"] = true
	return c
}

func (c *Controller) works(name string, w *worker) {
	pod, err := c.pods.Pods("shop").Get(name)
	if err == nil {
		w.update(pod.Spec)
	}
}
