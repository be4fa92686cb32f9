// Package comebacks has reconciles that create what a list is without, under names of which each is another one, and are brought
// back at once.
package comebacks

import (
	"context"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	utilrand "k8s.io/apimachinery/pkg/util/rand"
	"k8s.io/apimachinery/pkg/util/uuid"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/predicate"

	"ctrllint.test/cr025/staleread/api"
	"ctrllint.test/cr025/staleread/comebacks/stock"
)

// Single wants one Gadget for each Widget.
type Single struct{ client.Client }

// SetupWithManager has it hear of every event of its Widgets.
func (r *Single) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}).Owns(&api.Gadget{}).Complete(r)
}

// Reconcile writes the status right after the Gadget.
func (r *Single) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if w.DeletionTimestamp != nil || w.Spec.Size == 0 {
		return ctrl.Result{}, nil
	}
	all := &api.GadgetList{}
	if err := r.List(ctx, all, client.InNamespace(w.Namespace), client.MatchingLabels{"widget": w.Name}); err != nil { // want `warning: List decides whether the Create at bugs.go:\d+ makes a new api.Gadget, and the Status\(\).Update at bugs.go:\d+ brings the reconcile back at once.*\[staleread/list\]`
		return ctrl.Result{}, err
	}
	if len(all.Items) == 0 {
		g := &api.Gadget{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, GenerateName: w.Name + "-", Labels: map[string]string{"widget": w.Name}}}
		if err := r.Create(ctx, g); err != nil {
			return ctrl.Result{}, err
		}
	}
	w.Status.Phase = "Ready"
	return ctrl.Result{}, r.Status().Update(ctx, w)
}

// Crew wants as many Gadgets as there is room for.
type Crew struct{ client.Client }

// Reconcile asks for another round itself.
func (r *Crew) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	var all api.GadgetList
	if err := r.List(ctx, &all, client.InNamespace(w.Namespace)); err != nil { // want `warning: List decides whether the Create at bugs.go:\d+ makes a new api.Gadget, and the result at bugs.go:\d+ brings.*\[staleread/list\]`
		return ctrl.Result{}, err
	}
	mine := 0
	for _, g := range all.Items {
		if metav1.IsControlledBy(&g, w) {
			mine++
		}
	}
	if mine >= w.Spec.Size {
		return ctrl.Result{}, nil
	}
	g := &api.Gadget{}
	g.Namespace, g.Name = w.Namespace, fmt.Sprintf("%s-%s", w.Name, utilrand.String(5))
	if err := ctrl.SetControllerReference(w, g, r.Scheme()); err != nil {
		return ctrl.Result{}, err
	}
	if err := r.Create(ctx, g); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{Requeue: true}, nil
}

// Far has its Gadgets listed and made by another package, and its status patched at the end.
type Far struct{ client.Client }

// SetupWithManager registers it in several statements.
func (r *Far) SetupWithManager(mgr ctrl.Manager) error {
	b := ctrl.NewControllerManagedBy(mgr)
	b = b.Named("far").For(&api.Widget{})
	return b.Complete(r)
}

// Reconcile implements reconcile.Reconciler.
func (r *Far) Reconcile(ctx context.Context, req ctrl.Request) (_ ctrl.Result, err error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	base := w.DeepCopy()
	defer func() {
		meta.SetStatusCondition(&w.Status.Conditions, metav1.Condition{Type: "Made", Status: metav1.ConditionTrue, Reason: "Made"})
		if failed := r.Status().Patch(ctx, w, client.MergeFrom(base)); failed != nil && err == nil {
			err = failed
		}
	}()
	return ctrl.Result{}, r.ensure(ctx, w)
}

func (r *Far) ensure(ctx context.Context, w *api.Widget) error {
	current, err := stock.Current(ctx, r.Client, w) // want `warning: the List in stock.Current.* decides whether the Create at bugs.go:\d+ makes a new api.Gadget, and the Status\(\).Patch at bugs.go:\d+ brings.*\[staleread/list\]`
	if err != nil {
		return err
	}
	if current != nil {
		return nil
	}
	return r.Create(ctx, stock.New(w))
}

// Steps returns what a step says.
type Steps struct {
	client.Client
	Enabled bool
}

// Reconcile implements reconcile.Reconciler.
func (r *Steps) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if !r.Enabled {
		return ctrl.Result{}, nil
	}
	return r.step(ctx, w)
}

func (r *Steps) step(ctx context.Context, w *api.Widget) (ctrl.Result, error) {
	all := &api.GadgetList{}
	if err := r.List(ctx, all, client.InNamespace(w.Namespace)); err != nil { // want `warning: List decides whether the Create at bugs.go:\d+.*the result at bugs.go:\d+.*\[staleread/list\]`
		return ctrl.Result{}, err
	}
	for i := len(all.Items); i < w.Spec.Size; i++ {
		if err := r.Create(ctx, fresh(w)); err != nil {
			return ctrl.Result{}, err
		}
		return ctrl.Result{RequeueAfter: 10 * time.Millisecond}, nil
	}
	return ctrl.Result{}, nil
}

