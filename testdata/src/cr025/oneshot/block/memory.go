package block

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/wait"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/retry"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

func any1(error) bool { return true }

// What is tried again asks the cache, as in vmware-tanzu's nsx-operator (nsxserviceaccount_controller.go:246): that fails as good
// as never, and so there is nothing to wait for.
type proxies struct {
	client.Client
	nodes corelisters.NodeLister
}

func (p *proxies) setup(mgr ctrl.Manager) error {
	p.Client = mgr.GetClient()
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).
		Watches(&corev1.Service{}, handler.EnqueueRequestsFromMapFunc(p.ofService)).
		Watches(&corev1.Node{}, handler.EnqueueRequestsFromMapFunc(p.ofNode)).
		Watches(&corev1.Secret{}, handler.EnqueueRequestsFromMapFunc(p.ofSecret)).
		Watches(&corev1.ConfigMap{}, handler.EnqueueRequestsFromMapFunc(p.ofConfig)).
		Complete(p)
}

func (p *proxies) Reconcile(context.Context, ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, nil
}

func (p *proxies) ofService(ctx context.Context, _ client.Object) []reconcile.Request {
	pods := &corev1.PodList{}
	if err := retry.OnError(retry.DefaultRetry, any1, func() error { return p.List(ctx, pods) }); err != nil {
		return nil
	}
	return make([]reconcile.Request, len(pods.Items))
}

func (p *proxies) ofNode(context.Context, client.Object) []reconcile.Request {
	var nodes []*corev1.Node
	_ = retry.OnError(retry.DefaultBackoff, any1, func() (err error) {
		nodes, err = p.nodes.List(labels.Everything())
		return err
	})
	return make([]reconcile.Request, len(nodes))
}

// It is tried again until something else is content, too.
func (p *proxies) ofSecret(ctx context.Context, obj client.Object) []reconcile.Request {
	pods := &corev1.PodList{}
	_ = retry.OnError(retry.DefaultBackoff, any1, func() error { // want `ofSecret → retry.OnError retries with pauses.*\[oneshot/block\]`
		if err := p.List(ctx, pods); err != nil {
			return err
		}
		return opaque()
	})
	return make([]reconcile.Request, len(pods.Items))
}

// A poll waits for what is in the cache.
func (p *proxies) ofConfig(ctx context.Context, _ client.Object) []reconcile.Request {
	pods := &corev1.PodList{}
	_ = wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(context.Context) (bool, error) { // want `wait.PollUntilContextTimeout polls until a condition holds.*\[oneshot/block\]`
		err := p.List(ctx, pods)
		return len(pods.Items) > 0, err
	})
	return make([]reconcile.Request, len(pods.Items))
}

// The pauses of client-go's own backoffs come to less than a second in all.
func (p *proxies) brief(obj any) {
	_ = retry.OnError(retry.DefaultBackoff, any1, opaque)                               // want `note: .*retry.OnError retries with pauses.*\[oneshot/block\]`
	_ = retry.OnError(wait.Backoff{Steps: 10, Duration: 5 * time.Second}, any1, opaque) // want `warning: .*retry.OnError retries with pauses.*\[oneshot/block\]`
}

func (p *proxies) handles(informer cache.SharedIndexInformer) error {
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: p.brief})
	return err
}
