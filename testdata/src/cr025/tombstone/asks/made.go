package asks

import (
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/client-go/informers"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"

	"ctrllint.test/cr025/tombstone/asks/runner"
)

// The workers of these queues are what the runners are made with, which have the queues.
type (
	podWorker struct {
		runner *runner.Runner
		lister corelisters.PodLister
		later  workqueue.TypedInterface[string]
	}
	serviceWorker struct {
		runner *runner.Runner
		lister corelisters.ServiceLister
		known  map[string]bool
	}
	nodeWorker struct {
		runner, other *runner.Runner
		lister        corelisters.NodeLister
		later         workqueue.TypedInterface[string]
	}
	secretWorker struct {
		runner *runner.Runner
		lister corelisters.SecretLister
		later  workqueue.TypedInterface[string]
	}
	foreignWorker struct{ runner *runner.Runner }
)

// It returns if there is no such Pod.
func newPodWorker(f informers.SharedInformerFactory) (*podWorker, error) {
	w := &podWorker{lister: f.Core().V1().Pods().Lister()}
	var err error
	if w.runner, err = runner.New("pods", w); err != nil {
		return nil, err
	}
	_, err = f.Core().V1().Pods().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: w.gone})
	return w, err
}

func (w *podWorker) gone(obj any) {
	pod, ok := obj.(*corev1.Pod) // want `^note: .*the object's key is not put on the queue at made.go:\d+, whose worker does nothing.*\[tombstone/lost\]`
	if !ok || pod.Spec.NodeName == "" {
		return
	}
	key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
	if err != nil {
		return
	}
	w.runner.Put(key)
}

func (w *podWorker) Deal(key string) error {
	namespace, name, err := cache.SplitMetaNamespaceKey(key)
	if err != nil {
		return nil
	}
	pod, err := w.lister.Pods(namespace).Get(name)
	if err != nil {
		if apierrors.IsNotFound(err) {
			return nil
		}
		return err
	}
	w.later.Add(pod.Spec.NodeName)
	return nil
}

// This one forgets the Service.
func newServiceWorker(f informers.SharedInformerFactory) (*serviceWorker, error) {
	w := &serviceWorker{lister: f.Core().V1().Services().Lister(), known: map[string]bool{}}
	var err error
	if w.runner, err = runner.New("services", w); err != nil {
		return nil, err
	}
	_, err = f.Core().V1().Services().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: w.gone})
	return w, err
}

func (w *serviceWorker) gone(obj any) {
	if _, ok := obj.(*corev1.Service); !ok { // want `^error: the delete is lost.*\[tombstone/lost\]`
		return
	}
	if key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); err == nil {
		w.runner.Put(key)
	}
}

func (w *serviceWorker) Deal(key string) error {
	namespace, name, err := cache.SplitMetaNamespaceKey(key)
	if err != nil {
		return nil
	}
	_, err = w.lister.Services(namespace).Get(name)
	w.known[key] = err == nil
	return err
}

// On one queue are the keys of two kinds, of which the worker looks for one; with the other queue more is done than to put a key there.
func newNodeWorker(f informers.SharedInformerFactory) (*nodeWorker, error) {
	w := &nodeWorker{lister: f.Core().V1().Nodes().Lister()}
	var err error
	if w.runner, err = runner.New("nodes", w); err != nil {
		return nil, err
	}
	if w.other, err = runner.New("other nodes", w); err != nil {
		return nil, err
	}
	nodes, volumes := f.Core().V1().Nodes().Informer(), f.Core().V1().PersistentVolumes().Informer()
	_, _ = nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil { // want `^note: .*\[tombstone/key\]`
				w.runner.Put(key)
			}
		},
	})
	_, _ = volumes.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil { // want `^error: .*\[tombstone/key\]`
				w.runner.Put(key)
			}
		},
	})
	_, _ = nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil { // want `^error: .*\[tombstone/key\]`
				w.other.Count(key)
			}
		},
	})
	return w, nil
}

func (w *nodeWorker) Deal(key string) error {
	node, err := w.lister.Get(key)
	if err != nil {
		return err
	}
	w.later.Add(node.Name)
	return nil
}

// What is put on the queue is the key of the Secret's owner.
func newSecretWorker(f informers.SharedInformerFactory) (*secretWorker, error) {
	w := &secretWorker{lister: f.Core().V1().Secrets().Lister()}
	var err error
	if w.runner, err = runner.New("secrets", w); err != nil {
		return nil, err
	}
	_, err = f.Core().V1().Secrets().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if secret, ok := obj.(*corev1.Secret); ok { // want `^error: the delete is lost.*\[tombstone/lost\]`
				w.runner.Put(secret.Namespace + "/" + secret.Labels["owner"])
			}
		},
	})
	return w, err
}

func (w *secretWorker) Deal(key string) error {
	secret, err := w.lister.Secrets("shop").Get(key)
	if err != nil {
		return err
	}
	w.later.Add(secret.Name)
	return nil
}

// Nobody can see what this worker does.
func newForeignWorker(f informers.SharedInformerFactory, worker runner.Worker) (*foreignWorker, error) {
	w := &foreignWorker{}
	var err error
	if w.runner, err = runner.New("endpoints", worker); err != nil {
		return nil, err
	}
	_, err = f.Core().V1().Endpoints().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil { // want `^error: .*\[tombstone/key\]`
				w.runner.Put(key)
			}
		},
	})
	return w, err
}
