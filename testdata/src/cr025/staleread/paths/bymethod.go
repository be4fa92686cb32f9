package paths

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/paths/kinds"
)

// Sites makes what Sites are to have, and takes away the rest.
type Sites struct{ client.Client }

// What the Site isn't to have is taken away, and read where it is to have it.
func (r *Sites) door(ctx context.Context, s *kinds.Site) error {
	if !s.HasDoor() {
		if err := r.Delete(ctx, &corev1.Service{ObjectMeta: s.ObjectMeta}); err != nil {
			return client.IgnoreNotFound(err)
		}
	}
	return r.doorOf(ctx, s)
}

func (r *Sites) doorOf(ctx context.Context, s *kinds.Site) error {
	if s.HasDoor() {
		door := &corev1.Service{}
		if err := r.Get(ctx, client.ObjectKeyFromObject(s), door); err != nil {
			return err
		}
		return r.show(ctx, s, door.Spec.ClusterIP)
	}
	return nil
}

// Meanwhile it is to have it.
func (r *Sites) opened(ctx context.Context, s *kinds.Site) error {
	if !s.HasDoor() {
		if err := r.Delete(ctx, &corev1.Service{ObjectMeta: s.ObjectMeta}); err != nil {
			return client.IgnoreNotFound(err)
		}
		s.Spec.Lamp = "door"
	}
	if s.HasDoor() {
		door := &corev1.Service{}
		if err := r.Get(ctx, client.ObjectKeyFromObject(s), door); err != nil { // want `\[staleread/delete\]`
			return err
		}
		return r.show(ctx, s, door.Spec.ClusterIP)
	}
	return nil
}

// The lamp hangs on what is counted meanwhile.
func (r *Sites) lamp(ctx context.Context, s *kinds.Site) error {
	if !s.HasLamp() {
		if err := r.Delete(ctx, &corev1.Service{ObjectMeta: s.ObjectMeta}); err != nil {
			return client.IgnoreNotFound(err)
		}
		s.Status.Rung = 0
	}
	if s.HasLamp() {
		lamp := &corev1.Service{}
		if err := r.Get(ctx, client.ObjectKeyFromObject(s), lamp); err != nil { // want `\[staleread/delete\]`
			return err
		}
		return r.show(ctx, s, lamp.Spec.ClusterIP)
	}
	return nil
}

// The bell hangs on more than the Site.
func (r *Sites) bell(ctx context.Context, s *kinds.Site) error {
	if s.HasBell() {
		if err := r.Delete(ctx, &corev1.Service{ObjectMeta: s.ObjectMeta}); err != nil {
			return client.IgnoreNotFound(err)
		}
		kinds.Hush()
	}
	if !s.HasBell() {
		bell := &corev1.Service{}
		if err := r.Get(ctx, client.ObjectKeyFromObject(s), bell); err != nil { // want `\[staleread/delete\]`
			return err
		}
		return r.show(ctx, s, bell.Spec.ClusterIP)
	}
	return nil
}

func (r *Sites) show(ctx context.Context, s *kinds.Site, address string) error {
	cm := &corev1.ConfigMap{ObjectMeta: s.ObjectMeta}
	cm.Data = map[string]string{"address": address}
	return r.Create(ctx, cm)
}
