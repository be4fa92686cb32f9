// Package bus has event functions whose work is done by what others have subscribed.
package bus

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/klog/v2"

	"ctrllint.test/cr025/oneshot/bus/pubsub"
)

type accounts struct {
	kube  kubernetes.Interface
	queue workqueue.TypedRateLimitingInterface[string]
}

func (a *accounts) create(ctx context.Context, ns *corev1.Namespace) {
	account := &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Name: "puller", Namespace: ns.Name}}
	if _, err := a.kube.CoreV1().ServiceAccounts(ns.Name).Create(ctx, account, metav1.CreateOptions{}); err != nil { // want `AddFunc → create → ServiceAccounts.Create writes to the API server in an informer's event handler`
		klog.ErrorS(err, "account", "namespace", ns.Name)
	}
}

func (a *accounts) enqueue(_ context.Context, ns *corev1.Namespace) { a.queue.Add(ns.Name) }

func (a *accounts) label(ctx context.Context, ns *corev1.Namespace) {
	patch := []byte(`{"metadata":{"labels":{"seen":"yes"}}}`)
	if _, err := a.kube.CoreV1().Namespaces().Patch(ctx, ns.Name, "application/merge-patch+json", patch, metav1.PatchOptions{}); err != nil {
		klog.ErrorS(err, "label", "namespace", ns.Name)
	}
}

// start publishes namespaces: to what creates an account, and, on another bus, to a queue.
func start(ctx context.Context, kube kubernetes.Interface, factory informers.SharedInformerFactory) error {
	a := &accounts{kube: kube}
	added, queued, worked := &pubsub.Bus[*corev1.Namespace]{}, &pubsub.Bus[*corev1.Namespace]{}, &pubsub.Bus[*corev1.Namespace]{}
	added.Subscribe(a.create)
	queued.Subscribe(a.enqueue)
	worked.Subscribe(a.label)
	_, err := factory.Core().V1().Namespaces().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			if ns, ok := obj.(*corev1.Namespace); ok {
				added.Publish(ctx, ns)
				queued.Publish(ctx, ns)
			}
		},
	})
	go func() {
		for {
			key, shutdown := a.queue.Get()
			if shutdown {
				return
			}
			worked.Publish(ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: key}})
			a.queue.Done(key)
		}
	}()
	return err
}

type remover struct {
	kube  kubernetes.Interface
	hooks *pubsub.Hooks
	names *pubsub.Hooks
}

func (r *remover) remove(name string) {
	if err := r.kube.CoreV1().Namespaces().Delete(context.TODO(), name, metav1.DeleteOptions{}); err != nil { // want `AddFunc → remove → Namespaces.Delete writes`
		klog.ErrorS(err, "remove", "namespace", name)
	}
}

func (r *remover) evict(name string) {
	if err := r.kube.CoreV1().Nodes().Delete(context.TODO(), name, metav1.DeleteOptions{}); err != nil {
		klog.ErrorS(err, "evict", "node", name)
	}
}

// hook calls all hooks, and of others the one that has the name.
func hook(kube kubernetes.Interface, factory informers.SharedInformerFactory) error {
	r := &remover{kube: kube, hooks: &pubsub.Hooks{}, names: &pubsub.Hooks{}}
	r.hooks.Set("remove", r.remove)
	r.names.Set("evict", r.evict)
	_, err := factory.Core().V1().ConfigMaps().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			if cm, ok := obj.(*corev1.ConfigMap); ok {
				r.hooks.All(cm.Name)
				r.names.One("count", cm.Name)
			}
		},
	})
	return err
}

// A list is a bus of this package.
type list struct{ subs []func(*corev1.Pod) }

func (l *list) subscribe(fn func(*corev1.Pod)) { l.subs = append(l.subs, fn) }

func (l *list) publish(pod *corev1.Pod) {
	for _, sub := range l.subs {
		sub(pod)
	}
}

// A table is one of which the index is known to nobody.
type table struct{ subs []func(*corev1.Pod) }

func (t *table) subscribe(fn func(*corev1.Pod)) { t.subs = append(t.subs, fn) }

func (t *table) publish(pod *corev1.Pod) { t.subs[len(pod.Name)%len(t.subs)](pod) }

func own(kube kubernetes.Interface, factory informers.SharedInformerFactory) error {
	l, t := &list{}, &table{}
	l.subscribe(func(pod *corev1.Pod) {
		if err := kube.CoreV1().Pods(pod.Namespace).Delete(context.TODO(), pod.Name, metav1.DeleteOptions{}); err != nil { // want `Pods.Delete writes`
			klog.ErrorS(err, "delete")
		}
	})
	t.subscribe(func(pod *corev1.Pod) {
		if err := kube.CoreV1().Secrets(pod.Namespace).Delete(context.TODO(), pod.Name, metav1.DeleteOptions{}); err != nil {
			klog.ErrorS(err, "delete")
		}
	})
	_, err := factory.Core().V1().Pods().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			if pod, ok := obj.(*corev1.Pod); ok {
				l.publish(pod)
				t.publish(pod)
			}
		},
	})
	return err
}
