// Package meter counts what there is, for others to go by.
package meter

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Granted is the phase of a Widget that has its share.
const Granted = "Granted"

// A Meter reads through the client that it is given.
type Meter struct{ Client client.Client }

// Used is how many Widgets of an owner have their share.
func (m Meter) Used(ctx context.Context, namespace, owner string) (int, error) {
	var widgets api.WidgetList
	if err := m.Client.List(ctx, &widgets, client.InNamespace(namespace), client.MatchingLabels{"owner": owner}); err != nil {
		return 0, err
	}
	used := 0
	for _, w := range widgets.Items {
		if w.Status.Phase == Granted {
			used += w.Spec.Size
		}
	}
	return used, nil
}

// Spare tells whether more Pods of an owner are running, and aren't being deleted, than have to.
func (m Meter) Spare(ctx context.Context, namespace, owner string, least int) (bool, error) {
	var pods corev1.PodList
	if err := m.Client.List(ctx, &pods, client.InNamespace(namespace), client.MatchingLabels{"owner": owner}); err != nil {
		return false, err
	}
	running := 0
	for _, pod := range pods.Items {
		if pod.DeletionTimestamp.IsZero() && pod.Status.Phase == corev1.PodRunning {
			running++
		}
	}
	return running > least, nil
}
