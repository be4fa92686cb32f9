package lister

import (
	"context"
	"k8s.io/klog/v2"
	"strconv"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Which of both is done hangs on what isn't seen here: one of them may always be left out when the other is done.
func (c *Controller) exposes(ctx context.Context, on bool, mode string) (string, error) {
	if !on {
		if err := c.unexpose(ctx, mode); err != nil {
			return "", err
		}
	}
	return c.exposedAs(mode)
}

func (c *Controller) unexpose(ctx context.Context, mode string) error {
	if mode == "" {
		return nil
	}
	return c.clientset.CoreV1().ConfigMaps("front").Delete(ctx, "door", metav1.DeleteOptions{})
}

func (c *Controller) exposedAs(mode string) (string, error) {
	if mode != "open" {
		return "", nil
	}
	door, err := c.configMaps.ConfigMaps("front").Get("door") // want `^note: .*\[staleread/lister\]`
	if apierrors.IsNotFound(err) {
		return "", nil
	}
	return door.Data["as"], err
}

// Here it is: what was deleted in any case is taken for what is there.
func (c *Controller) hangsAnew(ctx context.Context, sign *corev1.ConfigMap) error {
	if err := c.clientset.CoreV1().ConfigMaps(sign.Namespace).Delete(ctx, sign.Name, metav1.DeleteOptions{}); err != nil {
		return err
	}
	_, err := c.configMaps.ConfigMaps(sign.Namespace).Get(sign.Name) // want `^warning: .*\[staleread/lister\]`
	if apierrors.IsNotFound(err) {
		_, err = c.clientset.CoreV1().ConfigMaps(sign.Namespace).Create(ctx, sign, metav1.CreateOptions{})
	}
	return err
}

// It waits until the lister has what was created, or a while: nothing comes of it but that.
func (c *Controller) hangs(ctx context.Context, sign *corev1.ConfigMap) (*corev1.ConfigMap, error) {
	hung, err := c.clientset.CoreV1().ConfigMaps(sign.Namespace).Create(ctx, sign, metav1.CreateOptions{})
	if err != nil {
		return nil, err
	}
	c.waitsFor(hung)
	return hung, nil
}

func (c *Controller) waitsFor(sign *corev1.ConfigMap) {
	end := time.Now().Add(time.Second)
	version, err := strconv.Atoi(sign.ResourceVersion)
	if err != nil {
		return
	}
	for {
		if now, err := c.configMaps.ConfigMaps(sign.Namespace).Get(sign.Name); err == nil {
			if seen, err := strconv.Atoi(now.ResourceVersion); err == nil && seen >= version {
				return
			}
		}
		if time.Now().After(end) {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	klog.InfoS("the lister is late", "sign", sign.Name)
}
