package harm

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Which default there is hangs on something else.
func (c *controller) typed(name string) (corev1.ServiceType, error) {
	service, err := c.services.Services("shop").Get(name)
	if err != nil {
		return "", err
	}
	if service.Spec.Type == "" {
		if len(service.Spec.ExternalName) > 0 {
			service.Spec.Type = corev1.ServiceTypeExternalName // want `^note: this assignment changes Spec.Type of the corev1.Service from the lister.*\[mutation/field\]`
		} else {
			service.Spec.Type = corev1.ServiceTypeClusterIP
		}
	}
	return service.Spec.Type, nil
}

// What is set says what was done.
func (c *controller) begins(ctx context.Context, name string) error {
	service, err := c.services.Services("shop").Get(name)
	if err != nil {
		return err
	}
	if service.Spec.Type == "" {
		if err := c.clientset.CoreV1().Endpoints("shop").Delete(ctx, name, metav1.DeleteOptions{}); err == nil {
			service.Spec.Type = corev1.ServiceTypeClusterIP // want `^error: this assignment changes Spec.Type of the corev1.Service from the lister.*\[mutation/field\]`
		}
	}
	return nil
}
