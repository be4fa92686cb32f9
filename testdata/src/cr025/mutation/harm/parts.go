package harm

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/dynamic"
)

// Nobody can miss that the default is stored: only the status is.
func (c *controller) defaulted(ctx context.Context, name string) error {
	daemon, err := c.daemons.DaemonSets("shop").Get(name)
	if err != nil {
		return err
	}
	if daemon.Spec.Template.Spec.DNSPolicy == "" {
		daemon.Spec.Template.Spec.DNSPolicy = "ClusterFirst" // want `^note: this assignment changes Spec.Template.Spec.DNSPolicy of the appsv1.DaemonSet .*: it is the same each time.*\[mutation/field\]`
	}
	return c.settle(ctx, daemon)
}

func (c *controller) settle(ctx context.Context, daemon *appsv1.DaemonSet) error {
	settled := daemon.DeepCopy()
	settled.Status.ObservedGeneration = daemon.Generation
	_, err := c.clientset.AppsV1().DaemonSets("shop").UpdateStatus(ctx, settled, metav1.UpdateOptions{})
	return err
}

// Here it is the status that is to be stored.
func (c *controller) begun(ctx context.Context, name string) error {
	daemon, err := c.daemons.DaemonSets("shop").Get(name)
	if err != nil {
		return err
	}
	if daemon.Status.ObservedGeneration == 0 {
		daemon.Status.ObservedGeneration = 1 // want `^error: this assignment changes Status.ObservedGeneration of the appsv1.DaemonSet .*take it for saved.*\[mutation/field\]`
	}
	return c.settle(ctx, daemon)
}

// The objects that are updated are of any kind, and unstructured: none of them is the cache's.
func (c *controller) restored(ctx context.Context, name string, objects []*unstructured.Unstructured, to dynamic.ResourceInterface) error {
	daemon, err := c.daemons.DaemonSets("shop").Get(name)
	if err != nil {
		return err
	}
	if daemon.Spec.Template.Spec.DNSPolicy == "" {
		daemon.Spec.Template.Spec.DNSPolicy = "ClusterFirst" // want `^note: this assignment changes Spec.Template.Spec.DNSPolicy of the appsv1.DaemonSet .*: it is the same each time.*\[mutation/field\]`
	}
	for _, object := range objects {
		if _, err := to.Update(ctx, object, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	return nil
}

// Nobody goes by what kubectl notes of what it has applied; by another annotation somebody may.
func (c *controller) bare(name string) (*appsv1.DaemonSet, error) {
	daemon, err := c.daemons.DaemonSets("shop").Get(name)
	if err != nil {
		return nil, err
	}
	delete(daemon.Annotations, "kubectl.kubernetes.io/last-applied-configuration") // want `^note: delete changes Annotations of the appsv1.DaemonSet .*: it is the same each time.*\[mutation/field\]`
	return daemon, nil
}

func (c *controller) resumed(name string) (*appsv1.DaemonSet, error) {
	daemon, err := c.daemons.DaemonSets("shop").Get(name)
	if err != nil {
		return nil, err
	}
	delete(daemon.Annotations, "shop.example.com/paused") // want `^error: delete changes Annotations of the appsv1.DaemonSet .*\[mutation/field\]`
	return daemon, nil
}
