// Package others writes one object and reads another of its kind.
package others

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Rollout names two services.
type Rollout struct {
	metav1.TypeMeta
	metav1.ObjectMeta
	Spec struct {
		CanaryService string
		StableService string
	}
}

// C has two services to see to.
type C struct {
	client.Client
	kube     kubernetes.Interface
	services corelisters.ServiceLister
	rollout  *Rollout
}

// Reconcile does nothing here.
func (c *C) Reconcile(context.Context, ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, nil
}

func (c *C) both(ctx context.Context, hash string) error {
	if err := c.ensure(ctx, c.rollout.Spec.StableService, hash); err != nil {
		return err
	}
	if err := c.ensure(ctx, c.rollout.Spec.CanaryService, hash+"x"); err != nil {
		return err
	}
	return nil
}

func (c *C) ensure(ctx context.Context, name, hash string) error {
	svc, err := c.services.Services(c.rollout.Namespace).Get(name)
	if err != nil {
		return err
	}
	if svc.Spec.Selector["hash"] == hash {
		return nil
	}
	return c.switchTo(ctx, svc, hash)
}

func (c *C) switchTo(ctx context.Context, svc *corev1.Service, hash string) error {
	_, err := c.kube.CoreV1().Services(svc.Namespace).Patch(ctx, svc.Name, types.MergePatchType, []byte(`{"spec":{"selector":{"hash":"`+hash+`"}}}`), metav1.PatchOptions{})
	return err
}

// In a loop.
func (c *C) loop(ctx context.Context, hash string) error {
	for _, p := range []struct {
		name, hash string
	}{{c.rollout.Spec.StableService, hash}, {c.rollout.Spec.CanaryService, hash + "x"}} {
		if err := c.ensure(ctx, p.name, p.hash); err != nil {
			return err
		}
	}
	return nil
}

// Each is read, and updated.
func (c *C) objects(ctx context.Context) error {
	canary := &corev1.Service{}
	if err := c.Get(ctx, types.NamespacedName{Namespace: c.rollout.Namespace, Name: c.rollout.Spec.CanaryService}, canary); err != nil {
		return err
	}
	canary.Spec.Selector = map[string]string{"a": "b"}
	if err := c.Update(ctx, canary); err != nil {
		return err
	}
	stable := &corev1.Service{}
	if err := c.Get(ctx, types.NamespacedName{Namespace: c.rollout.Namespace, Name: c.rollout.Spec.StableService}, stable); err != nil {
		return err
	}
	stable.Spec.Selector = map[string]string{"a": "c"}
	return c.Update(ctx, stable)
}

// By functions that name them.
func (c *C) named(ctx context.Context) error {
	for _, svc := range []*corev1.Service{c.service("canary"), c.service("stable")} {
		if err := c.Create(ctx, svc); err != nil && !apierrors.IsAlreadyExists(err) {
			return err
		}
		var have corev1.Service
		if err := c.Get(ctx, client.ObjectKeyFromObject(c.service("other")), &have); err != nil {
			return err
		}
		if have.Spec.ClusterIP == "" {
			return c.Update(ctx, &have)
		}
	}
	return nil
}

func (c *C) service(name string) *corev1.Service {
	return &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: c.rollout.Namespace, Name: c.rollout.Name + "-" + name}}
}

// In one variable.
func (c *C) reused(ctx context.Context) error {
	svc := &corev1.Service{}
	if err := c.Get(ctx, types.NamespacedName{Namespace: c.rollout.Namespace, Name: c.rollout.Spec.CanaryService}, svc); err != nil {
		return err
	}
	svc.Spec.Selector = map[string]string{"a": "b"}
	if err := c.Update(ctx, svc); err != nil {
		return err
	}
	if err := c.Get(ctx, types.NamespacedName{Namespace: c.rollout.Namespace, Name: c.rollout.Spec.StableService}, svc); err != nil {
		return err
	}
	svc.Spec.Selector = map[string]string{"a": "c"}
	return c.Update(ctx, svc)
}

// The roles that services have.
type roles struct{ active, preview *corev1.Service }

// In fields.
func (c *C) fields(ctx context.Context, s *roles) error {
	s.active.Spec.Selector = map[string]string{"a": "b"}
	if err := c.Update(ctx, s.active); err != nil {
		return err
	}
	var now corev1.Service
	if err := c.Get(ctx, client.ObjectKeyFromObject(s.preview), &now); err != nil {
		return err
	}
	now.Spec.Selector = nil
	return c.Update(ctx, &now)
}

// The second is another only if it has a name.
func (c *C) optional(ctx context.Context, hash string) error {
	name := c.rollout.Spec.StableService
	if err := c.ensure(ctx, name, hash); err != nil {
		return err
	}
	if c.rollout.Spec.CanaryService != "" {
		name = c.rollout.Spec.CanaryService
	}
	return c.ensure(ctx, name, hash)
}
