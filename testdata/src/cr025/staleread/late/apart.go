package late

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"ctrllint.test/cr025/staleread/api"
)

// stages has its work done in functions of their own.
type stages struct{ client.Client }

// apart comes to what makes a pod, on a condition, and to what counts them, by so many calls that not all conditions are seen.
func (s *stages) apart(ctx context.Context, w *api.Widget) error {
	if err := s.outer(ctx, w); err != nil {
		return err
	}
	return s.last(ctx, w)
}

func (s *stages) outer(ctx context.Context, w *api.Widget) error {
	if w.Spec.Size > 3 {
		return s.inner(ctx, w)
	}
	return nil
}

func (s *stages) inner(ctx context.Context, w *api.Widget) error {
	if w.Spec.Size > 4 {
		return s.first(ctx, w)
	}
	return nil
}

func (s *stages) last(ctx context.Context, w *api.Widget) error {
	pods := &corev1.PodList{}
	if err := s.List(ctx, pods, client.MatchingLabels{"widget": w.Name}); err != nil { // want `note: .*\[staleread/list\]`
		return err
	}
	w.Status.Made = len(pods.Items)
	return s.Status().Update(ctx, w)
}

// near comes to them by few.
func (s *stages) near(ctx context.Context, w *api.Widget) error {
	if err := s.first(ctx, w); err != nil {
		return err
	}
	return s.second(ctx, w)
}

func (s *stages) first(ctx context.Context, w *api.Widget) error {
	if w.Spec.Size > 2 {
		return s.Create(ctx, pod(w))
	}
	return nil
}

func (s *stages) second(ctx context.Context, w *api.Widget) error {
	pods := &corev1.PodList{}
	if err := s.List(ctx, pods, client.MatchingLabels{"widget": w.Name}); err != nil { // want `warning: .*\[staleread/list\]`
		return err
	}
	w.Status.Made = len(pods.Items)
	return s.Status().Update(ctx, w)
}
