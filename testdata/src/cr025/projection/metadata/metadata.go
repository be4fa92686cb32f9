// Package metadata watches or reads kinds as metadata and as typed objects. Each kind is one bug.
package metadata

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"
)

type reconciler struct {
	client.Client
	lister  client.Reader
	options []builder.OwnsOption
}

// What is watched as metadata is read typed below.
func (r *reconciler) SetupWithManager(mgr ctrl.Manager) error {
	r.lister = mgr.GetCache()
	only := builder.OnlyMetadata
	options := []builder.OwnsOption{builder.MatchEveryOwner, only}
	r.options = append(r.options, builder.OnlyMetadata)
	job := &metav1.PartialObjectMetadata{}
	job.SetGroupVersionKind(batchv1.SchemeGroupVersion.WithKind("Job"))
	return ctrl.NewControllerManagedBy(mgr).
		For(&appsv1.Deployment{}, builder.OnlyMetadata).
		Owns(&appsv1.ReplicaSet{}, only).
		Owns(&appsv1.DaemonSet{}, options...).
		Owns(&appsv1.StatefulSet{}, r.options...).
		Owns(job).
		WatchesMetadata(&corev1.Node{}, &handler.EnqueueRequestForObject{}).
		Watches(&corev1.Pod{}, &handler.EnqueueRequestForObject{}, builder.OnlyMetadata).
		Complete(r)
}

func (r *reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var deployment appsv1.Deployment
	if err := r.Get(ctx, req.NamespacedName, &deployment); err != nil { // want `^warning: Get reads appsv1.Deployment from the cache as typed objects, but For at metadata.go:44 watches its metadata: two informers with separate watches now hold it, so right after an event Get may find nothing or an older object; keep appsv1.Deployment out of the client's cache \(Client.Cache.DisableFor\), read it through the manager's API reader, or read no more than its metadata \(metav1.PartialObjectMetadata\) \[projection/metadata\]$`
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if deployment.Spec.Paused {
		return ctrl.Result{}, nil
	}

	var sets appsv1.ReplicaSetList
	if err := r.List(ctx, &sets, client.InNamespace(req.Namespace)); err != nil { // want `^warning: List reads appsv1.ReplicaSet from the cache as typed objects, but Owns at metadata.go:[0-9]+ watches its metadata: .*; read its metadata \(metav1.PartialObjectMetadata\), of which no more is used, keep `
		return ctrl.Result{}, err
	}
	for _, set := range sets.Items {
		if metav1.IsControlledBy(&set, &deployment) {
			continue
		}
	}

	daemons := new(appsv1.DaemonSet)
	if err := r.lister.Get(ctx, req.NamespacedName, daemons); err != nil { // want `Get reads appsv1.DaemonSet from the cache as typed objects, but Owns at metadata.go:[0-9]+ watches its metadata: .*; use metadata in both places, since neither Client.Cache.DisableFor nor the API reader changes what is watched \[projection/metadata\]`
		return ctrl.Result{}, err
	}

	stateful := &appsv1.StatefulSet{ObjectMeta: metav1.ObjectMeta{Namespace: req.Namespace, Name: req.Name}}
	if _, err := controllerutil.CreateOrUpdate(ctx, r.Client, stateful, func() error { return nil }); err != nil { // want `CreateOrUpdate reads appsv1.StatefulSet`
		return ctrl.Result{}, err
	}
	return r.rest(ctx, req.NamespacedName)
}

func (r *reconciler) rest(ctx context.Context, key types.NamespacedName) (ctrl.Result, error) {
	jobs := &batchv1.JobList{}
	if err := r.Client.List(ctx, jobs); err != nil { // want `List reads batchv1.Job .* read its metadata`
		return ctrl.Result{}, err
	}
	node := &corev1.Node{}
	if err := r.Get(ctx, client.ObjectKey{Name: key.Name}, node); err != nil { // want `Get reads corev1.Node from the cache as typed objects, but WatchesMetadata at metadata.go:[0-9]+ watches its metadata.* of which no more is used`
		return ctrl.Result{}, err
	}
	if err := r.Get(ctx, client.ObjectKey{Name: node.Name}, node); err != nil { // the same
		return ctrl.Result{}, err
	}
	// In a function literal.
	return ctrl.Result{}, func() error {
		return r.Get(ctx, key, &corev1.Pod{}) // want `Get reads corev1.Pod .*Watches at metadata.go:[0-9]+`
	}()
}

// What is watched typed is read as metadata: the informer of typed objects is there.
type owner struct{ client client.Client }

func (o *owner) setup(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&networkingv1.Ingress{}).
		Owns(&corev1.Service{}).
		Complete(o)
}

