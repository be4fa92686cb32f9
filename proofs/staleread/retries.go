package staleread

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

// CompositeCreateBug creates twice: CreateOrUpdate finds nothing.
func (k *Keeper) CompositeCreateBug(ctx context.Context) (string, error) {
	if err := k.Create(ctx, configMap(hours)); err != nil {
		return "", err
	}
	cm := configMap(hours)
	op, err := controllerutil.CreateOrUpdate(ctx, k.Client, cm, func() error {
		cm.Labels = map[string]string{"open": "yes"}
		return nil
	})
	return string(op), err
}

// CompositeCreateMended goes on with what it has created.
func (k *Keeper) CompositeCreateMended(ctx context.Context) (string, error) {
	cm := configMap(hours)
	if err := k.Create(ctx, cm); err != nil {
		return "", err
	}
	cm.Labels = map[string]string{"open": "yes"}
	return string(controllerutil.OperationResultUpdated), k.Update(ctx, cm)
}

// CompositeUpdateBug updates an old version.
func (k *Keeper) CompositeUpdateBug(ctx context.Context) (string, error) {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "prices"}}
	if _, err := controllerutil.CreateOrUpdate(ctx, k.Client, cm, func() error {
		cm.Data["tea"] = "2"
		return nil
	}); err != nil {
		return "", err
	}
	op, err := controllerutil.CreateOrUpdate(ctx, k.Client, cm, func() error {
		cm.Data["milk"] = "1"
		return nil
	})
	return string(op), err
}

// CompositeUpdateMended has one function for all changes.
func (k *Keeper) CompositeUpdateMended(ctx context.Context) (string, error) {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "prices"}}
	op, err := controllerutil.CreateOrUpdate(ctx, k.Client, cm, func() error {
		cm.Data["tea"], cm.Data["milk"] = "2", "1"
		return nil
	})
	return string(op), err
}

// CompositePatchBug finds nothing to do: the old base has the price that it
// wants to go back to.
func (k *Keeper) CompositePatchBug(ctx context.Context) (string, error) {
	cm := configMap(prices)
	cm.Data["tea"] = "2"
	if err := k.Update(ctx, cm); err != nil {
		return "", err
	}
	op, err := controllerutil.CreateOrPatch(ctx, k.Client, cm, func() error {
		cm.Data["tea"] = "1"
		return nil
	})
	return string(op), err
}

// CompositePatchMended patches what it has written.
func (k *Keeper) CompositePatchMended(ctx context.Context) (string, error) {
	cm := configMap(prices)
	cm.Data["tea"] = "2"
	if err := k.Update(ctx, cm); err != nil {
		return "", err
	}
	base := cm.DeepCopy()
	cm.Data["tea"] = "1"
	return string(controllerutil.OperationResultUpdated), k.Patch(ctx, cm, client.MergeFrom(base))
}

// ExistsBug is told that there is one, and asks the cache that had none.
func (k *Keeper) ExistsBug(ctx context.Context) (string, error) {
	cm := configMap(hours)
	err := k.Create(ctx, cm)
	if apierrors.IsAlreadyExists(err) {
		err = k.Get(ctx, hours, cm)
	}
	return cm.ResourceVersion, err
}

// ExistsMended asks the API server.
func (k *Keeper) ExistsMended(ctx context.Context) (string, error) {
	cm := configMap(hours)
	err := k.Create(ctx, cm)
	if apierrors.IsAlreadyExists(err) {
		err = k.APIReader.Get(ctx, hours, cm)
	}
	return cm.ResourceVersion, err
}

// RetryBug gets what was in conflict, time after time.
func (k *Keeper) RetryBug(ctx context.Context) (tea string, err error) {
	err = retry.RetryOnConflict(retry.DefaultRetry, func() error {
		var cm corev1.ConfigMap
		if err := k.Get(ctx, prices, &cm); err != nil {
			return err
		}
		cm.Data["tea"] += "0"
		tea = cm.Data["tea"]
		return k.Update(ctx, &cm)
	})
	return tea, err
}

