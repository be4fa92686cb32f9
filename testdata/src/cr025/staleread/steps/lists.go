package steps

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// Lister puts its steps together before it goes through them.
type Lister struct{ client.Client }

func (l *Lister) size(ctx context.Context, w *api.Widget) error {
	cm := &corev1.ConfigMap{}
	if err := l.Get(ctx, keyOf(w), cm); err != nil {
		return err
	}
	base := client.MergeFrom(cm.DeepCopy())
	cm.Data = map[string]string{"size": w.Spec.Config["size"]}
	return l.Patch(ctx, cm, base)
}

// scaleUp comes after size, wherever it comes.
func (l *Lister) scaleUp(ctx context.Context, w *api.Widget) error {
	cm := &corev1.ConfigMap{}
	if err := l.Get(ctx, keyOf(w), cm); err != nil { // want `warning: .*ConfigMap.*Data\[size\] decides.*\[staleread/get\]`
		return err
	}
	if cm.Data["size"] == "large" {
		return l.Delete(ctx, w)
	}
	return nil
}

// prune comes before size, wherever it comes.
func (l *Lister) prune(ctx context.Context, w *api.Widget) error {
	cm := &corev1.ConfigMap{}
	if err := l.Get(ctx, keyOf(w), cm); err != nil {
		return err
	}
	if cm.Data["size"] == "none" {
		return l.Delete(ctx, w)
	}
	return nil
}

// appended has one step more for widgets with a size.
func (l *Lister) appended(ctx context.Context, w *api.Widget) error {
	steps := make([]step, 0, 3)
	steps = append(steps, l.prune, l.size)
	if w.Spec.Size > 0 {
		steps = append(steps, l.scaleUp)
	}
	for _, s := range steps {
		if err := s(ctx, w); err != nil {
			return err
		}
	}
	return nil
}

// run goes through the steps that it is handed.
func run(ctx context.Context, w *api.Widget, steps ...step) error {
	for _, s := range steps {
		if err := s(ctx, w); err != nil {
			return err
		}
	}
	return nil
}

// restartPods comes after size in a list that a function returns.
func (l *Lister) restartPods(ctx context.Context, w *api.Widget) error {
	cm := &corev1.ConfigMap{}
	if err := l.Get(ctx, keyOf(w), cm); err != nil { // want `note: .*ConfigMap.*Data\[size\] decides.*\[staleread/get\]`
		return err
	}
	if cm.Data["size"] == "large" {
		return l.DeleteAllOf(ctx, &corev1.Pod{}, client.InNamespace(w.Namespace))
	}
	return nil
}

func (l *Lister) listed() []step { return []step{l.prune, l.size, l.restartPods} }

func (l *Lister) fromFunction(ctx context.Context, w *api.Widget) error {
	return run(ctx, w, l.listed()...)
}

// rollOut comes after size in what is handed to a function.
func (l *Lister) rollOut(ctx context.Context, w *api.Widget) error {
	cm := &corev1.ConfigMap{}
	if err := l.Get(ctx, keyOf(w), cm); err != nil { // want `note: .*ConfigMap.*Data\[size\] decides.*\[staleread/get\]`
		return err
	}
	if cm.Data["size"] == "large" {
		return l.DeleteAllOf(ctx, &appsv1.ReplicaSet{}, client.InNamespace(w.Namespace))
	}
	return nil
}

func (l *Lister) handed(ctx context.Context, w *api.Widget) error {
	return run(ctx, w, l.prune, l.size, l.rollOut)
}

// The first of one list has nothing to do with the last of another.
func (l *Lister) either(ctx context.Context, w *api.Widget) error {
	if w.Spec.Size == 0 {
		return run(ctx, w, l.size)
	}
	return run(ctx, w, l.prune, l.prune)
}

// Only one of the two is ever in the list.
func (l *Lister) oneOf(ctx context.Context, w *api.Widget) error {
	steps := []step{l.prune}
	if w.Spec.Size == 0 {
		steps = append(steps, l.size)
	} else {
		steps = append(steps, l.shrink)
	}
	return run(ctx, w, steps...)
}

// shrink never comes after size.
func (l *Lister) shrink(ctx context.Context, w *api.Widget) error {
	cm := &corev1.ConfigMap{}
	if err := l.Get(ctx, keyOf(w), cm); err != nil {
		return err
	}
	if cm.Data["size"] == "large" {
		return l.Delete(ctx, w)
	}
	return nil
}

// A list that grows in a loop isn't known.
func (l *Lister) grown(ctx context.Context, w *api.Widget) error {
	var steps []step
	for range w.Spec.Size {
		steps = append(steps, l.shrink)
	}
	return run(ctx, w, steps...)
}
