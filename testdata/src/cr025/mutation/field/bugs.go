// Package field has objects of listers and stores that are changed directly.
package field

import (
	"context"
	"sort"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/dynamic/dynamiclister"
	"k8s.io/client-go/kubernetes"
	appslisters "k8s.io/client-go/listers/apps/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

// Controller is one of client-go's kind.
type Controller struct {
	clientset   kubernetes.Interface
	pods        corelisters.PodLister
	services    corelisters.ServiceLister
	deployments appslisters.DeploymentLister
	generic     cache.GenericLister
	widgets     dynamiclister.Lister
	informer    cache.SharedIndexInformer
	indexer     cache.Indexer
	scheme      *runtime.Scheme
	current     *corev1.Pod
}

func (c *Controller) label(ctx context.Context, key string) error {
	pod, err := c.pods.Pods("shop").Get(key) // rests
	if err != nil {
		return err
	}
	pod.Labels["seen"] = "yes" // want `assignment changes Labels of the corev1.Pod.*lister .bugs.go:38..*DeepCopy.*\[mutation/field\]`
	_, err = c.clientset.CoreV1().Pods("shop").Update(ctx, pod, metav1.UpdateOptions{})
	return err
}

func (c *Controller) scale(name string, replicas int32) {
	d, err := c.deployments.Deployments("shop").Get(name)
	if err == nil {
		d.Spec.Replicas = &replicas   // want `Spec.Replicas of the appsv1.Deployment.*\[mutation/field\]`
		d.Status.ObservedGeneration++ // rests
	}
}

func (c *Controller) scaleInside(name string, replicas int32) {
	d, err := c.deployments.Deployments("shop").Get(name)
	if err == nil && d.Spec.Replicas != nil {
		*d.Spec.Replicas = replicas // want `Spec.Replicas of the appsv1.Deployment.*\[mutation/field\]`
	}
}

func (c *Controller) all() error {
	pods, err := c.pods.List(labels.Everything())
	if err != nil {
		return err
	}
	for _, pod := range pods {
		pod.Status.Phase = corev1.PodFailed // want `Status.Phase of the corev1.Pod.*\[mutation/field\]`
	}
	for i := range pods {
		delete(pods[i].Annotations, "seen")
	}
	return nil
}

func (c *Controller) first() {
	pods, err := c.pods.List(labels.Everything())
	if err == nil && len(pods) > 0 {
		pods[0].Spec.Containers[0].Env = append(pods[0].Spec.Containers[0].Env, corev1.EnvVar{Name: "A"}) // want `Spec.Containers.Env of the corev1.Pod.*\[mutation/field\]`
	}
}

func (c *Controller) removes(name, label string) {
	pod, err := c.pods.Pods("shop").Get(name)
	if err == nil {
		delete(pod.Labels, label) // want `delete changes Labels of the corev1.Pod.*\[mutation/field\]`
	}
}

func (c *Controller) clears(name string) {
	pod, err := c.pods.Pods("shop").Get(name)
	if err == nil {
		clear(pod.Labels) // want `clear changes Labels of the corev1.Pod.*\[mutation/field\]`
	}
}

func (c *Controller) sorts(name string) {
	pod, err := c.pods.Pods("shop").Get(name)
	if err == nil {
		sort.Slice(pod.Spec.Volumes, func(i, j int) bool { return pod.Spec.Volumes[i].Name < pod.Spec.Volumes[j].Name }) // want `Slice changes Spec.Volumes of the corev1.Pod.*\[mutation/field\]`
	}
}

func (c *Controller) drops(name string, n int) []string {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return nil
	}
	return append(pod.Finalizers[:n], pod.Finalizers[n+1:]...) // want `append changes Finalizers of the corev1.Pod.*\[mutation/field\]`
}

func (c *Controller) filters(name string) []string {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return nil
	}
	kept := pod.Finalizers[:0]
	for _, f := range pod.Finalizers {
		if f != "mine" {
			kept = append(kept, f) // want `append changes Finalizers of the corev1.Pod.*\[mutation/field\]`
		}
	}
	return kept
}

func (c *Controller) setters(name string) {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return
	}
	pod.SetLabels(map[string]string{"a": "b"}) // want `SetLabels changes Labels of the corev1.Pod.*\[mutation/field\]`
	controllerutil.AddFinalizer(pod, "mine")   // rests
}

func (c *Controller) finalizers(name string) {
	pod, err := c.pods.Pods("shop").Get(name)
	if err == nil && controllerutil.AddFinalizer(pod, "mine") { // want `AddFinalizer changes Finalizers of the corev1.Pod.*\[mutation/field\]`
		return
	}
}

func (c *Controller) owner(name string, owner *appsv1.Deployment) error {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return err
	}
	return controllerutil.SetControllerReference(owner, pod, c.scheme) // want `SetControllerReference changes OwnerReferences of the corev1.Pod.*\[mutation/field\]`
}

func (c *Controller) conditions(name string) {
	service, err := c.services.Services("shop").Get(name)
	if err == nil {
		meta.SetStatusCondition(&service.Status.Conditions, metav1.Condition{Type: "Ready"}) // want `SetStatusCondition changes Status.Conditions of the corev1.Service.*\[mutation/field\]`
	}
}

