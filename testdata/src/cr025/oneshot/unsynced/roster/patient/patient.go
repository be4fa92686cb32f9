// Package patient takes nodes when they are there.
package patient

import (
	"context"

	corev1listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"

	"ctrllint.test/cr025/oneshot/unsynced/roster"
)

// Full returns a roster of nodes that are there.
func Full(ctx context.Context, nodes corev1listers.NodeLister, synced cache.InformerSynced) *roster.Roster {
	if !cache.WaitForCacheSync(ctx.Done(), synced) {
		return nil
	}
	return roster.Of(nodes)
}

// Take waits for the nodes before it takes them.
func Take(ctx context.Context, r *roster.Roster, nodes corev1listers.NodeLister, synced cache.InformerSynced) error {
	if !cache.WaitForCacheSync(ctx.Done(), synced) {
		return ctx.Err()
	}
	return r.Take(nodes)
}
