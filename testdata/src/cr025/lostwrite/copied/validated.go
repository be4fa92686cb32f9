package copied

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// What may differ is made alike in copies, which are there to be compared.
func sameButClass(now, before *corev1.PersistentVolumeClaim) bool {
	now, before = now.DeepCopy(), before.DeepCopy()
	if before.Spec.StorageClassName != nil {
		now.Spec.StorageClassName = before.Spec.StorageClassName
		metav1.SetMetaDataAnnotation(&now.ObjectMeta, "class", before.Annotations["class"])
	}
	return equality.Semantic.DeepEqual(now.Spec, before.Spec)
}

// Here what is written isn't the copy.
func (r *Reconciler) classify(ctx context.Context, claim *corev1.PersistentVolumeClaim, class string) error {
	marked := claim.DeepCopy()
	marked.Annotations = map[string]string{"class": class} // want `this changes Annotations of a DeepCopy, which nothing uses afterwards: .*\[lostwrite/copy\]`
	if equality.Semantic.DeepEqual(marked.Spec, claim.Spec) {
		return r.Patch(ctx, claim, client.MergeFrom(&corev1.PersistentVolumeClaim{}))
	}
	return nil
}
