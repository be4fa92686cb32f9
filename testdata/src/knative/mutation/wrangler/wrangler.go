// Package wrangler has handlers of wrangler's controllers: what they are given, and what its caches return, is the cache's
// own object.
package wrangler

import (
	"context"

	"github.com/rancher/wrangler/v3/pkg/generic"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
)

// A PodController is as wrangler generates it.
type PodController interface {
	generic.ControllerInterface[*corev1.Pod, *corev1.PodList]
}

type handler struct {
	pods  PodController
	nodes generic.NonNamespacedCacheInterface[*corev1.Node]
}

// Register makes the handlers known to the controller.
func Register(ctx context.Context, pods PodController, nodes generic.NonNamespacedControllerInterface[*corev1.Node, *corev1.NodeList]) {
	h := &handler{pods: pods, nodes: nodes.Cache()}
	pods.OnChange(ctx, "ready", h.ready)
	pods.OnChange(ctx, "ready-mended", h.readyMended)
	pods.OnRemove(ctx, "gone", h.gone)
	pods.OnChange(ctx, "told", told(h.told))
	pods.OnChange(ctx, "told-mended", told(copied(h.given)))
	nodes.OnChange(ctx, "label", func(_ string, node *corev1.Node) (*corev1.Node, error) {
		if node == nil {
			return nil, nil
		}
		node.Labels["seen"] = "yes" // want `changes Labels of the corev1.Node that a handler of a wrangler controller is given, which is the cache's own`
		return nodes.Update(node)
	})
}

// ready has rancher/gke-operator in controller/gke-cluster-config-handler.go (importCluster), without the copy that all
// others make there.
func (h *handler) ready(_ string, pod *corev1.Pod) (*corev1.Pod, error) {
	if pod == nil || pod.DeletionTimestamp != nil || pod.Status.Phase == corev1.PodRunning {
		return nil, nil
	}
	pod.Status.Phase = corev1.PodRunning // want `changes Status.Phase of the corev1.Pod that a handler of a wrangler controller is given`
	return h.pods.UpdateStatus(pod)
}

func (h *handler) readyMended(_ string, pod *corev1.Pod) (*corev1.Pod, error) {
	if pod == nil || pod.DeletionTimestamp != nil || pod.Status.Phase == corev1.PodRunning {
		return nil, nil
	}
	pod = pod.DeepCopy()
	pod.Status.Phase = corev1.PodRunning
	return h.pods.UpdateStatus(pod)
}

func (h *handler) gone(_ string, pod *corev1.Pod) (*corev1.Pod, error) {
	node, err := h.nodes.Get(pod.Spec.NodeName)
	if err != nil {
		return nil, err
	}
	delete(node.Annotations, pod.Name) // want `changes Annotations of the corev1.Node from the lister`
	all, err := h.pods.Cache().List(pod.Namespace, labels.Everything())
	if err != nil {
		return nil, err
	}
	for _, other := range all {
		other.Labels["alone"] = "yes" // want `changes Labels of the corev1.Pod from the lister`
	}
	return pod, nil
}

// What the client returns is read from the server, and is the caller's.
func (h *handler) read(namespace, name string) error {
	pod, err := h.pods.Get(namespace, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	pod.Status.Phase = corev1.PodRunning
	_, err = h.pods.UpdateStatus(pod)
	return err
}

// Others call it with what they have made.
func (h *handler) unregistered(_ string, pod *corev1.Pod) (*corev1.Pod, error) {
	pod.Status.Phase = corev1.PodRunning
	return h.pods.UpdateStatus(pod)
}

// told is run in place of a handler, and hands it what it is given itself; rancher/eks-operator
// controller/eks-cluster-config-handler.go line 85 at commit 3896330.
func told(handle func(string, *corev1.Pod) (*corev1.Pod, error)) func(string, *corev1.Pod) (*corev1.Pod, error) {
	return func(key string, pod *corev1.Pod) (*corev1.Pod, error) {
		out, err := handle(key, pod)
		if err != nil {
			println(key, err.Error())
		}
		return out, err
	}
}

// copied hands the handler a copy.
func copied(handle func(string, *corev1.Pod) (*corev1.Pod, error)) func(string, *corev1.Pod) (*corev1.Pod, error) {
	return func(key string, pod *corev1.Pod) (*corev1.Pod, error) { return handle(key, pod.DeepCopy()) }
}

func (h *handler) told(_ string, pod *corev1.Pod) (*corev1.Pod, error) {
	pod.Status.Phase = corev1.PodRunning // want `changes Status.Phase of the corev1.Pod that a handler of a wrangler controller is given`
	return h.pods.UpdateStatus(pod)
}

func (h *handler) given(_ string, pod *corev1.Pod) (*corev1.Pod, error) {
	pod.Status.Phase = corev1.PodRunning
	return h.pods.UpdateStatus(pod)
}
