package traps

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

type quotas struct{ client kubernetes.Interface }

// polled goes on until another function says that it is done, which says so only when the write went well; but where it is said
// otherwise.
func (q *quotas) polled(ctx context.Context, inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { q.start(ctx, obj.(*corev1.ResourceQuota)) },
		UpdateFunc: func(_, obj any) { q.startBound(ctx, obj.(*corev1.ResourceQuota)) },
		DeleteFunc: q.deleted(ctx),
	})
}

func (q *quotas) start(ctx context.Context, quota *corev1.ResourceQuota) {
	go wait.PollUntilContextCancel(ctx, 3*time.Second, true, func(ctx context.Context) (bool, error) {
		return q.lay(ctx, quota)
	})
}

func (q *quotas) lay(ctx context.Context, quota *corev1.ResourceQuota) (laid bool, err error) {
	if quota.Name == "" {
		return true, nil
	}
	return q.create(ctx, quota)
}

func (q *quotas) create(ctx context.Context, quota *corev1.ResourceQuota) (made bool, err error) {
	_, err = q.client.CoreV1().ResourceQuotas(quota.Namespace).Create(ctx, quota, metav1.CreateOptions{})
	if err == nil || apierrors.IsAlreadyExists(err) {
		return true, nil
	}
	return false, nil
}

// The method itself is polled.
func (q *quotas) startBound(ctx context.Context, quota *corev1.ResourceQuota) {
	go wait.PollUntilContextCancel(ctx, 3*time.Second, true, (&quotaOf{q, quota}).put)
}

type quotaOf struct {
	*quotas
	quota *corev1.ResourceQuota
}

func (q *quotaOf) put(ctx context.Context) (bool, error) { return q.lay(ctx, q.quota) }

// What fails ends it.
func (q *quotas) startStrict(ctx context.Context, name string) {
	go wait.PollUntilContextCancel(ctx, 3*time.Second, true, func(ctx context.Context) (bool, error) {
		return q.strict(ctx, name)
	})
}

func (q *quotas) strict(ctx context.Context, name string) (bool, error) {
	if err := q.client.CoreV1().ResourceQuotas("shared").Delete(ctx, name, metav1.DeleteOptions{}); err != nil { // want `ResourceQuotas.Delete writes to the API server in a goroutine.*\[oneshot/write\]`
		return false, err
	}
	return true, nil
}

// So does anything.
func (q *quotas) startOnce(ctx context.Context, name string) {
	go wait.PollUntilContextCancel(ctx, 3*time.Second, true, func(ctx context.Context) (bool, error) {
		return q.once(ctx, name)
	})
}

func (q *quotas) once(ctx context.Context, name string) (bool, error) {
	if err := q.client.CoreV1().ResourceQuotas("shared").Delete(ctx, name, metav1.DeleteOptions{}); err != nil { // want `ResourceQuotas.Delete writes to the API server in a goroutine.*\[oneshot/write\]`
		println(err.Error())
	}
	return true, nil
}

func (q *quotas) deleted(ctx context.Context) func(any) {
	return func(obj any) {
		if name, err := cache.DeletionHandlingObjectToName(obj); err == nil {
			q.startStrict(ctx, name.Name)
			q.startOnce(ctx, name.Name)
		}
	}
}
