package lostwrite

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

const (
	finalizer = "shop.example.com/widget"
	kept      = "shop.example.com/kept-by" // an annotation
)

// Keeper changes a Widget that it is given: its size, its status or its finalizers.
type Keeper struct {
	client.Client
	Live client.Reader
}

// BaseBug makes the base of the object itself.
func (k *Keeper) BaseBug(ctx context.Context, w *Widget) error {
	patch := client.MergeFrom(w)
	w.Size = 2
	return k.Patch(ctx, w, patch)
}

// BaseMended makes it of a copy.
func (k *Keeper) BaseMended(ctx context.Context, w *Widget) error {
	patch := client.MergeFrom(w.DeepCopy())
	w.Size = 2
	return k.Patch(ctx, w, patch)
}

// LateBug copies after the change.
func (k *Keeper) LateBug(ctx context.Context, w *Widget) error {
	w.Size = 2
	base := w.DeepCopy()
	return k.Patch(ctx, w, client.MergeFrom(base))
}

// LateMended copies before it.
func (k *Keeper) LateMended(ctx context.Context, w *Widget) error {
	base := w.DeepCopy()
	w.Size = 2
	return k.Patch(ctx, w, client.MergeFrom(base))
}

// StatusBug sets the status before it updates the object.
func (k *Keeper) StatusBug(ctx context.Context, w *Widget) error {
	w.Status.Phase = "Ready"
	controllerutil.AddFinalizer(w, finalizer)
	if err := k.Update(ctx, w); err != nil {
		return err
	}
	return k.Status().Update(ctx, w)
}

// StatusMended sets it after that.
func (k *Keeper) StatusMended(ctx context.Context, w *Widget) error {
	controllerutil.AddFinalizer(w, finalizer)
	if err := k.Update(ctx, w); err != nil {
		return err
	}
	w.Status.Phase = "Ready"
	return k.Status().Update(ctx, w)
}

// StatusOnlyBug writes the status with the object.
func (k *Keeper) StatusOnlyBug(ctx context.Context, w *Widget) error {
	w.Status.Phase = "Ready"
	return k.Update(ctx, w)
}

// StatusOnlyMended writes it by itself.
func (k *Keeper) StatusOnlyMended(ctx context.Context, w *Widget) error {
	w.Status.Phase = "Ready"
	return k.Status().Update(ctx, w)
}

// StatusPatchBug has one base for two patches.
func (k *Keeper) StatusPatchBug(ctx context.Context, w *Widget) error {
	base := client.MergeFrom(w.DeepCopy())
	w.Size = 2
	w.Status.Phase = "Ready"
	if err := k.Patch(ctx, w, base); err != nil {
		return err
	}
	return k.Status().Patch(ctx, w, base)
}

// StatusPatchMended has one for each.
func (k *Keeper) StatusPatchMended(ctx context.Context, w *Widget) error {
	base := client.MergeFrom(w.DeepCopy())
	w.Size = 2
	if err := k.Patch(ctx, w, base); err != nil {
		return err
	}
	base = client.MergeFrom(w.DeepCopy())
	w.Status.Phase = "Ready"
	return k.Status().Patch(ctx, w, base)
}

// SpecBug takes the finalizer away with the status.
func (k *Keeper) SpecBug(ctx context.Context, w *Widget) error {
	controllerutil.RemoveFinalizer(w, finalizer)
	w.Status.Phase = "Ready"
	return k.Status().Update(ctx, w)
}

// SpecMended takes it away with the object.
func (k *Keeper) SpecMended(ctx context.Context, w *Widget) error {
	w.Status.Phase = "Ready"
	if err := k.Status().Update(ctx, w); err != nil {
		return err
	}
	controllerutil.RemoveFinalizer(w, finalizer)
	return k.Update(ctx, w)
}

// MutateBug sets the status in the function that changes the object before CreateOrUpdate writes it.
func (k *Keeper) MutateBug(ctx context.Context, w *Widget) error {
	_, err := controllerutil.CreateOrUpdate(ctx, k.Client, w, func() error {
		w.Size = 2
		w.Status.Phase = "Ready"
		return nil
	})
	return err
}

// MutateMended lets CreateOrPatch do it, which patches the status too.
func (k *Keeper) MutateMended(ctx context.Context, w *Widget) error {
	_, err := controllerutil.CreateOrPatch(ctx, k.Client, w, func() error {
		w.Size = 2
		w.Status.Phase = "Ready"
		return nil
	})
	return err
}

// RereadBug reads the object anew before it writes it.
func (k *Keeper) RereadBug(ctx context.Context, w *Widget) error {
	w.Size = 2
	if err := k.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil {
		return err
	}
	return k.Update(ctx, w)
}

// RereadMended changes it after that.
func (k *Keeper) RereadMended(ctx context.Context, w *Widget) error {
	if err := k.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil {
		return err
	}
	w.Size = 2
	return k.Update(ctx, w)
}

// EntryBug annotates the object before the API server's answer is read over it: the client clears it first, entries of maps and all.
func (k *Keeper) EntryBug(ctx context.Context, w *Widget) error {
	metav1.SetMetaDataAnnotation(&w.ObjectMeta, kept, "keeper")
	if err := k.Live.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil {
		return err
	}
	return k.Update(ctx, w)
}

