package traps

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
)

// Filler fills ConfigMaps that are empty.
type Filler struct {
	clientset kubernetes.Interface
	maps      corelisters.ConfigMapLister
}

// fill changes copies: each has taken the place of the lister's object in the map.
func (f *Filler) fill(ctx context.Context, namespace string) error {
	existing, err := f.maps.ConfigMaps(namespace).List(labels.Everything())
	if err != nil {
		return err
	}
	byName, empty := map[string]*corev1.ConfigMap{}, map[string]struct{}{}
	for _, m := range existing {
		byName[m.Name] = m
		if len(m.Data) == 0 {
			m := m.DeepCopy()
			empty[m.Name] = struct{}{}
			byName[m.Name] = m
		}
	}
	for name := range empty {
		m := byName[name]
		m.Data = map[string]string{"filled": "yes"}
		if _, err := f.clientset.CoreV1().ConfigMaps(namespace).Update(ctx, m, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	return nil
}

// fillAll changes the lister's own.
func (f *Filler) fillAll(ctx context.Context, namespace string) error {
	existing, err := f.maps.ConfigMaps(namespace).List(labels.Everything())
	if err != nil {
		return err
	}
	byName := map[string]*corev1.ConfigMap{}
	for _, m := range existing {
		byName[m.Name] = m
	}
	for _, m := range byName {
		m.Data = map[string]string{"filled": "yes"} // want `Data of the corev1.ConfigMap.*\[mutation/field\]`
		if _, err := f.clientset.CoreV1().ConfigMaps(namespace).Update(ctx, m, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	return nil
}
