// Package watched gives functions to others, which call them with objects of a cache, or with copies.
package watched

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"

	"ctrllint.test/cr025/mutation/watched/tell"
	"ctrllint.test/cr025/mutation/watched/watch"
)

type marker struct {
	client kubernetes.Interface
	pods   *watch.Watcher[*corev1.Pod]
}

// register has methods called for Pods and Nodes.
func (m *marker) register(loop *watch.Loop) {
	m.pods = loop.Pods(m.mark)
	loop.Pods(m.markMended)
	loop.Pods(logged(m.markBehind))
	loop.Pods(logged(m.markCopied))
	loop.Pods(copied(m.markSpare))
	loop.Pods(func(key string, pod *corev1.Pod) error {
		pod.Spec.NodeName = key // want `^error: this assignment changes Spec.NodeName of the corev1.Pod from watch.Watcher.Get \(watch.go:\d+\), which is the cache's own.*\[mutation/field\]`
		return nil
	})
	loop.Pods(tell.Seen) // want `^error: tell.Seen \(tell.go:\d+\) changes Labels of the corev1.Pod from watch.Watcher.Get`
	loop.Copies(m.node)
}

// mark changes the store's object.
func (m *marker) mark(_ string, pod *corev1.Pod) error {
	if pod == nil {
		return nil
	}
	pod.Labels["marked"] = "yes" // want `^error: this assignment changes Labels of the corev1.Pod from watch.Watcher.Get \(watch.go:\d+\), which is the cache's own.*take it for saved`
	return m.update(pod)
}

func (m *marker) markMended(_ string, pod *corev1.Pod) error {
	if pod == nil {
		return nil
	}
	pod = pod.DeepCopy()
	pod.Labels["marked"] = "yes"
	return m.update(pod)
}

func (m *marker) update(pod *corev1.Pod) error {
	_, err := m.client.CoreV1().Pods(pod.Namespace).Update(context.Background(), pod, metav1.UpdateOptions{})
	return err
}

// again has an object of the store too.
func (m *marker) again(key string) error {
	pod, err := m.pods.Get(key)
	if err != nil {
		return err
	}
	pod.Labels["marked"] = "again" // want `changes Labels of the corev1.Pod from watch.Watcher.Get`
	return m.update(pod)
}

// logged hands on what it is called with.
func logged(handle watch.Handler[*corev1.Pod]) watch.Handler[*corev1.Pod] {
	return func(key string, pod *corev1.Pod) error {
		println(key)
		return handle(key, pod)
	}
}

// copied hands on a copy.
func copied(handle watch.Handler[*corev1.Pod]) watch.Handler[*corev1.Pod] {
	return func(key string, pod *corev1.Pod) error {
		return handle(key, pod.DeepCopy())
	}
}

func (m *marker) markBehind(_ string, pod *corev1.Pod) error {
	pod.Labels["marked"] = "behind" // want `changes Labels of the corev1.Pod from watch.Watcher.Get`
	return m.update(pod)
}

func (m *marker) markCopied(_ string, pod *corev1.Pod) error {
	pod = pod.DeepCopy()
	pod.Labels["marked"] = "copied"
	return m.update(pod)
}

func (m *marker) markSpare(_ string, pod *corev1.Pod) error {
	pod.Labels["marked"] = "spare"
	return m.update(pod)
}

// node is called with copies.
func (m *marker) node(key string, node *corev1.Node) error {
	node.Labels["marked"] = key
	return nil
}

// keeper tells what is done with Secrets and copies of them.
func keeper(lister corelisters.SecretLister) *watch.Keeper {
	return watch.NewKeeper(lister, watch.WithEach(wipe), watch.WithSpare(wipeSpare))
}

func wipe(secret *corev1.Secret) {
	secret.Data = nil // want `changes Data of the corev1.Secret from watch.Keeper.Keep \(watch.go:\d+\)`
}

func wipeSpare(secret *corev1.Secret) { secret.Data = nil }

func labelled(secrets corelisters.SecretLister, pods corelisters.PodLister) error {
	names := map[string]bool{}
	if err := watch.Each(secrets, func(secret *corev1.Secret) {
		names[secret.Name] = true
		secret.Labels["seen"] = "yes" // want `changes Labels of the corev1.Secret from watch.Each \(watch.go:\d+\)`
	}); err != nil {
		return err
	}
	pod, err := pods.Pods("default").Get("first")
	if err != nil {
		return err
	}
	watch.With(pod, func(pod *corev1.Pod) {
		pod.Labels["seen"] = "yes" // want `changes Labels of the corev1.Pod from watched.labelled \(watched.go:\d+\)`
	})
	watch.With(pod.DeepCopy(), func(pod *corev1.Pod) { pod.Labels["seen"] = "yes" })
	watch.With(new(corev1.Pod), plain)
	watch.Apply(pod, plain)
	return each(secrets, func(secret *corev1.Secret) {
		secret.Labels["seen"] = "yes" // want `changes Labels of the corev1.Secret from watched.each \(watched.go:\d+\)`
	})
}

// plain looks at the cache's object, and at another.
func plain(pod *corev1.Pod) { println(pod.Name) }

func each(lister corelisters.SecretLister, do func(*corev1.Secret)) error {
	secrets, err := lister.Secrets("default").List(nil)
	for _, secret := range secrets {
		do(secret)
	}
	return err
}

// The same function is called with a copy, and what it returns then is one.
func named(secrets corelisters.SecretLister) error {
	if err := each(secrets, func(secret *corev1.Secret) { println(same(secret).Name) }); err != nil {
		return err
	}
	if err := each(secrets, func(secret *corev1.Secret) { same(secret.DeepCopy()).Name = "mine" }); err != nil {
		return err
	}
	return each(secrets, alias)
}

func alias(secret *corev1.Secret) { same(secret).Name = "ours" } // want `changes Name of the corev1.Secret from watched.each`

func same(secret *corev1.Secret) *corev1.Secret { return secret }
