package decoded

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"slices"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
)

// Rollout restarts the pods of a Deployment when its Secret has changed.
type Rollout struct{ client.Client }

const sum = "example.com/sum"

func sumOf(data map[string][]byte) string {
	h := sha256.New()
	for _, k := range slices.Sorted(maps.Keys(data)) {
		h.Write([]byte(k))
		h.Write(data[k])
	}
	return hex.EncodeToString(h.Sum(nil))
}

func textOf(data map[string][]byte) string {
	var b bytes.Buffer
	for _, k := range slices.Sorted(maps.Keys(data)) {
		fmt.Fprintf(&b, "%s=%s,", k, data[k])
	}
	return b.String()
}

func (r *Rollout) renew(ctx context.Context, s *corev1.Secret, password []byte) error {
	s.Data = map[string][]byte{"password": password}
	return r.Update(ctx, s)
}

func (r *Rollout) stamp(ctx context.Context, d *appsv1.Deployment, text string) error {
	base := d.DeepCopy()
	metav1.SetMetaDataAnnotation(&d.Spec.Template.ObjectMeta, sum, text)
	return r.Patch(ctx, d, client.StrategicMergeFrom(base))
}

func (r *Rollout) hashed(ctx context.Context, s *corev1.Secret, d *appsv1.Deployment, password []byte) error {
	if err := r.renew(ctx, s, password); err != nil {
		return err
	}
	var now corev1.Secret
	if err := r.Get(ctx, client.ObjectKeyFromObject(s), &now); err != nil { // want `warning: .*what is written is made of its Data.*\[staleread/get\]`
		return err
	}
	return r.stamp(ctx, d, sumOf(now.Data))
}

func (r *Rollout) buffered(ctx context.Context, s *corev1.Secret, d *appsv1.Deployment, password []byte) error {
	if err := r.renew(ctx, s, password); err != nil {
		return err
	}
	var now corev1.Secret
	if err := r.Get(ctx, client.ObjectKeyFromObject(s), &now); err != nil { // want `warning: .*what is written is made of its Data.*\[staleread/get\]`
		return err
	}
	return r.stamp(ctx, d, textOf(now.Data))
}

// The hash is of what was written.
func (r *Rollout) written(ctx context.Context, s *corev1.Secret, d *appsv1.Deployment, password []byte) error {
	if err := r.renew(ctx, s, password); err != nil {
		return err
	}
	return r.stamp(ctx, d, sumOf(s.Data))
}

// The hash is of what the write leaves as it is.
func (r *Rollout) ofLabels(ctx context.Context, s *corev1.Secret, d *appsv1.Deployment, password []byte) error {
	base := s.DeepCopy()
	s.Data = map[string][]byte{"password": password}
	if err := r.Patch(ctx, s, client.MergeFrom(base)); err != nil {
		return err
	}
	var now corev1.Secret
	if err := r.Get(ctx, client.ObjectKeyFromObject(s), &now); err != nil {
		return err
	}
	h := sha256.New()
	for _, k := range slices.Sorted(maps.Keys(now.Labels)) {
		io.WriteString(h, k+now.Labels[k])
	}
	return r.stamp(ctx, d, hex.EncodeToString(h.Sum(nil)))
}

// The hash is only told.
func (r *Rollout) told(ctx context.Context, s *corev1.Secret, password []byte) error {
	if err := r.renew(ctx, s, password); err != nil {
		return err
	}
	var now corev1.Secret
	if err := r.Get(ctx, client.ObjectKeyFromObject(s), &now); err != nil {
		return err
	}
	log.FromContext(ctx).Info("renewed", "sum", sumOf(now.Data))
	return nil
}
