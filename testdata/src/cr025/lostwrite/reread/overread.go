package reread

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/lostwrite/api"
)

// What is put into the object before is there only when it is made.
func (r *Reconciler) filled(ctx context.Context, w *api.Widget) error {
	cm := &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Name: w.Name, Namespace: w.Namespace},
		Data:       map[string]string{"hosts": strings.Join(w.Spec.Hosts, " ")}, // rests
	}
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, cm, func() error { // want `warning: where the corev1.ConfigMap is there already, this CreateOrUpdate reads it over Data, set beforehand, and its function does not set that again: a change never gets there; set it in the function`
		return controllerutil.SetControllerReference(w, cm, r.Scheme())
	})
	return err
}

// So it is if another function fills the object, and another one hands it on.
func (r *Reconciler) built(ctx context.Context, w *api.Widget) error {
	return r.store(ctx, build(w))
}

func build(w *api.Widget) *corev1.Secret {
	secret := &corev1.Secret{}
	secret.Name, secret.Namespace = w.Name+"-hosts", w.Namespace
	secret.StringData = map[string]string{}
	for _, host := range w.Spec.Hosts {
		secret.StringData[host] = host
	}
	return secret
}

func (r *Reconciler) store(ctx context.Context, secret *corev1.Secret) error {
	_, err := controllerutil.CreateOrPatch(ctx, r.Client, secret, func() error { return nil }) // want `^note: .*this CreateOrPatch reads it over StringData`
	return err
}

// The variable is set when the object is made, and the function has it too.
func (r *Reconciler) filledByVariable(ctx context.Context, w *api.Widget) error {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: w.Name, Namespace: w.Namespace}}
	cm.Data = map[string]string{"hosts": strings.Join(w.Spec.Hosts, " ")}
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, cm, func() error { // want `this CreateOrUpdate reads it over Data, set beforehand`
		return controllerutil.SetControllerReference(w, cm, r.Scheme())
	})
	return err
}

// A helper fills it, but only before.
func (r *Reconciler) byHelperOnce(ctx context.Context, w *api.Widget) error {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: w.Name, Namespace: w.Namespace}}
	fill(cm, w)
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, cm, func() error { // want `this CreateOrUpdate reads it over Data, set beforehand`
		return controllerutil.SetControllerReference(w, cm, r.Scheme())
	})
	return err
}

// The helper is what creates it, and then fills it to show it.
func (r *Reconciler) byStoring(ctx context.Context, w *api.Widget) error {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: w.Name, Namespace: w.Namespace}}
	return r.storeAndShow(ctx, cm, w)
}

func (r *Reconciler) storeAndShow(ctx context.Context, cm *corev1.ConfigMap, w *api.Widget) error {
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, cm, func() error { return nil })
	cm.Data = map[string]string{"hosts": strings.Join(w.Spec.Hosts, " ")}
	r.show(cm)
	return err
}

func (r *Reconciler) show(*corev1.ConfigMap) {}

// It is filled when it has been stored.
func (r *Reconciler) storedFirst(ctx context.Context, w *api.Widget) (string, error) {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: w.Name, Namespace: w.Namespace}}
	if err := r.storeOnly(ctx, cm); err != nil {
		return "", err
	}
	cm.Data = map[string]string{"hosts": strings.Join(w.Spec.Hosts, " ")}
	return cm.Data["hosts"], nil
}

func (r *Reconciler) storeOnly(ctx context.Context, cm *corev1.ConfigMap) error {
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, cm, func() error { return nil })
	return err
}

// The function sets it.
func (r *Reconciler) filledInside(ctx context.Context, w *api.Widget) error {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: w.Name, Namespace: w.Namespace}}
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, cm, func() error {
		cm.Data = map[string]string{"hosts": strings.Join(w.Spec.Hosts, " ")}
		return controllerutil.SetControllerReference(w, cm, r.Scheme())
	})
	return err
}

func (r *Reconciler) filledTwice(ctx context.Context, w *api.Widget) error {
	data := map[string]string{"hosts": strings.Join(w.Spec.Hosts, " ")}
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: w.Name, Namespace: w.Namespace}, Data: data}
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, cm, func() error {
		cm.Data = data
		return nil
	})
	return err
}

