// Package exists asks the cache that missed an object for it once more.
package exists

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Reconciler makes ConfigMaps.
type Reconciler struct {
	client.Client
	clientset kubernetes.Interface
	secrets   corelisters.SecretLister
}

// Reconcile was told that there is one, and asks somebody who does not know.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	cm := &corev1.ConfigMap{}
	err := r.Get(ctx, req.NamespacedName, cm)
	if apierrors.IsNotFound(err) {
		cm = &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: req.Namespace, Name: req.Name}}
		err = r.Create(ctx, cm)
		if apierrors.IsAlreadyExists(err) {
			err = r.Get(ctx, req.NamespacedName, cm) // want `the Create at bugs.go:[0-9]+ failed since the corev1.ConfigMap exists, of which the cache did not know, and Get asks the cache again, which may still not know it; read through the API reader, or return and let the queue try again \[staleread/exists\]`
		}
	}
	if err != nil {
		return ctrl.Result{}, err
	}
	cm.Data = map[string]string{"seen": "yes"}
	return ctrl.Result{}, r.Update(ctx, cm)
}

// The error of Create is looked at the other way around.
func (r *Reconciler) getOrCreate(ctx context.Context, w *api.Widget, g *api.Gadget) (string, error) {
	if err := r.Create(ctx, g); err != nil {
		if !apierrors.IsAlreadyExists(err) {
			return "", err
		}
		found := &api.Gadget{}
		if err := r.Get(ctx, client.ObjectKeyFromObject(g), found); err != nil { // want `Gadget.*\[staleread/exists\]`
			return "", err
		}
		return found.Serial, nil
	}
	return g.Serial, nil
}

func (r *Reconciler) switched(ctx context.Context, w *api.Widget) error {
	err := r.Create(ctx, w)
	switch {
	case err == nil:
		return nil
	case apierrors.IsAlreadyExists(err):
		have := new(api.Widget)
		if err := r.Get(ctx, client.ObjectKeyFromObject(w), have); err != nil { // want `Widget.*\[staleread/exists\]`
			return err
		}
		have.Spec = w.Spec
		return r.Update(ctx, have)
	default:
		return err
	}
}

func (r *Reconciler) listed(ctx context.Context, secret *corev1.Secret) (*corev1.Secret, error) {
	made, err := r.clientset.CoreV1().Secrets(secret.Namespace).Create(ctx, secret, metav1.CreateOptions{})
	if apierrors.IsAlreadyExists(err) {
		return r.secrets.Secrets(secret.Namespace).Get(secret.Name) // want `Secret.*\[staleread/exists\]`
	}
	return made, err
}
