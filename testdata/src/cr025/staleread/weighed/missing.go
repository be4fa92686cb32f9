package weighed

import (
	"context"
	"errors"
	"fmt"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/klog/v2"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// find returns nil if there is none.
func (r *R) find(ctx context.Context, key client.ObjectKey) (*api.Gadget, error) {
	g := &api.Gadget{}
	if err := r.Get(ctx, key, g); err != nil { // want `note: .*which may have nothing yet, so that what follows fails and is tried again; .*\[staleread/get\]`
		if apierrors.IsNotFound(err) {
			return nil, nil
		}
		return nil, err
	}
	return g, nil
}

// None is an error.
func (r *R) wanted(ctx context.Context, g *api.Gadget) (string, error) {
	if err := r.Create(ctx, g); err != nil {
		return "", err
	}
	now, err := r.find(ctx, client.ObjectKeyFromObject(g))
	if err != nil {
		return "", err
	}
	if now == nil {
		return "", errors.New("no gadget")
	}
	return now.Serial, nil
}

// has says false if there is none.
func (r *R) has(ctx context.Context, key client.ObjectKey) bool {
	g := &api.Gadget{}
	return r.Get(ctx, key, g) == nil // want `note: .*\[staleread/get\]`
}

// False is an error.
func (r *R) made(ctx context.Context, g *api.Gadget) error {
	if err := r.Create(ctx, g); err != nil {
		return err
	}
	if !r.has(ctx, client.ObjectKeyFromObject(g)) {
		return fmt.Errorf("gadget %s isn't there", g.Name)
	}
	return nil
}

// lookUp returns nil if there is none.
func (r *R) lookUp(ctx context.Context, key client.ObjectKey) (*api.Gadget, error) {
	g := &api.Gadget{}
	if err := r.Get(ctx, key, g); err != nil { // want `warning: .*which may have nothing yet, and what follows goes on as if there were none; .*\[staleread/get\]`
		return nil, client.IgnoreNotFound(err)
	}
	return g, nil
}

// None makes the owner fail for good.
func (r *R) ends(ctx context.Context, g *api.Gadget, owner *api.Widget) error {
	if err := r.Create(ctx, g); err != nil {
		return err
	}
	now, err := r.lookUp(ctx, client.ObjectKeyFromObject(g))
	if err != nil {
		return err
	}
	if now == nil {
		owner.Status.Phase = "Failed"
	} else {
		owner.Status.Phase = now.Serial
	}
	return r.Status().Update(ctx, owner)
}

// What isn't found is left out in this round.
func (r *R) skipped(ctx context.Context, gadgets []*api.Gadget) {
	for _, g := range gadgets {
		if err := r.Create(ctx, g); err != nil {
			continue
		}
		if err := r.serve(ctx, client.ObjectKeyFromObject(g)); err != nil {
			klog.Error(err)
			continue
		}
		klog.Info("served")
	}
}

func (r *R) serve(ctx context.Context, key client.ObjectKey) error {
	g := &api.Gadget{}
	if err := r.Get(ctx, key, g); err != nil { // want `warning: .*as if there were none; .*\[staleread/get\]`
		return err
	}
	return r.Delete(ctx, &api.Widget{ObjectMeta: g.ObjectMeta})
}

// The status tells that it wasn't found, and so does the error.
func (r *R) reported(ctx context.Context, g *api.Gadget, owner *api.Widget) error {
	if err := r.Create(ctx, g); err != nil {
		return err
	}
	now := &api.Gadget{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(g), now); err != nil { // want `note: .*\[staleread/get\]`
		owner.Status.Phase = "Failed"
		return errors.Join(err, r.Status().Update(ctx, owner))
	}
	return nil
}
