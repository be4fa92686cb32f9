// Package unpack has jobs that unpack bundles.
package unpack

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

func digest(path string) string {
	sum := sha256.Sum256([]byte(path))
	return hex.EncodeToString(sum[:])
}

func job(path string) *batchv1.Job {
	return &batchv1.Job{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", GenerateName: "unpack-", Labels: map[string]string{"bundle": digest(path)}}}
}

// Ensure creates the job of a bundle, if there is none.
func Ensure(ctx context.Context, c client.Client, path string) error {
	var bundles corev1.ConfigMapList
	if err := c.List(ctx, &bundles, client.InNamespace("shop")); err != nil {
		return err
	}
	for i := range bundles.Items {
		if bundles.Items[i].Data["path"] == path {
			return ensure(ctx, c, &corev1.ObjectReference{Name: bundles.Items[i].Name})
		}
	}
	return nil
}

func ensure(ctx context.Context, c client.Client, of *corev1.ObjectReference) error {
	var jobs batchv1.JobList
	if err := c.List(ctx, &jobs, client.InNamespace("shop"), client.MatchingLabels{"bundle": of.Name}); err != nil {
		return err
	}
	if len(jobs.Items) > 0 {
		return nil
	}
	return c.Create(ctx, job(of.Name))
}

// EnsureAny creates a job, if there are fewer than three.
func EnsureAny(ctx context.Context, c client.Client, path string) error {
	var jobs batchv1.JobList
	if err := c.List(ctx, &jobs, client.InNamespace("shop")); err != nil {
		return err
	}
	if len(jobs.Items) > 2 {
		return nil
	}
	return c.Create(ctx, job(path))
}
