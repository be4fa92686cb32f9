// Package basin fills and empties basins.
package basin

import (
	"context"
	"errors"
	"log"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
)

type course string

const (
	fill  course = "fill"
	rinse course = "rinse"
	empty course = "empty"
	label course = "label"
)

// A Basin is filled and emptied.
type Basin struct {
	clientset kubernetes.Interface
	level     int
}

// steer goes from course to course, beginning with the one that it is told.
func (b *Basin) steer(ctx context.Context, at course, pod *corev1.Pod) error {
	var errs []error
next:
	switch at {
	case fill:
		if b.level++; b.level > 9 {
			at = empty
			goto next
		}
		at = label
		goto next
	case rinse:
		if b.level > 0 {
			at = label
			goto next
		}
	case empty:
		b.level = 0
		log.Print("emptied", at)
	case label:
		_, err := b.clientset.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{})
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// Fill comes to the label by way of another course.
func (b *Basin) Fill(ctx context.Context, pod *corev1.Pod) error { return b.steer(ctx, fill, pod) }

// Empty never does: it is emptied, and that is all.
func (b *Basin) Empty(ctx context.Context, pod *corev1.Pod) error { return b.steer(ctx, empty, pod) }
