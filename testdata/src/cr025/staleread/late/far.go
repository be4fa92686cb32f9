package late

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
	"ctrllint.test/cr025/staleread/late/cloud"
)

// disks has a disk made for each pod.
type disks struct {
	client.Client
	cloud cloud.Service
}

// makes asks for one before it counts.
func (d *disks) makes(ctx context.Context, w *api.Widget) error {
	if err := d.Create(ctx, pod(w)); err != nil {
		return err
	}
	if err := d.cloud.Make(ctx, w.Name); err != nil {
		return err
	}
	pods := &corev1.PodList{}
	if err := d.List(ctx, pods, client.MatchingLabels{"widget": w.Name}); err != nil { // want `note: .*\[staleread/list\]`
		return err
	}
	w.Status.Made = len(pods.Items)
	return d.Status().Update(ctx, w)
}

// knows may not have to ask.
func (d *disks) knows(ctx context.Context, w *api.Widget) error {
	if err := d.Create(ctx, pod(w)); err != nil {
		return err
	}
	if err := d.cloud.Know(ctx, w.Name); err != nil {
		return err
	}
	pods := &corev1.PodList{}
	if err := d.List(ctx, pods, client.MatchingLabels{"widget": w.Name}); err != nil { // want `warning: .*\[staleread/list\]`
		return err
	}
	w.Status.Made = len(pods.Items)
	return d.Status().Update(ctx, w)
}
