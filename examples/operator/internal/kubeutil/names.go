// Package kubeutil has helpers that several trackers share.
package kubeutil

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/ctrllint/ctrllint/examples/operator/api/v1alpha1"
)

// NameOf returns the name of an informer's object.
func NameOf(obj any) types.NamespacedName {
	o := obj.(metav1.Object)
	return types.NamespacedName{Namespace: o.GetNamespace(), Name: o.GetName()}
}

// WebsiteOf returns the Website that an object belongs to. The name is empty if it belongs to none.
func WebsiteOf(o metav1.Object) types.NamespacedName {
	return types.NamespacedName{Namespace: o.GetNamespace(), Name: o.GetLabels()[v1alpha1.WebsiteLabel]}
}

// Annotate gives an object an annotation.
func Annotate(o metav1.Object, name, value string) {
	annotations := o.GetAnnotations()
	if annotations == nil {
		annotations = map[string]string{}
	}
	annotations[name] = value
	o.SetAnnotations(annotations)
}
