// Package paused has handlers that try something which takes little time until it succeeds, with pauses.
package paused

import (
	"context"
	"errors"
	"os/exec"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

type mounts struct {
	clients kubernetes.Interface
	queue   workqueue.TypedRateLimitingInterface[string]
}

// The pauses are what stalls the listener, and not what is run.
func (m *mounts) follow(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		if key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); err == nil {
			_ = m.release(key)
		}
	}})
}

func (m *mounts) release(name string) error {
	return wait.PollUntilContextTimeout(context.Background(), time.Second, time.Minute, true, func(context.Context) (bool, error) { // want `release → wait.PollUntilContextTimeout polls until a condition holds in an informer's event handler.*\[oneshot/block\]`
		return unmount(name) == nil, nil
	})
}

func unmount(name string) error { return exec.Command("umount", name).Run() }

// A worker may take its time.
func (m *mounts) leave(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		if key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); err == nil {
			m.queue.Add(key)
		}
	}})
	go func() {
		for {
			key, quit := m.queue.Get()
			if quit {
				return
			}
			_ = m.release(key)
			m.queue.Done(key)
		}
	}()
}

// Once, it doesn't pause: how long the process runs isn't known.
func (m *mounts) once(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) {
		pod := obj.(*corev1.Pod)
		_ = wait.PollUntilContextTimeout(context.Background(), time.Second, time.Minute, true, func(context.Context) (bool, error) {
			return true, exec.Command("mount", pod.Name).Run() // want `note: .*runs a process`
		})
	}})
}

// What writes is told where it does.
func (m *mounts) mark(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) {
		pod := obj.(*corev1.Pod)
		_ = wait.PollUntilContextTimeout(context.Background(), time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
			if exec.Command("mount", pod.Name).Run() != nil { // want `note: .*runs a process`
				return false, errors.New("not mounted")
			}
			_, err := m.clients.CoreV1().Pods(pod.Namespace).UpdateStatus(ctx, pod, metav1.UpdateOptions{}) // want `writes to the API server`
			return err == nil, nil
		})
	}})
}
