package loops

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// Grouper makes a ConfigMap for each group.
type Grouper struct {
	client    kubernetes.Interface
	informer  cache.SharedIndexInformer
	namespace string
}

// Each group has names of its own; argo-workflows (v4) artifact_gc.go:347.
func (g *Grouper) makeAll(ctx context.Context, members map[string][]string) error {
	groups := map[string]map[string][]string{}
	for name, m := range members {
		group := fmt.Sprintf("group-%d", len(m))
		if groups[group] == nil {
			groups[group] = map[string][]string{}
		}
		groups[group][name] = m
	}
	for group, of := range groups {
		maps := make([]*corev1.ConfigMap, 0)
		for name, m := range of {
			g.add(group, &maps, name, m)
		}
		if len(maps) > 0 {
			var err error
			for i, m := range maps {
				if maps[i], err = g.make(ctx, m); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (g *Grouper) nameOf(group string, n int) string { return fmt.Sprintf("%s-%d", group, n) }

func (g *Grouper) add(group string, maps *[]*corev1.ConfigMap, name string, members []string) {
	if maps == nil {
		ms := make([]*corev1.ConfigMap, 0)
		maps = &ms
	}
	if len(*maps) == 0 {
		m := &corev1.ConfigMap{
			ObjectMeta: metav1.ObjectMeta{Namespace: g.namespace, Name: g.nameOf(group, 0)},
			Data:       map[string]string{},
		}
		*maps = append(*maps, m)
	}
	m := (*maps)[len(*maps)-1]
	m.Data[name] = fmt.Sprint(members)
}

func (g *Grouper) make(ctx context.Context, m *corev1.ConfigMap) (*corev1.ConfigMap, error) {
	found, err := g.get(m.Name)
	if err != nil {
		return nil, err
	}
	if found == nil {
		m, err = g.client.CoreV1().ConfigMaps(g.namespace).Create(ctx, m, metav1.CreateOptions{})
		if err != nil {
			return nil, fmt.Errorf("making %s: %w", m.Name, err)
		}
	}
	return m, nil
}

func (g *Grouper) get(name string) (*corev1.ConfigMap, error) {
	m, exists, err := g.informer.GetIndexer().GetByKey(g.namespace + "/" + name)
	if err != nil {
		return nil, err
	}
	if !exists {
		return nil, nil
	}
	return m.(*corev1.ConfigMap), nil
}

// Each group has the same maps once more, which stay in the list.
func (g *Grouper) makeAgain(ctx context.Context, members map[string][]string, groups []string) error {
	maps := make([]*corev1.ConfigMap, 0)
	for name, m := range members {
		g.add("all", &maps, name, m)
	}
	for range groups {
		for _, m := range maps {
			if _, err := g.makeNew(ctx, m); err != nil {
				return err
			}
		}
	}
	return nil
}

func (g *Grouper) makeNew(ctx context.Context, m *corev1.ConfigMap) (*corev1.ConfigMap, error) {
	found, exists, err := g.informer.GetIndexer().GetByKey(m.Namespace + "/" + m.Name) // want `ConfigMap.*\[staleread/lister\]`
	if err != nil {
		return nil, err
	}
	if exists {
		return found.(*corev1.ConfigMap), nil
	}
	return g.client.CoreV1().ConfigMaps(m.Namespace).Create(ctx, m, metav1.CreateOptions{})
}

// It is created and asked for in one round.
func (g *Grouper) makeTwice(ctx context.Context, members map[string]map[string][]string) error {
	for group, of := range members {
		maps := []*corev1.ConfigMap{}
		for name, m := range of {
			g.add(group, &maps, name, m)
		}
		m := maps[0]
		if _, err := g.client.CoreV1().ConfigMaps(m.Namespace).Create(ctx, m, metav1.CreateOptions{}); err != nil {
			return err
		}
		if _, err := g.seen(m); err != nil {
			return err
		}
	}
	return nil
}

func (g *Grouper) seen(m *corev1.ConfigMap) (bool, error) {
	found, exists, err := g.informer.GetIndexer().GetByKey(m.Namespace + "/" + m.Name) // want `ConfigMap.*\[staleread/lister\]`
	if err != nil || !exists {
		return false, err
	}
	return found.(*corev1.ConfigMap).Data["group"] != "", nil
}
