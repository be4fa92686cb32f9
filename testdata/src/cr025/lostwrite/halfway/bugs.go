// Package halfway has second writes that are tried only in the reconcile that made the first.
package halfway

import (
	"context"
	"fmt"
	"reflect"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/lostwrite/api"
)

const finalizer = "shop.example.com/widget"

// Reconciler makes Widgets.
type Reconciler struct{ client.Client }

func named(w *api.Widget) metav1.ObjectMeta {
	return metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}
}

// The next reconcile finds the Job, and goes away.
func (r *Reconciler) run(ctx context.Context, w *api.Widget) error {
	job := &batchv1.Job{}
	err := r.Get(ctx, client.ObjectKeyFromObject(w), job)
	if err == nil {
		return nil
	}
	if !apierrors.IsNotFound(err) {
		return err
	}
	if err := r.Create(ctx, &batchv1.Job{ObjectMeta: named(w)}); err != nil {
		return err
	}
	return r.Create(ctx, &corev1.Service{ObjectMeta: named(w)}) // want `when this Create of the corev1.Service fails once it is never made: the next reconcile finds the batchv1.Job, by the Create at line 42, and takes another way; write this first, or look at both each time \[lostwrite/halfway\]`
}

// The name is in an annotation that the function sets at another time, and the second write is of what was created.
func (r *Reconciler) expose(ctx context.Context, w *api.Widget, ips []string) error {
	if w.Annotations["shop.example.com/ingress"] == "" {
		w.Annotations["shop.example.com/ingress"] = w.Name
		return r.Update(ctx, w)
	}
	var in networkingv1.Ingress
	if err := r.Get(ctx, client.ObjectKey{Namespace: w.Namespace, Name: w.Annotations["shop.example.com/ingress"]}, &in); err == nil {
		return nil
	} else if !apierrors.IsNotFound(err) {
		return err
	}
	in = networkingv1.Ingress{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Annotations["shop.example.com/ingress"]}}
	if err := r.Create(ctx, &in); err != nil {
		return err
	}
	for _, ip := range ips {
		in.Status.LoadBalancer.Ingress = append(in.Status.LoadBalancer.Ingress, networkingv1.IngressLoadBalancerIngress{IP: ip})
	}
	return r.Status().Update(ctx, &in) // want `when this Status\(\).Update of the networkingv1.Ingress fails once it is never made: the next reconcile finds the networkingv1.Ingress, by the Create at line \d+, and takes another way; look at both each time`
}

// All are made in a loop, and the first of them is looked for.
func (r *Reconciler) spread(ctx context.Context, w *api.Widget) (bool, error) {
	if err := r.Get(ctx, client.ObjectKey{Namespace: w.Namespace, Name: w.Name + "-0"}, &corev1.Pod{}); err == nil || !apierrors.IsNotFound(err) {
		if err == nil {
			err = fmt.Errorf("delete what is left of %s", w.Name)
		}
		return false, err
	}
	for i := range w.Spec.Size {
		if err := r.launch(ctx, w, fmt.Sprintf("%s-%d", w.Name, i)); err != nil {
			return false, err
		}
	}
	return true, nil
}

func (r *Reconciler) launch(ctx context.Context, w *api.Widget, name string) error {
	meta := metav1.ObjectMeta{Namespace: w.Namespace, Name: name}
	if err := r.Create(ctx, &corev1.Pod{ObjectMeta: meta}); err != nil {
		return err
	}
	return r.Create(ctx, &corev1.PersistentVolumeClaim{ObjectMeta: meta}) // want `when this Create of the corev1.PersistentVolumeClaim fails once it is never made: the next reconcile finds the corev1.Pod, by the Create at line \d+`
}

// The read is in a function that says whether there is one.
func (r *Reconciler) account(ctx context.Context, w *api.Widget) error {
	there, err := r.hasAccount(ctx, w)
	if err != nil || there {
		return err
	}
	if err := r.Create(ctx, &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}}); err != nil {
		return err
	}
	return r.Create(ctx, &rbacv1.Role{ObjectMeta: named(w)}) // want `this Create of the rbacv1.Role fails once`
}

