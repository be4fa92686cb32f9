package weighed

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Entries changes entries of maps.
type Entries struct{ client.Client }

const (
	draining = "example.com/draining"
	drained  = "example.com/drained"
)

// What is looked at is another annotation than the one that was written.
func (r *Entries) otherEntry(ctx context.Context, key client.ObjectKey) error {
	node := &corev1.Node{}
	if err := r.Get(ctx, key, node); err != nil {
		return err
	}
	if node.Annotations == nil {
		node.Annotations = map[string]string{}
	}
	node.Annotations[draining] = "true"
	if err := r.Update(ctx, node); err != nil {
		return err
	}
	again := &corev1.Node{}
	if err := r.Get(ctx, key, again); err != nil {
		return err
	}
	if again.Annotations[drained] == "true" {
		return r.Delete(ctx, &corev1.Pod{})
	}
	return nil
}

// It is the one.
func (r *Entries) sameEntry(ctx context.Context, key client.ObjectKey) error {
	node := &corev1.Node{}
	if err := r.Get(ctx, key, node); err != nil {
		return err
	}
	if node.Annotations == nil {
		node.Annotations = make(map[string]string)
	}
	node.Annotations[draining] = "true"
	if err := r.Update(ctx, node); err != nil {
		return err
	}
	again := &corev1.Node{}
	if err := r.Get(ctx, key, again); err != nil { // want `its Annotations\[example.com/draining\] decides.*\[staleread/get\]`
		return err
	}
	if _, ok := again.GetAnnotations()[draining]; !ok {
		return r.Delete(ctx, &corev1.Pod{})
	}
	return nil
}

// By way of the getter and the setter.
func (r *Entries) bySetter(ctx context.Context, key client.ObjectKey) error {
	node := &corev1.Node{}
	if err := r.Get(ctx, key, node); err != nil {
		return err
	}
	annotations := node.GetAnnotations()
	if annotations == nil {
		annotations = map[string]string{}
	}
	annotations[draining] = "true"
	node.SetAnnotations(annotations)
	if err := r.Update(ctx, node); err != nil {
		return err
	}
	again := &corev1.Node{}
	if err := r.Get(ctx, key, again); err != nil {
		return err
	}
	if _, ok := again.GetAnnotations()[drained]; ok {
		return r.Delete(ctx, &corev1.Pod{})
	}
	return nil
}

// All are replaced.
func (r *Entries) replaced(ctx context.Context, key client.ObjectKey) error {
	node := &corev1.Node{}
	if err := r.Get(ctx, key, node); err != nil {
		return err
	}
	node.SetAnnotations(map[string]string{draining: "true"})
	if err := r.Update(ctx, node); err != nil {
		return err
	}
	again := &corev1.Node{}
	if err := r.Get(ctx, key, again); err != nil { // want `its Annotations\[example.com/drained\] decides.*\[staleread/get\]`
		return err
	}
	if _, ok := again.GetAnnotations()[drained]; ok {
		return r.Delete(ctx, &corev1.Pod{})
	}
	return nil
}

// One is taken off.
func (r *Entries) takenOff(ctx context.Context, key client.ObjectKey) error {
	cm := &corev1.ConfigMap{}
	if err := r.Get(ctx, key, cm); err != nil {
		return err
	}
	delete(cm.Data, "lock")
	if err := r.Update(ctx, cm); err != nil {
		return err
	}
	again := &corev1.ConfigMap{}
	if err := r.Get(ctx, key, again); err != nil { // want `its Data\[lock\] decides.*\[staleread/get\]`
		return err
	}
	if again.Data["lock"] != "" {
		return r.Delete(ctx, &corev1.Pod{})
	}
	return nil
}

// What is put in is put in another one, too.
func (r *Entries) shared(ctx context.Context, key client.ObjectKey, svc *corev1.Service) error {
	node := &corev1.Node{}
	if err := r.Get(ctx, key, node); err != nil {
		return err
	}
	svc.Labels = node.Labels
	svc.Labels[drained] = "true"
	if err := r.Update(ctx, node); err != nil {
		return err
	}
	again := &corev1.Node{}
	if err := r.Get(ctx, key, again); err != nil { // want `its Labels\[example.com/drained\] decides.*\[staleread/get\]`
		return err
	}
	if again.Labels[drained] == "true" {
		return r.Delete(ctx, &corev1.Pod{})
	}
	return nil
}
