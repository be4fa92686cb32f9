package uids

import (
	"k8s.io/client-go/tools/cache"

	"ctrllint.test/cr025/tombstone/lost/uids/far"
)

// farther has the bug in another package.
func farther(pods cache.SharedIndexInformer, s *far.Shares) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: s.Give,
		DeleteFunc: func(obj any) {
			s.Take(obj) // want `its Key is the namespace and name, and what far.Shares.Take, which goes by its Key \(far.go:\d+\), deletes is kept under the object's UID.*\[tombstone/lost\]`
		},
	})
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: s.Give, DeleteFunc: s.TakeRight})
}

// also does something by the key besides, which may be all that matters.
func also(pods cache.SharedIndexInformer, s *far.Shares, k *keys) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			s.Take(obj)
			k.OnDelete(obj)
		},
	})
}

// unwrapped gives it the object.
func unwrapped(pods cache.SharedIndexInformer, s *far.Shares) {
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if gone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = gone.Obj
			}
			s.Take(obj)
		},
	})
}