func (r *Reconciler) hasAccount(ctx context.Context, w *api.Widget) (bool, error) {
	err := r.Get(ctx, client.ObjectKeyFromObject(w), &corev1.ServiceAccount{})
	if apierrors.IsNotFound(err) {
		return false, nil
	}
	return err == nil, err
}

// The server says that it is there already.
func (r *Reconciler) exists(ctx context.Context, w *api.Widget) error {
	err := r.Create(ctx, &policyv1.PodDisruptionBudget{ObjectMeta: named(w)})
	if apierrors.IsAlreadyExists(err) {
		return nil
	}
	if err != nil {
		return err
	}
	return r.Create(ctx, &corev1.LimitRange{ObjectMeta: named(w)}) // want `this Create of the corev1.LimitRange fails once it is never made: the next reconcile finds the policyv1.PodDisruptionBudget`
}

// The mark is stored before the work.
func (r *Reconciler) begin(ctx context.Context, w *api.Widget) error {
	if w.Status.Phase == "" {
		w.Status.Phase = "Begun"
		if err := r.Status().Update(ctx, w); err != nil {
			return err
		}
		if err := r.Create(ctx, &corev1.Secret{ObjectMeta: named(w)}); err != nil { // want `when this Create of the corev1.Secret fails once it is never made: the next reconcile finds Status.Phase of the api.Widget set, by the Status\(\).Update at line \d+, and takes another way`
			return err
		}
	}
	return nil
}

// So is a finalizer.
func (r *Reconciler) protect(ctx context.Context, w *api.Widget) error {
	if !controllerutil.ContainsFinalizer(w, finalizer) {
		controllerutil.AddFinalizer(w, finalizer)
		if err := r.Update(ctx, w); err != nil {
			return err
		}
		return r.Create(ctx, &rbacv1.RoleBinding{ObjectMeta: named(w)}) // want `this Create of the rbacv1.RoleBinding fails once it is never made: the next reconcile finds .*inalizers of the api.Widget set`
	}
	return nil
}

// What is stored first is told of by a function.
func (r *Reconciler) configure(ctx context.Context, w *api.Widget) error {
	changed, err := r.settings(ctx, w)
	if err != nil {
		return err
	}
	if changed {
		return r.DeleteAllOf(ctx, &appsv1.ReplicaSet{}, client.InNamespace(w.Namespace)) // want `when this DeleteAllOf of the appsv1.ReplicaSet fails once it is never made: the next reconcile finds Data of the corev1.ConfigMap set`
	}
	return nil
}

func (r *Reconciler) settings(ctx context.Context, w *api.Widget) (bool, error) {
	cm := &corev1.ConfigMap{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), cm); err != nil {
		return false, err
	}
	data := map[string]string{"size": fmt.Sprint(w.Spec.Size)}
	if reflect.DeepEqual(cm.Data, data) {
		return false, nil
	}
	cm.Data = data
	return true, r.Update(ctx, cm)
}

// What is taken away first isn't found any more; mattermost/mattermost-operator
// controllers/mattermost/clusterinstallation/migration.go line 131 at commit 07a736b.
func (r *Reconciler) replace(ctx context.Context, w *api.Widget) error {
	old := &appsv1.DaemonSet{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), old); err != nil {
		return err
	}
	if err := r.Delete(ctx, old); err != nil {
		return err
	}
	return r.Create(ctx, &batchv1.CronJob{ObjectMeta: named(w)}) // want `when this Create of the batchv1.CronJob fails once it is never made: the next reconcile misses the appsv1.DaemonSet, by the Delete at line \d+, and takes another way`
}

// The token is in the Secret by then.
func (r *Reconciler) rotate(ctx context.Context, w, of *api.Widget) error {
	token := &corev1.Endpoints{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(w), token); err != nil {
		return err
	}
	if token.Annotations["token"] == of.Annotations["token"] { // rests
		return nil
	}
	token.Annotations = map[string]string{"token": of.Annotations["token"]}
	if err := r.Update(ctx, token); err != nil { // rests
		return err
	}
	return r.DeleteAllOf(ctx, &corev1.ReplicationController{}, client.InNamespace(w.Namespace)) // want `this DeleteAllOf of the corev1.ReplicationController fails once it is never made: the next reconcile finds Annotations of the corev1.Endpoints set`
}
