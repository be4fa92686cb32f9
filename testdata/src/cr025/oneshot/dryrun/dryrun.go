// Package dryrun has event handlers whose writes persist, or don't.
package dryrun

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

type copier struct {
	client client.Client
	sets   kubernetes.Interface
	dryRun bool
}

func (c *copier) persist(ctx context.Context, inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) {
		_ = c.client.Create(ctx, &corev1.Secret{}, &client.CreateOptions{DryRun: nil})                                        // want `\[oneshot/write\]`
		_ = c.client.Update(ctx, &corev1.Secret{}, &client.UpdateOptions{DryRun: []string{}})                                 // want `\[oneshot/write\]`
		_, _ = c.sets.CoreV1().Secrets("shop").Create(ctx, &corev1.Secret{}, metav1.CreateOptions{DryRun: make([]string, 0)}) // want `\[oneshot/write\]`
	}})
}

// Whether it is a dry run hangs on a flag, so it may be none.
func (c *copier) mayPersist(ctx context.Context, inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) {
		opts := metav1.CreateOptions{}
		if c.dryRun {
			opts.DryRun = []string{metav1.DryRunAll}
		}
		_, _ = c.sets.CoreV1().Secrets("shop").Create(ctx, &corev1.Secret{}, opts) // want `\[oneshot/write\]`
		var values []string
		if c.dryRun {
			values = []string{metav1.DryRunAll}
		}
		_ = c.client.Create(ctx, &corev1.Secret{}, &client.CreateOptions{DryRun: values}) // want `\[oneshot/write\]`
		var list []client.CreateOption
		if c.dryRun {
			list = append(list, client.DryRunAll)
		}
		_ = c.client.Create(ctx, &corev1.Secret{}, list...) // want `\[oneshot/write\]`
	}})
}

func (c *copier) rehearse(ctx context.Context, inf cache.SharedIndexInformer, values []string) {
	rehearsal := client.NewDryRunClient(c.client)
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) {
		_ = c.client.Create(ctx, &corev1.Secret{}, client.FieldOwner("me"), client.DryRunAll)
		_ = c.client.Create(ctx, &corev1.Secret{}, &client.CreateOptions{DryRun: []string{metav1.DryRunAll}})
		_ = c.client.Create(ctx, &corev1.Secret{}, &client.CreateOptions{Raw: &metav1.CreateOptions{DryRun: []string{metav1.DryRunAll}}})
		_ = c.client.Create(ctx, &corev1.Secret{}, append(owned(), client.DryRunAll)...)
		_ = c.client.Create(ctx, &corev1.Secret{}, dry()...)
		_ = c.client.Create(ctx, &corev1.Secret{}, &client.CreateOptions{DryRun: values}) // nobody knows
		_, _ = c.sets.CoreV1().Secrets("shop").Create(ctx, &corev1.Secret{}, metav1.CreateOptions{DryRun: []string{metav1.DryRunAll}})
		_ = c.sets.CoreV1().Secrets("shop").Delete(ctx, "pull", metav1.DeleteOptions{DryRun: []string{"All"}})
		_ = rehearsal.Create(ctx, &corev1.Secret{})
		_ = client.NewNamespacedClient(rehearsal, "shop").Status().Update(ctx, &corev1.Pod{})
	}})
}

func owned() []client.CreateOption { return []client.CreateOption{client.FieldOwner("me")} }

func dry() []client.CreateOption { return []client.CreateOption{client.DryRunAll} }
