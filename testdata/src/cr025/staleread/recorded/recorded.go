// Package recorded has programs that keep in mind what they have written, and such as keep something else in mind.
package recorded

import (
	"context"
	"maps"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/record"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/utils/lru"

	"ctrllint.test/cr025/staleread/recorded/expected"
)

// A Pool has pods, and more than one way to know of them.
type Pool struct {
	clientset kubernetes.Interface
	pods      corelisters.PodLister
	expected  *expected.Names
	answers   *lru.Cache
	made      map[string]bool
	counts    map[string]int
	recorder  record.EventRecorder
	queue     workqueue.TypedRateLimitingInterface[string]
}

func (p *Pool) create(ctx context.Context, namespace string) (*corev1.Pod, error) {
	return p.clientset.CoreV1().Pods(namespace).Create(ctx, &corev1.Pod{ObjectMeta: metav1.ObjectMeta{GenerateName: "pool-", Namespace: namespace}}, metav1.CreateOptions{})
}

// Expecting only lists when all that it created is there.
func (p *Pool) Expecting(ctx context.Context, namespace string, want int) error {
	for p.expected.Seen(namespace) {
		pods, err := p.pods.Pods(namespace).List(labels.Everything())
		if err != nil || len(pods) >= want {
			return err
		}
		pod, err := p.create(ctx, namespace)
		if err != nil {
			return err
		}
		p.expected.Expect(namespace, pod.Name)
	}
	return nil
}

// Overlaid counts what it has made besides what is listed.
func (p *Pool) Overlaid(ctx context.Context, namespace string, want int) error {
	for {
		names, err := p.names(namespace)
		if err != nil || len(names) >= want {
			return err
		}
		pod, err := p.create(ctx, namespace)
		if err != nil {
			return err
		}
		p.made[pod.Name] = true
	}
}

func (p *Pool) names(namespace string) (map[string]bool, error) {
	pods, err := p.pods.Pods(namespace).List(labels.Everything())
	if err != nil {
		return nil, err
	}
	names := maps.Clone(p.made)
	for name := range p.made {
		names[name] = true
	}
	for _, pod := range pods {
		names[pod.Name] = true
	}
	return names, nil
}

// Answered takes the answer of its own update where that is newer.
func (p *Pool) Answered(ctx context.Context, pod *corev1.Pod) error {
	pod = pod.DeepCopy()
	pod.Labels["claimed"] = "yes"
	updated, err := p.clientset.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{})
	if err != nil {
		return err
	}
	p.answers.Add(updated.Namespace+"/"+updated.Name, updated)
	p.answers.Add(updated.Name, updated)
	pods, err := p.pods.Pods(pod.Namespace).List(labels.Everything())
	if err != nil {
		return err
	}
	claimed := 0
	for _, pod := range pods {
		if pod = p.latest(pod); pod.Labels["claimed"] == "yes" {
			claimed++
		}
	}
	if claimed < 3 {
		_, err = p.create(ctx, pod.Namespace)
	}
	return err
}

func (p *Pool) latest(pod *corev1.Pod) *corev1.Pod {
	if own, ok := p.answers.Get(pod.Name); ok {
		return own.(*corev1.Pod)
	}
	return pod
}

// Counted keeps nothing of what it creates: how often it was called is no record, nor is an event, or what is on a queue.
func (p *Pool) Counted(ctx context.Context, namespace string, want int) error {
	for {
		pods, err := p.pods.Pods(namespace).List(labels.Everything()) // want `List after the Create.*\[staleread/list\]`
		if err != nil || len(pods) >= want || p.counts[namespace] > 100 || p.queue.NumRequeues(namespace) > 3 {
			return err
		}
		pod, err := p.create(ctx, namespace)
		if err != nil {
			return err
		}
		p.counts[want2(want)]++
		p.recorder.Event(pod, corev1.EventTypeNormal, "Created", "one more")
		p.queue.Add(pod.Name)
	}
}

func want2(int) string { return "all" }

// Unasked keeps in mind what it creates, and never looks there.
func (p *Pool) Unasked(ctx context.Context, namespace string, want int) error {
	for {
		pods, err := p.pods.Pods(namespace).List(labels.Everything()) // want `List after the Create.*\[staleread/list\]`
		if err != nil || len(pods) >= want {
			return err
		}
		pod, err := p.create(ctx, namespace)
		if err != nil {
			return err
		}
		p.expected.Expect(namespace, pod.Name)
		p.made[pod.Name] = true
	}
}
