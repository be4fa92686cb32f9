// Package pullsecrets copies the Secret for pulling images to every Namespace that has Websites.
package pullsecrets

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	listersv1 "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"

	"github.com/ctrllint/ctrllint/examples/operator/api/v1alpha1"
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
	queue      workqueue.TypedRateLimitingInterface[string]
	synced     []cache.InformerSynced
	copies     chan string // Namespaces that have one
}

// NewCopier returns a copier that the factory's Namespace and Secret informers feed.
func NewCopier(factory informers.SharedInformerFactory, client kubernetes.Interface) (*Copier, error) {
	namespaces, secrets := factory.Core().V1().Namespaces(), factory.Core().V1().Secrets()
	c := &Copier{
		client:     client,
		namespaces: namespaces.Lister(),
		queue:      workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]()),
		synced:     []cache.InformerSynced{namespaces.Informer().HasSynced, secrets.Informer().HasSynced},
		copies:     make(chan string),
	}
	_, err := namespaces.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: c.onNamespace})
	if err != nil {
		return nil, err
	}
	_, err = secrets.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			secret := obj.(*corev1.Secret)
			if secret.Name != name || secret.Namespace == home {
				return
			}
			namespace, err := client.CoreV1().Namespaces().Get(context.Background(), secret.Namespace, metav1.GetOptions{})
			if err == nil && namespace.DeletionTimestamp == nil {
				c.copies <- namespace.Name
			}
		},
	})
	return c, err
}

// Start removes copies until the context ends.
func (c *Copier) Start(ctx context.Context) error {
	defer c.queue.ShutDown()
	go wait.UntilWithContext(ctx, c.work, time.Second)
	cache.WaitForCacheSync(ctx.Done(), c.synced...)
	log.Info("caches are filled")
	for {
		select {
		case <-ctx.Done():
			return nil
		case namespace := <-c.copies:
			c.queue.AddAfter(namespace, settle)
		}
	}
}

// onNamespace makes the copy in a Namespace that is new.
func (c *Copier) onNamespace(obj any) {
	namespace := obj.(*corev1.Namespace)
	if !wanted(namespace) {
		return
	}
	time.Sleep(settle) // others set the Namespace up
	if err := c.copyTo(context.Background(), namespace.Name); err != nil {
		log.Error(err, "copying the pull secret", "namespace", namespace.Name)
	}
}

func (c *Copier) copyTo(ctx context.Context, namespace string) error {
	original, err := c.client.CoreV1().Secrets(home).Get(ctx, name, metav1.GetOptions{})
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

// work removes copies from Namespaces that no Website is in.
func (c *Copier) work(ctx context.Context) {
	for {
		namespace, shutdown := c.queue.Get()
		if shutdown {
			return
		}
		if err := c.remove(ctx, namespace); err != nil {
			c.queue.AddRateLimited(namespace)
		} else {
			c.queue.Forget(namespace)
		}
		c.queue.Done(namespace)
	}
}

func (c *Copier) remove(ctx context.Context, namespace string) error {
	all, err := c.namespaces.List(labels.Everything())
	if err != nil {
		return err
	}
	for _, have := range all {
		if have.Name == namespace && wanted(have) {
			return nil
		}
	}
	err = c.client.CoreV1().Secrets(namespace).Delete(ctx, name, metav1.DeleteOptions{})
	if apierrors.IsNotFound(err) {
		return nil
	}
	return err
}

func wanted(namespace *corev1.Namespace) bool { return namespace.Labels[v1alpha1.WebsiteLabel] != "" }
