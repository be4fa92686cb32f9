package unsynced

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	listers "k8s.io/client-go/listers/core/v1"
)

// An agent has the nodes of informers that have filled long since.
type agent struct {
	cs      kubernetes.Interface
	nodes   listers.NodeLister
	secrets listers.SecretLister
}

// What is started is another factory than the one that the nodes are of.
func (a *agent) others(ctx context.Context) error {
	factory := informers.NewSharedInformerFactory(a.cs, 0)
	secrets := factory.Core().V1().Secrets().Lister()
	factory.Start(ctx.Done())
	if _, err := a.nodes.List(labels.Everything()); err != nil {
		return err
	}
	for _, filled := range factory.WaitForCacheSync(ctx.Done()) {
		if !filled {
			return ctx.Err()
		}
	}
	_, err := secrets.List(labels.Everything())
	return err
}

// What is started fills what is put into the agent.
func (a *agent) own(ctx context.Context) error {
	factory := informers.NewSharedInformerFactory(a.cs, 0)
	a.secrets = factory.Core().V1().Secrets().Lister()
	factory.Start(ctx.Done())
	_, err := a.secrets.List(labels.Everything()) // want `\[oneshot/unsynced\]`
	return err
}

// A helper puts it there.
func (a *agent) handed(ctx context.Context) error {
	factory := informers.NewSharedInformerFactory(a.cs, 0)
	a.take(factory)
	factory.Start(ctx.Done())
	_, err := a.secrets.List(labels.Everything()) // want `\[oneshot/unsynced\]`
	return err
}

func (a *agent) take(factory informers.SharedInformerFactory) {
	a.secrets = factory.Core().V1().Secrets().Lister()
}
