package keys

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// The key gets another name between the write and the read.
func (r *Reconciler) anotherName(ctx context.Context, cm *corev1.ConfigMap) error {
	if err := r.Update(ctx, cm); err != nil {
		return err
	}
	key := client.ObjectKeyFromObject(cm)
	key.Name += "-backup"
	backup := &corev1.ConfigMap{}
	if err := r.Get(ctx, key, backup); err != nil {
		return client.IgnoreNotFound(err)
	}
	if backup.Data["state"] == "" {
		return r.Delete(ctx, backup)
	}
	return nil
}

// The key gets each of the names in turn.
func (r *Reconciler) eachName(ctx context.Context, namespace string, names []string) error {
	key := client.ObjectKey{Namespace: namespace}
	for _, name := range names {
		key.Name = name
		cm := &corev1.ConfigMap{}
		if err := r.Get(ctx, key, cm); err != nil {
			return err
		}
		if cm.Data["state"] == "" {
			cm.Data = map[string]string{"state": "new"}
			if err := r.Update(ctx, cm); err != nil {
				return err
			}
		}
	}
	return nil
}

// The key gets its name before both.
func (r *Reconciler) namedBefore(ctx context.Context, key client.ObjectKey) error {
	key.Name += "-backup"
	cm := &corev1.ConfigMap{}
	if err := r.Get(ctx, key, cm); err != nil {
		return err
	}
	base := client.MergeFrom(cm.DeepCopy())
	cm.Data = map[string]string{"state": "new"}
	if err := r.Patch(ctx, cm, base); err != nil {
		return err
	}
	now := &corev1.ConfigMap{}
	if err := r.Get(ctx, key, now); err != nil { // want `warning: .*ConfigMap.*\[staleread/get\]`
		return err
	}
	if now.Data["state"] == "" {
		return r.Delete(ctx, now)
	}
	return nil
}

// again makes a copy without a name, to which the server gives one.
func (r *Reconciler) again(ctx context.Context, w *api.Widget) (*api.Widget, error) {
	copied := w.DeepCopy()
	copied.Name = ""
	copied.ResourceVersion = ""
	copied.GenerateName = w.Name + "-"
	err := r.Create(ctx, copied)
	return copied, err
}

func (r *Reconciler) twice(ctx context.Context, key types.NamespacedName) (int, error) {
	var w api.Widget
	if err := r.Get(ctx, key, &w); err != nil {
		return 0, err
	}
	made, err := r.again(ctx, &w)
	if err != nil {
		return 0, err
	}
	if err := r.Get(ctx, key, &w); err != nil {
		return 0, err
	}
	return w.Spec.Size + made.Spec.Size, nil
}
