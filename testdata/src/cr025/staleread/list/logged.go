package list

import (
	"context"
	"errors"
	"fmt"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	schedulingv1 "k8s.io/api/scheduling/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/record"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
)

// Classes looks for the priority class of pods, to warn of one that isn't there (compliancesuite/suitererunner.go:66 of
// ComplianceAsCode/compliance-operator).
type Classes struct {
	client.Client
	events record.EventRecorder
}

func (c *Classes) classOf(ctx context.Context, ns string) (string, error) {
	var pods corev1.PodList
	if err := c.List(ctx, &pods, client.InNamespace(ns)); err != nil { // want `warning: List after the Create at logged.go:\d+ .*how many there are decides.*\[staleread/list\]`
		return "", fmt.Errorf("list pods of %s: %w", ns, err)
	}
	if len(pods.Items) == 0 {
		return "", errors.New("no pods")
	}
	return pods.Items[0].Spec.PriorityClassName, nil
}

func (c *Classes) anyClass(ctx context.Context, ns string) (string, error) {
	var pods corev1.PodList
	if err := c.List(ctx, &pods, client.InNamespace(ns)); err != nil { // want `note: List after the Create at logged.go:\d+ .*\[staleread/list\]`
		return "", fmt.Errorf("list pods of %s: %w", ns, err)
	}
	if len(pods.Items) == 0 {
		return "", errors.New("no pods")
	}
	return pods.Items[0].Spec.PriorityClassName, nil
}

func (c *Classes) check(ctx context.Context, name string) (bool, string) {
	if name == "" {
		return true, ""
	}
	if err := c.Get(ctx, types.NamespacedName{Name: name}, &schedulingv1.PriorityClass{}); err != nil {
		return false, err.Error()
	}
	return true, ""
}

// What is listed is logged, and told in an event, and nothing else.
func (c *Classes) told(ctx context.Context, pod *corev1.Pod) error {
	if err := c.Create(ctx, pod); err != nil {
		return err
	}
	name, err := c.anyClass(ctx, pod.Namespace)
	if err != nil {
		log.FromContext(ctx).Error(err, "no class")
	}
	if ok, why := c.check(ctx, name); !ok {
		log.FromContext(ctx).Info(why)
		c.events.Eventf(pod, corev1.EventTypeWarning, "Class", why+" of %s", pod.Name)
	}
	if pod.Spec.NodeName == "" {
		return c.Delete(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: pod.Namespace, Name: pod.Name}})
	}
	return c.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: pod.Namespace, Name: pod.Name}})
}

// What is listed goes into what is made.
func (c *Classes) used(ctx context.Context, pod *corev1.Pod) error {
	if err := c.Create(ctx, pod); err != nil {
		return err
	}
	name, err := c.classOf(ctx, pod.Namespace)
	if err != nil {
		log.FromContext(ctx).Error(err, "no class")
	}
	return c.Create(ctx, &batchv1.Job{
		ObjectMeta: metav1.ObjectMeta{Namespace: pod.Namespace, Name: pod.Name},
		Spec:       batchv1.JobSpec{Template: corev1.PodTemplateSpec{Spec: corev1.PodSpec{PriorityClassName: name}}},
	})
}

// usedMended lists before it makes one more.
func (c *Classes) usedMended(ctx context.Context, pod *corev1.Pod) error {
	name, err := c.classBefore(ctx, pod.Namespace)
	if err != nil {
		log.FromContext(ctx).Error(err, "no class")
	}
	if err := c.Create(ctx, pod); err != nil {
		return err
	}
	return c.Create(ctx, &batchv1.Job{
		ObjectMeta: metav1.ObjectMeta{Namespace: pod.Namespace, Name: pod.Name},
		Spec:       batchv1.JobSpec{Template: corev1.PodTemplateSpec{Spec: corev1.PodSpec{PriorityClassName: name}}},
	})
}

func (c *Classes) classBefore(ctx context.Context, ns string) (string, error) {
	var pods corev1.PodList
	if err := c.List(ctx, &pods, client.InNamespace(ns)); err != nil {
		return "", fmt.Errorf("list pods of %s: %w", ns, err)
	}
	if len(pods.Items) == 0 {
		return "", errors.New("no pods")
	}
	return pods.Items[0].Spec.PriorityClassName, nil
}

// What isn't done when there are none is not just told of.
func (c *Classes) stopped(ctx context.Context, pod *corev1.Pod) error {
	if err := c.Create(ctx, pod); err != nil {
		return err
	}
	if err := c.sweep(ctx, pod.Namespace); err != nil {
		log.FromContext(ctx).Error(err, "nothing swept")
	}
	return nil
}

func (c *Classes) sweep(ctx context.Context, ns string) error {
	var pods corev1.PodList
	if err := c.List(ctx, &pods, client.InNamespace(ns)); err != nil { // want `warning: List after the Create at logged.go:\d+ .*how many there are decides.*\[staleread/list\]`
		return err
	}
	if len(pods.Items) == 0 {
		return errors.New("no pods")
	}
	return c.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: ns, Name: "swept"}})
}

// Nor what isn't done behind the call.
func (c *Classes) ended(ctx context.Context, pod *corev1.Pod) error {
	if err := c.Create(ctx, pod); err != nil {
		return err
	}
	if err := c.expect(ctx, pod.Namespace); err != nil {
		log.FromContext(ctx).Error(err, "none")
		return nil
	}
	return c.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: pod.Namespace, Name: "expected"}})
}

func (c *Classes) expect(ctx context.Context, ns string) error {
	var pods corev1.PodList
	if err := c.List(ctx, &pods, client.InNamespace(ns)); err != nil { // want `warning: List after the Create at logged.go:\d+ .*how many there are decides.*\[staleread/list\]`
		return err
	}
	if len(pods.Items) == 0 {
		return errors.New("no pods")
	}
	return nil
}

// What a function sets in what it is given is looked at behind the call, whether it has failed or not.
type place struct{ node string }

func (c *Classes) placed(ctx context.Context, pod *corev1.Pod) error {
	if err := c.Create(ctx, pod); err != nil {
		return err
	}
	var at place
	if err := c.find(ctx, pod.Namespace, &at); err != nil {
		log.FromContext(ctx).Error(err, "nowhere")
	}
	return c.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: pod.Namespace, Name: at.node}})
}

func (c *Classes) find(ctx context.Context, ns string, at *place) error {
	var pods corev1.PodList
	if err := c.List(ctx, &pods, client.InNamespace(ns)); err != nil { // want `warning: List after the Create at logged.go:\d+ .*how many there are decides.*\[staleread/list\]`
		return err
	}
	if len(pods.Items) == 0 {
		return errors.New("no pods")
	}
	at.node = "some"
	return nil
}

// Or by a method of it.
func (p *place) put(node string) { p.node = node }

func (c *Classes) placedBy(ctx context.Context, pod *corev1.Pod) error {
	if err := c.Create(ctx, pod); err != nil {
		return err
	}
	var at place
	if err := c.findBy(ctx, pod.Namespace, &at); err != nil {
		log.FromContext(ctx).Error(err, "nowhere")
	}
	return c.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: pod.Namespace, Name: at.node}})
}

func (c *Classes) findBy(ctx context.Context, ns string, at *place) error {
	var pods corev1.PodList
	if err := c.List(ctx, &pods, client.InNamespace(ns)); err != nil { // want `warning: List after the Create at logged.go:\d+ .*how many there are decides.*\[staleread/list\]`
		return err
	}
	if len(pods.Items) == 0 {
		return errors.New("no pods")
	}
	at.put("some")
	return nil
}
