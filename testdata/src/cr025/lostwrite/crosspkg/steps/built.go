package steps

import (
	"errors"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/lostwrite/api"
)

// Pending makes a Widget that waits.
func Pending(owner client.Object, name string) (*api.Widget, error) {
	if name == "" {
		return nil, errors.New("no name")
	}
	w := &api.Widget{
		ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: owner.GetNamespace()},
		Status:     api.Status{Phase: "Pending"},
	}
	controllerutil.AddFinalizer(w, "shop/guard")
	return w, nil
}

// Labelled makes one with a label.
func Labelled(owner client.Object, name string) (*api.Widget, error) {
	w, err := Pending(owner, name)
	if err != nil {
		return nil, err
	}
	w.Labels = map[string]string{"a": "b"}
	return w, nil
}

// Blank makes one of which the status has nothing.
func Blank(name string) *api.Widget {
	return &api.Widget{ObjectMeta: metav1.ObjectMeta{Name: name}, Status: api.Status{Conditions: []metav1.Condition{}}}
}

// Perhaps makes one that may wait.
func Perhaps(name string, waits bool) *api.Widget {
	w := &api.Widget{ObjectMeta: metav1.ObjectMeta{Name: name}}
	if waits {
		w.Status.Phase = "Pending"
	}
	return w
}

// Running makes a Pod that runs.
func Running(name string) *corev1.Pod {
	pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: name}}
	pod.Status.Phase = corev1.PodRunning
	return pod
}

// Plain makes a Gadget, the status of which is not kept apart.
func Plain(name string) *api.Gadget {
	p := &api.Gadget{ObjectMeta: metav1.ObjectMeta{Name: name}}
	p.Status.Phase = "Pending"
	return p
}
