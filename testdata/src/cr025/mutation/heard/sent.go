package heard

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
)

// A mirror has config maps of one cluster be as those of another.
type mirror struct {
	client       kubernetes.Interface
	theirs, ours corelisters.ConfigMapLister
}

func newMirror(client kubernetes.Interface, theirs, ours coreinformers.ConfigMapInformer) *mirror {
	return &mirror{client, theirs.Lister(), ours.Lister()}
}

// always sends what it has changed, whatever was there.
func (m *mirror) always(ctx context.Context, name string) error {
	from, err := m.theirs.ConfigMaps("shop").Get(name)
	if err != nil {
		return err
	}
	to, err := m.ours.ConfigMaps("shop").Get(name)
	if err != nil {
		return err
	}
	to.BinaryData = from.BinaryData // want `^note: this assignment changes BinaryData of the corev1.ConfigMap .*it is sent whatever the cache says.*\[mutation/field\]`
	_, err = m.client.CoreV1().ConfigMaps("shop").Update(ctx, to, metav1.UpdateOptions{})
	return err
}

// once takes what it has changed for saved.
func (m *mirror) once(ctx context.Context, name string) error {
	to, err := m.ours.ConfigMaps("shop").Get(name)
	if err != nil || to.Immutable != nil {
		return err
	}
	yes := true
	to.Immutable = &yes // want `^error: this assignment changes Immutable of the corev1.ConfigMap .*\[mutation/field\]`
	_, err = m.client.CoreV1().ConfigMaps("shop").Update(ctx, to, metav1.UpdateOptions{})
	return err
}

// A judge sends a condition only if it had to be set, as is said of it.
type judge struct {
	client   kubernetes.Interface
	services corelisters.ServiceLister
}

func (j *judge) judge(ctx context.Context, name string) error {
	service, err := j.services.Services("shop").Get(name)
	if err != nil {
		return err
	}
	if !meta.SetStatusCondition(&service.Status.Conditions, metav1.Condition{Type: "Fair", Status: metav1.ConditionTrue}) { // want `^error: SetStatusCondition changes Status.Conditions of the corev1.Service .*\[mutation/field\]`
		return nil
	}
	_, err = j.client.CoreV1().Services("shop").UpdateStatus(ctx, service, metav1.UpdateOptions{})
	return err
}

// mendedOnce changes a copy.
func (m *mirror) mendedOnce(ctx context.Context, name string) error {
	to, err := m.ours.ConfigMaps("shop").Get(name)
	if err != nil || to.Immutable != nil {
		return err
	}
	to, yes := to.DeepCopy(), true
	to.Immutable = &yes
	_, err = m.client.CoreV1().ConfigMaps("shop").Update(ctx, to, metav1.UpdateOptions{})
	return err
}

// report is a second reader of services, which looks at something else than what is judged.
func (j *judge) report() (out []string) {
	var service *corev1.Service
	service, _ = j.services.Services("shop").Get("report")
	if service != nil && service.Spec.ExternalName == "" {
		out = append(out, service.Name)
	}
	return out
}
