// Package staleread holds code that reads from a cache what it has just
// written, and its mended twins. The proofs in this package run each of them
// with the client that a manager would give it, whose cache is behind, and run
// ctrllint over these very files: what is flagged and what fails are the same
// code.
//
// A method whose name ends in Bug goes wrong while the cache is behind, and
// the one of the same name that ends in Mended does not.
package staleread

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Keeper keeps the ConfigMaps and Pods of a shop.
type Keeper struct {
	// Client reads from the cache.
	client.Client
	// APIReader reads from the API server.
	APIReader client.Reader

	Clientset  kubernetes.Interface
	ConfigMaps corelisters.ConfigMapLister
}

// Reconcile makes a reconciler of it. The proofs call the other methods.
func (k *Keeper) Reconcile(context.Context, ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, nil
}

const namespace = "shop"

var (
	// prices is a ConfigMap that was there before the cache fell behind.
	prices = client.ObjectKey{Namespace: namespace, Name: "prices"}
	// hours is a ConfigMap that was not.
	hours = client.ObjectKey{Namespace: namespace, Name: "hours"}
	// till is a Pod that was there before.
	till = client.ObjectKey{Namespace: namespace, Name: "till"}
)

func configMap(key client.ObjectKey) *corev1.ConfigMap {
	return &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Namespace: key.Namespace, Name: key.Name},
		Data:       map[string]string{"tea": "1"},
	}
}
