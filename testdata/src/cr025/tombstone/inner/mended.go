package inner

import (
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

type mendedEvictor struct{ evictor }

func (e *mendedEvictor) watchPods(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			pod, ok := obj.(*corev1.Pod)
			if !ok {
				gone, ok := obj.(cache.DeletedFinalStateUnknown)
				if !ok {
					klog.Errorf("unexpected %T", obj)
					return
				}
				pod, ok = gone.Obj.(*corev1.Pod)
				if !ok {
					e.queue.Add(gone.Key)
					return
				}
			}
			e.queue.Add(pod.Namespace + "/" + pod.Name)
		},
	})
}

func (e *mendedEvictor) budgetGone(obj any) {
	switch o := obj.(type) {
	case *policyv1.PodDisruptionBudget:
		delete(e.budgets, o.Name)
	case cache.DeletedFinalStateUnknown:
		if pdb, ok := o.Obj.(*policyv1.PodDisruptionBudget); ok {
			delete(e.budgets, pdb.Name)
		}
	}
}

func (e *mendedEvictor) watchBudgets(pdbs cache.SharedIndexInformer) {
	pdbs.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: e.budgetGone})
}

// The nil is tested after the ok has been thrown away.
func (e *mendedEvictor) watchNodes(nodes cache.SharedIndexInformer) {
	nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			node, ok := obj.(*corev1.Node)
			if !ok {
				gone, _ := obj.(cache.DeletedFinalStateUnknown)
				node, _ = gone.Obj.(*corev1.Node)
			}
			if node == nil {
				return
			}
			e.queue.Add(node.Name)
		},
	})
}
