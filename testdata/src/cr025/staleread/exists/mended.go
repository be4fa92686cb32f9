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

// Mended asks who knows, or comes back.
type Mended struct {
	client.Client
	reader    client.Reader // the manager's API reader
	clientset kubernetes.Interface
	secrets   corelisters.SecretLister
}

// NewMended has the reader of the manager.
func NewMended(mgr ctrl.Manager) *Mended {
	return &Mended{Client: mgr.GetClient(), reader: mgr.GetAPIReader()}
}

// Reconcile asks the API server.
func (r *Mended) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	cm := &corev1.ConfigMap{}
	err := r.Get(ctx, req.NamespacedName, cm)
	if apierrors.IsNotFound(err) {
		cm = &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: req.Namespace, Name: req.Name}}
		err = r.Create(ctx, cm)
		if apierrors.IsAlreadyExists(err) {
			err = r.reader.Get(ctx, req.NamespacedName, cm)
		}
	}
	if err != nil {
		return ctrl.Result{}, err
	}
	cm.Data = map[string]string{"seen": "yes"}
	return ctrl.Result{}, r.Update(ctx, cm)
}

func (r *Mended) getOrCreate(ctx context.Context, g *api.Gadget) (string, error) {
	if err := r.Create(ctx, g); err != nil {
		if !apierrors.IsAlreadyExists(err) {
			return "", err
		}
		found := &api.Gadget{}
		if err := r.reader.Get(ctx, client.ObjectKeyFromObject(g), found); err != nil {
			return "", err
		}
		return found.Serial, nil
	}
	return g.Serial, nil
}

func (r *Mended) switched(ctx context.Context, w *api.Widget) (ctrl.Result, error) {
	err := r.Create(ctx, w)
	if apierrors.IsAlreadyExists(err) {
		return ctrl.Result{RequeueAfter: 1}, nil
	}
	return ctrl.Result{}, err
}

func (r *Mended) listed(ctx context.Context, secret *corev1.Secret) (*corev1.Secret, error) {
	secrets := r.clientset.CoreV1().Secrets(secret.Namespace)
	made, err := secrets.Create(ctx, secret, metav1.CreateOptions{})
	if apierrors.IsAlreadyExists(err) {
		return secrets.Get(ctx, secret.Name, metav1.GetOptions{})
	}
	return made, err
}
