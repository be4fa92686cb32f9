package staleread

import (
	"context"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	coreac "k8s.io/client-go/applyconfigurations/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// UpdateBug sees the price that it has just raised as it was.
func (k *Keeper) UpdateBug(ctx context.Context) (string, error) {
	cm := &corev1.ConfigMap{}
	if err := k.Get(ctx, prices, cm); err != nil {
		return "", err
	}
	cm.Data["tea"] = "2"
	if err := k.Update(ctx, cm); err != nil {
		return "", err
	}
	if err := k.Get(ctx, prices, cm); err != nil {
		return "", err
	}
	return cm.Data["tea"], nil
}

// UpdateMended has the answer of the API server in its hands.
func (k *Keeper) UpdateMended(ctx context.Context) (string, error) {
	cm := &corev1.ConfigMap{}
	if err := k.Get(ctx, prices, cm); err != nil {
		return "", err
	}
	cm.Data["tea"] = "2"
	if err := k.Update(ctx, cm); err != nil {
		return "", err
	}
	return cm.Data["tea"], nil
}

// ScaffoldBug reads for the latest state, gets an old one, and can't write it.
func (k *Keeper) ScaffoldBug(ctx context.Context) (string, error) {
	pod := &corev1.Pod{}
	if err := k.Get(ctx, till, pod); err != nil {
		return "", err
	}
	pod.Status.Message = "open"
	if err := k.Status().Update(ctx, pod); err != nil {
		return "", err
	}
	if err := k.Get(ctx, till, pod); err != nil {
		return "", err
	}
	pod.Labels = map[string]string{"till": "open"}
	return pod.Status.Message, k.Update(ctx, pod)
}

// ScaffoldMended writes on with what the first write has left.
func (k *Keeper) ScaffoldMended(ctx context.Context) (string, error) {
	pod := &corev1.Pod{}
	if err := k.Get(ctx, till, pod); err != nil {
		return "", err
	}
	pod.Status.Message = "open"
	if err := k.Status().Update(ctx, pod); err != nil {
		return "", err
	}
	pod.Labels = map[string]string{"till": "open"}
	return pod.Status.Message, k.Update(ctx, pod)
}

// CreateBug does not find what it has made.
func (k *Keeper) CreateBug(ctx context.Context) (string, error) {
	if err := k.Create(ctx, configMap(hours)); err != nil {
		return "", err
	}
	cm := &corev1.ConfigMap{}
	if err := k.Get(ctx, hours, cm); err != nil {
		return "", err
	}
	return cm.Data["tea"], nil
}

// CreateMended keeps it.
func (k *Keeper) CreateMended(ctx context.Context) (string, error) {
	cm := configMap(hours)
	if err := k.Create(ctx, cm); err != nil {
		return "", err
	}
	return cm.Data["tea"], nil
}

// PatchBug takes back its own patch.
func (k *Keeper) PatchBug(ctx context.Context) (string, error) {
	cm := configMap(prices)
	base := cm.DeepCopy()
	cm.Data["tea"] = "2"
	if err := k.Patch(ctx, cm, client.MergeFrom(base)); err != nil {
		return "", err
	}
	if err := k.Get(ctx, client.ObjectKeyFromObject(cm), cm); err != nil {
		return "", err
	}
	return cm.Data["tea"], nil
}

// PatchMended leaves it at that.
func (k *Keeper) PatchMended(ctx context.Context) (string, error) {
	cm := configMap(prices)
	base := cm.DeepCopy()
	cm.Data["tea"] = "2"
	if err := k.Patch(ctx, cm, client.MergeFrom(base)); err != nil {
		return "", err
	}
	return cm.Data["tea"], nil
}

// ApplyBug has no object yet, and gets an old one.
func (k *Keeper) ApplyBug(ctx context.Context) (string, error) {
	ac := coreac.ConfigMap(prices.Name, prices.Namespace).WithData(map[string]string{"tea": "2"})
	if err := k.Apply(ctx, ac, client.FieldOwner("keeper")); err != nil {
		return "", err
	}
	var cm corev1.ConfigMap
	if err := k.Get(ctx, prices, &cm); err != nil {
		return "", err
	}
	return cm.Data["tea"], nil
}

// ApplyMended finds all of it in the configuration.
func (k *Keeper) ApplyMended(ctx context.Context) (string, error) {
	ac := coreac.ConfigMap(prices.Name, prices.Namespace).WithData(map[string]string{"tea": "2"})
	if err := k.Apply(ctx, ac, client.FieldOwner("keeper")); err != nil {
		return "", err
	}
	return ac.Data["tea"], nil
}

// DeleteBug believes that something survived.
func (k *Keeper) DeleteBug(ctx context.Context) (string, error) {
	if err := k.Delete(ctx, configMap(prices)); err != nil {
		return "", err
	}
	var cm corev1.ConfigMap
	err := k.Get(ctx, prices, &cm)
	if apierrors.IsNotFound(err) {
		return "gone", nil
	}
	return cm.Data["tea"], err
}

// DeleteMended asks who knows.
func (k *Keeper) DeleteMended(ctx context.Context) (string, error) {
	if err := k.Delete(ctx, configMap(prices)); err != nil {
		return "", err
	}
	var cm corev1.ConfigMap
	err := k.APIReader.Get(ctx, prices, &cm)
	if apierrors.IsNotFound(err) {
		return "gone", nil
	}
	return cm.Data["tea"], err
}

// ListCreatedBug counts one less than there are.
func (k *Keeper) ListCreatedBug(ctx context.Context) (string, error) {
	if err := k.Create(ctx, configMap(hours)); err != nil {
		return "", err
	}
	var all corev1.ConfigMapList
	if err := k.List(ctx, &all, client.InNamespace(namespace)); err != nil {
		return "", err
	}
	return strconv.Itoa(len(all.Items)), nil
}

// ListCreatedMended counts first.
func (k *Keeper) ListCreatedMended(ctx context.Context) (string, error) {
	var all corev1.ConfigMapList
	if err := k.List(ctx, &all, client.InNamespace(namespace)); err != nil {
		return "", err
	}
	if err := k.Create(ctx, configMap(hours)); err != nil {
		return "", err
	}
	return strconv.Itoa(len(all.Items) + 1), nil
}

// ListDeletedBug counts one more.
func (k *Keeper) ListDeletedBug(ctx context.Context) (string, error) {
	if err := k.Delete(ctx, configMap(prices)); err != nil {
		return "", err
	}
	var all corev1.ConfigMapList
	if err := k.List(ctx, &all, client.InNamespace(namespace)); err != nil {
		return "", err
	}
	return strconv.Itoa(len(all.Items)), nil
}

// ListDeletedMended has the API server count.
func (k *Keeper) ListDeletedMended(ctx context.Context) (string, error) {
	if err := k.Delete(ctx, configMap(prices)); err != nil {
		return "", err
	}
	var all corev1.ConfigMapList
	if err := k.APIReader.List(ctx, &all, client.InNamespace(namespace)); err != nil {
		return "", err
	}
	return strconv.Itoa(len(all.Items)), nil
}
