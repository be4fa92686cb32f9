// Package mark marks objects, of which it sees no more than the metadata.
package mark

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// On marks an object.
func On(obj metav1.Object) {
	all := obj.GetAnnotations()
	if all == nil {
		all = map[string]string{}
	}
	all["marked"] = "yes"
	obj.SetAnnotations(all)
}

// Any marks whatever it can.
func Any(v any) {
	if obj, ok := v.(metav1.Object); ok {
		On(obj)
	}
}
