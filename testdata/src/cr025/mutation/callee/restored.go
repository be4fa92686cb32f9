package callee

import (
	listers "k8s.io/client-go/listers/core/v1"

	"ctrllint.test/cr025/mutation/callee/util"
)

// restore is told what the function changes itself, before what another one does that it may lead to.
func restore(pods listers.PodLister, keeper *util.Keeper) {
	if pod, err := pods.Pods("a").Get("b"); err == nil {
		keeper.Restore(pod) // want `util.Keeper.Restore \(keeper.go:13\) changes Spec.NodeName of the corev1.Pod from the lister`
	}
}
