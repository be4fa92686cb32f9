package list

import (
	"context"
	"fmt"
	"strconv"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Pool gives out numbers, and tidies up.
type Pool struct{ client.Client }

// What isn't taken by any Service is looked for one by one: the round of the loop that finds it returns it.
func (p *Pool) free(ctx context.Context, last int) (int, error) {
	var services corev1.ServiceList
	if err := p.List(ctx, &services); err != nil { // want `warning: List after the Create at found.go:\d+ .*the new object may be missing.*\[staleread/list\]`
		return 0, err
	}
	taken := sets.New[string]()
	for _, s := range services.Items {
		taken.Insert(s.Annotations["number"])
	}
	for n := 1; n <= last; n++ {
		if !taken.Has(strconv.Itoa(n)) {
			return n, nil
		}
	}
	return 0, fmt.Errorf("no number is free up to %d", last)
}

func (p *Pool) give(ctx context.Context, names []string) error {
	for _, name := range names {
		n, err := p.free(ctx, 99)
		if err != nil {
			return err
		}
		if err := p.Create(ctx, &corev1.Service{ObjectMeta: metav1.ObjectMeta{
			Namespace: "pool", Name: name, Annotations: map[string]string{"number": strconv.Itoa(n)},
		}}); err != nil {
			return err
		}
	}
	return nil
}

// All that a list says is whether to fail.
func (p *Pool) room(ctx context.Context) (int, error) {
	var services corev1.ServiceList
	if err := p.List(ctx, &services); err != nil { // want `note: .*\[staleread/list\]`
		return 0, err
	}
	if len(services.Items) > 99 {
		return 0, fmt.Errorf("there is no room for another")
	}
	return 100, nil
}

func (p *Pool) fill(ctx context.Context, names []string) error {
	for _, name := range names {
		size, err := p.room(ctx)
		if err != nil {
			return err
		}
		if err := p.Create(ctx, &corev1.Service{ObjectMeta: metav1.ObjectMeta{
			Namespace: "pool", Name: name, Annotations: map[string]string{"size": strconv.Itoa(size)},
		}}); err != nil {
			return err
		}
	}
	return nil
}

const role = "pool.example.com/role"

func (p *Pool) promote(ctx context.Context, key client.ObjectKey, as string) (*corev1.ConfigMap, error) {
	cm := &corev1.ConfigMap{}
	if err := p.Get(ctx, key, cm); err != nil {
		return nil, err
	}
	base := cm.DeepCopy()
	cm.Labels[role] = "active"
	return cm, p.Patch(ctx, cm, client.MergeFrom(base))
}

// What has been given another label is deleted with those that have the old one.
func (p *Pool) swap(ctx context.Context, key client.ObjectKey) error {
	if _, err := p.promote(ctx, key, "active"); err != nil {
		return err
	}
	var old corev1.ConfigMapList
	if err := p.List(ctx, &old, client.MatchingLabels{role: "candidate"}); err != nil { // want `warning: .*an object may still be selected by the label that it had, and be deleted;.*\[staleread/list\]`
		return err
	}
	for i := range old.Items {
		if err := p.Delete(ctx, &old.Items[i]); err != nil {
			return err
		}
	}
	return nil
}

// It is left out.
func (p *Pool) swapOthers(ctx context.Context, key client.ObjectKey) error {
	active, err := p.promote(ctx, key, "active")
	if err != nil {
		return err
	}
	var old corev1.ConfigMapList
	if err := p.List(ctx, &old, client.MatchingLabels{role: "candidate"}); err != nil {
		return err
	}
	for i := range old.Items {
		if old.Items[i].UID == active.UID {
			continue
		}
		if err := p.Delete(ctx, &old.Items[i]); err != nil {
			return err
		}
	}
	return nil
}

// What has the new label is deleted: what isn't found yet is, next time.
func (p *Pool) drop(ctx context.Context, key client.ObjectKey) error {
	if _, err := p.promote(ctx, key, "active"); err != nil {
		return err
	}
	var done corev1.ConfigMapList
	if err := p.List(ctx, &done, client.MatchingLabels{role: "active"}); err != nil {
		return err
	}
	for i := range done.Items {
		if err := p.Delete(ctx, &done.Items[i]); err != nil {
			return err
		}
	}
	return nil
}

func (p *Pool) sets(ctx context.Context, d *appsv1.Deployment) ([]appsv1.ReplicaSet, error) {
	var all appsv1.ReplicaSetList
	err := p.List(ctx, &all, client.InNamespace(d.Namespace), client.MatchingLabels(d.Spec.Selector.MatchLabels)) // want `warning: .*the deleted object may still be there.*\[staleread/list\]`
	return all.Items, err
}

// Both lists ask for the same, whatever that is.
func (p *Pool) prune(ctx context.Context, key client.ObjectKey) error {
	d := &appsv1.Deployment{}
	if err := p.Get(ctx, key, d); err != nil {
		return err
	}
	all, err := p.sets(ctx, d)
	if err != nil {
		return err
	}
	for i := 3; i < len(all); i++ {
		if err := p.Delete(ctx, &all[i]); err != nil {
			return err
		}
	}
	left, err := p.sets(ctx, d)
	if err != nil {
		return err
	}
	d.Annotations["sets"] = strconv.Itoa(len(left))
	return p.Update(ctx, d)
}

// The loop returns nothing but the same name, sooner or later.
func (p *Pool) settled(ctx context.Context) (string, error) {
	for n := 0; n < 3; n++ {
		var services corev1.ServiceList
		if err := p.List(ctx, &services); err != nil { // want `note: .*\[staleread/list\]`
			return "", err
		}
		if len(services.Items) > n {
			return "settled", nil
		}
	}
	return "", fmt.Errorf("nothing has settled")
}

func (p *Pool) settle(ctx context.Context) error {
	if err := p.Create(ctx, &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: "pool", Name: "first"}}); err != nil {
		return err
	}
	name, err := p.settled(ctx)
	if err != nil {
		return err
	}
	return p.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "pool", Name: name}})
}
