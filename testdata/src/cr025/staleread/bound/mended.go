package bound

import (
	"context"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// A liveTickets asks the API server which number is next.
type liveTickets struct {
	get   getFunc
	patch patchFunc
}

func newLiveTickets(mgr ctrl.Manager) *liveTickets {
	return &liveTickets{get: mgr.GetAPIReader().Get, patch: mgr.GetClient().Patch}
}

func (t *liveTickets) next(ctx context.Context, desk client.ObjectKey) (int, error) {
	var roll corev1.Secret
	if err := t.get(ctx, desk, &roll); err != nil {
		return 0, err
	}
	last, err := strconv.Atoi(string(roll.Data["last"]))
	if err != nil {
		return 0, err
	}
	before := roll.DeepCopy()
	roll.Data["last"] = []byte(strconv.Itoa(last + 1))
	return last, t.patch(ctx, &roll, client.MergeFrom(before))
}

func (t *liveTickets) call(ctx context.Context, desk client.ObjectKey, waiting *corev1.PodList) error {
	for i := range waiting.Items {
		n, err := t.next(ctx, desk)
		if err != nil {
			return err
		}
		pod := &waiting.Items[i]
		before := pod.DeepCopy()
		pod.Annotations["ticket"] = strconv.Itoa(n)
		if err := t.patch(ctx, pod, client.MergeFrom(before)); err != nil {
			return err
		}
	}
	return nil
}