// EntryMended annotates it after that.
func (k *Keeper) EntryMended(ctx context.Context, w *Widget) error {
	if err := k.Live.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil {
		return err
	}
	metav1.SetMetaDataAnnotation(&w.ObjectMeta, kept, "keeper")
	return k.Update(ctx, w)
}

// ComposedBug gives the twin its size before CreateOrUpdate, which reads the twin that is there over it.
func (k *Keeper) ComposedBug(ctx context.Context, w *Widget) error {
	twin := &Widget{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}, Size: w.Size + 1}
	_, err := controllerutil.CreateOrUpdate(ctx, k.Client, twin, func() error {
		controllerutil.AddFinalizer(twin, finalizer)
		return nil
	})
	return err
}

// ComposedMended gives it its size in the function.
func (k *Keeper) ComposedMended(ctx context.Context, w *Widget) error {
	twin := &Widget{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}}
	_, err := controllerutil.CreateOrUpdate(ctx, k.Client, twin, func() error {
		controllerutil.AddFinalizer(twin, finalizer)
		twin.Size = w.Size + 1
		return nil
	})
	return err
}

// CopyBug changes the values of a range, and writes the elements.
func (k *Keeper) CopyBug(ctx context.Context, w *Widget) error {
	list := &WidgetList{}
	if err := k.List(ctx, list, client.InNamespace(w.Namespace)); err != nil {
		return err
	}
	for _, other := range list.Items {
		other.Size = 2
	}
	for i := range list.Items {
		if err := k.Update(ctx, &list.Items[i]); err != nil {
			return err
		}
	}
	return nil
}

// CopyMended changes the elements.
func (k *Keeper) CopyMended(ctx context.Context, w *Widget) error {
	list := &WidgetList{}
	if err := k.List(ctx, list, client.InNamespace(w.Namespace)); err != nil {
		return err
	}
	for i := range list.Items {
		list.Items[i].Size = 2
		if err := k.Update(ctx, &list.Items[i]); err != nil {
			return err
		}
	}
	return nil
}

// AfterBug sets the status when it has written the object.
func (k *Keeper) AfterBug(ctx context.Context, w *Widget) error {
	latest := &Widget{}
	if err := k.Get(ctx, client.ObjectKeyFromObject(w), latest); err != nil {
		return err
	}
	latest.Size = 2
	if err := k.Update(ctx, latest); err != nil {
		return err
	}
	latest.Status.Phase = "Ready"
	return nil
}

// AfterMended writes the status then.
func (k *Keeper) AfterMended(ctx context.Context, w *Widget) error {
	latest := &Widget{}
	if err := k.Get(ctx, client.ObjectKeyFromObject(w), latest); err != nil {
		return err
	}
	latest.Size = 2
	if err := k.Update(ctx, latest); err != nil {
		return err
	}
	latest.Status.Phase = "Ready"
	return k.Status().Update(ctx, latest)
}

// ResumedBug tries again with the object that the refused try has changed, and finds it changed.
func (k *Keeper) ResumedBug(ctx context.Context, w *Widget) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if w.Size == 2 {
			return nil
		}
		w.Size = 2
		return k.Update(ctx, w)
	})
}

// ResumedMended reads it anew in each try.
func (k *Keeper) ResumedMended(ctx context.Context, w *Widget) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := k.Live.Get(ctx, client.ObjectKeyFromObject(w), w); err != nil {
			return err
		}
		if w.Size == 2 {
			return nil
		}
		w.Size = 2
		return k.Update(ctx, w)
	})
}

// HalfwayBug creates a ConfigMap if there is none, and then a Pod.
func (k *Keeper) HalfwayBug(ctx context.Context, w *Widget) error {
	about := metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}
	err := k.Get(ctx, client.ObjectKeyFromObject(w), &corev1.ConfigMap{})
	if err == nil || !apierrors.IsNotFound(err) {
		return err
	}
	if err := k.Create(ctx, &corev1.ConfigMap{ObjectMeta: about}); err != nil {
		return err
	}
	return k.Create(ctx, &corev1.Pod{ObjectMeta: about})
}

// HalfwayMended creates the Pod first.
func (k *Keeper) HalfwayMended(ctx context.Context, w *Widget) error {
	about := metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}
	err := k.Get(ctx, client.ObjectKeyFromObject(w), &corev1.ConfigMap{})
	if err == nil || !apierrors.IsNotFound(err) {
		return err
	}
	if err := k.Create(ctx, &corev1.Pod{ObjectMeta: about}); client.IgnoreAlreadyExists(err) != nil {
		return err
	}
	return k.Create(ctx, &corev1.ConfigMap{ObjectMeta: about})
}

// OwnedBug adds a finalizer by a patch that has all finalizers.
func (k *Keeper) OwnedBug(ctx context.Context, w *Widget) error {
	base := w.DeepCopy()
	controllerutil.AddFinalizer(w, "third.example.com/c")
	return k.Patch(ctx, w, client.MergeFrom(base))
}

// OwnedMended lets the server refuse it if the object has changed.
func (k *Keeper) OwnedMended(ctx context.Context, w *Widget) error {
	base := w.DeepCopy()
	controllerutil.AddFinalizer(w, "third.example.com/c")
	return k.Patch(ctx, w, client.MergeFromWithOptions(base, client.MergeFromWithOptimisticLock{}))
}
