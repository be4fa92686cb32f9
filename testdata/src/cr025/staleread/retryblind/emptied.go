package retryblind

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/util/retry"
)

// Numbers numbers config maps.
type Numbers struct {
	clients kubernetes.Interface
	maps    corelisters.ConfigMapLister
}

// What the refused update returned takes the place of the copy, and what is asked for by its name then isn't there.
func (n *Numbers) keepsWhatWasReturned(ctx context.Context, cm *corev1.ConfigMap, number string) error {
	clone := cm.DeepCopy()
	return retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		clone.Annotations = map[string]string{"number": number}
		updated, updateErr := n.clients.CoreV1().ConfigMaps(clone.Namespace).Update(ctx, clone, metav1.UpdateOptions{}) // want `returns an empty object with an error.*\[staleread/retryblind\]`
		if updateErr == nil {
			return nil
		}
		if updated != nil {
			clone = updated
		}
		if fresh, err := n.maps.ConfigMaps(clone.Namespace).Get(clone.Name); err == nil {
			clone = fresh.DeepCopy()
		}
		return updateErr
	})
}

// In one assignment.
func (n *Numbers) overwrites(ctx context.Context, cm *corev1.ConfigMap, number string) error {
	cm = cm.DeepCopy()
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		cm.Annotations = map[string]string{"number": number}
		var err error
		cm, err = n.clients.CoreV1().ConfigMaps("numbers").Update(ctx, cm, metav1.UpdateOptions{}) // want `so every further try fails for want of a name.*\[staleread/retryblind\]`
		return err
	})
}

// The same in a loop.
func (n *Numbers) goesRound(ctx context.Context, cm *corev1.ConfigMap, number string) (err error) {
	cm = cm.DeepCopy()
	cm.Annotations = map[string]string{"number": number}
	for range 5 {
		cm, err = n.clients.CoreV1().ConfigMaps("numbers").Update(ctx, cm, metav1.UpdateOptions{}) // want `so every further try fails for want of a name.*\[staleread/retryblind\]`
		if !apierrors.IsConflict(err) {
			return err
		}
	}
	return err
}

// What is returned is taken when nothing went wrong.
func (n *Numbers) takesWhatIsStored(ctx context.Context, cm *corev1.ConfigMap, number string) (*corev1.ConfigMap, error) {
	clone := cm.DeepCopy()
	err := retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		fresh, err := n.clients.CoreV1().ConfigMaps(cm.Namespace).Get(ctx, cm.Name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		fresh.Annotations = map[string]string{"number": number}
		updated, err := n.clients.CoreV1().ConfigMaps(cm.Namespace).Update(ctx, fresh, metav1.UpdateOptions{})
		if err == nil {
			clone = updated
		}
		return err
	})
	return clone, err
}

// What was emptied is replaced by what the API server has, by a name that is kept.
func (n *Numbers) readsByAnotherName(ctx context.Context, cm *corev1.ConfigMap, number string) error {
	clone := cm.DeepCopy()
	return retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		clone.Annotations = map[string]string{"number": number}
		updated, err := n.clients.CoreV1().ConfigMaps(cm.Namespace).Update(ctx, clone, metav1.UpdateOptions{})
		if err == nil {
			return nil
		}
		clone = updated
		if fresh, err := n.clients.CoreV1().ConfigMaps(cm.Namespace).Get(ctx, cm.Name, metav1.GetOptions{}); err == nil {
			clone = fresh
		}
		return err
	})
}

// The mended twin: only what was stored takes the place of the copy, and the next try reads by its name.
func (n *Numbers) keepsTheCopy(ctx context.Context, cm *corev1.ConfigMap, number string) error {
	clone := cm.DeepCopy()
	return retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		clone.Annotations = map[string]string{"number": number}
		_, updateErr := n.clients.CoreV1().ConfigMaps(clone.Namespace).Update(ctx, clone, metav1.UpdateOptions{})
		if updateErr == nil {
			return nil
		}
		if fresh, err := n.clients.CoreV1().ConfigMaps(clone.Namespace).Get(ctx, clone.Name, metav1.GetOptions{}); err == nil {
			clone = fresh
		}
		return updateErr
	})
}
