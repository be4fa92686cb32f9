// Package maintenance takes the Websites off Nodes that are about to go.
package maintenance

import (
	"context"
	"maps"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	listersv1 "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/ctrllint/ctrllint/examples/operator-fixed/internal/kubeutil"
)

const (
	drainLabel = "websites.example.com/drain"
	movingFrom = "websites.example.com/moving-from"
	twinOf     = "websites.example.com/twin-of"

	every = time.Minute
)

var log = ctrl.Log.WithName("maintenance")

// Maintenance deals with the Nodes that have the drain label.
type Maintenance struct {
	client    client.Client
	clientset kubernetes.Interface
	nodes     listersv1.NodeLister
	pods      listersv1.PodLister
	queue     workqueue.TypedRateLimitingInterface[string]
	synced    []cache.InformerSynced
}

// New returns a Maintenance that the factory's Node and Pod informers feed.
func New(factory informers.SharedInformerFactory, writer client.Client, clientset kubernetes.Interface) (*Maintenance, error) {
	nodes, pods := factory.Core().V1().Nodes(), factory.Core().V1().Pods()
	m := &Maintenance{
		client:    writer,
		clientset: clientset,
		nodes:     nodes.Lister(),
		pods:      pods.Lister(),
		queue:     workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]()),
		synced:    []cache.InformerSynced{nodes.Informer().HasSynced, pods.Informer().HasSynced},
	}
	err := nodes.Informer().SetTransform(func(obj any) (any, error) {
		if node, ok := obj.(*corev1.Node); ok {
			node.ManagedFields = nil // nobody needs them
		}
		return obj, nil
	})
	if err != nil {
		return nil, err
	}
	_, err = nodes.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    m.onNode,
		UpdateFunc: func(_, obj any) { m.onNode(obj) },
	})
	return m, err
}

func (m *Maintenance) onNode(obj any) {
	node, ok := obj.(*corev1.Node)
	if !ok {
		return
	}
	if _, drain := node.Labels[drainLabel]; drain {
		m.queue.Add(node.Name)
	}
}

// Start works until the context is done.
func (m *Maintenance) Start(ctx context.Context) error {
	if !cache.WaitForCacheSync(ctx.Done(), m.synced...) {
		return ctx.Err()
	}
	go wait.UntilWithContext(ctx, m.work, every)
	<-ctx.Done()
	m.queue.ShutDown()
	return nil
}

func (m *Maintenance) work(ctx context.Context) {
	for {
		name, stop := m.queue.Get()
		if stop {
			return
		}
		if err := m.drain(ctx, name); err != nil {
			log.Error(err, "draining", "node", name)
			m.queue.AddRateLimited(name)
		} else {
			m.queue.Forget(name)
		}
		m.queue.Done(name)
	}
}

func (m *Maintenance) drain(ctx context.Context, name string) error {
	if cordoned, err := m.cordon(ctx, name); cordoned || err != nil {
		return err // the event of the update brings the Node back
	}
	pods, err := m.pods.List(labels.Everything())
	if err != nil {
		return err
	}
	for _, pod := range pods {
		if pod.Spec.NodeName != name || kubeutil.WebsiteOf(pod).Name == "" || pod.Annotations[movingFrom] == name {
			continue
		}
		if err := m.replace(ctx, pod.Namespace, pod.Name); err != nil {
			return err
		}
		pod = pod.DeepCopy()
		kubeutil.Annotate(pod, movingFrom, name)
		if _, err := m.clientset.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	return m.release(ctx, name)
}

// cordon keeps new Pods away from the Node, and tells whether it had to.
func (m *Maintenance) cordon(ctx context.Context, name string) (bool, error) {
	node, err := m.nodes.Get(name)
	if err != nil || node.Spec.Unschedulable {
		return false, err
	}
	node = node.DeepCopy()
	node.Spec.Unschedulable = true
	_, err = m.clientset.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{})
	return true, err
}

// replace starts a twin of the Pod on another Node.
func (m *Maintenance) replace(ctx context.Context, namespace, name string) error {
	pod, err := m.pods.Pods(namespace).Get(name)
	if err != nil {
		return err
	}
	twin := *pod
	twin.ObjectMeta = metav1.ObjectMeta{GenerateName: name + "-", Namespace: namespace, Labels: maps.Clone(pod.Labels)}
	twin.Labels[twinOf] = name
	twin.Spec.NodeName = ""
	_, err = m.clientset.CoreV1().Pods(namespace).Create(ctx, &twin, metav1.CreateOptions{})
	return err
}

// release says that the Node may go.
func (m *Maintenance) release(ctx context.Context, name string) error {
	node, err := m.nodes.Get(name)
	if err != nil {
		return err
	}
	before := node.DeepCopy()
	after := before.DeepCopy()
	after.Labels[drainLabel] = "done"
	if err := m.client.Patch(ctx, after, client.MergeFrom(before)); err != nil {
		return err
	}
	return m.client.SubResource("status").Update(ctx, after)
}
