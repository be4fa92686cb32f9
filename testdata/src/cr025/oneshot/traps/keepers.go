package traps

import (
	"context"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"

	"ctrllint.test/cr025/oneshot/traps/rounds"
)

// keepers stamp leases in goroutines, one for each node.
type keepers struct {
	client kubernetes.Interface
	stops  map[string]context.CancelFunc
}

// opens gives a goroutine its context.
func (k *keepers) opens(obj any) (context.Context, string) {
	name, _ := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
	ctx, stop := context.WithCancel(context.Background())
	k.stops[name] = stop
	return ctx, name
}

func (k *keepers) stamp(ctx context.Context, name string) error {
	patch := fmt.Appendf(nil, `{"metadata":{"annotations":{"seen":%q}}}`, time.Now())
	_, err := k.client.CoordinationV1().Leases("nodes").Patch(ctx, name, types.MergePatchType, patch, metav1.PatchOptions{})
	return err
}

// What a round fails to do the next one does, until the context ends.
func (k *keepers) keeps(informer cache.SharedIndexInformer) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: k.until, UpdateFunc: k.sleeping, DeleteFunc: k.ticking})
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: k.forever, UpdateFunc: k.handed, DeleteFunc: k.beyond})
}

func (k *keepers) until(obj any) {
	ctx, name := k.opens(obj)
	go wait.UntilWithContext(ctx, func(ctx context.Context) {
		if err := k.stamp(ctx, name); err != nil {
			fmt.Println("stamp again in a minute", name, err)
		}
	}, time.Minute)
}

func (k *keepers) sleeping(_, obj any) {
	ctx, name := k.opens(obj)
	go func() {
		for ctx.Err() == nil {
			_ = k.stamp(ctx, name)
			time.Sleep(time.Minute)
		}
	}()
}

func (k *keepers) ticking(obj any) {
	ctx, name := k.opens(obj)
	go func() {
		ticker := time.NewTicker(time.Minute)
		for {
			<-ticker.C
			if err := ctx.Err(); err != nil {
				return
			}
			_ = k.stamp(ctx, name)
		}
	}()
}

func (k *keepers) forever(obj any) {
	ctx, name := k.opens(obj)
	go wait.Forever(func() { _ = k.stamp(ctx, name) }, time.Minute)
}

// A helper has the loop.
func (k *keepers) handed(_, obj any) {
	ctx, name := k.opens(obj)
	go eachMinute(ctx, func() { _ = k.stamp(ctx, name) })
}

func eachMinute(ctx context.Context, do func()) {
	for ctx.Err() == nil {
		do()
		time.Sleep(time.Minute)
	}
}

// So has another package's.
func (k *keepers) beyond(obj any) {
	ctx, name := k.opens(obj)
	go rounds.Each(ctx, func() { _ = k.stamp(ctx, name) })
	go wait.Until(rounds.Broom{Client: k.client}.Sweep, time.Minute, ctx.Done())
}

// These try once, or give up.
func (k *keepers) drops(informer cache.SharedIndexInformer) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: k.once, UpdateFunc: k.thrice, DeleteFunc: k.byTimer})
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: k.then, UpdateFunc: k.slowly})
}

func (k *keepers) remove(name string) error {
	return k.client.CoordinationV1().Leases("nodes").Delete(context.Background(), name, metav1.DeleteOptions{}) // want `Leases.Delete writes to the API server in a goroutine.*\[oneshot/write\]`
}

func (k *keepers) once(obj any) {
	ctx, name := k.opens(obj)
	go func() {
		time.Sleep(time.Minute)
		if ctx.Err() == nil {
			_ = k.remove(name)
		}
	}()
}

func (k *keepers) thrice(_, obj any) {
	_, name := k.opens(obj)
	go func() {
		for range 3 {
			if err := k.client.CoordinationV1().Leases("pods").Delete(context.Background(), name, metav1.DeleteOptions{}); err == nil { // want `Leases.Delete writes to the API server in a goroutine.*\[oneshot/write\]`
				return
			}
			time.Sleep(time.Second)
		}
	}()
}

// A timer runs out once.
func (k *keepers) byTimer(obj any) {
	ctx, name := k.opens(obj)
	go func() {
		<-time.NewTimer(time.Minute).C
		_ = k.client.CoordinationV1().Leases("late").Delete(ctx, name, metav1.DeleteOptions{}) // want `Leases.Delete writes to the API server in a goroutine.*\[oneshot/write\]`
	}()
}

// The helper does it once before it waits.
func (k *keepers) then(obj any) {
	ctx, name := k.opens(obj)
	go around(ctx, func() {
		_ = k.client.CoordinationV1().Leases("jobs").Delete(ctx, name, metav1.DeleteOptions{}) // want `Leases.Delete writes to the API server in a goroutine.*\[oneshot/write\]`
	})
}

func around(ctx context.Context, do func()) {
	do()
	<-ctx.Done()
}

// The loop goes on to the next one.
func (k *keepers) slowly(_, obj any) {
	names := obj.(*corev1.Node).Finalizers
	go func() {
		for _, name := range names {
			_ = k.client.CoordinationV1().Leases("old").Delete(context.Background(), name, metav1.DeleteOptions{}) // want `Leases.Delete writes to the API server in a goroutine.*\[oneshot/write\]`
			time.Sleep(time.Second)
		}
	}()
}