func (o *owner) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	services := &metav1.PartialObjectMetadataList{}
	services.SetGroupVersionKind(schema.GroupVersionKind{Version: "v1", Kind: "ServiceList"})
	if err := o.client.List(ctx, services); err != nil { // want `^warning: List reads the metadata of corev1.Service from the cache, but Owns at metadata.go:[0-9]+ watches it as typed objects: .*; read typed objects too, keep corev1.Service out of the client's cache \(Client.Cache.DisableFor\), or read it through the manager's API reader`
		return ctrl.Result{}, err
	}
	ingress := &metav1.PartialObjectMetadata{TypeMeta: metav1.TypeMeta{APIVersion: "networking.k8s.io/v1", Kind: "Ingress"}}
	return ctrl.Result{}, o.client.Get(ctx, req.NamespacedName, ingress) // want `Get reads the metadata of networkingv1.Ingress`
}

// Neither is a read: both watch.
func watches(mgr ctrl.Manager, r reconcile.Reconciler) error {
	if err := ctrl.NewControllerManagedBy(mgr).For(&policyv1.PodDisruptionBudget{}).Complete(r); err != nil {
		return err
	}
	return ctrl.NewControllerManagedBy(mgr).
		Owns(&policyv1.PodDisruptionBudget{}, builder.OnlyMetadata). // want `^warning: Owns watches the metadata of policyv1.PodDisruptionBudget, but For at metadata.go:[0-9]+ watches it as typed objects: two informers with separate watches now hold it, so right after an event of one, a read from the other may find nothing or an older object; use typed objects in both places, since neither Client.Cache.DisableFor nor the API reader changes what is watched`
		Complete(r)
}

// Sources, informers and indexes make informers too.
func sources(ctx context.Context, mgr ctrl.Manager, c controller.Controller) error {
	lease := &metav1.PartialObjectMetadata{}
	lease.SetGroupVersionKind(coordinationv1.SchemeGroupVersion.WithKind("Lease"))
	if err := c.Watch(source.Kind(mgr.GetCache(), lease, &handler.TypedEnqueueRequestForObject[*metav1.PartialObjectMetadata]{})); err != nil { // want `Watch watches the metadata of coordinationv1.Lease, but GetInformer`
		return err
	}
	if _, err := mgr.GetCache().GetInformer(ctx, &coordinationv1.Lease{}); err != nil { // the other half
		return err
	}

	slices := source.Kind[client.Object](mgr.GetCache(), &discoveryv1.EndpointSlice{}, &handler.EnqueueRequestForObject{})
	if err := ctrl.NewControllerManagedBy(mgr).WatchesRawSource(slices).Complete(nil); err != nil {
		return err
	}
	if err := ctrl.NewControllerManagedBy(mgr).
		WatchesMetadata(&discoveryv1.EndpointSlice{}, &handler.EnqueueRequestForObject{}). // want `WatchesMetadata watches the metadata of discoveryv1.EndpointSlice, but WatchesRawSource`
		Complete(nil); err != nil {
		return err
	}

	if _, err := mgr.GetCache().GetInformerForKind(ctx, rbacv1.SchemeGroupVersion.WithKind("Role")); err != nil {
		return err
	}
	if err := ctrl.NewControllerManagedBy(mgr).WatchesMetadata(&rbacv1.Role{}, nil).Complete(nil); err != nil { // want `WatchesMetadata watches the metadata of rbacv1.Role, but GetInformerForKind`
		return err
	}

	if err := ctrl.NewControllerManagedBy(mgr).WatchesMetadata(&autoscalingv2.HorizontalPodAutoscaler{}, nil).Complete(nil); err != nil {
		return err
	}
	return mgr.GetFieldIndexer().IndexField(ctx, &autoscalingv2.HorizontalPodAutoscaler{}, "spec.target", func(client.Object) []string { return nil }) // want `^warning: IndexField indexes autoscalingv2.HorizontalPodAutoscaler as typed objects, but WatchesMetadata at .* watches its metadata: .*so right after an event of one, a read from the other`
}

type claims struct{}

func (claims) Reconcile(context.Context, *corev1.PersistentVolumeClaim) (ctrl.Result, error) {
	return ctrl.Result{}, nil
}

func objectReconciler(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.PersistentVolumeClaim{}, builder.OnlyMetadata).
		Complete(reconcile.AsReconciler[*corev1.PersistentVolumeClaim](mgr.GetClient(), claims{})) // want `AsReconciler reads corev1.PersistentVolumeClaim`
}

// A loop over kinds.
func all(ctx context.Context, mgr ctrl.Manager) error {
	c := mgr.GetClient()
	for _, kind := range []schema.GroupVersionKind{corev1.SchemeGroupVersion.WithKind("Namespace"), {Version: "v1", Kind: "ServiceAccount"}} {
		meta := &metav1.PartialObjectMetadataList{}
		meta.SetGroupVersionKind(kind)
		if err := c.List(ctx, meta); err != nil { // want `List reads the metadata of corev1.Namespace`
			return err
		}
	}
	return c.List(ctx, &corev1.NamespaceList{})
}
