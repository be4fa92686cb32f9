package lister

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/tools/cache"
)

var (
	shelves = schema.GroupVersionResource{Group: "shop.example.com", Version: "v1", Resource: "shelves"}
	tags    = schema.GroupVersion{Group: "shop.example.com", Version: "v1"}.WithResource("tags")
)

// A shelver keeps shelves of a kind for which the program has no type.
type shelver struct {
	dynamic dynamic.Interface
	shelves cache.GenericLister
	labels  cache.GenericLister
}

func newShelver(client dynamic.Interface, informers dynamicinformer.DynamicSharedInformerFactory) *shelver {
	return &shelver{dynamic: client, shelves: informers.ForResource(shelves).Lister(), labels: informers.ForResource(tags).Lister()}
}

func shelf(of *corev1.ConfigMap) *unstructured.Unstructured {
	u := &unstructured.Unstructured{Object: map[string]any{"spec": map[string]any{"size": int64(3)}}}
	u.SetName(of.Name)
	return u
}

func (s *shelver) ensure(ctx context.Context, of *corev1.ConfigMap) error {
	_, err := s.dynamic.Resource(shelves).Namespace(of.Namespace).Create(ctx, shelf(of), metav1.CreateOptions{})
	if err != nil && !apierrors.IsAlreadyExists(err) {
		return err
	}
	_, err = s.shelves.ByNamespace(of.Namespace).Get(of.Name) // want `Get after the Create .*shelves from the cache, which may have nothing yet.*\[staleread/lister\]`
	if apierrors.IsNotFound(err) {
		return s.dynamic.Resource(shelves).Namespace(of.Namespace).Delete(ctx, of.Name, metav1.DeleteOptions{})
	}
	return err
}

// The API server is asked.
func (s *shelver) ensureMended(ctx context.Context, of *corev1.ConfigMap) error {
	_, err := s.dynamic.Resource(shelves).Namespace(of.Namespace).Create(ctx, shelf(of), metav1.CreateOptions{})
	if err != nil && !apierrors.IsAlreadyExists(err) {
		return err
	}
	_, err = s.dynamic.Resource(shelves).Namespace(of.Namespace).Get(ctx, of.Name, metav1.GetOptions{})
	if apierrors.IsNotFound(err) {
		return s.dynamic.Resource(shelves).Namespace(of.Namespace).Delete(ctx, of.Name, metav1.DeleteOptions{})
	}
	return err
}

// A label of the same name is another object.
func (s *shelver) labelled(ctx context.Context, of *corev1.ConfigMap) error {
	_, err := s.dynamic.Resource(shelves).Namespace(of.Namespace).Create(ctx, shelf(of), metav1.CreateOptions{})
	if err != nil && !apierrors.IsAlreadyExists(err) {
		return err
	}
	_, err = s.labels.ByNamespace(of.Namespace).Get(of.Name)
	if apierrors.IsNotFound(err) {
		return s.dynamic.Resource(shelves).Namespace(of.Namespace).Delete(ctx, of.Name, metav1.DeleteOptions{})
	}
	return err
}

// Which resource it is callers decide.
func (s *shelver) any(ctx context.Context, gvr schema.GroupVersionResource, of *corev1.ConfigMap) error {
	_, err := s.dynamic.Resource(gvr).Namespace(of.Namespace).Create(ctx, shelf(of), metav1.CreateOptions{})
	if err != nil {
		return err
	}
	_, err = s.labels.ByNamespace(of.Namespace).Get(of.Name)
	if apierrors.IsNotFound(err) {
		return s.dynamic.Resource(shelves).Namespace(of.Namespace).Delete(ctx, of.Name, metav1.DeleteOptions{})
	}
	return err
}

// The resource becomes another one.
func (s *shelver) renamed(ctx context.Context, of *corev1.ConfigMap) error {
	gvr := schema.GroupVersion{Group: "shop.example.com", Version: "v1"}.WithResource("shelves")
	gvr.Resource = "crates"
	_, err := s.dynamic.Resource(gvr).Namespace(of.Namespace).Create(ctx, shelf(of), metav1.CreateOptions{})
	if err != nil {
		return err
	}
	_, err = s.shelves.ByNamespace(of.Namespace).Get(of.Name)
	if apierrors.IsNotFound(err) {
		return s.dynamic.Resource(shelves).Namespace(of.Namespace).Delete(ctx, of.Name, metav1.DeleteOptions{})
	}
	return err
}

// A crater has the client by its own type.
type crater struct {
	dynamic *dynamic.DynamicClient
	shelves cache.GenericLister
}

func newCrater(client *dynamic.DynamicClient, informers dynamicinformer.DynamicSharedInformerFactory) *crater {
	return &crater{client, informers.ForResource(shelves).Lister()}
}

func (c *crater) ensure(ctx context.Context, of *corev1.ConfigMap) error {
	_, err := c.dynamic.Resource(shelves).Namespace(of.Namespace).Create(ctx, shelf(of), metav1.CreateOptions{})
	if err != nil {
		return err
	}
	_, err = c.shelves.ByNamespace(of.Namespace).Get(of.Name) // want `Get after the Create .*shelves from the cache.*\[staleread/lister\]`
	if apierrors.IsNotFound(err) {
		return c.dynamic.Resource(shelves).Namespace(of.Namespace).Delete(ctx, of.Name, metav1.DeleteOptions{})
	}
	return err
}
