// Package operations knows the annotations by which operations are asked for.
package operations

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"ctrllint.test/cr025/lostwrite/api"
)

// Forget takes the annotation away: the map is the object's, of which the metadata are a copy.
func Forget(meta metav1.ObjectMeta) { delete(meta.Annotations, "operation") }

// An Owner has widgets.
type Owner struct{ Name string }

// Mark puts its name on one.
func (o Owner) Mark(w *api.Widget) {
	if w.Labels == nil {
		w.Labels = map[string]string{}
	}
	w.Labels["owner"] = o.Name
}
