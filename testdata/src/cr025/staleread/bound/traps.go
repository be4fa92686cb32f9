package bound

import (
	"context"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// A gauge is read through the cache by one, and live by another: which of them counts isn't seen.
type gauge struct{ get getFunc }

func newGauges(mgr ctrl.Manager) (shown, counted *gauge) {
	return &gauge{mgr.GetClient().Get}, &gauge{mgr.GetAPIReader().Get}
}

func (g *gauge) raise(ctx context.Context, c client.Client, key client.ObjectKey) error {
	var cm corev1.ConfigMap
	if err := g.get(ctx, key, &cm); err != nil {
		return err
	}
	n, err := strconv.Atoi(cm.Data["level"])
	if err != nil {
		return err
	}
	before := cm.DeepCopy()
	cm.Data["level"] = strconv.Itoa(n + 1)
	return c.Patch(ctx, &cm, client.MergeFrom(before))
}

func (g *gauge) twice(ctx context.Context, c client.Client, key client.ObjectKey) error {
	if err := g.raise(ctx, c, key); err != nil {
		return err
	}
	return g.raise(ctx, c, key)
}

// A locked numbers shelves: whoever has an old number is refused, before it is put on a shelf.
type locked struct {
	get    getFunc
	update func(context.Context, client.Object, ...client.UpdateOption) error
}

func newLocked(mgr ctrl.Manager) *locked {
	return &locked{get: mgr.GetClient().Get, update: mgr.GetClient().Update}
}

func (l *locked) next(ctx context.Context, key client.ObjectKey) (int, error) {
	var cm corev1.ConfigMap
	if err := l.get(ctx, key, &cm); err != nil { // want `note: .*refused and tried again.*\[staleread/get\]`
		return 0, err
	}
	n, err := strconv.Atoi(cm.Data["shelf"])
	if err != nil {
		return 0, err
	}
	cm.Data["shelf"] = strconv.Itoa(n + 1)
	return n, l.update(ctx, &cm)
}

func (l *locked) put(ctx context.Context, key client.ObjectKey, books *corev1.PodList) error {
	for i := range books.Items {
		n, err := l.next(ctx, key)
		if err != nil {
			return err
		}
		books.Items[i].Labels["shelf"] = strconv.Itoa(n)
		if err := l.update(ctx, &books.Items[i]); err != nil {
			return err
		}
	}
	return nil
}

// answered goes by what the server has answered.
func answered(ctx context.Context, c client.Client, key client.ObjectKey, rooms *corev1.PodList) error {
	for i := range rooms.Items {
		var cm corev1.ConfigMap
		if err := c.Get(ctx, key, &cm); err != nil { // want `note: .*\[staleread/get\]`
			return err
		}
		before := cm.DeepCopy()
		cm.Data["open"] = "yes"
		if err := c.Patch(ctx, &cm, client.MergeFrom(before)); err != nil {
			return err
		}
		rooms.Items[i].Labels["floor"] = cm.Data["floor"]
	}
	return nil
}
