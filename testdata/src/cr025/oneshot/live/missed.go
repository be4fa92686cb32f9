package live

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// A parish knows its nodes by an informer, and asks the API server for those that this doesn't have.
type parish struct {
	sets  kubernetes.Interface
	nodes cache.Store
	seen  cache.Store
	held  map[string]string
}

func newParish(sets kubernetes.Interface, nodes cache.SharedIndexInformer) *parish {
	return &parish{sets: sets, nodes: nodes.GetStore(), seen: cache.NewStore(cache.MetaNamespaceKeyFunc), held: map[string]string{}}
}

// known hands out what the informer has.
func (p *parish) known(name string) *corev1.Node {
	if p.nodes == nil {
		return nil
	}
	obj, exists, err := p.nodes.GetByKey(name)
	if err != nil || !exists {
		return nil
	}
	return obj.(*corev1.Node)
}

// fetched asks the API server.
func (p *parish) fetched(name string) *corev1.Node {
	node, err := p.sets.CoreV1().Nodes().Get(context.Background(), name, metav1.GetOptions{})
	if err != nil {
		return nil
	}
	return node
}

func (p *parish) nodeOf(pod *corev1.Pod) *corev1.Node {
	if node := p.known(pod.Spec.NodeName); node != nil {
		return node
	}
	return p.fetched(pod.Spec.NodeName)
}

// asked is where the store itself has nothing.
func (p *parish) asked(name string) *corev1.Node {
	obj, exists, err := p.nodes.GetByKey(name)
	if err == nil && exists {
		return obj.(*corev1.Node)
	}
	if exists {
		return nil
	}
	node, _ := p.sets.CoreV1().Nodes().Get(context.Background(), name, metav1.GetOptions{})
	return node
}

// again asks for what the informer has.
func (p *parish) again(name string) bool {
	if node := p.known(name); node != nil {
		fresh, err := p.sets.CoreV1().Nodes().Get(context.Background(), name, metav1.GetOptions{}) // want `moved → again → Nodes.Get asks the API server.*\[oneshot/live\]`
		return err == nil && fresh.Spec.Unschedulable
	}
	return false
}

// claimed asks for another kind than that which is missing.
func (p *parish) claimed(pod *corev1.Pod) string {
	if p.known(pod.Spec.NodeName) == nil {
		space, err := p.sets.CoreV1().Namespaces().Get(context.Background(), pod.Namespace, metav1.GetOptions{}) // want `moved → claimed → Namespaces.Get asks the API server.*\[oneshot/live\]`
		if err == nil {
			return space.Name
		}
	}
	return ""
}

// first asks for what it has not noted itself yet, which is so for all that is new.
func (p *parish) first(pod *corev1.Pod) string {
	if _, exists, _ := p.seen.GetByKey(pod.Spec.NodeName); !exists {
		node, err := p.sets.CoreV1().Nodes().Get(context.Background(), pod.Spec.NodeName, metav1.GetOptions{}) // want `moved → first → Nodes.Get asks the API server.*\[oneshot/live\]`
		if err == nil {
			_ = p.seen.Add(node)
		}
	}
	return ""
}

// ready hands out what the informer has, but where it isn't ready.
func (p *parish) ready(name string) (*corev1.Node, bool) {
	obj, exists, err := p.nodes.GetByKey(name)
	if err != nil || !exists {
		return nil, false
	}
	node := obj.(*corev1.Node)
	return node, len(node.Status.Conditions) > 0
}

// waited asks again for what isn't ready.
func (p *parish) waited(name string) string {
	node, ok := p.ready(name)
	if !ok {
		node, _ = p.sets.CoreV1().Nodes().Get(context.Background(), name, metav1.GetOptions{}) // want `moved → waited → Nodes.Get asks the API server.*\[oneshot/live\]`
	}
	return node.Name
}

func (p *parish) moved(obj any) {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	if node := p.nodeOf(pod); node != nil {
		p.held[pod.Name] = node.Name
	}
	if node := p.asked(pod.Spec.NodeName); node != nil && p.again(node.Name) {
		p.held[pod.Name] = p.claimed(pod) + p.first(pod) + p.waited(node.Name)
	}
}

func (p *parish) register(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: p.moved})
}
