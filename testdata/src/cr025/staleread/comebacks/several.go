package comebacks

import (
	"context"
	"fmt"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/predicate"

	"ctrllint.test/cr025/staleread/api"
)

// These make several Gadgets in one round, and are brought back by the event of the first.

type shop struct{ client.Client }

func (s *shop) of(ctx context.Context, req ctrl.Request) (*api.Widget, error) {
	w := &api.Widget{}
	return w, s.Get(ctx, req.NamespacedName, w)
}

func (s *shop) make(ctx context.Context, w *api.Widget) error {
	g := generated(w)
	if err := ctrl.SetControllerReference(w, g, s.Scheme()); err != nil {
		return err
	}
	return s.Create(ctx, g)
}

// Many makes all that are missing.
type Many struct{ shop }

func (r *Many) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}, builder.WithPredicates(predicate.GenerationChangedPredicate{})).Owns(&api.Gadget{}).Complete(r)
}

func (r *Many) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w, err := r.of(ctx, req)
	if err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	var all api.GadgetList
	if err := r.List(ctx, &all, client.InNamespace(w.Namespace)); err != nil { // want `warning: List decides how many api.Gadgets the Create at several.go:\d+ makes in a loop, and the event of the first brings the reconcile back.*\[staleread/list\]`
		return ctrl.Result{}, err
	}
	for n := len(all.Items); n < w.Spec.Size; n++ {
		if err := r.make(ctx, w); err != nil {
			return ctrl.Result{}, err
		}
	}
	return ctrl.Result{}, nil
}

// ManyByNumber gives each its number.
type ManyByNumber struct{ shop }

func (r *ManyByNumber) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}).Owns(&api.Gadget{}).Complete(r)
}

func (r *ManyByNumber) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w, err := r.of(ctx, req)
	if err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	var all api.GadgetList
	if err := r.List(ctx, &all, client.InNamespace(w.Namespace)); err != nil || len(all.Items) >= w.Spec.Size {
		return ctrl.Result{}, err
	}
	for n := range w.Spec.Size {
		g := generated(w)
		g.Name, g.GenerateName = fmt.Sprintf("%s-%d", w.Name, n), ""
		if err := ctrl.SetControllerReference(w, g, r.Scheme()); err != nil {
			return ctrl.Result{}, err
		}
		if err := client.IgnoreAlreadyExists(r.Create(ctx, g)); err != nil {
			return ctrl.Result{}, err
		}
	}
	return ctrl.Result{}, nil
}

// OneEach makes one a round, whose event brings the next one.
type OneEach struct{ shop }

func (r *OneEach) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}).Owns(&api.Gadget{}).Complete(r)
}

func (r *OneEach) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w, err := r.of(ctx, req)
	if err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	var all api.GadgetList
	if err := r.List(ctx, &all, client.InNamespace(w.Namespace)); err != nil {
		return ctrl.Result{}, err
	}
	for n := len(all.Items); n < w.Spec.Size; n++ {
		if err := r.make(ctx, w); err != nil {
			continue
		}
		break
	}
	return ctrl.Result{}, nil
}

// Unowned makes Gadgets of whose events it doesn't hear, and Ownerless some that have no owner.
type (
	Unowned   struct{ shop }
	Ownerless struct{ shop }
)

func (r *Unowned) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}).Complete(r)
}

func (r *Unowned) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w, err := r.of(ctx, req)
	if err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	var all api.GadgetList
	if err := r.List(ctx, &all, client.InNamespace(w.Namespace)); err != nil {
		return ctrl.Result{}, err
	}
	for n := len(all.Items); n < w.Spec.Size; n++ {
		if err := r.make(ctx, w); err != nil {
			return ctrl.Result{}, err
		}
	}
	return ctrl.Result{}, nil
}

func (r *Ownerless) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}).Owns(&api.Gadget{}).Complete(r)
}

func (r *Ownerless) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w, err := r.of(ctx, req)
	if err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	var all api.GadgetList
	if err := r.List(ctx, &all, client.InNamespace(w.Namespace)); err != nil {
		return ctrl.Result{}, err
	}
	for n := len(all.Items); n < w.Spec.Size; n++ {
		if err := r.Create(ctx, generated(w)); err != nil {
			return ctrl.Result{}, err
		}
	}
	return ctrl.Result{}, nil
}

// Deaf passes over the events of new Gadgets.
type Deaf struct{ shop }

func (r *Deaf) SetupWithManager(mgr ctrl.Manager) error {
	gone := predicate.Funcs{CreateFunc: func(event.CreateEvent) bool { return false }}
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}).Owns(&api.Gadget{}, builder.WithPredicates(gone)).Complete(r)
}

func (r *Deaf) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w, err := r.of(ctx, req)
	if err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	var all api.GadgetList
	if err := r.List(ctx, &all, client.InNamespace(w.Namespace)); err != nil {
		return ctrl.Result{}, err
	}
	for n := len(all.Items); n < w.Spec.Size; n++ {
		if err := r.make(ctx, w); err != nil {
			return ctrl.Result{}, err
		}
	}
	return ctrl.Result{}, nil
}

// Patient waits for each.
type Patient struct{ shop }

func (r *Patient) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}).Owns(&api.Gadget{}).Complete(r)
}

func (r *Patient) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w, err := r.of(ctx, req)
	if err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	var all api.GadgetList
	if err := r.List(ctx, &all, client.InNamespace(w.Namespace)); err != nil {
		return ctrl.Result{}, err
	}
	for n := len(all.Items); n < w.Spec.Size; n++ {
		g := generated(w)
		g.OwnerReferences = []metav1.OwnerReference{*metav1.NewControllerRef(w, api.GroupVersion.WithKind("Widget"))}
		if err := r.Create(ctx, g); err != nil {
			return ctrl.Result{}, err
		}
		err := wait.PollUntilContextTimeout(ctx, 10*time.Millisecond, time.Second, true, func(ctx context.Context) (bool, error) {
			err := r.Get(ctx, client.ObjectKeyFromObject(g), &api.Gadget{})
			return err == nil, client.IgnoreNotFound(err)
		})
		if err != nil {
			return ctrl.Result{}, err
		}
	}
	return ctrl.Result{}, nil
}

// Trimming deletes in the next round what it has made too many of.
type Trimming struct{ shop }

func (r *Trimming) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}).Owns(&api.Gadget{}).Complete(r)
}

func (r *Trimming) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w, err := r.of(ctx, req)
	if err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	var all api.GadgetList
	if err := r.List(ctx, &all, client.InNamespace(w.Namespace)); err != nil { // want `note: List decides how many.*\[staleread/list\]`
		return ctrl.Result{}, err
	}
	for n := w.Spec.Size; n < len(all.Items); n++ {
		if err := r.Delete(ctx, &all.Items[n]); client.IgnoreNotFound(err) != nil {
			return ctrl.Result{}, err
		}
	}
	for n := len(all.Items); n < w.Spec.Size; n++ {
		if err := r.make(ctx, w); err != nil {
			return ctrl.Result{}, err
		}
	}
	return ctrl.Result{}, nil
}
