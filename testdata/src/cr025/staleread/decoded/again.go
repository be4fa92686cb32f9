package decoded

import (
	"context"
	"encoding/json"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
)

type settings struct {
	Name string `json:"name"`
	Gone bool   `json:"gone"`
}

// What is looked at is of the other text.
func (r *Restarts) apart(ctx context.Context, cm *corev1.ConfigMap, fresh string) error {
	cm.Data["settings"] = "{}"
	if err := r.Update(ctx, cm); err != nil {
		return err
	}
	var now corev1.ConfigMap
	if err := r.Get(ctx, client.ObjectKeyFromObject(cm), &now); err != nil {
		return err
	}
	var s settings
	if err := json.Unmarshal([]byte(now.Data["settings"]), &s); err != nil {
		return err
	}
	log.FromContext(ctx).Info("settings", "name", s.Name)
	s = settings{}
	if err := json.Unmarshal([]byte(fresh), &s); err != nil {
		return err
	}
	if s.Gone {
		return r.Delete(ctx, cm)
	}
	return nil
}

func (r *Restarts) together(ctx context.Context, cm *corev1.ConfigMap) error {
	cm.Data["settings"] = "{}"
	if err := r.Update(ctx, cm); err != nil {
		return err
	}
	var now corev1.ConfigMap
	if err := r.Get(ctx, client.ObjectKeyFromObject(cm), &now); err != nil { // want `warning: .*Data\[settings\] decides.*\[staleread/get\]`
		return err
	}
	var s settings
	if err := json.Unmarshal([]byte(now.Data["settings"]), &s); err != nil {
		return err
	}
	if s.Gone {
		return r.Delete(ctx, cm)
	}
	return nil
}
