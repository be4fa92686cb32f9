package list

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// namely makes a ConfigMap, and then those of some names that aren't there: one that the cache doesn't have yet is refused.
func (r *Reconciler) namely(ctx context.Context, namespace string, want []string) error {
	first := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: want[0]}}
	if err := r.Create(ctx, first); err != nil {
		return err
	}
	var configs corev1.ConfigMapList
	if err := r.List(ctx, &configs, client.InNamespace(namespace)); err != nil { // want `note: .*the new object may be missing; count in`
		return err
	}
	there := sets.New[string]()
	for _, c := range configs.Items {
		there.Insert(c.Name)
	}
	for _, name := range want {
		if there.Has(name) {
			continue
		}
		cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name}}
		if err := r.Create(ctx, cm); err != nil {
			return err
		}
	}
	return nil
}

// numbered does the same with a map, and a function that makes them.
func (r *Reconciler) numbered(ctx context.Context, namespace string, n int) error {
	if err := r.make(ctx, namespace, "shop-0"); err != nil {
		return err
	}
	var configs corev1.ConfigMapList
	if err := r.List(ctx, &configs, client.InNamespace(namespace)); err != nil { // want `note: .*the new object may be missing; count in`
		return err
	}
	there := map[string]bool{}
	for _, c := range configs.Items {
		there[c.Name] = true
	}
	for i := range n {
		if name := fmt.Sprintf("shop-%d", i); !there[name] {
			if err := r.make(ctx, namespace, name); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *Reconciler) make(ctx context.Context, namespace, name string) error {
	return r.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name}})
}

// doubled makes those that aren't there under names of which the server makes others.
func (r *Reconciler) doubled(ctx context.Context, first *corev1.ConfigMap, want []string) error {
	if err := r.Create(ctx, first); err != nil {
		return err
	}
	var configs corev1.ConfigMapList
	if err := r.List(ctx, &configs, client.InNamespace(first.Namespace)); err != nil { // want `the new object may be missing, and how many there are decides what is done.*\[staleread/list\]`
		return err
	}
	there := sets.New[string]()
	for _, c := range configs.Items {
		there.Insert(c.Labels["for"])
	}
	for _, name := range want {
		if there.Has(name) {
			continue
		}
		cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: first.Namespace, GenerateName: name + "-", Labels: map[string]string{"for": name}}}
		if err := r.Create(ctx, cm); err != nil {
			return err
		}
	}
	return nil
}

// paired makes besides what has another name.
func (r *Reconciler) paired(ctx context.Context, first *corev1.ConfigMap, want []string) error {
	if err := r.Create(ctx, first); err != nil {
		return err
	}
	var configs corev1.ConfigMapList
	if err := r.List(ctx, &configs, client.InNamespace(first.Namespace)); err != nil { // want `the new object may be missing, and how many there are decides what is done.*\[staleread/list\]`
		return err
	}
	there := sets.New[string]()
	for _, c := range configs.Items {
		there.Insert(c.Name)
	}
	for _, name := range want {
		if there.Has(name) {
			continue
		}
		secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: first.Namespace, GenerateName: name + "-"}}
		if err := r.Create(ctx, secret); err != nil {
			return err
		}
	}
	return nil
}

// runs makes something else for each that isn't there, under its name: for the one that was just made, too.
func (r *Reconciler) runs(ctx context.Context, first *corev1.ConfigMap, want []string) error {
	if err := r.Create(ctx, first); err != nil {
		return err
	}
	var configs corev1.ConfigMapList
	if err := r.List(ctx, &configs, client.InNamespace(first.Namespace)); err != nil { // want `the new object may be missing, and how many there are decides what is done.*\[staleread/list\]`
		return err
	}
	there := sets.New[string]()
	for _, c := range configs.Items {
		there.Insert(c.Name)
	}
	for _, name := range want {
		if there.Has(name) {
			continue
		}
		if err := r.Create(ctx, &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: first.Namespace, Name: name}}); err != nil {
			return err
		}
	}
	return nil
}

