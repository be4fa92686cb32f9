package exists

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// R is prepared, or isn't.
type R struct {
	client.Client
	APIReader client.Reader
}

// What the cache doesn't find, the API server is asked for.
func (r *R) fallback(ctx context.Context, g *api.Gadget) (string, error) {
	err := r.Create(ctx, g)
	if err == nil {
		return g.Serial, nil
	}
	if !apierrors.IsAlreadyExists(err) {
		return "", err
	}
	found := &api.Gadget{}
	err = r.Get(ctx, client.ObjectKeyFromObject(g), found)
	if apierrors.IsNotFound(err) {
		err = r.APIReader.Get(ctx, client.ObjectKeyFromObject(g), found)
	}
	return found.Serial, err
}

// Reconcile comes back for what the cache doesn't find.
func (r *R) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: req.Namespace, Name: req.Name}}
	if err := r.Create(ctx, cm); err != nil {
		if !apierrors.IsAlreadyExists(err) {
			return ctrl.Result{}, err
		}
		if err := r.Get(ctx, req.NamespacedName, cm); err != nil {
			if apierrors.IsNotFound(err) {
				return ctrl.Result{Requeue: true}, nil
			}
			return ctrl.Result{}, err
		}
	}
	cm.Data = map[string]string{"a": "b"}
	return ctrl.Result{}, r.Update(ctx, cm)
}

// So does this, after a second.
func (r *R) later(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: req.Namespace, Name: req.Name}}
	err := r.Create(ctx, cm)
	if apierrors.IsAlreadyExists(err) {
		err = r.Get(ctx, req.NamespacedName, cm)
		if apierrors.IsNotFound(err) {
			return ctrl.Result{RequeueAfter: time.Second}, nil
		}
	}
	if err != nil {
		return ctrl.Result{}, err
	}
	cm.Data = map[string]string{"a": "b"}
	return ctrl.Result{}, r.Update(ctx, cm)
}

// Nobody has asked before: the cache is only behind if the object is new.
func (r *R) weak(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: req.Namespace, Name: req.Name}}
	err := r.Create(ctx, cm)
	if apierrors.IsAlreadyExists(err) {
		err = r.Get(ctx, req.NamespacedName, cm) // want `note: .*a moment ago.*\[staleread/exists\]`
	}
	if err != nil {
		return ctrl.Result{}, err
	}
	cm.Data = map[string]string{"a": "b"}
	return ctrl.Result{}, r.Update(ctx, cm)
}

// The cache has said that there is none, and may do so again: the queue tries again.
func (r *R) said(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	cm := &corev1.ConfigMap{}
	err := r.Get(ctx, req.NamespacedName, cm)
	if apierrors.IsNotFound(err) {
		cm = &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: req.Namespace, Name: req.Name}}
		err = r.Create(ctx, cm)
		if apierrors.IsAlreadyExists(err) {
			err = r.Get(ctx, req.NamespacedName, cm) // want `note: .*the cache again.*\[staleread/exists\]`
		}
	}
	if err != nil {
		return ctrl.Result{}, err
	}
	cm.Data = map[string]string{"a": "b"}
	return ctrl.Result{}, r.Update(ctx, cm)
}

// A function of its own asks the cache first, and then the API server.
func (r *R) viaHelper(ctx context.Context, g *api.Gadget) (string, error) {
	err := r.Create(ctx, g)
	if err == nil {
		return g.Serial, nil
	}
	if !apierrors.IsAlreadyExists(err) {
		return "", err
	}
	found, err := r.find(ctx, client.ObjectKeyFromObject(g))
	if err != nil {
		return "", err
	}
	return found.Serial, nil
}

func (r *R) find(ctx context.Context, key client.ObjectKey) (*api.Gadget, error) {
	found := &api.Gadget{}
	if err := r.Get(ctx, key, found); err == nil {
		return found, nil
	} else if !apierrors.IsNotFound(err) {
		return nil, err
	}
	if err := r.APIReader.Get(ctx, key, found); err != nil {
		return nil, err
	}
	return found, nil
}

// The cache has said that there is none, and is believed twice.
func (r *R) twice(ctx context.Context, req ctrl.Request) error {
	cm := &corev1.ConfigMap{}
	err := r.Get(ctx, req.NamespacedName, cm)
	if apierrors.IsNotFound(err) {
		cm = &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: req.Namespace, Name: req.Name}}
		err = r.Create(ctx, cm)
		if apierrors.IsAlreadyExists(err) {
			err = r.Get(ctx, req.NamespacedName, cm) // want `warning: .*the cache again.*\[staleread/exists\]`
		}
	}
	if err != nil {
		println(err.Error())
		return nil
	}
	cm.Data = map[string]string{"a": "b"}
	return r.Update(ctx, cm)
}

// That there is none is an answer, by which callers go.
func (r *R) acquired(ctx context.Context, cm *corev1.ConfigMap) (bool, error) {
	err := r.Create(ctx, cm)
	switch {
	case err == nil:
		return true, nil
	case !apierrors.IsAlreadyExists(err):
		return false, err
	}
	held := &corev1.ConfigMap{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(cm), held); err != nil { // want `warning: .*a moment ago.*\[staleread/exists\]`
		if apierrors.IsNotFound(err) {
			return true, nil // it was released meanwhile
		}
		return false, err
	}
	return held.Data["holder"] == "me", nil
}

// What isn't found is told, and what follows is left; the object is there for long, as a rule.
func (r *R) noted(ctx context.Context, w *corev1.Pod, cm *corev1.ConfigMap) error {
	if err := r.there(ctx, cm); err != nil {
		w.Annotations = map[string]string{"why": err.Error()}
		return r.Update(ctx, w)
	}
	w.Labels = map[string]string{"size": cm.Data["size"]}
	return r.Update(ctx, w)
}

func (r *R) there(ctx context.Context, cm *corev1.ConfigMap) error {
	err := r.Create(ctx, cm)
	if apierrors.IsAlreadyExists(err) {
		if err := r.Get(ctx, client.ObjectKeyFromObject(cm), cm); err != nil { // want `note: .*a moment ago.*\[staleread/exists\]`
			return err
		}
		return nil
	}
	return err
}

// What isn't found is as good as empty, and goes into another object.
func (r *R) asEmpty(ctx context.Context, w *corev1.Pod, cm *corev1.ConfigMap) error {
	if err := r.Create(ctx, cm); apierrors.IsAlreadyExists(err) {
		_ = r.Get(ctx, client.ObjectKeyFromObject(cm), cm) // want `warning: .*a moment ago.*\[staleread/exists\]`
	}
	w.Labels = map[string]string{"size": cm.Data["size"]}
	return r.Update(ctx, w)
}
