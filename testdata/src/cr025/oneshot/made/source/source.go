// Package source makes functions that look for objects, and has some that call what they are given.
package source

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
)

// Of returns the endpoints of a service.
type Of func(namespace, name string) (*corev1.Endpoints, error)

// Server asks the API server.
func Server(clients kubernetes.Interface) Of {
	return func(namespace, name string) (*corev1.Endpoints, error) {
		return clients.CoreV1().Endpoints(namespace).Get(context.TODO(), name, metav1.GetOptions{})
	}
}

// Cache asks the cache.
func Cache(lister corelisters.EndpointsLister) Of {
	return func(namespace, name string) (*corev1.Endpoints, error) { return lister.Endpoints(namespace).Get(name) }
}

// Either asks the cache if there is one.
func Either(lister corelisters.EndpointsLister, clients kubernetes.Interface) Of {
	if lister == nil {
		return Server(clients)
	}
	return Cache(lister)
}

// Clearing returns a function that deletes all endpoints.
func Clearing(clients kubernetes.Interface) func(namespace string) error {
	return func(namespace string) error {
		return clients.CoreV1().Endpoints(namespace).DeleteCollection(context.TODO(), metav1.DeleteOptions{}, metav1.ListOptions{LabelSelector: labels.Everything().String()})
	}
}

// Ready counts the addresses of a service.
func Ready(svc *corev1.Service, of Of) int {
	all, err := of(svc.Namespace, svc.Name)
	if err != nil {
		return 0
	}
	n := 0
	for _, set := range all.Subsets {
		n += len(set.Addresses)
	}
	return n
}