func fresh(w *api.Widget) *api.Gadget {
	return &api.Gadget{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name + "-" + string(uuid.NewUUID())}}
}

// Listing goes by a lister.
type Listing struct {
	pods      corelisters.PodLister
	clientset kubernetes.Interface
}

// Reconcile implements reconcile.Reconciler.
func (r *Listing) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	pods, err := r.pods.Pods(req.Namespace).List(labels.SelectorFromSet(labels.Set{"of": req.Name})) // want `warning: List decides whether the Create at bugs.go:\d+.*\[staleread/list\]`
	if err != nil || len(pods) > 0 {
		return ctrl.Result{}, err
	}
	pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{GenerateName: "run-", Labels: map[string]string{"of": req.Name}}}
	if _, err := r.clientset.CoreV1().Pods(req.Namespace).Create(ctx, pod, metav1.CreateOptions{}); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{Requeue: true}, nil
}

// Versioned has predicates that let changes of the status pass.
type Versioned struct{ client.Client }

// SetupWithManager registers it.
func (r *Versioned) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&api.Widget{}, builder.WithPredicates(predicate.ResourceVersionChangedPredicate{})).
		Owns(&api.Gadget{}, builder.WithPredicates(predicate.GenerationChangedPredicate{})).
		Complete(r)
}

// Reconcile implements reconcile.Reconciler.
func (r *Versioned) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	taken := map[string]bool{}
	all := &api.GadgetList{}
	if err := r.List(ctx, all, client.InNamespace(w.Namespace)); err != nil { // want `warning: List decides whether the Create at bugs.go:\d+.*the Status\(\).Update at bugs.go:\d+.*\[staleread/list\]`
		return ctrl.Result{}, err
	}
	for i := range all.Items {
		taken[all.Items[i].Serial] = true
	}
	for n := range w.Spec.Size {
		if taken[fmt.Sprint(n)] {
			continue
		}
		g := stock.New(w)
		g.Serial = fmt.Sprint(n)
		if err := r.Create(ctx, g); err != nil {
			return ctrl.Result{}, err
		}
		w.Status.Made = n
		if err := r.Status().Update(ctx, w); err != nil {
			return ctrl.Result{}, err
		}
		break
	}
	return ctrl.Result{}, nil
}

// Fallback takes another name where that which it wants is taken, by its own Gadget of the round before, say;
// vmware-tanzu/nsx-operator pkg/controllers/namespace/subnet_share_controller.go, which lists through the API reader now.
type Fallback struct{ client.Client }

// SetupWithManager registers it.
func (r *Fallback) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}).Complete(r)
}

// Reconcile implements reconcile.Reconciler.
func (r *Fallback) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	all := &api.GadgetList{}
	if err := r.List(ctx, all, client.InNamespace(w.Namespace)); err != nil || len(all.Items) > 0 { // want `warning: List decides whether the Create at bugs.go:258.*\[staleread/list\]`
		return ctrl.Result{}, err
	}
	if err := r.create(ctx, &api.Gadget{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}}); err != nil {
		return ctrl.Result{}, err
	}
	w.Status.Phase = "Ready"
	return ctrl.Result{}, r.Status().Update(ctx, w)
}

func (r *Fallback) create(ctx context.Context, g *api.Gadget) error {
	err := r.Create(ctx, g)
	if apierrors.IsAlreadyExists(err) {
		g.GenerateName, g.Name = g.Name+"-", ""
		err = r.Create(ctx, g)
	}
	return err
}

// Finalized has its finalizer when it creates a Gadget, in each round.
type Finalized struct{ client.Client }

// SetupWithManager registers it.
func (r *Finalized) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}).Complete(r)
}

// Reconcile implements reconcile.Reconciler.
func (r *Finalized) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if !w.GetDeletionTimestamp().IsZero() {
		controllerutil.RemoveFinalizer(w, "shop/gadgets")
		return ctrl.Result{}, r.Update(ctx, w)
	}
	if !controllerutil.ContainsFinalizer(w, "shop/gadgets") {
		controllerutil.AddFinalizer(w, "shop/gadgets")
		return ctrl.Result{}, r.Update(ctx, w)
	}
	all := &api.GadgetList{}
	if err := r.List(ctx, all, client.InNamespace(w.Namespace)); err != nil { // want `warning: List decides whether the Create at.*\[staleread/list\]`
		return ctrl.Result{}, err
	}
	for n := len(all.Items); n < w.Spec.Size; n++ {
		if err := r.Create(ctx, stock.New(w)); err != nil {
			return ctrl.Result{}, err
		}
	}
	w.Status.Made = w.Spec.Size
	return ctrl.Result{}, r.Status().Update(ctx, w)
}
