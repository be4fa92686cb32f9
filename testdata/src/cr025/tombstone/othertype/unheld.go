package othertype

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/tools/cache"

	"ctrllint.test/cr025/tombstone/othertype/slim"
)

// A kept is what a transform function leaves of a pod.
type kept struct {
	metav1.ObjectMeta
	phase corev1.PodPhase
}

func reduce(obj any) (any, error) {
	if pod, ok := obj.(*corev1.Pod); ok {
		return &kept{ObjectMeta: pod.ObjectMeta, phase: pod.Status.Phase}, nil
	}
	return obj, nil
}

// watchReduced is told what its informer holds by nothing but a transform function.
func (l *ledger) watchReduced(factory informers.SharedInformerFactory, book *slim.Book) error {
	pods := factory.Core().V1().Pods().Informer()
	if err := pods.SetTransform(reduce); err != nil {
		return err
	}
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: l.unlike})
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: l.alike})
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: l.byKey})
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: l.byMeta})
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: l.oneOfBoth})
	return nil
}

func (l *ledger) watchSlim(nodes cache.SharedIndexInformer, book *slim.Book) {
	nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: book.Note,
		DeleteFunc: func(obj any) {
			book.Strike(obj) // want `slim.Book.Strike, which asserts \*corev1.Node \(slim.go:\d+\), fails, since another type is looked for in an object.*\[tombstone/lost\]`
		},
	})
	nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: book.Note, DeleteFunc: book.StrikeRight})
	nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) { // the informer's own type has been dealt with
			if node, ok := obj.(*corev1.Node); ok {
				delete(book.Names, node.Spec.PodCIDR)
				return
			}
			book.Strike(obj)
		},
	})
}

// unlike looks in tombstones for what the API server has.
func (l *ledger) unlike(obj any) {
	switch o := obj.(type) {
	case *kept:
		delete(l.open, o.Name)
	case cache.DeletedFinalStateUnknown:
		if pod, ok := o.Obj.(*corev1.Pod); ok { // want `its Obj is a \*kept, as in the informer, the assertion to \*corev1.Pod fails.*\[tombstone/lost\]`
			delete(l.open, pod.Name)
		}
	}
}

// alike looks for the same.
func (l *ledger) alike(obj any) {
	switch o := obj.(type) {
	case *kept:
		delete(l.open, o.Name)
	case cache.DeletedFinalStateUnknown:
		if pod, ok := o.Obj.(*kept); ok {
			delete(l.open, pod.Name)
		}
	}
}

// byKey can do without the object.
func (l *ledger) byKey(obj any) {
	switch o := obj.(type) {
	case *kept:
		delete(l.open, o.Name)
	case cache.DeletedFinalStateUnknown:
		if pod, ok := o.Obj.(*corev1.Pod); ok {
			delete(l.open, pod.Name)
			return
		}
		_, name, _ := cache.SplitMetaNamespaceKey(o.Key)
		delete(l.open, name)
	}
}

// byMeta takes whatever has a name.
func (l *ledger) byMeta(obj any) {
	switch o := obj.(type) {
	case *kept:
		delete(l.open, o.Name)
	case cache.DeletedFinalStateUnknown:
		if m, ok := o.Obj.(metav1.Object); ok {
			delete(l.open, m.GetName())
		}
	}
}

// oneOfBoth is for two informers, of which only one sees objects come and go while nobody watches.
func (l *ledger) oneOfBoth(obj any) {
	switch o := obj.(type) {
	case *kept:
		delete(l.open, o.Name)
	case *corev1.Pod:
		delete(l.open, o.Name)
	case cache.DeletedFinalStateUnknown:
		if pod, ok := o.Obj.(*corev1.Pod); ok {
			delete(l.open, pod.Name)
		}
	}
}
