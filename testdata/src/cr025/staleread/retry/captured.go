package retry

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	typed "k8s.io/client-go/kubernetes/typed/core/v1"
	listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/util/retry"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// The variable is one that the caller returns, and has three things in turn.
func captured(ctx context.Context, pods typed.PodInterface, lister listers.PodLister, namespace, name string, change func(*corev1.Pod) error) (*corev1.Pod, error) {
	var pod *corev1.Pod
	err := retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		var err error
		pod, err = lister.Pods(namespace).Get(name) // want `Pod.*\[staleread/retry\]`
		if err != nil {
			return err
		}
		pod = pod.DeepCopy()
		if err := change(pod); err != nil {
			return err
		}
		pod, err = pods.Update(ctx, pod, metav1.UpdateOptions{})
		return err
	})
	return pod, err
}

// What is written is another one by then.
func exchanged(ctx context.Context, pods typed.PodInterface, lister listers.PodLister, other *corev1.Pod, namespace, name string) (*corev1.Pod, error) {
	var pod *corev1.Pod
	err := retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		var err error
		pod, err = lister.Pods(namespace).Get(name)
		if err != nil {
			return err
		}
		if pod.Labels["other"] != "" {
			pod = other
		}
		_, err = pods.Update(ctx, pod, metav1.UpdateOptions{})
		return err
	})
	return pod, err
}

// What is written by a writer of statuses is the status.
func written(ctx context.Context, c client.Client, to client.StatusWriter, node *corev1.Node) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := c.Get(ctx, client.ObjectKeyFromObject(node), node); err != nil { // want `Node.*Status\(\).Update.*\[staleread/retry\]`
			return err
		}
		node.Status.Phase = corev1.NodeRunning
		return to.Update(ctx, node)
	})
}

func calls(ctx context.Context, mgr ctrl.Manager, node *corev1.Node) error {
	return written(ctx, mgr.GetClient(), mgr.GetClient().Status(), node)
}