// A copy of what is wanted is taken over.
func (r *Reconciler) takenOver(ctx context.Context, w *api.Widget) error {
	secret := build(w)
	want := secret.DeepCopy()
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, secret, func() error {
		want.DeepCopyInto(secret)
		return nil
	})
	return err
}

func (r *Reconciler) byHelper(ctx context.Context, w *api.Widget) error {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: w.Name, Namespace: w.Namespace}}
	fill(cm, w)
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, cm, func() error {
		fill(cm, w)
		return nil
	})
	return err
}

func fill(cm *corev1.ConfigMap, w *api.Widget) {
	cm.Data = map[string]string{"hosts": strings.Join(w.Spec.Hosts, " ")}
}

// What the name tells is always the same for that name.
func (r *Reconciler) byHash(ctx context.Context, w *api.Widget) error {
	raw, err := json.Marshal(w.Spec)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(raw)
	cm := &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Name: hex.EncodeToString(sum[:8]), Namespace: w.Namespace},
		Data:       map[string]string{"hosts": strings.Join(w.Spec.Hosts, " ")},
	}
	_, err = controllerutil.CreateOrUpdate(ctx, r.Client, cm, func() error {
		return controllerutil.SetControllerReference(w, cm, r.Scheme())
	})
	return err
}

// What never changes needs to be set once.
func (r *Reconciler) constant(ctx context.Context, w *api.Widget) error {
	cm := &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Name: w.Name, Namespace: w.Namespace, Labels: map[string]string{"widget": w.Name}},
		Data:       map[string]string{"mode": "plain"},
	}
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, cm, func() error { return nil })
	return err
}

// What is made up is to be kept.
func (r *Reconciler) madeUp(ctx context.Context, w *api.Widget) error {
	token := make([]byte, 16)
	if _, err := rand.Read(token); err != nil {
		return err
	}
	secret := &corev1.Secret{
		ObjectMeta: metav1.ObjectMeta{Name: w.Name, Namespace: w.Namespace},
		StringData: map[string]string{"token": hex.EncodeToString(token)},
	}
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, secret, func() error { return nil })
	return err
}

// The function goes by whether the object is new.
func (r *Reconciler) onlyNew(ctx context.Context, w *api.Widget) error {
	secret := build(w)
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, secret, func() error {
		if secret.CreationTimestamp.IsZero() {
			return controllerutil.SetControllerReference(w, secret, r.Scheme())
		}
		return nil
	})
	return err
}

// It is updated afterwards if it is another.
func (r *Reconciler) updated(ctx context.Context, w *api.Widget) error {
	want := strings.Join(w.Spec.Hosts, " ")
	cm := &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Name: w.Name, Namespace: w.Namespace},
		Data:       map[string]string{"hosts": want},
	}
	if _, err := controllerutil.CreateOrUpdate(ctx, r.Client, cm, func() error { return nil }); err != nil {
		return err
	}
	if cm.Data["hosts"] == want {
		return nil
	}
	cm.Data = map[string]string{"hosts": want}
	return r.Update(ctx, cm)
}

// What makes the object fails in many ways before it does.
func (r *Reconciler) manyWays(ctx context.Context, w *api.Widget) error {
	cm, err := checked(w)
	if err != nil {
		return err
	}
	_, err = controllerutil.CreateOrUpdate(ctx, r.Client, cm, func() error { // want `this CreateOrUpdate reads it over Data, set beforehand`
		return controllerutil.SetControllerReference(w, cm, r.Scheme())
	})
	return err
}

func checked(w *api.Widget) (*corev1.ConfigMap, error) {
	switch {
	case len(w.Spec.Hosts) == 0:
		return nil, errors.New("no hosts")
	case w.Spec.Hosts[0] == "":
		return nil, errors.New("no host")
	case w.Name == "":
		return nil, errors.New("no name")
	}
	if w.Namespace == "" {
		return nil, errors.New("no namespace")
	}
	return &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Name: w.Name, Namespace: w.Namespace},
		Data:       map[string]string{"host": w.Spec.Hosts[0]}, // rests
	}, nil
}
