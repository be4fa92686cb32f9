package comebacks

import (
	"context"
	"sync"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/wait"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

func generated(w *api.Widget) *api.Gadget {
	return &api.Gadget{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, GenerateName: w.Name + "-"}}
}

// Named gives the Gadget the name of its Widget: a second Create is refused.
type Named struct{ client.Client }

func (r *Named) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}).Complete(r)
}

func (r *Named) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	all := &api.GadgetList{}
	if err := r.List(ctx, all, client.InNamespace(w.Namespace)); err != nil {
		return ctrl.Result{}, err
	}
	if len(all.Items) == 0 {
		g := generated(w)
		g.GenerateName, g.Name = "", w.Name
		if err := client.IgnoreAlreadyExists(r.Create(ctx, g)); err != nil {
			return ctrl.Result{}, err
		}
	}
	w.Status.Phase = "Ready"
	return ctrl.Result{}, r.Status().Update(ctx, w)
}

// Expecting remembers what it has created until the cache has it.
type Expecting struct {
	client.Client
	expected expectations
}

type expectations struct {
	mu   sync.Mutex
	made map[types.NamespacedName]int
}

func (e *expectations) met(key types.NamespacedName, seen int) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.made[key] <= seen
}

func (e *expectations) expect(key types.NamespacedName, n int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.made[key] = n
}

func (r *Expecting) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	all := &api.GadgetList{}
	if err := r.List(ctx, all, client.InNamespace(w.Namespace)); err != nil {
		return ctrl.Result{}, err
	}
	if !r.expected.met(req.NamespacedName, len(all.Items)) || len(all.Items) >= w.Spec.Size {
		return ctrl.Result{}, nil
	}
	if err := r.Create(ctx, generated(w)); err != nil {
		return ctrl.Result{}, err
	}
	r.expected.expect(req.NamespacedName, len(all.Items)+1)
	return ctrl.Result{Requeue: true}, nil
}

// Asking asks the API server before it creates.
type Asking struct {
	client.Client
	APIReader client.Reader
}

func (r *Asking) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	all := &api.GadgetList{}
	if err := r.List(ctx, all, client.InNamespace(w.Namespace)); err != nil || len(all.Items) > 0 {
		return ctrl.Result{}, err
	}
	if err := r.APIReader.List(ctx, all, client.InNamespace(w.Namespace)); err != nil || len(all.Items) > 0 {
		return ctrl.Result{}, err
	}
	return ctrl.Result{Requeue: true}, r.Create(ctx, generated(w))
}

// Waiting goes on when the cache has the Gadget.
type Waiting struct{ client.Client }

func (r *Waiting) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	all := &api.GadgetList{}
	if err := r.List(ctx, all, client.InNamespace(w.Namespace)); err != nil || len(all.Items) > 0 {
		return ctrl.Result{}, err
	}
	g := generated(w)
	if err := r.Create(ctx, g); err != nil {
		return ctrl.Result{}, err
	}
	err := wait.PollUntilContextTimeout(ctx, 10*time.Millisecond, 5*time.Second, true, func(ctx context.Context) (bool, error) {
		err := r.Get(ctx, client.ObjectKeyFromObject(g), &api.Gadget{})
		return err == nil, client.IgnoreNotFound(err)
	})
	return ctrl.Result{Requeue: true}, err
}

// Owning is brought back by the event of the Gadget, which the cache has then.
type Owning struct{ client.Client }

func (r *Owning) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}).Owns(&api.Gadget{}).Complete(r)
}

func (r *Owning) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	all := &api.GadgetList{}
	if err := r.List(ctx, all, client.InNamespace(w.Namespace)); err != nil {
		return ctrl.Result{}, err
	}
	if len(all.Items) == 0 {
		return ctrl.Result{}, r.Create(ctx, generated(w))
	}
	w.Status.Made = len(all.Items)
	return ctrl.Result{}, r.Status().Update(ctx, w)
}

// Recording has the event of its status, by which it is brought back, say that there is one.
type Recording struct{ client.Client }

func (r *Recording) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}).Complete(r)
}

func (r *Recording) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	w := &api.Widget{}
	if err := r.Get(ctx, req.NamespacedName, w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if r.isDone(w) {
		return ctrl.Result{}, nil
	}
	all := &api.GadgetList{}
	if err := r.List(ctx, all, client.InNamespace(w.Namespace)); err != nil || len(all.Items) > 0 {
		return ctrl.Result{}, err
	}
	g := generated(w)
	if err := r.Create(ctx, g); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, r.record(ctx, w, g)
}

func (r *Recording) isDone(w *api.Widget) bool { return w.Status.Phase != "" }

func (r *Recording) record(ctx context.Context, w *api.Widget, g *api.Gadget) error {
	base := w.DeepCopy()
	w.Status.Phase = g.Name
	return r.Status().Patch(ctx, w, client.MergeFrom(base))
}
