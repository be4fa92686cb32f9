package retrylost

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/util/retry"

	"ctrllint.test/cr025/staleread/api"
)

// A Renewer reads what it could not write into the variable that it writes, for another try that doesn't come.
type Renewer struct {
	Reconciler
	pods corelisters.PodLister
}

// The error is that of the read, whatever the write's was.
func (r *Renewer) readsOwn(ctx context.Context, key types.NamespacedName, w *api.Widget) error {
	wanted := w.DeepCopy()
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		err := r.Status().Update(ctx, wanted)
		if err == nil {
			return nil
		}
		updated := &api.Widget{}
		err = r.Get(ctx, key, updated) // want `warning: .*Widget.*the retry ends.*\[staleread/retrylost\]`
		if err == nil {
			wanted = updated.DeepCopy()
			wanted.Status = w.Status
		}
		return err
	})
}

// It is nil by name.
func (r *Renewer) byName(ctx context.Context, pod *corev1.Pod, status corev1.PodStatus) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod.Status = status
		_, err := r.clientset.CoreV1().Pods(pod.Namespace).UpdateStatus(ctx, pod, metav1.UpdateOptions{})
		if err == nil {
			return nil
		}
		updated, err2 := r.pods.Pods(pod.Namespace).Get(pod.Name) // want `warning: .*corev1.Pod.*the retry ends.*\[staleread/retrylost\]`
		if err2 == nil {
			pod = updated.DeepCopy()
			return nil
		}
		return err2
	})
}

// It is live, and of another variable.
func (r *Renewer) live(ctx context.Context, svc *corev1.Service) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		_, err := r.clientset.CoreV1().Services(svc.Namespace).UpdateStatus(ctx, svc, metav1.UpdateOptions{})
		if err == nil {
			return nil
		}
		updated, err2 := r.clientset.CoreV1().Services(svc.Namespace).Get(ctx, svc.Name, metav1.GetOptions{}) // want `warning: .*corev1.Service.*the retry ends.*\[staleread/retrylost\]`
		if err2 == nil {
			svc = updated
		}
		return err2
	})
}

// The refusal is returned, and there is another try.
func (r *Renewer) returned(ctx context.Context, pod *corev1.Pod, status corev1.PodStatus) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod.Status = status
		_, err := r.clientset.CoreV1().Pods(pod.Namespace).UpdateStatus(ctx, pod, metav1.UpdateOptions{})
		if err == nil {
			return nil
		}
		updated, err2 := r.clientset.CoreV1().Pods(pod.Namespace).Get(ctx, pod.Name, metav1.GetOptions{})
		if err2 == nil {
			pod = updated
		}
		return err
	})
}

// Who finds that another one has stored it is done.
func (r *Renewer) stored(ctx context.Context, svc *corev1.Service, ip string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		svc.Spec.LoadBalancerIP = ip
		_, err := r.clientset.CoreV1().Services(svc.Namespace).Update(ctx, svc, metav1.UpdateOptions{})
		if err == nil {
			return nil
		}
		updated, err2 := r.clientset.CoreV1().Services(svc.Namespace).Get(ctx, svc.Name, metav1.GetOptions{})
		if err2 != nil {
			return err2
		}
		svc = updated
		if svc.Spec.LoadBalancerIP == ip {
			return nil
		}
		return err
	})
}
