// Package prefixed has work queues whose keys have more in them than namespace and name.
package prefixed

import (
	"errors"
	"log"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// sites has keys that begin with a site.
type sites struct {
	site  string
	queue workqueue.TypedRateLimitingInterface[string]
	nodes map[string]bool
}

func (s *sites) key(obj any) (string, error) {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		return tombstone.Key, nil // want `its Key is namespace and name alone, for which whoever takes it off the queue at prefixed.go:[0-9]+ does nothing.*\[tombstone/lost\]`
	}
	node, ok := obj.(*corev1.Node)
	if !ok {
		return "", errors.New("no node")
	}
	return s.site + "@" + node.Name, nil
}

func (s *sites) enqueue(obj any) {
	key, err := s.key(obj)
	if err != nil {
		log.Print(err)
		return
	}
	s.queue.Add(key)
}

func (s *sites) watch(nodes cache.SharedIndexInformer) error {
	_, err := nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: s.enqueue, DeleteFunc: s.enqueue})
	return err
}

func parted(key string) (site, name string, err error) {
	site, name, ok := strings.Cut(key, "@")
	if !ok {
		return "", "", errors.New("no site in " + key)
	}
	return site, name, nil
}

func (s *sites) work() {
	for {
		key, stop := s.queue.Get()
		if stop {
			return
		}
		site, name, err := parted(key)
		if err != nil {
			log.Print(err)
			s.queue.Forget(key)
		} else if site == s.site {
			delete(s.nodes, name)
		}
		s.queue.Done(key)
	}
}

// mended has the site before each key.
type mended struct {
	site  string
	queue workqueue.TypedRateLimitingInterface[string]
	nodes map[string]bool
}

func (m *mended) watch(nodes cache.SharedIndexInformer) error {
	_, err := nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
			m.queue.Add(m.site + "@" + tombstone.Key)
		} else if node, ok := obj.(*corev1.Node); ok {
			m.queue.Add(m.site + "@" + node.Name)
		}
	}})
	return err
}

func (m *mended) work() {
	for {
		key, stop := m.queue.Get()
		if stop {
			return
		}
		if _, name, err := parted(key); err == nil {
			delete(m.nodes, name)
		}
		m.queue.Done(key)
	}
}

// own takes a key without a site for one of its own.
type own struct {
	queue workqueue.TypedRateLimitingInterface[string]
	nodes map[string]bool
}

func (o *own) watch(nodes cache.SharedIndexInformer) error {
	_, err := nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
			o.queue.Add(tombstone.Key)
		} else if node, ok := obj.(*corev1.Node); ok {
			o.queue.Add("here@" + node.Name)
		}
	}})
	return err
}

func (o *own) work() {
	for {
		key, stop := o.queue.Get()
		if stop {
			return
		}
		name := key
		if strings.Contains(key, "@") {
			name = strings.TrimPrefix(key, "here@")
		}
		delete(o.nodes, name)
		o.queue.Done(key)
	}
}

// again puts what it can't part on the queue again, and takes all there is when that has failed often enough.
type again struct {
	queue workqueue.TypedRateLimitingInterface[string]
	nodes map[string]bool
}

func (a *again) watch(nodes cache.SharedIndexInformer) error {
	_, err := nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
			a.queue.Add(tombstone.Key)
		} else if node, ok := obj.(*corev1.Node); ok {
			a.queue.Add("here@" + node.Name)
		}
	}})
	return err
}

func (a *again) work() {
	for {
		key, stop := a.queue.Get()
		if stop {
			return
		}
		if _, name, err := parted(key); err == nil {
			delete(a.nodes, name)
		} else if a.queue.NumRequeues(key) < 3 {
			a.queue.AddRateLimited(key)
		} else {
			clear(a.nodes)
		}
		a.queue.Done(key)
	}
}

// scoped parts namespace and name, as the Key has them.
type scoped struct {
	queue workqueue.TypedRateLimitingInterface[string]
	pods  map[string]bool
}

func (s *scoped) watch(pods cache.SharedIndexInformer) error {
	_, err := pods.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
			s.queue.Add(tombstone.Key)
		} else if pod, ok := obj.(*corev1.Pod); ok {
			s.queue.Add(pod.Namespace + "/" + pod.Name)
		}
	}})
	return err
}

func (s *scoped) work() {
	for {
		key, stop := s.queue.Get()
		if stop {
			return
		}
		if namespace, name, ok := strings.Cut(key, "/"); ok {
			delete(s.pods, namespace+"."+name)
		}
		s.queue.Done(key)
	}
}