// RetryMended gets what is there.
func (k *Keeper) RetryMended(ctx context.Context) (tea string, err error) {
	err = retry.RetryOnConflict(retry.DefaultRetry, func() error {
		var cm corev1.ConfigMap
		if err := k.APIReader.Get(ctx, prices, &cm); err != nil {
			return err
		}
		cm.Data["tea"] += "0"
		tea = cm.Data["tea"]
		return k.Update(ctx, &cm)
	})
	return tea, err
}

// RetryLoopBug does so by hand.
func (k *Keeper) RetryLoopBug(ctx context.Context) (string, error) {
	var cm corev1.ConfigMap
	var err error
	for range 5 {
		if err = k.Get(ctx, prices, &cm); err != nil {
			return "", err
		}
		cm.Data["tea"] += "0"
		if err = k.Update(ctx, &cm); !apierrors.IsConflict(err) {
			break
		}
	}
	return cm.Data["tea"], err
}

// RetryLoopMended reads live.
func (k *Keeper) RetryLoopMended(ctx context.Context) (string, error) {
	var cm corev1.ConfigMap
	var err error
	for range 5 {
		if err = k.APIReader.Get(ctx, prices, &cm); err != nil {
			return "", err
		}
		cm.Data["tea"] += "0"
		if err = k.Update(ctx, &cm); !apierrors.IsConflict(err) {
			break
		}
	}
	return cm.Data["tea"], err
}

// RetryOnceBug tries once more, with the same.
func (k *Keeper) RetryOnceBug(ctx context.Context) (string, error) {
	var cm corev1.ConfigMap
	if err := k.Get(ctx, prices, &cm); err != nil {
		return "", err
	}
	cm.Data["tea"] += "0"
	err := k.Update(ctx, &cm)
	if apierrors.IsConflict(err) {
		if err := k.Get(ctx, prices, &cm); err != nil {
			return "", err
		}
		cm.Data["tea"] += "0"
		err = k.Update(ctx, &cm)
	}
	return cm.Data["tea"], err
}

// RetryOnceMended tries once more with what is there.
func (k *Keeper) RetryOnceMended(ctx context.Context) (string, error) {
	var cm corev1.ConfigMap
	if err := k.Get(ctx, prices, &cm); err != nil {
		return "", err
	}
	cm.Data["tea"] += "0"
	err := k.Update(ctx, &cm)
	if apierrors.IsConflict(err) {
		if err := k.APIReader.Get(ctx, prices, &cm); err != nil {
			return "", err
		}
		cm.Data["tea"] += "0"
		err = k.Update(ctx, &cm)
	}
	return cm.Data["tea"], err
}

// RetryCompositeBug has CreateOrUpdate read from the cache.
func (k *Keeper) RetryCompositeBug(ctx context.Context) (string, error) {
	cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "prices"}}
	err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
		_, err := controllerutil.CreateOrUpdate(ctx, k.Client, cm, func() error {
			cm.Data["tea"] += "0"
			return nil
		})
		return err
	})
	return cm.Data["tea"], err
}

// RetryCompositeMended reads, changes and updates by itself.
func (k *Keeper) RetryCompositeMended(ctx context.Context) (string, error) {
	cm := &corev1.ConfigMap{}
	err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := k.APIReader.Get(ctx, prices, cm); err != nil {
			return err
		}
		cm.Data["tea"] += "0"
		return k.Update(ctx, cm)
	})
	return cm.Data["tea"], err
}

// RetryBlindBug sends the same version five times.
func (k *Keeper) RetryBlindBug(ctx context.Context) (string, error) {
	var cm corev1.ConfigMap
	if err := k.Get(ctx, prices, &cm); err != nil {
		return "", err
	}
	cm.Data["tea"] += "0"
	err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
		return k.Update(ctx, &cm)
	})
	return cm.Data["tea"], err
}

