// Package generic has handlers that call interfaces with type arguments.
package generic

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"ctrllint.test/cr025/oneshot/generic/outbox"
)

type mirror struct {
	out   outbox.Secrets
	names outbox.Ledger[string]
}

func (m *mirror) follow(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) {
		_ = m.out.Send(context.TODO(), obj.(*corev1.Secret).DeepCopy()) // want `outbox.secrets.Send → Secrets.Create writes to the API server`
	}})
}

func (m *mirror) note(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) {
		_ = m.names.Note(context.TODO(), obj.(*corev1.Secret).Name)
	}})
}
