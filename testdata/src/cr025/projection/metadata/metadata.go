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
	if err := r.Get(ctx, req.NamespacedName, &deployment); err != nil { // want `^warning: appsv1.Deployment is cached twice: this Get reads typed objects, For at metadata.go:[0-9]+ watches metadata, so right after an event Get may find nothing or an older object; read it live, through the API reader or by Client.Cache.DisableFor \[projection/metadata\]`
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if deployment.Spec.Paused {
		return ctrl.Result{}, nil
	}

	var sets appsv1.ReplicaSetList
	if err := r.List(ctx, &sets, client.InNamespace(req.Namespace)); err != nil { // want `^warning: appsv1.ReplicaSet is cached twice: this List reads typed objects, Owns at metadata.go:[0-9]+ watches metadata, so right after an event List may find nothing or an older object; read its metadata \(metav1.PartialObjectMetadata\), of which no more is used \[projection/metadata\]`
		return ctrl.Result{}, err
	}
	for _, set := range sets.Items {
		if metav1.IsControlledBy(&set, &deployment) {
			continue
		}
	}

	daemons := new(appsv1.DaemonSet)
	if err := r.lister.Get(ctx, req.NamespacedName, daemons); err != nil { // want `appsv1.DaemonSet is cached twice: this Get reads typed objects, Owns at metadata.go:[0-9]+ watches metadata.*; use metadata in both places \[projection/metadata\]`
		return ctrl.Result{}, err
	}

	stateful := &appsv1.StatefulSet{ObjectMeta: metav1.ObjectMeta{Namespace: req.Namespace, Name: req.Name}}
	if _, err := controllerutil.CreateOrUpdate(ctx, r.Client, stateful, func() error { return nil }); err != nil { // want `appsv1.StatefulSet is cached twice: this CreateOrUpdate reads typed objects, Owns at metadata.go:[0-9]+ watches metadata`
		return ctrl.Result{}, err
	}
	return r.rest(ctx, req.NamespacedName)
}

