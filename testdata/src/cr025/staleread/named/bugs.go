// Package named has functions whose names say something else than their bodies, or less.
package named

import (
	"context"
	"fmt"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Reconciler reconciles Widgets.
type Reconciler struct {
	client.Client
	deliveryClient client.Client
	made           int
}

// Reconcile does nothing.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, nil
}

func fetchDefaults(cm *corev1.ConfigMap) { cm.Data = map[string]string{"size": "1"} }

func issueData(cm *corev1.ConfigMap) { cm.Data = map[string]string{"size": "2"} }

func hashData(data map[string]string) { data["hash"] = fmt.Sprint(len(data)) }

func getData(cm *corev1.ConfigMap) map[string]string { return cm.Data }

func (r *Reconciler) fetched(ctx context.Context, key client.ObjectKey) (string, error) {
	var cm corev1.ConfigMap
	if err := r.Get(ctx, key, &cm); err != nil {
		return "", err
	}
	fetchDefaults(&cm)
	if err := r.Update(ctx, &cm); err != nil {
		return "", err
	}
	return r.size(ctx, key)
}

func (r *Reconciler) size(ctx context.Context, key client.ObjectKey) (string, error) {
	var cm corev1.ConfigMap
	if err := r.Get(ctx, key, &cm); err != nil { // want `after the Update.*ConfigMap.*\[staleread/get\]`
		return "", err
	}
	return cm.Data["size"], nil
}

func (r *Reconciler) issued(ctx context.Context, key client.ObjectKey) (string, error) {
	var cm, now corev1.ConfigMap
	if err := r.Get(ctx, key, &cm); err != nil {
		return "", err
	}
	issueData(&cm)
	if err := r.Update(ctx, &cm); err != nil {
		return "", err
	}
	if err := r.Get(ctx, key, &now); err != nil { // want `after the Update.*ConfigMap.*\[staleread/get\]`
		return "", err
	}
	return now.Data["size"], nil
}

// The function is given a part of the object.
func (r *Reconciler) hashed(ctx context.Context, key client.ObjectKey) (string, error) {
	var cm, now corev1.ConfigMap
	if err := r.Get(ctx, key, &cm); err != nil {
		return "", err
	}
	hashData(cm.Data)
	if err := r.Update(ctx, &cm); err != nil {
		return "", err
	}
	if err := r.Get(ctx, key, &now); err != nil { // want `after the Update.*ConfigMap.*\[staleread/get\]`
		return "", err
	}
	return now.Data["hash"], nil
}

// What a getter returns is a part of the object, and set.
func (r *Reconciler) gotten(ctx context.Context, key client.ObjectKey) (string, error) {
	var cm, now corev1.ConfigMap
	if err := r.Get(ctx, key, &cm); err != nil {
		return "", err
	}
	fmt.Println(getData(&cm)["size"])
	getData(&cm)["size"] = "3"
	if err := r.Update(ctx, &cm); err != nil {
		return "", err
	}
	if err := r.Get(ctx, key, &now); err != nil { // want `after the Update.*ConfigMap.*\[staleread/get\]`
		return "", err
	}
	return now.Data["size"], nil
}

// A client for deliveries is no live one.
func (r *Reconciler) delivered(ctx context.Context, w *api.Widget) (int, error) {
	if err := r.deliveryClient.Update(ctx, w); err != nil {
		return 0, err
	}
	var now api.Widget
	err := r.deliveryClient.Get(ctx, client.ObjectKeyFromObject(w), &now) // want `after the Update.*Widget.*\[staleread/get\]`
	return now.Spec.Size, err
}

// childName is the same for the same Widget.
func childName(w *api.Widget) string {
	base := strings.TrimSuffix(w.Name, "-parent")
	if strings.HasSuffix(base, "-x") {
		return base + "child"
	}
	return OperandName(base)
}

// OperandName has the end of a word in it that is a word.
func OperandName(base string) string {
	if base == "" {
		return "none"
	}
	return base + "-child"
}

func (r *Reconciler) child(ctx context.Context, w *api.Widget) (map[string]string, error) {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: childName(w)}}
	if err := r.Create(ctx, cm); err != nil {
		return nil, err
	}
	var now corev1.ConfigMap
	err := r.Get(ctx, client.ObjectKey{Namespace: w.Namespace, Name: childName(w)}, &now) // want `after the Create.*ConfigMap.*\[staleread/get\]`
	return now.Data, err
}

// Part is a Widget that knows its phase.
type Part struct {
	api.Widget
}

// GetPhase looks at the status, of which its name says nothing.
func (p *Part) GetPhase() string { return p.Status.Phase }

func (r *Reconciler) phase(ctx context.Context, key client.ObjectKey) (string, error) {
	var part, now Part
	if err := r.Get(ctx, key, &part); err != nil {
		return "", err
	}
	part.Status.Phase = "Made"
	if err := r.Status().Update(ctx, &part); err != nil {
		return "", err
	}
	if err := r.Get(ctx, key, &now); err != nil { // want `after the Status.*Update.*Part.*\[staleread/get\]`
		return "", err
	}
	return now.GetPhase(), nil
}

// The name is what a method of the object says, which is declared elsewhere.
func (r *Reconciler) configured(ctx context.Context, w *api.Widget) error {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.ConfigName()}, Data: w.Spec.Config}
	if err := r.Update(ctx, cm); err != nil {
		return err
	}
	var now corev1.ConfigMap
	if err := r.Get(ctx, client.ObjectKey{Namespace: w.Namespace, Name: w.ConfigName()}, &now); err != nil { // want `after the Update.*ConfigMap.*\[staleread/get\]`
		return err
	}
	w.Status.Phase = now.Data["phase"]
	return r.Status().Update(ctx, w)
}

// It is what an interface says.
func (r *Reconciler) scoped(ctx context.Context, scope api.Scope, w *api.Widget) error {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: scope.Namespace(), Name: scope.Name()}, Data: w.Spec.Config}
	if err := r.Update(ctx, cm); err != nil {
		return err
	}
	var now corev1.ConfigMap
	if err := r.Get(ctx, client.ObjectKey{Namespace: scope.Namespace(), Name: scope.Name()}, &now); err != nil { // want `after the Update.*ConfigMap.*\[staleread/get\]`
		return err
	}
	w.Status.Phase = now.Data["phase"]
	return r.Status().Update(ctx, w)
}
