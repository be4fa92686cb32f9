// Package stock has the Pods of an owner.
package stock

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

const label = "shop.example.com/owner"

// A Stock looks for Pods, and makes them.
type Stock struct {
	client client.Client
	live   client.Reader
}

// New makes a Stock.
func New(c client.Client, live client.Reader) *Stock { return &Stock{c, live} }

// All returns those that there are.
func (s *Stock) All(ctx context.Context, owner *corev1.ConfigMap) ([]corev1.Pod, error) {
	var list corev1.PodList
	err := s.client.List(ctx, &list, client.InNamespace(owner.Namespace), client.MatchingLabels{label: owner.Name})
	return list.Items, err
}

// Running returns those that aren't being deleted.
func (s *Stock) Running(ctx context.Context, owner *corev1.ConfigMap) ([]corev1.Pod, error) {
	var list corev1.PodList
	if err := s.client.List(ctx, &list, client.InNamespace(owner.Namespace), client.MatchingLabels{label: owner.Name}); err != nil {
		return nil, err
	}
	running := list.Items[:0]
	for _, pod := range list.Items {
		if pod.DeletionTimestamp.IsZero() {
			running = append(running, pod)
		}
	}
	return running, nil
}

// Stored asks the API server.
func (s *Stock) Stored(ctx context.Context, owner *corev1.ConfigMap) ([]corev1.Pod, error) {
	var list corev1.PodList
	err := s.live.List(ctx, &list, client.InNamespace(owner.Namespace), client.MatchingLabels{label: owner.Name})
	return list.Items, err
}

// Add makes one more.
func (s *Stock) Add(ctx context.Context, owner *corev1.ConfigMap) error {
	pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: owner.Namespace, GenerateName: owner.Name + "-", Labels: map[string]string{label: owner.Name}}}
	return s.client.Create(ctx, pod)
}

// Make makes one with a name.
func (s *Stock) Make(ctx context.Context, pod *corev1.Pod) error { return s.client.Create(ctx, pod) }

// Await waits until the cache has it.
func (s *Stock) Await(ctx context.Context, pod *corev1.Pod) error {
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
		err := s.client.Get(ctx, client.ObjectKeyFromObject(pod), &corev1.Pod{})
		return err == nil, client.IgnoreNotFound(err)
	})
}

// Every returns all that there are in a namespace.
func (s *Stock) Every(ctx context.Context, namespace string) ([]corev1.Pod, error) {
	var list corev1.PodList
	err := s.client.List(ctx, &list, client.InNamespace(namespace))
	return list.Items, err
}
