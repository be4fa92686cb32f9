package list

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// A round that is left early comes, in the order of the blocks, behind what waits for the goroutines.
func (p *Pool) missing(ctx context.Context, have map[string]bool) error {
	group, ctx := errgroup.WithContext(ctx)
	for i := range 3 {
		name := fmt.Sprintf("shard-%d", i)
		if have[name] {
			continue
		}
		group.Go(func() error {
			return p.Create(ctx, &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "pool", Name: name}})
		})
	}
	return group.Wait()
}

func (p *Pool) count(ctx context.Context, have map[string]bool) error {
	if err := p.missing(ctx, have); err != nil {
		return err
	}
	var pods corev1.PodList
	if err := p.List(ctx, &pods); err != nil { // want `warning: List after the Create at beside.go:\d+ .*the new object may be missing.*\[staleread/list\]`
		return err
	}
	if len(pods.Items) < 3 {
		return p.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "pool", Name: "degraded"}})
	}
	return nil
}
