// Package categories has one bug of each category, and a trap beside each.
package categories

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/util/retry"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

// Reconciler reconciles.
type Reconciler struct {
	client.Client
	apiReader  client.Reader
	clientset  kubernetes.Interface
	configMaps corelisters.ConfigMapLister
	scheme     *runtime.Scheme
}

func (r *Reconciler) get(ctx context.Context, cm *corev1.ConfigMap) (map[string]string, error) {
	if err := r.Update(ctx, cm); err != nil {
		return nil, err
	}
	var now corev1.ConfigMap
	err := r.Get(ctx, types.NamespacedName{Namespace: cm.Namespace, Name: cm.Name}, &now) // want `ConfigMap.*\[staleread/get\]`
	return now.Data, err
}

func (r *Reconciler) getLive(ctx context.Context, cm *corev1.ConfigMap) (map[string]string, error) {
	if err := r.Update(ctx, cm); err != nil {
		return nil, err
	}
	var now corev1.ConfigMap
	err := r.apiReader.Get(ctx, types.NamespacedName{Namespace: cm.Namespace, Name: cm.Name}, &now)
	return now.Data, err
}

func (r *Reconciler) deleted(ctx context.Context, pod *corev1.Pod) (bool, error) {
	if err := r.Delete(ctx, pod); err != nil {
		return false, err
	}
	var now corev1.Pod
	err := r.Get(ctx, types.NamespacedName{Namespace: pod.Namespace, Name: pod.Name}, &now) // want `Pod.*\[staleread/delete\]`
	return now.Status.Phase == corev1.PodFailed, err
}

func (r *Reconciler) deletedOther(ctx context.Context, pod *corev1.Pod) (bool, error) {
	if err := r.Delete(ctx, pod); err != nil {
		return false, err
	}
	var next corev1.Pod
	err := r.Get(ctx, types.NamespacedName{Namespace: pod.Namespace, Name: pod.Name + "-next"}, &next)
	return next.Status.Phase == corev1.PodFailed, err
}

func (r *Reconciler) list(ctx context.Context, pod *corev1.Pod) (int, error) {
	if err := r.Create(ctx, pod); err != nil {
		return 0, err
	}
	var pods corev1.PodList
	err := r.List(ctx, &pods, client.InNamespace(pod.Namespace)) // want `Pod.*\[staleread/list\]`
	return len(pods.Items), err
}

// Each round lacks the pod of the one before, and makes another.
func (r *Reconciler) fill(ctx context.Context, namespace, app string, want int) error {
	for {
		var pods corev1.PodList
		if err := r.List(ctx, &pods, client.InNamespace(namespace), client.MatchingLabels{"app": app}); err != nil { // want `warning: .*\[staleread/list\]`
			return err
		}
		if len(pods.Items) >= want {
			return nil
		}
		pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, GenerateName: "spare-", Labels: map[string]string{"app": app}}}
		if err := r.Create(ctx, pod); err != nil {
			return err
		}
	}
}

func (r *Reconciler) listOthers(ctx context.Context, pod *corev1.Pod) (int, error) {
	if err := r.Create(ctx, pod); err != nil {
		return 0, err
	}
	var cms corev1.ConfigMapList
	err := r.List(ctx, &cms, client.InNamespace(pod.Namespace))
	return len(cms.Items), err
}

func (r *Reconciler) lister(ctx context.Context, cm *corev1.ConfigMap) (map[string]string, error) {
	if _, err := r.clientset.CoreV1().ConfigMaps(cm.Namespace).Update(ctx, cm, metav1.UpdateOptions{}); err != nil {
		return nil, err
	}
	now, err := r.configMaps.ConfigMaps(cm.Namespace).Get(cm.Name) // want `ConfigMap.*\[staleread/lister\]`
	if err != nil {
		return nil, err
	}
	return now.Data, nil
}

func (r *Reconciler) listerFirst(ctx context.Context, cm *corev1.ConfigMap) (*corev1.ConfigMap, error) {
	have, err := r.configMaps.ConfigMaps(cm.Namespace).Get(cm.Name)
	if apierrors.IsNotFound(err) {
		return r.clientset.CoreV1().ConfigMaps(cm.Namespace).Create(ctx, cm, metav1.CreateOptions{})
	}
	return have, err
}