// labelledSo asks which labels there are, and makes the missing ones under such names: what was made has another.
func (r *Reconciler) labelledSo(ctx context.Context, first *corev1.ConfigMap, want []string) error {
	if err := r.Create(ctx, first); err != nil {
		return err
	}
	var configs corev1.ConfigMapList
	if err := r.List(ctx, &configs, client.InNamespace(first.Namespace)); err != nil { // want `the new object may be missing, and how many there are decides what is done.*\[staleread/list\]`
		return err
	}
	there := sets.New[string]()
	for _, c := range configs.Items {
		there.Insert(c.Labels["for"])
	}
	for _, name := range want {
		if there.Has(name) {
			continue
		}
		if err := r.make(ctx, first.Namespace, name); err != nil {
			return err
		}
	}
	return nil
}

// gone deletes one, and makes those that aren't there: one that the cache still has isn't made again.
func (r *Reconciler) gone(ctx context.Context, old *corev1.ConfigMap, want []string) error {
	if err := r.Delete(ctx, old); err != nil {
		return err
	}
	var configs corev1.ConfigMapList
	if err := r.List(ctx, &configs, client.InNamespace(old.Namespace)); err != nil { // want `\[staleread/list\]`
		return err
	}
	there := sets.New[string]()
	for _, c := range configs.Items {
		there.Insert(c.Name)
	}
	for _, name := range want {
		if !there.Has(name) {
			if err := r.make(ctx, old.Namespace, name); err != nil {
				return err
			}
		}
	}
	return nil
}

// A Numbers gives each object a number that no other has, and remembers which are given.
type Numbers struct {
	client.Client
	given map[string]bool
}

// Number gives two.
func (n *Numbers) Number(ctx context.Context, namespace string, free []string) error {
	if err := n.next(ctx, namespace, "a", free); err != nil {
		return err
	}
	return n.next(ctx, namespace, "b", free)
}

func (n *Numbers) next(ctx context.Context, namespace, name string, free []string) error {
	var configs corev1.ConfigMapList
	if err := n.List(ctx, &configs, client.InNamespace(namespace)); err != nil { // want `note: .*the new object may be missing; count in`
		return err
	}
	for _, c := range configs.Items {
		n.given[c.Data["number"]] = true
	}
	for _, number := range free {
		if n.given[number] {
			continue
		}
		cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name}, Data: map[string]string{"number": number}}
		if err := n.Create(ctx, cm); err != nil {
			return err
		}
		n.given[number] = true
		return nil
	}
	return nil
}

// Anew gives two, and remembers nothing.
func (n *Numbers) Anew(ctx context.Context, namespace string, free []string) error {
	if err := n.forgetful(ctx, namespace, "a", free); err != nil {
		return err
	}
	return n.forgetful(ctx, namespace, "b", free)
}

func (n *Numbers) forgetful(ctx context.Context, namespace, name string, free []string) error {
	var configs corev1.ConfigMapList
	if err := n.List(ctx, &configs, client.InNamespace(namespace)); err != nil { // want `the new object may be missing, and how many there are decides what is done.*\[staleread/list\]`
		return err
	}
	given := sets.New[string]()
	for _, c := range configs.Items {
		given.Insert(c.Data["number"])
	}
	for _, number := range free {
		if given.Has(number) {
			continue
		}
		cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name}, Data: map[string]string{"number": number}}
		if err := n.Create(ctx, cm); err != nil {
			return err
		}
		given.Insert(number)
		return nil
	}
	return nil
}

// Lent gives two, and has what is given remembered for each of them alone.
func (n *Numbers) Lent(ctx context.Context, namespace string, free []string) error {
	if err := n.lent(ctx, namespace, "a", free, map[string]bool{}); err != nil {
		return err
	}
	return n.lent(ctx, namespace, "b", free, map[string]bool{})
}

func (n *Numbers) lent(ctx context.Context, namespace, name string, free []string, given map[string]bool) error {
	var configs corev1.ConfigMapList
	if err := n.List(ctx, &configs, client.InNamespace(namespace)); err != nil { // want `the new object may be missing, and how many there are decides what is done.*\[staleread/list\]`
		return err
	}
	for _, c := range configs.Items {
		given[c.Data["number"]] = true
	}
	for _, number := range free {
		if given[number] {
			continue
		}
		cm := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name}, Data: map[string]string{"number": number}}
		if err := n.Create(ctx, cm); err != nil {
			return err
		}
		given[number] = true
		return nil
	}
	return nil
}
