// Package embedded registers handlers of another package, which have their functions of a struct that they embed.
package embedded

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"ctrllint.test/cr025/tombstone/embedded/watchers"
)

func register(leases, nodes cache.SharedIndexInformer) {
	_, _ = leases.AddEventHandler(watchers.NewLeases())
	_, _ = leases.AddEventHandler(watchers.NewMended())
	_, _ = nodes.AddEventHandler(watchers.NewNodes())
	_, _ = nodes.AddEventHandler(watchers.NewOpening())
}

// Set from outside.
func registerSet(pods cache.SharedIndexInformer, gone map[string]bool) {
	w := watchers.NewEmpty()
	w.DeleteFunc = func(obj any) {
		gone[obj.(*corev1.Pod).Name] = true // want `Pod.*\[tombstone/panic\]`
	}
	_, _ = pods.AddEventHandler(w)
}