func (c *Controller) found(name string) {
	service, err := c.services.Services("shop").Get(name)
	if err != nil {
		return
	}
	if ready := meta.FindStatusCondition(service.Status.Conditions, "Ready"); ready != nil {
		ready.Message = "no" // want `Status.Conditions.Message of the corev1.Service.*\[mutation/field\]`
	}
}

func (c *Controller) kind(name string) {
	widget, err := c.widgets.Get(name)
	if err == nil {
		widget.SetKind("Gadget") // want `SetKind changes Kind of the unstructured.Unstructured.*\[mutation/field\]`
	}
}

func (c *Controller) gotten(name string) {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return
	}
	annotations := pod.GetAnnotations()
	if annotations == nil {
		annotations = map[string]string{}
	}
	annotations["seen"] = "yes" // want `Annotations of the corev1.Pod.*\[mutation/field\]`
	pod.SetAnnotations(annotations)
}

func (c *Controller) untyped(key string) {
	obj, err := c.generic.ByNamespace("shop").Get(key)
	if err != nil {
		return
	}
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	pod.Spec.NodeName = "n" // want `Spec.NodeName of the corev1.Pod.*\[mutation/field\]`
}

func (c *Controller) dynamic(name string) {
	widget, err := c.widgets.Get(name)
	if err != nil {
		return
	}
	if err := unstructured.SetNestedField(widget.Object, "red", "spec", "color"); err != nil { // want `SetNestedField changes the unstructured.Unstructured.*\[mutation/field\]`
		return
	}
}

func (c *Controller) stored(key string) {
	obj, exists, err := c.informer.GetIndexer().GetByKey(key)
	if err != nil || !exists {
		return
	}
	pod := obj.(*corev1.Pod)
	pod.Spec.NodeName = "n" // want `Spec.NodeName of the corev1.Pod from the informer's store.*\[mutation/field\]`
}

func (c *Controller) indexed(node string) {
	objs, err := c.indexer.ByIndex("node", node)
	if err != nil {
		return
	}
	for _, obj := range objs {
		if pod, ok := obj.(*corev1.Pod); ok {
			pod.Status.Reason = "gone" // want `Status.Reason of the corev1.Pod from the informer's store.*\[mutation/field\]`
		}
	}
}

// getPod hands out the cache's object.
func (c *Controller) getPod(name string) (*corev1.Pod, error) {
	pod, err := c.pods.Pods("shop").Get(name) // rests
	if err != nil {
		return nil, err
	}
	return pod, nil
}

func (c *Controller) throughHelper(name string) error {
	pod, err := c.getPod(name)
	if err != nil {
		return err
	}
	pod.Labels["a"] = "b" // want `Labels of the corev1.Pod.*\[mutation/field\]`
	return nil
}

func ready(pods []*corev1.Pod) []*corev1.Pod {
	var out []*corev1.Pod
	for _, p := range pods {
		if p.Status.Phase == corev1.PodRunning {
			out = append(out, p)
		}
	}
	return out
}

func (c *Controller) throughFilter() {
	pods, _ := c.pods.List(labels.Everything())
	for _, p := range ready(pods) {
		p.Labels["a"] = "b" // want `Labels of the corev1.Pod.*\[mutation/field\]`
	}
}

func (c *Controller) throughMap() {
	pods, _ := c.pods.List(labels.Everything())
	byName := map[string]*corev1.Pod{}
	for _, p := range pods {
		byName[p.Name] = p
	}
	if p := byName["a"]; p != nil {
		p.Labels["a"] = "b" // want `Labels of the corev1.Pod.*\[mutation/field\]`
	}
	for _, p := range byName {
		p.Spec.NodeName = ""
	}
}

func (c *Controller) keeps(name string) error {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return err
	}
	c.current = pod
	return nil
}

func (c *Controller) changesKept() {
	c.current.Spec.NodeName = "n" // want `Spec.NodeName of the corev1.Pod.*\[mutation/field\]`
}

func (c *Controller) inLiteral(name string) {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return
	}
	change := func() {
		pod.Spec.NodeName = "n" // want `Spec.NodeName of the corev1.Pod.*\[mutation/field\]`
	}
	change()
}

func (c *Controller) onOnePath(name string, careful bool) {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return
	}
	if careful {
		pod = pod.DeepCopy()
	}
	pod.Spec.NodeName = "n" // want `Spec.NodeName of the corev1.Pod.*\[mutation/field\]`
}

type work struct {
	pod   *corev1.Pod
	count int
}

func (c *Controller) inStruct(name string) {
	pod, err := c.pods.Pods("shop").Get(name)
	if err != nil {
		return
	}
	w := &work{pod: pod}
	w.count++
	w.pod.Spec.NodeName = "n" // want `Spec.NodeName of the corev1.Pod.*\[mutation/field\]`
}

// defaulted fills the map that it makes where there is none.
func (c *Controller) defaulted(name string) {
	pod, err := c.pods.Pods("shop").Get(name)
	if err == nil && pod.Labels == nil {
		pod.Labels = map[string]string{} // want `Labels of the corev1.Pod.*\[mutation/field\]`
		pod.Labels["seen"] = "yes"
	}
}

// emptied takes the labels that there are.
func (c *Controller) emptied(name string) {
	pod, err := c.pods.Pods("shop").Get(name)
	if err == nil && pod.Labels != nil {
		pod.Labels = map[string]string{} // want `Labels of the corev1.Pod.*\[mutation/field\]`
	}
}
