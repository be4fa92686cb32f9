// Package content follows the ConfigMaps that hold the pages of Websites.
package content

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"sync"

	corev1 "k8s.io/api/core/v1"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/tools/cache"

	"github.com/ctrllint/ctrllint/examples/operator/api/v1alpha1"
)

// Hashes knows the hash of each content ConfigMap. The ConfigMap of a Website has the Website's name.
type Hashes struct {
	mu    sync.RWMutex
	byKey map[string]string
}

// NewHashes returns a tracker that the factory's ConfigMap informer feeds.
func NewHashes(factory informers.SharedInformerFactory) (*Hashes, error) {
	h := &Hashes{byKey: map[string]string{}}
	_, err := factory.Core().V1().ConfigMaps().Informer().AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: isContent,
		Handler: cache.ResourceEventHandlerFuncs{
			AddFunc:    h.set,
			UpdateFunc: func(_, newObj any) { h.set(newObj) },
			DeleteFunc: h.remove,
		},
	})
	return h, err
}

// Of returns the hash of the content under a key, and whether there is any.
func (h *Hashes) Of(key string) (string, bool) {
	h.mu.RLock()
	defer h.mu.RUnlock()
	hash, ok := h.byKey[key]
	return hash, ok
}

func isContent(obj any) bool {
	cm, ok := obj.(*corev1.ConfigMap)
	if !ok {
		return false
	}
	return cm.Labels[v1alpha1.WebsiteLabel] == cm.Name
}

func (h *Hashes) set(obj any) {
	cm, ok := obj.(*corev1.ConfigMap)
	if !ok {
		return
	}
	sum := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(cm.Data)) {
		fmt.Fprintf(sum, "%d:%s%d:%s", len(name), name, len(cm.Data[name]), cm.Data[name])
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.byKey[cm.Namespace+"/"+cm.Name] = hex.EncodeToString(sum.Sum(nil))
}

func (h *Hashes) remove(obj any) {
	key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
	if err != nil {
		utilruntime.HandleError(err)
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.byKey, key)
}
