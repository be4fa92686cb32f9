package unsynced

import (
	"context"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corev1listers "k8s.io/client-go/listers/core/v1"

	"ctrllint.test/cr025/oneshot/unsynced/roster"
	"ctrllint.test/cr025/oneshot/unsynced/roster/patient"
)

func filled(ctx context.Context, factory informers.SharedInformerFactory) bool {
	for _, ok := range factory.WaitForCacheSync(ctx.Done()) {
		if !ok {
			return false
		}
	}
	return true
}

// A function of another package reads the lister that it is given.
func seeded(ctx context.Context, client kubernetes.Interface) error {
	factory := informers.NewSharedInformerFactory(client, 0)
	nodes := factory.Core().V1().Nodes().Lister()
	r := roster.Of(nodes)
	factory.Start(ctx.Done())
	if err := r.Take(nodes); err != nil { // want `seeded reads a cache that nothing has waited for to fill: .*\[oneshot/unsynced\]`
		return err
	}
	if !filled(ctx, factory) {
		return ctx.Err()
	}
	return nil
}

// It reads the one that its constructor was given.
func constructed(ctx context.Context, client kubernetes.Interface) error {
	factory := informers.NewSharedInformerFactory(client, 0)
	r := roster.Of(factory.Core().V1().Nodes().Lister())
	factory.Start(ctx.Done())
	return r.Fill() // want `constructed reads a cache that nothing has waited for to fill: .*\[oneshot/unsynced\]`
}

// A function in between makes no difference.
func between(ctx context.Context, client kubernetes.Interface) error {
	factory := informers.NewSharedInformerFactory(client, 0)
	nodes := factory.Core().V1().Nodes().Lister()
	factory.Start(ctx.Done())
	return takes(roster.Of(nil), nodes) // want `between reads a cache that nothing has waited for to fill: .*\[oneshot/unsynced\]`
}

func takes(r *roster.Roster, nodes corev1listers.NodeLister) error { return r.Take(nodes) }

// The wait comes first.
func acrossMended(ctx context.Context, client kubernetes.Interface) error {
	factory := informers.NewSharedInformerFactory(client, 0)
	nodes := factory.Core().V1().Nodes().Lister()
	r := roster.Of(nodes)
	factory.Start(ctx.Done())
	if !filled(ctx, factory) {
		return ctx.Err()
	}
	if err := r.Take(nodes); err != nil {
		return err
	}
	return r.Fill()
}

// Nothing is read before the wait: the lister is kept, or read by what is called then.
func kept(ctx context.Context, client kubernetes.Interface) error {
	factory := informers.NewSharedInformerFactory(client, 0)
	nodes := factory.Core().V1().Nodes().Lister()
	factory.Start(ctx.Done())
	r := roster.Of(nodes)
	r.Keep(nodes)
	take := r.Later(nodes)
	if r.Known() > 0 || !filled(ctx, factory) {
		return ctx.Err()
	}
	return take()
}

// What is called waits itself.
func awaited(ctx context.Context, client kubernetes.Interface) error {
	factory := informers.NewSharedInformerFactory(client, 0)
	nodes := factory.Core().V1().Nodes()
	synced := nodes.Informer().HasSynced
	factory.Start(ctx.Done())
	return patient.Take(ctx, roster.Of(nodes.Lister()), nodes.Lister(), synced)
}

// What is read was waited for where it was made, or is of nobody knows which informers.
func otherwise(ctx context.Context, client kubernetes.Interface, nodes corev1listers.NodeLister) error {
	first := informers.NewSharedInformerFactory(client, 0)
	informer := first.Core().V1().Nodes()
	first.Start(ctx.Done())
	full := patient.Full(ctx, informer.Lister(), informer.Informer().HasSynced)

	second := informers.NewSharedInformerFactory(client, 0)
	second.Core().V1().Pods().Informer()
	second.Start(ctx.Done())
	if err := full.Fill(); err != nil {
		return err
	}
	if err := roster.Of(nodes).Fill(); err != nil {
		return err
	}
	if !filled(ctx, second) {
		return ctx.Err()
	}
	return nil
}

// An inventory has the lister of informers that it doesn't start.
type inventory struct {
	roster *roster.Roster
	client kubernetes.Interface
}

func (i *inventory) more(ctx context.Context) error {
	factory := informers.NewSharedInformerFactory(i.client, 0)
	factory.Core().V1().Pods().Informer()
	factory.Start(ctx.Done())
	if err := i.roster.Fill(); err != nil {
		return err
	}
	if !filled(ctx, factory) {
		return ctx.Err()
	}
	return nil
}
