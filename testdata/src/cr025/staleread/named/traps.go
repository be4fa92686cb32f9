package named

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/staleread/api"
)

// prepare sounds as if it set something.
func prepare(cm *corev1.ConfigMap) string {
	text, err := json.Marshal(cm)
	if err != nil {
		return client.ObjectKeyFromObject(cm).String()
	}
	return fmt.Sprintf("%v is %s", cm, text)
}

// process is given a part of the object, and only looks.
func process(labels map[string]string) bool { return labels["made"] == "yes" }

func (r *Reconciler) prepared(ctx context.Context, key client.ObjectKey) (string, error) {
	var cm, now corev1.ConfigMap
	if err := r.Get(ctx, key, &cm); err != nil {
		return "", err
	}
	cm.Labels = map[string]string{"seen": prepare(&cm)}
	if process(cm.Data) {
		return "", nil
	}
	if err := r.Update(ctx, &cm); err != nil {
		return "", err
	}
	if err := r.Get(ctx, key, &now); err != nil {
		return "", err
	}
	return now.Data["size"], nil
}

// The owner is not changed by what it owns.
func (r *Reconciler) owner(ctx context.Context, key client.ObjectKey, child *corev1.ConfigMap) ([]metav1.OwnerReference, error) {
	var w, now api.Widget
	if err := r.Get(ctx, key, &w); err != nil {
		return nil, err
	}
	if err := controllerutil.SetControllerReference(&w, child, r.Scheme()); err != nil {
		return nil, err
	}
	w.Spec.Size = 3
	if err := r.Update(ctx, &w); err != nil {
		return nil, err
	}
	if err := r.Get(ctx, key, &now); err != nil {
		return nil, err
	}
	return now.OwnerReferences, nil
}

// The name is another each time, though it doesn't say so.
func (r *Reconciler) label(w *api.Widget) string {
	if w.Name == "" {
		return "none"
	}
	return w.Name + r.number()
}

func (r *Reconciler) number() string {
	r.made++
	return fmt.Sprint(r.made)
}

func (r *Reconciler) numbered(ctx context.Context, w *api.Widget) (map[string]string, error) {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: r.label(w)}}
	if err := r.Create(ctx, cm); err != nil {
		return nil, err
	}
	var now corev1.ConfigMap
	err := r.Get(ctx, client.ObjectKey{Namespace: w.Namespace, Name: r.label(w)}, &now)
	return now.Data, err
}

func stamp(w *api.Widget) string {
	if w.Name == "" {
		return "none"
	}
	return w.Name + today()
}

func today() string {
	if t := time.Now(); t.Month() != time.March {
		return t.String()
	}
	return "March"
}

func (r *Reconciler) stamped(ctx context.Context, w *api.Widget) (map[string]string, error) {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: stamp(w)}}
	if err := r.Create(ctx, cm); err != nil {
		return nil, err
	}
	var now corev1.ConfigMap
	err := r.Get(ctx, client.ObjectKey{Namespace: w.Namespace, Name: stamp(w)}, &now)
	return now.Data, err
}

// The method's name says that it gives another one each time; and those of two objects are two.
func (r *Reconciler) successive(ctx context.Context, w *api.Widget) error {
	if err := r.Update(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.NextName()}, Data: w.Spec.Config}); err != nil {
		return err
	}
	var now corev1.ConfigMap
	if err := r.Get(ctx, client.ObjectKey{Namespace: w.Namespace, Name: w.NextName()}, &now); err != nil {
		return err
	}
	w.Status.Phase = now.Data["phase"]
	return r.Status().Update(ctx, w)
}

func (r *Reconciler) others(ctx context.Context, w, other *api.Widget) error {
	if err := r.Update(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.ConfigName()}, Data: w.Spec.Config}); err != nil {
		return err
	}
	var now corev1.ConfigMap
	if err := r.Get(ctx, client.ObjectKey{Namespace: w.Namespace, Name: other.ConfigName()}, &now); err != nil {
		return err
	}
	w.Status.Phase = now.Data["phase"]
	return r.Status().Update(ctx, w)
}
