// Package identity has programs with several clusters, managers and caches. What is one's is none of the other's.
package identity

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/cluster"
)

// A gardener has clients of two clusters.
type gardener struct {
	SeedClient  client.Client
	ShootClient client.Client
}

func (g *gardener) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&batchv1.CronJob{}).
		WatchesMetadata(&corev1.Node{}, nil).
		Complete(g)
}

func (g *gardener) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if err := g.SeedClient.Get(ctx, req.NamespacedName, &corev1.Node{}); err != nil {
		return ctrl.Result{}, err
	}
	node := &metav1.PartialObjectMetadata{}
	node.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("Node"))
	return ctrl.Result{}, g.ShootClient.Get(ctx, req.NamespacedName, node)
}

// A fleet has a client for each of its clusters.
type fleet struct {
	client.Client
	clusters map[string]client.Client
	remotes  map[string]cluster.Cluster
}

func (f *fleet) SetupWithManager(mgr ctrl.Manager) error {
	f.Client = mgr.GetClient()
	return ctrl.NewControllerManagedBy(mgr).
		For(&appsv1.Deployment{}, builder.OnlyMetadata).
		Complete(f)
}

func (f *fleet) remote(name string) client.Client { return f.clusters[name] }

func (f *fleet) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if err := f.clusters[req.Namespace].Get(ctx, req.NamespacedName, &appsv1.Deployment{}); err != nil {
		return ctrl.Result{}, err
	}
	if err := f.remote(req.Namespace).Get(ctx, req.NamespacedName, &appsv1.Deployment{}); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, f.remotes[req.Namespace].GetClient().Get(ctx, req.NamespacedName, &appsv1.Deployment{})
}

// Two managers, two caches.
func two(ctx context.Context, cfg, other *rest.Config) error {
	a, err := ctrl.NewManager(cfg, ctrl.Options{})
	if err != nil {
		return err
	}
	b, err := ctrl.NewManager(other, ctrl.Options{})
	if err != nil {
		return err
	}
	if err := ctrl.NewControllerManagedBy(a).For(&networkingv1.Ingress{}, builder.OnlyMetadata).Complete(nil); err != nil {
		return err
	}
	return ctrl.NewControllerManagedBy(b).For(&networkingv1.Ingress{}).Complete(nil)
}

// A cache that comes from who knows where.
type lookup struct {
	cache  cache.Cache
	client client.Client
}

func (l *lookup) find(ctx context.Context, key client.ObjectKey) error {
	policy := &metav1.PartialObjectMetadata{}
	policy.SetGroupVersionKind(networkingv1.SchemeGroupVersion.WithKind("NetworkPolicy"))
	if err := l.cache.Get(ctx, key, policy); err != nil {
		return err
	}
	return l.client.Get(ctx, key, &networkingv1.NetworkPolicy{})
}

func watchIn(ctx context.Context, other cache.Cache, mgr ctrl.Manager) error {
	if _, err := other.GetInformer(ctx, &corev1.Endpoints{}); err != nil {
		return err
	}
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Endpoints{}, builder.OnlyMetadata).Complete(nil)
}

// New fills both, from the manager.
func New(mgr ctrl.Manager) *both { return &both{local: mgr.GetClient(), other: mgr.GetClient()} }

// The two are one, since it can be seen that they are.
type both struct{ local, other client.Client }

func (b *both) read(ctx context.Context, key client.ObjectKey) error {
	if err := b.local.Get(ctx, key, &corev1.ServiceAccount{}); err != nil {
		return err
	}
	account := &metav1.PartialObjectMetadata{}
	account.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("ServiceAccount"))
	return b.other.Get(ctx, key, account) // want `corev1.ServiceAccount is cached twice: this Get reads metadata, Get at identity.go:[0-9]+ reads typed objects`
}

// What one remote client reads is in one cache, whichever that is.
func (l *lookup) remote(ctx context.Context, key client.ObjectKey) error {
	claim := &metav1.PartialObjectMetadata{}
	claim.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("PersistentVolumeClaim"))
	if err := l.cache.Get(ctx, key, claim); err != nil { // want `corev1.PersistentVolumeClaim is cached twice: this Get reads metadata, Get at identity.go:[0-9]+ reads typed objects`
		return err
	}
	return l.cache.Get(ctx, key, &corev1.PersistentVolumeClaim{})
}
