package lost

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"ctrllint.test/cr025/tombstone/lost/journal"
)

// What is done for a deleted pod is to tell of it.
type teller struct {
	gone chan string
}

func (t *teller) handlers() cache.ResourceEventHandlerFuncs {
	return cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { t.process(context.Background(), nil, obj.(*corev1.Pod), "added") },
		DeleteFunc: t.removed,
	}
}

func (t *teller) removed(obj any) {
	ctx := context.Background()
	journal.Of(ctx).Trace("removed")
	defer journal.Of(ctx).Trace("removed, done")
	switch pod := obj.(type) {
	case *corev1.Pod:
		t.process(ctx, nil, pod, "removed")
	default:
		journal.Of(ctx).Errorf("no pod: %v", obj)
	}
}

func (t *teller) process(ctx context.Context, old, pod *corev1.Pod, what string) {
	defer journal.Of(ctx).Trace("processed")
	if pod.Spec.NodeName == "" {
		return
	}
	fields := map[string]any{"name": pod.Name, "node": pod.Spec.NodeName}
	switch what {
	case "added":
		journal.Of(ctx).WithFields(fields).Trace("added")
		t.gone <- pod.Name
	case "removed":
		journal.Of(ctx).WithFields(fields).Trace("removed")
	}
}

// What it tells of is done by the function that hands out the logger.
type forgetter struct{ store *journal.Store }

func (f *forgetter) handlers() cache.ResourceEventHandlerFuncs {
	return cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		if pod, ok := obj.(*corev1.Pod); ok { // want `\[tombstone/lost\]`
			f.store.Forget(context.Background(), pod.Name).Trace("forgotten")
		}
	}}
}

// Here something else is done too.
type keeper struct {
	teller
	nodes map[string]string
}

func (k *keeper) handlers() cache.ResourceEventHandlerFuncs {
	return cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		switch pod := obj.(type) { // want `\[tombstone/lost\]`
		case *corev1.Pod:
			journal.Of(context.Background()).Trace("removed")
			delete(k.nodes, pod.Name)
		}
	}}
}
