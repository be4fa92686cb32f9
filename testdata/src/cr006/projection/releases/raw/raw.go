// Package raw watches and indexes kinds in two projections without a builder, or with a source of its own. source.Kind is a struct.
package raw

import (
	"context"

	batchv1 "k8s.io/api/batch/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/source"
)

func watch(c controller.Controller, mgr ctrl.Manager) error {
	job := &unstructured.Unstructured{}
	job.SetGroupVersionKind(batchv1.SchemeGroupVersion.WithKind("Job"))
	if err := c.Watch(&source.Kind{Type: job}, &handler.EnqueueRequestForObject{}); err != nil {
		return err
	}
	return mgr.GetFieldIndexer().IndexField(context.Background(), &batchv1.Job{}, "spec.x", func(runtime.Object) []string { return nil }) // want `batchv1.Job is cached twice: this IndexField indexes typed objects, Watch at raw.go:[0-9]+ watches unstructured objects.*\[projection/unstructured\]`
}
