// Package main fills interfaces that have less than a lister.
package main

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/mutation/getter/needs"
)

// nodes only ever has a lister.
type nodes interface {
	Get(name string) (*corev1.Node, error)
}

// namespaces has a lister, too.
type namespaces interface {
	List(selector labels.Selector) ([]*corev1.Namespace, error)
}

// volumes has a lister, or what asks the API server.
type volumes interface {
	Get(name string) (*corev1.PersistentVolume, error)
}

// claims has what copies what a lister has.
type claims interface {
	Get(name string) (*corev1.PersistentVolumeClaim, error)
}

// secrets has a function.
type secrets interface {
	Get(name string) (*corev1.Secret, error)
}

// configs has nothing that is to be seen.
type configs interface {
	Get(name string) (*corev1.ConfigMap, error)
}

// live asks the API server.
type live struct{ clientset kubernetes.Interface }

func (l *live) Get(name string) (*corev1.PersistentVolume, error) {
	return newVolume(name), nil
}

func newVolume(name string) *corev1.PersistentVolume {
	volume := &corev1.PersistentVolume{}
	volume.Name = name
	return volume
}

// copying returns copies.
type copying struct {
	corelisters.PersistentVolumeClaimNamespaceLister
}

func (c copying) Get(name string) (*corev1.PersistentVolumeClaim, error) {
	claim, err := c.PersistentVolumeClaimNamespaceLister.Get(name)
	return claim.DeepCopy(), err
}

type secretFunc func(name string) (*corev1.Secret, error)

func (f secretFunc) Get(name string) (*corev1.Secret, error) { return f(name) }

type reconciler struct {
	client     client.Client
	nodes      nodes
	namespaces namespaces
	volumes    volumes
	claims     claims
	secrets    secrets
	configs    configs
}

func (r *reconciler) node(ctx context.Context, name string) error {
	node, err := r.nodes.Get(name)
	if err != nil || node.Spec.Unschedulable {
		return err
	}
	patch := client.MergeFrom(node.DeepCopy())
	return r.client.Patch(ctx, node, patch) // want `Patch writes the server's answer into the corev1.Node from the lister.*\[mutation/reply\]`
}

func (r *reconciler) mended(ctx context.Context, name string) error {
	node, err := r.nodes.Get(name)
	if err != nil || node.Spec.Unschedulable {
		return err
	}
	mine := node.DeepCopy()
	mine.Spec.Unschedulable = true
	return r.client.Patch(ctx, mine, client.MergeFrom(node))
}

func (r *reconciler) all() error {
	all, err := r.namespaces.List(labels.Everything())
	for _, namespace := range all {
		namespace.Labels["a"] = "b" // want `changes Labels of the corev1.Namespace from the lister.*\[mutation/field\]`
	}
	return err
}

func (r *reconciler) others(name string) {
	if volume, err := r.volumes.Get(name); err == nil {
		volume.Spec.StorageClassName = ""
	}
	if claim, err := r.claims.Get(name); err == nil {
		claim.Labels["a"] = "b"
	}
	if secret, err := r.secrets.Get(name); err == nil {
		secret.Labels["a"] = "b"
	}
	if config, err := r.configs.Get(name); err == nil {
		config.Labels["a"] = "b"
	}
}

// copies returns copies of pods.
type copies struct{ of corelisters.PodLister }

func (c copies) List(selector labels.Selector) (out []*corev1.Pod, err error) {
	all, err := c.of.List(selector)
	for _, pod := range all {
		out = append(out, pod.DeepCopy())
	}
	return out, err
}

func main() {
	ctx := ctrl.SetupSignalHandler()
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{})
	if err != nil {
		return
	}
	clientset := kubernetes.NewForConfigOrDie(mgr.GetConfig())
	listers := informers.NewSharedInformerFactory(clientset, 0).Core().V1()
	r := &reconciler{
		client: mgr.GetClient(), nodes: listers.Nodes().Lister(), namespaces: listers.Namespaces().Lister(),
		volumes: listers.PersistentVolumes().Lister(),
		claims:  copying{listers.PersistentVolumeClaims().Lister().PersistentVolumeClaims("shop")},
		secrets: secretFunc(func(name string) (*corev1.Secret, error) { return &corev1.Secret{}, nil }),
	}
	if len(ctrl.GetConfigOrDie().Host) == 0 {
		r.volumes = &live{clientset}
	}
	other := &needs.Reconciler{Client: mgr.GetClient(), Nodes: listers.Nodes().Lister()}
	other.Pods = copies{listers.Pods().Lister()}
	for _, err := range []error{r.node(ctx, "a"), r.mended(ctx, "a"), r.all(), other.Cordon(ctx, "a"), other.Label(ctx)} {
		if err != nil {
			r.others("a")
		}
	}
}
