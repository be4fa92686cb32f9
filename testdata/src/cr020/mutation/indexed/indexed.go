// Package indexed has listers that nobody generated: they are made of what generated ones are made of (client-go, from 0.31).
package indexed

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/listers"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// A Lister reads quotas from a cache.
type Lister struct {
	listers.ResourceIndexer[*corev1.ResourceQuota]
}

// NewLister makes a lister.
func NewLister(from cache.Indexer) Lister {
	return Lister{listers.New[*corev1.ResourceQuota](from, corev1.Resource("resourcequotas"))}
}

// Quotas has those of a namespace.
func (l Lister) Quotas(namespace string) listers.ResourceIndexer[*corev1.ResourceQuota] {
	return listers.NewNamespaced[*corev1.ResourceQuota](l.ResourceIndexer, namespace)
}

type controller struct{ quotas Lister }

func newController(quotas cache.SharedIndexInformer) *controller {
	return &controller{quotas: NewLister(quotas.GetIndexer())}
}

// setDefaults has a quota count pods.
func setDefaults(quota *corev1.ResourceQuota) {
	if quota.Spec.Hard == nil {
		quota.Spec.Hard = corev1.ResourceList{corev1.ResourcePods: {}}
	}
}

func (c *controller) one(namespace, name string) (*corev1.ResourceQuota, error) {
	quota, err := c.quotas.Quotas(namespace).Get(name)
	if err != nil {
		return nil, err
	}
	setDefaults(quota) // want `changes Spec.Hard of the corev1.ResourceQuota from the lister.*\[mutation/callee\]`
	return quota.DeepCopy(), nil
}

func (c *controller) mended(namespace, name string) (*corev1.ResourceQuota, error) {
	quota, err := c.quotas.Quotas(namespace).Get(name)
	if err != nil {
		return nil, err
	}
	quota = quota.DeepCopy()
	setDefaults(quota)
	return quota, nil
}

func (c *controller) all() error {
	quotas, err := c.quotas.List(labels.Everything())
	for _, quota := range quotas {
		quota.Labels["seen"] = "yes" // want `changes Labels of the corev1.ResourceQuota from the lister.*\[mutation/field\]`
	}
	return err
}

// plan fills stores itself.
func plan(wanted []*corev1.ResourceQuota) error {
	store := cache.NewIndexer(cache.MetaNamespaceKeyFunc, cache.Indexers{cache.NamespaceIndex: cache.MetaNamespaceIndexFunc})
	for _, quota := range wanted {
		if err := store.Add(quota.DeepCopy()); err != nil {
			return err
		}
	}
	planned := listers.New[*corev1.ResourceQuota](store, corev1.Resource("resourcequotas"))
	first, err := listers.NewNamespaced(planned, "shop").Get("first")
	if err != nil {
		return err
	}
	setDefaults(first)
	generated, err := corelisters.NewResourceQuotaLister(store).ResourceQuotas("shop").Get("second")
	if err != nil {
		return err
	}
	setDefaults(generated)
	return nil
}

// careful copies what it hands out.
type careful struct {
	listers.ResourceIndexer[*corev1.LimitRange]
}

func (c careful) Get(name string) (*corev1.LimitRange, error) {
	found, err := c.ResourceIndexer.Get(name)
	if err != nil {
		return nil, err
	}
	return found.DeepCopy(), nil
}

func (c careful) limit(name string) error {
	limits, err := c.Get(name)
	if err != nil {
		return err
	}
	limits.Spec.Limits = nil
	return nil
}
