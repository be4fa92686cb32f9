// Package problems holds directives that are wrong. The findings are left to
// package silenced.
package problems

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

// counter counts pods per node.
type counter struct{ perNode map[string]int }

// watch registers each function that deals with deleted pods.
func (c *counter) watch(pods cache.SharedIndexInformer) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: c.noReason})
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: c.unknown})
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: c.otherCategory})
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: c.right})
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: c.partly})
}

func (c *counter) noReason(obj any) {
	// want +1 `gives no reason, and so does not silence tombstone; say why .*\[directive/reason\]`
	//lint:ignore tombstone
	pod := obj.(*corev1.Pod)
	// want +1 `does not silence tombstone/panic and ctrllint; .*\[directive/reason\]`
	c.perNode[pod.Spec.NodeName]-- //lint:ignore tombstone/panic,SA1019,ctrllint
	// want +1 `does not silence tombstone/panics; .*\[directive/reason\]`
	//lint:file-ignore tombstone/panics
}

func (c *counter) unknown(obj any) {
	//lint:ignore tombstone/panics,tombstone.nilderef,SA1019 reason // want `check tombstone has no category "panics"; known are panic, nilderef, .*optional \[directive/unknown\]$`
	pod := obj.(*corev1.Pod)
	//lint:ignore ctrllint/panic reason // want `ctrllint stands for all checks and has no category "panic"; known checks are .*tombstone \[directive/unknown\]`
	c.perNode[pod.Spec.NodeName]--
	//lint:file-ignore tombstone/a,tombstone/b reason // want `category "a"` `category "b"`
}

func (c *counter) otherCategory(obj any) {
	//lint:ignore tombstone/inner reason // want `^note: this directive silences nothing: tombstone/inner finds nothing here; remove it \[directive/unused\]$`
	pod := obj.(*corev1.Pod)
	c.perNode[pod.Spec.NodeName]--
}

// right has nothing to be silenced.
func (c *counter) right(obj any) {
	//lint:ignore tombstone reason // want `^note: this directive silences nothing: tombstone finds nothing here; remove it \[directive/unused\]$`
	if d, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = d.Obj //lint:ignore Tombstone.Inner,ctrllint reason // want `: Tombstone.Inner and ctrllint find nothing here; remove it \[directive/unused\]`
	}
	//lint:ignore SA1019,tombstone reason // want `: tombstone finds nothing here; remove tombstone from it \[directive/unused\]`
	if pod, ok := obj.(*corev1.Pod); ok {
		c.perNode[pod.Spec.NodeName]--
	}
	//lint:file-ignore tombstone/lost,tombstone/key reason // want `: tombstone/lost and tombstone/key find nothing in this file; remove it \[directive/unused\]`
}

// partly silences what there is, twice, and with more than it takes.
func (c *counter) partly(obj any) {
	//lint:ignore tombstone/inner,ctrllint reason
	//lint:ignore tombstone/panic reason
	pod := obj.(*corev1.Pod) //lint:ignore tombstone reason
	c.perNode[pod.Spec.NodeName]--
}

// What others are told is not our business.
func (c *counter) others() {
	//lint:ignore SA1019
	//lint:ignore ST1000,stalereads,tombstones,tombstone- reason
	//lint:ignore
	//lint:ignore tombstone/ reason
	//lint:file-ignore SA4006 reason
	//lint:ignored tombstone reason
	//lint:
	// lint:ignore SA1019 reason
	//nolint:ctrllint
	/*lint:ignore tombstone reason*/
	c.perNode["all"]--
}

// A blank makes none of what would be a directive.
func (c *counter) blank() {
	// lint:ignore tombstone reason // want `^note: this comment silences nothing, since a blank is before lint:ignore; write //lint:ignore \[directive/unused\]$`
	c.perNode["all"]--
}
