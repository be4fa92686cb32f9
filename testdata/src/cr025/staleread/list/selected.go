package list

import (
	"context"
	"errors"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// claims takes free volumes, of which a label says whether they are.
type claims struct{ client.Client }

func (r *claims) free(ctx context.Context) (*corev1.PersistentVolume, error) {
	var list corev1.PersistentVolumeList
	if err := r.List(ctx, &list, client.MatchingLabels{"claimed": "false"}); err != nil { // want `after the Patch .*PersistentVolumes .*may still be selected by the label.*\[staleread/list\]`
		return nil, err
	}
	if len(list.Items) == 0 {
		return nil, errors.New("no volume is free")
	}
	return &list.Items[0], nil
}

func (r *claims) claim(ctx context.Context, pv *corev1.PersistentVolume) error {
	base := pv.DeepCopy()
	pv.Labels["claimed"] = "true"
	return r.Patch(ctx, pv, client.MergeFrom(base))
}

func (r *claims) take(ctx context.Context, n int) ([]string, error) {
	var names []string
	for range n {
		pv, err := r.free(ctx)
		if err != nil {
			return nil, err
		}
		if err := r.claim(ctx, pv); err != nil {
			return nil, err
		}
		names = append(names, pv.Name)
	}
	return names, nil
}

// What is annotated is selected as before.
func (r *claims) annotated(ctx context.Context, pv *corev1.PersistentVolume) (int, error) {
	base := pv.DeepCopy()
	pv.Annotations["claimed"] = "true"
	pv.Labels["seen"] = "true"
	if err := r.Patch(ctx, pv, client.MergeFrom(base)); err != nil {
		return 0, err
	}
	var list corev1.PersistentVolumeList
	if err := r.List(ctx, &list, client.MatchingLabels{"claimed": "false"}); err != nil {
		return 0, err
	}
	return len(list.Items), nil
}
