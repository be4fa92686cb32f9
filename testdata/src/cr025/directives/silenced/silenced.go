// Package silenced holds delete handlers that panic on a tombstone, some of
// which say that they are right to.
package silenced

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

// counter counts pods per node.
type counter struct{ perNode map[string]int }

// watch registers each function that deals with deleted pods.
func (c *counter) watch(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: c.plain})
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: c.above})
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: c.trailing})
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: c.category})
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: c.dotted})
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: c.all})
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: c.list})
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: c.stacked})
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: c.mixed})
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: c.long})
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: c.chatty})
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: c.upper})
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: c.tooHigh})
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: c.trailsAbove})
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: c.blank})
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: c.noReason})
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: c.otherCategory})
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: c.otherCheck})
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: c.unknown})
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: c.ofFunc})
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: c.below})
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: c.notFirst})
}

func (c *counter) plain(obj any) {
	pod := obj.(*corev1.Pod) // want `Pod.*\[tombstone/panic\]`
	c.perNode[pod.Spec.NodeName]--
}

func (c *counter) above(obj any) {
	//lint:ignore tombstone this informer never misses a delete
	pod := obj.(*corev1.Pod)
	c.perNode[pod.Spec.NodeName]--
}

func (c *counter) trailing(obj any) {
	pod := obj.(*corev1.Pod) //lint:ignore tombstone this informer never misses a delete
	c.perNode[pod.Spec.NodeName]--
}

func (c *counter) category(obj any) {
	//lint:ignore tombstone/panic this informer never misses a delete
	pod := obj.(*corev1.Pod)
	c.perNode[pod.Spec.NodeName]--
}

func (c *counter) dotted(obj any) {
	//lint:ignore tombstone.panic this informer never misses a delete
	pod := obj.(*corev1.Pod)
	c.perNode[pod.Spec.NodeName]--
}

func (c *counter) all(obj any) {
	//lint:ignore ctrllint this informer never misses a delete
	pod := obj.(*corev1.Pod)
	c.perNode[pod.Spec.NodeName]--
}

func (c *counter) list(obj any) {
	//lint:ignore tombstone/inner,tombstone/panic this informer never misses a delete
	pod := obj.(*corev1.Pod)
	c.perNode[pod.Spec.NodeName]--
}

func (c *counter) stacked(obj any) {
	//lint:ignore tombstone this informer never misses a delete
	//lint:ignore SA4006 kept for the debugger
	pod := obj.(*corev1.Pod)
	c.perNode[pod.Spec.NodeName]--
}

func (c *counter) mixed(obj any) {
	//lint:ignore SA4006,tombstone this informer never misses a delete
	pod := obj.(*corev1.Pod)
	c.perNode[pod.Spec.NodeName]--
}

func (c *counter) long(obj any) {
	//lint:ignore tombstone the statement begins below, and the finding with it
	c.perNode[obj.(*corev1.Pod).
		Spec.
		NodeName]--
}

func (c *counter) chatty(obj any) {
	// Nobody relists here.
	//lint:ignore  tombstone  this informer never misses a delete
	// Really.
	pod := obj.(*corev1.Pod)
	c.perNode[pod.Spec.NodeName]--
}

func (c *counter) upper(obj any) {
	//lint:ignore Tombstone/Panic as for staticcheck, case makes no difference
	pod := obj.(*corev1.Pod)
	c.perNode[pod.Spec.NodeName]--
}

func (c *counter) tooHigh(obj any) {
	//lint:ignore tombstone this is about the next line
	c.perNode["all"]--
	pod := obj.(*corev1.Pod) // want `Pod.*\[tombstone/panic\]`
	c.perNode[pod.Spec.NodeName]--
}

func (c *counter) trailsAbove(obj any) {
	c.perNode["all"]--       //lint:ignore tombstone this is about its own line
	pod := obj.(*corev1.Pod) // want `Pod.*\[tombstone/panic\]`
	c.perNode[pod.Spec.NodeName]--
}

func (c *counter) blank(obj any) {
	//lint:ignore tombstone a line without code is between

	pod := obj.(*corev1.Pod) // want `Pod.*\[tombstone/panic\]`
	c.perNode[pod.Spec.NodeName]--
}

func (c *counter) noReason(obj any) {
	//lint:ignore tombstone
	pod := obj.(*corev1.Pod) // want `Pod.*\[tombstone/panic\]`
	c.perNode[pod.Spec.NodeName]--
}

func (c *counter) otherCategory(obj any) {
	//lint:ignore tombstone/inner,tombstone/key none of these
	pod := obj.(*corev1.Pod) // want `Pod.*\[tombstone/panic\]`
	c.perNode[pod.Spec.NodeName]--
}

func (c *counter) otherCheck(obj any) {
	//lint:ignore SA1019,staleread,tombstones not our check
	pod := obj.(*corev1.Pod) // want `Pod.*\[tombstone/panic\]`
	c.perNode[pod.Spec.NodeName]--
}

func (c *counter) unknown(obj any) {
	//lint:ignore tombstone/panics,tombstone/,ctrllint/panic,ctrllint/tombstone not our categories
	pod := obj.(*corev1.Pod) // want `Pod.*\[tombstone/panic\]`
	c.perNode[pod.Spec.NodeName]--
}

// ofFunc has a directive where it begins, which is not where the finding is.
//
//lint:ignore tombstone this informer never misses a delete
func (c *counter) ofFunc(obj any) {
	pod := obj.(*corev1.Pod) // want `Pod.*\[tombstone/panic\]`
	c.perNode[pod.Spec.NodeName]--
}

func (c *counter) below(obj any) {
	pod := obj.(*corev1.Pod) // want `Pod.*\[tombstone/panic\]`
	//lint:ignore tombstone too late
	c.perNode[pod.Spec.NodeName]--
}

func (c *counter) notFirst(obj any) {
	c.perNode[obj.(*corev1.Pod). // want `Pod.*\[tombstone/panic\]`
		//lint:ignore tombstone the finding is on the line above
		Spec.NodeName]--
}
