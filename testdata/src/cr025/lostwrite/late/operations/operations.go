// Package operations knows the annotations by which operations are asked for.
package operations

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Forget takes the annotation away: the map is the object's, of which the metadata are a copy.
func Forget(meta metav1.ObjectMeta) { delete(meta.Annotations, "operation") }
