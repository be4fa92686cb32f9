package counted

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"

	"ctrllint.test/cr025/staleread/counted/shop"
)

// A Keeper makes the seats of a table that aren't there, and asks for them again.
type Keeper struct {
	clientset kubernetes.Interface
	tables    cache.Store
	seats     *shop.Seats
}

// NewKeeper returns one.
func NewKeeper(clientset kubernetes.Interface, tables, seats cache.SharedIndexInformer) *Keeper {
	return &Keeper{clientset, tables.GetStore(), shop.NewSeats(seats)}
}

func (k *Keeper) add(ctx context.Context, ns, table, name string) error {
	pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: ns, Name: name, Labels: map[string]string{"table": table}}}
	_, err := k.clientset.CoreV1().Pods(ns).Create(ctx, pod, metav1.CreateOptions{})
	return err
}

func (k *Keeper) warn(ctx context.Context, ns string) error {
	event := &corev1.Event{ObjectMeta: metav1.ObjectMeta{Namespace: ns, GenerateName: "seats-"}}
	_, err := k.clientset.CoreV1().Events(ns).Create(ctx, event, metav1.CreateOptions{})
	return err
}

// Seat makes the seats that the cache hasn't, which it hasn't still when it is asked again.
func (k *Keeper) Seat(ctx context.Context, of cache.ObjectName, size int) error {
	taken, err := k.seats.Taken(of.Namespace, of.Name)
	if err != nil {
		return err
	}
	for i := range size {
		name := fmt.Sprintf("%s-%d", of.Name, i)
		if taken[name] {
			continue
		}
		if err := k.add(ctx, of.Namespace, of.Name, name); err != nil {
			return err
		}
	}
	return k.check(ctx, of.Namespace, of.Name, size)
}

func (k *Keeper) check(ctx context.Context, ns, table string, size int) error {
	taken, err := k.seats.Taken(ns, table) // want `warning: .*shop.Seats.Taken .*after the Create .*how many there are decides.*\[staleread/list\]`
	if err != nil || len(taken) >= size {
		return err
	}
	return k.warn(ctx, ns)
}

// SeatMended counts in what it makes.
func (k *Keeper) SeatMended(ctx context.Context, of cache.ObjectName, size int) error {
	taken, err := k.seats.Taken(of.Namespace, of.Name)
	if err != nil {
		return err
	}
	for i := range size {
		name := fmt.Sprintf("%s-%d", of.Name, i)
		if taken[name] {
			continue
		}
		if err := k.add(ctx, of.Namespace, of.Name, name); err != nil {
			return err
		}
		taken[name] = true
	}
	if len(taken) >= size {
		return nil
	}
	return k.warn(ctx, of.Namespace)
}

// SeatBeside asks for those of another table, which it hasn't asked for before.
func (k *Keeper) SeatBeside(ctx context.Context, of, beside cache.ObjectName, size int) error {
	taken, err := k.seats.Taken(of.Namespace, of.Name)
	if err != nil {
		return err
	}
	if !taken["first"] {
		if err := k.add(ctx, of.Namespace, of.Name, "first"); err != nil {
			return err
		}
	}
	return k.checkBeside(ctx, beside.Namespace, beside.Name, size)
}

func (k *Keeper) checkBeside(ctx context.Context, ns, table string, size int) error {
	taken, err := k.seats.Taken(ns, table) // want `note: .*\[staleread/list\]`
	if err != nil || len(taken) >= size {
		return err
	}
	return k.warn(ctx, ns)
}
