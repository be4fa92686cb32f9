package staleread

import (
	"context"
	"strconv"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
)

// ListerUpdateBug writes by the clientset and reads from the lister.
func (k *Keeper) ListerUpdateBug(ctx context.Context) (string, error) {
	cm, err := k.ConfigMaps.ConfigMaps(namespace).Get("prices")
	if err != nil {
		return "", err
	}
	cm = cm.DeepCopy()
	cm.Data["tea"] = "2"
	if _, err := k.Clientset.CoreV1().ConfigMaps(namespace).Update(ctx, cm, metav1.UpdateOptions{}); err != nil {
		return "", err
	}
	now, err := k.ConfigMaps.ConfigMaps(namespace).Get("prices")
	if err != nil {
		return "", err
	}
	return now.Data["tea"], nil
}

// ListerUpdateMended takes what the clientset returns.
func (k *Keeper) ListerUpdateMended(ctx context.Context) (string, error) {
	cm, err := k.ConfigMaps.ConfigMaps(namespace).Get("prices")
	if err != nil {
		return "", err
	}
	cm = cm.DeepCopy()
	cm.Data["tea"] = "2"
	now, err := k.Clientset.CoreV1().ConfigMaps(namespace).Update(ctx, cm, metav1.UpdateOptions{})
	if err != nil {
		return "", err
	}
	return now.Data["tea"], nil
}

// ListerListBug counts without the one it has made.
func (k *Keeper) ListerListBug(ctx context.Context) (string, error) {
	if _, err := k.Clientset.CoreV1().ConfigMaps(namespace).Create(ctx, configMap(hours), metav1.CreateOptions{}); err != nil {
		return "", err
	}
	all, err := k.ConfigMaps.ConfigMaps(namespace).List(labels.Everything())
	return strconv.Itoa(len(all)), err
}

// ListerListMended counts by the clientset.
func (k *Keeper) ListerListMended(ctx context.Context) (string, error) {
	if _, err := k.Clientset.CoreV1().ConfigMaps(namespace).Create(ctx, configMap(hours), metav1.CreateOptions{}); err != nil {
		return "", err
	}
	all, err := k.Clientset.CoreV1().ConfigMaps(namespace).List(ctx, metav1.ListOptions{})
	if err != nil {
		return "", err
	}
	return strconv.Itoa(len(all.Items)), nil
}

// ListerExistsBug is told that there is one, and asks who has none.
func (k *Keeper) ListerExistsBug(ctx context.Context) (string, error) {
	want := configMap(hours)
	cm, err := k.Clientset.CoreV1().ConfigMaps(want.Namespace).Create(ctx, want, metav1.CreateOptions{})
	if apierrors.IsAlreadyExists(err) {
		cm, err = k.ConfigMaps.ConfigMaps(want.Namespace).Get(want.Name)
	}
	if err != nil {
		return "", err
	}
	return cm.Data["tea"], nil
}

// ListerExistsMended asks who said so.
func (k *Keeper) ListerExistsMended(ctx context.Context) (string, error) {
	want := configMap(hours)
	cm, err := k.Clientset.CoreV1().ConfigMaps(want.Namespace).Create(ctx, want, metav1.CreateOptions{})
	if apierrors.IsAlreadyExists(err) {
		cm, err = k.Clientset.CoreV1().ConfigMaps(want.Namespace).Get(ctx, want.Name, metav1.GetOptions{})
	}
	if err != nil {
		return "", err
	}
	return cm.Data["tea"], nil
}
