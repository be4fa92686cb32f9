package steps

import (
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"ctrllint.test/cr025/lostwrite/api"
)

// Desired makes the ConfigMap that a Widget is to have.
func Desired(w *api.Widget) (*corev1.ConfigMap, error) {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: w.Name, Namespace: w.Namespace}}
	FillIn(cm, w) // rests
	return cm, nil
}

// FillIn puts all into it that is the Widget's.
func FillIn(cm *corev1.ConfigMap, w *api.Widget) {
	cm.Data = map[string]string{"hosts": strings.Join(w.Spec.Hosts, " ")}
}

// Named makes one that has its name, and no more.
func Named(w *api.Widget) *corev1.ConfigMap {
	return &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Name: w.Name, Namespace: w.Namespace},
		Data:       map[string]string{"mode": "plain"},
	}
}

// Under makes one under a name that callers choose, perhaps another for other contents.
func Under(w *api.Widget, name string) *corev1.ConfigMap {
	return &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: w.Namespace},
		Data:       map[string]string{"hosts": strings.Join(w.Spec.Hosts, " ")},
	}
}
