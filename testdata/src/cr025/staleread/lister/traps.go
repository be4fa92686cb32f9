package lister

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/tools/cache"
)

// Overlay is a controller with a store that remembers what was written.
type Overlay struct {
	Controller
	mutated cache.MutationCache
}

func (o *Overlay) afterUpdate(ctx context.Context, secret *corev1.Secret) (any, error) {
	written, err := o.clientset.CoreV1().Secrets(secret.Namespace).Update(ctx, secret, metav1.UpdateOptions{})
	if err != nil {
		return nil, err
	}
	o.mutated.Mutation(written)
	obj, _, err := o.mutated.GetByKey(secret.Namespace + "/" + secret.Name)
	return obj, err
}

// It could not be written: the lister tells why.
func (c *Controller) onError(ctx context.Context, cm *corev1.ConfigMap) (*corev1.ConfigMap, error) {
	written, err := c.clientset.CoreV1().ConfigMaps(cm.Namespace).Update(ctx, cm, metav1.UpdateOptions{})
	if apierrors.IsForbidden(err) {
		return c.configMaps.ConfigMaps(cm.Namespace).Get(cm.Name)
	}
	return written, err
}

// The loop waits until the informer has it.
func (c *Controller) untilSeen(ctx context.Context, pod *corev1.Pod) (*corev1.Pod, error) {
	pod, err := c.clientset.CoreV1().Pods(pod.Namespace).Create(ctx, pod, metav1.CreateOptions{})
	if err != nil {
		return nil, err
	}
	for i := 0; i < 30; i++ {
		seen, err := c.pods.Pods(pod.Namespace).Get(pod.Name)
		if err == nil {
			return seen, nil
		}
		if !apierrors.IsNotFound(err) {
			return nil, err
		}
		time.Sleep(time.Second)
	}
	return nil, context.DeadlineExceeded
}

// Get, or make it.
func (c *Controller) ensure(ctx context.Context, want *corev1.ConfigMap) (*corev1.ConfigMap, error) {
	have, err := c.configMaps.ConfigMaps(want.Namespace).Get(want.Name)
	if apierrors.IsNotFound(err) {
		return c.clientset.CoreV1().ConfigMaps(want.Namespace).Create(ctx, want, metav1.CreateOptions{})
	}
	return have, err
}

// Other keys, namespaces and kinds.
func (c *Controller) others(ctx context.Context, pod *corev1.Pod) (int, error) {
	if _, err := c.clientset.CoreV1().Pods("shop").Create(ctx, pod, metav1.CreateOptions{}); err != nil {
		return 0, err
	}
	if err := c.clientset.CoreV1().ConfigMaps("shop").Delete(ctx, "prices", metav1.DeleteOptions{}); err != nil {
		return 0, err
	}
	if cm, err := c.configMaps.ConfigMaps("shop").Get("hours"); err != nil || len(cm.Data) == 0 {
		return 0, err
	}
	if cm, err := c.configMaps.ConfigMaps("stock").Get("prices"); err != nil || len(cm.Data) == 0 {
		return 0, err
	}
	nodes, err := c.nodes.List(labels.Everything())
	if err != nil {
		return 0, err
	}
	pods, err := c.pods.Pods("stock").List(labels.Everything())
	return len(nodes) + len(pods), err
}

// What is in nobody's list any more is deleted.
func (c *Controller) prune(ctx context.Context, want *corev1.ConfigMap) error {
	if _, err := c.clientset.CoreV1().ConfigMaps(want.Namespace).Create(ctx, want, metav1.CreateOptions{}); err != nil {
		return err
	}
	all, err := c.configMaps.ConfigMaps(want.Namespace).List(labels.Everything())
	if err != nil {
		return err
	}
	for _, cm := range all {
		if cm.Name == want.Name {
			continue
		}
		if err := c.clientset.CoreV1().ConfigMaps(cm.Namespace).Delete(ctx, cm.Name, metav1.DeleteOptions{}); err != nil {
			return err
		}
	}
	return nil
}

func (c *Controller) rehearsal(ctx context.Context, cm *corev1.ConfigMap) (*corev1.ConfigMap, error) {
	dry := metav1.UpdateOptions{DryRun: []string{metav1.DryRunAll}}
	if _, err := c.clientset.CoreV1().ConfigMaps(cm.Namespace).Update(ctx, cm, dry); err != nil {
		return nil, err
	}
	return c.configMaps.ConfigMaps(cm.Namespace).Get(cm.Name)
}

// Add is a write to the store, not to the API server.
func (c *Controller) fill(key string) ([]any, error) {
	c.secrets.Add(&corev1.Secret{})
	return c.secrets.ByIndex("owner", key)
}

// Book is a controller that keeps what it has written itself.
type Book struct {
	Controller
	own cache.Store
}

func newBook(c Controller) *Book {
	return &Book{Controller: c, own: cache.NewStore(cache.MetaNamespaceKeyFunc)}
}

func (b *Book) write(ctx context.Context, cm *corev1.ConfigMap) (bool, error) {
	written, err := b.clientset.CoreV1().ConfigMaps(cm.Namespace).Update(ctx, cm, metav1.UpdateOptions{})
	if err != nil {
		return false, err
	}
	return note(b.own, written)
}

// note puts an object in a store that is filled by hand.
func note(store cache.Store, cm *corev1.ConfigMap) (bool, error) {
	old, found, err := store.Get(cm)
	if err != nil {
		return false, err
	}
	if !found {
		return true, store.Add(cm)
	}
	if old.(*corev1.ConfigMap).Data["size"] == cm.Data["size"] {
		return false, nil
	}
	return true, store.Update(cm)
}

func (b *Book) size(ctx context.Context, cm *corev1.ConfigMap) (string, error) {
	if _, err := b.clientset.CoreV1().ConfigMaps(cm.Namespace).Update(ctx, cm, metav1.UpdateOptions{}); err != nil {
		return "", err
	}
	old, _, err := b.own.Get(cm)
	if err != nil {
		return "", err
	}
	return old.(*corev1.ConfigMap).Data["size"], nil
}
