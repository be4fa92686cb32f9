package after

import (
	"context"
	"encoding/json"

	appsv1 "k8s.io/api/apps/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/dynamic"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// A mirror has others have what it reads.
type mirror struct {
	client.Client
	far  dynamic.ResourceInterface
	sums map[string]string
}

func (m *mirror) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	set := &appsv1.StatefulSet{}
	if err := m.Get(ctx, req.NamespacedName, set); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	return ctrl.Result{}, m.mirror(ctx, set, 3) // rests
}

// mirror changes what it is given when the content is made.
func (m *mirror) mirror(ctx context.Context, set *appsv1.StatefulSet, size int32) error {
	content, err := runtime.DefaultUnstructuredConverter.ToUnstructured(set) // rests
	if err != nil {
		return err
	}
	set.Spec.Replicas = &size                                         // want `this changes Labels and Spec.Replicas of the appsv1.StatefulSet when ToUnstructured \(encodedgiven.go:\d+\) has made another form of it, and nothing uses it afterwards.*\[lostwrite/after\]`
	metav1.SetMetaDataLabel(&set.ObjectMeta, "mirror", set.Namespace) // rests
	_, err = m.far.Update(ctx, &unstructured.Unstructured{Object: content}, metav1.UpdateOptions{})
	return err
}

func (m *mirror) mended(ctx context.Context, key client.ObjectKey, size int32) error {
	set := &appsv1.StatefulSet{}
	if err := m.Get(ctx, key, set); err != nil {
		return err
	}
	return m.mirrorMended(ctx, set, size)
}

func (m *mirror) mirrorMended(ctx context.Context, set *appsv1.StatefulSet, size int32) error {
	set.Spec.Replicas = &size
	content, err := runtime.DefaultUnstructuredConverter.ToUnstructured(set)
	if err != nil {
		return err
	}
	_, err = m.far.Update(ctx, &unstructured.Unstructured{Object: content}, metav1.UpdateOptions{})
	return err
}

// Who gives it writes it then.
func (m *mirror) marked(ctx context.Context, key client.ObjectKey) error {
	set := &appsv1.StatefulSet{}
	if err := m.Get(ctx, key, set); err != nil {
		return err
	}
	if err := m.mirrorAndMark(ctx, set); err != nil {
		return err
	}
	return m.Update(ctx, set)
}

func (m *mirror) mirrorAndMark(ctx context.Context, set *appsv1.StatefulSet) error {
	content, err := runtime.DefaultUnstructuredConverter.ToUnstructured(set)
	if err != nil {
		return err
	}
	metav1.SetMetaDataAnnotation(&set.ObjectMeta, "mirrored", "yes")
	_, err = m.far.Update(ctx, &unstructured.Unstructured{Object: content}, metav1.UpdateOptions{})
	return err
}

// MirrorForOthers is called by other packages too.
func (m *mirror) MirrorForOthers(set *appsv1.StatefulSet) ([]byte, error) {
	data, err := json.Marshal(set)
	set.Labels = map[string]string{"mirrored": "yes"}
	return data, err
}

// What is in the list is written by whoever has that.
func (m *mirror) all(ctx context.Context, sets *appsv1.StatefulSetList) error {
	for i := range sets.Items {
		if err := m.mirrorListed(ctx, &sets.Items[i]); err != nil {
			return err
		}
	}
	return nil
}

func (m *mirror) mirrorListed(ctx context.Context, set *appsv1.StatefulSet) error {
	content, err := runtime.DefaultUnstructuredConverter.ToUnstructured(set)
	if err != nil {
		return err
	}
	metav1.SetMetaDataAnnotation(&set.ObjectMeta, "mirrored", "yes")
	_, err = m.far.Update(ctx, &unstructured.Unstructured{Object: content}, metav1.UpdateOptions{})
	return err
}
