package live

import (
	"context"
	"sync"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
)

type platform int

const (
	unknown platform = iota
	plain
	openshift
)

var (
	running platform
	version string
)

// detect asks the first time only.
func (r *reader) detect() platform {
	if running != unknown {
		return running
	}
	running = plain
	if _, err := r.sets.CoreV1().Namespaces().Get(context.Background(), "openshift", metav1.GetOptions{}); err == nil {
		running = openshift
	}
	return running
}

// ask is called the first time only.
func (r *reader) ask() string {
	ns, err := r.sets.CoreV1().Namespaces().Get(context.Background(), "kube-system", metav1.GetOptions{}) // want `AddFunc → fresh → ask → Namespaces.Get asks the API server.*\[oneshot/live\]`
	if err != nil {
		return ""
	}
	return string(ns.UID)
}

// fresh asks each time, and keeps the last answer.
func (r *reader) fresh() string {
	if running == openshift {
		return ""
	}
	version = r.ask()
	return version
}

type askedOnce struct {
	*reader
	cluster string
	once    sync.Once
}

func (a *askedOnce) id() string {
	if a.cluster == "" {
		a.cluster = a.ask()
	}
	return a.cluster
}

func (r *reader) registerOnce(inf cache.SharedIndexInformer, a *askedOnce, seen map[string]bool) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(any) {
		if r.detect() == openshift {
			seen[a.id()] = true
		}
	}})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(any) {
		a.once.Do(func() { a.cluster = a.ask() })
		seen[a.cluster] = true
	}})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(any) {
		seen[r.fresh()] = true
	}})
}

// renewed asks again as soon as there is an answer.
func (a *askedOnce) renewed() string {
	if a.cluster != "" {
		nodes, _ := a.sets.CoreV1().Nodes().List(context.Background(), metav1.ListOptions{}) // want `DeleteFunc → renewed → Nodes.List asks the API server.*\[oneshot/live\]`
		a.cluster = nodes.ResourceVersion
	}
	return a.cluster
}

func (r *reader) registerRenewed(inf cache.SharedIndexInformer, a *askedOnce, seen map[string]bool) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(any) {
		delete(seen, a.renewed())
	}})
}
