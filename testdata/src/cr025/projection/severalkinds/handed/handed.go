// Package handed makes what reads objects for the kinds that it is handed.
package handed

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/handler"
)

// A census counts objects of the kinds that it is made for.
type census struct {
	from client.Reader
	of   []schema.GroupVersionKind
}

func newCensus(from client.Reader, of ...schema.GroupVersionKind) *census {
	return &census{from: from, of: of}
}

func (c *census) count(ctx context.Context) (int, error) {
	n := 0
	for _, gvk := range c.of {
		list := &metav1.PartialObjectMetadataList{}
		list.SetGroupVersionKind(gvk.GroupVersion().WithKind(gvk.Kind + "List"))
		if err := c.from.List(ctx, list); err != nil {
			return 0, err
		}
		n += len(list.Items)
	}
	return n, nil
}

type reconciler struct {
	client.Client
	busy, idle *census
}

// SetupWithManager watches pods as typed objects, and jobs as metadata.
func (r *reconciler) SetupWithManager(mgr ctrl.Manager) error {
	r.busy = newCensus(mgr.GetClient(), corev1.SchemeGroupVersion.WithKind("Pod")) // want `corev1.Pod is cached twice: this List reads metadata, Watches at handed.go:[0-9]+ watches typed objects`
	r.idle = newCensus(mgr.GetClient(), batchv1.SchemeGroupVersion.WithKind("Job"), corev1.SchemeGroupVersion.WithKind("Node"))
	return ctrl.NewControllerManagedBy(mgr).For(&batchv1.CronJob{}).
		Watches(&corev1.Pod{}, &handler.EnqueueRequestForObject{}).
		Watches(&appsv1.Deployment{}, &handler.EnqueueRequestForObject{}).
		Owns(&batchv1.Job{}, builder.OnlyMetadata).
		Complete(r)
}

func (r *reconciler) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	if _, err := r.busy.count(ctx); err != nil {
		return ctrl.Result{}, err
	}
	_, err := r.idle.count(ctx)
	return ctrl.Result{}, err
}

// A survey is made once for the cache, and once live: which of them counts deployments isn't seen.
type survey struct {
	from client.Reader
	of   []schema.GroupVersionKind
}

func newSurvey(from client.Reader, of ...schema.GroupVersionKind) *survey {
	return &survey{from: from, of: of}
}

func (s *survey) count(ctx context.Context) error {
	for _, gvk := range s.of {
		list := &metav1.PartialObjectMetadataList{}
		list.SetGroupVersionKind(gvk)
		if err := s.from.List(ctx, list); err != nil {
			return err
		}
	}
	return nil
}

func surveys(mgr ctrl.Manager) (cached, live *survey) {
	return newSurvey(mgr.GetClient(), batchv1.SchemeGroupVersion.WithKind("JobList")),
		newSurvey(mgr.GetAPIReader(), appsv1.SchemeGroupVersion.WithKind("DeploymentList"))
}
