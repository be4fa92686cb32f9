// Package fit changes the status of nodes by functions that it is given.
package fit

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Node changes the status of a node, as it is at the API server.
func Node(ctx context.Context, c client.Client, apiReader client.Reader, name string, change func(*corev1.Node)) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		node := &corev1.Node{}
		if err := apiReader.Get(ctx, client.ObjectKey{Name: name}, node); err != nil {
			return err
		}
		change(node)
		node.Status.NodeInfo.MachineID = name
		return c.Status().Update(ctx, node)
	})
}
