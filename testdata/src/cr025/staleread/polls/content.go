package polls

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/wait"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Again runs what a Widget says once more, and waits for its end.
type Again struct{ client.Client }

// What ran before is done already.
func (r *Again) runs(ctx context.Context, w *api.Widget) error {
	base := w.DeepCopy()
	w.Status.Phase = ""
	if err := r.Status().Patch(ctx, w, client.MergeFrom(base)); err != nil {
		return err
	}
	if err := r.isDone(ctx, client.ObjectKeyFromObject(w)); err != nil {
		return err
	}
	return r.Delete(ctx, w)
}

func (r *Again) isDone(ctx context.Context, key types.NamespacedName) error {
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
		w := &api.Widget{}
		if err := r.Get(ctx, key, w); err != nil { // want `^warning: .*with which the poll is content at once.*\[staleread/get\]`
			return false, err
		}
		return w.Status.Phase == "Done", nil
	})
}

// Who sets what the poll waits for waits until the cache has it.
func (r *Again) ends(ctx context.Context, w *api.Widget) error {
	base := w.DeepCopy()
	w.Status.Phase = "Over"
	if err := r.Status().Patch(ctx, w, client.MergeFrom(base)); err != nil {
		return err
	}
	return r.isOver(ctx, client.ObjectKeyFromObject(w))
}

func (r *Again) isOver(ctx context.Context, key types.NamespacedName) error {
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
		w := &api.Widget{}
		if err := r.Get(ctx, key, w); err != nil {
			return false, err
		}
		return w.Status.Phase == "Over", nil
	})
}

// Another field is asked for than is set.
func (r *Again) grows(ctx context.Context, w *api.Widget) error {
	w.Spec.Size = 7
	if err := r.Update(ctx, w); err != nil {
		return err
	}
	return r.isShown(ctx, client.ObjectKeyFromObject(w))
}

func (r *Again) isShown(ctx context.Context, key types.NamespacedName) error {
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
		w := &api.Widget{}
		if err := r.Get(ctx, key, w); err != nil {
			return false, err
		}
		return w.Status.Phase == "Grown", nil
	})
}

// It isn't content before the cache has what was written.
func (r *Again) waits(ctx context.Context, w *api.Widget) error {
	w.Status.Phase = ""
	if err := r.Status().Update(ctx, w); err != nil {
		return err
	}
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
		now := &api.Widget{}
		if err := r.Get(ctx, client.ObjectKeyFromObject(w), now); err != nil {
			return false, err
		}
		if now.ResourceVersion == "" || now.Generation < w.Generation {
			return false, nil
		}
		return now.Status.Phase == "Done", nil
	})
}

// It was nothing before.
func (r *Again) begins(ctx context.Context, w *api.Widget) error {
	if w.Status.Phase != "" {
		return nil
	}
	w.Status.Phase = "Begun"
	if err := r.Status().Update(ctx, w); err != nil {
		return err
	}
	return r.isEnded(ctx, client.ObjectKeyFromObject(w))
}

func (r *Again) isEnded(ctx context.Context, key types.NamespacedName) error {
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
		w := &api.Widget{}
		if err := r.Get(ctx, key, w); err != nil {
			return false, err
		}
		return w.Status.Phase == "Ended", nil
	})
}
