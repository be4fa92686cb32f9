package callee

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

// A Worker works off objects of one kind.
type Worker interface {
	work(ctx context.Context, obj runtime.Object) error
}

type podWorker struct{ clientset kubernetes.Interface }

func (w *podWorker) work(ctx context.Context, obj runtime.Object) error {
	pod := obj.(*corev1.Pod)
	pod.Labels["seen"] = "true"
	_, err := w.clientset.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{})
	return err
}

type nodeWorker struct{ clientset kubernetes.Interface }

func (w *nodeWorker) work(ctx context.Context, obj runtime.Object) error {
	node := obj.(*corev1.Node)
	node.Spec.Unschedulable = false
	_, err := w.clientset.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{})
	return err
}

// Whichever worker it is, it changes what it is given.
func handOn(ctx context.Context, store cache.Store, key string, w Worker) error {
	obj, ok, err := store.GetByKey(key)
	if err != nil || !ok {
		return err
	}
	return w.work(ctx, obj.(runtime.Object)) // want `callee.nodeWorker.work \(several.go:33\) changes Spec.Unschedulable of the object.*\[mutation/callee\]`
}

func handOnMended(ctx context.Context, store cache.Store, key string, w Worker) error {
	obj, ok, err := store.GetByKey(key)
	if err != nil || !ok {
		return err
	}
	return w.work(ctx, obj.(runtime.Object).DeepCopyObject())
}

// A Looker looks at objects of one kind.
type Looker interface {
	look(obj runtime.Object)
}

type podLooker struct{ seen map[string]bool }

func (l *podLooker) look(obj runtime.Object) { l.seen[obj.(*corev1.Pod).Name] = true }

type nodeLooker struct{}

func (l *nodeLooker) look(obj runtime.Object) { obj.(*corev1.Node).Spec.Unschedulable = false }

// One of them changes nothing, and may be the one that gets what is the cache's.
func showOn(store cache.Store, key string, l Looker) {
	obj, ok, err := store.GetByKey(key)
	if err == nil && ok {
		l.look(obj.(runtime.Object))
	}
}

// Which of both it is doesn't matter: either changes the finalizers.
func guard(pods corelisters.PodLister, name string, on bool) (bool, error) {
	pod, err := pods.Pods("shop").Get(name)
	if err != nil {
		return false, err
	}
	change := controllerutil.RemoveFinalizer
	if on {
		change = controllerutil.AddFinalizer
	}
	return change(pod, "shop/guard"), nil // want `changes Finalizers of the corev1.Pod from the lister`
}

// One of both only looks.
func guarded(pods corelisters.PodLister, name string, on bool) (bool, error) {
	pod, err := pods.Pods("shop").Get(name)
	if err != nil {
		return false, err
	}
	ask := controllerutil.ContainsFinalizer
	if on {
		ask = controllerutil.AddFinalizer
	}
	return ask(pod, "shop/guard"), nil
}
