package counted

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

const (
	byOwner = "owner"
	byNode  = "node"
)

// Adopter takes over claims that nobody has, and finds its own by an index.
type Adopter struct {
	client.Client
	Live   client.Reader
	Scheme *runtime.Scheme
}

// SetupWithManager makes the indexes.
func (r *Adopter) SetupWithManager(mgr ctrl.Manager) error {
	ctx, fields := context.Background(), mgr.GetFieldIndexer()
	if err := fields.IndexField(ctx, &corev1.PersistentVolumeClaim{}, byOwner, func(obj client.Object) []string {
		if owner := metav1.GetControllerOf(obj); owner != nil {
			return []string{string(owner.UID)}
		}
		return nil
	}); err != nil {
		return err
	}
	if err := fields.IndexField(ctx, &corev1.PersistentVolumeClaim{}, byNode, func(obj client.Object) []string {
		return []string{obj.(*corev1.PersistentVolumeClaim).Spec.VolumeName}
	}); err != nil {
		return err
	}
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).Complete(r)
}

// Reconcile makes a claim if it finds none, and the one that it has just adopted isn't found yet.
func (r *Adopter) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	owner := &corev1.ConfigMap{}
	if err := r.Get(ctx, req.NamespacedName, owner); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := r.adopt(ctx, owner); err != nil {
		return ctrl.Result{}, err
	}
	var own corev1.PersistentVolumeClaimList
	if err := r.List(ctx, &own, client.InNamespace(req.Namespace), client.MatchingFields{byOwner: string(owner.UID)}); err != nil { // want `^warning: .*found by what the index had of it.*\[staleread/list\]`
		return ctrl.Result{}, err
	}
	if len(own.Items) > 0 {
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, r.Create(ctx, &corev1.PersistentVolumeClaim{ObjectMeta: metav1.ObjectMeta{Namespace: req.Namespace, GenerateName: "more-"}})
}

// Begin asks another index, of which the adoption changes nothing.
func (r *Adopter) Begin(ctx context.Context, owner *corev1.ConfigMap, volume string) error {
	if err := r.adopt(ctx, owner); err != nil {
		return err
	}
	var there corev1.PersistentVolumeClaimList
	if err := r.List(ctx, &there, client.InNamespace(owner.Namespace), client.MatchingFields{byNode: volume}); err != nil {
		return err
	}
	if len(there.Items) > 0 {
		return nil
	}
	return r.Create(ctx, &corev1.PersistentVolumeClaim{ObjectMeta: metav1.ObjectMeta{Namespace: owner.Namespace, GenerateName: "more-"}})
}

// The mended twin asks the API server.
func (r *Adopter) mended(ctx context.Context, owner *corev1.ConfigMap) error {
	if err := r.adopt(ctx, owner); err != nil {
		return err
	}
	var own corev1.PersistentVolumeClaimList
	if err := r.Live.List(ctx, &own, client.InNamespace(owner.Namespace)); err != nil {
		return err
	}
	if len(own.Items) > 0 {
		return nil
	}
	return r.Create(ctx, &corev1.PersistentVolumeClaim{ObjectMeta: metav1.ObjectMeta{Namespace: owner.Namespace, GenerateName: "more-"}})
}

func (r *Adopter) adopt(ctx context.Context, owner *corev1.ConfigMap) error {
	var all corev1.PersistentVolumeClaimList
	if err := r.Live.List(ctx, &all, client.InNamespace(owner.Namespace)); err != nil {
		return err
	}
	for i := range all.Items {
		claim := &all.Items[i]
		if metav1.GetControllerOf(claim) != nil {
			continue
		}
		base := claim.DeepCopy()
		if err := ctrl.SetControllerReference(owner, claim, r.Scheme); err != nil {
			return err
		}
		if err := r.Patch(ctx, claim, client.MergeFrom(base)); err != nil {
			return err
		}
	}
	return nil
}
