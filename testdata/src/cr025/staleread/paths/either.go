package paths

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// A Mode is one of several, and set once.
type Mode struct {
	Name   string
	Quota  *corev1.ResourceQuota
	Shared bool
}

// Modal does what its mode says.
type Modal struct {
	client.Client
	mode *Mode
}

// What is done in one mode doesn't come before what is done in another.
func (r *Modal) another(ctx context.Context, w *api.Widget) error {
	if r.mode.Name == "ingress" {
		if err := r.Create(ctx, &corev1.Service{ObjectMeta: w.ObjectMeta}); err != nil {
			return err
		}
	}
	return r.gateway(ctx, w)
}

func (r *Modal) gateway(ctx context.Context, w *api.Widget) error {
	if r.mode.Name != "gateway" {
		return nil
	}
	svc := &corev1.Service{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), svc); err != nil {
		return client.IgnoreNotFound(err)
	}
	return r.Delete(ctx, svc)
}

// A mode that is none of several may be any other.
func (r *Modal) others(ctx context.Context, w *api.Widget) error {
	if r.mode.Name != "none" {
		if err := r.Create(ctx, &corev1.Endpoints{ObjectMeta: w.ObjectMeta}); err != nil {
			return err
		}
	}
	return r.counted(ctx, w)
}

func (r *Modal) counted(ctx context.Context, w *api.Widget) error {
	if r.mode.Name != "few" {
		endpoints := &corev1.Endpoints{}
		if err := r.Get(ctx, client.ObjectKeyFromObject(w), endpoints); client.IgnoreNotFound(err) != nil { // want `Endpoints.*\[staleread/get\]`
			return err
		}
		w.Status.Made = len(endpoints.Subsets)
	}
	return r.Status().Update(ctx, w)
}

// Where there is a quota nothing is withdrawn.
func (r *Modal) quota(ctx context.Context, w *api.Widget) error {
	if r.mode.Quota != nil {
		if err := r.Create(ctx, &corev1.ConfigMap{ObjectMeta: w.ObjectMeta}); err != nil {
			return err
		}
	}
	return r.unlimited(ctx, w)
}

func (r *Modal) unlimited(ctx context.Context, w *api.Widget) error {
	if r.mode.Quota == nil {
		cm := &corev1.ConfigMap{}
		if err := r.Get(ctx, client.ObjectKeyFromObject(w), cm); err != nil {
			return client.IgnoreNotFound(err)
		}
		return r.Delete(ctx, cm)
	}
	return nil
}
