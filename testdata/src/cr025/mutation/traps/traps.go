// Package traps looks as if it changed a cache's objects, and doesn't.
package traps

import (
	"context"
	"maps"
	"slices"
	"sort"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/dynamic/dynamiclister"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"ctrllint.test/cr025/mutation/callee/util"
)

// Controller is one of client-go's kind.
type Controller struct {
	clientset kubernetes.Interface
	manager   client.Client
	pods      corelisters.PodLister
	widgets   dynamiclister.Lister
	informer  cache.SharedIndexInformer
	own       cache.Store
	ownPods   cache.Indexer
	mutations cache.MutationCache
	latest    *corev1.Pod
	queue     chan *corev1.Pod
}

func newController() *Controller {
	return &Controller{
		own:     cache.NewStore(cache.MetaNamespaceKeyFunc),
		ownPods: cache.NewIndexer(cache.MetaNamespaceKeyFunc, cache.Indexers{}),
	}
}

func (c *Controller) copied(name string) {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return
	}
	pod = pod.DeepCopy()
	pod.Labels["a"] = "b"
	mine := pod.DeepCopy()
	mine.Spec.NodeName = ""
	controllerutil.AddFinalizer(mine, "mine")
}

func (c *Controller) copiedOnBothPaths(name string, twice bool) {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return
	}
	if twice {
		pod = pod.DeepCopy()
		pod.Name = "a"
	} else {
		pod = pod.DeepCopy()
	}
	pod.Labels["a"] = "b"
}

func (c *Controller) copiedInto(name string) corev1.Pod {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return corev1.Pod{}
	}
	var mine corev1.Pod
	pod.DeepCopyInto(&mine)
	mine.Labels["a"] = "b"
	shallow := *pod
	pod.DeepCopyInto(&shallow)
	shallow.Labels["a"] = "b"
	return mine
}

func (c *Controller) copiedObject(name string) {
	pod, err := c.pods.Pods("shop").Get(name)
	if err == nil {
		pod.DeepCopyObject().(*corev1.Pod).Labels["a"] = "b"
	}
}

func (c *Controller) copiedBeforeLiteral(ctx context.Context, name string) error {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return err
	}
	pod = pod.DeepCopy()
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod.Labels["a"] = "b"
		_, err := c.clientset.CoreV1().Pods("shop").Update(ctx, pod, metav1.UpdateOptions{})
		return err
	})
}

func (c *Controller) plainFields(name string) *corev1.Pod {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return nil
	}
	mine := *pod
	mine.Name = "other"
	mine.ResourceVersion = ""
	mine.Labels = map[string]string{}
	mine.Labels["a"] = "b"
	mine.Annotations = maps.Clone(mine.Annotations)
	mine.Annotations["a"] = "b"
	mine.Finalizers = append([]string(nil), mine.Finalizers...)
	mine.Finalizers[0] = "x"
	mine.OwnerReferences = slices.Clone(mine.OwnerReferences)
	mine.OwnerReferences[0].Name = "x"
	mine.Spec = *pod.Spec.DeepCopy()
	mine.Spec.Containers[0].Image = "x"
	return &mine
}

func (c *Controller) newMetadata(name string) *corev1.Pod {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return nil
	}
	mine := *pod
	mine.ObjectMeta = metav1.ObjectMeta{Name: name, Labels: map[string]string{}}
	mine.Labels["a"] = "b"
	return &mine
}

func (c *Controller) ownSlice() {
	pods, err := c.pods.List(labels.Everything())
	if err != nil {
		return
	}
	sort.Slice(pods, func(i, j int) bool { return pods[i].Name < pods[j].Name })
	slices.Reverse(pods)
	pods[0], pods[1] = pods[1], pods[0]
	pods = append(pods[:1], pods[2:]...)
	pods = slices.DeleteFunc(pods, func(p *corev1.Pod) bool { return p.Name == "" })
	for i := range pods {
		pods[i] = pods[i].DeepCopy()
		pods[i].Labels["a"] = "b"
	}
	for _, pod := range pods {
		pod.Spec.NodeName = ""
	}
}

func (c *Controller) copies() {
	pods, err := c.pods.List(labels.Everything())
	if err != nil {
		return
	}
	var mine []*corev1.Pod
	for _, pod := range pods {
		mine = append(mine, pod.DeepCopy())
	}
	for _, pod := range mine {
		pod.Labels["a"] = "b"
	}
	byName := map[string]*corev1.Pod{}
	for _, pod := range pods {
		byName[pod.Name] = pod.DeepCopy()
	}
	byName["a"].Labels["a"] = "b"
	names := map[string][]string{}
	for _, pod := range pods {
		names[pod.Namespace] = append(names[pod.Namespace], pod.Name)
	}
	sort.Strings(names["a"])
}

func (c *Controller) sends(ctx context.Context, name string) error {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return err
	}
	if _, err := c.clientset.CoreV1().Pods("shop").Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
		return err
	}
	if err := c.manager.Update(ctx, pod.DeepCopy()); err != nil {
		return err
	}
	return c.manager.Delete(ctx, pod)
}

