package loops

import (
	"context"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
)

// A Port of a list.
type Port struct {
	Name string
	Open bool
}

// Perhaps only one of the ports is open.
func (r *Ending) some(ctx context.Context, key types.NamespacedName, ports []Port) error {
	for _, p := range ports {
		if strings.HasPrefix(p.Name, "web") && p.Open {
			if err := r.note(ctx, key, p.Name); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *Ending) note(ctx context.Context, key types.NamespacedName, name string) error {
	var svc corev1.Service
	if err := r.Get(ctx, key, &svc); err != nil { // want `note: .*Service.*\[staleread/get\]`
		return err
	}
	if svc.Annotations["first"] == "" {
		if err := r.Create(ctx, &corev1.Pod{}); err != nil {
			return err
		}
	}
	svc.Annotations["first"] = name
	return r.Update(ctx, &svc)
}

// What the condition says is the same in all rounds.
func (r *Ending) all(ctx context.Context, key types.NamespacedName, ports []Port, opens bool) error {
	for _, p := range ports {
		if opens {
			if err := r.keep(ctx, key, p.Name); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *Ending) keep(ctx context.Context, key types.NamespacedName, name string) error {
	var eps corev1.Endpoints
	if err := r.Get(ctx, key, &eps); err != nil { // want `warning: .*Endpoints.*\[staleread/get\]`
		return err
	}
	if eps.Annotations["first"] == "" {
		if err := r.Create(ctx, &corev1.Pod{}); err != nil {
			return err
		}
	}
	eps.Annotations["first"] = name
	return r.Update(ctx, &eps)
}

// Perhaps only one of them is of one of these names.
func (r *Ending) either(ctx context.Context, key types.NamespacedName, ports []Port) error {
	for _, p := range ports {
		if !p.Open {
			continue
		}
		switch p.Name {
		case "web":
			if err := r.count(ctx, key, p.Name); err != nil {
				return err
			}
		case "mail":
			if err := r.count(ctx, key, "smtp"); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *Ending) count(ctx context.Context, key types.NamespacedName, name string) error {
	var cm corev1.ConfigMap
	if err := r.Get(ctx, key, &cm); err != nil { // want `note: .*ConfigMap.*\[staleread/get\]`
		return err
	}
	if cm.Annotations["first"] == "" {
		if err := r.Create(ctx, &corev1.Pod{}); err != nil {
			return err
		}
	}
	cm.Annotations["first"] = name
	return r.Update(ctx, &cm)
}

// One round comes to both.
func (r *Ending) both(ctx context.Context, key types.NamespacedName, ports []Port) error {
	for _, p := range ports {
		if !p.Open {
			continue
		}
		if err := r.add(ctx, key, p.Name); err != nil {
			return err
		}
		if err := r.add(ctx, key, "all"); err != nil {
			return err
		}
	}
	return nil
}

func (r *Ending) add(ctx context.Context, key types.NamespacedName, name string) error {
	var sa corev1.ServiceAccount
	if err := r.Get(ctx, key, &sa); err != nil { // want `warning: .*ServiceAccount.*\[staleread/get\]`
		return err
	}
	if sa.Annotations["first"] == "" {
		if err := r.Create(ctx, &corev1.Pod{}); err != nil {
			return err
		}
	}
	sa.Annotations["first"] = name
	return r.Update(ctx, &sa)
}
