package comebacks

import (
	"context"
	"fmt"
	"strconv"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// Fleet wants as many Pods as a ConfigMap says.
type Fleet struct {
	clientset kubernetes.Interface
	fleets    corelisters.ConfigMapLister
	pods      corelisters.PodLister
	chosen    labels.Selector
	queue     workqueue.TypedRateLimitingInterface[string]
	reports   workqueue.TypedRateLimitingInterface[string]
	started   map[string]int
}

func berth(fleet string) *corev1.Pod {
	return &corev1.Pod{ObjectMeta: metav1.ObjectMeta{GenerateName: fleet + "-", Labels: map[string]string{"fleet": fleet}}}
}

func (f *Fleet) wanted(ns, name string) (int, error) {
	cm, err := f.fleets.ConfigMaps(ns).Get(name)
	if err != nil || !f.chosen.Matches(labels.Set(cm.Labels)) {
		return 0, err
	}
	return strconv.Atoi(cm.Data["size"])
}

// work puts the key back when it has created something.
func (f *Fleet) work(ctx context.Context) {
	for {
		key, done := f.queue.Get()
		if done {
			return
		}
		made, err := f.sync(ctx, key)
		switch {
		case err != nil:
			f.queue.AddRateLimited(key)
		case made > 0:
			f.queue.Add(key)
		default:
			f.queue.Forget(key)
		}
		f.queue.Done(key)
	}
}

func (f *Fleet) sync(ctx context.Context, key string) (made int, err error) {
	ns, name, err := cache.SplitMetaNamespaceKey(key)
	if err != nil {
		return 0, nil
	}
	size, err := f.wanted(ns, name)
	if err != nil {
		return 0, err
	}
	pods, err := f.pods.Pods(ns).List(labels.SelectorFromSet(labels.Set{"fleet": name})) // want `warning: List decides whether the Create at workers.go:\d+ makes a new corev1.Pod, and the Add at workers.go:55 brings the key back at once.*\[staleread/list\]`
	if err != nil {
		return 0, err
	}
	for n := len(pods); n < size; n++ {
		if _, err := f.clientset.CoreV1().Pods(ns).Create(ctx, berth(name), metav1.CreateOptions{}); err != nil {
			return made, err
		}
		made++
	}
	return made, nil
}

// next takes one key, and hands it on.
func (f *Fleet) next(ctx context.Context) bool {
	key, done := f.queue.Get()
	if done {
		return false
	}
	defer f.queue.Done(key)
	if err := f.one(ctx, key); err != nil {
		f.queue.AddRateLimited(key)
	}
	return true
}

// one puts it back itself.
func (f *Fleet) one(ctx context.Context, key string) error {
	ns, name, err := cache.SplitMetaNamespaceKey(key)
	if err != nil {
		return nil
	}
	pods, err := f.pods.Pods(ns).List(labels.SelectorFromSet(labels.Set{"fleet": name})) // want `warning: List decides whether the Create at workers.go:\d+ .* and the Add at workers.go:111 brings the key back.*\[staleread/list\]`
	if err != nil || len(pods) > 0 {
		return err
	}
	if _, err := f.clientset.CoreV1().Pods(ns).Create(ctx, berth(name), metav1.CreateOptions{}); err != nil {
		return err
	}
	f.queue.Add(key)
	return nil
}

// named creates what has the same name for the same need.
func (f *Fleet) named(ctx context.Context) bool {
	key, done := f.queue.Get()
	if done {
		return false
	}
	defer f.queue.Done(key)
	ns, name, _ := cache.SplitMetaNamespaceKey(key)
	pods, err := f.pods.Pods(ns).List(labels.SelectorFromSet(labels.Set{"fleet": name}))
	if err != nil {
		return true
	}
	for n := len(pods); n < 3; n++ {
		pod := berth(name)
		pod.GenerateName, pod.Name = "", fmt.Sprintf("%s-%d", name, n)
		if _, err := f.clientset.CoreV1().Pods(ns).Create(ctx, pod, metav1.CreateOptions{}); err != nil && !apierrors.IsAlreadyExists(err) {
			return true
		}
	}
	f.queue.Add(key)
	return true
}

// launch is what the workers below do, once.
func (f *Fleet) launch(ctx context.Context, key string) (made bool, err error) {
	ns, name, err := cache.SplitMetaNamespaceKey(key)
	if err != nil {
		return false, nil
	}
	pods, err := f.pods.Pods(ns).List(labels.SelectorFromSet(labels.Set{"fleet": name}))
	if err != nil || len(pods) > 0 {
		return false, err
	}
	if _, err := f.clientset.CoreV1().Pods(ns).Create(ctx, berth(name), metav1.CreateOptions{}); err != nil {
		return false, err
	}
	_, err = f.clientset.CoreV1().ConfigMaps(ns).Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: name + "-log"}}, metav1.CreateOptions{})
	return true, err
}

// later looks again when the cache has heard of it long since.
func (f *Fleet) later(ctx context.Context) bool {
	key, done := f.queue.Get()
	if done {
		return false
	}
	defer f.queue.Done(key)
	if _, err := f.launch(ctx, key); err == nil {
		f.queue.AddAfter(key, time.Minute)
	}
	return true
}

// others puts other keys on the queue, and the key on another queue.
func (f *Fleet) others(ctx context.Context) bool {
	key, done := f.queue.Get()
	if done {
		return false
	}
	defer f.queue.Done(key)
	if _, err := f.launch(ctx, key); err == nil {
		f.queue.Add(key + "-log")
		f.reports.Add(key)
	}
	return true
}

// again puts the key back if nothing was created.
func (f *Fleet) again(ctx context.Context) bool {
	key, done := f.queue.Get()
	if done {
		return false
	}
	defer f.queue.Done(key)
	if made, err := f.launch(ctx, key); err == nil && !made {
		f.queue.Add(key)
	}
	return true
}

// failing puts it back for an error, as all workers do.
func (f *Fleet) failing(ctx context.Context) bool {
	key, done := f.queue.Get()
	if done {
		return false
	}
	defer f.queue.Done(key)
	if _, err := f.launch(ctx, key); err != nil {
		f.queue.Add(key)
		return true
	}
	f.queue.Forget(key)
	return true
}

// patient waits for the cache to have it.
func (f *Fleet) patient(ctx context.Context) bool {
	key, done := f.queue.Get()
	if done {
		return false
	}
	defer f.queue.Done(key)
	ns, name, _ := cache.SplitMetaNamespaceKey(key)
	if _, err := f.launch(ctx, key); err != nil {
		return true
	}
	_ = wait.PollUntilContextCancel(ctx, time.Second, true, func(context.Context) (bool, error) {
		pods, err := f.pods.Pods(ns).List(labels.SelectorFromSet(labels.Set{"fleet": name}))
		return len(pods) > 0, err
	})
	f.queue.Add(key)
	return true
}

// counting keeps in memory what it has started.
func (f *Fleet) counting(ctx context.Context) bool {
	key, done := f.queue.Get()
	if done {
		return false
	}
	defer f.queue.Done(key)
	ns, name, _ := cache.SplitMetaNamespaceKey(key)
	pods, err := f.pods.Pods(ns).List(labels.SelectorFromSet(labels.Set{"fleet": name}))
	if err != nil || len(pods) > 0 || f.started[key] > 0 {
		return true
	}
	if _, err := f.clientset.CoreV1().Pods(ns).Create(ctx, berth(name), metav1.CreateOptions{}); err != nil {
		return true
	}
	f.started[key]++
	f.queue.Add(key)
	return true
}