func (r *reconciler) rest(ctx context.Context, key types.NamespacedName) (ctrl.Result, error) {
	jobs := &batchv1.JobList{}
	if err := r.Client.List(ctx, jobs); err != nil { // want `batchv1.Job is cached twice: this List reads typed objects, Owns at metadata.go:[0-9]+ watches metadata`
		return ctrl.Result{}, err
	}
	node := &corev1.Node{}
	if err := r.Get(ctx, client.ObjectKey{Name: key.Name}, node); err != nil { // want `corev1.Node is cached twice: this Get reads typed objects, WatchesMetadata at metadata.go:[0-9]+ watches metadata`
		return ctrl.Result{}, err
	}
	if err := r.Get(ctx, client.ObjectKey{Name: node.Name}, node); err != nil { // the same
		return ctrl.Result{}, err
	}
	// In a function literal.
	return ctrl.Result{}, func() error {
		return r.Get(ctx, key, &corev1.Pod{}) // want `corev1.Pod is cached twice: this Get reads typed objects, Watches at metadata.go:[0-9]+ watches metadata`
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
	if err := o.client.List(ctx, services); err != nil { // want `^warning: corev1.Service is cached twice: this List reads metadata, Owns at metadata.go:[0-9]+ watches typed objects, so right after an event List may find nothing or an older object; read typed objects too, or use the API reader \[projection/metadata\]`
		return ctrl.Result{}, err
	}
	ingress := &metav1.PartialObjectMetadata{TypeMeta: metav1.TypeMeta{APIVersion: "networking.k8s.io/v1", Kind: "Ingress"}}
	return ctrl.Result{}, o.client.Get(ctx, req.NamespacedName, ingress) // want `networkingv1.Ingress is cached twice: this Get reads metadata, For at metadata.go:[0-9]+ watches typed objects`
}

// Neither is a read: both watch, and nobody reads what he isn't told of.
func watches(mgr ctrl.Manager, r reconcile.Reconciler) error {
	if err := ctrl.NewControllerManagedBy(mgr).For(&policyv1.PodDisruptionBudget{}).Complete(r); err != nil {
		return err
	}
	return ctrl.NewControllerManagedBy(mgr).
		Owns(&policyv1.PodDisruptionBudget{}, builder.OnlyMetadata). // want `^note: policyv1.PodDisruptionBudget is cached twice: this Owns watches metadata, For at metadata.go:[0-9]+ watches typed objects, which costs a second watch and the memory of all objects, and one may not have yet what the other shows; use typed objects in both places \[projection/metadata\]`
		Complete(r)
}

// Sources, informers and indexes make informers too.
func sources(ctx context.Context, mgr ctrl.Manager, c controller.Controller) error {
	lease := &metav1.PartialObjectMetadata{}
	lease.SetGroupVersionKind(coordinationv1.SchemeGroupVersion.WithKind("Lease"))
	if err := c.Watch(source.Kind(mgr.GetCache(), lease, &handler.TypedEnqueueRequestForObject[*metav1.PartialObjectMetadata]{})); err != nil { // want `coordinationv1.Lease is cached twice: this Watch watches metadata, GetInformer at metadata.go:[0-9]+ watches typed objects`
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
		WatchesMetadata(&discoveryv1.EndpointSlice{}, &handler.EnqueueRequestForObject{}). // want `discoveryv1.EndpointSlice is cached twice: this WatchesMetadata watches metadata, WatchesRawSource at metadata.go:[0-9]+ watches typed objects`
		Complete(nil); err != nil {
		return err
	}

	if _, err := mgr.GetCache().GetInformerForKind(ctx, rbacv1.SchemeGroupVersion.WithKind("Role")); err != nil {
		return err
	}
	if err := ctrl.NewControllerManagedBy(mgr).WatchesMetadata(&rbacv1.Role{}, nil).Complete(nil); err != nil { // want `rbacv1.Role is cached twice: this WatchesMetadata watches metadata, GetInformerForKind at metadata.go:[0-9]+ watches typed objects`
		return err
	}

	if err := ctrl.NewControllerManagedBy(mgr).WatchesMetadata(&autoscalingv2.HorizontalPodAutoscaler{}, nil).Complete(nil); err != nil {
		return err
	}
	return mgr.GetFieldIndexer().IndexField(ctx, &autoscalingv2.HorizontalPodAutoscaler{}, "spec.target", func(client.Object) []string { return nil }) // want `^warning: autoscalingv2.HorizontalPodAutoscaler is cached twice: this IndexField indexes typed objects, WatchesMetadata at metadata.go:[0-9]+ watches metadata`
}

type claims struct{}

func (claims) Reconcile(context.Context, *corev1.PersistentVolumeClaim) (ctrl.Result, error) {
	return ctrl.Result{}, nil
}

func objectReconciler(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.PersistentVolumeClaim{}, builder.OnlyMetadata).
		Complete(reconcile.AsReconciler[*corev1.PersistentVolumeClaim](mgr.GetClient(), claims{})) // want `corev1.PersistentVolumeClaim is cached twice: this AsReconciler reads typed objects, For at metadata.go:[0-9]+ watches metadata`
}

// A loop over kinds.
func all(ctx context.Context, mgr ctrl.Manager) error {
	c := mgr.GetClient()
	for _, kind := range []schema.GroupVersionKind{corev1.SchemeGroupVersion.WithKind("Namespace"), {Version: "v1", Kind: "ServiceAccount"}} {
		meta := &metav1.PartialObjectMetadataList{}
		meta.SetGroupVersionKind(kind)
		if err := c.List(ctx, meta); err != nil { // want `^note: corev1.Namespace is cached twice: this List reads metadata, List at metadata.go:[0-9]+ reads typed objects, which costs a second watch and the memory of all objects, and one may not have yet what the other shows; `
			return err
		}
	}
	return c.List(ctx, &corev1.NamespaceList{})
}
