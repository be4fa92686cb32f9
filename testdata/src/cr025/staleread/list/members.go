package list

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// collected makes a ConfigMap, and deletes the Secrets that none has the name of: that of the new one too.
func (r *Reconciler) collected(ctx context.Context, cm *corev1.ConfigMap) error {
	if err := r.Create(ctx, cm); err != nil {
		return err
	}
	return r.collect(ctx, cm.Namespace)
}

func (r *Reconciler) collect(ctx context.Context, namespace string) error {
	var configs corev1.ConfigMapList
	if err := r.List(ctx, &configs, client.InNamespace(namespace)); err != nil { // want `the new object may be missing, and how many there are decides what is done.*\[staleread/list\]`
		return err
	}
	used := sets.New[string]()
	for _, c := range configs.Items {
		used.Insert(c.Name)
	}
	var secrets corev1.SecretList
	if err := r.List(ctx, &secrets, client.InNamespace(namespace)); err != nil {
		return err
	}
	for i := range secrets.Items {
		if used.Has(secrets.Items[i].Name) {
			continue
		}
		if err := r.Delete(ctx, &secrets.Items[i]); err != nil {
			return err
		}
	}
	return nil
}

// mapped does the same with a map.
func (r *Reconciler) mapped(ctx context.Context, cm *corev1.ConfigMap, secrets []corev1.Secret) error {
	if err := r.Create(ctx, cm); err != nil {
		return err
	}
	var configs corev1.ConfigMapList
	if err := r.List(ctx, &configs, client.InNamespace(cm.Namespace)); err != nil { // want `the new object may be missing, and how many there are decides what is done.*\[staleread/list\]`
		return err
	}
	used := map[string]bool{}
	for _, c := range configs.Items {
		used[c.Name] = true
	}
	for i := range secrets {
		if !used[secrets[i].Name] {
			if err := r.Delete(ctx, &secrets[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// wanted is not made of what is listed.
func (r *Reconciler) wanted(ctx context.Context, cm *corev1.ConfigMap, names []string) error {
	if err := r.Create(ctx, cm); err != nil {
		return err
	}
	wanted := sets.New(names...)
	var configs corev1.ConfigMapList
	if err := r.List(ctx, &configs, client.InNamespace(cm.Namespace)); err != nil {
		return err
	}
	for i := range configs.Items {
		if !wanted.Has(configs.Items[i].Name) {
			if err := r.Delete(ctx, &configs.Items[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// told only tells of those that are missing.
func (r *Reconciler) told(ctx context.Context, cm *corev1.ConfigMap, names []string) ([]string, error) {
	if err := r.Create(ctx, cm); err != nil {
		return nil, err
	}
	var configs corev1.ConfigMapList
	if err := r.List(ctx, &configs, client.InNamespace(cm.Namespace)); err != nil { // want `note: .*the new object may be missing; count in`
		return nil, err
	}
	there := sets.New[string]()
	for _, c := range configs.Items {
		there.Insert(c.Name)
	}
	var missing []string
	for _, name := range names {
		if !there.Has(name) {
			missing = append(missing, name)
		}
	}
	return missing, nil
}
