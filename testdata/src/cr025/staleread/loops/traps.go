package loops

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/wait"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Each time around, another one.
func (r *Reconciler) byName(ctx context.Context, namespace string, names []string) error {
	for _, name := range names {
		var g api.Gadget
		if err := r.Get(ctx, types.NamespacedName{Namespace: namespace, Name: name}, &g); err != nil {
			return err
		}
		g.Serial = name
		if err := r.Update(ctx, &g); err != nil {
			return err
		}
	}
	return nil
}

func (r *Reconciler) items(ctx context.Context) error {
	var all api.WidgetList
	if err := r.List(ctx, &all); err != nil {
		return err
	}
	for _, w := range all.Items {
		var cm corev1.ConfigMap
		if err := r.Get(ctx, client.ObjectKeyFromObject(&w), &cm); err != nil {
			return err
		}
		cm.Data = w.Spec.Config
		if err := r.Update(ctx, &cm); err != nil {
			return err
		}
	}
	return nil
}

func (r *Reconciler) indexed(ctx context.Context, gadgets []*api.Gadget) error {
	for i := range gadgets {
		have := &api.Gadget{}
		err := r.Get(ctx, client.ObjectKeyFromObject(gadgets[i]), have)
		if apierrors.IsNotFound(err) {
			if err := r.Create(ctx, gadgets[i]); err != nil {
				return err
			}
			continue
		}
		if err != nil {
			return err
		}
		have.Serial = gadgets[i].Serial
		if err := r.Update(ctx, have); err != nil {
			return err
		}
	}
	return nil
}

// By a method, with the name of the turn.
func (r *Reconciler) made(ctx context.Context, w *api.Widget) error {
	for _, host := range w.Spec.Hosts {
		if err := r.ensure(ctx, w.Namespace, host); err != nil {
			return err
		}
	}
	return nil
}

func (r *Reconciler) ensure(ctx context.Context, namespace, name string) error {
	err := r.Get(ctx, types.NamespacedName{Namespace: namespace, Name: name}, &corev1.ServiceAccount{})
	if apierrors.IsNotFound(err) {
		return r.Create(ctx, &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name}})
	}
	return err
}

// The loop ends with the write.
func (r *Reconciler) first(ctx context.Context, key types.NamespacedName, hosts []string) error {
	for _, host := range hosts {
		var cm corev1.ConfigMap
		if err := r.Get(ctx, key, &cm); err != nil {
			return err
		}
		if cm.Data[host] != "" {
			continue
		}
		cm.Data[host] = "first"
		if err := r.Update(ctx, &cm); err != nil {
			return err
		}
		break
	}
	return nil
}

// Read once, written many times: each write leaves what the next needs.
func (r *Reconciler) once(ctx context.Context, key types.NamespacedName, hosts []string) error {
	var cm corev1.ConfigMap
	if err := r.Get(ctx, key, &cm); err != nil {
		return err
	}
	for _, host := range hosts {
		cm.Data[host] = "once"
		if err := r.Update(ctx, &cm); err != nil {
			return err
		}
	}
	return nil
}

// Around and around, but with all the time in the world.
func (r *Reconciler) ticker(ctx context.Context, key types.NamespacedName) {
	wait.UntilWithContext(ctx, func(ctx context.Context) {
		var w api.Widget
		if err := r.Get(ctx, key, &w); err != nil {
			return
		}
		w.Status.Made++
		_ = r.Status().Update(ctx, &w)
	}, time.Minute)
}

// Deleted until none is left to see.
func (r *Reconciler) drained(ctx context.Context, w *api.Widget) error {
	for {
		var all api.GadgetList
		if err := r.List(ctx, &all, client.InNamespace(w.Namespace)); err != nil {
			return err
		}
		if len(all.Items) == 0 {
			return nil
		}
		for i := range all.Items {
			if err := r.Delete(ctx, &all.Items[i]); client.IgnoreNotFound(err) != nil {
				return err
			}
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

// Once it was refused, it waits for the cache, and then reads.
func (r *Reconciler) refusedAndWaits(ctx context.Context, key types.NamespacedName) error {
	var g api.Gadget
	if err := r.Get(ctx, key, &g); err != nil {
		return err
	}
	g.Serial = "next"
	if err := r.Update(ctx, &g); apierrors.IsConflict(err) {
		for range 3 {
			time.Sleep(time.Second)
			if err := r.Get(ctx, key, &g); err != nil {
				g.Serial = err.Error()
			}
		}
		return r.Update(ctx, &g)
	}
	return nil
}

// Each round begins a while after the one before.
func (r *Reconciler) patrol(ctx context.Context, key types.NamespacedName) {
	for {
		var g api.Gadget
		if err := r.Get(ctx, key, &g); err == nil && g.Serial == "" {
			g.Serial = "new"
			if err := r.Update(ctx, &g); err != nil {
				return
			}
		}
		if !idle(ctx, time.Minute) {
			return
		}
	}
}

func idle(ctx context.Context, pause time.Duration) bool {
	select {
	case <-time.After(pause):
		return true
	case <-ctx.Done():
		return false
	}
}

// To look whether it is time waits for nothing.
func (r *Reconciler) glance(ctx context.Context, key types.NamespacedName, ticks *time.Ticker) {
	for {
		var g api.Gadget
		if err := r.Get(ctx, key, &g); err == nil && g.Serial == "" { // want `\[staleread/get\]`
			g.Serial = "new"
			if err := r.Update(ctx, &g); err != nil {
				return
			}
		}
		if ticked(ticks) {
			return
		}
	}
}

func ticked(ticks *time.Ticker) bool {
	select {
	case <-ticks.C:
		return true
	default:
		return false
	}
}
