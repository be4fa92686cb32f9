// Package rounds does things again and again.
package rounds

import (
	"context"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/kubernetes"
)

// Each calls a function each minute.
func Each(ctx context.Context, do func()) {
	wait.UntilWithContext(ctx, func(context.Context) { do() }, time.Minute)
}

// Broom sweeps.
type Broom struct{ Client kubernetes.Interface }

// Sweep empties a namespace.
func (b Broom) Sweep() {
	_ = b.Client.CoreV1().Secrets("old").DeleteCollection(context.Background(), metav1.DeleteOptions{}, metav1.ListOptions{})
}
