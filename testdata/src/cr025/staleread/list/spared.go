package list

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Sweeper takes away what belongs to ConfigMaps.
type Sweeper struct{ client.Client }

func (s *Sweeper) prune(ctx context.Context, namespace string, keep map[string]bool) error {
	var all corev1.ConfigMapList
	if err := s.List(ctx, &all, client.InNamespace(namespace), client.MatchingLabels{"part": "site"}); err != nil {
		return err
	}
	for i := range all.Items {
		if !keep[all.Items[i].Name] {
			if err := s.Delete(ctx, &all.Items[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// sweep asks whether there are any, and does nothing else if there are none: a loop through none of them does nothing too.
func (s *Sweeper) sweep(ctx context.Context, namespace string, keep map[string]bool) error {
	if err := s.prune(ctx, namespace, keep); err != nil {
		return err
	}
	var left corev1.ConfigMapList
	if err := s.List(ctx, &left, client.InNamespace(namespace), client.MatchingLabels{"part": "site"}); err != nil { // want `note: .*ConfigMaps.*the deleted object may still be there.*\[staleread/list\]`
		return err
	}
	if len(left.Items) > 0 {
		for i := range left.Items {
			svc := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: left.Items[i].Name}}
			if err := client.IgnoreNotFound(s.Delete(ctx, svc)); err != nil {
				return err
			}
		}
	}
	return nil
}

// close does something else if there are none.
func (s *Sweeper) close(ctx context.Context, site *corev1.Namespace, keep map[string]bool) error {
	if err := s.prune(ctx, site.Name, keep); err != nil {
		return err
	}
	var left corev1.ConfigMapList
	if err := s.List(ctx, &left, client.InNamespace(site.Name), client.MatchingLabels{"part": "site"}); err != nil { // want `warning: .*ConfigMaps.*how many there are decides.*\[staleread/list\]`
		return err
	}
	if len(left.Items) > 0 {
		for i := range left.Items {
			svc := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: site.Name, Name: left.Items[i].Name}}
			if err := client.IgnoreNotFound(s.Delete(ctx, svc)); err != nil {
				return err
			}
		}
		return nil
	}
	site.Labels["closed"] = "yes"
	return s.Update(ctx, site)
}
