// Package bound calls the methods of clients that structs hold as functions.
package bound

import (
	"context"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

type (
	getFunc   func(context.Context, client.ObjectKey, client.Object, ...client.GetOption) error
	patchFunc func(context.Context, client.Object, client.Patch, ...client.PatchOption) error
)

// A tickets hands out numbers.
type tickets struct {
	get   getFunc
	patch patchFunc
}

func newTickets(mgr ctrl.Manager) *tickets {
	return &tickets{get: mgr.GetClient().Get, patch: mgr.GetClient().Patch}
}

func (t *tickets) next(ctx context.Context, desk client.ObjectKey) (int, error) {
	var roll corev1.Secret
	if err := t.get(ctx, desk, &roll); err != nil { // want `warning: Get after the Patch at bugs.go:39 .*what is written is made of its Data\[last\].*\[staleread/get\]`
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

func (t *tickets) call(ctx context.Context, desk client.ObjectKey, waiting *corev1.PodList) error {
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
