// Package received has what functions send on channels that they make and return.
package received

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// stream sends what a store has.
func stream[T any](store cache.Store, done <-chan struct{}) <-chan T {
	out := make(chan T)
	go func() {
		defer close(out)
		for _, obj := range store.List() {
			item, ok := obj.(T)
			if !ok {
				continue
			}
			select {
			case out <- item:
			case <-done:
				return
			}
		}
	}()
	return out
}

// copies sends copies of it.
func copies[T interface{ DeepCopy() T }](store cache.Store) <-chan T {
	out := make(chan T, 4)
	go func() {
		defer close(out)
		for _, obj := range store.List() {
			if item, ok := obj.(T); ok {
				out <- item.DeepCopy()
			}
		}
	}()
	return out
}

// copied makes copies of what comes.
func copied(in <-chan *corev1.Endpoints) <-chan *corev1.Endpoints {
	out := make(chan *corev1.Endpoints)
	go func() {
		defer close(out)
		for endpoints := range in {
			out <- endpoints.DeepCopy()
		}
	}()
	return out
}

// listed sends what a lister has.
func listed(lister corelisters.EndpointsLister) <-chan *corev1.Endpoints {
	out := make(chan *corev1.Endpoints)
	all, err := lister.List(labels.Everything())
	if err != nil {
		close(out)
		return out
	}
	go func() {
		defer close(out)
		for _, endpoints := range all {
			out <- endpoints
		}
	}()
	return out
}

// open is one that others may send on, too.
func open(store cache.Store) chan *corev1.Endpoints {
	out := make(chan *corev1.Endpoints, 8)
	for _, obj := range store.List() {
		out <- obj.(*corev1.Endpoints)
	}
	return out
}

type row struct{ cells map[string]string }

func hide(endpoints *corev1.Endpoints) { endpoints.Annotations["hidden"] = "yes" }

func each(informer cache.SharedIndexInformer, lister corelisters.EndpointsLister, done <-chan struct{}) {
	for endpoints := range stream[*corev1.Endpoints](informer.GetStore(), done) {
		hide(endpoints) // want `received.hide .* changes Annotations of .* from the informer's store.*\[mutation/callee\]`
	}
	for endpoints := range listed(lister) {
		endpoints.Annotations["seen"] = "yes" // want `Annotations of the corev1.Endpoints from the lister.*\[mutation/field\]`
	}
	for endpoints := range stream[*corev1.Endpoints](informer.GetStore(), done) {
		hide(endpoints.DeepCopy())
	}
	for endpoints := range copies[*corev1.Endpoints](informer.GetStore()) {
		hide(endpoints)
	}
	for endpoints := range copied(listed(lister)) {
		hide(endpoints)
	}
	for r := range stream[*row](informer.GetStore(), done) {
		r.cells["seen"] = "yes"
	}
	own := open(informer.GetStore())
	own <- &corev1.Endpoints{}
	hide(<-own)
}
