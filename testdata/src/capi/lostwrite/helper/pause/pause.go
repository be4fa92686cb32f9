// Package pause marks what is paused.
package pause

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/cluster-api/util/patch"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// An Object can be marked.
type Object interface {
	client.Object
	SetGenerateName(name string)
}

// Ensure marks the object, stores that, and tells whether it has: all that it knows of the API is the helper.
func Ensure(ctx context.Context, c client.Client, o Object) (bool, error) {
	if o.GetAnnotations()["paused"] == "yes" {
		return false, nil
	}
	helper, err := patch.NewHelper(o, c)
	if err != nil {
		return false, err
	}
	o.SetAnnotations(map[string]string{"paused": "yes"})
	if err := helper.Patch(ctx, o); err != nil {
		return false, err
	}
	return true, nil
}

// Mark only marks it.
func Mark(pod *corev1.Pod) { pod.Annotations["paused"] = "yes" }
