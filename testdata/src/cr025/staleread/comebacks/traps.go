package comebacks

import (
	"context"
	"errors"
	"hash/fnv"
	"strconv"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	utilrand "k8s.io/apimachinery/pkg/util/rand"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/predicate"

	"ctrllint.test/cr025/staleread/api"
)

// Generation doesn't hear of its status.
type Generation struct{ Single }

func (r *Generation) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}, builder.WithPredicates(predicate.GenerationChangedPredicate{})).Complete(r)
}

func (r *Generation) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, once(ctx, r.Client, req)
}

// Filtered neither, as it is said apart.
type Filtered struct{ client.Client }

func (r *Filtered) SetupWithManager(mgr ctrl.Manager) error {
	b := ctrl.NewControllerManagedBy(mgr).For(&api.Widget{})
	b.WithEventFilter(predicate.GenerationChangedPredicate{})
	return b.Complete(r)
}

func (r *Filtered) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, once(ctx, r.Client, req)
}

// Unregistered is registered elsewhere, who knows how.
type Unregistered struct{ client.Client }

func (r *Unregistered) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, once(ctx, r.Client, req)
}

func once(ctx context.Context, c client.Client, req ctrl.Request) error {
	w := &api.Widget{}
	if err := c.Get(ctx, req.NamespacedName, w); err != nil {
		return client.IgnoreNotFound(err)
	}
	all := &api.GadgetList{}
	if err := c.List(ctx, all, client.InNamespace(w.Namespace)); err != nil || len(all.Items) > 0 {
		return err
	}
	if err := c.Create(ctx, generated(w)); err != nil {
		return err
	}
	w.Status.Phase = "Ready"
	return c.Status().Update(ctx, w)
}

// Later comes back when the cache has heard of it long since.
type Later struct{ client.Client }

func (r *Later) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	all := &api.GadgetList{}
	if err := r.List(ctx, all, client.InNamespace(w.Namespace)); err != nil || len(all.Items) > 0 {
		return ctrl.Result{}, err
	}
	if err := r.Create(ctx, generated(w)); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{Requeue: true, RequeueAfter: time.Minute}, nil
}

// Machine is in another phase then.
type Machine struct{ client.Client }

func (r *Machine) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}).Complete(r)
}

func (r *Machine) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	switch w.Status.Phase {
	case "":
		all := &api.GadgetList{}
		if err := r.List(ctx, all, client.InNamespace(w.Namespace)); err != nil {
			return ctrl.Result{}, err
		}
		if len(all.Items) == 0 {
			if err := r.Create(ctx, generated(w)); err != nil {
				return ctrl.Result{}, err
			}
		}
		w.Status.Phase = "Made"
		return ctrl.Result{Requeue: true}, r.Status().Update(ctx, w)
	}
	return ctrl.Result{}, nil
}

// Marked has a label that says so.
type Marked struct{ client.Client }

func (r *Marked) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if _, made := w.GetAnnotations()["made"]; made {
		return ctrl.Result{}, nil
	}
	all := &api.GadgetList{}
	if err := r.List(ctx, all, client.InNamespace(w.Namespace)); err != nil || len(all.Items) > 0 {
		return ctrl.Result{}, err
	}
	if err := r.Create(ctx, generated(w)); err != nil {
		return ctrl.Result{}, err
	}
	w.SetAnnotations(map[string]string{"made": "yes"})
	return ctrl.Result{Requeue: true}, r.Update(ctx, w)
}

// Hashed has the same name for the same need.
type Hashed struct{ client.Client }

func (r *Hashed) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	all := &api.GadgetList{}
	if err := r.List(ctx, all, client.InNamespace(w.Namespace)); err != nil || len(all.Items) > 0 {
		return ctrl.Result{}, err
	}
	h := fnv.New32a()
	h.Write([]byte(w.Name))
	g := &api.Gadget{}
	g.Namespace, g.Name = w.Namespace, "g-"+utilrand.SafeEncodeString(strconv.Itoa(int(h.Sum32())))
	return ctrl.Result{Requeue: true}, client.IgnoreAlreadyExists(r.Create(ctx, g))
}

// Aside writes the status of something else, of whose events nobody hears.
type Aside struct{ client.Client }

func (r *Aside) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}).Complete(r)
}

func (r *Aside) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	all := &api.GadgetList{}
	if err := r.List(ctx, all, client.InNamespace(w.Namespace)); err != nil || len(all.Items) > 0 {
		return ctrl.Result{}, err
	}
	if err := r.Create(ctx, generated(w)); err != nil {
		return ctrl.Result{}, err
	}
	cm := &corev1.ConfigMap{}
	if err := r.Get(ctx, client.ObjectKey{Namespace: req.Namespace, Name: "count"}, cm); err != nil {
		return ctrl.Result{}, err
	}
	cm.Data = map[string]string{req.Name: "made"}
	return ctrl.Result{}, r.Update(ctx, cm)
}

// First has its finalizer say that the Gadget is there.
type First struct{ client.Client }

func (r *First) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if controllerutil.ContainsFinalizer(w, "shop/gadget") {
		return ctrl.Result{}, nil
	}
	all := &api.GadgetList{}
	if err := r.List(ctx, all, client.InNamespace(w.Namespace)); err != nil || len(all.Items) > 0 {
		return ctrl.Result{}, err
	}
	if err := r.Create(ctx, generated(w)); err != nil {
		return ctrl.Result{}, err
	}
	controllerutil.AddFinalizer(w, "shop/gadget")
	return ctrl.Result{Requeue: true}, r.Update(ctx, w)
}

// Chosen has a name of its own only where none is written down yet; Kong/gateway-operator
// controller/kongplugininstallation/controller.go.
type Chosen struct{ client.Client }

func (r *Chosen) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	all := &api.GadgetList{}
	if err := r.List(ctx, all, client.InNamespace(w.Namespace)); err != nil || len(all.Items) > 0 {
		return ctrl.Result{}, err
	}
	g := &api.Gadget{}
	g.Namespace = w.Namespace
	if w.Status.Phase != "" {
		g.Name = w.Status.Phase
	} else {
		g.GenerateName = w.Name + "-"
	}
	if err := r.Create(ctx, g); err != nil {
		return ctrl.Result{}, err
	}
	w.Status.Phase = g.Name
	return ctrl.Result{Requeue: true}, r.Status().Update(ctx, w)
}

// Limited is told by an error that it has just created one.
type Limited struct {
	client.Client
	made made
}

type made struct {
	mu   sync.Mutex
	keys map[types.NamespacedName]bool
}

func (m *made) take(key types.NamespacedName) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.keys[key] {
		return errors.New("made already")
	}
	m.keys[key] = true
	return nil
}

func (r *Limited) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	all := &api.GadgetList{}
	if err := r.List(ctx, all, client.InNamespace(w.Namespace)); err != nil || len(all.Items) > 0 {
		return ctrl.Result{}, err
	}
	if err := r.made.take(req.NamespacedName); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{Requeue: true}, r.Create(ctx, generated(w))
}
