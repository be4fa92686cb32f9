package block

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/util/wait"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// A looker looks for the nodes of pods.
type looker struct{ nodes corelisters.NodeLister }

func (l *looker) register(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: l.once, DeleteFunc: l.later})
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: l.until, DeleteFunc: l.ignoring})
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: l.filtering})
}

// once is content with whatever there is, and fails otherwise: nothing is called a second time.
func (l *looker) once(obj any) {
	var node *corev1.Node
	_ = wait.ExponentialBackoff(retry.DefaultBackoff, func() (bool, error) {
		var err error
		if node, err = l.nodes.Get(obj.(*corev1.Pod).Spec.NodeName); err != nil && !apierrors.IsNotFound(err) {
			return false, err
		}
		return true, nil
	})
	println(node)
}

// until calls again where there is none.
func (l *looker) until(obj any) {
	_ = wait.ExponentialBackoff(retry.DefaultBackoff, func() (bool, error) { // want `wait.ExponentialBackoff polls until a condition holds.*\[oneshot/block\]`
		_, err := l.nodes.Get(obj.(*corev1.Pod).Spec.NodeName)
		if apierrors.IsNotFound(err) {
			return false, nil
		}
		return true, err
	})
}

// later is content at once, but for the pause before.
func (l *looker) later(any) {
	_ = wait.PollUntilContextTimeout(context.Background(), time.Minute, time.Hour, false, func(context.Context) (bool, error) { // want `wait.PollUntilContextTimeout polls until a condition holds.*\[oneshot/block\]`
		return true, nil
	})
}

// ignoring calls again where there is none.
func (l *looker) ignoring(obj any) {
	_ = wait.ExponentialBackoff(retry.DefaultBackoff, func() (bool, error) { // want `wait.ExponentialBackoff polls until a condition holds.*\[oneshot/block\]`
		if _, err := l.nodes.Get("first"); err != nil {
			return false, client.IgnoreNotFound(err)
		}
		return true, nil
	})
}

// filtering does so with a function of its own.
func (l *looker) filtering(obj any) {
	_ = wait.ExponentialBackoff(retry.DefaultBackoff, func() (bool, error) { // want `wait.ExponentialBackoff polls until a condition holds.*\[oneshot/block\]`
		if _, err := l.nodes.Get("first"); err != nil {
			return false, lasting(err)
		}
		return true, nil
	})
}

func lasting(err error) error {
	if apierrors.IsNotFound(err) {
		return nil
	}
	return err
}
