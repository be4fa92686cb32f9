// Package mutation has functions that change objects of a cache in place, which ctrllint flags, and their mended twins.
package mutation

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
	"k8s.io/utils/ptr"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

const (
	namespace = "shop"
	name      = "till"
)

// A Shop is open when its Pod says so.
type Shop struct {
	Clientset kubernetes.Interface
	Client    client.Client // writes
	Cache     client.Reader // controller-runtime's
	Managed   client.Client // of a manager whose cache makes no copies
	Pods      corelisters.PodLister
	Informer  cache.SharedIndexInformer

	latest *corev1.Pod
}

// FieldBug labels the Pod of the lister.
func (s *Shop) FieldBug(ctx context.Context) error {
	pod, err := s.Pods.Pods(namespace).Get(name)
	if err != nil {
		return err
	}
	if pod.Labels["open"] == "yes" {
		return nil
	}
	pod.Labels["open"] = "yes"
	_, err = s.Clientset.CoreV1().Pods(namespace).Update(ctx, pod, metav1.UpdateOptions{})
	return err
}

// FieldMended labels a copy.
func (s *Shop) FieldMended(ctx context.Context) error {
	pod, err := s.Pods.Pods(namespace).Get(name)
	if err != nil {
		return err
	}
	if pod.Labels["open"] == "yes" {
		return nil
	}
	pod = pod.DeepCopy()
	pod.Labels["open"] = "yes"
	_, err = s.Clientset.CoreV1().Pods(namespace).Update(ctx, pod, metav1.UpdateOptions{})
	return err
}

// SharedBug labels a copy of the struct, which has the labels of the original.
func (s *Shop) SharedBug(context.Context) error {
	pod, err := s.Pods.Pods(namespace).Get(name)
	if err != nil {
		return err
	}
	twin := *pod
	twin.Name += "-twin"
	twin.Labels["twin"] = "yes"
	return nil
}

// SharedMended sets fields of a copy of the struct, and labels a copy of everything.
func (s *Shop) SharedMended(context.Context) error {
	pod, err := s.Pods.Pods(namespace).Get(name)
	if err != nil {
		return err
	}
	twin := *pod
	twin.Name += "-twin"
	twin.ObjectMeta = *pod.ObjectMeta.DeepCopy()
	twin.Labels["twin"] = "yes"
	return nil
}

func markOpen(pod *corev1.Pod) { metav1.SetMetaDataAnnotation(&pod.ObjectMeta, "open", "yes") }

// CalleeBug has the Pod of the lister annotated.
func (s *Shop) CalleeBug(context.Context) error {
	pod, err := s.Pods.Pods(namespace).Get(name)
	if err != nil {
		return err
	}
	markOpen(pod)
	return nil
}

// CalleeMended has a copy annotated.
func (s *Shop) CalleeMended(context.Context) error {
	pod, err := s.Pods.Pods(namespace).Get(name)
	if err != nil {
		return err
	}
	markOpen(pod.DeepCopy())
	return nil
}

// ReplyBug has the server's answer written into the Pod of the lister.
func (s *Shop) ReplyBug(ctx context.Context) error {
	pod, err := s.Pods.Pods(namespace).Get(name)
	if err != nil {
		return err
	}
	return s.Client.Update(ctx, pod)
}

// ReplyMended has it written into a copy.
func (s *Shop) ReplyMended(ctx context.Context) error {
	pod, err := s.Pods.Pods(namespace).Get(name)
	if err != nil {
		return err
	}
	return s.Client.Update(ctx, pod.DeepCopy())
}

// EventBug drops fields of the object that the handler is given.
func (s *Shop) EventBug(context.Context) error {
	_, err := s.Informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) { obj.(*corev1.Pod).Labels["seen"] = "yes" },
	})
	return err
}

// EventMended drops those of a copy.
func (s *Shop) EventMended(context.Context) error {
	_, err := s.Informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			s.latest = obj.(*corev1.Pod).DeepCopy()
			s.latest.Labels["seen"] = "yes"
		},
	})
	return err
}

// UnsafeBug labels what is read without being copied.
func (s *Shop) UnsafeBug(ctx context.Context) error {
	var pods corev1.PodList
	if err := s.Cache.List(ctx, &pods, client.InNamespace(namespace), client.UnsafeDisableDeepCopy); err != nil {
		return err
	}
	for i := range pods.Items {
		pods.Items[i].Labels["open"] = "yes"
	}
	return nil
}

// UnsafeMended labels what is read as usual.
func (s *Shop) UnsafeMended(ctx context.Context) error {
	var pods corev1.PodList
	if err := s.Cache.List(ctx, &pods, client.InNamespace(namespace)); err != nil {
		return err
	}
	for i := range pods.Items {
		pods.Items[i].Labels["open"] = "yes"
	}
	return nil
}

// Manage makes a manager that is told to make no copies.
func (s *Shop) Manage(config *rest.Config, options ctrl.Options) (ctrl.Manager, error) {
	options.Cache.DefaultUnsafeDisableDeepCopy = ptr.To(true)
	mgr, err := ctrl.NewManager(config, options)
	if err != nil {
		return nil, err
	}
	s.Managed = mgr.GetClient()
	return mgr, nil
}

// ManagedBug labels what the manager's client reads, in the belief that it is a copy.
func (s *Shop) ManagedBug(ctx context.Context) error {
	var pod corev1.Pod
	if err := s.Managed.Get(ctx, client.ObjectKey{Namespace: namespace, Name: name}, &pod); err != nil {
		return err
	}
	pod.Labels["open"] = "yes"
	s.latest = &pod
	return nil
}

// ManagedMended labels a copy.
func (s *Shop) ManagedMended(ctx context.Context) error {
	var pod corev1.Pod
	if err := s.Managed.Get(ctx, client.ObjectKey{Namespace: namespace, Name: name}, &pod); err != nil {
		return err
	}
	s.latest = pod.DeepCopy()
	s.latest.Labels["open"] = "yes"
	return nil
}
