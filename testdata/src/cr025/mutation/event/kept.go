package event

import (
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// Keeper keeps pods for others to work on, as flagger (28781a5f) and Zalando's postgres-operator (ebe50abc) did.
type Keeper struct {
	pods   corelisters.PodLister
	byName map[string]*corev1.Pod
	copies map[string]*corev1.Pod
	listed map[string]*corev1.Pod
	mixed  map[string]*corev1.Pod
	shared sync.Map
	own    *sync.Map
	shards []*cache.FIFO
	queue  workqueue.TypedInterface[change]
}

// A change is what happened to a pod.
type change struct {
	name     string
	old, now *corev1.Pod
}

func newKeeper(pods corelisters.PodLister) *Keeper {
	k := &Keeper{pods: pods, byName: map[string]*corev1.Pod{}, copies: map[string]*corev1.Pod{}, own: new(sync.Map)}
	k.mixed, k.listed = make(map[string]*corev1.Pod), make(map[string]*corev1.Pod)
	for range 4 {
		k.shards = append(k.shards, cache.NewFIFO(func(obj any) (string, error) { return obj.(change).name, nil }))
	}
	return k
}

func (k *Keeper) register(informer cache.SharedIndexInformer) error {
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			if pod, ok := obj.(*corev1.Pod); ok {
				k.changed(nil, pod)
			}
		},
		UpdateFunc: func(old, now any) {
			was, ok := old.(*corev1.Pod)
			if !ok {
				return
			}
			if pod, ok := now.(*corev1.Pod); ok {
				k.changed(was, pod)
			}
		},
	})
	return err
}

func (k *Keeper) changed(old, now *corev1.Pod) {
	event := change{name: now.Name, old: old, now: now}
	if err := k.shards[len(now.Name)%len(k.shards)].Add(event); err != nil {
		return
	}
	k.queue.Add(change{name: now.Name, now: now.DeepCopy()})
}

func (k *Keeper) work(shard int) {
	for {
		obj, err := k.shards[shard].Pop(func(any, bool) error { return nil })
		if err != nil {
			return
		}
		if event, ok := obj.(change); ok {
			event.name = ""               // of a copy of the struct
			event.now.Spec.NodeName = "n" // want `^error: this assignment changes Spec.NodeName of the corev1.Pod that an informer's event handler is given, .* \[mutation/event\]`
		}
	}
}

func (k *Keeper) workOnCopies() {
	for {
		event, done := k.queue.Get()
		if done {
			return
		}
		event.now.Spec.NodeName = "n"
	}
}

func (k *Keeper) sync(name string) error {
	pod, err := k.pods.Pods("shop").Get(name)
	if err != nil {
		return err
	}
	k.byName[name] = pod
	k.copies[name] = pod.DeepCopy()
	k.mixed[name] = pod
	listed, err := k.pods.List(labels.Everything())
	for _, other := range listed {
		k.listed[other.Name] = other
	}
	if latest, err := k.pods.Pods("shop").Get(name + "-latest"); err == nil {
		k.shared.Store(name, latest)
	}
	k.own.Store(name, pod.DeepCopy())
	return err
}

func (k *Keeper) renew(name string) {
	if pod, ok := k.mixed[name]; ok {
		k.mixed[name] = pod.DeepCopy()
	}
}

func (k *Keeper) mark(name string) {
	if pod, ok := k.byName[name]; ok {
		pod.Labels["mark"] = "true" // want `changes Labels of the corev1.Pod from the lister`
	}
	for _, pod := range k.listed {
		pod.Annotations = nil // want `changes Annotations of the corev1.Pod from the lister`
	}
	if pod := k.get(name); pod != nil {
		pod.Labels["mark"] = "true" // want `changes Labels of the corev1.Pod from the lister`
	}
	if pod, ok := k.copies[name]; ok {
		pod.Labels["mark"] = "true"
	}
	if pod, ok := k.own.Load(name); ok {
		pod.(*corev1.Pod).Labels["mark"] = "true"
	}
	// What is there may be a copy by now.
	if pod, ok := k.mixed[name]; ok {
		pod.Labels["mark"] = "true"
	}
}

func (k *Keeper) get(name string) *corev1.Pod {
	pod, ok := k.shared.Load(name)
	if !ok {
		return nil
	}
	return pod.(*corev1.Pod)
}
