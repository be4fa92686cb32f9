package requeued

import (
	"context"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

// leases marks the nodes that are let out. What can't be marked is kept, and a loop of its own tries it again. The form is
// cloud-provider-azure's, pkg/provider/servicegateway/difftracker/finalizers.go:436.
type leases struct {
	client kubernetes.Interface
	lock   sync.Mutex
	open   map[string]*lease
	late   []*corev1.Node
	back   chan *corev1.Node
	// What nothing is tried again for.
	failed  map[string]error
	once    map[string]*corev1.Node
	some    map[string]*corev1.Node
	renamed map[string]*corev1.Node
}

type lease struct{ node *corev1.Node }

func (l *leases) register(nodes cache.SharedIndexInformer) {
	nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: l.lend, UpdateFunc: l.extend, DeleteFunc: l.end})
	nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: l.count, UpdateFunc: l.start, DeleteFunc: l.choose})
	nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: l.rename})
}

func (l *leases) mark(node *corev1.Node) error {
	node = node.DeepCopy()
	node.Spec.Unschedulable = true
	_, err := l.client.CoreV1().Nodes().Update(context.Background(), node, metav1.UpdateOptions{})
	return err
}

// A map, which a helper puts it into.
func (l *leases) lend(obj any) {
	node := obj.(*corev1.Node)
	if err := l.mark(node); err != nil {
		klog.Error(err)
		l.keep(node)
	}
}

func (l *leases) keep(node *corev1.Node) {
	l.lock.Lock()
	defer l.lock.Unlock()
	if _, there := l.open[node.Name]; !there {
		l.open[node.Name] = &lease{node}
	}
}

func (l *leases) run(ctx context.Context) {
	tick := time.NewTicker(time.Minute)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			l.again()
		case node := <-l.back:
			if l.release(node) != nil {
				l.keep(node)
			}
		}
	}
}

func (l *leases) again() {
	var due []*corev1.Node
	l.lock.Lock()
	for _, lease := range l.open {
		due = append(due, lease.node)
	}
	l.lock.Unlock()
	for _, node := range due {
		if l.mark(node) == nil {
			l.lock.Lock()
			delete(l.open, node.Name)
			l.lock.Unlock()
		}
	}
}

// A list.
func (l *leases) extend(_, obj any) {
	node := obj.(*corev1.Node)
	if err := l.touch(node); err != nil {
		l.late = append(l.late, node)
	}
}

func (l *leases) touch(node *corev1.Node) error {
	_, err := l.client.CoreV1().Nodes().UpdateStatus(context.Background(), node, metav1.UpdateOptions{})
	return err
}

func (l *leases) runLate(ctx context.Context) {
	wait.UntilWithContext(ctx, l.touchLate, time.Minute)
}

func (l *leases) touchLate(context.Context) {
	var still []*corev1.Node
	for _, node := range l.late {
		if l.touch(node) != nil {
			still = append(still, node)
		}
	}
	l.late = still
}

// A channel.
func (l *leases) end(obj any) {
	if node, ok := obj.(*corev1.Node); ok && l.release(node) != nil {
		l.back <- node
	} else if t, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		klog.Info(t.Key)
	}
}

func (l *leases) release(node *corev1.Node) error {
	return l.client.CoreV1().Pods("leases").Delete(context.Background(), node.Name, metav1.DeleteOptions{})
}

// The loop only tells of it.
func (l *leases) count(obj any) {
	node := obj.(*corev1.Node)
	if _, err := l.client.CoreV1().Nodes().Update(context.Background(), node, metav1.UpdateOptions{}); err != nil { // want `count → Nodes.Update writes to the API server in an informer's event handler: when it fails no queue tries it again`
		l.failed[node.Name] = err
	}
}

func (l *leases) tell() {
	for name, err := range l.failed {
		klog.Error(name, err)
	}
}

// What is kept is tried again at the start alone.
func (l *leases) start(_, obj any) {
	node := obj.(*corev1.Node)
	if err := l.admit(node); err != nil {
		l.once[node.Name] = node
	}
}

func (l *leases) admit(node *corev1.Node) error {
	_, err := l.client.CoreV1().Nodes().Create(context.Background(), node, metav1.CreateOptions{}) // want `start → admit → Nodes.Create writes to the API server in an informer's event handler: when it fails no queue tries it again`
	return err
}

func (l *leases) first() {
	for _, node := range l.once {
		_ = l.admit(node)
	}
}

// Not all that fails is kept.
func (l *leases) choose(obj any) {
	node, ok := obj.(*corev1.Node)
	if !ok {
		node = obj.(cache.DeletedFinalStateUnknown).Obj.(*corev1.Node)
	}
	if err := l.drop(node); err != nil && node.Spec.Unschedulable {
		l.some[node.Name] = node
	}
}

func (l *leases) drop(node *corev1.Node) error {
	return l.client.CoreV1().Nodes().Delete(context.Background(), node.Name, metav1.DeleteOptions{}) // want `choose → drop → Nodes.Delete writes to the API server in an informer's event handler: when it fails no queue tries it again`
}

// The loop does something else for it.
func (l *leases) rename(obj any) {
	node := obj.(*corev1.Node)
	if err := l.label(node); err != nil {
		l.renamed[node.Name] = node
	}
}

func (l *leases) label(node *corev1.Node) error {
	_, err := l.client.CoreV1().Nodes().Update(context.Background(), node, metav1.UpdateOptions{}) // want `rename → label → Nodes.Update writes to the API server in an informer's event handler: when it fails no queue tries it again`
	return err
}

func (l *leases) runOthers(ctx context.Context) {
	l.first()
	wait.UntilWithContext(ctx, func(context.Context) {
		l.tell()
		for _, node := range l.some {
			_ = l.drop(node)
		}
		for _, node := range l.renamed {
			_ = l.release(node)
		}
	}, time.Minute)
}
