// Package withheld creates the workers of a pool, and tells functions what it has created, which don't list them then.
package withheld

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

const poolLabel = "pool.example.com/name"

// Pools keep as many pods as their config map has entries.
type Pools struct{ client.Client }

// worker is a worker of a pool.
func worker(pool *corev1.ConfigMap, name string) *corev1.Pod {
	return &corev1.Pod{ObjectMeta: metav1.ObjectMeta{
		Namespace: pool.Namespace, Name: fmt.Sprintf("%s-%s", pool.Name, name), Labels: map[string]string{poolLabel: pool.Name},
	}}
}

// hire creates the workers that are missing, and returns those, and those that were there.
func (p *Pools) hire(ctx context.Context, pool *corev1.ConfigMap) (hired, kept []string, err error) {
	for name := range pool.Data {
		pod := worker(pool, name)
		switch err := p.Create(ctx, pod); {
		case apierrors.IsAlreadyExists(err):
			kept = append(kept, pod.Name)
		case err != nil:
			return nil, nil, err
		default:
			hired = append(hired, pod.Name)
		}
	}
	return hired, kept, nil
}

// publish says how many workers there are.
func (p *Pools) publish(ctx context.Context, pool *corev1.ConfigMap, n int) error {
	return p.Create(ctx, &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: pool.Namespace, Name: fmt.Sprintf("%s-%d", pool.Name, n)}})
}

// All lists the workers whoever was hired.
func (p *Pools) All(ctx context.Context, pool *corev1.ConfigMap) error {
	hired, _, err := p.hire(ctx, pool)
	if err != nil {
		return err
	}
	return p.publishAll(ctx, pool, hired)
}

func (p *Pools) publishAll(ctx context.Context, pool *corev1.ConfigMap, hired []string) error {
	if len(hired) > 0 {
		fmt.Println("hired", hired)
	}
	var pods corev1.PodList
	if err := p.List(ctx, &pods, client.InNamespace(pool.Namespace), client.MatchingLabels{poolLabel: pool.Name}); err != nil { // want `List after the Create`
		return err
	}
	return p.publish(ctx, pool, len(pods.Items))
}

// Settled lists them only if nobody was hired.
func (p *Pools) Settled(ctx context.Context, pool *corev1.ConfigMap) error {
	hired, _, err := p.hire(ctx, pool)
	if err != nil {
		return err
	}
	return p.publishSettled(ctx, pool, hired)
}

func (p *Pools) publishSettled(ctx context.Context, pool *corev1.ConfigMap, hired []string) error {
	if len(hired) > 0 {
		return nil
	}
	var pods corev1.PodList
	if err := p.List(ctx, &pods, client.InNamespace(pool.Namespace), client.MatchingLabels{poolLabel: pool.Name}); err != nil {
		return err
	}
	return p.publish(ctx, pool, len(pods.Items))
}

// Here asks by itself whether somebody was hired.
func (p *Pools) Here(ctx context.Context, pool *corev1.ConfigMap) error {
	hired, _, err := p.hire(ctx, pool)
	if err != nil || len(hired) != 0 {
		return err
	}
	var pods corev1.PodList
	if err := p.List(ctx, &pods, client.InNamespace(pool.Namespace), client.MatchingLabels{poolLabel: pool.Name}); err != nil {
		return err
	}
	return p.publish(ctx, pool, len(pods.Items))
}

// Told says it through another function, which makes a bool of it.
func (p *Pools) Told(ctx context.Context, pool *corev1.ConfigMap) error {
	hired, _, err := p.hire(ctx, pool)
	if err != nil {
		return err
	}
	return p.pass(ctx, pool, hired)
}

func (p *Pools) pass(ctx context.Context, pool *corev1.ConfigMap, hired []string) error {
	return p.publishIdle(ctx, pool, len(hired) > 0)
}

func (p *Pools) publishIdle(ctx context.Context, pool *corev1.ConfigMap, busy bool) error {
	if busy {
		return nil
	}
	var pods corev1.PodList
	if err := p.List(ctx, &pods, client.InNamespace(pool.Namespace), client.MatchingLabels{poolLabel: pool.Name}); err != nil {
		return err
	}
	return p.publish(ctx, pool, len(pods.Items))
}

// Kept goes by those that were there already: somebody may have been hired besides.
func (p *Pools) Kept(ctx context.Context, pool *corev1.ConfigMap) error {
	_, kept, err := p.hire(ctx, pool)
	if err != nil {
		return err
	}
	return p.publishUnlessKept(ctx, pool, kept)
}

func (p *Pools) publishUnlessKept(ctx context.Context, pool *corev1.ConfigMap, kept []string) error {
	if len(kept) > 0 {
		return nil
	}
	var pods corev1.PodList
	if err := p.List(ctx, &pods, client.InNamespace(pool.Namespace), client.MatchingLabels{poolLabel: pool.Name}); err != nil { // want `List after the Create`
		return err
	}
	return p.publish(ctx, pool, len(pods.Items))
}

// Many minds only if more than one was hired.
func (p *Pools) Many(ctx context.Context, pool *corev1.ConfigMap) error {
	hired, _, err := p.hire(ctx, pool)
	if err != nil {
		return err
	}
	return p.publishUnlessMany(ctx, pool, hired)
}

func (p *Pools) publishUnlessMany(ctx context.Context, pool *corev1.ConfigMap, hired []string) error {
	if len(hired) > 1 {
		return nil
	}
	var pods corev1.PodList
	if err := p.List(ctx, &pods, client.InNamespace(pool.Namespace), client.MatchingLabels{poolLabel: pool.Name}); err != nil { // want `List after the Create`
		return err
	}
	return p.publish(ctx, pool, len(pods.Items))
}

// Late asks only when they are listed.
func (p *Pools) Late(ctx context.Context, pool *corev1.ConfigMap) error {
	hired, _, err := p.hire(ctx, pool)
	if err != nil {
		return err
	}
	return p.publishLate(ctx, pool, hired)
}

func (p *Pools) publishLate(ctx context.Context, pool *corev1.ConfigMap, hired []string) error {
	var pods corev1.PodList
	if err := p.List(ctx, &pods, client.InNamespace(pool.Namespace), client.MatchingLabels{poolLabel: pool.Name}); err != nil { // want `List after the Create`
		return err
	}
	if len(hired) > 0 {
		fmt.Println("hired", hired)
	}
	return p.publish(ctx, pool, len(pods.Items))
}

// Emptied is given a list that isn't nil and has nobody.
func (p *Pools) Emptied(ctx context.Context, pool *corev1.ConfigMap) error {
	if _, _, err := p.hire(ctx, pool); err != nil {
		return err
	}
	return p.publishNone(ctx, pool, make([]string, 0, len(pool.Data)))
}

func (p *Pools) publishNone(ctx context.Context, pool *corev1.ConfigMap, hired []string) error {
	if len(hired) > 0 {
		return nil
	}
	var pods corev1.PodList
	if err := p.List(ctx, &pods, client.InNamespace(pool.Namespace), client.MatchingLabels{poolLabel: pool.Name}); err != nil { // want `List after the Create`
		return err
	}
	return p.publish(ctx, pool, len(pods.Items))
}
