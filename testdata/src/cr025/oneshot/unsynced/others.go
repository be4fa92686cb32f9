package unsynced

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	informercore "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
	listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
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

// A mirror is given informers, of which somebody else waits for the first ones, and starts the last ones when they are needed.
type mirror struct {
	nodes         listers.NodeLister
	secrets       listers.SecretLister
	secretsSynced cache.InformerSynced
	configs       informercore.ConfigMapInformer
	configLister  listers.ConfigMapLister
}

func newMirror(nodes informercore.NodeInformer, secrets informercore.SecretInformer, configs informercore.ConfigMapInformer) *mirror {
	return &mirror{
		nodes:         nodes.Lister(),
		secrets:       secrets.Lister(),
		secretsSynced: secrets.Informer().HasSynced,
		configs:       configs,
		configLister:  configs.Lister(),
	}
}

// sync is what a worker does, which is run when the nodes are in.
func (m *mirror) sync(ctx context.Context) error {
	if _, err := m.nodes.Get("a"); err != nil {
		return err
	}
	if !cache.WaitForCacheSync(ctx.Done(), m.configs.Informer().HasSynced) {
		return ctx.Err()
	}
	_, err := m.configLister.ConfigMaps("a").Get("b")
	return err
}

// early reads what it waits for then.
func (m *mirror) early(ctx context.Context) error {
	found, err := m.secrets.List(labels.Everything()) // want `\[oneshot/unsynced\]`
	if err != nil || len(found) == 0 {
		return err
	}
	if !cache.WaitForCacheSync(ctx.Done(), m.configs.Informer().HasSynced, m.secretsSynced) {
		return ctx.Err()
	}
	return nil
}

// startMirror runs it right after it has started the informers.
func startMirror(ctx context.Context, cs kubernetes.Interface) error {
	factory := informers.NewSharedInformerFactory(cs, 0)
	m := newMirror(factory.Core().V1().Nodes(), factory.Core().V1().Secrets(), factory.Core().V1().ConfigMaps())
	factory.Start(ctx.Done())
	return m.run(ctx)
}

func (m *mirror) run(ctx context.Context) error {
	if _, err := m.nodes.Get("a"); err != nil { // want `\[oneshot/unsynced\]`
		return err
	}
	if !cache.WaitForCacheSync(ctx.Done(), m.configs.Informer().HasSynced) {
		return ctx.Err()
	}
	return nil
}
