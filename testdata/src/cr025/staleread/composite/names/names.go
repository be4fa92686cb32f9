// Package names makes objects that have nothing but a name yet.
package names

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"ctrllint.test/cr025/staleread/api"
)

func settings(w *api.Widget) string { return w.Name + "-settings" }

// Settings returns the settings of a widget.
func Settings(w *api.Widget) *corev1.ConfigMap {
	return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: settings(w), Namespace: w.Namespace}}
}

// Tuning returns what is tuned of a widget.
func Tuning(w *api.Widget) *corev1.ConfigMap {
	return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: w.Name + "-tuning", Namespace: w.Namespace}}
}
