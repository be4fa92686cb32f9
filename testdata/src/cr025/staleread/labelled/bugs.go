// Package labelled lists by labels that were just set.
package labelled

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/staleread/api"
	"ctrllint.test/cr025/staleread/labelled/keys"
)

// R makes keys, and looks for them.
type R struct {
	client.Client
	live client.Reader
}

// SetupWithManager fills it.
func (r *R) SetupWithManager(mgr ctrl.Manager) error {
	r.Client, r.live = mgr.GetClient(), mgr.GetAPIReader()
	return ctrl.NewControllerManagedBy(mgr).For(&api.Widget{}).Complete(r)
}

// Reconcile makes the gadget without the key that it has just made.
func (r *R) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var w api.Widget
	if err := r.Get(ctx, req.NamespacedName, &w); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := keys.Make(ctx, r.Client, &keys.Options{Namespace: w.Namespace, Name: w.Name, Owner: w.Name}); err != nil {
		return ctrl.Result{}, err
	}
	if err := r.note(ctx, r, &w); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, r.Create(ctx, &api.Gadget{ObjectMeta: w.ObjectMeta, Serial: w.Status.Phase})
}

func (r *R) note(ctx context.Context, c client.Reader, w *api.Widget) error {
	s, err := find(ctx, c, w)
	switch {
	case apierrors.IsNotFound(err):
		w.Status.Phase = ""
		return nil
	case err != nil:
		return err
	}
	w.Status.Phase = s.Name
	return nil
}

func find(ctx context.Context, c client.Reader, w *api.Widget) (*corev1.Secret, error) {
	owner, ok := w.GetLabels()[keys.Owner]
	if !ok {
		return nil, apierrors.NewBadRequest("nobody's")
	}
	var all corev1.SecretList
	if err := c.List(ctx, &all, client.InNamespace(w.Namespace), client.MatchingLabels{keys.Role: keys.Pair, keys.Owner: owner}); err != nil { // want `^warning: List after the CreateOrUpdate in .* lists corev1.Secrets from the cache, which may not have seen that write: the new object may be missing, and how many there are decides what is done.*\[staleread/list\]`
		return nil, err
	}
	switch len(all.Items) {
	case 0:
		return nil, apierrors.NewNotFound(corev1.Resource("secrets"), w.Name)
	case 1:
		return &all.Items[0], nil
	default:
		return nil, apierrors.NewBadRequest("too many")
	}
}

// The labels are set in a map that is there.
func (r *R) here(ctx context.Context, w *api.Widget) (int, error) {
	s := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}}
	if _, err := controllerutil.CreateOrUpdate(ctx, r.Client, s, func() error {
		if s.Labels == nil {
			s.Labels = map[string]string{}
		}
		s.Labels[keys.Role] = keys.Pair
		return nil
	}); err != nil {
		return 0, err
	}
	var all corev1.SecretList
	if err := r.List(ctx, &all, client.InNamespace(w.Namespace), client.MatchingLabels{keys.Role: keys.Pair}); err != nil { // want `^warning: List after the CreateOrUpdate at bugs.go:\d+ .*the new object may be missing, and how many there are decides what is done.*\[staleread/list\]`
		return 0, err
	}
	if len(all.Items) == 0 {
		return 0, r.Create(ctx, &api.Gadget{ObjectMeta: w.ObjectMeta})
	}
	return len(all.Items), nil
}