func (r *Reconciler) composite(ctx context.Context, d *appsv1.Deployment) error {
	if err := r.Create(ctx, d); err != nil {
		return err
	}
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, d, func() error { return nil }) // want `Deployment.*\[staleread/composite\]`
	return err
}

func (r *Reconciler) compositeOnce(ctx context.Context, d *appsv1.Deployment, svc *corev1.Service) error {
	if _, err := ctrl.CreateOrUpdate(ctx, r.Client, d, func() error { return nil }); err != nil {
		return err
	}
	_, err := ctrl.CreateOrUpdate(ctx, r.Client, svc, func() error { return nil })
	return err
}

func (r *Reconciler) exists(ctx context.Context, key types.NamespacedName) (map[string]string, error) {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: key.Namespace, Name: key.Name}}
	err := r.Create(ctx, cm)
	if apierrors.IsAlreadyExists(err) {
		err = r.Get(ctx, key, cm) // want `ConfigMap.*\[staleread/exists\]`
	}
	return cm.Data, err
}

func (r *Reconciler) existsLive(ctx context.Context, key types.NamespacedName) (map[string]string, error) {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: key.Namespace, Name: key.Name}}
	err := r.Create(ctx, cm)
	if apierrors.IsAlreadyExists(err) {
		err = r.apiReader.Get(ctx, key, cm)
	}
	return cm.Data, err
}

func (r *Reconciler) retry(ctx context.Context, key types.NamespacedName) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		var node corev1.Node
		if err := r.Get(ctx, key, &node); err != nil { // want `Node.*\[staleread/retry\]`
			return err
		}
		node.Spec.Unschedulable = true
		return r.Update(ctx, &node)
	})
}

func (r *Reconciler) retryLive(ctx context.Context, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		node, err := r.clientset.CoreV1().Nodes().Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		node.Spec.Unschedulable = true
		return r.Update(ctx, node)
	})
}

// The steps come one after the other.
func (r *Reconciler) steps(ctx context.Context, pod *corev1.Pod) error {
	for _, step := range []func(context.Context, *corev1.Pod) error{r.mark, r.unmark} {
		if err := step(ctx, pod); err != nil {
			return err
		}
	}
	return nil
}

func (r *Reconciler) mark(ctx context.Context, pod *corev1.Pod) error {
	pod.Labels = map[string]string{"marked": "yes"}
	return r.Update(ctx, pod)
}

func (r *Reconciler) unmark(ctx context.Context, pod *corev1.Pod) error {
	var now corev1.Pod
	if err := r.Get(ctx, types.NamespacedName{Namespace: pod.Namespace, Name: pod.Name}, &now); err != nil { // want `warning: .*Pod.*\[staleread/get\]`
		return err
	}
	if now.Labels["marked"] == "" {
		return r.Delete(ctx, &now)
	}
	return nil
}

func (r *Reconciler) retryLost(ctx context.Context, node *corev1.Node) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		node.Spec.Unschedulable = true
		err := r.Update(ctx, node)
		if apierrors.IsConflict(err) {
			err = r.apiReader.Get(ctx, types.NamespacedName{Name: node.Name}, node) // want `warning: .*Node.*\[staleread/retrylost\]`
		}
		return err
	})
}

func (r *Reconciler) retryKept(ctx context.Context, node *corev1.Node) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		node.Spec.Unschedulable = true
		err := r.Update(ctx, node)
		if apierrors.IsConflict(err) {
			if err := r.apiReader.Get(ctx, types.NamespacedName{Name: node.Name}, node); err != nil {
				return err
			}
		}
		return err
	})
}

func (r *Reconciler) retryBlind(ctx context.Context, node *corev1.Node) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		return r.Update(ctx, node) // want `Node.*\[staleread/retryblind\]`
	})
}

func (r *Reconciler) retryMerge(ctx context.Context, node *corev1.Node) error {
	base := node.DeepCopy()
	node.Spec.Unschedulable = true
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		return r.Patch(ctx, node, client.MergeFrom(base))
	})
}
