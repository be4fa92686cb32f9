package loops

import (
	"context"
	"errors"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/cluster"
)

// Ending ends things in an order.
type Ending struct{ client.Client }

var errWaiting = errors.New("waiting for what is left")

// One name stands for one step, which comes once.
func (r *Ending) once(ctx context.Context, key types.NamespacedName, steps []string) error {
	for _, step := range steps {
		switch step {
		case "pods":
			if err := r.scale(ctx, key, &appsv1.StatefulSet{}); err != nil {
				return err
			}
		case "claims":
			continue
		}
	}
	return nil
}

// Two steps do the same.
func (r *Ending) twice(ctx context.Context, key types.NamespacedName, steps []string) error {
	for _, step := range steps {
		if step == "pods" {
			if err := r.empty(ctx, key, &corev1.Secret{}); err != nil {
				return err
			}
		}
		if step == "proxies" {
			if err := r.empty(ctx, key, &corev1.Secret{}); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *Ending) empty(ctx context.Context, key types.NamespacedName, secret *corev1.Secret) error {
	if err := r.Get(ctx, key, secret); err != nil { // want `Secret.*\[staleread/get\]`
		return err
	}
	secret.Data = nil
	return r.Update(ctx, secret)
}

// All steps but one do it.
func (r *Ending) others(ctx context.Context, key types.NamespacedName, steps map[string]bool) error {
	for step := range steps {
		if step == "claims" {
			continue
		}
		if err := r.free(ctx, key, &corev1.PersistentVolumeClaim{}); err != nil {
			return err
		}
	}
	return nil
}

func (r *Ending) free(ctx context.Context, key types.NamespacedName, claim *corev1.PersistentVolumeClaim) error {
	if err := r.Get(ctx, key, claim); err != nil { // want `PersistentVolumeClaim.*\[staleread/get\]`
		return err
	}
	claim.Finalizers = nil
	return r.Update(ctx, claim)
}

func (r *Ending) scale(ctx context.Context, key types.NamespacedName, set *appsv1.StatefulSet) error {
	if err := r.Get(ctx, key, set); err != nil {
		return err
	}
	if *set.Spec.Replicas == 0 {
		return nil
	}
	*set.Spec.Replicas = 0
	return r.Update(ctx, set)
}

// What has something to wait for ends with an error that says so.
func (r *Ending) waits(ctx context.Context, key types.NamespacedName) error {
	for {
		if err := r.settle(ctx, key); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return nil
		}
	}
}

func (r *Ending) settle(ctx context.Context, key types.NamespacedName) error {
	cm := &corev1.ConfigMap{}
	if err := r.Get(ctx, key, cm); err != nil {
		return err
	}
	if cm.Data["settled"] == "" {
		cm.Data = map[string]string{"settled": "yes"}
		if err := r.Update(ctx, cm); err != nil {
			return err
		}
		return errWaiting
	}
	return nil
}

// Each round has the client of another cluster.
func (r *Ending) each(ctx context.Context, clusters map[string]cluster.Cluster, key client.ObjectKey) error {
	for _, c := range clusters {
		remote := c.GetClient()
		cm := &corev1.ConfigMap{}
		if err := remote.Get(ctx, key, cm); err != nil {
			return err
		}
		if cm.Data["size"] == "large" {
			continue
		}
		cm.Data = map[string]string{"size": "large"}
		if err := remote.Update(ctx, cm); err != nil {
			return err
		}
	}
	return nil
}

// Each round has the same client.
func (r *Ending) sameEach(ctx context.Context, clusters map[string]string, key client.ObjectKey) error {
	for _, size := range clusters {
		cm := &corev1.ConfigMap{}
		if err := r.Get(ctx, key, cm); err != nil { // want `warning: .*ConfigMap.*\[staleread/get\]`
			return err
		}
		if cm.Data["size"] == size {
			continue
		}
		base := client.MergeFrom(cm.DeepCopy())
		cm.Data = map[string]string{"size": size}
		if err := r.Patch(ctx, cm, base); err != nil {
			return err
		}
	}
	return nil
}
