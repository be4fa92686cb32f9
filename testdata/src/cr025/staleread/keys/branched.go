package keys

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// A Front has services, each of which is made of a template.
type Front struct {
	client.Client
	template *corev1.Service
}

// apply writes a service if the ports of the one that is there are others.
func (f *Front) apply(ctx context.Context, wanted *corev1.Service) error {
	var found corev1.Service
	if err := f.Get(ctx, client.ObjectKeyFromObject(wanted), &found); err != nil { // want `note: .*Service.*\[staleread/get\]`
		return client.IgnoreNotFound(err)
	}
	if len(found.Spec.Ports) == len(wanted.Spec.Ports) {
		return nil
	}
	found.Spec.Ports = wanted.Spec.Ports
	return f.Update(ctx, &found)
}

// applyEach does the same, each time for another one.
func (f *Front) applyEach(ctx context.Context, wanted *corev1.Service) error {
	var found corev1.Service
	if err := f.Get(ctx, client.ObjectKeyFromObject(wanted), &found); err != nil {
		return client.IgnoreNotFound(err)
	}
	if len(found.Spec.Ports) == len(wanted.Spec.Ports) {
		return nil
	}
	found.Spec.Ports = wanted.Spec.Ports
	return f.Update(ctx, &found)
}

// copied gives the copy a name of its own.
func (f *Front) copied(name string) *corev1.Service {
	s := f.template.DeepCopy()
	s.Name = name
	return s
}

// set does it by the method.
func (f *Front) set(name string) *corev1.Service {
	s := f.template.DeepCopy()
	s.SetName(name)
	return s
}

// made names the copy, or what has no template, behind the branches, as in splunk-operator (85b1dcc).
func (f *Front) made(name string, plain bool) *corev1.Service {
	var s *corev1.Service
	if plain {
		s = &corev1.Service{}
		s.Spec.ClusterIP = corev1.ClusterIPNone
	} else {
		s = f.template.DeepCopy()
	}
	s.Name = name
	s.Namespace = f.template.Namespace
	return s
}

// Each has a name of its own.
func (f *Front) each(ctx context.Context) error {
	if err := f.applyEach(ctx, f.copied("in")); err != nil {
		return err
	}
	if err := f.applyEach(ctx, f.copied("out")); err != nil {
		return err
	}
	if err := f.applyEach(ctx, f.set("in-again")); err != nil {
		return err
	}
	if err := f.applyEach(ctx, f.set("out-again")); err != nil {
		return err
	}
	if err := f.applyEach(ctx, f.made("plain", true)); err != nil {
		return err
	}
	return f.applyEach(ctx, f.made("fancy", false))
}

// Both have the same.
func (f *Front) both(ctx context.Context) error {
	if err := f.apply(ctx, f.made("fancy", false)); err != nil {
		return err
	}
	return f.apply(ctx, f.made("fancy", false))
}
