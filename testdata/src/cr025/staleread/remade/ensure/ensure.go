// Package ensure makes objects for others.
package ensure

import (
	"context"
	"fmt"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Made creates an object that it doesn't find, and fails if it is there all the same.
func Made(ctx context.Context, c client.Client, wanted client.Object) error {
	now := wanted.DeepCopyObject().(client.Object)
	err := c.Get(ctx, client.ObjectKeyFromObject(now), now)
	if apierrors.IsNotFound(err) {
		if err := c.Create(ctx, wanted); err != nil {
			return because(err, "creating")
		}
		return nil
	}
	if err != nil {
		return because(err, "reading")
	}
	wanted.SetResourceVersion(now.GetResourceVersion())
	return c.Update(ctx, wanted)
}

// A refusal is an error of the API.
type refusal struct{ error }

// because is never nil: what it chooses is set in both arms.
func because(err error, doing string) error {
	var said error
	if err == nil {
		said = fmt.Errorf("%s", doing)
	} else {
		said = fmt.Errorf("%s: %w", doing, err)
	}
	if apierrors.IsInvalid(err) {
		return refusal{said}
	}
	return said
}

// Passed is content if the object is there all the same.
func Passed(ctx context.Context, c client.Client, wanted *api.Gadget) error {
	err := c.Get(ctx, client.ObjectKeyFromObject(wanted), &api.Gadget{})
	if apierrors.IsNotFound(err) {
		return unlessThere(c.Create(ctx, wanted), "creating")
	}
	return err
}

// unlessThere is nil in one arm.
func unlessThere(err error, doing string) error {
	var said error
	if !apierrors.IsAlreadyExists(err) {
		said = fmt.Errorf("%s: %w", doing, err)
	}
	return said
}

// Drawn creates another one each time, under a name that the server draws.
func Drawn(ctx context.Context, c client.Client, wanted *api.Gadget) error {
	err := c.Get(ctx, client.ObjectKeyFromObject(wanted), &api.Gadget{})
	if apierrors.IsNotFound(err) {
		another := &api.Gadget{Serial: wanted.Serial}
		another.Namespace, another.GenerateName = wanted.Namespace, "gadget-"
		if err := c.Create(ctx, another); err != nil {
			return because(err, "creating")
		}
		return nil
	}
	return err
}

// Redrawn does so with a copy.
func Redrawn(ctx context.Context, c client.Client, wanted *api.Gadget) error {
	err := c.Get(ctx, client.ObjectKeyFromObject(wanted), &api.Gadget{})
	if apierrors.IsNotFound(err) {
		another := wanted.DeepCopy()
		another.Name, another.GenerateName = "", wanted.Name+"-"
		if err := c.Create(ctx, another); err != nil {
			return because(err, "creating")
		}
		return nil
	}
	return err
}

// Patched patches what is there, also where it wasn't found.
func Patched(ctx context.Context, c client.Client, wanted *api.Gadget) error {
	now := &api.Gadget{}
	err := c.Get(ctx, client.ObjectKeyFromObject(wanted), now)
	if apierrors.IsNotFound(err) {
		err := c.Create(ctx, wanted)
		if apierrors.IsAlreadyExists(err) {
			return patch(ctx, c, wanted)
		}
		return err
	}
	if err != nil {
		return because(err, "reading")
	}
	return patch(ctx, c, wanted)
}

func patch(ctx context.Context, c client.Client, wanted *api.Gadget) error {
	patch := fmt.Sprintf(`{"serial":%q}`, wanted.Serial)
	return c.Patch(ctx, wanted, client.RawPatch(types.MergePatchType, []byte(patch)))
}
