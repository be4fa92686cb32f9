// Package parts has the objects that Widgets are made of.
package parts

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/utils/ptr"

	"ctrllint.test/cr025/lostwrite/api"
)

// Deployment runs it.
func Deployment(w *api.Widget) *appsv1.Deployment {
	return &appsv1.Deployment{
		ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name},
		Spec:       appsv1.DeploymentSpec{Replicas: ptr.To(int32(w.Spec.Size))},
	}
}

// StatefulSet runs it, too.
func StatefulSet(w *api.Widget) *appsv1.StatefulSet {
	return &appsv1.StatefulSet{
		ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name},
		Spec:       appsv1.StatefulSetSpec{Replicas: ptr.To(int32(w.Spec.Size))},
	}
}

// ReplicaSet runs it, too.
func ReplicaSet(w *api.Widget) *appsv1.ReplicaSet {
	return &appsv1.ReplicaSet{
		ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name},
		Spec:       appsv1.ReplicaSetSpec{Replicas: ptr.To(int32(w.Spec.Size))},
	}
}

// Budget has nothing of the Widget but its name.
func Budget(w *api.Widget) *policyv1.PodDisruptionBudget {
	return &policyv1.PodDisruptionBudget{
		ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name},
		Spec: policyv1.PodDisruptionBudgetSpec{
			MaxUnavailable: ptr.To(intstr.FromInt32(1)),
			Selector:       &metav1.LabelSelector{MatchLabels: map[string]string{"widget": w.Name}},
		},
	}
}

// Hosts is another ConfigMap for other hosts.
func Hosts(w *api.Widget) (*corev1.ConfigMap, error) {
	raw, err := json.Marshal(w.Spec.Hosts)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(raw)
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}, Data: map[string]string{"hosts": strings.Join(w.Spec.Hosts, " ")}}
	cm.Name += "-" + hex.EncodeToString(sum[:4])
	return cm, nil
}

// Scaler has a name that its callers make, of whatever it may be.
func Scaler(w *api.Widget, name string) *autoscalingv2.HorizontalPodAutoscaler {
	return &autoscalingv2.HorizontalPodAutoscaler{
		ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: name},
		Spec:       autoscalingv2.HorizontalPodAutoscalerSpec{MaxReplicas: int32(w.Spec.Size)},
	}
}

// Ingress leads there.
func Ingress(w *api.Widget) *networkingv1.Ingress {
	ingress := &networkingv1.Ingress{ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name}}
	for _, host := range w.Spec.Hosts {
		ingress.Spec.Rules = append(ingress.Spec.Rules, networkingv1.IngressRule{Host: host})
	}
	return ingress
}

// Endpoints are where it is.
func Endpoints(w *api.Widget) *corev1.Endpoints {
	return &corev1.Endpoints{
		ObjectMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: w.Name},
		Subsets:    []corev1.EndpointSubset{{Addresses: []corev1.EndpointAddress{{Hostname: w.Spec.Hosts[0]}}}},
	}
}