// RetryBlindMended reads between the attempts.
func (k *Keeper) RetryBlindMended(ctx context.Context) (string, error) {
	var cm corev1.ConfigMap
	if err := k.Get(ctx, prices, &cm); err != nil {
		return "", err
	}
	err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
		cm.Data["tea"] += "0"
		err := k.Update(ctx, &cm)
		if apierrors.IsConflict(err) {
			if err := k.APIReader.Get(ctx, prices, &cm); err != nil {
				return err
			}
		}
		return err
	})
	return cm.Data["tea"], err
}

// RetryBlindEmptyBug goes on with what the refused update returned, which has no name.
func (k *Keeper) RetryBlindEmptyBug(ctx context.Context) (string, error) {
	var cm corev1.ConfigMap
	if err := k.Get(ctx, prices, &cm); err != nil {
		return "", err
	}
	sent := &cm
	err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
		sent.Data = map[string]string{"tea": "70"}
		var err error
		sent, err = k.Clientset.CoreV1().ConfigMaps(namespace).Update(ctx, sent, metav1.UpdateOptions{})
		return err
	})
	return sent.Data["tea"], err
}

// RetryBlindEmptyMended keeps the name, and reads between the attempts.
func (k *Keeper) RetryBlindEmptyMended(ctx context.Context) (string, error) {
	var cm corev1.ConfigMap
	if err := k.Get(ctx, prices, &cm); err != nil {
		return "", err
	}
	sent := &cm
	err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
		sent.Data = map[string]string{"tea": "70"}
		now, err := k.Clientset.CoreV1().ConfigMaps(namespace).Update(ctx, sent, metav1.UpdateOptions{})
		if apierrors.IsConflict(err) {
			if now, err := k.Clientset.CoreV1().ConfigMaps(namespace).Get(ctx, sent.Name, metav1.GetOptions{}); err == nil {
				sent = now
			}
			return err
		}
		sent = now
		return err
	})
	return sent.Data["tea"], err
}

// RetryBlindLockedBug patches with a lock, which is as blind.
func (k *Keeper) RetryBlindLockedBug(ctx context.Context) (string, error) {
	var cm corev1.ConfigMap
	if err := k.Get(ctx, prices, &cm); err != nil {
		return "", err
	}
	base := cm.DeepCopy()
	cm.Data["milk"] = "1"
	err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
		return k.Patch(ctx, &cm, client.MergeFromWithOptions(base, client.MergeFromWithOptimisticLock{}))
	})
	return cm.Data["tea"], err
}

// RetryBlindLockedMended needs no lock: nobody else writes this key.
func (k *Keeper) RetryBlindLockedMended(ctx context.Context) (string, error) {
	var cm corev1.ConfigMap
	if err := k.Get(ctx, prices, &cm); err != nil {
		return "", err
	}
	base := cm.DeepCopy()
	cm.Data["milk"] = "1"
	err := k.Patch(ctx, &cm, client.MergeFrom(base))
	return cm.Data["tea"], err
}

// RetryLostBug has the price of somebody else, and no error.
func (k *Keeper) RetryLostBug(ctx context.Context) (string, error) {
	var cm corev1.ConfigMap
	if err := k.Get(ctx, prices, &cm); err != nil {
		return "", err
	}
	err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
		cm.Data["tea"] += "0"
		err := k.Update(ctx, &cm)
		if apierrors.IsConflict(err) {
			err = k.APIReader.Get(ctx, prices, &cm)
		}
		return err
	})
	return cm.Data["tea"], err
}

// RetryLostMended reads first.
func (k *Keeper) RetryLostMended(ctx context.Context) (string, error) {
	var cm corev1.ConfigMap
	err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := k.APIReader.Get(ctx, prices, &cm); err != nil {
			return err
		}
		cm.Data["tea"] += "0"
		return k.Update(ctx, &cm)
	})
	return cm.Data["tea"], err
}
