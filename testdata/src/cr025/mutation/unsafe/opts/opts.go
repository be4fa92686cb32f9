// Package opts makes options of reads.
package opts

import "sigs.k8s.io/controller-runtime/pkg/client"

// Cheap adds that nothing is copied.
func Cheap(opts ...client.ListOption) []client.ListOption {
	return append(opts, client.UnsafeDisableDeepCopy)
}

// Perhaps adds it for some only.
func Perhaps(all bool, opts ...client.ListOption) []client.ListOption {
	if all {
		return append(opts, client.UnsafeDisableDeepCopy)
	}
	return opts
}