func (c *Controller) answered(ctx context.Context, name string) error {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return err
	}
	pod, err = c.clientset.CoreV1().Pods("shop").Update(ctx, pod, metav1.UpdateOptions{})
	if err != nil {
		return err
	}
	pod.Labels["a"] = "b"
	return nil
}

func (c *Controller) ensures(name string) *corev1.Pod {
	pod, err := c.pods.Pods("shop").Get(name)
	if apierrors.IsNotFound(err) {
		pod = &corev1.Pod{}
		pod.Name = name
		pod.Labels = map[string]string{"a": "b"}
	}
	return pod
}

func (c *Controller) helper(name string) {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return
	}
	pod = util.Renamed(pod)
	pod.Labels["a"] = "b"
	if mine := c.copyOf(name); mine != nil {
		mine.Labels["a"] = "b"
	}
}

func (c *Controller) copyOf(name string) *corev1.Pod {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return nil
	}
	return pod.DeepCopy()
}

func (c *Controller) ownStore(key string) {
	obj, exists, _ := c.own.GetByKey(key)
	if exists {
		obj.(*corev1.Pod).Labels["a"] = "b"
	}
	objs, _ := c.ownPods.ByIndex("a", key)
	for _, obj := range objs {
		obj.(*corev1.Pod).Labels["a"] = "b"
	}
}

type entry struct{ seen int }

func (c *Controller) ownType(key string) {
	obj, exists, _ := c.informer.GetStore().GetByKey(key)
	if exists {
		obj.(*entry).seen++
	}
}

func (c *Controller) mutationCache(key string) {
	obj, exists, _ := c.mutations.GetByKey(key)
	if exists {
		obj.(*corev1.Pod).Labels["a"] = "b"
	}
}

func (c *Controller) transforms() error {
	return c.informer.SetTransform(func(obj any) (any, error) {
		if pod, ok := obj.(*corev1.Pod); ok {
			pod.ManagedFields = nil
		}
		return obj, nil
	})
}

func (c *Controller) watch() {
	c.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			pod := obj.(*corev1.Pod).DeepCopy()
			pod.Labels["a"] = "b"
		},
		DeleteFunc: func(obj any) {
			if pod, ok := obj.(*corev1.Pod); ok {
				pod.Labels["a"] = "b" // no cache holds it any more
			}
		},
	})
}

func (c *Controller) unstructured(name string) {
	widget, err := c.widgets.Get(name)
	if err != nil {
		return
	}
	l := widget.GetLabels() // a copy
	l["a"] = "b"
	spec, _, _ := unstructured.NestedMap(widget.Object, "spec")
	spec["color"] = "red"
	mine := widget.DeepCopy()
	mine.SetLabels(l)
	_ = unstructured.SetNestedField(mine.Object, "red", "spec", "color")
}

// remember keeps a copy or nothing.
func (c *Controller) remember(name string) {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		c.latest = nil
		return
	}
	c.latest = pod.DeepCopy()
	c.latest.Labels["a"] = "b"
}

func (c *Controller) received() {
	pod := <-c.queue
	pod.Labels["a"] = "b"
}

// lazily copies before the first change.
func (c *Controller) lazily(name string, changes map[string]string) *corev1.Pod {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return nil
	}
	var mine *corev1.Pod
	for k, v := range changes {
		if mine == nil {
			mine = pod.DeepCopy()
		}
		mine.Labels[k] = v
	}
	return mine
}

// onceCopied copies before the first change, as a flag tells.
func (c *Controller) onceCopied(name string, changes map[string]string) *corev1.Pod {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return nil
	}
	copied := false
	for k, v := range changes {
		if !copied {
			pod = pod.DeepCopy()
			copied = true
		}
		pod.Labels[k] = v
	}
	return pod
}

type summary struct {
	pod    *corev1.Pod
	labels map[string]string
	count  int
}

func (s *summary) add(name string) {
	s.count++
	s.labels[name] = "yes"
}

func (c *Controller) summarises(name string) int {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return 0
	}
	s := &summary{pod: pod, labels: map[string]string{}}
	s.add(pod.Name)
	s.labels["a"] = "b"
	return s.count
}

// bounded appends to slices that have no room behind them.
func (c *Controller) bounded(name string) []string {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return nil
	}
	kept := pod.Finalizers[:0:0]
	for _, f := range pod.Finalizers {
		kept = append(kept, f)
	}
	sort.Strings(kept)
	return append(kept, "mine")
}

// local changes a variable that happens to have the name of a field.
func (c *Controller) local(name string) map[string]string {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return nil
	}
	selector := map[string]string{}
	for k, v := range pod.Labels {
		selector[k] = v
	}
	maps.Copy(selector, pod.Annotations)
	delete(selector, "a")
	pod = &corev1.Pod{}
	pod.Labels = selector
	return selector
}
