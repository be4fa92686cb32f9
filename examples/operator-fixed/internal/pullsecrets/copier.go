// Package pullsecrets copies the Secret for pulling images to every Namespace that has Websites.
package pullsecrets

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	listersv1 "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"

	"github.com/ctrllint/ctrllint/examples/operator-fixed/api/v1alpha1"
)

const (
	home = "websites" // the Namespace of the original
	name = "pull"

	settle = 5 * time.Second
)

var log = ctrl.Log.WithName("pullsecrets")

// Copier makes the copies, and removes those that nobody needs.
type Copier struct {
	client     kubernetes.Interface
	namespaces listersv1.NamespaceLister
	secrets    listersv1.SecretLister
	queue      workqueue.TypedRateLimitingInterface[string]
	synced     []cache.InformerSynced
}

// NewCopier returns a copier that the factory's Namespace and Secret informers feed.
func NewCopier(factory informers.SharedInformerFactory, client kubernetes.Interface) (*Copier, error) {
	namespaces, secrets := factory.Core().V1().Namespaces(), factory.Core().V1().Secrets()
	c := &Copier{
		client:     client,
		namespaces: namespaces.Lister(),
		secrets:    secrets.Lister(),
		queue:      workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]()),
		synced:     []cache.InformerSynced{namespaces.Informer().HasSynced, secrets.Informer().HasSynced},
	}
	_, err := namespaces.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: c.onNamespace})
	if err != nil {
		return nil, err
	}
	_, err = secrets.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			if secret := obj.(*corev1.Secret); secret.Name == name && secret.Namespace != home {
				c.queue.AddAfter(secret.Namespace, settle)
			}
		},
	})
	return c, err
}

// Start makes and removes copies until the context ends.
func (c *Copier) Start(ctx context.Context) error {
	defer c.queue.ShutDown()
	if !cache.WaitForCacheSync(ctx.Done(), c.synced...) {
		return ctx.Err()
	}
	go wait.UntilWithContext(ctx, c.work, time.Second)
	<-ctx.Done()
	return nil
}

// onNamespace has the worker look at a Namespace that is new, when others have set it up.
func (c *Copier) onNamespace(obj any) {
	c.queue.AddAfter(obj.(*corev1.Namespace).Name, settle)
}

// work sees to one Namespace after the other, and to those again where that failed.
func (c *Copier) work(ctx context.Context) {
	for {
		namespace, shutdown := c.queue.Get()
		if shutdown {
			return
		}
		if err := c.sync(ctx, namespace); err != nil {
			log.Error(err, "copying the pull secret", "namespace", namespace)
			c.queue.AddRateLimited(namespace)
		} else {
			c.queue.Forget(namespace)
		}
		c.queue.Done(namespace)
	}
}

// sync makes the copy in a Namespace that Websites are in, and removes it from others.
func (c *Copier) sync(ctx context.Context, name string) error {
	namespace, err := c.namespaces.Get(name)
	switch {
	case apierrors.IsNotFound(err):
		return nil // its Secrets went with it
	case err != nil:
		return err
	case wanted(namespace):
		return c.copyTo(ctx, name)
	}
	return c.remove(ctx, name)
}

func (c *Copier) copyTo(ctx context.Context, namespace string) error {
	original, err := c.secrets.Secrets(home).Get(name)
	if err != nil {
		return err
	}
	copied := &corev1.Secret{
		ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name},
		Type:       original.Type,
		Data:       original.Data,
	}
	_, err = c.client.CoreV1().Secrets(namespace).Create(ctx, copied, metav1.CreateOptions{})
	if apierrors.IsAlreadyExists(err) {
		return nil
	}
	return err
}

func (c *Copier) remove(ctx context.Context, namespace string) error {
	err := c.client.CoreV1().Secrets(namespace).Delete(ctx, name, metav1.DeleteOptions{})
	if apierrors.IsNotFound(err) {
		return nil
	}
	return err
}

func wanted(namespace *corev1.Namespace) bool { return namespace.Labels[v1alpha1.WebsiteLabel] != "" }
