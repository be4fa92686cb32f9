// Package controller has event functions whose work is done in package store.
package controller

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"ctrllint.test/cr025/oneshot/multi/store"
)

type controller struct {
	store    *store.Store
	executor store.Executor
	remover  store.Remover
}

func (c *controller) register(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			secret := obj.(*corev1.Secret)
			_ = c.store.Put(context.Background(), secret)                           // want `AddFunc → store.Store.Put → put → Secrets.Update writes to the API server in an informer's event handler: when it fails no queue tries it again, and every later event of this handler waits meanwhile; put the object's key on a work queue and do it in its worker \[oneshot/write\]`
			_, _ = c.store.Ask(context.Background(), secret.Namespace, secret.Name) // below the first
			c.store.Later(secret)                                                   // want `store.Store.Later → .*Secrets.Update writes to the API server in a goroutine .*\[oneshot/write\]`
			_, _ = c.store.Look(secret.Namespace, secret.Name)
			c.store.Keep(secret)
		},
		UpdateFunc: c.onUpdate,
	})
	store.Subscribe(inf, func(secret *corev1.Secret) {
		_ = c.store.Put(context.Background(), secret) // want `AddFunc → store.Store.Put .*\[oneshot/write\]`
	})
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			secret := obj.(*corev1.Secret)
			_, _ = c.store.Ask(context.Background(), secret.Namespace, secret.Name) // want `AddFunc → store.Store.Ask → Secrets.Get asks .*\[oneshot/live\]`
		},
	})
	store.Subscribe(inf, c.store.Keep)
	store.Subscribe(inf, c.store.Later) // want `store.Store.Later → .*Secrets.Update.*\[oneshot/write\]`
}

func (c *controller) onUpdate(_, obj any) {
	secret := obj.(*corev1.Secret)
	_ = c.executor.Run(context.Background(), c.executor.Name()) // want `onUpdate → store.local.Run → exec.Cmd.Run runs a process.*\[oneshot/block\]`
	_ = c.remover.Remove(context.Background(), secret)
	store.Each([]*corev1.Secret{secret}, func(s *corev1.Secret) {
		_ = c.store.Put(context.Background(), s) // want `onUpdate → store.Store.Put.*\[oneshot/write\]`
	})
	store.Each([]*corev1.Secret{secret}, c.store.Keep)
}
